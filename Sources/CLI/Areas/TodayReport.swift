import Events
import Projections

/// A day of a user: their name, the plan, the training done, and the next commands.
struct TodayReport {
  let now: Timestamp
  /// The user of the day; nil if no user is signed in and the log does not have exactly one.
  let user: Name?
  /// The signed-in user; nil if there is none.
  let latest: Name?
  /// The options with which the next commands find the same log; empty if they find it without any.
  let logOption: String
  let identity: Identity
  /// The day of the plan, and the completed part of it.
  let planned: WeekPlanView.Day?
  let done: WeekDoneView.Day?
  let program: ProgramView
  /// The sessions of the day, and an earlier one that is still open, oldest first.
  let sessions: [History.Session]
  /// The number of events that wait to be synced.
  let waiting: Int

  /// Returns the report with a newline at its end.
  func text(_ form: TableForm) -> String {
    var text = inert(heading) + "\n"
    if user != nil { text += "\n" + plan(form) + lifts(form) + "\n" + log(form) }
    if waiting > 0 {
      text +=
        "\n\(counted(waiting, "events")) \(waiting == 1 ? "is" : "are") waiting to be synced\n"
    }
    text += "\nnext:\n"
    for step in steps { text += "  \(inert(step))\n" }
    return text + "\n'replog help' lists the everyday commands.\n"
  }

  private var heading: String {
    let day = "\(now.day.weekday.rawValue) \(now.day)"
    guard let user else { return "nobody is signed in, \(day)" }
    let account = identity.account
    let name = [account?.givenName, account?.familyName].compactMap(\.self).joined(separator: " ")
    let state = identity.signIn == nil ? ", not signed in" : ""
    return (name.isEmpty ? "\(user)" : "\(name) (\(user))") + "\(state), \(day)"
  }

  private func plan(_ form: TableForm) -> String {
    let exercises = done?.exercises.filter(\.isPlanned) ?? []
    let what =
      [planned?.name ?? planned?.type].compactMap { $0 }.map { ": \(inert($0))" }.first ?? ""
    guard !exercises.isEmpty else {
      return what.isEmpty ? "planned: nothing\n" : "planned\(what), no exercises\n"
    }
    var table = Table([
      .short("exercise"), .text("planned"), .number("done"),
    ])
    for exercise in exercises {
      let progress = exercise.progress
      table.add(
        form.names[progress.planned.exercise], progress.planned.work(in: form.unit),
        "\(progress.done) of \(progress.sets)")
    }
    return "planned\(what)\n"
      + table.text(isColored: form.isColored, indent: "  ", width: form.width)
  }

  /// Returns the program with the next work of each exercise; empty without one.
  private func lifts(_ form: TableForm) -> String {
    guard let row = program.rows.first else { return "" }
    var table = Table([.short("exercise"), .text("next")])
    for (exercise, work) in program.upcoming { table.add(form.names[exercise], work) }
    return "\nprogram: \(row.title)\n"
      + (program.upcoming.isEmpty
        ? "" : table.text(isColored: form.isColored, indent: "  ", width: form.width))
  }

  private func log(_ form: TableForm) -> String {
    guard !sessions.isEmpty else { return "logged: nothing yet\n" }
    return "logged\n"
      + sessions.map { session in
        let volume = session.volumeKg
        let count = session.sets.count
        let parts: [String?] = [
          session.title.map(inert),
          minute(session.startedAt) + (session.endedAt == nil ? ", open" : ""),
          counted(count, "sets"),
          volume > 0 ? kilograms(volume, in: form.unit) : nil,
        ]
        return "  " + parts.compactMap(\.self).joined(separator: ", ") + "\n"
      }.joined()
  }

  /// The next commands, the likeliest first.
  private var steps: [String] {
    guard let user else { return ["replog sign-in EMAIL\(logOption)"] }
    let own = " --user\(user.text.hasPrefix("-") ? "=" : " ")\(quotedForShell(user.text))"
    let of = (user == latest ? "" : own) + logOption
    return verbs.map { "replog \($0)\(of)" }
  }

  /// The words of these commands before their options.
  private var verbs: [String] {
    let signIn = "sign-in \(quotedForShell(identity.account?.email.text ?? "EMAIL"))"
    guard let current = identity.signIn else { return [signIn, "history", "pbs"] }
    guard current.expiresAt > now else { return [signIn] }
    let left = done?.exercises.first { $0.isPlanned && !$0.progress.isDone }
    let set = left.map { exercise in
      let name = exercise.progress.planned.exercise.text
      // A name that looks like an option would be parsed as one.
      return "set log \(name.hasPrefix("-") ? "EXERCISE" : quotedForShell(name)) \(entry(exercise))"
    }
    if sessions.contains(where: { $0.endedAt == nil }) {
      return [set ?? "set log EXERCISE REPSxWEIGHT", "session end"]
    }
    if let set { return ["session start", set] }
    guard sessions.isEmpty else { return ["history", "pbs"] }
    return ["session start", "plan add \(now.day.weekday.rawValue) EXERCISE"]
  }

  private func entry(_ exercise: WeekDoneView.Exercise) -> String {
    let planned = exercise.progress.planned
    var set = EnteredSet(reps: 0, weight: planned.weight.map { EnteredWeight($0) })
    (set.reps, set.seconds, set.metres) = (planned.reps, planned.seconds, planned.metres)
    guard set.reps != nil || set.seconds != nil || set.metres != nil else { return "REPSxWEIGHT" }
    return "\(set)"
  }
}
