import Projections

// Words for commands in other programs.
extension CommandTable {
  /// The words for commands in other programs, each with its commands, the likeliest first.
  static let otherWords: [(word: String, commands: [String])] = [
    ("1rm", ["one-rm", "records"]), ("531", ["five-three-one", "program"]),
    ("add", ["set log", "plan add"]), ("begin", ["session start"]), ("best", ["pbs", "records"]),
    ("bests", ["pbs", "records"]), ("calendar", ["history", "report"]),
    ("chart", ["volume", "report"]),
    ("charts", ["volume", "report"]), ("delete", ["undo", "set remove"]), ("end", ["session end"]),
    ("finish", ["session end"]), ("ipf", ["points"]), ("login", ["sign-in"]),
    ("logout", ["sign-out"]), ("max", ["one-rm", "records"]), ("page", ["report"]),
    ("pr", ["pbs", "records"]), ("prs", ["pbs", "records"]),
    ("register", ["sign-up"]), ("rm", ["undo", "set remove"]), ("sessions", ["history"]),
    ("signin", ["sign-in"]), ("signout", ["sign-out"]), ("signup", ["sign-up"]),
    ("start", ["session start"]), ("statistics", ["metrics", "records", "volume"]),
    ("stats", ["metrics", "records", "volume"]), ("stop", ["session end"]),
    ("streak", ["metrics", "report"]), ("today", ["plan", "session"]), ("tonnage", ["volume"]),
    ("week", ["plan", "volume"]), ("weight", ["bodyweight"]), ("who", ["user"]),
    ("whoami", ["user"]), ("wilks", ["points"]),
  ]

  /// Returns the commands that a word may mean: first those with a similar name, then those for which it is a synonym.
  func near(_ word: String, among names: [String]) -> [String] {
    guard let other = Self.otherWords.first(where: { $0.word == word }) else {
      return nearest(to: word, among: names)
    }
    let near = nearMisses(of: word, among: names)
    return near + other.commands.filter { !near.contains($0) }
  }
}
