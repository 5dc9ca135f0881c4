import Foundation
import Testing

/// Command lines with what they print: tests that are documentation.
///
///     # A set needs an open session.
///     $ replog set log squat 5x100kg
///     ! replog: error: no session is open
///     ! help: start one with 'replog session start'
///     ? 1
///
/// `$` is a line of shell, `!` what it writes to standard error, `?` its exit status where that is not
/// 0; the rest is what it prints. Lines run one after another in one fresh folder. In Markdown the
/// blocks marked `console` are the transcript.
public struct Transcript: Sendable {
  /// Where it is written.
  public let file: URL
  private let isMarkdown: Bool

  /// One command line and what it is expected to do.
  struct Step {
    let line: String
    var expected: [String] = []
    let range: Range<Int>
  }

  /// The transcript in `file`; Markdown by its name.
  public init(_ file: URL) {
    self.file = file
    isMarkdown = file.pathExtension == "md"
  }

  /// All transcripts under `folder` of the repository, by name.
  public static func all(under folder: String) -> [Transcript] {
    let root = Workdir.repository.appendingPathComponent(folder)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    let found = (files?.allObjects ?? []).compactMap { $0 as? URL }
    return found.filter { $0.pathExtension == "test" || $0.lastPathComponent == "README.md" }
      .sorted { $0.path < $1.path }
      .map { Transcript($0) }
  }

  /// Runs all lines.
  ///
  /// - Returns: what differs, as `-` expected and `+` found; nil when nothing does.
  public func run() throws -> String? {
    var lines = try String(contentsOf: file, encoding: .utf8)
      .components(separatedBy: "\n")
    let workdir = try Workdir()
    var differences: [String] = []
    var shift = 0
    let steps = steps(lines)
    if steps.isEmpty { return "\(file.path) holds no command" }
    for step in steps {
      let found = Self.shown(try workdir.run(step.line))
      guard found != step.expected else { continue }
      differences.append(Self.difference(step, found))
      let range = (step.range.lowerBound + shift)..<(step.range.upperBound + shift)
      lines.replaceSubrange(range, with: found)
      shift += found.count - step.range.count
    }
    guard !differences.isEmpty else { return nil }
    if ProcessInfo.processInfo.environment["REPLOG_RECORD"] == "1" {
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
      return nil
    }
    return "\(file.lastPathComponent):\n" + differences.joined(separator: "\n")
  }

  /// What a command line did, as it is written in a transcript.
  private static func shown(_ result: Workdir.Result) -> [String] {
    func lines(_ text: String, _ prefix: String) -> [String] {
      var lines = text.components(separatedBy: "\n")
      if lines.last == "" { lines.removeLast() }
      return lines.map { prefix.isEmpty ? $0 : $0.isEmpty ? "!" : prefix + $0 }
    }
    let status = result.status == 0 ? [] : ["? \(result.status)"]
    return lines(result.output, "") + lines(result.errors, "! ") + status
  }

  private func steps(_ lines: [String]) -> [Step] {
    var steps: [Step] = []
    var isInside = !isMarkdown
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      if isMarkdown, line.hasPrefix("```") { isInside = line == "```console" }
      guard isInside, line.hasPrefix("$ ") else { continue }
      var command = String(line.dropFirst(2))
      while command.hasSuffix("\\"), index < lines.count {
        command = String(command.dropLast()) + lines[index].drop { $0 == " " }
        index += 1
      }
      let start = index
      while index < lines.count, !isEnd(lines, index) { index += 1 }
      steps.append(
        Step(line: command, expected: Array(lines[start..<index]), range: start..<index))
    }
    return steps
  }

  /// Whether what a command prints ends before line `index`.
  private func isEnd(_ lines: [String], _ index: Int) -> Bool {
    let line = lines[index]
    if line.hasPrefix("$ ") || line.hasPrefix("# ") { return true }
    if isMarkdown { return line.hasPrefix("```") }
    // An empty line ends it where a comment, a command or nothing follows.
    guard line.isEmpty else { return false }
    let next = index + 1 < lines.count ? lines[index + 1] : ""
    return index + 1 >= lines.count || next.hasPrefix("# ") || next.hasPrefix("$ ")
  }

  private static func difference(_ step: Step, _ found: [String]) -> String {
    let changes = found.difference(from: step.expected)
    let removed = changes.removals.map { change -> String in
      guard case .remove(_, let line, _) = change else { return "" }
      return "  - \(line)"
    }
    let added = changes.insertions.map { change -> String in
      guard case .insert(_, let line, _) = change else { return "" }
      return "  + \(line)"
    }
    return (["$ \(step.line)"] + removed + added).joined(separator: "\n")
  }
}

extension Transcript: CustomTestStringConvertible {
  public var testDescription: String {
    file.path.replacingOccurrences(of: Workdir.repository.path + "/", with: "")
  }
}
