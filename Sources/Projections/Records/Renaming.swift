import Events

/// The differences that two views may have when one is of a log and the other of what was made of it.
public struct Renaming: Sendable {
  let pseudonyms: Pseudonyms
  /// The entities that have another name, with it.
  let entities: [Name: Name]
  /// The positions of events that have another, as after a gap in the log.
  let positions: [Int: Int]
  /// The texts that come with replog, which are in no user's words.
  let fixed: Set<ExactText>
}
