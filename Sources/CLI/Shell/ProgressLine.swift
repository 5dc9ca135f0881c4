import Events

/// The line that shows how far a long command is: its texts, and the times at which they are due.
///
///     pbs: 412 MB of 1.24 GB, 520 MB/s, 2 s left
///
/// It appears when a command has run for a second, and changes four times a second. It has no clock and
/// writes nothing: times come in as values, and texts go out.
struct ProgressLine {
  /// The things that are counted.
  enum Unit { case bytes, events }

  /// The command that is under way.
  let command: String
  /// The time at which the command began.
  let begin: Double

  /// The time at which the line was last drawn; nil before the first.
  private var drawn: Double?
  /// A Boolean value indicating whether it is never drawn.
  private var isHidden = false
  /// The number of columns of the terminal that it takes now.
  private var width = 0
  /// The first report of the pass over the log that is under way, and its time.
  private var pass: (done: Int, at: Double)?
  /// The amount that was reported last, and its unit.
  private var (done, unit) = (0, Unit.bytes)

  /// The time that a command runs without a line, in seconds.
  static let patience = 1.0
  /// The shortest time between two texts, in seconds.
  private static let period = 0.25

  init(of command: String, from begin: Double) { (self.command, self.begin) = (command, begin) }

  /// Notes how far the command is, and returns whether to draw the line.
  mutating func isDue(_ done: Int, _ unit: Unit, at now: Double) -> Bool {
    // A command may walk a log more than once; each pass has a rate of its own.
    if pass == nil || done < self.done || unit != self.unit { pass = (done, now) }
    (self.done, self.unit) = (done, unit)
    return isDue(at: now)
  }

  /// Returns the text that draws the line over the one before, in fewer columns than the terminal has.
  mutating func draw(of total: Int, at now: Double, columns: Int) -> String {
    draw(texts(of: total, at: now), at: now, columns: columns)
  }

  /// Returns whether to draw a line of one's own.
  func isDue(at now: Double) -> Bool {
    !isHidden && now - begin >= Self.patience && now - (drawn ?? begin) >= Self.period
  }

  /// Returns the text that draws the first of `texts` that is shorter than the terminal is wide.
  mutating func draw(_ texts: [String], at now: Double, columns: Int) -> String {
    let text = texts.first { $0.count < columns } ?? ""
    defer { (width, drawn) = (text.count, now) }
    return "\r" + text + String(repeating: " ", count: max(0, min(width, columns - 1) - text.count))
  }

  /// Hides the line for good: there is no terminal.
  mutating func hide() { isHidden = true }

  /// Returns the text that takes the line off the terminal; an empty one where none is drawn.
  mutating func erase() -> String {
    guard width > 0 else { return "" }
    defer { width = 0 }
    return "\r" + String(repeating: " ", count: width) + "\r"
  }

  /// Returns the texts, the longest first.
  private func texts(of total: Int, at now: Double) -> [String] {
    let percent = total > 0 ? min(100, done * 100 / total) : 100
    let amounts = "\(command): \(amount(done)) of \(amount(total))"
    let noun = unit == .events ? " events" : ""
    guard let pass, now > pass.at, done > pass.done else {
      return [amounts + noun, "\(percent) %"]
    }
    let rate = Double(done - pass.done) / (now - pass.at)
    let left = duration(Double(max(0, total - done)) / rate) + " left"
    return [
      "\(amounts)\(noun), \(amount(Int(rate)))/s, \(left)", "\(amounts)\(noun), \(left)",
      "\(percent) %, \(left)", "\(percent) %",
    ]
  }

  private func amount(_ count: Int) -> String {
    switch unit {
    case .events: grouped("\(count)")
    case .bytes where count >= 1_000_000_000: decimal(Double(count) / 1e9) + " GB"
    case .bytes where count >= 1_000_000: "\(count / 1_000_000) MB"
    case .bytes: "\(count / 1_000) kB"
    }
  }

  private func duration(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9).rounded(.up))
    if whole < 120 { return "\(whole) s" }
    return whole < 7_200 ? "\(whole / 60) min" : "\(whole / 3_600) h"
  }
}
