import Events

/// A folder with a log, or with the commands that create one, and the expected output.
///
///     wrong-unit/
///       events.jsonl            the log; or commands.txt, with a command 'replog …' on each line
///       expected/
///         pbs.json              the output of 'replog pbs --json' for the user of the latest sign-in
///         history.ben.json      the output of 'replog history --json' for one user
///         pbs.all-users.json    the output of 'replog pbs --json' for all users
///         status                the exit status of the last line; 0 without this file
///         stderr, stdout        the output of the lines
///
/// Views are computed from the whole log alone. Values that a command computes with the clock, such as an age or past
/// classes, are as of the last event, or omitted. In a file's name a view has dashes instead of spaces. A user has
/// `%2F` for a slash and `%25` for a percent sign.
public struct GoldenScenario: Sendable, CustomStringConvertible {
  /// The path of the folder.
  public let folder: String
  package let source: GoldenSource

  /// The path, for a list of tests.
  public var description: String { folder }

  /// The folder of the expected files.
  package var expected: String { folder + "/expected" }

  /// The path of the log or of the commands.
  package var sourcePath: String { "\(folder)/\(source.rawValue)" }

  /// Returns the scenario in a folder, or the scenarios in its subfolders, by name.
  ///
  /// - Throws: `LogError` if there is none, or if one has no source.
  public static func all(in folder: String) throws(LogError) -> [GoldenScenario] {
    try all(in: folder, System())
  }

  package static func all(in path: String, _ system: System) throws(LogError) -> [GoldenScenario] {
    var scenarios: [GoldenScenario] = []
    for found in each(in: path, system) { scenarios.append(try found.get()) }
    return scenarios
  }

  /// Returns the scenarios in a folder by name, and the error of each folder that is not a valid scenario.
  package static func each(
    in path: String, _ system: System
  ) -> [Result<GoldenScenario, LogError>] {
    var folder = path[...]
    while folder.count > 1, folder.last == "/" { folder = folder.dropLast() }
    do throws(LogError) {
      guard try system.isFolder(String(folder)) else {
        throw LogError(.misuse, path, "there is no folder with this name", help: whatItIs)
      }
    } catch {
      return [.failure(error)]
    }
    let found = within(String(folder), system)
    guard found.isEmpty else { return found }
    return [.failure(LogError(.misuse, path, "the folder has no scenario", help: whatItIs))]
  }

  private static let whatItIs: Remedy =
    "a scenario is a folder with events.jsonl or commands.txt, and expected/VIEW.json"

  private static func within(
    _ folder: String, _ system: System
  ) -> [Result<GoldenScenario, LogError>] {
    let names: [String]
    do throws(LogError) {
      names = try system.contents(ofFolder: folder)
      if let source = try source(in: folder, names) {
        return [.success(GoldenScenario(folder: folder, source: source))]
      }
    } catch {
      return [.failure(error)]
    }
    var found: [Result<GoldenScenario, LogError>] = []
    for name in names where !name.hasPrefix(".") {
      let path = folder == "/" ? "/" + name : "\(folder)/\(name)"
      do throws(LogError) {
        if try system.isFolder(path) { found += within(path, system) }
      } catch {
        found.append(.failure(error))
      }
    }
    return found
  }

  /// Returns the source of the scenario in a folder with these names; nil if it is not a scenario.
  private static func source(
    in folder: String, _ names: [String]
  ) throws(LogError) -> GoldenSource? {
    let sources = GoldenSource.allCases.filter { names.contains($0.rawValue) }
    if sources.count > 1 {
      throw LogError(
        .misuse, folder, "a scenario must have events.jsonl or commands.txt, got both",
        help: "make two scenarios")
    }
    if sources.isEmpty, names.contains("expected") {
      throw LogError(
        .misuse, folder, "a scenario must have events.jsonl or commands.txt, got neither",
        help: whatItIs)
    }
    return sources.first
  }
}

/// The source of a scenario's log: a file of its folder.
package enum GoldenSource: String, Sendable, CaseIterable {
  case events = "events.jsonl"
  case commands = "commands.txt"
}
