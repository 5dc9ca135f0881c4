import Events
import Projections

/// The search for the next event that changes what is at a path, in the views of a replay.
struct PathSearch {
  let log: Log
  let views: [any View.Type]
  /// The user whose views they are; nil takes the events of all users as those of one.
  let user: Name?
  /// The last event to look at; the replay shows none after it.
  let last: Int

  /// A search as it was typed.
  enum Sought {
    /// A path in some views, with the text that it was typed as.
    case path(RecordPath, [any View.Type], text: String)
    /// A path with a text in it, and why that is no path itself.
    case text(String, reason: String)
  }

  /// Returns what a text asks for: a path, or the name of a view and a path; nil for no text.
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
      return .text(text, reason: "'\(rest)' is no path: \(error)")
    }
  }

  /// Returns the view whose name a text begins with, and the rest of the text; nil where there is none.
  private func view(at text: String) -> (view: any View.Type, rest: String)? {
    var found: (view: any View.Type, rest: String)?
    for view in views {
      for name in [view.name, hyphened(view.name)] where text.hasPrefix(name) {
        let rest = text.dropFirst(name.count)
        // The longest name: 'plan week' is no path of the view 'plan'.
        guard rest.first.map({ $0 == " " }) ?? true, rest.count <= found?.rest.count ?? .max
        else { continue }
        found = (view, trimmed(String(rest)))
      }
    }
    return found
  }

  /// Returns the position of the first event after `seq` that changes what is at a path; nil for none.
  func firstChange(
    at path: RecordPath, in views: [any View.Type], after seq: Int
  ) throws(LogError) -> Int? {
    guard seq < last else { return nil }
    return try log.firstChange(at: path, in: views, of: user, among: seq + 1...last)
  }
}
