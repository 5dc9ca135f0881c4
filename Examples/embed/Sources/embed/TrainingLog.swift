import Events
import Projections

/// The training data of an app's users: one log, from which every view is replayed.
///
/// An appender must be used by one thread at a time, which the actor ensures. Several processes may have the
/// same log open; each append takes the lock of the log.
actor TrainingLog {
  private let path: String
  private let appender: Appender

  /// Opens the log at `path`, and creates it if it does not exist.
  init(path: String) throws(LogError) {
    self.path = path
    appender = try Appender(path: path)
  }

  /// Records a sign-in that an identity provider confirmed, and returns the user's name.
  ///
  /// The app checks the provider's token and keeps it out of the log.
  func admit(_ signIn: SignIn, at now: Timestamp) throws -> Name {
    try appender.perform(signIn, defaults: defaults(now)).admitted.user
  }

  /// Decides a request of `user` and appends the resulting events, which are on the device when this returns.
  ///
  /// - Throws: `Refusal` if a rule of the domain forbids the request.
  @discardableResult
  func perform(_ decision: some Decision, by user: Name, at now: Timestamp) throws -> [Event] {
    let appended = try appender.perform(decision, by: user, defaults: defaults(now))
    return appended.acknowledgements.map(\.event)
  }

  /// Records a night, which is an event type of the app; decisions exist only for the types of replog.
  func record(_ night: NightSlept, of user: Name, at now: Timestamp) throws {
    let draft = Draft(user: user, night.body)
    _ = try appender.locked { log in try log.append([draft], defaults: defaults(now)) }
  }

  /// Returns the sleep of a user.
  func sleep(of user: Name) throws(LogError) -> Sleep {
    try replay(Log(path: path), OfUser<Sleep>(user)).value
  }

  /// Returns the nights of a user as a view, for JSON or a table.
  func nights(of user: Name) throws(LogError) -> SleepView {
    try SleepView(of: user, in: Log(path: path))
  }

  /// Imports the export of another app.
  func importHistory(
    _ text: String, of user: Name, at now: Timestamp
  ) throws -> TrainingImport.Outcome {
    try appender.importTraining(
      Array(text.utf8), TrainingImport(clock: .offset(now.offsetMinutes)), by: user,
      defaults: defaults(now))
  }

  /// Returns the weekly plan and the best sets of a user, from one pass over the log.
  func views(of user: Name) throws(LogError) -> (plan: WeeklyPlan, bests: PersonalBests) {
    let (plan, bests) = try replay(
      Log(path: path), OfUser<WeeklyPlan>(user), OfUser<PersonalBests>(user))
    return (plan.value, bests.value)
  }

  /// Returns the time of new events and the seed of their ids.
  ///
  /// With the seed, each run of this example writes the same log. An app omits it and gets random ids.
  private func defaults(_ now: Timestamp) -> DraftDefaults { DraftDefaults(now: now, seed: 1) }
}
