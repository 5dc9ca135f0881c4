/// The places in a copy of a log that still contain a replaced value.
///
/// The search reads the strings of each line as they are written, without any code of the replacement. It skips only
/// the names of known fields and values from a fixed set of words.
package struct Leftovers: Sendable {
  /// A field with leftovers.
  package struct Field: Equatable, Sendable {
    /// The type and the field: `SetLogged.note`.
    ///
    /// `TYPE.members` means the names of unknown members, and `TYPE.unknown` their values.
    package let name: String
    /// The number of values that contain a replaced one.
    package var count: Int
    /// The position of the first such event.
    package let seq: Int
  }

  /// The fields in the order of their names.
  package private(set) var fields: [Field] = []

  /// Searches a copy of a log.
  ///
  /// - Parameters:
  ///   - scrubber: The scrubber that wrote the copy.
  package init(in copy: Log, after scrubber: Scrubber) throws(LogError) {
    let search = LeftoverSearch(after: scrubber)
    var found: [String: Field] = [:]
    try copy.forEachPart(from: FoundLines()) { (lines, reader) throws(LogError) in
      try lines.fill(from: &reader, search)
    } take: { lines in
      for hit in lines.hits {
        found[hit.name, default: Field(name: hit.name, count: 0, seq: hit.seq)].count += 1
      }
    }
    fields = found.values.sorted { $0.name < $1.name }
  }

  /// Returns whether any text that belongs to the copy contains a value that the scrubber replaced.
  package static func areIn(_ texts: [String], after scrubber: Scrubber) -> Bool {
    let search = LeftoverSearch(after: scrubber)
    return texts.contains { search.finds($0, in: .all) }
  }
}

/// The values to search for.
///
/// It is a class, since each line would copy the tables of a struct.
private final class LeftoverSearch: Sendable {
  let texts: RemovedTexts
  let identities: RemovedTexts
  let accounts: RemovedTexts
  let ids: RenamedIDs
  /// The new name of the erased person; nil if all persons got pseudonyms.
  let person: Name?

  init(after scrubber: Scrubber) {
    let pseudonyms = scrubber.pseudonyms
    var all = scrubber.removed
    all.formUnion(pseudonyms.identities)
    (texts, identities, accounts) = (all, pseudonyms.identities, pseudonyms.accounts)
    (ids, person) = (pseudonyms.ids, pseudonyms.erased.map { pseudonyms.user($0) })
  }

  /// Returns the values that count in an event of a user.
  ///
  /// In an erasure other persons may have written the same words, so only names and addresses count in their events.
  /// Their own accounts may even have the same given names.
  func scope(of user: Name?, _ type: EventType?) -> Scope {
    if person == nil || user == person { return .all }
    return type?.describesUser ?? false ? .accounts : .identities
  }

  /// Returns the values that count in the name of a user: other users may have the erased person's name with a number.
  func scope(ofNameOf user: Name?) -> Scope { person == nil || user == person ? .all : .accounts }

  enum Scope: UInt64 { case all, identities, accounts }

  /// Returns whether a text is a leftover.
  func finds(_ text: String, in scope: Scope) -> Bool {
    if let id = EventID(text) { return ids[id] != nil }
    return switch scope {
    case .all: texts.isFound(in: text)
    // A name may be a word of exercises, which others mean: the press of Arnold.
    case .identities: !OrdinaryWords.areOfExercises(text) && identities.isFound(in: text)
    case .accounts: accounts.isWhole(text)
    }
  }
}

/// The leftovers in some lines.
private struct FoundLines: Sendable {
  private(set) var hits: [(name: String, seq: Int)] = []
  /// The hashes of strings without a leftover, since most strings are in many lines.
  ///
  /// A hash is at the place that its lowest bits name, in place of an earlier one.
  private var clean = [UInt64](repeating: 0, count: 1 << 14)
  /// The users whose names are no leftover.
  private var cleanUsers: Set<Name> = []
  /// The type of the last line of a known type, since most lines have the type of the line before.
  private var kind: Kind?
  /// The names of the fields to search by the hash of their type and member.
  ///
  /// Most members are in many lines. Creating their names for each of them was half of the search. The two hashes are
  /// kept as an id, since the look-up of a number takes four times as long.
  private var members: [EventID: MemberFields] = [:]
  private static let most = 1 << 16

