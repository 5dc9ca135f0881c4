extension EventType {
  /// Creates the type with a name on the wire.
  ///
  /// The result is nil for a type unknown to this build: an app's own, or one of a later release. Such events have the
  /// body `.unknown`, and belong to `Areas.unknown`.
  public init?(named name: String) {
    guard let type = Bytes.of(name, { EventType.named($0, in: 0..<$0.count) }) else { return nil }
    self = type
  }

  /// Returns the type with the name in `range`, or nil for an unknown name.
  static func named(_ bytes: Bytes, in range: Range<Int>) -> EventType? {
    guard let spelling = Spelling(bytes, in: range) else { return nil }
    var place = spelling.place
    while let entry = table[place] {
      if entry.spelling == spelling { return entry.type }
      place = (place + 1) & (places - 1)
    }
    return nil
  }

  /// A name of at most 24 bytes as three words, which compare faster than a string.
  private struct Spelling: Equatable {
    let first, second, third: UInt64
    let count: Int

    init?(_ bytes: Bytes, in range: Range<Int>) {
      count = range.count
      guard range.count > 0, range.count <= 24 else { return nil }
      first = bytes.word(at: range.lowerBound, before: range.upperBound)
      second = range.count > 8 ? bytes.word(at: range.lowerBound + 8, before: range.upperBound) : 0
      third = range.count > 16 ? bytes.word(at: range.lowerBound + 16, before: range.upperBound) : 0
    }

    /// The first index of the search in the table.
    var place: Int {
      let mixed = (first ^ second &* 31 ^ third &* 17) &* 0x9E37_79B1_85EB_CA87
      return Int(truncatingIfNeeded: mixed >> 40) & (places - 1)
    }
  }

  /// The types by spelling, in a hash table with open addressing.
  ///
  /// The table has ten times as many places as types. A look-up takes 3 ns; a dictionary of strings takes 70 ns,
  /// including the creation of the string.
  private static let table: [(spelling: Spelling, type: EventType)?] = {
    var table = [(spelling: Spelling, type: EventType)?](repeating: nil, count: places)
    for type in EventType.all {
      guard let spelling = Bytes.of(type.name, { Spelling($0, in: 0..<$0.count) }) else {
        preconditionFailure("the name of an event type must have at most 24 bytes: '\(type.name)'")
      }
      var place = spelling.place
      while table[place] != nil { place = (place + 1) & (places - 1) }
      table[place] = (spelling, type)
    }
    return table
  }()

  private static let places = 1_024
}
