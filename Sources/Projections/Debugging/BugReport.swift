import Events

/// A wrong value of a view as a scenario without personal data.
///
/// The log has new names and texts, and the condition holds for it as for the original. The expected view has the
/// wanted value, so the scenario fails until the value is right.
package struct BugReport: Sendable {
  /// The lines of the log.
  package let lines: [UInt8]
  /// The user of the view, by the new name; nil if the view has no user.
  package let user: Name?
  /// The condition with the new names in its path.
  package let condition: PathCondition
  /// The value at the path of the condition; nil if the path leads nowhere.
  package let value: JSON?
  /// The expected view, with a newline at its end.
  package let expected: [UInt8]
  /// A Boolean value indicating whether the expected view has the wanted value.
  ///
  /// It is false if the path leads nowhere, so that no value can be replaced.
  package let isWanted: Bool
  /// The proof that the views are the same except for replaced values.
  package let proof: ViewProof
  /// The number of persons who got a new name.
  package let persons: Int
  /// A Boolean value indicating whether body measurements are kept, because the value derives from one.
  package let keepsBody: Bool

  /// A replaced value that is still in the report.
  package struct LeftValue: Error, Sendable {
    /// The part of the report that has it.
    package let place: String
  }

  /// The verdict that the condition does not hold without personal data.
  package struct Dependence: Error, Sendable {}

  /// Creates the report of a condition that holds for some events.
  ///
  /// The condition is judged on the new log in three ways: by a fold of the events, by a trace of the value, and in the
  /// tree of the whole view.
  ///
  /// - Parameters:
  ///   - source: The whole log that the events are from. Its personal values must not be in `wanted` or `condition`.
  ///   - user: The user of the view; nil if the view has no user.
  ///   - wanted: The value that the expected view gets.
  ///   - key: The key from which new names and texts derive.
  /// - Throws: `Dependence` if the condition does not hold for the new log, `LeftValue` if a replaced value is still
  ///   there, or a `ViewProof.Difference`.
  package init(
    of events: [Event], from source: Log, _ condition: PathCondition, in view: any LogView.Type,
    of user: Name?, wanted: JSON, key: SipHash, defaults: DraftDefaults
  ) throws {
    let log = try Log(of: events)
    var options = Scrub.Options()
    keepsBody = view.measuresBody(at: condition.path)
    options.hidesBody = !keepsBody
    let scrub = try Scrub(log, key: key, options)
    var lines: [UInt8] = []
    try scrub.write(defaults) { (bytes) throws(LogError) in lines += bytes }
    let copy = Log(lines, name: "events.jsonl")
    proof = try scrub.prove(copy)
    (self.lines, persons) = (lines, scrub.persons)
    let scrubbed = try copy.wholeEvents()
    let place = user.flatMap { user in events.firstIndex { $0.user == user } }
    let newUser = place.flatMap { scrubbed[$0].user }
    self.user = newUser
    let old = try log.states(of: [view], of: user, asOf: nil)[0].tree
    let state = try copy.states(of: [view], of: newUser, asOf: nil)[0]
    let tree = state.tree
    var found = condition
    let places = old.positioned(condition.path)
    if let path = places.flatMap({ tree.canonical($0) }) { found.path = path }
    value = tree[found.path]?.json
    if found.relation == .equal, case .string = found.value, let value { found.value = value }
    self.condition = found
    guard found.judge(in: view, of: .fixed(newUser))(scrubbed) == .fails,
      try copy.flips(of: found, in: view, of: newUser).holds, found.holds(for: value)
    else { throw Dependence() }
    let json = state.json + [UInt8(ascii: "\n")]
    let changed = try places.flatMap { try json.replacing(at: $0, with: wanted) }
    (expected, isWanted) = (changed ?? json, changed != nil)
    if let field = try scrub.leftovers(in: copy).fields.first {
      throw LeftValue(place: "\(field.name) of event \(field.seq)")
    }
    guard !scrub.hasLeftover(in: try expected.texts()) else {
      throw LeftValue(place: "the expected view")
    }
    guard !scrub.hasLeftover(in: ["\(found)"]) else { throw LeftValue(place: "the condition") }
    try source.requireNoValue(
      in: [("the expected view", wanted.texts), ("the condition", found.texts)],
      Scrub(source, key: key, options), defaults)
  }
}

extension Log {
  /// Throws an error if any text that a user gave contains a personal value of this log.
  ///
  /// The events of a report are only some of the log, but a user may give a value of any other one.
  fileprivate func requireNoValue(
    in given: [(place: String, texts: [String])], _ scrub: @autoclosure () throws -> Scrub,
    _ defaults: DraftDefaults
  ) throws {
    guard given.contains(where: { !$0.texts.isEmpty }) else { return }
    let scrub = try scrub()
    // The values to search for are those that are replaced.
    try scrub.write(defaults) { _ in }
    for (place, texts) in given where scrub.hasLeftover(in: texts + texts.flatMap(\.ids)) {
      throw BugReport.LeftValue(place: place)
    }
  }
}

extension PathCondition {
  /// The texts of the condition that are not names of fields.
  fileprivate var texts: [String] {
    let values: [String] = path.steps.compactMap {
      if case .match(_, let value) = $0 { value } else { nil }
    }
    return values + value.texts
  }
}

extension String {
  /// The ids of events within the text.
  fileprivate var ids: [String] {
    split { !$0.isHexDigit && $0 != "-" }.map(String.init).filter { EventID($0) != nil }
  }
}

extension [UInt8] {
  /// Returns all texts in this JSON, in their order.
  fileprivate func texts() throws(LineError) -> [String] {
    try Bytes.of(self) { (bytes) throws(LineError) in try JSON(bytes[0..<bytes.count - 1]) }.texts
  }

  /// Returns this JSON with another value at a path of keys and positions; nil if the path leads nowhere.
  fileprivate func replacing(at path: RecordPath, with value: JSON) throws(LineError) -> [UInt8]? {
    let place = try Bytes.of(self) { (bytes) throws(LineError) -> Range<Int>? in
      var scanner = Scanner(bytes)
      return try scanner.place(of: path.steps[...])
    }
    guard let place else { return nil }
    var json = self
    json.replaceSubrange(place, with: value.bytes)
    return json
  }
}

extension Scanner {
  /// Returns the place of the value at some keys and positions within the next value; nil if there is none.
  fileprivate mutating func place(
    of steps: ArraySlice<RecordPath.Step>
  ) throws(LineError) -> Range<Int>? {
    space()
    let start = offset
    guard let step = steps.first else {
      try skip()
      return start..<offset
    }
    let isObject = peek == UInt8(ascii: "{")
    guard isObject || peek == UInt8(ascii: "[") else { return nil }
    try expect(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["), "a value")
    var position = 0
    space()
    while let next = peek, next != UInt8(ascii: "}"), next != UInt8(ascii: "]") {
      var isFound = step == .index(position)
      if isObject {
        isFound = step == .key(try string())
        space()
        try expect(UInt8(ascii: ":"), "':'")
      }
      if isFound { return try place(of: steps.dropFirst()) }
      space()
      try skip()
      space()
      if peek == UInt8(ascii: ",") { try expect(UInt8(ascii: ","), "','") }
      space()
      position += 1
    }
    return nil
  }
}
