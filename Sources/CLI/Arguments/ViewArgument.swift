import Events
import Projections

/// A view of the table, with the name of its command.
struct ViewArgument: ArgumentValue {
  let view: any LogView.Type

  static var placeholder: String { "VIEW" }
  static var expected: String { "a view such as pbs or plan" }

  /// Creates the argument from the name of a view; a hyphen may replace a space.
  init?(argument text: String) {
    guard let view = Views.all.first(where: { $0.name == text || hyphened($0.name) == text })
    else { return nil }
    self.view = view
  }

  static func nearest(to text: String) -> String? {
    Projections.nearest(to: text, among: Views.all.map { hyphened($0.name) }).first
  }
}

extension [ViewArgument] {
  /// The views, each once, in the order in which they were named; all views of the table if none was named.
  var views: [any LogView.Type] {
    guard !isEmpty else { return Views.all }
    var named: [any LogView.Type] = []
    for argument in self where !named.contains(where: { $0 == argument.view }) {
      named.append(argument.view)
    }
    return named
  }
}

/// A path to a part of a view.
struct PathArgument: ArgumentValue {
  let path: RecordPath

  static var placeholder: String { "PATH" }
  static var expected: String { "a path such as '[exercise=squat].weightKg'" }

  init?(argument text: String) {
    guard let path = try? RecordPath(parsing: text) else { return nil }
    self.path = path
  }

  static func nearest(to text: String) -> String? {
    do { _ = try RecordPath(parsing: text) } catch {
      return "it like 'days[day=monday].type': \(error)"
    }
    return nil
  }
}

/// Events by their references, separated by commas; '@45..@52' is a range.
struct EventList: ArgumentValue {
  /// The first and the last event of each range; both are the same for a single event.
  let ranges: [(first: Reference, last: Reference)]

  static var placeholder: String { "REF,…" }
  static var expected: String { "a list of events such as @45,@50..@59" }

  init?(argument text: String) {
    var ranges: [(first: Reference, last: Reference)] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let dots = word.firstPlace(of: "..")
      let first = word[..<(dots?.lowerBound ?? word.endIndex)]
      let last = dots.map { word[$0.upperBound...] } ?? first
      guard !first.isEmpty, !last.isEmpty, last.firstPlace(of: "..") == nil else { return nil }
      ranges.append((Reference(String(first)), Reference(String(last))))
    }
    self.ranges = ranges
  }

  /// Returns the positions of the events.
  ///
  /// - Throws: A refusal if an event does not exist; a usage error if a range ends before it begins.
  func positions(in log: Log) throws -> Set<Int> {
    var positions: Set<Int> = []
    for (first, last) in ranges {
      // Positions are compared even if the log does not have them.
      try Self.requireOrder(first.position, last.position)
      let start = try first.eventPosition(in: log)
      let end = first == last ? start : try last.eventPosition(in: log)
      try Self.requireOrder(start, end)
      positions.formUnion(start...end)
    }
    return positions
  }

  private static func requireOrder(_ start: Int?, _ end: Int?) throws(UsageError) {
    guard let start, let end, start > end else { return }
    throw UsageError(
      code: .invalidValue,
      message: "the range of events must not end before it starts, got \(start) to \(end)",
      help: "give the earlier event first")
  }
}
