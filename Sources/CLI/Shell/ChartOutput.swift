import Events
import Projections

extension Shell {
  /// Prints a view of one user, or of all, as a table, or as charts on request.
  ///
  /// - Parameters:
  ///   - make: A closure that returns the view for the table.
  ///   - draw: A closure that returns the charts, in the unit of weights, given the names of exercises; the first chart
  ///     is the one for a file.
  mutating func show<V: PersonalView>(
    personal view: V.Type, _ filter: ViewFilter, as picture: PictureArguments,
    _ make: (ViewSubject, V.State, V.Shared) throws -> V,
    draw: (V, ViewSubject, Weight.Unit) -> [Chart]
  ) throws {
    guard picture.isAsked else { return try show(personal: view, filter, make) }
    try self.draw(personal: view, filter, picture, make, draw)
  }

  /// Draws a view of one user, or of all.
  mutating func draw<V: PersonalView>(
    personal view: V.Type, _ filter: ViewFilter, _ picture: PictureArguments,
    _ make: (ViewSubject, V.State, V.Shared) throws -> V,
    _ draw: (V, ViewSubject, Weight.Unit) -> [Chart]
  ) throws {
    try check(picture)
    var subjects: [ViewSubject] = []
    let shown = try views(personal: view, filter) { subject, state, shared in
      subjects.append(subject)
      return try make(subject, state, shared)
    }
    var charts: [Chart] = []
    for (subject, (user, view)) in zip(subjects, shown.all.views) {
      let own = draw(view, subject, shown.units[user].unit)
      charts += options.allUsers ? own.map { $0.titled(by: user) } : own
    }
    if picture.isChart {
      let width = printsToTerminal ? system.columns(of: .output) : nil
      let texts = charts.map {
        TerminalChart(chart: $0, width: width ?? TerminalChart.usualWidth, isColored: isColored)
          .text
      }
      try print(texts.joined(separator: "\n"), terminator: "")
    }
    if let file = picture.svg, let chart = charts.first {
      try write(chart.svg(), to: file, "a chart of \(chart.title.lowercasedFirst)")
    }
  }

  /// Refuses options that exclude each other, and a file that must not be replaced.
  private func check(_ picture: PictureArguments) throws {
    if options.json {
      throw UsageError(
        code: .conflictingOptions, message: "a chart cannot be combined with '--json'",
        help: "leave out '\(picture.isChart ? "--chart" : "--svg")' to get the values")
    }
    guard let file = picture.svg else { return }
    if options.allUsers || options.follow {
      throw UsageError(
        message:
          "'--svg' writes a single chart, so it cannot be used with '\(options.follow ? "--follow" : "--all-users")'",
        help: "'--chart' draws several charts in the terminal")
    }
    try requireNoLog(file, option: "--svg")
  }

  /// Refuses to replace a log with an output file.
  ///
  /// A page or a picture can be made again with one command; a log cannot.
  func requireNoLog(_ file: FilePath, option: String) throws {
    try requireOther(file.text, option: option)
    guard file.text != "-", try system.exists(file.text),
      var lines = try? Log(path: file.text, usesCheckpoint: false, system: system).lines(),
      (try? lines.next()) != nil
    else { return }
    throw UsageError(
      message: "'\(option)' must not name a log",
      help: "choose another file; '\(file.text)' was not changed")
  }

  /// Writes a text to a file, replacing a file of that name; '-' is standard output.
  ///
  /// - Parameter content: The kind of content, for the note.
  mutating func write(_ text: String, to file: FilePath, _ content: String) throws {
    guard file.text != "-" else { return try print(text, terminator: "") }
    try system.replaceFile(
      file.text, with: Array(text.utf8), isShared: true, isCommand: true, ownerOf: logPath)
    note("wrote \(content) to '\(file.text)'")
  }
}

extension Chart {
  fileprivate func titled(by user: Name?) -> Chart {
    Chart(
      "\(user?.text ?? "–") · \(title)", kind, unit: unit, preposition: preposition, span: span,
      series)
  }
}

extension String {
  /// The text with its first letter in lower case, unless the second letter is in upper case, too.
  fileprivate var lowercasedFirst: String {
    dropFirst().first?.isUppercase ?? false ? self : prefix(1).lowercased() + dropFirst()
  }
}
