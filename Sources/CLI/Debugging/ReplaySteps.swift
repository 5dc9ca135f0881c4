import Events
import Projections

/// The steps of a replay at a prompt: next, previous, a position, a path, and the end.
///
/// Commands are lines, so the terminal keeps its mode. There is nothing to restore when the process ends, and a slow
/// link transmits one line for a step.
struct ReplaySteps {
  private var replay: LogReplay
  private let search: PathSearch
  /// The earlier events, for going back.
  private var passed: [LogReplay.Step] = []
  /// The index of the displayed event; -1 before the first.
  private var place = -1

  private static let help = """
    Enter, n      the next event
    p             the previous event
    45            the event at position 45, or the first one after it
    /PATH         the next event that changes the value at a path, for example /[exercise=squat].reps
    /VIEW PATH    the same in one view, for example /pbs [0]; /VIEW finds any change of the view
    /TEXT         if no view has such a path: the next change of a path that contains TEXT
    /             the same search again
    v             the event's line, without its sum
    q             quit

    """

  init(_ replay: LogReplay, _ search: PathSearch) { (self.replay, self.search) = (replay, search) }

  /// Reads commands and shows events until the end of the input.
  mutating func run(_ shell: inout Shell) throws {
    var input = InputLines(system: shell.system)
    var sought: PathSearch.Sought?
    try shell.print("'?' lists the commands")
    try move(to: 0, &shell)
    while true {
      try shell.flush()
      shell.complain(prompt)
      var words: [UInt8]?
      _ = try input.next { line, _ in words = line.array }
      guard let words else { return try shell.print("") }
      let text = trimmed(String(decoding: words, as: UTF8.self))
      switch text {
      case "", "n": try move(to: place + 1, &shell)
      case "p": try move(to: place - 1, &shell)
      case "q": return
      case "?", "h": try shell.print(Self.help, terminator: "")
      case "v": try showLine(&shell)
      default:
        if text.hasPrefix("/") {
          if text != "/" { sought = search.sought(trimmed(String(text.dropFirst()))) }
          try trySeeking(sought, &shell)
        } else if let seq = Int(text.hasPrefix("@") ? String(text.dropFirst()) : text) {
          try jump(to: seq, &shell)
        } else {
          try shell.print("a command must be n, p, a position, /PATH, v or q, got '\(inert(text))'")
        }
      }
    }
  }

  private var prompt: String {
    passed.indices.contains(place) ? "(\(passed[place].event.seq)) " : "() "
  }

  /// Returns whether an event with an index is among those to show; reads up to it.
  private mutating func reach(_ wanted: Int) throws -> Bool {
    while passed.count <= wanted {
      guard let step = try replay.next() else { return false }
      passed.append(step)
    }
    return true
  }

  private mutating func move(to wanted: Int, _ shell: inout Shell) throws {
    guard wanted >= 0 else { return try shell.print("this is the first event") }
    guard try reach(wanted) else { return try shell.print("this is the last event") }
    place = wanted
    try shell.show(passed[place], shell.options.json)
  }

  /// Returns the index of the first event that fits, from an index on; nil for none.
  ///
  /// It reads events until one fits.
  private mutating func firstPlace(
    from start: Int, where fits: (LogReplay.Step) -> Bool
  ) throws -> Int? {
    var wanted = start
    while try reach(wanted) {
      if fits(passed[wanted]) { return wanted }
      wanted += 1
    }
    return nil
  }

  private mutating func jump(to seq: Int, _ shell: inout Shell) throws {
    if let found = try firstPlace(from: 0, where: { $0.event.seq >= seq }) {
      return try move(to: found, &shell)
    }
    let last = passed.last.map { "; the last one is \($0.event.seq)" } ?? ""
    try shell.print("there is no event at or after \(seq)\(last)")
  }

  /// Moves to the next match; reports damage before it, and earlier events can still be shown.
  private mutating func trySeeking(_ sought: PathSearch.Sought?, _ shell: inout Shell) throws {
    do { try seek(sought, &shell) } catch let error as LogError where error.kind == .damaged {
      let log = shell.options.log?.text
      let help = error.help.map { help in
        log.map { naming($0, in: help.commandText) { _ in true } } ?? help.commandText
      }
      shell.endProgress()
      shell.complain(error.diagnostic(help: help, escaping: inert))
      shell.status = .damagedLog
    }
  }

  private mutating func seek(_ sought: PathSearch.Sought?, _ shell: inout Shell) throws {
    switch sought {
    case nil: try shell.print("enter a path after '/', for example /[exercise=squat].reps")
    case .path(let path, let views, let text):
      let seq = passed.indices.contains(place) ? passed[place].event.seq : 0
      let found = try search.firstChange(at: path, in: views, after: seq)
      guard let found, let next = try firstPlace(from: 0, where: { $0.event.seq >= found }) else {
        return try shell.print("no later event changes '\(inert(text))'")
      }
      try move(to: next, &shell)
    case .text(let text, let reason):
      try shell.print("\(inert(reason)); searching for a path that contains this text")
      try seek(text: text, &shell)
    }
  }

  private mutating func seek(text: String, _ shell: inout Shell) throws {
    let part = text.lowercased()
    let found = try firstPlace(from: place + 1) { step in
      step.changes.contains { "\($0) \($1.path)".lowercased().contains(text: part) }
    }
    if let found { return try move(to: found, &shell) }
    try shell.print("no later event changes a path that contains '\(inert(text))'")
  }

  private func showLine(_ shell: inout Shell) throws {
    guard passed.indices.contains(place) else { return }
    let line = passed[place].line.dropLast()
    try shell.print(inertJSON(String(decoding: line, as: UTF8.self)))
  }
}
