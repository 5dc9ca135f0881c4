/// A text that names something: a user, an exercise, a session, a post.
///
/// Two names are the same when their UTF-8 bytes are; Unicode equivalence plays no part, because two
/// machines may disagree about it. Order is the order of the bytes.
///
/// A name is one reference wide and carries its hash: the same few hundred names stand in millions
/// of events, so comparing them is nearly always comparing two addresses, and a dictionary look-up
/// mixes 8 bytes instead of hashing a text.
public struct Name: Sendable {
  // A class, because sharing is the point: a copy is a reference count, not 16 bytes and a count.
  private final class Storage: Sendable {
    let text: String
    let hash: UInt64

    init(text: String, hash: UInt64) {
      self.text = text
      self.hash = hash
    }
  }

  private let storage: Storage

  /// The text.
  public var text: String { storage.text }

  /// The XXH64 of the text's UTF-8.
  var hash64: UInt64 { storage.hash }

  /// The name that is written `text`.
  public init(_ text: String) {
    self.init(text, hash: Bytes.of(text) { XXH64.hash($0) })
  }

  fileprivate init(_ text: String, hash: UInt64) {
    storage = Storage(text: text, hash: hash)
  }

  fileprivate func isText(_ bytes: Bytes, in range: Range<Int>, hash: UInt64) -> Bool {
    storage.hash == hash && bytes.equals(storage.text, in: range)
  }
}

extension Name: Hashable {
  public static func == (one: Name, other: Name) -> Bool {
    if one.storage === other.storage { return true }
    return one.storage.hash == other.storage.hash
      && one.text.utf8.elementsEqual(other.text.utf8)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(storage.hash) }
}

extension Name: Comparable {
  public static func < (one: Name, other: Name) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

extension Name: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral text: String) { self.init(text) }
  public var description: String { text }
}

/// Hands out one `Name` for the same bytes as long as they keep coming.
///
/// A cache of fixed size, not a register: a log with a million sessions must not fill the memory
/// with their names. Two names that fall into one place push each other out and cost a new string.
final class NameTable {
  private static let places = 4096
  private var names = [Name?](repeating: nil, count: places)

  func name(_ bytes: Bytes, in range: Range<Int>) -> Name {
    let hash = XXH64.hash(bytes[range])
    let place = Int(truncatingIfNeeded: hash) & (Self.places - 1)
    if let known = names[place], known.isText(bytes, in: range, hash: hash) { return known }
    let name = Name(bytes.string(in: range), hash: hash)
    names[place] = name
    return name
  }
}
