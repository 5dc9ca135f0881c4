import Events
import Projections
import Testing

/// A view of the table under a law, named for the test log.
struct ViewSubject: Sendable, CustomTestStringConvertible {
  let view: any LogView.Type
  let testDescription: String

  private init<V: LogView>(_ view: V.Type, _ description: String) {
    (self.view, testDescription) = (view, description)
  }

  /// Every view, and those of all users together.
  static let all: [ViewSubject] = {
    var collector = Collector()
    Views.visit(&collector)
    return collector.subjects
  }()

  /// Every view of one user or of the log, and one of all users together.
  static let single =
    Views.all.map { ViewSubject($0, $0.name) }
    + [ViewSubject(EveryUser<PersonalBestsView>.self, "pbs of every user")]

  private struct Collector: ViewVisitor {
    var subjects: [ViewSubject] = []

    mutating func visit<V: LogView>(_ view: V.Type) { subjects.append(ViewSubject(view, V.name)) }

    mutating func visit<V: PersonalView>(personal view: V.Type) {
      subjects.append(ViewSubject(view, V.name))
      if V.shape == .list {
        subjects.append(ViewSubject(EveryUser<V>.self, "\(V.name) of every user"))
      }
    }
  }
}

/// A fold whose view is looked at after every event.
struct ViewFold<V: LogView> {
  let user: Name
  let events: [Event]
  private var source: V.Source

  /// A fold of those events that the view of `user` is made of, none of them folded in yet.
  init(_ view: V.Type, of user: Name, _ events: [Event]) {
    self.user = user
    let start = V.Source.scoped(to: user)
    self.events = events.filter { start.wants($0.area, of: $0.user) }
    source = start
  }

  /// The view before and after an event, each with its rows, and what it is made of after it.
  struct Moment {
    let before: Look
    let after: Look
    /// What the view is made of before the event, and after it.
    let earlier: V.Source
    let source: V.Source
  }

  /// A view, and the rows that it makes.
  struct Look {
    let view: V
    let rows: [V.Row]

    init(_ source: V.Source) {
      view = V(source)
      rows = view.rows
    }

    func value(at path: RecordPath) -> JSON? { view.value(at: path) }
  }

  /// Folds in one event after another, and calls `look` after each.
  mutating func run(_ look: (Event, Moment) throws -> Void) rethrows {
    var before = Look(source)
    for event in events {
      let earlier = source
      source.apply(event)
      let after = Look(source)
      try look(event, Moment(before: before, after: after, earlier: earlier, source: source))
      before = after
    }
  }

  /// What the view is made of after all events; nil where there are none.
  var last: V.Source? {
    guard !events.isEmpty else { return nil }
    var source = source
    for event in events { source.apply(event) }
    return source
  }
}
