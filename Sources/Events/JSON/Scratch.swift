/// A scanner's memory: recent names, and the members of the open objects.
///
/// A scratch is for one thread. After its end, the next scratch reuses its memory with the names. The members are
/// valid until the object ends.
@usableFromInline
final class Scratch {
  /// The view for a scanner; valid as long as the scratch exists.
  var view: View { block.view }
  private let block: Block
  /// The number of scanned lines; the entries of one line are valid until the next line.
  private(set) var lines = 0

  /// The memory of former scratches, for reuse.
  ///
  /// A look-up by a checkpoint takes four scratches in turn. Clearing new memory for each took a quarter of the
  /// instructions. The cached names are valid for the whole process.
  private static let spare = Monitor<[Block]>([])
  /// The largest number of blocks to keep.
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

  func beginLine() { lines += 1 }

  /// The pointers to the memory of a scratch.
  @usableFromInline
  struct View {
    let names: NameCache
    /// The members of the open objects; those of the innermost object are last.
    let members: Slots<Member>
    /// A copy of a line, with zeros after it.
    private let line: Slots<UInt8>

    fileprivate init(in memory: inout SlotMemory) {
      names = NameCache(in: &memory)
      members = memory.slots(Scratch.mostMembers)
      line = memory.slots(Scratch.paddedSize)
    }

    /// Returns a copy of `line` with zeros after it, or nil for a long line.
    ///
    /// With the zeros, a reader need not check for the end at every byte. The copy is valid until the next call.
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

  /// The longest line to copy, in bytes.
  static let longestPadded = 1 << 13
  /// The number of zeros after the copy.
  static let padding = 256
  private static let paddedSize = longestPadded + padding

  /// The largest number of kept members; objects with more members use separate lists.
  static let mostMembers = 1024
}

/// The positions of the name and the value of a member of an object.
struct Member: BitwiseCopyable {
  /// The offset of the first byte of the name, after the quote.
  let name: Int
  /// The number of bytes of the name, including unresolved escapes.
  let count: Int
  /// The offset of the first byte of the value.
  let value: Int
  /// The first bytes of the name, which distinguish most names.
  let beginning: UInt64
  let isEscaped: Bool
}

/// The members of one object.
enum Members {
  /// The members are in the scratch, at these indexes.
  case kept(Range<Int>)
  /// The members of an object with too many members for the scratch, or with escapes in names.
  case listed([Member])

  var count: Int {
    switch self {
    case .kept(let range): range.count
    case .listed(let listed): listed.count
    }
  }
}

extension Scanner {
  /// Visits an object, skips its values, and returns the positions of its members.
  ///
  /// Members in the scratch stay there until a call of `release`. A name is compared with earlier names by length and
  /// first bytes. A separate list of names would require an allocation for every line.
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

  /// Releases the scratch's memory of `members`.
  mutating func release(_ members: Members) {
    if case .kept(let range) = members { keptMembers = range.lowerBound }
  }

  /// Visits an object with its members in the scratch, or returns nil if there is no room or a name has escapes.
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

  /// Returns the error for a repeated name at `offset`.
  static func doubled(_ offset: Int) -> LineError {
    LineError(offset, "the names in an object must be unique, got a duplicate")
  }
}
