import Events
import Projections

/// `replog explain`: everything about one event.
struct ExplainCommand: Command {
  let name = "explain"
  let summary = "show everything about one event"
  let example = """
    replog explain @45
    replog explain last --seal seals.txt
    """
  let remark = ofOrder
  let accepts: GlobalOptions.Accepted = [.table]
  let offer = Offer?.some(.reads)
  var events: [Reference] = []
  private var seals: FilePath?

  mutating func arguments(_ a: some Arguments) throws {
    // A list, since '@45' means the event itself here and not the entity that it is about.
    try a.several(&events, "REF", "the event: '@45', its id or a prefix of it, or 'last'")
    try a.option(&seals, "--seal", "a file of seals to check the event against")
  }

  func run(_ shell: inout Shell) throws {
    guard let reference = events.first, events.count == 1 else {
      throw UsageError(
        message: "the argument must be one event, got \(events.count)",
        help: "see 'replog help explain'")
    }
    let seals = try seals.map { try shell.seals(in: $0, for: "--seal") }
    let log = try shell.openLog()
    let explanation = try Explanation(of: reference, in: log) { [shell] in
      try shell.draftDefaults()
    }
    let check = seals.map { SealCheck(log, $0) }
    try shell.show(
      ExplanationReport(
        explanation, in: log, seals: check, isColored: shell.isColored, width: shell.tableWidth))
    if let check, !check.holds {
      for result in check.results {
        guard let fault = result.fault else { continue }
        shell.complain("\(log.name): error: \(fault.message(of: result.seal))\n")
      }
      shell.status = .damagedLog
    }
  }
}
