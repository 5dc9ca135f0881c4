import Events

/// The progress line of a long command: its texts, and the times at which they are due.
///
///     pbs: 412 MB of 1.24 GB, 520 MB/s, 2 s left
///
/// It appears after one second and changes four times a second. It has no clock and writes nothing: times are
/// arguments, and texts are results.
struct ProgressLine {
  enum Unit { case bytes, events }

  let command: String
  /// The time at which the command began.
  let begin: Double

  /// The time at which the line was last drawn; nil before the first.
  private var drawn: Double?
  /// A Boolean value indicating whether the line is never drawn.
  private var isHidden = false
  /// The number of columns that the line currently takes.
  private var width = 0
  /// The first report of the current pass over the log, and its time.
  private var pass: (done: Int, at: Double)?
  /// The latest reported amount, and its unit.
  private var (done, unit) = (0, Unit.bytes)

  /// The time before the line appears, in seconds.
  static let patience = 1.0
  /// The minimum time between two texts, in seconds.
  private static let period = 0.25

  init(of command: String, from begin: Double) { (self.command, self.begin) = (command, begin) }

  /// Records the progress of the command, and returns whether to draw the line.
  mutating func isDue(_ done: Int, _ unit: Unit, at now: Double) -> Bool {
    // A command may read a log more than once; each pass has its own rate.
    if pass == nil || done < self.done || unit != self.unit { pass = (done, now) }
    (self.done, self.unit) = (done, unit)
    return isDue(at: now)
  }

  /// Returns the text that replaces the previous line, shorter than the terminal is wide.
  mutating func draw(of total: Int, at now: Double, columns: Int) -> String {
    draw(texts(of: total, at: now), at: now, columns: columns)
  }

  /// Returns whether to draw a line with other content.
  func isDue(at now: Double) -> Bool {
    !isHidden && now - begin >= Self.patience && now - (drawn ?? begin) >= Self.period
  }

  /// Returns the text that draws the first of `texts` that fits into the terminal.
  mutating func draw(_ texts: [String], at now: Double, columns: Int) -> String {
    let text = texts.first { $0.count < columns } ?? ""
    defer { (width, drawn) = (text.count, now) }
    return "\r" + text + String(repeating: " ", count: max(0, min(width, columns - 1) - text.count))
  }

  /// Hides the line permanently: there is no terminal.
  mutating func hide() { isHidden = true }

  /// Returns the text that removes the line from the terminal; empty if no line is drawn.
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
