/// A complete check of a log: all errors with their places.
///
/// A view stops at the first line that no append can leave; a verification continues. It reads every line strictly,
/// canonical or not. It compares each line with the lines before it: positions, checksums, ids, batches and times. It
/// also checks that an earlier event created each entity that a line refers to. The verification lists the first
/// hundred findings of each kind and counts the others.
///
/// The cost is one pass that decodes everything, and 25 to 38 bytes per event for the ids.
public struct Verification: Sendable {
  /// The findings, in the order of the log.
  public private(set) var findings: [Finding] = []
  /// The number of unlisted findings of each kind, in the order of the kinds.
  public var omitted: [(kind: Finding.Kind, count: Int)] {
    Finding.Kind.allCases.compactMap { kind in
      let count = (counts[kind] ?? 0) - Verification.mostListed
      return count > 0 ? (kind, count) : nil
    }
  }
  /// The number of events read.
  public private(set) var events = 0
  /// The number of events with a type or version unknown to this build.
  public private(set) var unknown = 0
  /// The position of the last event; 0 if there is none.
  public private(set) var lastSeq = 0
  /// The checksum of the last line, which covers the whole log; nil if the line has none.
  public var lastSum: String? {
    lastStatedSum.map { String(decoding: hexadecimal($0), as: UTF8.self) }
  }

  /// The largest number of findings of one kind that are listed.
  public static let mostListed = 100
  /// The number of milliseconds that a time may run back without a finding: one day.
  ///
  /// A trip across time zones, or notes entered on the next day, explain such a difference.
  static let backwards: Int64 = 86_400_000

  /// The number of ids that are prefetched together.
  private static let prefetched = 16

  /// The latest time without a finding, a day after the clock's; nil for any time.
  private let latest: Int64?
  private var counts: [Finding.Kind: Int] = [:]
  private var lastStatedSum: UInt64?
  /// The checksum of the previous line; nil after a damaged line, which allows no comparison.
  private var previousSum: UInt64? = 0
  /// The ids of all events so far, and the users of all entities.
  private var ownership: Ownership
  private var clocks: [Name?: Clock] = [:]
  /// The user of the previous line and their clock; `clocks` holds the clocks of all other users.
  private var current: (user: Name?, clock: Clock)?
  private var batch: OpenBatch?

  /// The latest time of a user, and a flag for a last event far before it.
  private struct Clock {
    var latest: Int64
    var isBehind = false
  }

  /// A batch that announced more events than were found so far.
  private struct OpenBatch {
    let line: Int
    let size: Int
    /// The `seq` of the last event found.
    let last: Int
    /// The number of events found so far.
    var found = 1
  }

  /// A Boolean value indicating whether the log has content that no append can leave.
  public var isDamaged: Bool { damages > 0 }

  /// The number of findings with the severity `damage`.
  public var damages: Int { counts.reduce(0) { $0 + ($1.key.severity == .damage ? $1.value : 0) } }

  /// Creates the verification of the whole `log` and, if the log is a file, of its permissions.
  ///
  /// - Parameter now: The time of the clock, with which times of the log are compared; nil for no comparison.
  public init(_ log: Log, at now: Timestamp? = nil) { self.init(log, at: now, system: System()) }

  /// Creates the verification with the system calls of `system`.
  package init(_ log: Log, at now: Timestamp? = nil, system: System) {
    var log = log
    latest = now?.adding(seconds: Verification.backwards / 1_000).milliseconds
    log.checkpoint = nil
    // Most lines have about 200 bytes. A wrong estimate costs a little memory or a few reallocations.
    ownership = Ownership(expecting: log.bytes.count / 200)
    // If the last line is unreadable, the lines before it may still be readable.
    let tail = try? log.tail()
    let bytes = log.bytes
    var number = 0
    let pass = ParallelScan(log: log, start: 0, end: tail?.end ?? bytes.count) {
      range, decoder, _ in Reading(bytes, range, decoder)
    }
    pass.run { part in
      var errors = part.errors[...]
      var next = 0
      for damage in part.damages {
        follow(part.lineFacts, in: next..<damage.place, &number)
        passDamage(damage.lines, &errors, &number)
        next = damage.place
      }
      follow(part.lineFacts, in: next..<part.lineFacts.count, &number)
    }
    closeBatch()
    if let tail { reportTail(tail, of: bytes, line: number + 1) }
    for remark in PermissionCheck(log, system)?.remarks ?? [] {
      report(.openPermissions, nil, nil, remark)
    }
    if log.mode != nil { checkCheckpoint(of: log.name, system) }
  }

