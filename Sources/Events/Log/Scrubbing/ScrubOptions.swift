/// The choice of values to replace in a copy of a log.
package struct ScrubOptions: Sendable {
  /// A kind of value that is kept on request.
  package enum Kept: String, CaseIterable, Sendable {
    /// The names of all exercises, their aliases, and the texts of the catalogue.
    case exercises
    /// The names of unknown types and of members of unknown objects, by which an app finds its data.
    case members
  }

  /// The number of days by which all times are shifted: a multiple of 7, so that weekdays stay the same.
  package var days = 0
  /// A Boolean value indicating whether body weights and heights are replaced.
  package var hidesBody = false
  /// The one person who is erased; nil if all persons get pseudonyms.
  package var erased: Name?
  /// A Boolean value indicating whether the ids of events are kept.
  package var keepsIDs = false
  /// The kinds of values that are kept.
  package var kept: Set<Kept> = []
  /// The names that are kept, such as those of templates that replog itself provides.
  package var fixed: Set<Name> = []

  package init() {}
}
