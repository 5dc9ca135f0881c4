import Events
import Projections

/// The import of body weights into a profile, from a file of their own or together with training.
struct BodyWeightImport {
  /// A file that was read, and what follows from it for the log.
  struct Outcome {
    let weights: ImportedBodyWeights
    /// The number of events that were new, and that of measurements that the log has.
    let appended: Int
    let known: Int
  }

  let source: BodyWeightSource
  let user: Name
  let defaults: TrainingDefaults

  /// Records what the log has not yet.
  func run(_ bytes: TextFile, of file: String, _ shell: inout Shell) throws -> Outcome {
    let now = try shell.draftDefaults().now
    let weights: ImportedBodyWeights
    do throws(ImportError) {
      weights = try ImportedBodyWeights(
        bytes, from: source, by: user, defaults: defaults, latest: now.adding(seconds: 86_400))
    } catch {
      shell.name(error.problems, in: file)
      throw LogError(error, file)
    }
    shell.name(weights.problems, in: file)
    shell.doubt(weights.implausible, in: file)
    if !weights.problems.isEmpty { shell.status = .refused }
    var (known, rest) = (0, [Draft]()[...])
    let appended = try shell.append { log in
      let recorded = try replay(log, OfUser<RecordedBodyWeights>(user)).value
      let changes = recorded.changes(for: weights, by: user, at: now)
      (known, rest) = (changes.known, changes.drafts[...])
      return rest.count
    } next: { count in
      let batch = Array(rest.prefix(count))
      rest = rest.dropFirst(batch.count)
      return batch
    }
    return Outcome(weights: weights, appended: appended, known: known)
  }

  /// Imports a file that holds nothing else.
  static func run(
    _ bytes: TextFile, _ training: TrainingImport, _ shell: inout Shell
  ) throws {
    let user = try shell.importer()
    if shell.options.user == nil {
      shell.note("the weights are those of '\(user)', who is signed in")
    }
    let defaults = TrainingDefaults(
      unit: training.unit ?? .kg, clock: try training.clock(shell) ?? .offset(0))
    let outcome = try BodyWeightImport(source: .fitnotes, user: user, defaults: defaults)
      .run(bytes, of: training.file, &shell)
    try shell.show(
      ImportReport(
        counts: [
          ("bodyWeights", outcome.weights.measurements.count), ("rows", outcome.weights.rows),
          ("passedOver", outcome.weights.passedOver),
        ],
        appended: outcome.appended, duplicates: outcome.known,
        problems: outcome.weights.problems.count, isDryRun: shell.options.dryRun))
  }
}
