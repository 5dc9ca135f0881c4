/// The reason for a failure to read a log or to append to it.
public struct LogError: Error, Equatable, Sendable {
  /// A class of failure, which the command turns into an exit status.
  public enum Kind: Equatable, Sendable {
    /// Content of a log that no append can write.
    case damaged
    /// A draft that is not an event, or out of range.
    case refused
    /// An id that is present with other content, or a log that has changed.
    case conflict
    /// An invalid request: not a log, too large a batch.
    case misuse
    /// A failure of the system; nothing was acknowledged, and the log is unchanged.
    case system
    /// A failure of the system after bytes were written, which may or may not be durable.
    case durabilityUnknown
  }

  /// The class of the failure.
  public var kind: Kind
  /// The code for programs; that of the class unless there is a more specific one.
  public var code: ErrorCode
  /// The file, as the caller named it; empty if the error is about a draft.
  public var file: String
  /// The line, from 1; nil if the error is about the file as a whole.
  public var line: Int?
  /// The byte within the line, from 1.
  public var column: Int?
  /// The position of the draft with the error, from 0; nil if there is none.
  public var draft: Int?
  /// The expected and the found value.
  public var message: String
  /// The next step.
  public var help: Remedy?
  /// The line around the place, without personal data; nil if there is no line.
  public var excerpt: Excerpt?

  /// The head of a line and the one wrong character.
  public struct Excerpt: Equatable, Sendable {
    /// The line up to its `seq`, with an ellipsis in place of omitted text.
    public var head: String
    /// The wrong character; empty unless it is printable ASCII.
    public var character: String
  }

  /// Creates an error about the file as a whole.
  package init(_ kind: Kind, _ file: String, _ message: String, help: Remedy? = nil) {
    let isSecret = kind == .refused && SecretValue.isReason(of: message)
    self.kind = kind
    code = isSecret ? .holdsSecret : kind.code
    (self.file, self.message) = (file, message)
    self.help = help ?? (isSecret ? SecretValue.help : nil)
  }

  /// Returns the error for a request that its caller cancelled before anything was written.
  static func cancelled(_ file: String) -> LogError {
    LogError(.system, file, "the request was cancelled")
  }

  /// Creates an error about one line, whose bytes are given.
  package init(_ kind: Kind, _ file: String, line: Int, _ error: LineError, bytes: Bytes) {
    self.init(kind, file, error.message, help: error.help)
    self.line = line
    column = error.offset + 1
    excerpt = Excerpt(bytes, at: error.offset)
  }

  /// Creates an error about a call that failed before anything was written.
  ///
  /// - Parameters:
  ///   - path: The file to name; nil for that of the call.
  ///   - help: The next step; nil for that of the system error.
  package init(
    _ error: SystemError, doing what: String, to path: String? = nil, help: Remedy? = nil
  ) {
    self.init(
      .system, path ?? error.path, "cannot \(what): \(error.reason)",
      help: help ?? error.advice.map { Remedy($0) })
    if error.isMissing { code = .fileMissing } else if error.isOutOfRoom { code = .outOfRoom }
  }

  /// Creates an error about a log at `path` that could not be opened, with help for a missing log.
  ///
  /// - Parameter makes: A Boolean value indicating whether the log would have been created.
  init(
    _ error: SystemError, doing what: String, at path: String, makes: Bool = false,
    _ system: System
  ) {
    self.init(error, doing: what)
    guard error.isMissing, help == nil else { return }
    if (try? system.isLink(path)) == true {
      help = """
        it is a symbolic link to a missing file; create the file, or name another with \(.give(.log))
        """
    } else if (try? system.status(path: System.folder(of: path))) == nil {
      help = "create its folder first, or name another file with \(.give(.log))"
    } else {
      help = "name another file with \(.give(.log))\(makes ? "" : "; the first append creates it")"
    }
  }
}

// The codes of errors of a log and its files; ErrorCodes.md has the meaning of each.
extension ErrorCode {
  public static let conflict = ErrorCode("conflict")
  public static let damagedLog = ErrorCode("damaged-log")
  public static let durabilityUnknown = ErrorCode("durability-unknown")
  public static let fileMissing = ErrorCode("file-missing")
  public static let holdsSecret = ErrorCode("holds-secret")
  public static let inFuture = ErrorCode("in-future")
  public static let invalidInput = ErrorCode("invalid-input")
  public static let invalidRequest = ErrorCode("invalid-request")
  public static let logInUse = ErrorCode("log-in-use")
  public static let outOfRoom = ErrorCode("out-of-room")
  public static let systemFailed = ErrorCode("system-failed")
}

extension LogError.Kind {
  fileprivate var code: ErrorCode {
    switch self {
    case .damaged: .damagedLog
    case .refused: .invalidInput
    case .conflict: .conflict
    case .misuse: .invalidRequest
    case .system: .systemFailed
    case .durabilityUnknown: .durabilityUnknown
    }
  }
}

extension LogError.Excerpt {
  /// Creates an excerpt with `{"seq":12,…` and the byte at `offset`: enough to find the place, no
  /// personal data.
  init(_ bytes: Bytes, at offset: Int) {
    var end = 0
    if bytes.has("{\"seq\":", at: 0) {
      end = 7
      while end < min(bytes.count, offset), hexDigit(bytes[end]).map({ $0 < 10 }) ?? false {
        end += 1
      }
      if end < min(bytes.count, offset), bytes[end] == UInt8(ascii: ",") { end += 1 }
    }
    head = bytes.string(in: 0..<min(end, offset))
    if offset > end { head += "…  " }
    character = ""
    if offset < bytes.count, (0x21..<0x7F).contains(bytes[offset]) {
      character = String(Unicode.Scalar(bytes[offset]))
    }
  }
}
