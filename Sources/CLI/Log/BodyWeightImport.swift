import Events
import Projections

/// The import of a file that contains only body weights into a profile.
struct BodyWeightImport {
  static func run(_ bytes: TextFile, _ training: ImportArguments, _ shell: inout Shell) throws {
    let user = try shell.importer()
    shell.noteImporter(user)
    let defaults = TrainingDefaults(
      unit: training.unit ?? .kg, clock: try training.clock(shell) ?? .offset(0))
    let now = try shell.draftDefaults().now
    let weights: ImportedBodyWeights
    do throws(ImportError) {
      weights = try ImportedBodyWeights(
        bytes, from: .fitnotes, by: user, defaults: defaults,
        latest: training.takesFuture ? nil : shell.latestTime(after: now))
    } catch {
      shell.refuse(error.problems, in: training.file)
      throw LogError(error, training.file)
    }
    shell.report(weights, of: training.file)
    var changes: BodyWeightChanges?
    let appended = try shell.append { log in
      let recorded = try replay(log.readOnce(), OfUser<RecordedBodyWeights>(user)).value
      changes = recorded.changes(for: weights, by: user, at: now)
      return weights.measurements.count
    } next: {
      changes?.next($0) ?? []
    }
    try shell.show(
      ImportReport(
        counts: [
          ("bodyWeights", weights.measurements.count), ("rows", weights.rows),
          ("passedOver", weights.passedOver),
        ],
        appended: appended, duplicates: changes?.known ?? 0,
        problems: weights.problems.count, isDryRun: shell.options.dryRun))
  }
}

extension Shell {
  /// Reports rows with invalid or implausible body weights.
  mutating func report(_ weights: ImportedBodyWeights, of file: String) {
    name(weights.problems, in: file)
    doubt(weights.implausible, in: file)
  }
}