  /// A type of events, and the hash of its name.
  private struct Kind {
    let type: EventType?
    let name: String
    let hash: UInt64

    init(_ type: EventType?, called name: String) {
      (self.type, self.name) = (type, name)
      hash = Bytes.of(name) { XXH64.hash($0, seed: 0) }
    }
  }

  /// The names of the fields of a member: that of its name, and that of its values; nil for a member that is not
  /// searched.
  private struct MemberFields {
    let ofName: String?
    let ofValues: String?
  }

  /// Replaces the hits with those in the lines of a reader, with the results for the strings and fields of earlier
  /// lines.
  mutating func fill(from reader: inout LineReader, _ search: LeftoverSearch) throws(LogError) {
    hits = []
    while let line = try reader.next() {
      if !addCanonical(line, reader, search) {
        let name = reader.type
        let type = Bytes.of(name) { EventType.named($0, in: 0..<$0.count) }
        add(reader.line, isWhole: true, of: line, Kind(type, called: name), search)
      }
    }
  }

  /// Adds the leftovers of a canonical line of a known type, in which only the id, the user and the data can hold any.
  ///
  /// - Returns: False, with nothing added, for any other line.
  private mutating func addCanonical(
    _ line: LineReader.Line, _ reader: LineReader, _ search: LeftoverSearch
  ) -> Bool {
    guard let (head, dataEnd) = reader.head, let type = head.type else { return false }
    if search.ids[head.id] != nil { hits.append(("id", line.seq)) }
    if let user = head.user, !cleanUsers.contains(user) {
      if search.finds(user.text, in: search.scope(ofNameOf: user)) {
        hits.append(("user", line.seq))
      } else {
        cleanUsers.insert(user)
      }
    }
    let kind = kind.flatMap { $0.type == type ? $0 : nil } ?? Kind(type, called: type.name)
    self.kind = kind
    add(reader.bytes[head.data..<dataEnd], isWhole: false, of: line, kind, search)
    return true
  }

  /// Adds the leftovers in the strings of a line, or of its data.
  private mutating func add(
    _ bytes: Bytes, isWhole: Bool, of line: LineReader.Line, _ kind: Kind, _ search: LeftoverSearch
  ) {
    let (seq, lineScope) = (line.seq, search.scope(of: line.user, kind.type))
    var (member, fields) = (JSONString.none, MemberFields(ofName: nil, ofValues: nil))
    bytes.forEachString(within: isWhole ? 0 : 1) { string in
      // The values of a member follow its name.
      if string.key != member.key || string.isOuter != member.isOuter {
        (member, fields) = (string, self.fields(of: string, in: bytes, kind))
      }
      guard let field = string.isMemberName ? fields.ofName : fields.ofValues else { return }
      if !string.isEscaped, let id = EventID(bytes, in: string.range) {
        if search.ids[id] != nil { hits.append((field, seq)) }
        return
      }
      let scope = isWhole && field == "user" ? search.scope(ofNameOf: line.user) : lineScope
      // An empty place holds 0.
      let hash = XXH64.hash(bytes[string.range], seed: scope.rawValue) | 1 << 63
      let place = Int(truncatingIfNeeded: hash) & (clean.count - 1)
      guard clean[place] != hash else { return }
      if search.finds(string.text(in: bytes), in: scope) {
        hits.append((field, seq))
      } else {
        clean[place] = hash
      }
    }
  }

  /// Returns the names of the fields of a string's member.
  private mutating func fields(
    of string: JSONString, in bytes: Bytes, _ kind: Kind
  ) -> MemberFields {
    let hash = EventID(
      high: kind.hash, low: XXH64.hash(bytes[string.key], seed: string.isOuter ? 1 : 0))
    if let known = members[hash] { return known }
    if members.count == Self.most { members.removeAll(keepingCapacity: true) }
    let key = bytes.string(in: string.key)
    let known = kind.type.flatMap { SearchedFields.byType[$0] }
    func field(isMemberName: Bool) -> String? {
      SearchedFields.name(
        of: key, isOuter: string.isOuter, isMemberName: isMemberName, kind.name, known)
    }
    let fields = MemberFields(
      ofName: field(isMemberName: true), ofValues: field(isMemberName: false))
    members[hash] = fields
    return fields
  }
}

