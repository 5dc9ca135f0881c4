/// The traits of a field in addition to its name and type, declared once, in the list of fields.
///
/// Limits, references between events, privacy, the schema and help are all derived from the traits; no other code
/// names a field of the domain.
///
///     note = try f.optional("note", old?.note, .text.personal, "A remark.")
///
/// Fields of texts and names have `TextTraits`, which require a decision on privacy.
@usableFromInline package struct FieldTraits: Sendable {
  /// The range of values that may enter a log.
  @usableFromInline package var limit: Limit
  /// A Boolean value indicating whether the field identifies a person or is in a person's own words.
  @usableFromInline package var isPersonal: Bool
  /// The person whom a personal field names; nil for none.
  @usableFromInline package var person: NamedPerson?
  /// The kind of entity that the field refers to, created by an earlier event; nil for no reference.
  @usableFromInline package var reference: EntityKind?
  /// The kind of entity that the event creates under this name; nil for none.
  @usableFromInline package var creation: EntityKind?
  /// The kind of entity that the field names, which need not exist; nil for none.
  @usableFromInline package var mention: EntityKind?
  /// The change of the entity that the field refers to; nil when the event does not change the entity.
  @usableFromInline package var effect: EntityEffect?
  /// The part of a user's identity that the field holds; nil for none.
  @usableFromInline package var identity: IdentityPart?
  /// A Boolean value indicating whether the field names an exercise.
  @usableFromInline package var isExercise: Bool
  /// One sentence about the field; empty if the name is enough.
  @usableFromInline package var summary: StaticString

  @inlinable
  init(
    limit: Limit = .none, isPersonal: Bool = false, person: NamedPerson? = nil,
    reference: EntityKind? = nil, creation: EntityKind? = nil, mention: EntityKind? = nil,
    effect: EntityEffect? = nil, identity: IdentityPart? = nil, isExercise: Bool = false,
    summary: StaticString = ""
  ) {
    (self.limit, self.isPersonal, self.person) = (limit, isPersonal, person)
    self.summary = summary
    (self.reference, self.creation, self.mention) = (reference, creation, mention)
    (self.effect, self.identity, self.isExercise) = (effect, identity, isExercise)
  }

  /// A Boolean value indicating whether the value is the name of an entity.
  @inlinable
  package var isEntity: Bool { creation != nil || reference != nil || mention != nil }

  /// A Boolean value indicating whether the event has no effect if what the field names belongs to another user.
  package var needsOwner: Bool { effect != nil || identity?.needsOwner ?? false }

  /// These traits for a personal field.
  @inlinable
  package var personal: FieldTraits {
    var traits = self
    traits.isPersonal = true
    return traits
  }

  /// Returns the traits with a sentence about the field.
  @inlinable @inline(__always)
  package func described(as summary: StaticString) -> FieldTraits {
    var traits = self
    traits.summary = summary
    return traits
  }
}

