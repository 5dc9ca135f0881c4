/// The exercises of a catalogue in JSON, as drafts of events.
///
/// The reader accepts three formats, even mixed in one file:
///
///     free-exercise-db   id name force level mechanic equipment primaryMuscles[] secondaryMuscles[]
///                        instructions[] category images[]
///     ExerciseDB v1      id name bodyPart equipment target gifUrl secondaryMuscles[] instructions[]
///     ExerciseDB v2      exerciseId name bodyParts[] equipments[] targetMuscles[] gifUrl …
///
/// The entries are a list, or an object that contains the list in `exercises` or `data`. Only the name is required. A
/// list may also be a string that contains JSON, as in some databases.
///
/// The drafts have no user and no time. The id of a draft depends only on the content of its entry. An append
/// therefore recognises an exercise that is imported again. A changed exercise becomes a new event that replaces the
/// description.
public struct ImportedCatalogue: Equatable, Sendable {
  /// The events, in the order of the file.
  public var drafts: [Draft] = []
  /// The number of entries in the list.
  public var entries = 0
  /// The number of entries that repeat an earlier one exactly.
  public var passedOver = 0
  /// The entries that were skipped because of a problem, in the order of the file.
  public var problems: [ImportProblem] = []

  /// Creates the drafts of the catalogue in `bytes`.
  ///
  /// - Throws: `ImportError` if the file has another format, or if more than half of its entries are invalid. An
  ///   invalid entry is a problem, and the other entries are imported.
  public init(_ bytes: Bytes) throws(ImportError) {
    let list = try ExerciseList(bytes)
    entries = list.entries.count
    var sensible: [(entry: ExerciseList.Entry, given: Name?, slug: String)] = []
    var contents: Set<[UInt8]> = []
    var free = FreeNames()
    for place in list.entries {
      let entry = place.read(bytes)
      guard contents.insert(entry.json.bytes).inserted else {
        passedOver += 1
        continue
      }
      do throws(ImportProblem) {
        let (given, slug) = try entry.checkedID()
        // Given ids have precedence, so that no slug takes one of them.
        if let given, !free.reserve(given) {
          throw entry.problem("id", "ids must be unique, but one occurs twice")
        }
        sensible.append((place, given, slug))
      } catch {
        problems.append(error)
        if problems.count == ImportError.manyProblems {
          try ImportError.refuse(problems, of: place.index + 1 - passedOver, "entries")
        }
      }
    }
    try ImportError.refuse(problems, of: entries - passedOver, "entries")
    for (place, given, slug) in sensible {
      do throws(ImportProblem) {
        let exercise = try place.read(bytes).catalogued(as: given ?? free.next(slug))
        drafts.append(Draft(id: exercise.derivedID, exercise.body))
      } catch { problems.append(error) }
    }
  }
}

extension ExerciseCatalogued {
  /// The id derived from all fields of the event.
  fileprivate var derivedID: EventID {
    var writer = JSONWriter()
    // Without limit checks, only a number could fail, and there is none.
    try? _write(to: &writer)
    return EventID(derivedFrom: ["exercise", writer.text])
  }
}

/// The list of a catalogue, as the offsets of its entries.
private struct ExerciseList {
  private(set) var entries: [Entry] = []

  /// The offset of an entry.
  ///
  /// A JSON tree takes twenty times the memory of its text, so only the current entry is parsed.
  struct Entry {
    let offset: Int
    let line: Int
    let index: Int
    let list: String

    /// Returns the entry, which was checked strictly before.
    func read(_ bytes: Bytes) -> ExerciseEntry {
      var scanner = Scanner(bytes, from: offset)
      let json = (try? JSON(&scanner, depth: 1)) ?? .null
      return ExerciseEntry(json: json, line: line, index: index, list: list)
    }
  }

  /// The largest number of entries; the largest known catalogue has some 11,000.
  private static let mostEntries = 100_000
  private static let sources = "free-exercise-db and ExerciseDB publish such files"
  /// The longest entry in bytes; an event could not contain a longer one.
  private static let longestEntry = Log.longestLine

  init(_ bytes: Bytes) throws(ImportError) {
    var scanner = Scanner(bytes, from: bytes.byteOrderMark)
    var isFound = false
    do throws(LineError) {
      scanner.space()
      switch scanner.peek {
      case UInt8(ascii: "["):
        isFound = true
        try readList(&scanner, path: "$", depth: 0)
      case UInt8(ascii: "{"):
        var names = MemberNames()
        try scanner.object(depth: 0) { (scanner, name) throws(LineError) in
          try names.insert(name, of: scanner)
          let name = bytes.string(in: name.range)
          guard !isFound, name == "exercises" || name == "data",
            scanner.peek == UInt8(ascii: "[")
          else { return try scanner.skip(depth: 1) }
          isFound = true
          try readList(&scanner, path: "$.\(name)", depth: 1)
        }
      default: try scanner.skip()
      }
      try scanner.end()
    } catch {
      var error = ImportError(json: error, in: bytes)
      error.help = error.help ?? "the file must be JSON; \(Self.sources)"
      throw error
    }
    guard isFound else {
      throw ImportError(
        kind: .unrecognised,
        message: "expected a list of exercises, or an object with one under 'exercises' or 'data'",
        help: Remedy(Self.sources))
    }
  }

  private mutating func readList(
    _ scanner: inout Scanner, path: String, depth: Int
  ) throws(LineError) {
    let bytes = scanner.bytes
    var counted = 0
    var line = 1
    try scanner.array(depth: depth) { (scanner) throws(LineError) in
      for index in counted..<scanner.offset where bytes.endsLine(at: index) { line += 1 }
      counted = scanner.offset
      let start = scanner.offset
      guard entries.count < Self.mostEntries else {
        throw LineError(
          start, "expected at most \(grouped("\(Self.mostEntries)")) entries, found more")
      }
      try scanner.skip(depth: depth + 1)
      guard scanner.offset - start <= Self.longestEntry else {
        throw LineError(start, "an entry must be at most 1 MiB long")
      }
      entries.append(Entry(offset: start, line: line, index: entries.count, list: path))
    }
  }
}

extension ImportError {
  /// Creates the error for a JSON file from the scanner's error, whose message refers to lines of a log.
  fileprivate init(json error: LineError, in bytes: Bytes) {
    let message = error.message.replacingAll("the end of the line", with: "the end of the file")
    let error = LineError(error.offset, message, help: error.help)
    self =
      message.hasPrefix("expected valid UTF-8")
      ? .notText(error, in: bytes) : .malformed(message, in: bytes, at: error.offset)
  }
}
