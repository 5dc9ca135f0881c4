/// The memory that a scanner keeps next to the bytes: recent names, and the members of the open
/// objects.
///
/// One scratch serves one thread. Its memory goes to the next scratch, with the names in it; what a scanner found
/// in a line ends with the object.
@usableFromInline
final class Scratch {
  /// The part that a scanner carries; valid as long as its scratch.
  var view: View { block.view }
  private let block: Block
  /// The number of lines scanned with it; the entries of one line end with the next.
  private(set) var lines = 0

  /// The memory of scratches that are gone, for the next ones.
  ///
  /// A look-up through a checkpoint takes four, one after another: with new memory for each, a quarter of its
  /// instructions cleared it. What was found out about names holds for the whole process.
  private static let spare = Monitor<[Block]>([])
  /// The most that are kept.
  private static let mostSpare = 4

  init() { block = Scratch.spare.alone { $0.popLast() } ?? Block() }

  deinit {
    let isKept = Scratch.spare.alone { [block] spare in
      guard spare.count < Scratch.mostSpare else { return false }
      spare.append(block)
      return true
    }
    if !isKept { block.memory.free() }
  }

  /// Begins another line.
  func beginLine() { lines += 1 }

  /// The pointers to the memory of a scratch.
  @usableFromInline
  struct View {
    let names: NameCache
    /// The members of the objects that a scanner is in, those of the innermost last.
    let members: Slots<Member>
    /// A line with zeros after it.
    private let line: Slots<UInt8>

    fileprivate init(in memory: inout SlotMemory) {
      names = NameCache(in: &memory)
      members = memory.slots(Scratch.mostMembers)
      line = memory.slots(Scratch.paddedSize)
    }

    /// Returns a copy of `line` with zeros after it, or nil for a long line.
    ///
    /// With the zeros a reader need not check for the end at every byte. The copy lasts until the
    /// next one.
    func padded(_ line: Bytes) -> Bytes? {
      guard line.count <= Scratch.longestPadded else { return nil }
      return self.line.holding(line, padding: Scratch.padding)
    }
  }

  /// The memory of a scratch, and the pointers to its parts.
  private struct Block {
    let memory: SlotMemory
    let view: View

    private static let size =
      NameCache.memorySize + SlotMemory.size(of: Member.self, Scratch.mostMembers)
      + SlotMemory.size(of: UInt8.self, Scratch.paddedSize)

    init() {
      var memory = SlotMemory(size: Block.size)
      view = View(in: &memory)
      self.memory = memory
    }
  }

  /// The longest line that is copied, in bytes.
  static let longestPadded = 1 << 13
  /// The number of zeros after it.
  static let padding = 256
  private static let paddedSize = longestPadded + padding

  /// The most members that are kept; objects that have more are walked with lists of their own.
  static let mostMembers = 1024
}

/// The places of the name and the value of a member of an object.
struct Member: BitwiseCopyable {
  /// The first byte of the name, after the quote.
  let name: Int
  /// The number of bytes of the name; escapes count as they are written.
  let count: Int
  /// The first byte of the value.
  let value: Int
  /// The first bytes of the name, which tell nearly all names apart.
  let beginning: UInt64
  let isEscaped: Bool
}

/// The members of one object.
enum Members {
  /// The members kept in the scratch, in these places.
  case kept(Range<Int>)
  /// The members of an object that has too many for that, or escapes in their names.
  case listed([Member])
}

extension Scanner {
  /// Walks an object, skipping its values, and returns the places of its members.
  ///
  /// Members kept in the scratch stay there until `release`. A name is compared with those before
  /// it by length and first bytes; a list of names for every object would be allocated for every
  /// line.
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

  /// Returns the places of `members` to the scratch.
  mutating func release(_ members: Members) {
    if case .kept(let range) = members { keptMembers = range.lowerBound }
  }

  /// Walks an object with its members in the scratch; returns nil where there is no room, or a name
  /// has escapes.
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

  /// Reads the name of a member and moves to its value.
  mutating func memberName() throws(LineError) -> (range: Range<Int>, escaped: Bool) {
    space()
    guard peek == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
    let name = try rawString()
    space()
    try expect(UInt8(ascii: ":"), "':' after a name")
    space()
    return name
  }

  /// Returns the error that the name at `offset` is a duplicate.
  static func doubled(_ offset: Int) -> LineError {
    LineError(offset, "expected each name once, found one twice")
  }
}