  /// Reports a checkpoint of another log, which may hold data of persons who are not in this one.
  private mutating func checkCheckpoint(of path: String, _ system: System) {
    var isUnfit = false
    guard let place = try? system.place(of: path),
      let file = try? system.open(place, for: .nonblocking)
    else { return }
    _ = Checkpoint(of: place, file, system, isUnfit: &isUnfit)
    guard isUnfit else { return }
    report(
      .unfitCheckpoint, nil, nil,
      "LOG.checkpoint is damaged or belongs to another log, and may contain data that is not in this log. The next "
        + "append removes it; to remove it now: rm -r \(Checkpoint.path(of: place))")
  }

  /// The lines of a part of the log, read independently of the other parts.
  ///
  /// Beyond the first hundred, an unreadable line takes no memory. 20 MB of bare newlines took 439 MB when each line
  /// kept its error.
  private struct Reading: Sendable {
    /// A run of unreadable lines.
    struct Damage {
      /// The number of readable lines before the run.
      let place: Int
      var lines: Int
    }

    var lineFacts: [LineFacts] = []
    /// The runs of unreadable lines.
    var damages: [Damage] = []
    /// The errors of the first unreadable lines, at most as many as are listed.
    var errors: [LineError] = []

    init(_ bytes: Bytes, _ range: Range<Int>, _ decoder: LineDecoder) {
      lineFacts.reserveCapacity(600)
      var lines = CanonicalLines(bytes, decoder.view)
      var start = range.lowerBound
      var sum: UInt64 = 0
      if start > 0, start < range.upperBound {
        let previous = bytes.lastLine(before: start)
        sum = (try? decoder.logged(bytes, in: previous))?.sum ?? 0
      }
      while start < range.upperBound {
        if let (facts, newline) = lines.facts(at: start, after: sum) {
          sum = facts.sum ?? 0
          lineFacts.append(facts)
          start = newline + 1
          continue
        }
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? range.upperBound
        if let facts = facts(bytes, start..<end, decoder, after: sum) {
          sum = facts.sum ?? 0
          lineFacts.append(facts)
        } else {
          sum = 0
          noteDamage()
        }
        start = end + 1
      }
    }

    /// Reads a line, or returns nil if the line is unreadable.
    private mutating func facts(
      _ bytes: Bytes, _ line: Range<Int>, _ decoder: LineDecoder, after sum: UInt64
    ) -> LineFacts? {
      let isListed = errors.count < Verification.mostListed
      // An error that is not listed need not be created.
      guard isListed || Reading.mayBeObject(bytes[line]) else { return nil }
      do throws(LineError) { return try decoder.facts(bytes, in: line, after: sum) } catch {
        if isListed { errors.append(error) }
        return nil
      }
    }

    private mutating func noteDamage() {
      if let last = damages.last, last.place == lineFacts.count {
        damages[damages.count - 1].lines += 1
      } else {
        damages.append(Damage(place: lineFacts.count, lines: 1))
      }
    }

    /// Returns whether `line` begins with a brace or with white space.
    private static func mayBeObject(_ line: Bytes) -> Bool {
      guard line.count > 0 else { return false }
      return line[0] <= UInt8(ascii: " ") || line[0] == UInt8(ascii: "{")
    }
  }

