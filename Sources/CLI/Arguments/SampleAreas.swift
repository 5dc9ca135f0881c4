import Events

/// The areas of a sample: `all`, or some areas such as `sessions,push-ups`.
struct SampleAreas: ArgumentValue {
  let areas: [Area]

  static var placeholder: String { "AREAS" }
  static var completion: Completion { .words(["all"] + names) }
  static var expected: String { "'all', or some of \(names.joined(separator: ", "))" }

  init?(argument text: String) {
    if text == "all" {
      areas = Area.allCases
      return
    }
    var areas: [Area] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let place = Self.names.firstIndex(of: String(part)) else { return nil }
      areas.append(Area.allCases[place])
    }
    self.areas = areas
  }

  private static let names = Area.allCases.map { $0 == .pushUps ? "push-ups" : "\($0)" }
}
