import Events
import Projections

/// The subject of a view.
struct ViewSubject {
  let user: Name?
  /// The only exercise; nil for all.
  let exercise: Name?
  let names: ExerciseNames
  let log: Log
}

/// The views of one user, or of all, and the values needed to show them.
struct ShownViews<V: PersonalView> {
  let all: EveryUser<V>
  /// The views for JSON without the events that wait to be synced; nil if none waits.
  let before: EveryUser<V>?
  let units: ByUser<WeightUnit>
  /// The programs; empty unless they were asked for.
  let programs: ByUser<Program>
  let form: TableForm
  let log: Log
}

/// The state for a view of one user, or of all.
private struct ViewSources<V: PersonalView> {
  var user: Name?
  let states: ByUser<V.State>
  var shared: V.Shared
  let units: ByUser<WeightUnit>
  let programs: ByUser<Program>
  let names: ExerciseNames
  let merges: ByUser<ExerciseMerges>
  /// The only requested exercise, as named; nil for all.
  var exercise: Name?

  /// Returns the only requested exercise for which the named one counts in the views of a user; nil for all.
  func exercise(of user: Name?) -> Name? { exercise.map { merges[user][$0] } }

  /// Returns the users whose views are shown.
  func users(_ options: GlobalOptions) -> [Name?] { options.allUsers ? states.users : [user] }

  func view(
    of user: Name?, _ log: Log, _ make: (ViewSubject, V.State, V.Shared) throws -> V
  ) rethrows -> V {
    let subject = ViewSubject(user: user, exercise: exercise(of: user), names: names, log: log)
    return try make(subject, states[user], shared)
  }

  /// Removes the rows that a filter does not request from the views.
  func cut(_ all: inout EveryUser<V>, _ filter: ViewFilter) {
    for place in all.views.indices {
      filter.cut(&all.views[place].view, about: exercise(of: all.views[place].user), names)
    }
  }
}

extension Shell {
  /// Replays the log into a view of the whole log and prints it.
  ///
  /// - Parameter cut: A closure that removes the rows that the command does not show.
  mutating func show<V: LogView>(
    _: V.Type, _ filter: ViewFilter, _ cut: (inout V, Log) throws -> Void = { _, _ in }
  ) throws {
    let filter = try filter.resolved(self)
    let log = try openLog()
    let names = try replay(
      log, asOf: options.asOf, WhenNeeded<ExerciseNames>(isNeeded: needsNames(filter))
    ).value
    var view: V = try wholeView(of: log)
    let form = tableForm(names, nil, TableForm.idLength(of: options.json ? [] : view.rows))
    noteMissing(filter, of: [view], log)
    filter.cut(&view, about: nil, names)
    try cut(&view, log)
    guard options.json else { return try print(view.table(form), terminator: "") }
    var earlier: V?
    if let log = log.withoutPending {
      var view: V = try wholeView(of: log)
      filter.unlimited.cut(&view, about: nil, names)
      try cut(&view, log)
      earlier = view
    }
    try show(json: view, before: earlier?.json)
  }

  /// Replays a log into a view of the whole log.
  private mutating func wholeView<V: LogView>(of log: Log) throws -> V {
    var source = try V._replay(log, asOf: options.asOf)
    try renumber(&source)
    return V(source)
  }

  /// Replays the log into a view of one user, or of all, and prints it.
  ///
  /// - Parameter make: A closure that makes the view of a user from the replayed state.
  mutating func show<V: PersonalView>(
    personal view: V.Type, _ filter: ViewFilter,
    _ make: (ViewSubject, V.State, V.Shared) throws -> V
  ) throws {
    let shown = try views(personal: view, filter, make)
    if !options.json {
      try print(shown.all.table(shown.units, shown.form), terminator: "")
    } else if options.allUsers {
      try show(json: shown.all, before: shown.before?.json)
    } else if let only = shown.all.views.first {
      try show(json: only.view, before: shown.before.map { $0.views.first?.view.json ?? [] })
    }
  }

