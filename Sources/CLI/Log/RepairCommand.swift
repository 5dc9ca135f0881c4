import Events
import Projections

/// `replog repair`: shows the lines to remove from a damaged log, and removes them after confirmation.
let repairCommand = Request(
  "repair", "remove unreadable lines from a damaged log; the original is kept",
  "replog repair --yes", false
) {
  try $1.flag(&$0, "--yes", "repair without asking")
} perform: { isAgreed, _, shell in
  let path = try shell.requirePath()
  guard path != "-" else {
    throw UsageError(message: "cannot repair standard input", help: "name a file with --log PATH")
  }
  try shell.requireFile()
  let plan = RepairPlan(try shell.openExistingLog(reportsCut: false, showsPending: false))
  try plan.requireRepairable(path)
  if plan.isHealthy || shell.options.dryRun {
    return try shell.show(RepairReport(file: path, plan: plan, repaired: nil))
  }
  let asks = !isAgreed && !shell.options.json && shell.canAsk
  // The user has to see it before the question.
  if asks {
    try shell.show(RepairReport(file: path, plan: plan, repaired: nil))
    try shell.flush()
  }
  guard try isAgreed || asks && shell.isAnsweredYes("repair the log and keep a copy? [y/N] ")
  else {
    if !asks { try shell.show(RepairReport(file: path, plan: plan, repaired: nil)) }
    throw Refusal(
      .notConfirmed, "nothing was changed", help: "'replog repair --yes' repairs the log")
  }
  guard let repaired = try shell.openAppender(isRepair: true).repair(plan) else {
    shell.note("another process has repaired the log in the meantime")
    let now = RepairPlan(try shell.openExistingLog(reportsCut: false, showsPending: false))
    return try shell.show(RepairReport(file: path, plan: now, repaired: nil))
  }
  do {
    if asks {
      try shell.print(RepairReport.done(repaired))
    } else {
      try shell.show(RepairReport(file: path, plan: plan, repaired: repaired))
    }
    try shell.flush()
  } catch {
    // The repair was made in spite of the error.
    shell.note(RepairReport.done(repaired))
    throw error
  }
}
.with(\.accepts, [.dryRun, .fileAlone])
