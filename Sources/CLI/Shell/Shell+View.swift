import Events
import Projections

/// The subject of a view.
struct ViewSubject {
  let user: Name?
  /// The only exercise; nil for all.
  let exercise: Name?
  /// The names that people use for exercises.
  let names: ExerciseNames
  let log: Log
}

/// The views of one user, or of all, with what it takes to show them.
struct ShownViews<V: PersonalView> {
  let all: EveryUser<V>
  let units: ByUser<WeightUnit>
  let form: TableForm
}

/// All that a view of one user, or of all, is made of.
private struct ViewSources<V: PersonalView> {
  var user: Name?
  let states: ByUser<V.State>
  let shared: V.Shared
  let units: ByUser<WeightUnit>
  let names: ExerciseNames
  /// The only exercise that is asked for; nil for all.
  var exercise: Name?
}

extension Shell {
  /// Replays the log into a view of all of it and prints it.
  ///
  /// - Parameter cut: takes rows out that the command does not ask for.
  mutating func show<V: View>(
    _: V.Type, _ filter: ViewFilter, _ cut: (inout V) -> Void = { _ in }
  ) throws {
    let filter = try filter.resolved(self)
    let log = try openLog()
    let names = try replay(
      log, asOf: options.asOf, WhenNeeded<ExerciseNames>(isNeeded: needsNames(filter))
    ).value
    var view = V(try V._replay(log, asOf: options.asOf))
    let form = tableForm(names, nil, TableForm.idLength(of: options.json ? [] : view.rows))
    noteMissing(filter, of: [view], log)
    filter.cut(&view, about: nil, names)
    cut(&view)
    if options.json { return try show(json: view) }
    try print(view.table(form), terminator: "")
  }

  /// Replays the log into a view of one user, or of all, and prints it.
  ///
  /// - Parameter make: makes the view of a user from what the log comes to.
  mutating func show<V: PersonalView>(
    personal view: V.Type, _ filter: ViewFilter,
    _ make: (ViewSubject, V.State, V.Shared) throws -> V
  ) throws {
    let shown = try views(personal: view, filter, make)
    if !options.json {
      try print(shown.all.table(shown.units, shown.form), terminator: "")
    } else if options.allUsers {
      try show(json: shown.all)
    } else if let only = shown.all.views.first {
      try show(json: only.view)
    }
  }

  /// Replays the log into a view of one user, or of all, with what it takes to show it.
  ///
  /// - Parameter make: makes the view of a user from what the log comes to.
  mutating func views<V: PersonalView>(
    personal _: V.Type, _ filter: ViewFilter,
    _ make: (ViewSubject, V.State, V.Shared) throws -> V
  ) throws -> ShownViews<V> {
    let filter = try filter.resolved(self)
    let log = try openLog()
    let options = options
    let sources = try sources(of: V.self, filter, log)
    let (user, names, exercise) = (sources.user, sources.names, sources.exercise)
    let users = options.allUsers ? sources.states.users : [user]
    var all = EveryUser<V>(
      try users.map { user in
        let subject = ViewSubject(user: user, exercise: exercise, names: names, log: log)
        return (user, try make(subject, sources.states[user], sources.shared))
      })
    let form = tableForm(
      names, exercise, TableForm.idLength(of: options.json ? [] : all.views.flatMap(\.view.rows)))
    noteMissing(filter, of: all.views.map(\.view), log)
    for place in all.views.indices {
      filter.cut(&all.views[place].view, about: exercise, names)
    }
    return ShownViews(all: all, units: sources.units, form: form)
  }

  /// Replays the log into all that a view of one user, or of all, is made of.
  ///
  /// Without a checkpoint the user of the latest sign-in is guessed from the end of the log, so that one pass does. A
  /// wrong guess takes a second one. The user is the one at the end of the log, however little of it is shown.
  private mutating func sources<V: PersonalView>(
    of _: V.Type, _ filter: ViewFilter, _ log: Log
  ) throws -> ViewSources<V> {
    let options = options
    let isGuess =
      !options.allUsers && options.user == nil && options.asOf == nil && log.checkpoint == nil
    let guess =
      options.allUsers ? nil : isGuess ? log.latestUser() : try viewer(of: V.self, log)
    let (needsNames, asksFor) = (needsNames(filter), filter.exercise != nil && options.asOf == nil)
    func folded(of user: Name?) throws -> (LatestSignIn, ViewSources<V>, ExerciseNumbers) {
      let (latest, states, shared, units, names, numbers) = try replay(
        log, asOf: options.asOf, WhenNeeded<LatestSignIn>(isNeeded: isGuess),
        ByUser<V.State>(only: user, orAll: options.allUsers), V.Shared(),
        // JSON needs no units, and those of all users cost a tenth of a replay.
        options.json ? ByUser<WeightUnit>(only: nil) : ByUser(only: user, orAll: options.allUsers),
        WhenNeeded<ExerciseNames>(isNeeded: needsNames || asksFor),
        WhenNeeded<ExerciseNumbers>(isNeeded: asksFor))
      return (
        latest.value,
        ViewSources(user: user, states: states, shared: shared, units: units, names: names.value),
        numbers.value
      )
    }
    var (latest, sources, numbers) = try folded(of: guess)
    if isGuess, let user = latest.user, user != guess {
      (_, sources, numbers) = try folded(of: user)
    }
    if isGuess { sources.user = latest.user }
    if isGuess, latest.user == nil, V.self != UserView.self { noteNobody(Self.nobodysView, log) }
    if let named = options.user, !sources.states.users.contains(named) {
      try noteUnknown(named, log)
    }
    if let text = filter.exercise {
      if asksFor {
        sources.exercise = try exercise(text, numbers, sources.names)
      } else {
        // It is looked up in all of the log.
        let (numbers, names) = try replay(log, ExerciseNumbers(), ExerciseNames())
        sources.exercise = try exercise(text, numbers, names)
      }
    }
    return sources
  }

