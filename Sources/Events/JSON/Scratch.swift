/// What a scanner keeps beside the bytes: names it has met, and where the members stand of the objects
/// it is in.
///
/// One scratch serves one thread. Nothing in it outlives the object that owns it.
final class Scratch {
  /// What a scanner carries; valid as long as its scratch.
  let view = View()
  /// How many lines were scanned with it: what it holds of one is gone with the next.
  private(set) var lines = 0

  init() {}
  deinit { view.free() }

  /// Begins another line.
  func beginLine() { lines += 1 }

  struct View {
    let names = NameCache()
    /// The members of the objects a scanner is in, those of the innermost last.
    let members = Slots<Member>(count: Scratch.mostMembers)

    fileprivate func free() {
      names.free()
      members.free()
    }
  }

  /// How many members can be kept here. Objects that have more are walked with lists of their own.
  static let mostMembers = 1024
}

/// A member of an object: where its name and its value stand.
struct Member: BitwiseCopyable {
  /// The first byte of the name, behind the quote.
  var name = 0
  /// The bytes of the name; escapes count as they are written.
  var count = 0
  /// The first byte of the value.
  var value = 0
  /// The first bytes of the name, which tell nearly all names apart.
  var beginning: UInt64 = 0
  var isEscaped = false
}

/// The members of one object.
enum Members {
  /// Kept in the scratch, in these places.
  case kept(Range<Int>)
  /// Too many for that, or with escapes in their names.
  case listed([Member])
}

extension Scanner {
  /// Walks an object, passing its values, and answers where its members stand. Those that are kept in
  /// the scratch stay there until `release`.
  ///
  /// A name is compared with those before it by length and first bytes; a list of names for every object
  /// would be allocated for every line.
  mutating func members(depth: Int) throws(LineError) -> Members {
    let start = offset
    if let scratch, let range = try keepMembers(scratch.members, depth: depth) {
      return .kept(range)
    }
    offset = start
    var listed: [Member] = []
    var names = MemberNames()
    try object(depth: depth) { (scanner, name) throws(LineError) in
      try names.insert(name, of: scanner)
      listed.append(scanner.member(name))
      try scanner.skip(depth: depth + 1)
    }
    return .listed(listed)
  }

  /// Gives the places of `members` back.
  mutating func release(_ members: Members) {
    if case .kept(let range) = members { keptMembers = range.lowerBound }
  }

  /// nil where there is no room, or a name has escapes.
  private mutating func keepMembers(
    _ places: Slots<Member>, depth: Int
  ) throws(LineError) -> Range<Int>? {
    let first = keptMembers
    try descend(depth)
    space()
    if peek == UInt8(ascii: "}") {
      offset += 1
      return first..<first
    }
    repeat {
      let name = try memberName()
      guard !name.escaped, keptMembers < places.count else {
        keptMembers = first
        return nil
      }
      let member = member(name)
      for place in first..<keptMembers where isSame(places[place], member) {
        throw Scanner.doubled(member.name - 1)
      }
      places[keptMembers] = member
      keptMembers += 1
      try skip(depth: depth + 1)
    } while try another(or: UInt8(ascii: "}"), "',' or '}' after a value")
    return first..<keptMembers
  }

  private func member(_ name: (range: Range<Int>, escaped: Bool)) -> Member {
    Member(
      name: name.range.lowerBound, count: name.range.count, value: offset,
      beginning: bytes.word(at: name.range.lowerBound, before: name.range.upperBound),
      isEscaped: name.escaped)
  }

  private func isSame(_ one: Member, _ other: Member) -> Bool {
    guard one.beginning == other.beginning, one.count == other.count else { return false }
    return bytes[one.name..<one.name + one.count].equals(
      bytes[other.name..<other.name + other.count])
  }

  /// Reads the name of a member and stands before its value.
  mutating func memberName() throws(LineError) -> (range: Range<Int>, escaped: Bool) {
    space()
    guard peek == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
    let name = try rawString()
    space()
    try expect(UInt8(ascii: ":"), "':' after a name")
    space()
    return name
  }

  /// The error that the name at `offset` stood there before.
  static func doubled(_ offset: Int) -> LineError {
    LineError(offset, "expected each name once, found one twice")
  }
}
