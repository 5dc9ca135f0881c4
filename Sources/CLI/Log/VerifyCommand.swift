import Events

struct VerifyCommand: Command {
  let name = "verify"
  let summary = "check the whole log and report each fault with its location"
  let example = """
    replog verify && echo sound
    replog verify --seal seals.txt
    """
  let remark =
    "Exit status: 0 sound, 1 sound with remarks, 3 damaged or different from a seal."
  private var seals: FilePath?

  mutating func arguments(_ a: some Arguments) throws {
    try a.option(
      &seals, "--seal", "compare the log with all seals in this file; '-' reads standard input")
  }

  func run(_ shell: inout Shell) throws {
    let seals = try seals.map { try shell.seals(in: $0, for: "--seal") }
    let log = try shell.openExistingLog(reportsCut: false, showsPending: false)
    let verification = Verification(
      log, at: try shell.clock(after: shell.now()), system: shell.system)
    let check = seals.map { SealCheck(log, $0) }
    var advice = "'replog repair' shows the lines that can be kept"
    if let path = shell.options.log?.text { advice = naming(path, in: advice) { _ in true } }
    try shell.show(
      VerificationReport(
        file: log.name, verification: verification, check: check,
        advice: shell.logPath == "-" ? nil : advice))
    // Status 1 also means remarks, and a script that accepts them must not miss a rewritten past.
    if verification.isDamaged || check?.holds == false {
      shell.status = .damagedLog
    } else if !verification.findings.isEmpty {
      shell.status = .refused
    }
  }
}