  private mutating func reportTail(_ tail: Tail, of bytes: Bytes, line number: Int) {
    if let torn = tail.torn, tail.isBehindCutBatch(bytes, LineDecoder()) {
      report(
        .tornBatch, number, nil,
        "\(grouped("\(torn.count)")) torn bytes after a batch that lost its last events; events "
          + "appended in their place would be read as part of the batch")
    } else if let torn = tail.torn {
      report(
        .tornEnd, number, nil,
        "\(grouped("\(torn.count)")) bytes after the last complete batch were never acknowledged; "
          + "the next append sets them aside")
    }
    if tail.lacksNewline {
      report(
        .noNewline, number - 1, nil, "the last line lacks its newline; the next append adds it")
    }
  }

  private mutating func report(
    _ kind: Finding.Kind, _ line: Int?, _ column: Int?, _ message: @autoclosure () -> String
  ) {
    let earlier = counts[kind] ?? 0
    counts[kind] = earlier + 1
    guard earlier < Verification.mostListed else { return }
    findings.append(Finding(kind: kind, line: line, column: column, message: message()))
  }
}

// MARK: - Checks that depend on the order of the lines

extension Verification {
  /// Checks the facts of a line against the lines before it.
  mutating func follow(_ facts: borrowing LineFacts, _ number: Int) {
    events += 1
    if facts.isUnknown { unknown += 1 }
    if let offset = facts.secret {
      report(
        .secret, number, offset + 1,
        "the name of a member suggests a secret; 'append' refuses such members")
    }
    if !ownership.insert(facts.id, by: facts.user) {
      let id = facts.id
      report(.usedTwice, number, nil, "an earlier event has the same id \(id)")
    }
    if let latest, facts.at > latest {
      report(.future, number, nil, "the time is more than a day ahead of the clock")
    }
    followTime(facts, number)
    followReference(facts, number)
    guard facts.seq > lastSeq else {
      return passMisplaced(.falling, LineDecoder.fall(facts.seq, after: lastSeq), number)
    }
    do throws(LineError) { try LineDecoder.checkRoom(facts.seq, after: lastSeq) } catch {
      return passMisplaced(.noRoom, error, number)
    }
    followBatch(facts, number)
    followSum(facts, number)
    lastSeq = facts.seq
  }

  /// Reports a line whose position is wrong; the next line is not compared with it.
  private mutating func passMisplaced(_ kind: Finding.Kind, _ error: LineError, _ number: Int) {
    report(kind, number, error.offset + 1, error.message)
    previousSum = nil
    batch = nil
  }

  /// Checks the facts of a range of lines against the lines before them.
  private mutating func follow(_ lines: [LineFacts], in range: Range<Int>, _ number: inout Int) {
    var rest = range
    while !rest.isEmpty {
      let next = rest.prefix(Verification.prefetched)
      ownership.prefetch(next.lazy.map { lines[$0].id })
      // By index: copying the facts of a line takes longer than checking them.
      lines.forEach(in: next) {
        number += 1
        follow($0, number)
      }
      rest = rest.dropFirst(Verification.prefetched)
    }
  }

  /// Counts consecutive unreadable lines, whose positions and checksums are unknown.
  ///
  /// - Parameter errors: The errors of the first unreadable lines. Errors that would not be listed may be missing.
  private mutating func passDamage(
    _ lines: Int, _ errors: inout ArraySlice<LineError>, _ number: inout Int
  ) {
    let listed = errors.prefix(lines)
    for (line, error) in zip((number + 1)..., listed) {
      report(.unreadable, line, error.offset + 1, error.message)
    }
    errors = errors.dropFirst(listed.count)
    counts[.unreadable, default: 0] += lines - listed.count
    number += lines
    previousSum = nil
    batch = nil
  }

