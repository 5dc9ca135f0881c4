@testable import Events
@testable import Projections

/// Any bytes as the checkpoint beside a log: it is ignored, or shows what the log shows without it.
///
/// The first byte says where the image comes from (bit 0: the input, or the true one with the input's
/// changes), whether its checksums are put right (bit 1), so that what is behind them is reached, and
/// which part or view is read (bits 2 to 5). Behind checksums that are right anything may be said, by
/// whoever may write beside the log; then all that is demanded is that nothing traps.
///
/// Parts are read for every input. Views, and the next checkpoint that is made of the image, take some
/// fifty times as long: every 256th input, by its hash, which libFuzzer cannot aim at.
func fuzz(_ input: [UInt8]) {
  // The first time, this puts the log there.
  guard let truth = beside else { fatalError("the log cannot be made") }
  let choice = input.first ?? 0
  let rest = Array(input.dropFirst())
  var image = choice & 1 == 0 ? rest : changed(truth.checkpoint, rest)
  let isMended = choice & 2 != 0
  if isMended { mend(&image, truth.position) }
  put(image, at: Checkpoint.path(of: "log"))
  let place = Int(choice >> 2 & 15)
  read(place, isMended, truth)
  guard Bytes.of(input, { XXH64.hash($0) }) % 256 == 0 else { return }
  let group = place % 4
  look(group, isMended, truth)
  let written = try? Appender(path: "log").writeCheckpoint()
  demand(written != nil, "no checkpoint can be written")
  look(group, isMended, truth)
  let log = try? System().contents("log", limit: 1 << 20)
  demand(log == truth.log, "the log was changed")
}

/// The log that lies in the folder the target runs in, and what goes with it.
private let beside = try? Beside()

private struct Beside {
  let log: [UInt8]
  /// The checkpoint of all but the last lines of the log.
  let checkpoint: [UInt8]
  let position: Checkpoint.Position
  /// The log, open.
  let file: Descriptor
  /// What the parts of the checkpoint are, by projection.
  let parts: [[[UInt8]?]]
  /// What the log shows without one.
  let shown: [[[UInt8]]]

  init() throws {
    var sample = SampleLog(events: 24, users: 2, seed: 12)
    var log: [UInt8] = []
    while sample.next(into: &log) {}
    let ends = log.indices.filter { log[$0] == 0x0A }.map { $0 + 1 }
    put(Array(log[..<ends[ends.count - 8]]), at: "log")
    _ = try Appender(path: "log").writeCheckpoint()
    guard let position = try Log(path: "log").checkpoint?.position else {
      throw Checkpoint.Damage()
    }
    self.position = position
    checkpoint = try System().contents(Checkpoint.path(of: "log"), limit: 1 << 20)
    put(log, at: "log")
    self.log = log
    file = try System().open("log", for: .reading)
    guard let checkpoint = Checkpoint(of: "log", file, System()) else { throw Checkpoint.Damage() }
    parts = (0..<16).map { texts($0, of: checkpoint) }
    demand(parts.joined().contains { $0 != nil }, "the true one has no parts")
    let whole = try Log(path: "log", usesCheckpoint: false)
    shown = try (0..<4).map { try states($0, of: whole) }
    let kept = try Log(path: "log")
    let isSame = try (0..<4).map { try states($0, of: kept) } == shown
    demand(kept.checkpoint != nil && isSame, "the true one shows something else")
  }
}

/// Reads parts of the image. Each is refused, or what it is in the true one.
private func read(_ place: Int, _ isMended: Bool, _ truth: Beside) {
  guard let checkpoint = Checkpoint(of: "log", truth.file, System()) else { return }
  for (part, own) in zip(texts(place, of: checkpoint), truth.parts[place]) {
    demand(isMended || part == nil || part == own, "a part is read that is another")
  }
  // All keys are read, those that no view asks for too.
  guard place == 15, let keys = try? checkpoint.keys() else { return }
  for key in keys.prefix(64) { _ = try? checkpoint.bytes(of: key, \.count) }
}

/// The states of a projection as a checkpoint keeps them, written anew; nil for what is refused or
/// absent.
private func texts(_ place: Int, of checkpoint: Checkpoint) -> [[UInt8]?] {
  let reader = CheckpointReader(checkpoint)
  func texts<P: Payload>(_ kept: Kept<P>?) -> [[UInt8]?] {
    let users: [Name?] = [nil, "ann", "ben"]
    return users.map { user in
      guard let state = try? kept?.read(reader, user) else { return nil }
      return try? text(state)
    }
  }
  switch place {
  case 0: return texts(Identity.kept)
  case 1: return texts(WeeklyPlan.kept)
  case 2: return texts(WeightUnit.kept)
  case 3, 4: return texts(History.kept)
  case 5, 6: return texts(PersonalBests.kept)
  case 7, 8: return texts(Accounts.kept)
  case 9: return texts(LatestSignIn.kept)
  case 10, 11: return texts(Feed.kept)
  case 12: return texts(ExerciseNumbers.kept)
  default: return texts(KnownExercises.kept)
  }
}

