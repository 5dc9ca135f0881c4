import Events

/// A part of the state that events change; undoing an event restores the values of its subjects.
///
/// No event has code for its own undoing. The traits of its fields name the subjects that it may change, and the values
/// of these subjects before and after the event show which of them it changed. To undo the event is to find the facts
/// that lead from the current value of each changed subject to the value before the event:
///
/// - An event that changed no subject had no effect. There is nothing to undo.
/// - If a subject still has the value after the event, it gets the value before the event.
/// - If a later event changed the subject, the event is undone only on demand. A value with several properties is
///   compared and restored only in the properties that the event changed.
/// - If no facts lead to the old value, or if they would have no effect, the event cannot be undone.
///
/// A subject has no value for a user who may not change it, such as the post of another user.
protocol UndoSubject: Hashable, Sendable {
  associatedtype Value: Equatable, Sendable
  /// A Boolean value indicating whether each user has their own value.
  var isPersonal: Bool { get }

  /// Returns the current value; nil if there is none.
  func value(in state: inout ReversalState) -> Value?

  /// Returns the facts that lead from the current value to another one; none if no event does.
  func facts(from now: Value?, to target: Value?, in state: ReversalState) -> [Event.Body]

  /// Returns whether two values differ: before and after an event if `change` is nil, otherwise two values after a
  /// change that is to be undone.
  func differs(_ one: Value?, _ other: Value?, after change: UndoChange<Self>?) -> Bool

  /// Returns the value that takes back a change.
  func undoing(_ change: UndoChange<Self>, now: Value?) -> UndoneValue<Value>

  /// Refuses a value that a rule forbids now.
  func require(_ target: Value?, from now: Value?, in state: ReversalState) throws(Refusal)

  /// Returns the parts of two values that differ, to keep only these.
  func reduced(_ old: Value?, _ new: Value?) -> (Value?, Value?)

  /// Returns the session to which a value belongs; nil for none.
  func session(of value: Value?) -> Name?

  /// Returns the values that an event of the user is about to change, reduced to the parts that differ.
  ///
  /// The default is nil: the values before and after the event show the change. A subject implements it if its values
  /// are long.
  func change(by event: Event, in state: ReversalState) -> (old: Value, new: Value)?

  /// Returns facts that certainly undo a change that no later event touched.
  ///
  /// The default is nil: the current value shows them. A subject implements it if its values are long.
  func knownFacts(undoing change: UndoChange<Self>, in state: ReversalState) -> [Event.Body]?

  /// Returns the exercises of a list that two values have in different numbers; none if the value is no such list.
  func exercises(_ old: Value?, _ new: Value?) -> [PlannedExercise]
}

/// The value that takes back a change of a subject.
struct UndoneValue<Value: Equatable> {
  var target: Value?
  /// A Boolean value indicating whether no later event changed the same value.
  var isUntouched: Bool
}

extension UndoSubject {
  var isPersonal: Bool { true }

  func differs(_ one: Value?, _ other: Value?, after change: UndoChange<Self>?) -> Bool {
    one != other
  }

  func undoing(_ change: UndoChange<Self>, now: Value?) -> UndoneValue<Value> {
    UndoneValue(target: change.old, isUntouched: now == change.new)
  }

  func require(_ target: Value?, from now: Value?, in state: ReversalState) throws(Refusal) {}

  func reduced(_ old: Value?, _ new: Value?) -> (Value?, Value?) { (old, new) }

  func session(of value: Value?) -> Name? { nil }

  func change(by event: Event, in state: ReversalState) -> (old: Value, new: Value)? { nil }

  func knownFacts(undoing change: UndoChange<Self>, in state: ReversalState) -> [Event.Body]? {
    nil
  }

  func exercises(_ old: Value?, _ new: Value?) -> [PlannedExercise] { [] }

  /// Returns a change whose event is applied to the state next.
  fileprivate func watched(for event: Event, in state: inout ReversalState) -> any AnyUndoChange {
    if event.user == state.user, let (old, new) = change(by: event, in: state) {
      return UndoChange(subject: self, old: old, new: new)
    }
    return UndoChange(subject: self, old: value(in: &state))
  }
}

/// A change of one subject by an event.
protocol AnyUndoChange: Sendable {
  /// The subject, for finding it in a table.
  var key: AnyHashable { get }
  var isPersonal: Bool { get }
  /// The session of the subject; nil for none.
  var session: Name? { get }
  /// The exercises that the event added to a list or removed from it.
  var exercises: [PlannedExercise] { get }

  /// Takes the value after the event, and returns whether it differs.
  mutating func finish(in state: inout ReversalState) -> Bool

  /// Returns the facts that undo the change now.
  ///
  /// - Throws: A refusal if a rule forbids the old value now.
  func undoing(in state: inout ReversalState) throws(Refusal) -> Undoing

  /// Returns facts that certainly undo the change, without reading the current value; nil if they are not known.
  func knownFacts(in state: ReversalState) -> [Event.Body]?

