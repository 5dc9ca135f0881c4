import Events
import Projections

/// `replog blame`: the event that wrote each value of a view.
struct BlameCommand: Command {
  let name = "blame"
  let summary = "show which event wrote each value of a view"
  let example = """
    replog blame pbs "[exercise=squat]"
    replog blame plan "days[day=monday]" --all
    replog blame pbs "[exercise=squat].weightKg" --all-users
    """
  let remark = """
    A path consists of keys, joined by '.'. [N] is an element of a list, [-1] is the last element, and [key=value] \
    is the first element with that value. The path of a removed part shows the event that removed it. \(ofOrder) \
    \(ofLastEvent)
    """
  let accepts: GlobalOptions.Accepted = [.asOf, .table, .allUsers]
  var view = ViewArgument(PersonalBestsView.self)
  var path: PathArgument?
  var isChain = false
  private var isSealed = false

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(&view, "VIEW", "the view, for example pbs or plan")
    try a.positional(
      &path, "PATH", "the path of a value, row or list in the view (default: the whole view)")
    try a.flag(
      &isChain, "--all",
      "all changes at and within the path, oldest first (default: the last change)")
    try a.flag(&isSealed, "--seal", "also print the seal of the log")
  }

  func check(_ options: GlobalOptions) throws {
    if let path { _ = try view.view.requiredField(at: path.path) }
    guard options.allUsers else { return }
    try view.view.requirePersonal(options, command: name)
    if isChain { throw UsageError.excluding("--all-users", "--all", of: name) }
    guard path != nil else { throw UsageError.missing("PATH for '--all-users'", of: name) }
  }

  func run(_ shell: inout Shell) throws {
    if shell.options.allUsers, let path = path?.path {
      return try shell.showUsers(having: path, in: view.view, isSealed: isSealed)
    }
    let log = try shell.openLog()
    try shell.requireUser(in: log)
    let user = try shell.viewer(ofAny: view.view, log)
    shell.noteBeyondEnd(shell.options.asOf, of: log)
    if isChain {
      try showChanges(of: user, in: log, &shell)
    } else {
      try showValues(of: user, in: log, &shell)
    }
    if isSealed { try shell.tellSeal(of: log) }
  }

  private func showChanges(of user: Name?, in log: Log, _ shell: inout Shell) throws {
    let (path, asOf) = (path?.path ?? RecordPath(), shell.options.asOf)
    // The part at a position may have had other positions. The whole log is checked before any output.
    let canonical = try Blame.canonical(path, in: view.view, of: user, in: log, asOf: asOf) ?? path
    let hasParts = view.view.hasParts(at: canonical)
    let changes = StreamedList<Blame.Link>(
      columns: Self.changeColumns(withPath: hasParts), width: shell.tableWidth,
      cells: { $0.cells(withPath: hasParts) },
      write: { change, json in
        json.member("path", change.path.description)
        json.members(of: change.writer)
        json.member("before", change.before)
        json.member("after", change.after)
        json.markIfPending(change.writer.seq, in: log)
      },
      forEach: { body in
        try Blame.forEachChange(view.view, canonical, of: user, in: log, asOf: asOf) {
          try body($1)
        }
      })
    guard try !shell.show(changes) else { return }
    try requirePath(path, in: Blame(view.view, of: user, in: log, asOf: asOf))
    try shell.print(shell.options.json ? "[]" : "no event wrote it")
  }

  private func showValues(of user: Name?, in log: Log, _ shell: inout Shell) throws {
    let (path, asOf) = (path?.path ?? RecordPath(), shell.options.asOf)
    let width = shell.tableWidth
    let blame = try Blame(view.view, of: user, in: log, asOf: asOf)
    if path.steps.isEmpty, shell.options.json { return try BlameOutput.print(blame, &shell) }
    func list(
      _ forEach: @escaping ((Blame.Line) throws -> Void) throws -> Void
    ) -> StreamedList<Blame.Line> {
      StreamedList(
        columns: Self.valueColumns, width: width, cells: { $0.cells },
        write: { line, json in
          line.write(to: &json)
          json.markIfPending(line.writer?.seq, in: log)
        }, forEach: forEach)
    }
    guard try !shell.show(list { try blame.forEachLine(at: path, $0) }) else { return }
    if let removal = try Blame.removal(view.view, path, of: user, in: log, asOf: asOf) {
      _ = try shell.show(list { try $0(removal) })
    } else {
      try requirePath(path, in: blame)
      try shell.print(shell.options.json ? "[]" : "no values")
    }
  }

  /// Refuses a path that never led anywhere, with the nearest path that does.
  private func requirePath(_ path: RecordPath, in blame: Blame) throws {
    guard blame.tree.canonical(path) == nil else { return }
    var known: [String] = []
    blame.tree.forEachValue { path, _ in
      for count in 1...max(1, path.steps.count) {
        let text = RecordPath(Array(path.steps.prefix(count))).description
        if known.last != text { known.append(text) }
      }
    }
    let near = nearest(to: path.description, among: Set(known).sorted())
    throw UsageError(
      code: .notFound, message: "the path '\(path)' never existed in the view '\(view.view.name)'",
      help: near.isEmpty
        ? "'replog blame \(hyphened(view.view.name))' lists all paths"
        : "did you mean \(alternatives(near))?")
  }
}