  /// Replays the log into a view of one user, or of all, with the values needed to show it.
  ///
  /// - Parameters:
  ///   - withPrograms: Whether the programs are shown, too.
  ///   - make: A closure that makes the view of a user from the replayed state.
  // Copies for each view would take 110 KB of the binary. A command calls the function once.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func views<V: PersonalView>(
    personal _: V.Type, _ filter: ViewFilter, withPrograms: Bool = false,
    _ make: (ViewSubject, V.State, V.Shared) throws -> V
  ) throws -> ShownViews<V> {
    let filter = try filter.resolved(self)
    let log = try openLog()
    let options = options
    let sources = try sources(of: V.self, filter, log, withPrograms: withPrograms)
    var all = try EveryUser<V>(
      sources.users(options).map { ($0, try sources.view(of: $0, log, make)) })
    let form = tableForm(
      sources.names, sources.exercise(of: sources.user),
      TableForm.idLength(of: options.json ? [] : all.views.flatMap(\.view.rows)))
    noteMissing(filter, of: all.views.map(\.view), log)
    sources.cut(&all, filter)
    let before = options.json ? log.withoutPending : nil
    return ShownViews(
      all: all, before: try before.map { try earlierViews($0, sources, filter, make) },
      units: sources.units, programs: sources.programs, form: form, log: log)
  }

  /// Returns the views of a log without the events that wait to be synced.
  ///
  /// A view of something that only such an event began is empty.
  private mutating func earlierViews<V: PersonalView>(
    _ log: Log, _ now: ViewSources<V>, _ filter: ViewFilter,
    _ make: (ViewSubject, V.State, V.Shared) throws -> V
  ) throws -> EveryUser<V> {
    var (_, sources, _): (LatestSignIn, ViewSources<V>, KnownExercises) = try folded(
      of: now.user, filter, log, isGuess: false, withPrograms: false)
    sources.exercise = now.exercise
    try renumber(&sources.shared)
    var all = EveryUser<V>([])
    for user in sources.users(options) {
      do { all.views.append((user, try sources.view(of: user, log, make))) } catch is Refusal {}
    }
    sources.cut(&all, filter.unlimited)
    return all
  }

  /// Replays the log into the state for a view of one user, or of all.
  ///
  /// Without a checkpoint, the user of the latest sign-in is guessed from the end of the log, so that one pass is
  /// enough. A wrong guess needs a second pass. The user is always the one at the end of the log, even if only a part
  /// of it is shown.
  @_semantics("optimize.sil.specialize.generic.never")
  private mutating func sources<V: PersonalView>(
    of _: V.Type, _ filter: ViewFilter, _ log: Log, withPrograms: Bool
  ) throws -> ViewSources<V> {
    let options = options
    let isGuess =
      !options.allUsers && options.user == nil && options.asOf == nil && log.checkpoint == nil
    let guess =
      options.allUsers
      ? nil : isGuess ? log.latestUser() : try options.user ?? viewer(of: V.self, log)
    func folded(of user: Name?) throws -> (LatestSignIn, ViewSources<V>, KnownExercises) {
      try self.folded(of: user, filter, log, isGuess: isGuess, withPrograms: withPrograms)
    }
    var (latest, sources, known) = try folded(of: guess)
    if isGuess {
      let isSole = latest.isEmpty && V.self != UserView.self
      let user = isSole ? try log.onlyUser() : latest.user
      if let user, user != guess { (_, sources, known) = try folded(of: user) }
      sources.user = user
      if user == nil, V.self != UserView.self { noteNobody(log) }
    }
    if let named = options.user, !sources.states.users.contains(named) {
      if let meant = try findMeantUser(in: log) {
        (_, sources, known) = try folded(of: meant)
      } else {
        try noteUnknown(named, log)
      }
    }
    if let text = filter.exercise {
      // The exercise is looked up in the whole log.
      if options.asOf != nil { known = try replay(log, KnownExercises()) }
      sources.exercise = try exercise(text, known, of: sources.user, log)
    }
    try renumber(&sources.shared)
    return sources
  }

  /// Replays the log into the state for a view of a user, or of all, with the latest sign-in if the user is a guess.
  private func folded<V: PersonalView>(
    of user: Name?, _ filter: ViewFilter, _ log: Log, isGuess: Bool, withPrograms: Bool
  ) throws -> (LatestSignIn, ViewSources<V>, KnownExercises) {
    let (isOfAll, asksFor) = (options.allUsers, filter.exercise != nil)
    let (latest, states, shared, units, programs, names, known, merges) = try replay(
      log, asOf: options.asOf, WhenNeeded<LatestSignIn>(isNeeded: isGuess),
      ByUser<V.State>(only: user, orAll: isOfAll), V.Shared(),
      // JSON needs no units, and the units of all users would cost a tenth of a replay.
      options.json ? ByUser<WeightUnit>(only: nil) : ByUser(only: user, orAll: isOfAll),
      withPrograms ? ByUser<Program>(only: user, orAll: isOfAll) : ByUser(only: nil),
      WhenNeeded<ExerciseNames>(isNeeded: needsNames(filter)),
      WhenNeeded<KnownExercises>(isNeeded: asksFor && options.asOf == nil),
      asksFor ? ByUser<ExerciseMerges>(only: user, orAll: isOfAll) : ByUser(only: nil))
    let sources = ViewSources<V>(
      user: user, states: states, shared: shared, units: units, programs: programs,
      names: names.value, merges: merges)
    return (latest.value, sources, known.value)
  }

  /// Notes that the log has no events of a user, with similar users.
  mutating func noteUnknown(_ user: Name, _ log: Log) throws {
    guard log.bytes.count > 0, let near = try log.users(near: user) else { return }
    let guess = near.isEmpty ? "" : "; did you mean \(alternatives(near))?"
    note("the log has no user '\(user)'\(guess)")
  }

  /// Notes a position, or a range of days, outside the log, with the nearest one inside.
  private mutating func noteMissing<V: LogView>(_ filter: ViewFilter, of views: [V], _ log: Log) {
    if options.asOf == .seq(0) { note("this is the empty log before its first event") }
    noteBeyondEnd(options.asOf, of: log)
    guard filter.days.first != nil || filter.days.last != nil, let day = V.day else { return }
    let days = views.flatMap { $0.rows.map(day) }
    guard let oldest = days.min(), let newest = days.max(),
      !days.contains(where: filter.days.contains)
    else { return }
    if let first = filter.days.first, newest < first {
      note("there is nothing on or after \(first); the newest is from \(newest)")
    } else if let last = filter.days.last, last < oldest {
      note("there is nothing on or before \(last); the oldest is from \(oldest)")
    } else {
      note("there is nothing on those days")
    }
  }

  /// Notes a position after the last event of a log, with that event.
  mutating func noteBeyondEnd(_ asOf: AsOf?, of log: Log) {
    switch asOf {
    case .seq(let seq):
      guard let last = (try? log.tail())?.seq, 0 < last, last < seq else { return }
      note("the log has no event \(seq); its last one is \(last)")
    case .without(_, let part): noteBeyondEnd(part, of: log)
    default: break
    }
  }

  /// Returns the user of `--user`, otherwise the default user of the log; nil if there is neither.
  ///
  /// The user is the one at the end of the log, even if only a part of it is shown. Only the view of the current
  /// sign-in uses the shown part, and may be `null`.
  mutating func viewer<V: LogView>(of view: V.Type, _ log: Log) throws -> Name? {
    if options.user != nil { return try namedOrDefaultUser(of: log) }
    if view == UserView.self { return try replay(log, asOf: options.asOf, LatestSignIn()).user }
    return try defaultViewer(log)
  }

  /// Returns the user whose views a debugging tool examines; nil if there is none.
  mutating func viewer(_ log: Log) throws -> Name? {
    try requireUser(in: log)
    return try options.user ?? defaultViewer(log)
  }

  private mutating func defaultViewer(_ log: Log) throws -> Name? {
    let user = try log.defaultUser()
    if user == nil { noteNobody(log) }
    return user
  }

  /// Notes that no user is signed in, with the only user of the log if there is one.
  private mutating func noteNobody(_ log: Log) {
    guard !options.quiet else { return }
    let only = (try? log.onlyUser()).flatMap(\.self).map { quotedForShell($0.text) }
    let quote = only?.contains("'") ?? false ? "" : "'"
    let named = only.map { "\(quote)--user \($0)\(quote) shows the only user of the log" }
    note("nobody is signed in; \(named ?? "choose a user with '--user'")")
  }

  /// Returns whether the display names of exercises are needed.
  private func needsNames(_ filter: ViewFilter) -> Bool { !options.json || filter.text != nil }

  /// Returns the exercise of the log that a text names, or the only one near it.
  ///
  /// Of several near exercises, those that the user has done count. Any other unknown exercise is refused with the
  /// nearest known ones, unless the log has none at all: a view of it is empty.
  private mutating func exercise(
    _ text: String, _ known: KnownExercises, of user: Name?, _ log: Log
  ) throws -> Name {
    if let found = known.exercise(text) { return found }
    let history = try user.map { try replay(log, OfUser<History>($0)).value } ?? History()
    let near = known.near(text, in: history)
    let done = near.filter { $0.sets > 0 }
    let candidates = done.isEmpty ? near : done
    if let only = candidates.first, candidates.count == 1 {
      note("'\(text)' is read as '\(only.name)', the only similar exercise")
      return only.exercise
    }
    guard candidates.isEmpty else {
      throw Refusal(
        .ambiguous, "'\(text)' is similar to the names of \(candidates.count) exercises",
        help: "write \(candidates.choices)")
    }
    guard !known.names.isEmpty else {
      note("unknown exercise '\(text)'")
      return Name(text)
    }
    let guesses = nearest(to: text, among: known.names)
    throw Refusal(
      .unknownExercise, "unknown exercise '\(text)'",
      help: guesses.isEmpty
        ? "'replog ids' lists the exercises of the log" : "did you mean \(alternatives(guesses))?")
  }

  private func tableForm(_ names: ExerciseNames, _ exercise: Name?, _ idLength: Int) -> TableForm {
    TableForm(
      names: names, exercise: exercise,
      idLength: options.wide ? nil : idLength,
      width: tableWidth,
      isColored: isColored)
  }

  /// Prints the JSON of a view, with a mark on each record that is provisional.
  ///
  /// - Parameter before: The JSON of the view without the events that wait to be synced, or nothing if it has no such
  ///   view; nil if none waits.
  private mutating func show<V: LogView>(json view: V, before: [UInt8]?) throws {
    var json = view.json
    if let before { json = ProvisionalMarks.added(to: json, before: before, V.schema) }
    json.append(UInt8(ascii: "\n"))
    try print(json)
  }

  /// The number of columns for a table: those of the terminal; nil for no limit.
  var tableWidth: Int? { options.wide || !printsToTerminal ? nil : system.columns(of: .output) }
}

extension Log {
  /// Returns the user of the latest sign-in among the last lines, otherwise of the last event; nil if there is neither.
  ///
  /// Damage ends the search; the pass over the log then reports the first damage. Cost: reads some sixty lines.
  fileprivate func latestUser() -> Name? {
    var (signIn, last) = (LatestSignIn(), Name?.none)
    try? forEachLine(inLast: 1 << 14) { line, lines in
      if line.area == .identity { signIn.apply(try lines.event()) }
      last = line.user ?? last
    }
    return signIn.user ?? last
  }
}