private func text(_ state: some Payload) throws -> [UInt8] {
  var writer = JSONWriter()
  try state.write(to: &writer, checks: false)
  return writer.bytes
}

/// Opens the log beside the image, as a view does and as an append does.
private func look(_ group: Int, _ isMended: Bool, _ truth: Beside) {
  guard let log = try? Log(path: "log"), let shown = try? states(group, of: log) else {
    fatalError("a checkpoint keeps the log from being read")
  }
  demand(isMended || shown == truth.shown[group], "a view shows something else")
}

/// The states of a group of what is kept, as they would be written.
private func states(_ group: Int, of log: Log) throws -> [[UInt8]] {
  func texts<P: UserProjection & Payload>(_ states: ByUser<P>) throws -> [[UInt8]] {
    try states.users.map { try text(states[$0]) }
  }
  switch group {
  case 0:
    let (one, two, three) = try replay(
      log, ByUser<Identity>(), ByUser<WeeklyPlan>(), ByUser<WeightUnit>())
    return try texts(one) + texts(two) + texts(three)
  case 1:
    let (one, two) = try replay(log, ByUser<History>(), ByUser<PersonalBests>())
    return try texts(one) + texts(two)
  case 2:
    let (one, two, three) = try replay(log, Accounts(), LatestSignIn(), Feed())
    return [try text(one), try text(two), try text(three)]
  default:
    let (one, two, three, four) = try replay(
      log, ExerciseNumbers(), KnownExercises(), OfUser<History>("ann"),
      OfUser<PersonalBests>("nobody"))
    return [try text(one), try text(two), try text(three.value), try text(four.value)]
  }
}

/// `image` with the bytes that `changes` names: three each, two for the place and one for what
/// stands there.
private func changed(_ image: [UInt8], _ changes: [UInt8]) -> [UInt8] {
  var image = image
  for at in stride(from: 0, to: changes.count - 2, by: 3) {
    let place = (Int(changes[at]) << 8 | Int(changes[at + 1])) % image.count
    image[place] = changes[at + 2]
  }
  return image
}

/// Puts right whatever would have the image ignored before its parts are read: the head of the
/// footer, the position, and the checksums of footer, buckets and parts.
private func mend(_ image: inout [UInt8], _ position: Checkpoint.Position) {
  let size = Checkpoint.Footer.size
  guard image.count >= size else { return }
  let start = image.count - size
  func word(_ at: Int) -> UInt64 { Bytes.of(image) { $0.word(at: at) } }
  func range(_ at: Int) -> Range<Int>? {
    guard word(at) <= start, word(at + 8) <= start - Int(word(at)) else { return nil }
    return Int(word(at))..<Int(word(at) + word(at + 8))
  }
  let (directory, buckets) = (word(start + 56), word(start + 64))
  guard directory <= start, buckets > 0,
    buckets <= (start - Int(directory)) / Checkpoint.Footer.directoryEntry
  else { return }
  let footer = Checkpoint.Footer(
    position: position, code: word(start + 16) & 1 == 0 ? 0 : word(start + 16),
    fileSize: image.count, directory: Int(directory), buckets: Int(buckets))
  image.replaceSubrange(start..., with: footer.bytes)
  func set(_ at: Int, _ value: UInt64) {
    var bytes: [UInt8] = []
    Checkpoint.append(value, to: &bytes)
    image.replaceSubrange(at..<at + 8, with: bytes)
  }
  for number in 0..<min(64, Int(buckets)) {
    let place = Int(directory) + number * Checkpoint.Footer.directoryEntry
    guard let bucket = range(place) else { continue }
    var at = bucket.lowerBound
    while at + 32 <= bucket.upperBound, word(at) <= UInt64(bucket.upperBound - at - 32) {
      let next = at + 32 + Int(word(at))
      if let part = range(at + 8) { set(at + 24, Bytes.of(image) { XXH64.hash($0[part]) }) }
      at = next
    }
    let seed = footer.seed(ofBucket: number)
    set(place + 16, Bytes.of(image) { XXH64.hash($0[bucket], seed: seed) })
  }
}

private func put(_ bytes: [UInt8], at path: String) {
  let system = System()
  do {
    let isThere = try system.exists(path)
    let file = try system.open(path, for: isThere ? .appending : .creating)
    try system.truncate(file, to: 0)
    _ = try system.write(bytes[...], to: file)
  } catch { fatalError("\(error)") }
}