/// The sentence about the order of lists in debugging tools.
let ofOrder = """
  Elements with a key are compared by that key, so reordering alone does not count as a difference.
  """

/// The sentence about the clock of views in debugging tools.
let ofLastEvent = """
  A view that depends on the current time uses the time of its last event instead of '--now'.
  """

extension ViewArgument {
  init(_ view: any LogView.Type) { self.view = view }
}

extension BlameCommand {
  fileprivate static let valueColumns: [Table.Column] = [
    .number("seq"), .text("at", turn: 2), .text("user", turn: 1), .text("type", turn: 3),
    .short("path"), .short("value"),
  ]

  /// Returns the columns of changes; only the changes of a record or a list have paths of their own.
  fileprivate static func changeColumns(withPath hasPath: Bool) -> [Table.Column] {
    [.number("seq"), .text("at", turn: 2), .text("user", turn: 1), .text("type", turn: 3)]
      + (hasPath ? [.short("path")] : []) + [.short("before"), .short("after")]
  }
}

extension Blame.Line {
  /// The texts of the value's row in a table.
  fileprivate var cells: [String] {
    BlameCommand.cells(of: writer)
      + [BlameCommand.text(path), BlameCommand.text(value) ?? "removed"]
  }

  /// Writes the members `path`, `seq`, `at`, `user` and `type`.
  func write(to json: inout JSONWriter) {
    json.member("path", path.description)
    json.members(of: writer)
  }
}

extension Blame.Link {
  /// Returns the texts of the change's row in a table.
  fileprivate func cells(withPath hasPath: Bool) -> [String] {
    BlameCommand.cells(of: writer) + (hasPath ? [BlameCommand.text(path)] : [])
      + [before, after].map { BlameCommand.text($0) ?? "–" }
  }
}

extension BlameCommand {
  fileprivate static func cells(of writer: BlameIndex.Writer?) -> [String] {
    [
      writer.map { "\($0.seq)" } ?? "–", minute(writer?.at), writer?.user?.text ?? "–",
      writer?.type ?? "–",
    ]
  }

  fileprivate static func text(_ path: RecordPath) -> String {
    path.steps.isEmpty ? "(all)" : path.description
  }

  fileprivate static func text(_ value: JSON?) -> String? { value?.jsonText }
}

/// The JSON of all values of a view, printed in pieces: for 100,000 sets it takes 200 MB.
private final class BlameOutput {
  private var shell: Shell
  /// The error of the first piece that could not be printed; nil if there is none.
  private var failure: (any Error)?

  private init(_ shell: Shell) { self.shell = shell }

  /// Prints the JSON of all values, in the form of the values at a path.
  static func print(_ blame: Blame, _ shell: inout Shell) throws {
    let output = BlameOutput(shell)
    blame.writeJSON(to: output.print)
    shell = output.shell
    if let failure = output.failure { throw failure }
  }

  /// Prints a piece and returns whether more pieces can follow.
  private func print(_ piece: [UInt8]) -> Bool {
    do { try shell.print(piece) } catch { failure = error }
    return failure == nil
  }
}
