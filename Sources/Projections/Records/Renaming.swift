import Events

/// The permitted differences between a view of a log and the same view of a scrubbed copy of it.
public struct Renaming: Sendable {
  let pseudonyms: Pseudonyms
  /// The new names of entities that were renamed, by their old names.
  let entities: [Name: Name]
  /// The new names of exercises, by their old names.
  let exercises: [Name: Name]
  /// The new positions of events that were moved, as after a gap in the log, by their old positions.
  let positions: [Int: Int]
  /// The texts that come with replog; no user wrote them.
  let fixed: Set<ExactText>

  /// Returns the new name of an exercise.
  func exercise(_ name: Name) -> Name { exercises[name] ?? pseudonyms.exercise(name) }

  /// Returns the new name of an entity or an exercise, or of neither.
  func plain(_ name: Name) -> Name {
    if let new = entities[name] { return new }
    if name.id != nil { return pseudonyms.entity(name) }
    return exercises[name] ?? Name(pseudonyms.term(name.text, isOwn: pseudonyms.erased == nil))
  }
}
