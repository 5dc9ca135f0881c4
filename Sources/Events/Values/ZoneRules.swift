/// The UTC offsets of a time zone, from the system's time zone data.
///
/// Source: RFC 9636, "The Time Zone Information Format (TZif)", version 2 and later. The data is a list of changes,
/// and a rule for the time after the last change.
public struct ZoneRules: Equatable, Sendable {
  struct Change: Equatable, Sendable {
    /// The time of the change in seconds since 1970 in UTC.
    let at: Int64
    /// The number of seconds that clocks are ahead of UTC from then on.
    let offset: Int64
  }

  let changes: [Change]
  /// The offset before the first change.
  let first: Int64
  /// The rule for the time after the last change; nil if the last offset stays.
  let rule: YearlyRule?

  /// Creates the rules from the bytes of a file, or returns nil for another format.
  ///
  /// The files of the system are in a folder such as `/usr/share/zoneinfo`, by name: `Europe/Berlin`. With the trait
  /// `FoundationBridge`, `ZoneRules(_:)` takes a `TimeZone`.
  public init?(_ bytes: [UInt8]) {
    var file = ZoneFile(bytes)
    guard let head = file.header(), head.version >= UInt8(ascii: "2"),
      file.skip(head.size(ofTime: 4)), let counts = file.header(),
      let block = file.nextBytes(counts.size(ofTime: 8)), let footer = file.footer()
    else { return nil }
    let times = (0..<counts.times).map { ZoneFile.number(block, at: $0 * 8, 8) }
    let kinds = block[(counts.times * 8)...].prefix(counts.times)
    let table = counts.times * 9
    let offsets = (0..<counts.kinds).map { ZoneFile.number(block, at: table + $0 * 6, 4) }
    guard kinds.allSatisfy({ Int($0) < offsets.count }), let first = offsets.first,
      offsets.allSatisfy({ abs($0) < 86_400 }), zip(times, times.dropFirst()).allSatisfy(<)
    else { return nil }
    self.first = first
    changes = zip(times, kinds).map { Change(at: $0, offset: offsets[Int($1)]) }
    if footer.isEmpty {
      rule = nil
    } else {
      guard let read = YearlyRule(footer) else { return nil }
      rule = read
    }
  }

  /// Returns the offset in minutes ahead of UTC at a local time.
  ///
  /// When clocks are put forward, the skipped times have the offset before the change. When clocks are put back, a
  /// time that occurs twice is the first of the two.
  ///
  /// - Parameter wall: The local time in milliseconds since 1970-01-01.
  package func offsetMinutes(atWall wall: Int64) -> Int16 {
    offsetsMinutes(atWall: wall).first ?? Int16(offsets(aroundWall: wall).before / 60)
  }

  /// Returns the offsets in minutes ahead of UTC at a local time: none if clocks skip it, two in order if it occurs
  /// twice.
  ///
  /// - Parameter wall: The local time in milliseconds since 1970-01-01.
  package func offsetsMinutes(atWall wall: Int64) -> [Int16] {
    let (seconds, before, after) = offsets(aroundWall: wall)
    return (before == after ? [before] : [before, after])
      .filter { offset(at: seconds - $0) == $0 }.map { Int16($0 / 60) }
  }

  /// Returns a local time in seconds, and the offsets in seconds a day before and after it.
  ///
  /// No clock changes twice within two days, or differs from UTC by more than a day.
  private func offsets(aroundWall wall: Int64) -> (seconds: Int64, before: Int64, after: Int64) {
    let seconds = wall.quotientAndRemainder(dividingBy: 1000).quotient
    return (seconds, offset(at: seconds - 86_400), offset(at: seconds + 86_400))
  }

  /// Returns the number of seconds that clocks are ahead of UTC at a moment, given in seconds since 1970.
  func offset(at moment: Int64) -> Int64 {
    let next = changes.indices.search { changes[$0].at > moment }
    if next == changes.count, let rule { return rule.offset(at: moment) }
    return next == 0 ? first : changes[next - 1].offset
  }
}

/// A parser for a file of time zone data.
private struct ZoneFile {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  struct Header {
    let version: UInt8
    let (utcMarks, standardMarks, leaps): (Int, Int, Int)
    let (times, kinds, letters): (Int, Int, Int)

    /// Returns the number of bytes in the block that follows the header.
    func size(ofTime time: Int) -> Int {
      times * (time + 1) + kinds * 6 + letters + leaps * (time + 4) + standardMarks + utcMarks
    }
  }

  mutating func header() -> Header? {
    guard let bytes = nextBytes(44), bytes.starts(with: "TZif".utf8) else { return nil }
    let counts = (0..<6).map { Int(ZoneFile.number(bytes, at: 20 + $0 * 4, 4)) }
    guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
    return Header(
      version: bytes[4], utcMarks: counts[0], standardMarks: counts[1], leaps: counts[2],
      times: counts[3], kinds: counts[4], letters: counts[5])
  }

  mutating func nextBytes(_ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func skip(_ count: Int) -> Bool { nextBytes(count) != nil }

  /// Returns the text between the two line feeds at the end.
  func footer() -> String? {
    guard rest.first == 0x0A, let end = rest.dropFirst().firstIndex(of: 0x0A) else { return nil }
    return String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
  }

  /// Returns a signed number with the most significant byte first.
  static func number(_ bytes: [UInt8], at start: Int, _ count: Int) -> Int64 {
    var number: Int64 = bytes[start] >= 0x80 ? -1 : 0
    for byte in bytes[start..<start + count] { number = number << 8 | Int64(byte) }
    return number
  }
}
