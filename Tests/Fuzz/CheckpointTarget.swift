@testable import Events
@testable import Projections

/// Any bytes as one of the files of the checkpoint next to a log: it is ignored, or shows what the log
/// shows without it.
///
/// The first byte says where the bytes come from (bit 0: the input, or the true file with the input's
/// changes), whether checksums are put right (bit 1), so that what is behind them is reached, which file it
/// is (bits 2 and 3), and which state or view is read (bits 4 to 6). Behind checksums that are right anything
/// may be said, by whoever may write next to the log; then all that is demanded is that nothing traps.
///
/// States and look-ups are read for every input. Views, and what is added to the image, take some fifty times
/// as long: every 64th input, by its hash, which libFuzzer cannot aim at.
func fuzz(_ input: [UInt8]) {
  // The first time, this puts the log there.
  guard let truth = beside else { fatalError("the log cannot be made") }
  let choice = input.first ?? 0
  let rest = Array(input.dropFirst())
  let name = ["manifest", "1.part", "2.part", "manifest"][Int(choice >> 2 & 3)]
  let whole = truth.files[name] ?? []
  var image = choice & 1 == 0 ? rest : changed(whole, rest)
  let isMended = choice & 2 != 0
  if isMended { mend(&image, name, truth) }
  put(image, at: folder + name)
  let place = Int(choice >> 4 & 7)
  read(place, isMended, truth)
  guard Bytes.of(input, { XXH64.hash($0) }) % 64 == 0 else { return put(whole, at: folder + name) }
  look(place % 4, isMended, truth)
  let appender = try? Appender(path: "log")
  let added = (try? appender?.extendCheckpoint(effort: 1 << 20)) != nil
  if added { look(place % 4, isMended, truth) }
  demand((try? appender?.writeCheckpoint()) != nil, "no checkpoint can be written")
  look(place % 4, false, truth)
  let log = try? System().contents("log", limit: 1 << 20)
  demand(log == truth.log, "the log was changed")
  truth.restore()
}

private let folder = Checkpoint.path(of: "log") + "/"

/// The log that lies in the folder the target runs in, and what goes with it.
private let beside = try? Beside()

private struct Beside {
  let log: [UInt8]
  /// The files of the checkpoint of all but the last lines of the log.
  let files: [String: [UInt8]]
  let manifest: Checkpoint.Manifest
  /// Where states are.
  let places: [StatePlace]
  /// What the checkpoint keeps.
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
    guard let checkpoint = try Log(path: "log").checkpoint else { throw Checkpoint.Damage() }
    manifest = checkpoint.manifest
    var files: [String: [UInt8]] = [:]
    for name in ["manifest", "1.part", "2.part"] {
      files[name] = try System().contents(folder + name, limit: 1 << 20)
    }
    self.files = files
    let users = try ["ann", "ben"].compactMap { name in
      try checkpoint.stream(StreamKey.user(Name(name)).hash(checkpoint.manifest.key)).state
    }
    places = users + manifest.commons.map(\.place)
    put(log, at: "log")
    self.log = log
    parts = try (0..<8).map { texts($0, of: try Log(path: "log")) }
    demand(parts.joined().contains { $0 != nil }, "the true one has no parts")
    let whole = try Log(path: "log", usesCheckpoint: false)
    shown = try (0..<4).map { try states($0, of: whole) }
    let kept = try Log(path: "log")
    let isSame = try (0..<4).map { try states($0, of: kept) } == shown
    demand(kept.checkpoint != nil && isSame, "the true one shows something else")
  }

  /// Puts the true files there, and nothing else.
  func restore() {
    let system = System()
    for name in (try? system.names(in: folder)) ?? [] { system.remove(folder + name) }
    for (name, bytes) in files { put(bytes, at: folder + name) }
  }
}

/// Reads states, and looks ids up. Each is refused, or what it is in the true one.
private func read(_ place: Int, _ isMended: Bool, _ truth: Beside) {
  guard let log = try? Log(path: "log"), log.checkpoint != nil else { return }
  for (part, own) in zip(texts(place, of: log), truth.parts[place]) {
    demand(isMended || part == nil || part == own, "a part is read that is another")
  }
}