  /// Returns whether the current value differs from that of the last call, or the old one.
  mutating func advance(in state: inout ReversalState) -> Bool
}

/// The facts that undo a change.
struct Undoing {
  let facts: [Event.Body]
  /// A Boolean value indicating whether no later event changed the same value; otherwise only a forced request undoes it.
  let isUntouched: Bool
}

struct UndoChange<Subject: UndoSubject>: AnyUndoChange {
  let subject: Subject
  /// The value before the event.
  private(set) var old: Subject.Value?
  /// The value after the event.
  private(set) var new: Subject.Value?
  /// The value after the last event that was looked at.
  private var last: Subject.Value?
  /// A Boolean value indicating whether the value after the event was known before it.
  private let isKnown: Bool

  fileprivate init(subject: Subject, old: Subject.Value?, new: Subject.Value? = nil) {
    (self.subject, self.old, self.new, isKnown) = (subject, old, new, new != nil)
  }

  var key: AnyHashable { AnyHashable(subject) }
  var isPersonal: Bool { subject.isPersonal }
  var session: Name? { subject.session(of: new ?? old) }
  var exercises: [PlannedExercise] { subject.exercises(old, new) }

  mutating func finish(in state: inout ReversalState) -> Bool {
    if isKnown { return true }
    new = subject.value(in: &state)
    guard subject.differs(old, new, after: nil) else { return false }
    (old, new) = subject.reduced(old, new)
    return true
  }

  func undoing(in state: inout ReversalState) throws(Refusal) -> Undoing {
    let now = subject.value(in: &state)
    let undone = subject.undoing(self, now: now)
    try subject.require(undone.target, from: now, in: state)
    return Undoing(
      facts: subject.facts(from: now, to: undone.target, in: state),
      isUntouched: undone.isUntouched)
  }

  func knownFacts(in state: ReversalState) -> [Event.Body]? {
    subject.knownFacts(undoing: self, in: state)
  }

  mutating func advance(in state: inout ReversalState) -> Bool {
    let now = subject.value(in: &state)
    defer { last = now }
    return subject.differs(last, now, after: self)
  }
}

extension ReversalState {
  /// Applies an event, and returns the subjects that it changed.
  ///
  /// - Parameter isWanted: A closure that returns whether changes of a subject are of interest.
  mutating func changes(
    by event: Event, where isWanted: (any UndoSubject) -> Bool = { _ in true }
  ) -> [any AnyUndoChange] {
    let watched = event.subjects.filter(isWanted).map { $0.watched(for: event, in: &self) }
    apply(event)
    return watched.compactMap { change in
      var change = change
      return change.finish(in: &self) ? change : nil
    }
  }
}

/// A subject whose value has properties, which are compared and restored one by one.
protocol PropertySubject: UndoSubject {
  /// Restores the properties that an event changed.
  func restore(_ properties: inout PropertyMerge<Value>)

  /// Returns whether an entity can go as it was begun; by default with all properties.
  func isUntouched(_ now: Value, sinceBegun new: Value) -> Bool

  /// Returns whether an entity that ended can return although there is one of its name; by default false.
  func canReturn(beside now: Value) -> Bool
}

extension PropertySubject {
  func isUntouched(_ now: Value, sinceBegun new: Value) -> Bool { true }
  func canReturn(beside now: Value) -> Bool { false }

  func undoing(_ change: UndoChange<Self>, now: Value?) -> UndoneValue<Value> {
    guard let old = change.old, let new = change.new, let now else {
      // A change of an entity that has ended since is not taken back.
      guard let new = change.new else {
        return UndoneValue(
          target: change.old, isUntouched: now.map { canReturn(beside: $0) } ?? true)
      }
      return UndoneValue(
        target: nil, isUntouched: now.map { isUntouched($0, sinceBegun: new) } ?? false)
    }
    var properties = PropertyMerge(old, new, now)
    restore(&properties)
    return properties.result
  }
}

/// The value that takes back a change of some properties and keeps all others.
struct PropertyMerge<Value: Equatable> {
  private let old: Value
  private let new: Value
  private let now: Value
  private(set) var result: UndoneValue<Value>

  init(_ old: Value, _ new: Value, _ now: Value) {
    (self.old, self.new, self.now) = (old, new, now)
    result = UndoneValue(target: now, isUntouched: true)
  }

  /// Restores a property if the event changed it.
  mutating func restore<Property: Equatable>(
    _ property: WritableKeyPath<Value, Property>,
    by isEqual: (Property, Property) -> Bool = { $0 == $1 }
  ) {
    let (old, new) = (self.old[keyPath: property], self.new[keyPath: property])
    guard !isEqual(old, new) else { return }
    if !isEqual(now[keyPath: property], new) { result.isUntouched = false }
    result.target?[keyPath: property] = old
  }

  /// Restores a text if the event changed its bytes.
  mutating func restoreText<Text: VerbatimText & Equatable>(
    _ property: WritableKeyPath<Value, Text>
  ) { restore(property, by: Text.isVerbatim) }
}
