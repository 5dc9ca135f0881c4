import Events
import Projections

/// The search for the next event that changes the value at a path, in the views of a replay.
struct PathSearch {
  let log: Log
  let views: [any LogView.Type]
  /// The user of the views; nil if all events count as those of one user.
  let user: Name?
  /// The position of the last event to examine; the replay shows none after it.
  let last: Int
  /// The part of the log that the replay reads; nil for all of it.
  let asOf: AsOf?

  /// A search as it was typed.
  enum Sought {
    /// A path in some views, and the typed text.
    case path(RecordPath, [any LogView.Type], text: String)
    /// A text to search in paths, and the reason why it is not a path itself.
    case text(String, reason: String)
  }

  /// Returns the search that a text describes: a path, or the name of a view and a path; nil for an empty text.
  func sought(_ text: String) -> Sought? {
    guard !text.isEmpty else { return nil }
    var (rest, views) = (text, views)
    if let named = view(at: text) { (views, rest) = ([named.view], named.rest) }
    do throws(RecordPath.ParseError) {
      let path = try RecordPath(parsing: rest)
      let having = views.filter { $0.hasFields(of: path) }
      guard having.isEmpty else { return .path(path, having, text: text) }
      let place = views.count == 1 ? "'\(views[0].name)' has" : "no view here has"
      return .text(text, reason: "\(place) \(views.count == 1 ? "no" : "the") path '\(rest)'")
    } catch {
      return .text(text, reason: "'\(rest)' is not a path: \(error)")
    }
  }

  /// Returns the view that a text begins with, and the rest of the text; nil if there is none.
  private func view(at text: String) -> (view: any LogView.Type, rest: String)? {
    var found: (view: any LogView.Type, rest: String)?
    for view in views {
      for name in [view.name, hyphened(view.name)] where text.hasPrefix(name) {
        let rest = text.dropFirst(name.count)
        // The longest name counts: 'plan week' is not a path of the view 'plan'.
        guard rest.first.map({ $0 == " " }) ?? true, rest.count <= found?.rest.count ?? .max
        else { continue }
        found = (view, trimmed(String(rest)))
      }
    }
    return found
  }

  /// Returns the position of the first event after `seq` that changes the value at a path; nil for none.
  func firstChange(
    at path: RecordPath, in views: [any LogView.Type], after seq: Int
  ) throws(LogError) -> Int? {
    guard seq < last else { return nil }
    return try log.firstChange(at: path, in: views, of: user, among: seq + 1...last, asOf: asOf)
  }
}
