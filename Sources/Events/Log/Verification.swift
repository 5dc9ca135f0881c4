/// The whole picture of a log: everything that is wrong with it, and where.
///
/// A view stops at the first thing that no append leaves behind; this goes on. Every line is read
/// strictly, canonical or not, and held against the lines before it: positions, sums, ids, batches,
/// times, and whether what an event speaks of was ever begun.
///
/// Of each kind of finding the first hundred are listed, and the rest are counted.
///
/// Cost: one pass that decodes everything, and 20 to 30 bytes an event for the ids.
public struct Verification: Sendable {
  /// What was found, in the order of the log.
  public private(set) var findings: [Finding] = []
  /// How many findings of a kind were found beyond those that are listed, in the order of the kinds.
  public var omitted: [(kind: Finding.Kind, count: Int)] {
    Finding.Kind.allCases.compactMap { kind in
      let count = (counts[kind] ?? 0) - Verification.mostListed
      return count > 0 ? (kind, count) : nil
    }
  }
  /// How many events were read.
  public private(set) var events = 0
  /// How many of them have a type or version that this build does not know.
  public private(set) var unknown = 0
  /// Position of the last event; 0 when there is none.
  public private(set) var lastSeq = 0
  /// Sum of the last line, which stands for all of the log; nil when it has none.
  public var lastSum: String? {
    lastStatedSum.map { String(decoding: hexadecimal($0), as: UTF8.self) }
  }

  /// How many findings of one kind are listed.
  public static let mostListed = 100
  /// By how much the time may run back without being remarked on: what a wrong clock, a journey and an
  /// evening's notes entered late explain.
  static let backwards: Int64 = 86_400_000

  private var counts: [Finding.Kind: Int] = [:]
  private var lastStatedSum: UInt64?
  /// The sum of the line before; nil behind a damaged one, where nothing can be compared with it.
  private var previousSum: UInt64? = 0
  /// The ids of all events so far.
  private var ids: IDSet
  /// What was begun under other names, and what was spoken of without ever having been begun.
  private var named = IDSet()
  private var clocks: [Name?: Clock] = [:]
  private var batch: OpenBatch?

  /// The latest time of a user, and whether their last event was far before it.
  private struct Clock {
    var latest: Int64
    var isBehind = false
  }

  /// A batch that says it goes on.
  private struct OpenBatch {
    let line: Int
    let size: Int
    /// The `seq` of its last event.
    let last: Int
    /// How many of its events are there so far.
    var found = 1
  }

  /// Whether there is anything that no append leaves behind.
  public var isDamaged: Bool { damages > 0 }

  /// In how many places there is something that no append leaves behind.
  public var damages: Int {
    counts.reduce(0) { $0 + ($1.key.severity == .damage ? $1.value : 0) }
  }

  /// Reads all of `log`. Of a file, permissions are looked at, too.
  public init(_ log: Log, system: System = System()) {
    var log = log
    log.checkpoint = nil
    // Most lines have some 200 bytes; a wrong guess costs a little memory or a few rounds of growing.
    ids = IDSet(expecting: log.bytes.count / 200)
    // Where not even the last line can be read, what is before it still can.
    let tail = try? log.tail()
    let bytes = log.bytes
    var number = 0
    let pass = Pass(log: log, start: 0, end: tail?.end ?? bytes.count) { Reading(bytes, $0, $1) }
    pass.run { part in
      var errors = part.errors[...]
      for statement in part.statements {
        number += 1
        if let statement {
          follow(statement, number)
        } else if let error = errors.popFirst() {
          passDamage(error, number)
        }
      }
    }
    closeBatch()
    if let tail { note(tail, of: bytes, line: number + 1) }
    for remark in Exposure(log, system)?.remarks ?? [] { find(.openPermissions, nil, nil, remark) }
  }

  /// The lines of a part, read without knowledge of others.
  private struct Reading: Sendable {
    /// What each line says; nil where it cannot be read.
    var statements: [Statement?] = []
    /// Why not, in their order.
    var errors: [LineError] = []

    init(_ bytes: Bytes, _ range: Range<Int>, _ decoder: LineDecoder) {
      statements.reserveCapacity(600)
      var start = range.lowerBound
      var sum: UInt64 = 0
      if start > 0, start < range.upperBound {
        let previous = Tail.lastLine(bytes, before: start)
        sum = (try? decoder.logged(bytes[previous]))?.sum ?? 0
      }
      while start < range.upperBound {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? range.upperBound
        do throws(LineError) {
          let statement = try decoder.statement(bytes[start..<end], after: sum)
          sum = statement.sum ?? 0
          statements.append(statement)
        } catch {
          sum = 0
          statements.append(nil)
          errors.append(error)
        }
        start = end + 1
      }
    }
  }

