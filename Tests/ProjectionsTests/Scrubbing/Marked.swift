import TestSupport

@testable import Events

/// Gives every personal value, and every name that an entity has of its own, a mark that is searched for.
struct Marked: ValueRewriter {
  static let mark = "Quill"
  let marksAll: Bool

  /// Returns events with marks in all of them, or in those of one user.
  ///
  /// If all events are marked, texts that are not about a person are, too: settings, places, titles, exercises.
  static func events(_ events: [Event], only user: Name? = nil) -> [Event] {
    events.map { event in
      guard user == nil || event.user == user else { return event }
      var marked = event
      marked.user = event.user.map { Name("\($0) \(mark)") }
      var marks = Marked(marksAll: user == nil)
      if let payload = event.body.payload { marked.body = payload.rewritten(by: &marks).body }
      return marked
    }
  }

  func text(_ text: String, _ traits: FieldTraits) -> String {
    guard marksAll || traits.isPersonal, !trimmed(text).isEmpty else { return text }
    return text.contains("://") ? "\(text)/\(Self.mark)" : "\(text) \(Self.mark)"
  }

  func name(_ name: Name, _ traits: FieldTraits) -> Name {
    if traits.isPersonal {
      return Name(name.text.contains("@") ? Self.mark + name.text : "\(name)-\(Self.mark)")
    }
    if marksAll, traits.isExercise { return Name("\(name)-\(Self.mark.lowercased())") }
    return (marksAll || traits.isEntity) && name.id == nil ? Name("\(name) \(Self.mark)") : name
  }

  func id(_ id: EventID) -> EventID { id }

  func number(_ number: Double, _ traits: FieldTraits) -> Double { number }
  func day(_ day: LocalDay, _ traits: FieldTraits) -> LocalDay { day }
  func time(_ time: Timestamp) -> Timestamp { time }
  func omits(_ traits: FieldTraits) -> Bool { false }
}