/// What a checkpoint keeps or finds, as bytes; nil for what is refused or absent.
private func texts(_ place: Int, of log: Log) -> [[UInt8]?] {
  guard let reader = CheckpointReader(of: log) else { return [] }
  func texts<P: Payload>(_ kept: CheckpointCodec<P>?) -> [[UInt8]?] {
    ["ann", "ben", "nobody"].map { (user: Name) in
      guard let state = try? kept?.readUser(reader, user) else { return nil }
      return try? text(state)
    }
  }
  func shared<P: Payload>(_ kept: CheckpointCodec<P>?) -> [UInt8]? {
    guard let state = try? kept?.read(reader) else { return nil }
    return try? text(state)
  }
  switch place {
  case 0: return texts(WeightUnit._kept)
  case 1: return texts(PersonalBests._kept)
  case 2: return texts(History._kept)
  case 3: return [shared(Accounts._kept), shared(LatestSignIn._kept)]
  case 4: return [shared(Feed._kept)]
  case 5: return [shared(ExerciseNumbers._kept), shared(KnownExercises._kept)]
  case 6:
    return ["ann", "nobody"].map { user in
      (try? reader.holdsEvents(of: user)).map { [$0 ? 1 : 0] }
    }
  default:
    var found: [[UInt8]?] = []
    var lines = log.lines()
    while found.count < 8, (try? lines.next()) != nil {
      let id = lines.id
      guard let places = try? reader.checkpoint.places(of: id, isOwn: true) else {
        found.append(nil)
        continue
      }
      let own = places.filter { (try? log.line(at: $0, LineDecoder()).reader.id) == id }
      found.append(Array("\(own)".utf8))
    }
    return found
  }
}

private func text(_ state: some Payload) throws -> [UInt8] {
  var writer = JSONWriter()
  try state._write(to: &writer)
  return writer.bytes
}

/// Opens the log beside the image, as a view does and as an append does.
private func look(_ group: Int, _ isMended: Bool, _ truth: Beside) {
  guard let log = try? Log(path: "log") else {
    fatalError("a checkpoint keeps the log from being read")
  }
  // Where anything may be said, a state may hold a number that cannot be written.
  let shown = try? states(group, of: log)
  demand(isMended || shown == truth.shown[group], "a view shows something else")
}

/// The states of a group of what is kept, as they would be written.
private func states(_ group: Int, of log: Log) throws -> [[UInt8]] {
  switch group {
  case 0:
    // The first is made of the lines that the index leads to.
    let (one, two) = try replay(log, OfUser<Identity>("ann"), OfUser<WeightUnit>("ann"))
    return [try text(one.value), try text(two.value)]
  case 1:
    let (one, two) = try replay(log, OfUser<History>("ben"), OfUser<PersonalBests>("ann"))
    return [try text(one.value), try text(two.value)]
  case 2:
    let (one, two, three) = try replay(log, Accounts(), LatestSignIn(), Feed())
    return [try text(one), try text(two), try text(three)]
  default:
    let (one, two, three, four) = try replay(
      log, ExerciseNumbers(), KnownExercises(), OfUser<History>("ann"),
      OfUser<PersonalBests>("nobody"))
    var views = WrittenViews(log: log)
    try Views.visit(&views)
    return [try text(one), try text(two), try text(three.value), try text(four.value)] + views.texts
  }
}

/// The JSON of every view of the table.
private struct WrittenViews: ViewVisitor {
  let log: Log
  var texts: [[UInt8]] = []

  mutating func visit<V: LogView>(_ view: V.Type) throws {
    texts.append(V(try replay(log, V.Source())).json)
  }

  mutating func visit<V: PersonalView>(personal view: V.Type) throws {
    texts.append(V(try replay(log, V.Source.scoped(to: "ann"))).json)
    texts.append(EveryUser<V>(try replay(log, EveryUser<V>.Source())).json)
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

/// Puts right what would end the reading of the image before its parts: the size, the position and
/// every checksum.
private func mend(_ image: inout [UInt8], _ name: String, _ truth: Beside) {
  guard let whole = truth.files[name] else { return }
  if name != "manifest" {
    // Its size is in the manifest.
    image = Array((image + whole.dropFirst(image.count)).prefix(whole.count))
  }
  func set(_ at: Int, _ value: UInt64) {
    var word: [UInt8] = []
    word.append(word: value)
    image.replaceSubrange(at..<at + 8, with: word)
  }
  func hash(_ range: Range<Int>, _ seed: UInt64) -> UInt64 {
    Bytes.of(image) { XXH64.hash($0[range], seed: seed) }
  }
  if name == "manifest" {
    guard image.count >= 64 else { return }
    // What it is, and the position, are as they must be.
    image.replaceSubrange(0..<48, with: whole[..<48])
    return set(image.count - 8, hash(0..<image.count - 8, 0))
  }
  for segment in truth.manifest.segments where PartFiles.name(segment.number) == name {
    for table in [segment.ids, segment.streams] {
      for bucket in 0..<table.buckets {
        let entry = table.directoryRange(of: bucket)
        guard let range = try? Bytes.of(image, { try table.bucket($0[entry]).range }) else {
          continue
        }
        set(entry.lowerBound + 4, hash(range, table.seed(bucket, segment.stamp)))
      }
    }
  }
  for file in truth.manifest.states where PartFiles.name(file.number) == name {
    for place in truth.places {
      let seed = file.stamp &+ UInt64(place.offset)
      let end = place.offset + place.head
      set(place.offset, hash(place.offset + 8..<end, seed))
    }
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
