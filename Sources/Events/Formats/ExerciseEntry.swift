/// One entry of a catalogue, and where it stands.
struct ExerciseEntry {
  let json: JSON
  /// The line it begins on, from 1.
  let line: Int
  /// Its place in the list, from 0.
  let index: Int
  /// The path of the list: `$`, or `$.exercises`.
  let list: String

  /// The problem with the member at `path`, or with the entry as a whole.
  func problem(_ path: String?, _ message: String) -> ImportProblem {
    ImportProblem(
      line: line, column: "\(list)[\(index)]\(path.map { ".\($0)" } ?? "")", index: index, message)
  }

  /// The id it gives itself, if it does, and the one to make of its name otherwise.
  ///
  /// - Throws: the problem with whatever keeps the entry from being taken.
  func checkedID() throws(ImportProblem) -> (given: Name?, slug: String) {
    guard case .object = json else { throw problem(nil, "expected an object, found \(json.noun)") }
    let slug = try slug()
    _ = try catalogued(as: Name(slug))
    return (try id(), slug)
  }

  /// The id it gives itself, a number as text; nil when it gives none.
  private func id() throws(ImportProblem) -> Name? {
    for member in ["id", "exerciseId"] {
      let text: String
      switch json[member] {
      case nil, .null: continue
      case .string(let string): text = trimmed(string)
      case .number(.integer(let number)): text = String(number)
      case .some(let other):
        throw problem(member, "expected a text or a whole number, found \(other.noun)")
      }
      if text.isEmpty { continue }
      if let breach = Limit.name.breach(by: text) { throw problem(member, breach) }
      return Name(text)
    }
    return nil
  }

  /// What people call the exercise.
  private func name() throws(ImportProblem) -> String {
    guard let name = try text("name") else {
      throw problem(
        "name", "expected a name, found \(json["name"].map(\.noun) ?? "none")")
    }
    return name
  }

  /// The id it has when it gives itself none: its name in lower case with `_` for spaces,
  /// punctuation kept, which is what the apps that hold such catalogues make of it.
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

  /// What the entry says, of the exercise `id`.
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

  /// The text of a member; nil where there is none, or something else than a text.
  private func text(_ member: String) throws(ImportProblem) -> String? {
    guard case .string(let string)? = json[member] else { return nil }
    let text = trimmed(string)
    if text.isEmpty { return nil }
    if let breach = Limit.text.breach(by: text) { throw problem(member, breach) }
    return text
  }

  /// The texts of a member; none where it is missing, or something else than a list of texts.
  private func texts(_ member: String) throws(ImportProblem) -> [String] {
    var list = json[member]
    if case .string(let string)? = list {
      list = Bytes.of(string) { try? JSON($0) }
    }
    guard case .array(let elements)? = list else { return [] }
    var texts: [String] = []
    for (place, element) in elements.enumerated() {
      guard case .string(let string) = element else { continue }
      let text = trimmed(string)
      if text.isEmpty { continue }
      if let breach = Limit.text.breach(by: text) {
        throw problem("\(member)[\(place)]", breach)
      }
      texts.append(text)
    }
    return texts
  }

  /// The text of a member, or the texts of a list as one: some catalogues list what the event has
  /// one text for.
  private func text(_ member: String, or list: String) throws(ImportProblem) -> String? {
    if let text = try text(member) { return text }
    let texts = try texts(list)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}

extension JSON {
  /// What kind of value it is, with its article, for error messages.
  fileprivate var noun: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number: "a number"
    case .string(let text): text.isEmpty ? "an empty text" : "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
