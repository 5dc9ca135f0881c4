/// An entry of a catalogue, with its position.
struct ExerciseEntry {
  let json: JSON
  /// The number of the entry's first line, from 1.
  let line: Int
  /// The index in the list, from 0.
  let index: Int
  /// The JSON path of the list: `$`, or `$.exercises`.
  let list: String

  /// Returns a problem of the member at `path`, or of the entry as a whole.
  func problem(_ path: String?, _ message: String) -> ImportProblem {
    ImportProblem(
      line: line, column: "\(list)[\(index)]\(path.map { ".\($0)" } ?? "")", index: index, message)
  }

  /// Returns the id of the entry, if there is one, and the slug of its name for use without an id.
  ///
  /// - Throws: The first problem that excludes the entry.
  func checkedID() throws(ImportProblem) -> (given: Name?, slug: String) {
    guard case .object = json else { throw problem(nil, "expected an object, found \(json.noun)") }
    let slug = try slug()
    _ = try catalogued(as: Name(slug))
    return (try id(), slug)
  }

  /// Returns the id of the entry, with a number as text, or nil if there is none.
  private func id() throws(ImportProblem) -> Name? {
    for member in ["id", "exerciseId"] {
      let text: String
      switch json[member] {
      case nil, .null: continue
      case .string(let string): text = trimmed(string)
      case .number(.integer(let number)): text = String(number)
      case .some(let other):
        throw problem(member, "expected a string or a whole number, found \(other.noun)")
      }
      if text.isEmpty { continue }
      if let breach = Limit.name.breach(by: text) { throw problem(member, breach) }
      return Name(text)
    }
    return nil
  }

  /// Returns the display name of the exercise.
  private func name() throws(ImportProblem) -> String {
    guard let name = try text("name") else {
      throw problem("name", "expected a name, found \(json["name"].map(\.noun) ?? "none")")
    }
    return name
  }

  /// Returns the slug of the entry: its name in lowercase with `_` instead of spaces.
  ///
  /// Punctuation is kept, as in the apps that use such catalogues.
  private func slug() throws(ImportProblem) -> String {
    let slug = String(try name().lowercased().map { $0 == " " ? "_" : $0 })
    if try id() == nil {
      if let breach = Limit.name.breach(by: slug) { throw problem("name", breach) }
      if slug.utf8.count > ExerciseSlugs.longest {
        throw problem("name", "must have at most \(ExerciseSlugs.longest) bytes")
      }
    }
    return slug
  }

  /// Returns the event that describes the entry as the exercise `id`.
  func catalogued(as id: Name) throws(ImportProblem) -> ExerciseCatalogued {
    var muscles = try texts("primaryMuscles")
    if muscles.isEmpty { muscles = try texts("targetMuscles") }
    if muscles.isEmpty, let target = try text("target") { muscles = [target] }
    return ExerciseCatalogued(
      exercise: id, name: try name(), bodyPart: try text("bodyPart", or: "bodyParts"),
      equipment: try text("equipment", or: "equipments"), force: try text("force"),
      level: try text("level"), mechanic: try text("mechanic"), category: try text("category"),
      primaryMuscles: muscles, secondaryMuscles: try texts("secondaryMuscles"),
      instructions: try texts("instructions"), gifUrl: try text("gifUrl"),
      images: try texts("images"))
  }

  // MARK: - Members

  /// Returns the string value of a member, or nil if it is missing or not a string.
  private func text(_ member: String) throws(ImportProblem) -> String? {
    guard case .string(let string)? = json[member] else { return nil }
    let text = trimmed(string)
    if text.isEmpty { return nil }
    if let breach = Limit.text.breach(by: text) { throw problem(member, breach) }
    return text
  }

  /// Returns the string values of a member; none if it is missing or not a list of strings.
  private func texts(_ member: String) throws(ImportProblem) -> [String] {
    var list = json[member]
    if case .string(let string)? = list { list = Bytes.of(string) { try? JSON($0) } }
    guard case .array(let elements)? = list else { return [] }
    var texts: [String] = []
    for (place, element) in elements.enumerated() {
      guard case .string(let string) = element else { continue }
      let text = trimmed(string)
      if text.isEmpty { continue }
      if let breach = Limit.text.breach(by: text) { throw problem("\(member)[\(place)]", breach) }
      texts.append(text)
    }
    return texts
  }

  /// Returns the string value of a member, or joins the strings of a list.
  ///
  /// In some catalogues, the value is a list, whereas the event has a single text.
  private func text(_ member: String, or list: String) throws(ImportProblem) -> String? {
    if let text = try text(member) { return text }
    let texts = try texts(list)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}

extension JSON {
  /// The kind of the value with its article, for error messages.
  fileprivate var noun: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number: "a number"
    case .string(let text): text.isEmpty ? "an empty string" : "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
