import Events
import Projections

/// What an app keeps of its users: one log. Whatever it shows is replayed from that.
///
/// An appender serves one thread, and the actor is that thread. Several processes may have the same
/// log open; the appender's lock keeps them apart.
actor TrainingLog {
  private let path: String
  private let appender: Appender

  /// Opens the log at `path`, and makes it where there is none.
  init(path: String) throws(LogError) {
    self.path = path
    appender = try Appender(path: path)
  }

  /// Records that an identity provider vouched for a user, and returns the user's name.
  ///
  /// Checking the provider's token is the app's own work, and the token stays with the app.
  func admit(_ signIn: SignIn, at now: Timestamp) throws -> Name {
    try appender.perform(signIn, defaults: defaults(now)).admitted.user
  }

  /// Does what `user` asks for, unless a rule is against it. When this returns, the events are on
  /// the device.
  @discardableResult
  func perform(_ decision: some Decision, by user: Name, at now: Timestamp) throws -> [Event] {
    let appended = try appender.perform(decision, by: user, defaults: defaults(now))
    return appended.acknowledgements.map(\.event)
  }

  /// Records a night, an event of the app's own; decisions are for those of replog.
  func record(_ night: NightSlept, of user: Name, at now: Timestamp) throws {
    let draft = Draft(user: user, night.body)
    _ = try appender.locked { log in try log.append([draft], defaults: defaults(now)) }
  }

  /// Shows the sleep of a user.
  func sleep(of user: Name) throws(LogError) -> Sleep {
    try replay(Log(path: path), OfUser<Sleep>(user)).value
  }

  /// Shows the week and the best sets of a user, from one pass over the log.
  func views(of user: Name) throws(LogError) -> (plan: WeeklyPlan, bests: PersonalBests) {
    let (plan, bests) = try replay(
      Log(path: path), OfUser<WeeklyPlan>(user), OfUser<PersonalBests>(user))
    return (plan.value, bests.value)
  }

  /// The time, and what makes new ids. The seed is there so that every run of this example writes
  /// the same log; an app leaves it out, and chance makes the ids.
  private func defaults(_ now: Timestamp) -> DraftDefaults { DraftDefaults(now: now, seed: 1) }
}
