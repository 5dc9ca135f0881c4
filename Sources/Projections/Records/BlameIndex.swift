import Events

/// The event that wrote each part of a view: its position, its time and its user.
///
///     var (trace, writers) = (ViewTrace<PlanView>(of: "ann"), BlameIndex())
///     for event in events { trace.apply(event) { writers.record($0, by: event) } }
///     writers[path]?.writer  // the event that wrote the value there
///
/// A part has its own entry only if an event wrote less than the whole record around it. Memory therefore grows with
/// the changes and not with the values.
public struct BlameIndex: Sendable {
  /// An event that wrote a part.
  public struct Writer: Hashable, Sendable {
    public let seq: Int
    public let at: Timestamp
    /// The user of the event; nil if it has none.
    public let user: Name?
    public let type: String

    public init(_ event: Event) {
      (seq, at, user, type) = (event.seq, event.at, event.user, event.type)
    }
  }

  /// The last writer of a part.
  public struct Entry: Hashable, Sendable {
    public let writer: Writer
    /// A Boolean value indicating whether the writer removed the part.
    public let isRemoval: Bool
  }

  private struct NotedPart: Sendable {
    /// The number of the part's writer, or its complement for a removal; nil if only parts within it have one.
    var mark: Int32?
    var inner = InnerParts()
    /// The number of the writer that last removed a part directly within it; nil if there was none.
    ///
    /// That writer wrote the empty list that is left after the last part is removed.
    var emptied: Int32?
  }

  /// A part with its number; a reference, since copying the steps took longer than comparing them.
  private final class Known: Sendable {
    let steps: [RecordPath.Step]
    let number: Int

    init(_ steps: [RecordPath.Step], _ number: Int) { (self.steps, self.number) = (steps, number) }

    /// Returns whether the part directly contains the part at a path.
    func isAround(_ path: [RecordPath.Step]) -> Bool {
      guard steps.count == path.count - 1 else { return false }
      // Starts at the last step, where most paths differ.
      for place in steps.indices.reversed() where steps[place] != path[place] { return false }
      return true
    }
  }

  /// The parts by their numbers; the first one is the view.
  private var parts = [NotedPart()]
  private var writers: [Writer] = []
  /// The parts around the last changes; consecutive events often change the same record.
  private var last: [Known] = []
  /// The maximum number that are kept: a record and its lists.
  private static let mostKept = 4

  public init() {}

  public mutating func record(_ change: ViewChange, by event: Event) {
    if writers.last?.seq != event.seq || writers.isEmpty { writers.append(Writer(event)) }
    let writer = Int32(truncatingIfNeeded: writers.count - 1)
    let mark = change.after == nil ? ~writer : writer
    guard let last = change.path.steps.last else {
      // The whole view is new, so entries within the old one no longer apply.
      parts = [NotedPart(mark: mark)]
      self.last = []
      return
    }
    let outer = number(around: change.path.steps)
    // A new number, so that entries within an earlier part of this name are out of reach.
    let number = add(mark)
    parts[outer].inner.set(
      last, number, isNew: change.before == nil, isRemoval: change.after == nil)
    if change.after == nil { parts[outer].emptied = writer }
    let count = change.path.steps.count
    self.last.removeAll { $0.steps.count >= count && $0.steps.starts(with: change.path.steps) }
  }

  /// Returns the number of the part that contains the part at these steps.
  private mutating func number(around steps: [RecordPath.Step]) -> Int {
    for known in last where known.isAround(steps) { return known.number }
    var outer = 0
    for step in steps.dropLast() { outer = number(step, within: outer) }
    if last.count == Self.mostKept { last.removeFirst() }
    last.append(Known(Array(steps.dropLast()), outer))
    return outer
  }

  private mutating func number(_ step: RecordPath.Step, within outer: Int) -> Int {
    if let number = parts[outer].inner[step] { return number }
    let number = add(nil)
    parts[outer].inner.set(step, number, isNew: false, isRemoval: false)
    return number
  }

  private mutating func add(_ mark: Int32?) -> Int {
    parts.append(NotedPart(mark: mark))
    return parts.count - 1
  }

  /// The last writer of the part at a path, or of the smallest part around it that was written as a whole.
  ///
  /// It is nil if the part is the same as in the view of an empty log. Use the steps of `RecordTree.forEachValue`:
  /// another spelling of a path finds the part around it.
  public subscript(path: RecordPath) -> Entry? {
    entry(path.steps.reduce(root) { outer, step in part(outer) { step } })
  }

  /// Returns the last writer of the empty list at a path: if it had elements, the event that removed the last one.
  func entry(ofEmptyList path: RecordPath) -> Entry? {
    entry(emptied(path.steps.reduce(root) { outer, step in part(outer) { step } }))
  }

  /// A part that a walk over the view has reached.
  struct Part {
    /// The number of the part; nil if no event wrote less than the whole of a part around it.
    fileprivate let number: Int?
    /// The mark of the part's writer, or of the smallest part around it that has one, as in `NotedPart`.
    ///
    /// Parts with the same mark have the same writer.
    let mark: Int32?
  }

  /// The view.
  var root: Part { Part(number: 0, mark: parts[0].mark) }

  /// Returns the part within another that a step leads to.
  ///
  /// - Parameter step: A closure that returns the step. It is called only if parts within the outer one are known.
  func part(_ outer: Part, _ step: () -> RecordPath.Step) -> Part {
    part(outer) { parts in parts[step()] }
  }

  /// Returns the part within another that a step leads to, in a walk over a list.
  ///
  /// - Parameter place: The place in the outer part's list at which the search begins. If the part is found, `place`
  ///   becomes the place after it. A walk begins with 0, and finds nearly all elements at the first try.
  func part(_ outer: Part, from place: inout Int, _ step: RecordPath.Step) -> Part {
    part(outer) { parts in parts.number(of: step, from: &place) }
  }

  /// Returns an empty list as a part written by the event that removed its last element.
  func emptied(_ part: Part) -> Part {
    // The list's own mark comes second: a list that was written as a whole is another part.
    Part(number: part.number, mark: part.number.flatMap { parts[$0].emptied } ?? part.mark)
  }

  @inline(__always)
  private func part(_ outer: Part, _ find: (InnerParts) -> Int?) -> Part {
    guard let number = outer.number, !parts[number].inner.isEmpty,
      let inner = find(parts[number].inner)
    else { return Part(number: nil, mark: outer.mark) }
    return Part(number: inner, mark: parts[inner].mark ?? outer.mark)
  }

  /// Returns the last writer of a part; nil if the part is the same as in the view of an empty log.
  func entry(_ part: Part) -> Entry? {
    guard let mark = part.mark else { return nil }
    return Entry(writer: writers[Int(mark < 0 ? ~mark : mark)], isRemoval: mark < 0)
  }
}

extension JSONWriter {
  /// Writes the members `seq`, `at`, `user` and `type` of an event, each `null` if there is no event.
  package mutating func members(of writer: BlameIndex.Writer?) {
    key(plain: "seq")
    if let writer { integer(writer.seq) } else { null() }
    key(plain: "at")
    if let writer { writer.at.write(to: &self) } else { null() }
    key(plain: "user")
    if let user = writer?.user { name(user) } else { null() }
    key(plain: "type")
    if let writer { string(writer.type) } else { null() }
  }
}
