import Events
import Projections

/// A format of files that `import` reads.
enum ImportFormat: Equatable, ArgumentValue {
  /// The training history of an app.
  case training(TrainingSource)
  /// The body measurements that FitNotes exports.
  case bodyWeights
  /// A catalogue of exercises in JSON.
  case catalogue

  static var placeholder: String { "NAME" }
  static var expected: String { alternatives(choices) }
  static var choices: [String] {
    TrainingSource.allCases.map(\.rawValue) + ["fitnotes-body", "catalogue"]
  }

  init?(argument text: String) {
    switch text {
    case "fitnotes-body": self = .bodyWeights
    case "catalogue": self = .catalogue
    default:
      guard let source = TrainingSource(rawValue: text) else { return nil }
      self = .training(source)
    }
  }

  /// Creates the format of a file, recognised by its beginning.
  ///
  /// - Throws: `LogError` if the format is unknown; it describes the problem of the file.
  init(recognising text: TextFile, of file: String) throws {
    let start: [UInt8]
    do throws(ImportError) { start = try text.beginning() } catch { throw LogError(error, file) }
    if let source = TrainingSource(recognising: text) {
      self = .training(source)
    } else if BodyWeightSource(recognising: text) != nil {
      self = .bodyWeights
    } else if let events = ImportFormat.events(start) {
      let flag = events.isCloud ? " --cloudevents" : ""
      var error = LogError(
        .refused, LogError.name(of: file),
        "expected an export from an app or a catalogue, found \(events.name)",
        help: "append them: replog append\(flag)\(file == "-" ? "" : " < \(quotedForShell(file))")")
      error.line = 1
      throw error
    } else if start.first.map("[{".utf8.contains) == true {
      self = .catalogue
    } else {
      do throws(ImportError) {
        self = .training(try TrainingSource(recognised: text, or: ", or a catalogue"))
      } catch { throw LogError(error, file) }
    }
  }

  /// Returns the kind of events in a file with this beginning; nil if it contains no events.
  private static func events(_ start: [UInt8]) -> (name: String, isCloud: Bool)? {
    let line = Array(start.prefix { $0 != UInt8(ascii: "\n") })
    guard let first = try? Bytes.of(line, { (line) throws(LineError) in try JSON(line) }) else {
      // The file may be one value on several lines, or truncated.
      let text = String(decoding: start.prefix(64), as: UTF8.self)
      if text.hasPrefix("{"), text.firstPlace(of: "\"specversion\":") != nil {
        return ("CloudEvents", true)
      }
      return text.hasPrefix(#"{"seq":"#) ? ("replog events", false) : nil
    }
    if first["specversion"] != nil { return ("CloudEvents", true) }
    // A catalogue may also have a type, but with a list as its data.
    guard case .string = first["type"] else { return nil }
    if case .object = first["data"] { return ("replog events", false) }
    if case .number = first["seq"] { return ("replog events", false) }
    return nil
  }
}