  private mutating func note(_ tail: Tail, of bytes: Bytes, line number: Int) {
    if let torn = tail.torn, tail.isBehindCutBatch(bytes, LineDecoder()) {
      find(
        .tornBatch, number, nil,
        "\(grouped("\(torn.count)")) torn bytes behind a batch that lost its last events; what is "
          + "appended in their place would be read as those")
    } else if let torn = tail.torn {
      find(
        .tornEnd, number, nil,
        "\(grouped("\(torn.count)")) bytes behind the last complete batch were never acknowledged; "
          + "the next append sets them aside")
    }
    if tail.lacksNewline {
      find(
        .noNewline, number - 1, nil, "the last line lacks its newline; the next append adds it")
    }
  }

  private mutating func find(
    _ kind: Finding.Kind, _ line: Int?, _ column: Int?, _ message: @autoclosure () -> String
  ) {
    let earlier = counts[kind] ?? 0
    counts[kind] = earlier + 1
    guard earlier < Verification.mostListed else { return }
    findings.append(Finding(kind: kind, line: line, column: column, message: message()))
  }
}

// MARK: - What needs the order of the lines

extension Verification {
  /// Holds what a line says against the lines before it.
  mutating func follow(_ statement: Statement, _ number: Int) {
    events += 1
    if statement.isUnknown { unknown += 1 }
    if let offset = statement.secret {
      find(
        .secret, number, offset + 1,
        "a member's name says that it holds a secret; no log should, and an append refuses it")
    }
    if !ids.insert(statement.id) {
      find(.usedTwice, number, nil, "id \(statement.id) is that of an earlier event")
    }
    followTime(statement, number)
    followMention(statement, number)
    guard statement.seq > lastSeq else {
      let error = LineDecoder.fall(statement.seq, after: lastSeq)
      find(.falling, number, error.offset + 1, error.message)
      previousSum = nil
      batch = nil
      return
    }
    followBatch(statement, number)
    followSum(statement, number)
    lastSeq = statement.seq
  }

  /// A line that cannot be read: nothing is known of its position and its sum.
  mutating func passDamage(_ error: LineError, _ number: Int) {
    find(.unreadable, number, error.offset + 1, error.message)
    previousSum = nil
    batch = nil
  }

  private mutating func followSum(_ statement: Statement, _ number: Int) {
    defer { lastStatedSum = statement.sum }
    if statement.sum == nil { find(.noSum, number, nil, "the line has no sum") }
    guard previousSum != nil else {
      // Behind a line that could not be read, a gap is the least that can be expected.
      previousSum = statement.sum ?? 0
      return
    }
    previousSum = statement.sum ?? 0
    guard statement.seq == lastSeq + 1 else {
      let missing = statement.seq - lastSeq - 1
      find(
        .gap, number, nil,
        "\(missing == 1 ? "1 event is" : "\(missing) events are") missing before seq "
          + "\(statement.seq); the sum of this line cannot be checked")
      return
    }
    if !statement.fits {
      let error = LineDecoder.wrongSum(statement.sumStart)
      find(.wrongSum, number, error.offset + 1, error.message)
      // The stated sum may be what was changed.
      previousSum = nil
      batch = nil
    }
  }

  /// Times of one user may be entered late, and whole histories may be imported, so this harms
  /// nothing; it is said where a stretch of such lines begins.
  private mutating func followTime(_ statement: Statement, _ number: Int) {
    guard var clock = clocks[statement.user] else {
      clocks[statement.user] = Clock(latest: statement.at)
      return
    }
    let behind = clock.latest - statement.at
    if behind > Verification.backwards, !clock.isBehind {
      let days = behind / 86_400_000
      find(
        .backwards, number, nil,
        "the time is \(days == 1 ? "a day" : "\(days) days") before that of an earlier event "
          + (statement.user == nil ? "of nobody" : "of this user"))
    }
    clock.isBehind = behind > Verification.backwards
    clock.latest = max(clock.latest, statement.at)
    clocks[statement.user] = clock
  }

  /// What an event speaks of was begun by an event before it, unless that was cut out of the log. Said
  /// once of each thing.
  private mutating func followMention(_ statement: Statement, _ number: Int) {
    if let mention = statement.mentioned, !ids.contains(mention.id),
      !named.contains(mention.id)
    {
      _ = named.insert(mention.id)
      find(
        .neverBegun, number, nil,
        "no earlier event began the \(mention.kind.rawValue) that this one speaks of")
    }
    if let begun = statement.begun { _ = named.insert(begun) }
  }

  /// Counts the events of a batch. Whoever reads shows those that are there: they were acknowledged,
  /// whatever became of the others. Only at the end of a log are they torn, which `Tail` decides.
  private mutating func followBatch(_ statement: Statement, _ number: Int) {
    if let open = batch {
      if statement.seq <= open.last, statement.batch == 1 { batch?.found += 1 }
      if statement.seq >= open.last || statement.batch > 1 { closeBatch() }
    }
    if statement.batch > 1 {
      batch = OpenBatch(
        line: number, size: statement.batch, last: statement.seq + statement.batch - 1)
    }
  }

  private mutating func closeBatch() {
    guard let open = batch else { return }
    batch = nil
    guard open.found < open.size else { return }
    let missing = open.size - open.found
    find(
      .cutBatch, open.line, nil,
      "a batch of \(open.size) events begins here, \(missing) of which "
        + (missing == 1 ? "is" : "are") + " missing; the others are shown")
  }
}