extension FieldTraits {
  /// The traits of a field without a limit.
  @inlinable package static var any: FieldTraits { FieldTraits() }
  /// Returns the traits of a number in a range, with the unit to write after it; nil for a plain number.
  @inlinable
  package static func range(
    _ range: ClosedRange<Double>, _ unit: StaticString? = nil
  ) -> FieldTraits { FieldTraits(limit: .range(range, unit: unit)) }
  /// The traits of a mass whose unit is in another field; `Fields.require` checks its limit.
  @inlinable package static var mass: FieldTraits { FieldTraits(limit: .enteredWeight) }
  /// The traits of the weight of a person, whose unit is in another field.
  @inlinable package static var bodyMass: FieldTraits { FieldTraits(limit: .enteredBodyWeight) }
  // The ranges of several fields; the range of only one is in the list of its fields.
  /// The traits of the repetitions of one set; 0 is a failed attempt.
  @inlinable package static var reps: FieldTraits { range(0...1_000) }
  /// The traits of the number of planned sets of one exercise.
  @inlinable package static var sets: FieldTraits { range(1...100) }
  /// The traits of a rating of perceived exertion.
  @inlinable package static var rpe: FieldTraits { range(1...10) }
  /// The traits of repetitions in reserve.
  @inlinable package static var rir: FieldTraits { range(0...10) }
  /// The traits of a position in a list, counted from 1.
  @inlinable package static var position: FieldTraits { range(1...1_000) }
  /// The traits of the duration of a set.
  @inlinable package static var seconds: FieldTraits { range(0...86_400, "s") }
  /// The traits of the distance of a set.
  @inlinable package static var metres: FieldTraits { range(0...1_000_000, "m") }
  /// The traits of the duration of a workout or a class.
  @inlinable package static var minutes: FieldTraits { range(0...1_440, "min") }
  /// The traits of the number of places in a class.
  @inlinable package static var capacity: FieldTraits { range(1...10_000) }
  /// The traits of a step between loads, in their unit.
  @inlinable package static var increment: FieldTraits { range(0.01...100) }
  /// The traits of a cycle of a program, counted from 1.
  @inlinable package static var cycle: FieldTraits { range(1...1_000) }
  /// The traits of a week of a cycle, counted from 1.
  @inlinable package static var week: FieldTraits { range(1...4) }
  /// The traits of a nutrient of a portion.
  @inlinable package static var grams: FieldTraits { range(0...10_000, "g") }
}

/// A person whom a field names, with a name, an address, an id at a sign-in provider or a picture.
@usableFromInline package enum NamedPerson: Sendable {
  /// The user of the event.
  case user
  /// A person who may be another than the user.
  case anyone
}

/// A change of the entity that an event refers to; the event counts only if its user created the entity.
@usableFromInline package enum EntityEffect: String, Sendable {
  /// The entity gets other properties.
  case changes
  /// The entity ends; a later event may restore it.
  case ends
  case restores
}

/// A part of a user's identity: of that at a provider, which comes first, or an email address.
@usableFromInline package enum IdentityPart: Sendable {
  case provider
  /// The user's id at the provider.
  ///
  /// - Parameter effect: The change of the user's linked subjects; nil for a sign-in with the subject.
  case subject(_ effect: EntityEffect?)
  /// An email address, with its use by the event.
  case email(_ use: EmailUse)

  /// A Boolean value indicating whether only the owner of the subject or the address may cause the event.
  var needsOwner: Bool {
    switch self {
    case .provider: false
    case .subject(let effect): effect != nil
    case .email(let use): use.needsOwner
    }
  }
}

/// The use of an email address by an event.
@usableFromInline package enum EmailUse: Sendable {
  /// The event opens an account, which does not own the address yet.
  case registers
  /// The event opens an account or belongs to one, and a provider verified the address.
  case signsIn
  /// The event verifies the address for an account.
  case verifies
  case removes

  /// A Boolean value indicating whether the event has no effect if another user owns the address.
  var needsOwner: Bool { self == .verifies || self == .removes }
  /// A Boolean value indicating whether the user of the event has an account from then on.
  var opensAccount: Bool { self == .registers || self == .signsIn }
}

/// A kind of entity that an event creates and later events refer to.
@usableFromInline package enum EntityKind: String, CaseIterable, Sendable {
  case session
  case set
  case post
  case signIn = "sign-in session"
  case mail
  case measurement
  case bodyMeasurement = "body measurement"
  case workout
  case template
  case program
  case fitnessClass = "class"
  case video
  case pushUps = "push-ups"
  case event

  /// A Boolean value indicating whether users see each other's entities of the kind.
  ///
  /// The name of a shared entity means one entity in the whole log. All other names mean an entity of the event's
  /// user, so an event about the entity of another user finds none.
  package var isShared: Bool {
    switch self {
    case .post, .workout, .fitnessClass: true
    case .session, .set, .signIn, .mail, .measurement, .bodyMeasurement, .template, .program,
      .video, .pushUps,
      .event:
      false
    }
  }
}