  private static let nobodysView = "'--user' names whose view it is"

  /// Notes that the log has no event of a user, with the users that are meant maybe.
  mutating func noteUnknown(_ user: Name, _ log: Log) throws {
    guard log.bytes.count > 0, let near = try log.users(near: user) else { return }
    let guess = near.isEmpty ? "" : "; did you mean \(alternatives(near))?"
    note("the log has no user '\(user)'\(guess)")
  }

  /// Notes a position, or a range of days, that the log has not, with the nearest there is.
  private mutating func noteMissing<V: View>(_ filter: ViewFilter, of views: [V], _ log: Log) {
    if options.asOf == .seq(0) {
      note("this is what the log showed before its first event, when it was empty")
    }
    noteBeyondEnd(options.asOf, of: log)
    guard filter.days.first != nil || filter.days.last != nil, let day = V.day else { return }
    let days = views.flatMap { $0.rows.map(day) }
    guard let oldest = days.min(), let newest = days.max(),
      !days.contains(where: filter.days.contains)
    else { return }
    if let first = filter.days.first, newest < first {
      note("there is nothing from \(first) on; the newest is of \(newest)")
    } else if let last = filter.days.last, last < oldest {
      note("there is nothing up to \(last); the oldest is of \(oldest)")
    } else {
      note("there is nothing in those days")
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

  /// Returns the user of `--user`, or of the latest sign-in; nil where no sign-in lasts.
  ///
  /// The user is the one at the end of the log, however little of it is shown: the past is looked at now.
  /// Only the view of who is signed in is of the past itself, and may be `null`.
  mutating func viewer<V: View>(of view: V.Type, _ log: Log) throws -> Name? {
    if let user = options.user { return user }
    let showsSignIn = view == UserView.self
    let latest = try replay(log, asOf: showsSignIn ? options.asOf : nil, LatestSignIn()).user
    if latest == nil, !showsSignIn { noteNobody(Self.nobodysView, log) }
    return latest
  }

  /// Returns the user whose views a debugging tool looks into; nil where no sign-in lasts.
  mutating func viewer(_ log: Log) throws -> Name? {
    if let user = options.user {
      try noteUnknown(user, log)
      return user
    }
    let latest = try replay(log, LatestSignIn()).user
    if latest == nil { noteNobody("'--user' names whose views they are", log) }
    return latest
  }

  /// Notes the absence of a sign-in, and the only user of the log, as after an import; without one `help`.
  private mutating func noteNobody(_ help: String, _ log: Log) {
    guard !options.quiet else { return }
    let only = (try? log.onlyUser()).flatMap(\.self).map { quotedForShell($0.text) }
    let quote = only?.contains("'") ?? false ? "" : "'"
    let named = only.map { "\(quote)--user \($0)\(quote) shows what the only user has" }
    note("nobody is signed in; \(named ?? help)")
  }

  /// Returns whether the names that people use for exercises are shown or looked for.
  private func needsNames(_ filter: ViewFilter) -> Bool { !options.json || filter.text != nil }

  /// Returns the exercise of the log that a text names.
  ///
  /// An unknown exercise is noted with the nearest that the log has; a view of it is empty.
  private mutating func exercise(
    _ text: String, _ numbers: ExerciseNumbers, _ names: ExerciseNames
  ) throws -> Name {
    let found = names.matches(text, among: numbers.exercises)
    if found.count > 1 {
      throw Refusal(
        .ambiguous, "'\(text)' is the name of \(found.count) exercises",
        help: "write \(alternatives(found.prefix(5).map(\.text)))")
    }
    if let only = found.first { return only }
    let near = nearest(to: text, among: numbers.exercises.map(\.text))
    let guess = near.isEmpty ? "" : "; did you mean \(alternatives(near))?"
    note("the log has never met an exercise '\(text)'\(guess)")
    return Name(text)
  }

  private func tableForm(
    _ names: ExerciseNames, _ exercise: Name?, _ idLength: Int
  ) -> TableForm {
    TableForm(
      names: names, exercise: exercise,
      idLength: options.wide ? nil : idLength,
      width: tableWidth,
      isColored: isColored)
  }

  /// Prints the JSON of a view.
  private mutating func show(json view: some View) throws {
    var json = JSONWriter()
    view._write(to: &json)
    json.bytes.append(UInt8(ascii: "\n"))
    try print(json.bytes)
  }
}

extension Shell {
  /// The columns that a table may take: those of the terminal; nil for no limit.
  var tableWidth: Int? {
    options.wide || !printsToTerminal ? nil : system.columns(of: .output)
  }
}

extension Log {
  /// Returns the user of the latest sign-in among the last lines, or of the last event; nil for neither.
  ///
  /// Damage ends the search; the pass over the log then reports the first one. Cost: reads some sixty lines.
  fileprivate func latestUser() -> Name? {
    var (signIn, last) = (LatestSignIn(), Name?.none)
    try? forEachLine(inLast: 1 << 14) { line, lines in
      if line.area == .identity { signIn.apply(try lines.event()) }
      last = line.user ?? last
    }
    return signIn.user ?? last
  }

  /// Returns the user of all events that have one; nil where there are several users, or none.
  func onlyUser() throws(LogError) -> Name? {
    var only: Name?
    var lines = lines()
    while let line = try lines.next() {
      guard let user = line.user, user != only else { continue }
      guard only == nil else { return nil }
      only = user
    }
    return only
  }
}
