import Events

let verifyCommand = Request(
  "verify", "check the whole log and report each fault with its location",
  """
  replog verify && echo sound
  replog verify --seal seals.txt
  """, FilePath?.none
) {
  try $1.option(
    &$0, "--seal", "compare the log with all seals in this file; '-' reads standard input")
} perform: { seals, _, shell in
  let seals = try seals.map { try shell.seals(in: $0, for: "--seal") }
  let log = try shell.openExistingLog(reportsCut: false, showsPending: false)
  let verification = Verification(
    log, at: try shell.clock(after: shell.now()), system: shell.system)
  let check = seals.map { SealCheck(log, $0) }
  let damaged = try shell.damagedDeviceFiles()
  let file = VerifiedFile(
    name: log.name, verification: verification, findings: verification.findings,
    advice: shell.logPath == "-" ? nil : shell.repairAdvice(shell.options.log?.text))
  // A log may be internally consistent but differ from the log that was sealed.
  let soundness = check?.holds == false ? "internally consistent" : "sound"
  try shell.show(
    file.text(sound: soundness) + (check?.lines(about: log.name) ?? "")
      + damaged.map { $0.text(sound: "sound") }.joined()
  ) { json in
    file.write(&json)
    if let check {
      json.key("seals")
      check.write(&json)
    }
    guard !damaged.isEmpty else { return }
    json.member("damagedFiles", damaged) { file, json in
      json.member("file", file.name)
      file.write(&json)
    }
  }
  // Status 1 also means remarks, and a script that accepts them must not miss a rewritten past.
  let isDamaged = verification.isDamaged || damaged.contains { $0.verification.isDamaged }
  if isDamaged || check?.holds == false {
    shell.status = .damagedLog
  } else if !verification.findings.isEmpty || !damaged.isEmpty {
    shell.status = .refused
  }
}
.with(\.accepts, [])
.with(
  \.remark,
  """
  The exit status is 0 if there are no findings, and 1 if all findings are harmless. It is 3 if the log is \
  damaged or differs from a seal. For a synced log, the command also checks the files with \
  the pending and refused events.
  """)

extension Shell {
  /// Returns the files with the pending and the refused events of a synced log that are damaged or end with torn bytes.
  func damagedDeviceFiles() throws -> [VerifiedFile] {
    guard let path = logPath, path != "-" else { return [] }
    let files = DeviceFiles(of: path, system)
    return try [files.pending, files.refused].compactMap { name in
      let verification = Verification(try files.log(at: name, system), system: system)
      // Such a file refers to events of the log, so other remarks about it alone do not help.
      let findings = verification.findings.filter { $0.severity == .damage || $0.kind == .tornEnd }
      guard !findings.isEmpty else { return nil }
      return VerifiedFile(
        name: name, verification: verification, findings: findings, advice: repairAdvice(name))
    }
  }

  /// Returns the advice about damage in the log at a path; nil for the default path.
  fileprivate func repairAdvice(_ path: String?) -> String {
    let advice = "'replog repair' shows the lines that can be kept"
    return path.map { naming($0, in: advice) { _ in true } } ?? advice
  }
}