  private mutating func followSum(_ facts: borrowing LineFacts, _ number: Int) {
    defer { lastStatedSum = facts.sum }
    if facts.sum == nil { report(.noSum, number, nil, "the line has no sum") }
    guard previousSum != nil else {
      // An unreadable line always leaves at least a gap.
      previousSum = facts.sum ?? 0
      return
    }
    previousSum = facts.sum ?? 0
    guard facts.seq == lastSeq + 1 else {
      let missing = facts.seq - lastSeq - 1
      report(
        .gap, number, nil,
        "\(missing == 1 ? "1 event is" : "\(missing) events are") missing before seq "
          + "\(facts.seq); the sum of this line cannot be checked")
      return
    }
    if !facts.fits {
      let error = LineDecoder.wrongSum(facts.sumStart)
      report(.wrongSum, number, error.offset + 1, error.message)
      // The stated checksum may be the part that changed.
      previousSum = nil
      batch = nil
    }
  }

  /// Finds times of one user that run back, for example because a clock was wrong.
  ///
  /// The finding is reported at the first of several such lines. Two kinds of events may have past times. An imported
  /// event has an id derived from its content. An event entered more than a day after its time has a version 7 id
  /// with the time of entry. Neither may have a time before 1970: no training app has older data.
  private mutating func followTime(_ facts: borrowing LineFacts, _ number: Int) {
    if facts.at >= 0, facts.id.isNameBased { return }
    if let made = facts.id.milliseconds, facts.at >= 0, made - facts.at > Verification.backwards {
      return
    }
    var clock = clock(of: facts.user) ?? Clock(latest: facts.at)
    let behind = clock.latest - facts.at
    if behind > Verification.backwards, !clock.isBehind {
      let days = behind / 86_400_000
      report(
        .backwards, number, nil,
        "the time is \(days == 1 ? "a day" : "\(days) days") before that of an earlier event "
          + (facts.user == nil ? "without a user" : "of this user"))
    }
    clock.isBehind = behind > Verification.backwards
    clock.latest = max(clock.latest, facts.at)
    current = (facts.user, clock)
  }

  /// Returns the clock of a user, or nil at the first line of that user.
  ///
  /// The lines of a session are consecutive, so the last user is kept: two look-ups per line took a tenth of
  /// `verify`.
  private mutating func clock(of user: Name?) -> Clock? {
    if let current, current.user == user { return current.clock }
    if let current { clocks[current.user] = current.clock }
    return clocks[user]
  }

  /// Finds references to entities that no earlier event created, and reports each entity once.
  ///
  /// An earlier event can be missing only if it was cut out of the log.
  private mutating func followReference(_ facts: borrowing LineFacts, _ number: Int) {
    var unknown: [EntityKind] = []
    let remark = ownership.record(facts.links, facts.id, by: facts.user) { unknown.append($0.kind) }
    for kind in unknown {
      report(
        .neverBegun, number, nil,
        "no earlier event created the \(kind.rawValue) that this event refers to")
    }
    if let remark { report(.noEffect, number, nil, remark) }
  }

  /// Counts the events of a batch.
  ///
  /// Readers show the events that are present, because they were acknowledged. Only at the end of a log do the events
  /// of an incomplete batch count as torn; `Tail` decides this.
  private mutating func followBatch(_ facts: borrowing LineFacts, _ number: Int) {
    if let open = batch {
      if facts.seq <= open.last, facts.batch == 1 { batch?.found += 1 }
      if facts.seq >= open.last || facts.batch > 1 { closeBatch() }
    }
    if facts.batch > 1 {
      batch = OpenBatch(line: number, size: facts.batch, last: facts.seq + facts.batch - 1)
    }
  }

  private mutating func closeBatch() {
    guard let open = batch else { return }
    batch = nil
    guard open.found < open.size else { return }
    let missing = open.size - open.found
    report(
      .cutBatch, open.line, nil,
      "a batch of \(open.size) events begins here; \(missing) of them "
        + (missing == 1 ? "is" : "are") + " missing, and the others are shown")
  }
}
