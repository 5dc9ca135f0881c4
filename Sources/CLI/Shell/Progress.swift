import Events

/// The progress of a command, shown on a terminal while it is useful.
///
/// Libraries report their progress and have no clock; this type has the clock and the terminal.
final class Progress: Sendable {
  private let terminal: Terminal
  private let line: Monitor<ProgressLine>
  /// A Boolean value indicating whether the line stays while output is written elsewhere.
  let staysDuringOutput: Bool

  init(of command: String, since begin: Double, staysDuringOutput: Bool, on terminal: Terminal) {
    (self.terminal, self.staysDuringOutput) = (terminal, staysDuringOutput)
    line = Monitor(ProgressLine(of: command, from: begin))
  }

  /// Draws the line if it is due.
  ///
  /// The terminal is looked up when the first line is due, since most commands end earlier.
  func report(_ done: Int, of total: Int, _ unit: ProgressLine.Unit = .bytes) {
    let now = terminal.seconds()
    let text = line.alone { line -> String? in
      guard line.isDue(done, unit, at: now) else { return nil }
      guard let columns = terminal.columns() else {
        line.hide()
        return nil
      }
      return line.draw(of: total, at: now, columns: columns)
    }
    if let text { terminal.write(text) }
  }

  /// Draws a line that does not count bytes or events, if it is due.
  ///
  /// - Parameter texts: The texts after the name of the command, the longest first.
  func report(_ texts: [String]) {
    let now = terminal.seconds()
    let text = line.alone { line -> String? in
      guard line.isDue(at: now) else { return nil }
      guard let columns = terminal.columns() else {
        line.hide()
        return nil
      }
      return line.draw(texts.map { "\(line.command): \($0)" }, at: now, columns: columns)
    }
    if let text { terminal.write(text) }
  }

  /// Removes the line from the terminal.
  func erase() {
    let text = line.alone { $0.erase() }
    if !text.isEmpty { terminal.write(text) }
  }
}

/// The terminal of standard error, and a clock, for drawing a progress line.
struct Terminal: Sendable {
  /// Returns the number of columns; nil if standard error is not a terminal.
  var columns: @Sendable () -> Int?
  /// Returns the seconds of a clock that never runs backwards.
  var seconds: @Sendable () -> Double
  var write: @Sendable (String) -> Void

  static let none = Terminal(columns: { nil }, seconds: { 0 }, write: { _ in })

  init(
    columns: @escaping @Sendable () -> Int?, seconds: @escaping @Sendable () -> Double,
    write: @escaping @Sendable (String) -> Void
  ) { (self.columns, self.seconds, self.write) = (columns, seconds, write) }

  init(_ system: System) {
    self.init(
      columns: { system.columns(of: .error) }, seconds: { system.monotonicSeconds() },
      write: { try? system.print(Array($0.utf8), to: .error) })
  }
}
