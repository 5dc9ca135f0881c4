import Events
import Projections

/// The lines that have or name an id, which may be given by a prefix.
struct Mentions {
  typealias Found = [(line: LineReader.Line, lines: LineReader)]

  private let text: String
  /// The lines that have or name exactly the text.
  private var exact: Found = []
  /// The first longer id with this prefix, and its lines.
  private var longer: (id: String, lines: Found)?
  /// All longer ids with this prefix.
  private var matches: Set<String> = []

  private init(of text: String) { self.text = text }

  /// Returns the id that a text means, and the lines that have or name it.
  ///
  /// The text is a whole id, a prefix, `@45` or `last`. A position means its event if other events name the event.
  /// Otherwise it means the entity that the event is about.
  static func search(_ text: String, in log: Log) throws -> (id: String, lines: Found) {
    let seq = text == "last" ? try log.tail().seq : Reference(text).position
    guard let seq else {
      var mentions = Mentions(of: text)
      return try mentions.search(in: log)
    }
    guard let names = try log.entityNames(at: seq), let own = names.first else {
      throw Refusal(
        .notFound, "the log has no event \(seq)", help: "'replog log' shows what it has")
    }
    var mentions = Mentions(of: own.text)
    let found = try mentions.search(in: log)
    guard found.lines.count == 1, names.count > 1 else { return found }
    var about = Mentions(of: names[1].text)
    return try about.search(in: log)
  }

  /// Returns the id and its lines, in order.
  ///
  /// - Throws: A refusal if the text matches no line, or lines of several ids.
  private mutating func search(in log: Log) throws -> (id: String, lines: Found) {
    if let id = EventID(text), id.description == text,
      try log.forEachLine(holding: id, { line, lines in try add(line, lines) })
    {
      return try result(of: log)
    }
    let search = MentionSearch(text)
    try log.forEachLine { (_, lines) throws(LogError) in
      try search.mayBeIn(lines)
    } _: { line, lines in
      try add(line, lines)
      return true
    }
    return try result(of: log)
  }

  private mutating func add(_ line: LineReader.Line, _ lines: LineReader) throws {
    let ids = try lines.texts().filter { $0.utf8.starts(with: text.utf8) }
    if ids.contains(text) { return exact.append((line, lines)) }
    for id in ids where EventID(id) != nil {
      matches.insert(id)
      if longer == nil { longer = (id, []) }
    }
    if let id = longer?.id, ids.contains(id) { longer?.lines.append((line, lines)) }
  }

  private func result(of log: Log) throws -> (id: String, lines: Found) {
    if !exact.isEmpty { return (text, exact) }
    guard let longer else {
      let isUser = try log.users(near: Name(text)) == nil
      throw Refusal(
        .notFound, "no event has or mentions the id '\(text)'",
        help: isUser
          ? "'replog log --user \(quotedForShell(text))' shows the events of this user"
          : "enter an id, its first characters or the position of an event, such as '@45'")
    }
    guard matches.count == 1 else {
      throw Refusal(
        .ambiguous, "\(matches.count) ids begin with '\(text)'",
        help: "enter more characters of the id")
    }
    return longer
  }
}
