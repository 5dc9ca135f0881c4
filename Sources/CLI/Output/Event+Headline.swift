import Events
import Projections

extension Event {
  /// The event on one line: its position, its time, its user, its type and its fields.
  var headline: String {
    let parts = ["\(seq)", minute(at), user?.text ?? "–", type, summary]
    return parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }
}