/// The fields whose values are searched.
private enum SearchedFields {
  /// The names of all fields of each type, each with whether its values are searched.
  static let byType: [EventType: [String: Bool]] = Dictionary(
    uniqueKeysWithValues: EventType.all.map { type in
      var fields: [String: Bool] = [:]
      add(type.description, to: &fields)
      return (type, fields)
    })

  private static func add(_ description: PayloadDescription, to fields: inout [String: Bool]) {
    for field in description.fields {
      fields[field.name] = (fields[field.name] ?? false) || isSearched(field.form)
      add(field.nested, to: &fields)
    }
  }

  private static func isSearched(_ form: FieldForm) -> Bool {
    switch form {
    case .text, .id: true
    case .list(let element): isSearched(element)
    case .integer, .number, .boolean, .time, .day, .word, .object: false
    }
  }

  /// The fields around the data, each with whether its value is searched.
  private static let envelope = [
    "seq": false, "id": true, "at": false, "user": true, "type": false, "v": false, "batch": false,
    "data": false, "sum": false,
  ]

  /// Returns the name of the field of a member's name, or of its values; nil for one that cannot be a leftover.
  ///
  /// - Parameter isOuter: Whether the member is not in the data.
  static func name(
    of key: String, isOuter: Bool, isMemberName: Bool, _ type: String, _ fields: [String: Bool]?
  ) -> String? {
    let known = isOuter ? envelope : fields ?? [:]
    if isMemberName { return known[key] == nil ? "\(type).members" : nil }
    guard let isSearched = known[key] else { return "\(type).unknown" }
    if isOuter, key == "type" { return fields == nil ? "type" : nil }
    guard isSearched else { return nil }
    return isOuter ? key : "\(type).\(key)"
  }
}

/// A string in a line.
private struct JSONString {
  /// The bytes between the quotes.
  let range: Range<Int>
  let isEscaped: Bool
  /// A Boolean value indicating whether the string is the name of a member.
  let isMemberName: Bool
  /// The name of the member whose value the string is or is in, or the string itself if it is a name.
  let key: Range<Int>
  /// A Boolean value indicating whether only one object is around the string.
  let isOuter: Bool

  /// A string that occurs in no line.
  static let none = JSONString(
    range: 0..<0, isEscaped: false, isMemberName: false, key: -1 ..< -1, isOuter: false)

  func text(in bytes: Bytes) -> String {
    guard isEscaped else { return bytes.string(in: range) }
    var scanner = Scanner(bytes, from: range.lowerBound - 1)
    // The line was read before, so its strings are valid.
    return (try? scanner.string()) ?? bytes.string(in: range)
  }
}

extension Bytes {
  /// Calls `body` with each string of a line, whose form was checked, or of its data, in order.
  ///
  /// - Parameter outer: The number of objects around the bytes.
  fileprivate func forEachString(within outer: Int, _ body: (JSONString) -> Void) {
    var (index, depth, key) = (0, outer, 0..<0)
    while index < count {
      switch self[index] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""):
        let start = index + 1
        var isEscaped = false
        index = endOfPlain(from: start)
        while index < count, self[index] == UInt8(ascii: "\\") {
          isEscaped = true
          index = endOfPlain(from: index + 2)
        }
        let range = start..<min(index, count)
        let isName = index + 1 < count && self[index + 1] == UInt8(ascii: ":")
        if isName { key = range }
        body(
          JSONString(
            range: range, isEscaped: isEscaped, isMemberName: isName, key: key, isOuter: depth == 1)
        )
      default: break
      }
      index += 1
    }
  }

  /// Returns the index of the first quote or backslash from `start`; `count` if there is none.
  private func endOfPlain(from start: Int) -> Int {
    firstIndex(ofAny: UInt8(ascii: "\""), UInt8(ascii: "\""), UInt8(ascii: "\\"), from: start)
  }
}
