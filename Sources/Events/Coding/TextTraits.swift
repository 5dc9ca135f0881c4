/// The traits of a field that holds texts or names.
///
/// Each such field either names an entity or states whether it is personal. A new field without that decision does
/// not compile:
///
///     note = try f.optional("note", old?.note, .text.personal, "A remark.")
///     exercise = try f("exercise", old?.exercise, .exercise, "The exercise.")
///     session = try f("session", old?.session, .refers(to: .session), "The session of the set.")
@usableFromInline package struct TextTraits: Sendable {
  /// The traits in the common form of all fields.
  @usableFromInline package let field: FieldTraits

  @inlinable
  package init(_ field: FieldTraits) { self.field = field }

  /// The limit of a field of texts, without a decision on privacy.
  @usableFromInline package struct Undecided: Sendable {
    @usableFromInline let limit: Limit

    @inlinable
    init(_ limit: Limit) { self.limit = limit }

    /// The traits of a field that identifies a person or is in a person's own words.
    @inlinable package var personal: TextTraits {
      TextTraits(FieldTraits(limit: limit, isPersonal: true))
    }
    /// Returns the traits of a field that names a person.
    @inlinable
    package func personal(naming person: NamedPerson) -> TextTraits {
      TextTraits(FieldTraits(limit: limit, isPersonal: true, person: person))
    }
    /// The traits of a field that is not about a person: a dish, a place, a provider.
    ///
    /// `scrub` replaces its texts too, since any user may have typed them.
    @inlinable package var common: TextTraits { TextTraits(FieldTraits(limit: limit)) }
  }

  /// The traits of the name of an exercise.
  @inlinable package static var exercise: TextTraits {
    TextTraits(FieldTraits(limit: .name, isExercise: true))
  }
  /// The traits of an identity provider.
  @inlinable package static var provider: TextTraits {
    TextTraits(FieldTraits(limit: .name, identity: .provider))
  }
  /// Returns the traits of the user's id from a sign-in provider, which an event links or unlinks, or signs in with.
  @inlinable
  package static func subject(_ effect: EntityEffect? = nil) -> TextTraits {
    TextTraits(
      FieldTraits(limit: .name, isPersonal: true, person: .user, identity: .subject(effect)))
  }
  /// Returns the traits of an email address of an account.
  @inlinable
  package static func email(_ use: EmailUse) -> TextTraits {
    TextTraits(
      FieldTraits(limit: .name, isPersonal: true, person: .user, identity: .email(use)))
  }
  /// The limit of a name: that of the type `Name`.
  @inlinable package static var name: Undecided { Undecided(.name) }
  /// The limit of a text in the user's words.
  @inlinable package static var text: Undecided { Undecided(.text) }
  /// The limit of a text in the user's words that may be empty.
  @inlinable package static var wording: Undecided { Undecided(.wording) }
  /// The limit of the address of a page or a picture.
  @inlinable package static var address: Undecided { Undecided(.address) }
  /// The limit of the name of a setting.
  @inlinable package static var setting: Undecided { Undecided(.setting) }
}

/// A type of traits, determined by the type of the field's value.
@usableFromInline package protocol TraitsOfValue: Sendable {
  /// The traits in the common form of all fields.
  var field: FieldTraits { get }
  /// Creates the traits of a field after all decisions.
  init(_ field: FieldTraits)
}

extension TraitsOfValue {
  /// Returns the traits of a reference to an entity that an earlier event created.
  @inlinable
  package static func refers(to kind: EntityKind) -> Self {
    Self(FieldTraits(limit: .name, reference: kind))
  }

  /// Returns the traits of a reference to an entity that the event changes.
  @inlinable
  package static func changes(_ kind: EntityKind) -> Self {
    Self(FieldTraits(limit: .name, reference: kind, effect: .changes))
  }

  /// Returns the traits of a reference to an entity that the event ends.
  @inlinable
  package static func ends(_ kind: EntityKind) -> Self {
    Self(FieldTraits(limit: .name, reference: kind, effect: .ends))
  }

  /// Returns the traits of a reference to an ended entity that the event restores.
  @inlinable
  package static func restores(_ kind: EntityKind) -> Self {
    Self(FieldTraits(limit: .name, reference: kind, effect: .restores))
  }

  /// Returns the traits of the name of an entity that the event creates.
  @inlinable
  package static func begins(_ kind: EntityKind) -> Self {
    Self(FieldTraits(limit: .name, creation: kind))
  }

  /// Returns the traits of the name of an entity that need not exist.
  @inlinable
  package static func mentions(_ kind: EntityKind) -> Self {
    Self(FieldTraits(limit: .name, mention: kind))
  }
}

extension TextTraits: TraitsOfValue {}

extension FieldTraits: TraitsOfValue {
  @inlinable package var field: FieldTraits { self }

  @inlinable
  package init(_ field: FieldTraits) { self = field }
}
