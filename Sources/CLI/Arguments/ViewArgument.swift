import Projections

/// A view of the table, named as its command is.
struct ViewArgument: ArgumentValue {
  let view: any View.Type

  static var placeholder: String { "VIEW" }
  static var expected: String { "a view, such as pbs or plan" }

  /// Creates the argument from the name of a view, in which a hyphen is as good as a space.
  init?(argument text: String) {
    guard let view = Views.all.first(where: { $0.name == text || hyphened($0.name) == text })
    else { return nil }
    self.view = view
  }

  static func nearest(to text: String) -> String? {
    Projections.nearest(to: text, among: Views.all.map { hyphened($0.name) }).first
  }
}

/// Returns the name of a view as one word.
func hyphened(_ name: String) -> String {
  String(name.map { $0 == " " ? "-" : $0 })
}

/// A path to a part of a view.
struct PathArgument: ArgumentValue {
  let path: RecordPath

  static var placeholder: String { "PATH" }
  static var expected: String { "a path as in '[exercise=squat].weightKg'" }

  init?(argument text: String) {
    guard let path = try? RecordPath(parsing: text) else { return nil }
    self.path = path
  }

  static func nearest(to text: String) -> String? {
    do { _ = try RecordPath(parsing: text) } catch {
      return "it as in 'days[day=monday].type': \(error)"
    }
    return nil
  }
}

/// Events by their references, with commas between them.
struct EventList: ArgumentValue {
  let references: [Reference]

  static var placeholder: String { "REF,…" }
  static var expected: String { "events, as in @45,@46" }

  init?(argument text: String) {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    guard words.allSatisfy({ !$0.isEmpty }) else { return nil }
    references = words.map { Reference(String($0)) }
  }
}
