import Events
import Projections

/// `replog blame`: the event that wrote each value of a view.
struct BlameCommand: Command {
  static let name = "blame"
  static let summary = "show which event wrote each value of a view"
  static let example = """
    replog blame pbs "[exercise=squat]"
    replog blame plan "days[day=monday]" --all
    """
  static let remark = """
    A path is keys with '.' between them, [N] for an element of a list ([-1] is the last) and [key=value] for \
    the first with that value. What is gone is asked for by its path, too. '--all' shows every change of \
    the part at the path, the first one first. \(ofOrder) \
    \(ofLastEvent)
    """
  static let accepts: GlobalOptions.Accepted = [.asOf, .table]
  var view = ViewArgument(PersonalBestsView.self)
  var path: PathArgument?
  var isChain = false
  private var isSealed = false

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&view, "VIEW", "the view, as its command is called")
    try a.positional(&path, "PATH", "only the values at and within a path")
    try a.flag(&isChain, "--all", "the whole chain of changes, not only the last")
    try a.flag(&isSealed, "--seal", "print the seal of the log that this rests on, too")
  }

  func run(_ shell: inout Shell) throws {
    let log = try shell.openLog()
    let user = try shell.viewer(log)
    let asOf = shell.options.asOf
    shell.noteBeyondEnd(asOf, of: log)
    let path = path?.path ?? RecordPath()
    let blame = try Blame(view.view, of: user, in: log, asOf: asOf)
    if isChain {
      // What is at a position now was at others before.
      let canonical = blame.tree.canonical(path) ?? path
      let links = try Blame.chain(view.view, canonical, of: user, in: log, asOf: asOf)
      if links.isEmpty { try requirePath(path, in: blame) }
      try shell.show(ChainReport(path: canonical, links: links, width: shell.tableWidth))
      return isSealed ? try shell.tellSeal(of: log) : ()
    }
    if path.steps.isEmpty, shell.options.json {
      try BlameOutput.print(blame, &shell)
    } else {
      var lines = blame.lines(at: path)
      if lines.isEmpty,
        let removal = try Blame.removal(view.view, path, of: user, in: log, asOf: asOf)
      {
        lines = [removal]
      }
      if lines.isEmpty { try requirePath(path, in: blame) }
      try shell.show(BlameReport(lines: lines, width: shell.tableWidth))
    }
    if isSealed { try shell.tellSeal(of: log) }
  }

  /// Refuses a path that never led anywhere, with the nearest that does.
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
    throw Refusal(
      "'\(path)' never led anywhere in the view '\(view.view.name)'",
      help: near.isEmpty
        ? "'replog blame \(hyphened(view.view.name))' lists the paths there are"
        : "did you mean \(alternatives(near))?")
  }
}

/// The sentence about what the order of a list is to a debugging tool.
let ofOrder = """
  Elements that have a key are one by it, wherever in their list they are: an order alone is no difference.
  """

/// The sentence about what the clock is to a view that a debugging tool looks into.
let ofLastEvent = """
  A view whose command looks at the time is that as of its last event here, whatever '--now' is.
  """

extension ViewArgument {
  init(_ view: any View.Type) { self.view = view }
}

/// Values of a view with the events that wrote them.
struct BlameReport: Report {
  let lines: [Blame.Line]
  let width: Int?

  func table(isColored: Bool) -> String {
    guard !lines.isEmpty else { return "no values\n" }
    var table = Table([
      Table.Column(title: "seq", alignment: .right), Table.Column(title: "at", turn: 2),
      Table.Column(title: "user", turn: 1), Table.Column(title: "type", turn: 3),
      Table.Column(title: "path"), Table.Column(title: "value", isShortened: true),
    ])
    for line in lines {
      let value = line.value.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "gone"
      table.add(
        line.writer.map { "\($0.seq)" } ?? "–", minute(line.writer?.at),
        line.writer?.user?.text ?? "–", line.writer?.type ?? "–",
        line.path.description.isEmpty ? "(all)" : line.path.description, value)
    }
    return table.text(isColored: isColored, width: width)
  }

  func write(_ json: inout JSONWriter) {
    json.array { json in
      for line in lines {
        json.object { json in
          json.member("path", line.path.description)
          json.members(of: line.writer)
        }
      }
    }
  }
}

/// The JSON of all values of a view, printed as it is made: of 100,000 sets it has 200 MB.
private final class BlameOutput {
  private var shell: Shell
  /// The error of the first piece that could not be printed.
  private var failure: (any Error)?

  private init(_ shell: Shell) { self.shell = shell }

  /// Prints the JSON of what `BlameReport` lists, for all of the view.
  static func print(_ blame: Blame, _ shell: inout Shell) throws {
    let output = BlameOutput(shell)
    blame.writeJSON(to: output.print)
    shell = output.shell
    if let failure = output.failure { throw failure }
  }

  /// Prints a piece and returns whether others can follow.
  private func print(_ piece: [UInt8]) -> Bool {
    do { try shell.print(piece) } catch { failure = error }
    return failure == nil
  }
}

/// The changes of the part at a path.
struct ChainReport: Report {
  let path: RecordPath
  let links: [Blame.Link]
  let width: Int?

  func table(isColored: Bool) -> String {
    guard !links.isEmpty else { return "no event wrote it\n" }
    var table = Table([
      Table.Column(title: "seq", alignment: .right), Table.Column(title: "at", turn: 2),
      Table.Column(title: "user", turn: 1), Table.Column(title: "type"),
      Table.Column(title: "before", isShortened: true),
      Table.Column(title: "after", isShortened: true),
    ])
    for link in links {
      table.add(
        "\(link.writer.seq)", minute(link.writer.at), link.writer.user?.text ?? "–",
        link.writer.type, text(link.before), text(link.after))
    }
    return table.text(isColored: isColored, width: width)
  }

  private func text(_ value: JSON?) -> String {
    value.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "–"
  }

  func write(_ json: inout JSONWriter) {
    json.array { json in
      for link in links {
        json.object { json in
          json.member("path", path.description)
          json.members(of: link.writer)
          json.member("before", link.before)
          json.member("after", link.after)
        }
      }
    }
  }
}
