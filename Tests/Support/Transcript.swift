import Foundation
import Testing

/// A list of command lines with their output, which is both a test and documentation.
///
///     # A set needs an open session.
///     $ replog set log squat 5x100kg
///     ! replog: error: no session is open
///     ! help: start one with 'replog session start'
///     ? 1
///
/// `$` begins a line of shell, `!` its standard error, and `?` its exit status if that is not 0. Other lines are its
/// standard output. The lines run one after another in one new folder. In Markdown, the blocks marked `console` are
/// the transcript.
public struct Transcript: Sendable {
  /// The file of the transcript.
  public let file: URL
  private let isMarkdown: Bool

  /// A command line with its expected output.
  struct Step {
    let line: String
    var expected: [String] = []
    let range: Range<Int>
  }

  /// Creates the transcript in `file`; the extension determines whether it is Markdown.
  public init(_ file: URL) {
    self.file = file
    isMarkdown = file.pathExtension == "md"
  }

  /// Returns all transcripts under `folder` of the repository, by name.
  ///
  /// The pages of single engines are left out: their output needs the engine.
  public static func all(under folder: String) -> [Transcript] {
    let root = Workdir.repository.appendingPathComponent(folder)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    let found = (files?.allObjects ?? []).compactMap { $0 as? URL }
    return found.filter { $0.pathExtension == "test" || $0.lastPathComponent == "README.md" }
      .filter { !$0.path.contains("/Examples/engines/") || $0.path.hasSuffix("/engines/README.md") }
      .sorted { $0.path < $1.path }
      .map { Transcript($0) }
  }

  /// Runs all lines in a new folder.
  ///
  /// With `REPLOG_RECORD=1` in the environment, the file is rewritten with the actual output.
  ///
  /// - Returns: The differences, as `-` expected and `+` found; nil if there are none.
  public func run() throws -> String? {
    let isRecording = ProcessInfo.processInfo.environment["REPLOG_RECORD"] == "1"
    let difference = try run(in: Workdir(), rewriting: { _ in isRecording })
    return difference.map { "\($0)\nif it is to print that, 'make record' writes it into the file" }
  }

  /// Runs all lines in `workdir`.
  ///
  /// - Parameters:
  ///   - isExact: A Boolean value indicating whether a missing newline at the end is a difference.
  ///   - isRewritten: A closure that returns whether the actual output replaces these expected lines.
  /// - Returns: The differences in other lines; nil if there are none.
  func run(
    in workdir: Workdir, environment: [String: String] = [:], isExact: Bool = false,
    rewriting isRewritten: ([String]) -> Bool
  ) throws -> String? {
    var lines = try String(contentsOf: file, encoding: .utf8)
      .components(separatedBy: "\n")
    var differences: [String] = []
    var shift = 0
    let steps = steps(lines)
    if steps.isEmpty { return "\(file.path) holds no command" }
    var isChanged = false
    for step in steps {
      let result = try workdir.run(step.line, environment: environment)
      let found = Self.shown(result, isExact: isExact)
      guard found != step.expected else { continue }
      guard isRewritten(step.expected) else {
        differences.append(Self.difference(step, found))
        continue
      }
      let range = (step.range.lowerBound + shift)..<(step.range.upperBound + shift)
      lines.replaceSubrange(range, with: found)
      shift += found.count - step.range.count
      isChanged = true
    }
    if isChanged { try Data(lines.joined(separator: "\n").utf8).write(to: file, options: .atomic) }
    guard !differences.isEmpty else { return nil }
    return "\(file.lastPathComponent):\n" + differences.joined(separator: "\n")
  }

  /// Returns the result of a command line in the form of a transcript.
  private static func shown(_ result: Workdir.Result, isExact: Bool) -> [String] {
    func lines(_ text: String, _ prefix: String) -> [String] {
      var lines = text.components(separatedBy: "\n")
      if lines.last == "" {
        lines.removeLast()
      } else if isExact {
        lines.append("\\ no newline at the end")
      }
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
      steps.append(Step(line: command, expected: Array(lines[start..<index]), range: start..<index))
    }
    return steps
  }

  /// Returns whether the output of a command ends before line `index`.
  private func isEnd(_ lines: [String], _ index: Int) -> Bool {
    let line = lines[index]
    if line.hasPrefix("$ ") || line.hasPrefix("# ") { return true }
    if isMarkdown { return line.hasPrefix("```") }
    // An empty line is the end if a comment, a command or nothing follows.
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
