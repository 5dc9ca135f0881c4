import Events

/// A copy of a log without one person or any person, and the proof that the logs are otherwise the same.
///
///     let scrub = try Scrub(log, key: key)
///     try scrub.write(to: { bytes in … })
///     let proof = try scrub.prove(Log(path: "scrubbed.jsonl"))
///     let leftovers = try scrub.leftovers(in: Log(path: "scrubbed.jsonl"))
package struct Scrub {
  package typealias Options = ScrubOptions

  /// The original log.
  package let log: Log
  private let scrubber: Scrubber
  private let outline: LogOutline

  /// Reads the persons of a log.
  ///
  /// - Throws: A `Refusal` for days that are not whole weeks, or if the log has no such person.
  package init(_ log: Log, key: SipHash, _ options: Options = Options()) throws {
    // A smaller shift beyond these years is refused at the event that it would move out of them.
    guard options.days.magnitude < 1_000_000_000 else {
      throw Refusal(
        .outOfRange, "the shifted time must be in the years 1…9999", help: "shift by fewer days")
    }
    guard options.days % 7 == 0 else {
      throw Refusal(
        .outOfRange,
        "the shift must be a multiple of 7 days, so that weekdays stay the same, got \(options.days) days",
        help: "shift by \(options.days / 7 * 7) or \(Scrub.nextWeek(options.days)) days")
    }
    self.log = log
    var outline = LogOutline()
    var fixing = options
    fixing.fixed.formUnion(
      Template.predefined.map(\.template) + SignIn.usualProviders + VideoLibrary.usualCategories)
    let pseudonyms = try Pseudonyms(
      of: log.reporting(0...0.1), outlinedIn: &outline, key: key, fixing)
    (scrubber, self.outline) = (Scrubber(pseudonyms), outline)
    if let erased = options.erased, pseudonyms.users.isEmpty {
      throw Refusal(
        .notFound, "the log has no events of '\(erased.text)'",
        help: "\(.show(.log)) shows the users of its events")
    }
    guard Set(pseudonyms.users.values).count == pseudonyms.users.count else {
      throw Refusal("two users would get the same new name with this key", help: "use another key")
    }
  }

  private static func nextWeek(_ days: Int) -> Int { (days / 7 + (days < 0 ? -1 : 1)) * 7 }

  /// The numbers of values replaced so far.
  package var counts: Scrubber.Counts { scrubber.counts }

  /// The number of persons who got a new name.
  package var persons: Int { scrubber.pseudonyms.users.count }

  /// The new name of the erased person; nil if all persons get pseudonyms.
  package var erasedName: Name? { scrubber.pseudonyms.erased.map { scrubber.pseudonyms.user($0) } }

  /// Writes the new log.
  ///
  /// - Parameters:
  ///   - defaults: The time and the id of the note about an erasure.
  ///   - write: A closure that gets the lines in order, some thousands at once.
  package func write(
    _ defaults: DraftDefaults, to write: ([UInt8]) throws(LogError) -> Void
  ) throws {
    let (person, seq) = (erasedName, outline.count)
    try log.reporting(0.1...0.4).write(
      outline, scrubbedBy: scrubber,
      adding: { counts in
        guard let person else { return [] }
        let note = PersonErased(person: person, values: counts.total)
        return [Event(id: defaults.id(seq: seq + 1), at: defaults.now, user: nil, note.body)]
      }, to: write)
  }

  /// Searches the written log `copy` for the values that were replaced.
  package func leftovers(in copy: Log) throws(LogError) -> Leftovers {
    try Leftovers(in: copy, after: scrubber)
  }

  /// Returns whether any text that belongs to the written log contains a value that was replaced.
  package func hasLeftover(in texts: [String]) -> Bool { Leftovers.areIn(texts, after: scrubber) }

  /// Proves that the written log `copy` shows the same views.
  ///
  /// - Parameter most: The maximum number of events whose users' views are compared at once. One user may have more.
  /// - Throws: A `ViewProof.Difference` if the views differ.
  package func prove(
    _ copy: Log, eventsAtOnce most: Int = ViewProof.eventsAtOnce
  ) throws -> ViewProof {
    try ViewProof(
      log.reporting(0.4...1), copy,
      Renaming(
        pseudonyms: scrubber.pseudonyms, entities: scrubber.entities, exercises: scrubber.exercises,
        positions: outline.positions,
        fixed: Set(
          Template.predefined.flatMap { [$0.name, $0.description ?? $0.name] }
            .map { ExactText($0) })), eventsAtOnce: most)
  }
}
