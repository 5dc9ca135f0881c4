import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests that the states of a checkpoint equal a replay of all lines.
@Suite struct CheckpointReaderTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("log") }

  /// Returns the user and the content of the event at `seq`.
  private func fact(_ seq: Int) -> (user: Name?, body: Event.Body) {
    let data = JSON.object([("post", .string("p"))])
    return switch seq % 8 {
    case 0: ("ann", DayCleared(day: .monday).body)
    case 1: ("bob", like(seq))
    case 2: ("ann", like(seq))
    case 3: ("ann", SessionStarted().body)
    case 4: ("ann", .unknown(UnknownEvent(type: "MealEaten", data: data)))
    // An event of a known area, in an unknown version.
    case 5: ("bob", .unknown(UnknownEvent(type: "PostLiked", version: 9, data: data)))
    case 6: ("eve", .unknown(UnknownEvent(type: "MealEaten", data: data)))
    default: (nil, like(seq))
    }
  }

  private func isKnown(_ seq: Int) -> Bool {
    if case .unknown = fact(seq).body { false } else { true }
  }

  /// Returns the positions of the known events of a user in a range.
  private func seqs(of user: Name, in range: ClosedRange<Int>) -> [Int] {
    range.filter { fact($0).user == user && isKnown($0) }
  }

  private func put(_ count: Int) throws {
    var bytes: [UInt8] = []
    var sum: UInt64 = 0
    for seq in 1...count {
      let event = Event(
        id: Samples.id(seq), at: Samples.start, user: fact(seq).user, fact(seq).body, seq: seq)
      sum = try event.write(to: &bytes, previousSum: sum)
    }
    try TestSupport.put(bytes, at: path)
  }

  /// The positions of folded events.
  private struct Folded: Payload {
    var seqs: [Int]

    init(_ seqs: [Int]) { self.seqs = seqs }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      seqs = try f.list("seqs", old?.seqs, .any)
    }

    var bytes: [UInt8] {
      get throws {
        var writer = StateWriter()
        try writer.payload(self)
        return writer.bytes
      }
    }
  }

  /// Creates a log of `count` events, and extends its checkpoint.
  private func extend(
    to count: Int, _ fill: (inout CheckpointWriter) throws -> Void = { _ in }
  ) throws {
    try put(count)
    _ = try Appender(path: path, system: Faults.unsynced)
      .writeCheckpoint(isNew: false, fill)
  }

  private func reader() throws -> CheckpointReader {
    try #require(CheckpointReader(of: Log(path: path)))
  }

  /// Returns the state that a reader folds, and the events that it folded.
  private func fold(
    _ reader: CheckpointReader, _ user: Name, misses: Bool = false
  ) throws -> (state: [Int]?, folded: [Int]) {
    var folded: [Int] = []
    let state: Folded? = try reader.state("seqs", of: user, misses: { _ in misses }) {
      state, event in
      state = Folded((state?.seqs ?? []) + [event.seq])
      folded.append(event.seq)
    }
    return (state?.seqs, folded)
  }

  @Test func `a state is continued with the lines that follow it, and with no others`() throws {
    try extend(to: 40) { writer in
      for user in ["ann", "bob"] as [Name] {
        writer.keep([("seqs", try Folded(seqs(of: user, in: 1...40)).bytes)], of: user)
      }
    }
    try extend(to: 48)
    try extend(to: 64) { writer in
      writer.keep([("seqs", try Folded(seqs(of: "bob", in: 1...64)).bytes)], of: "bob")
    }
    let reader = try reader()
    for _ in 0..<2 {
      let (ann, bob) = (try fold(reader, "ann"), try fold(reader, "bob"))
      #expect(ann.state == seqs(of: "ann", in: 1...64))
      #expect(ann.folded == seqs(of: "ann", in: 41...64))
      #expect(bob.state == seqs(of: "bob", in: 1...64))
      #expect(bob.folded == [])
    }
    let nobody = try fold(reader, "nobody")
    #expect(nobody.state == nil && nobody.folded == [])
  }

  @Test func `of the states in merged indexes, the newest is read`() throws {
    for step in 1...17 {
      try extend(to: 8 * step) { writer in
        guard step == 3 || step == 9 else { return }
        writer.keep([("seqs", try Folded(seqs(of: "ann", in: 1...8 * step)).bytes)], of: "ann")
      }
    }
    let reader = try reader()
    #expect(reader.checkpoint.manifest.segments.map(\.level) == [1 << 10, 1])
    let ann = try fold(reader, "ann")
    #expect(ann.state == seqs(of: "ann", in: 1...136))
    #expect(ann.folded == seqs(of: "ann", in: 73...136))
  }

  @Test func `a state of lines after the end of the checkpoint is damage`() throws {
    try extend(to: 40) { writer in writer.keep("feed", try Folded([7]).bytes) }
    let checkpoint = try reader().checkpoint
    let common = try #require(checkpoint.manifest.commons.first)
    func state(_ place: StatePlace) throws -> Int? {
      try checkpoint.state(common.name, at: place, of: []) { $0.count }
    }
    #expect(try state(common.place) != nil)
    let place = common.place
    let later = StatePlace(
      file: place.file, offset: place.offset, head: place.head, total: place.total,
      end: checkpoint.position.end + 1)
    #expect(throws: Checkpoint.Damage.self) { try state(later) }
  }

  @Test func `an incomplete state is computed again from all lines`() throws {
    try extend(to: 40) { writer in writer.keep([("seqs", try Folded([0]).bytes)], of: "ann") }
    try extend(to: 48)
    let reader = try reader()
    for _ in 0..<2 {
      let ann = try fold(reader, "ann", misses: true)
      #expect(ann.state == seqs(of: "ann", in: 1...48))
      #expect(ann.folded == seqs(of: "ann", in: 41...48) + seqs(of: "ann", in: 1...48))
    }
  }

  @Test func `a state that was stored as missing stays missing until a line follows`() throws {
    try extend(to: 40) { writer in writer.keep([("seqs", [])], of: "ann") }
    #expect(try fold(reader(), "ann").state == nil)
    try extend(to: 48)
    #expect(try fold(reader(), "ann").state == seqs(of: "ann", in: 41...48))
  }

  @Test func `a state that does not end where it should is damage`() throws {
    try extend(to: 40) { writer in
      writer.keep([("seqs", try Folded([1]).bytes + [0])], of: "ann")
      writer.keep("feed", [7])
    }
    let reader = try reader()
    #expect(throws: Checkpoint.Damage.self) { try fold(reader, "ann") }
    #expect(throws: Checkpoint.Damage.self) { try feed(reader, "feed", [.feed]) }
  }

  private func feed(_ reader: CheckpointReader, _ name: String, _ areas: Areas) throws -> [Int]? {
    let state: Folded? = try reader.state(name, of: areas) { state, event in
      state = Folded(state.seqs + [event.seq])
    }
    return state?.seqs
  }

  private func seqs(of areas: Areas, in range: ClosedRange<Int>) -> [Int] {
    range.filter { seq in
      switch fact(seq).body {
      case .feed: areas.contains(.feed)
      case .plan: areas.contains(.plan)
      case .sessions: areas.contains(.sessions)
      default: false
      }
    }
  }

  @Test func `a state without a user is continued with the lines of its areas, in order`() throws {
    let both: Areas = [.feed, .plan]
    try extend(to: 40) { writer in
      writer.keep("feed", try Folded(seqs(of: [.feed], in: 1...40)).bytes)
      writer.keep("both", try Folded(seqs(of: both, in: 1...40)).bytes)
      writer.keep("sessions", try Folded(seqs(of: [.sessions], in: 1...40)).bytes)
    }
    let before = try reader()
    #expect(try feed(before, "sessions", [.sessions]) == seqs(of: [.sessions], in: 1...40))
    try extend(to: 48)
    try extend(to: 64)
    let reader = try reader()
    #expect(try feed(reader, "feed", [.feed]) == seqs(of: [.feed], in: 1...64))
    #expect(try feed(reader, "both", both) == seqs(of: both, in: 1...64))
    #expect(try feed(reader, "other", both) == nil)
    // The sessions of all users are not indexed.
    #expect(throws: Checkpoint.Damage.self) { try feed(reader, "sessions", [.sessions]) }
  }

  /// Returns the positions of the events that the index returns, or nil if it cannot.
  private func led(
    _ reader: CheckpointReader, _ parts: [(areas: Areas, user: Name?)]
  ) throws -> [Int]? {
    var interest = Interest()
    for part in parts {
      if let user = part.user {
        interest.add(1, of: user, in: part.areas)
      } else {
        interest.add(1, everythingIn: part.areas)
      }
    }
    var seqs: [Int] = []
    let isLed = try reader.withEvents(of: parts, interest) { run in
      seqs += (0..<run.count).map { run.event(at: $0).seq }
    }
    return isLed ? seqs : nil
  }

  @Test func `the index leads to the events of users and areas, including unknown ones, in order`()
    throws
  {
    try extend(to: 640)
    try extend(to: 1_400)
    let reader = try reader()
    reader.mostPlaces = .max
    func seqs(_ isMeant: (Name?, Event.Body) -> Bool) -> [Int] {
      (1...1_400).filter { isMeant(fact($0).user, fact($0).body) }
    }
    let areas: [Areas] = [
      [.feed], [.plan, .feed], [.sessions], .unknown, [.meals], [.plan, .unknown],
    ]
    for user in ["ann", "bob", "eve", "nobody"] as [Name] {
      for areas in areas {
        let expected = seqs { $0 == user && areas.contains(isKnown(in: $1)) }
        #expect(try led(reader, [(areas, user)]) == expected, "\(user) \(areas)")
        let both = seqs { ($0 == user || $0 == "eve") && areas.contains(isKnown(in: $1)) }
        #expect(try led(reader, [(areas, "eve"), (areas, user)]) == both)
      }
    }
    for areas in areas where !areas.contains(.sessions) {
      let expected = seqs { areas.contains(isKnown(in: $1)) }
      #expect(try led(reader, [(areas, nil)]) == expected, "\(areas)")
    }
    #expect(try led(reader, []) == [])
    // The sessions of all users are not indexed.
    #expect(try led(reader, [([.sessions], nil)]) == nil)
    #expect(try led(reader, [([.feed], nil), (.all, nil)]) == nil)
  }

  /// Returns the area of a fact, or nil if it is unknown to this build.
  private func isKnown(in body: Event.Body) -> Area? {
    Event(id: id(1), at: Samples.start, user: nil, body).area
  }

  @Test func `if a sixth of the lines is wanted, all lines are read in one pass`() throws {
    try extend(to: 80)
    let reader = try reader()
    #expect(reader.mostPlaces == 13)
    #expect(try led(reader, [([.plan], "ann")])?.count == 10)
    #expect(try led(reader, [([.plan], "ann"), ([.meals], nil)])?.count == 10)
    #expect(try led(reader, [([.feed], nil)]) == nil)
    #expect(try led(reader, [([.plan], "ann"), ([.feed], "ann")]) == nil)
    reader.mostPlaces = 10
    #expect(try led(reader, [([.plan], "ann")])?.count == 10)
    reader.mostPlaces = 9
    #expect(try led(reader, [([.plan], "ann")]) == nil)
  }

  @Test func `a changed line to which the index leads is refused`() throws {
    try extend(to: 80)
    let whole = try bytes(at: path)
    for (seq, isRead) in [(8, true), (16, true), (9, false), (78, false)] {
      var lines = whole.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
      let place = try #require(lines[seq - 1].firstIndex(of: UInt8(ascii: "T")))
      lines[seq - 1][place - 1] ^= 1
      try TestSupport.put(Array(lines.joined(separator: [0x0A])), at: path)
      let reader = try reader()
      if isRead {
        #expect(throws: LogError.self) { try led(reader, [([.plan], "ann")]) }
      } else {
        #expect(try led(reader, [([.plan], "ann")])?.count == 10)
      }
    }
  }

  @Test(arguments: [7, 15])
  func `a line to which the index leads is not trusted after an unreadable line`(
    _ seq: Int
  ) throws {
    try extend(to: 80)
    var lines = try bytes(at: path).split(separator: 0x0A, omittingEmptySubsequences: false)
      .map(Array.init)
    lines[seq - 1][0] = UInt8(ascii: "x")
    try TestSupport.put(Array(lines.joined(separator: [0x0A])), at: path)
    let reader = try reader()
    // The sum of the next line cannot be checked.
    #expect(throws: LogError.self) { try led(reader, [([.plan], "ann")]) }
  }

  @Test func `every user with an event is found, even if this build does not know the event`()
    throws
  {
    try extend(to: 40)
    let reader = try reader()
    for user in ["ann", "bob", "eve"] as [Name] { #expect(try reader.holdsEvents(of: user)) }
    #expect(try !reader.holdsEvents(of: "nobody"))
    #expect(try fold(reader, "eve").folded == [])
  }

  @Test func `a missing index is damage, and its states are not used`() throws {
    try extend(to: 40) { writer in
      writer.keep([("seqs", try Folded([1]).bytes)], of: "ann")
      writer.keep("feed", try Folded([1]).bytes)
    }
    try extend(to: 48)
    let checkpoint = Checkpoint.path(of: path)
    for name in try FileManager.default.contentsOfDirectory(atPath: checkpoint)
    where name.hasSuffix(".part") {
      try FileManager.default.removeItem(atPath: checkpoint + "/" + name)
    }
    let reader = try reader()
    #expect(throws: Checkpoint.Damage.self) { try fold(reader, "ann") }
    #expect(throws: Checkpoint.Damage.self) { try feed(reader, "feed", [.feed]) }
    #expect(throws: Checkpoint.Damage.self) { try reader.holdsEvents(of: "ann") }
    #expect(try !Log(path: path).forEachLine(holding: Samples.id(1)) { _, _ in })
  }

  @Test func `a place where no line begins is damage`() throws {
    try put(3)
    let log = try Log(path: path)
    let second = try #require(log.bytes.firstIndex(of: 0x0A, from: 0)) + 1
    #expect(try log.line(at: 0, LineDecoder()).line.seq == 1)
    #expect(try log.line(at: second, LineDecoder()).line.seq == 2)
    for place in [-1, 1, second - 1, second + 1, log.bytes.count, LogFormat.lastPosition] {
      #expect(throws: Checkpoint.Damage.self) { try log.line(at: place, LineDecoder()) }
    }
  }

  @Test func `a line after an unreadable one is not trusted`() throws {
    try put(3)
    var bytes = try bytes(at: path)
    let second = try #require(bytes.firstIndex(of: 0x0A)) + 1
    bytes[0] = UInt8(ascii: "x")
    try TestSupport.put(bytes, at: path)
    let log = try Log(path: path)
    #expect(throws: (any Error).self) { try log.line(at: second, LineDecoder()) }
  }

  @Test func `an unknown event stays unknown even if its type is added later`() throws {
    for (count, knewAll) in [(3, true), (8, false), (11, false)] {
      try extend(to: count)
      #expect(try reader().checkpoint.knewAll == knewAll, "\(count) events")
    }
  }

  @Test func `a log that is truncated while it is opened has no checkpoint`() throws {
    try put(10)
    let short = try bytes(at: path).count
    try extend(to: 80)
    let counting = Faults()
    _ = try Log(path: path, system: counting.system)
    let last = try #require(counting.calls.lastIndex(of: .stat))
    let path = path
    let faults = Faults { _, earlier in
      // The truncation happens before the size is read for the mapping.
      if earlier == last { truncate(path, short) }
      return nil
    }
    let log = try Log(path: path, system: faults.system)
    #expect(log.checkpoint == nil)
    #expect(try shown(log) == Array(1...10))
  }

  @Test func `without a checkpoint, nothing is looked up in one`() throws {
    try put(8)
    let log = try Log(path: path)
    #expect(CheckpointReader(of: log) == nil)
    #expect(try !log.forEachLine(holding: Samples.id(1)) { _, _ in Issue.record("a line") })
  }

  // MARK: - Users of one hash

  /// Returns another name whose stream has the same hash as the stream of a name of 15 bytes.
  ///
  /// The last word of the input compensates, by the inverse of its round, for a different first word.
  private func twin(of name: Name, _ key: UInt64) throws -> Name {
    let (prime1, prime2): (UInt64, UInt64) = (0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F)
    func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 { value << bits | value >> (64 - bits) }
    func inverse(_ odd: UInt64) -> UInt64 {
      (0..<6).reduce(odd) { found, _ in found &* (2 &- odd &* found) }
    }
    func round(_ word: UInt64) -> UInt64 { rotated(word &* prime2, 31) &* prime1 }
    func afterFirst(_ word: UInt64) -> UInt64 {
      rotated((key &+ 0x27D4_EB2F_1656_67C5 &+ 16) ^ round(word), 27) &* prime1
        &+ 0x85EB_CA77_C2B2_AE63
    }
    func words(_ name: String) -> (UInt64, UInt64) {
      Bytes.of(StreamKey.user(Name(name)).bytes) { ($0.word(at: 0), $0.word(at: 8)) }
    }
    let (first, last) = words(name.text)
    let wanted = afterFirst(first) ^ round(last)
    for number in 1_000_000..<2_000_000 {
      let word = afterFirst(words("\(number)--------").0) ^ wanted
      let lane = rotated(word &* inverse(prime1), 33) &* inverse(prime2)
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: lane >> ($0 * 8)) }
      guard bytes.allSatisfy({ (0x30...0x7A).contains($0) }) else { continue }
      return Name("\(number)" + String(decoding: bytes, as: UTF8.self))
    }
    throw CancellationError()
  }

  @Test func `a user without events is not found by another user's lines with the same hash`()
    throws
  {
    try extend(to: 8)
    let key = try #require(Log(path: path).checkpoint).manifest.key
    let one: Name = "fifteen-letters"
    let other = try twin(of: one, key)
    try append([Draft(user: one, like(1))], to: path)
    _ = try Appender(path: path).writeCheckpoint(isNew: false) { _ in }
    let reader = try reader()
    #expect(try reader.holdsEvents(of: one))
    #expect(try !reader.holdsEvents(of: other))
  }

  @Test func `users whose names have the same hash are distinguished by their lines`() throws {
    try extend(to: 8)
    let key = try #require(Log(path: path).checkpoint).manifest.key
    let one: Name = "fifteen-letters"
    let other = try twin(of: one, key)
    try #require(StreamKey.user(one).hash(key) == StreamKey.user(other).hash(key))
    try append([one, other, one].map { Draft(user: $0, like(1)) }, to: path)
    var seqs: [[Int]] = []
    _ = try Appender(path: path).writeCheckpoint(isNew: false) { writer in
      for user in [one, other] {
        seqs.append([])
        try writer.forEachEvent(of: user) { seqs[seqs.count - 1].append($0.seq) }
      }
    }
    #expect(seqs == [[9, 11], [10]])
    let reader = try reader()
    #expect(try fold(reader, one).folded == [9, 11])
    #expect(try fold(reader, other).folded == [10])
    // The kept state of one user is not a state of the other.
    try append([Draft(user: one, like(2))], to: path)
    _ = try Appender(path: path).writeCheckpoint(isNew: false) { writer in
      writer.keep([("seqs", try Folded([9, 11, 12]).bytes)], of: one)
    }
    let kept = try self.reader()
    #expect(try fold(kept, one).state == [9, 11, 12])
    #expect(throws: Checkpoint.Damage.self) { try fold(kept, other) }
  }
}
