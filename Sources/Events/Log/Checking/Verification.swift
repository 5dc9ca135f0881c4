/// A complete check of a log: all errors with their places.
///
/// A view stops at the first content that no append leaves; this goes on. Every line is read
/// strictly, canonical or not, and compared with the lines before it: positions, sums, ids,
/// batches, times, and whether the entities it refers to were ever created. The first hundred
/// findings of each kind are listed, and the rest are counted.
///
/// It takes one pass that decodes everything, and 20 to 30 bytes an event for the ids.
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
  /// The position of the last event; 0 when there is none.
  public private(set) var lastSeq = 0
  /// The sum of the last line, which covers all of the log; nil when it has none.
  public var lastSum: String? {
    lastStatedSum.map { String(decoding: hexadecimal($0), as: UTF8.self) }
  }

  /// The most findings of one kind that are listed.
  public static let mostListed = 100
  /// The milliseconds by which the time may run back without a finding: a day.
  ///
  /// A journey and an evening's notes entered late explain as much.
  static let backwards: Int64 = 86_400_000

  /// The number of ids whose places are read together.
  private static let prefetched = 16

  private var counts: [Finding.Kind: Int] = [:]
  private var lastStatedSum: UInt64?
  /// The sum of the line before; nil after a damaged one, where no comparison is possible.
  private var previousSum: UInt64? = 0
  /// The ids of all events so far.
  private var ids: IDSet
  /// The entities created under other names, and those referred to without ever having been
  /// created.
  private var named = IDSet()
  private var clocks: [Name?: Clock] = [:]
  /// The user of the line before and their clock, which `clocks` has of all other users.
  private var current: (user: Name?, clock: Clock)?
  private var batch: OpenBatch?

  /// The latest time of a user, and a flag for a last event far before it.
  private struct Clock {
    var latest: Int64
    var isBehind = false
  }

  /// A batch whose mark counts more events.
  private struct OpenBatch {
    let line: Int
    let size: Int
    /// The `seq` of its last event.
    let last: Int
    /// The number of its events so far.
    var found = 1
  }

  /// A Boolean value indicating whether there is content that no append leaves.
  public var isDamaged: Bool { damages > 0 }

  /// The number of places with content that no append leaves.
  public var damages: Int {
    counts.reduce(0) { $0 + ($1.key.severity == .damage ? $1.value : 0) }
  }

  /// Creates the check of all of `log`, and of the permissions of a file too.
  public init(_ log: Log) { self.init(log, system: System()) }

  /// Creates the check with the system calls of `system`.
  package init(_ log: Log, system: System) {
    var log = log
    log.checkpoint = nil
    // Most lines have some 200 bytes; a wrong guess costs a little memory or a few rounds of
    // growing.
    ids = IDSet(expecting: log.bytes.count / 200)
    // Where not even the last line can be read, the lines before it still can.
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
  }

  /// The lines of a part, read without knowledge of others.
  ///
  /// A line that cannot be read takes no memory beyond the first hundred: 20 MB of bare newlines, each
  /// with its error, took 439 MB.
  private struct Reading: Sendable {
    /// A run of lines that cannot be read.
    struct Damage {
      /// The number of readable lines before them.
      let place: Int
      var lines: Int
    }

    /// The facts of the readable lines.
    var lineFacts: [LineFacts] = []
    /// The runs of the other lines.
    var damages: [Damage] = []
    /// The errors of the first of those, as many as are listed at most.
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

    /// Reads a line; nil where it cannot be read.
    private mutating func facts(
      _ bytes: Bytes, _ line: Range<Int>, _ decoder: LineDecoder, after sum: UInt64
    ) -> LineFacts? {
      let isListed = errors.count < Verification.mostListed
      // An error that is not shown need not be made.
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

    /// Returns whether `line` begins as an object does, or with white space.
    private static func mayBeObject(_ line: Bytes) -> Bool {
      guard line.count > 0 else { return false }
      return line[0] <= UInt8(ascii: " ") || line[0] == UInt8(ascii: "{")
    }
  }

  private mutating func reportTail(_ tail: Tail, of bytes: Bytes, line number: Int) {
    if let torn = tail.torn, tail.isBehindCutBatch(bytes, LineDecoder()) {
      report(
        .tornBatch, number, nil,
        "\(grouped("\(torn.count)")) torn bytes behind a batch that lost its last events; what is "
          + "appended in their place would be read as those")
    } else if let torn = tail.torn {
      report(
        .tornEnd, number, nil,
        "\(grouped("\(torn.count)")) bytes behind the last complete batch were never acknowledged; "
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
        "a member's name says that it holds a secret; no log should, and an append refuses it")
    }
    if !ids.insert(facts.id) {
      let id = facts.id
      report(.usedTwice, number, nil, "id \(id) is that of an earlier event")
    }
    followTime(facts, number)
    followReference(facts, number)
    guard facts.seq > lastSeq else {
      let error = LineDecoder.fall(facts.seq, after: lastSeq)
      report(.falling, number, error.offset + 1, error.message)
      previousSum = nil
      batch = nil
      return
    }
    followBatch(facts, number)
    followSum(facts, number)
    lastSeq = facts.seq
  }

  /// Checks the lines in a range of some against the lines before them.
  private mutating func follow(_ lines: [LineFacts], in range: Range<Int>, _ number: inout Int) {
    var rest = range
    while !rest.isEmpty {
      let next = rest.prefix(Verification.prefetched)
      ids.prefetch(next.lazy.map { lines[$0].id })
      // In their places: the facts of a line take longer to copy than to check.
      lines.forEach(in: next) {
        number += 1
        follow($0, number)
      }
      rest = rest.dropFirst(Verification.prefetched)
    }
  }

  /// Counts some lines in a row that cannot be read, whose positions and sums are unknown.
  ///
  /// - Parameter errors: The errors of the first of them; those that would not be listed may be missing.
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
      // After a line that could not be read, a gap is to be expected at least.
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
      // The stated sum may be the changed part.
      previousSum = nil
      batch = nil
    }
  }

  /// Finds times of one user that run back, as those of a wrong clock do.
  ///
  /// It is reported at the start of a stretch of such lines. The id of an imported event is made of its
  /// content, and that of an event entered late a day or more after its time: both are of the past by
  /// intent. No training app's past goes back before 1970.
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
          + (facts.user == nil ? "of nobody" : "of this user"))
    }
    clock.isBehind = behind > Verification.backwards
    clock.latest = max(clock.latest, facts.at)
    current = (facts.user, clock)
  }

  /// Returns the clock of a user; nil where this is their first line.
  ///
  /// The lines of a session come one after another, and two look-ups took a tenth of `verify`.
  private mutating func clock(of user: Name?) -> Clock? {
    if let current, current.user == user { return current.clock }
    if let current { clocks[current.user] = current.clock }
    return clocks[user]
  }

  /// Finds references to entities that no earlier event created, once for each entity.
  ///
  /// An earlier event is missing only where it was cut out of the log.
  private mutating func followReference(_ facts: borrowing LineFacts, _ number: Int) {
    facts.links.forEachReference { reference in
      guard !ids.contains(reference.id), named.insert(reference.id) else { return }
      report(
        .neverBegun, number, nil,
        "no earlier event began the \(reference.kind.rawValue) that this one speaks of")
    }
    if let created = facts.links.created { _ = named.insert(created) }
  }

  /// Counts the events of a batch.
  ///
  /// Readers show those that are present: they were acknowledged, whatever became of the others.
  /// Only at the end of a log are they torn, which `Tail` decides.
  private mutating func followBatch(_ facts: borrowing LineFacts, _ number: Int) {
    if let open = batch {
      if facts.seq <= open.last, facts.batch == 1 { batch?.found += 1 }
      if facts.seq >= open.last || facts.batch > 1 { closeBatch() }
    }
    if facts.batch > 1 {
      batch = OpenBatch(
        line: number, size: facts.batch, last: facts.seq + facts.batch - 1)
    }
  }

  private mutating func closeBatch() {
    guard let open = batch else { return }
    batch = nil
    guard open.found < open.size else { return }
    let missing = open.size - open.found
    report(
      .cutBatch, open.line, nil,
      "a batch of \(open.size) events begins here, \(missing) of which "
        + (missing == 1 ? "is" : "are") + " missing; the others are shown")
  }
}
