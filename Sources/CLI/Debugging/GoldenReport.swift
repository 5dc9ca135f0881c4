import Events
import Projections

/// The result of all scenarios: one line for people, every file for programs.
struct GoldenReport: Report {
  /// The kind of work on the scenarios.
  enum Work { case run, update, dryRun }

  private let work: Work
  private(set) var differing = 0
  /// The highest exit status of the failed scenarios; nil if none failed.
  private(set) var failure: ExitStatus?
  private var (scenarios, files, failures) = (0, 0, 0)
  private var rows: [Row] = []

  /// A file of a scenario, or a failed scenario.
  private struct Row {
    let scenario: String
    var file: String?
    /// A Boolean value indicating whether the file differs, or is written; nil for a failed scenario.
    var differs: Bool?
    var difference: String?
    var error: String?
  }

  init(of work: Work) { self.work = work }

  /// Adds a failed scenario.
  mutating func add(_ diagnostic: Diagnostic, of scenario: String) {
    failures += 1
    if diagnostic.status.rawValue > failure?.rawValue ?? 0 { failure = diagnostic.status }
    rows.append(Row(scenario: scenario, error: diagnostic.text))
  }

  /// Adds a scenario, and its files that are written, even if they match already.
  mutating func add(_ run: GoldenRun, _ written: [GoldenRun.File] = []) {
    scenarios += 1
    for file in run.files {
      let differs = !file.isAsExpected || written.contains { $0.path == file.path }
      add(file, of: run.scenario.folder, differs: differs)
    }
  }

  mutating func add(_ file: GoldenRun.File, of scenario: String, differs: Bool) {
    files += 1
    if differs { differing += 1 }
    let lines = differs ? file.difference.unified(from: file.path, to: file.path) : []
    let text = lines.flatMap { $0.text + [UInt8(ascii: "\n")] }
    rows.append(
      Row(
        scenario: scenario, file: file.file.name, differs: differs,
        difference: differs ? String(decoding: text, as: UTF8.self) : nil))
  }

  func table(isColored: Bool) -> String {
    var results = scenarios > 0 || differing > 0 ? [result] : []
    if failures > 0 {
      results.append("\(counted(failures, "scenarios")) not \(work == .run ? "run" : "updated")")
    }
    return "\(counted(scenarios, "scenarios")), \(counted(files, "files")): "
      + results.joined(separator: "; ") + "\n"
  }

  private var result: String {
    switch work {
    case .run where differing == 0: "as expected"
    case .run: "\(differing) \(differing == 1 ? "differs" : "differ")"
    case .update where differing == 0, .dryRun where differing == 0: "nothing to write"
    case .update: "\(differing) written"
    case .dryRun: "\(differing) would be written"
    }
  }

  func write(_ json: inout JSONWriter) {
    json.beginArray()
    for row in rows {
      json.beginLine()
      json.object { json in
        json.member("scenario", row.scenario)
        json.member("file", row.file)
        json.key(plain: work == .run ? "differs" : "written")
        // A dry run writes nothing; the difference shows the changes that it would write.
        if let differs = row.differs { json.bool(differs && work != .dryRun) } else { json.null() }
        json.member("difference", row.difference)
        json.member("error", row.error)
        if work == .dryRun { json.member("dryRun", true) }
      }
    }
    json.endLines()
  }
}
