import Events
import Projections

/// A summary of the six views of everybody, folded in one replay of a log.
struct Views: CustomStringConvertible {
  let description: String

  init(_ log: Log) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let (latest, identities, plans, feed, histories, bests, numbers) = try replay(
      log, LatestSignIn(), ByUser<Identity>(), ByUser<WeeklyPlan>(), Feed(), ByUser<History>(),
      ByUser<PersonalBests>(), ExerciseNumbers())
    let seconds = (clock.now - start) / .seconds(1)
    // Asked of a few: the row is about the fold, and to show everybody's views is not part of it.
    let shown = histories.users.prefix(1)
    let sessions = shown.map { histories[$0].sessions.count }.reduce(0, +)
    let records = shown.map { bests[$0].bests.count }.reduce(0, +)
    description = """
      \(identities.users.count) accounts, the latest sign-in is of \(latest.user?.text ?? "nobody")
      \(plans.users.count) plans, \(feed.posts.count) posts, \(numbers.exercises.count) exercises
      \(histories.users.count) histories, the first one of \(sessions) sessions and \(records) bests
      \(Int(seconds * 1000)) ms
      """
  }
}
