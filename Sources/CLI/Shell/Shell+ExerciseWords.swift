import Events
import Projections

extension Shell {
  /// Returns the command that `words` begin with, and the remaining words.
  ///
  /// - Throws: The error of the table; for an exercise in place of a command, with the commands for it.
  mutating func command(
    for words: [String], in commands: CommandTable
  ) throws(UsageError) -> (any Command, [String]) {
    do { return try commands.command(for: words) } catch {
      guard error.code == .unknownCommand, let place = commands.places(in: words).first,
        commands.verbs(of: words[place]).isEmpty
      else { throw error }
      if let option = words.firstIndex(of: "--log"), words.indices.contains(option + 1) {
        options.log = FilePath(argument: words[option + 1])
      }
      let isAlone = commands.near(words[place], among: commands.all.map(\.name)).isEmpty
      guard let help = help(forExercise: words[place], isAlone: isAlone) else { throw error }
      throw UsageError(code: error.code, message: error.message, help: help)
    }
  }

  /// Returns the help for an exercise in place of a command; nil for any other word.
  ///
  /// - Parameter isAlone: A Boolean value indicating whether no command has a similar name. Otherwise the log must have
  ///   the exercise itself.
  private func help(forExercise word: String, isAlone: Bool) -> String? {
    if let exercise = exercise(named: word, orNear: isAlone) {
      return advice(
        "'replog records \(exercise)' shows its records, 'replog set log \(exercise) 5x100kg' logs a set"
      )
    }
    let exercise = ExerciseSlugs.slug(of: word)
    guard isAlone, ExerciseMuscles()[Name(exercise)] != nil else { return nil }
    return "an exercise follows a command: 'replog set log \(exercise) 5x100kg', "
      + "'replog records \(exercise)', 'replog plan add monday \(exercise)'"
  }

  /// Returns the exercise of the log that a word names, or the likeliest one with a similar name, in the form of an id;
  /// nil if there is none.
  ///
  /// The command line is invalid in any case, so an unreadable log gives nil, too.
  private func exercise(named word: String, orNear isNearEnough: Bool) -> String? {
    guard let log = try? openLogQuietly(), let user = try? log.defaultUser(),
      let (known, history) = try? replay(log, KnownExercises(), OfUser<History>(user))
    else { return nil }
    let near = isNearEnough ? known.near(word, in: history.value).first?.exercise : nil
    return (known.exercise(word) ?? near).map { ExerciseSlugs.slug(of: $0.text) }
  }
}
