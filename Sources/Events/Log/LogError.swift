/// Why a log could not be read or appended to.
public struct LogError: Error, Equatable, Sendable {
  /// What to make of it; the command turns it into an exit status.
  public enum Kind: Equatable, Sendable {
    /// The log holds what no append leaves behind.
    case damaged
    /// What is to be appended is not an event, or out of range.
    case refused
    /// An id is there with other content, or the log has moved on.
    case conflict
    /// The request itself makes no sense: not a log, too large a batch.
    case misuse
    /// The system failed; nothing was acknowledged and the log is as it was.
    case system
    /// The system failed after bytes were written; whether they last is unknown.
    case durabilityUnknown
  }

  public var kind: Kind
  /// The file, as it was named; empty when the error is about what was to be appended to it.
  public var file: String
  /// Line from 1; nil when it is about the file as a whole.
  public var line: Int?
  /// Byte within the line, from 1.
  public var column: Int?
  /// Which of the drafts that were to be appended it is about, from 0; nil when it is about none.
  public var draft: Int?
  /// What was expected and found.
  public var message: String
  /// The next step.
  public var help: String?
  /// The line around the place, without anybody's data; nil where there is no line.
  public var excerpt: Excerpt?

  /// The head of a line and the one character that is wrong.
  public struct Excerpt: Equatable, Sendable {
    public var head: String
    public var character: String
  }

  /// An error about the file as a whole.
  public init(_ kind: Kind, _ file: String, _ message: String, help: String? = nil) {
    self.kind = kind
    self.file = file
    self.message = message
    self.help = help
  }

  /// An error about one line, which stands in `bytes`.
  public init(_ kind: Kind, _ file: String, line: Int, _ error: LineError, bytes: Bytes) {
    self.init(kind, file, error.message, help: error.help)
    self.line = line
    column = error.offset + 1
    excerpt = Excerpt(bytes, at: error.offset)
  }

  /// A call that failed before anything was written.
  ///
  /// - Parameters:
  ///   - path: the file to name, where it is not the one the call was about.
  ///   - help: the next step, where what the system says has a better one than any such error.
  init(
    _ error: SystemError, doing what: String, to path: String? = nil, help: String? = nil
  ) {
    self.init(
      .system, path ?? error.path, "cannot \(what): \(error.reason)", help: help ?? error.advice)
  }

  /// A log at `path` that could not be opened; where it is missed, with what to do about that.
  ///
  /// - Parameter makes: whether it would have been made.
  init(
    _ error: SystemError, doing what: String, at path: String, makes: Bool = false,
    _ system: System
  ) {
    self.init(error, doing: what)
    guard error.isMissing, help == nil else { return }
    if (try? system.isLink(path)) == true {
      help =
        "it is a symbolic link to a file that is not there; make that, or name another with --log"
    } else if (try? system.status(path: System.folder(of: path))) == nil {
      help = "make its folder first, or name another file with --log"
    } else {
      help = "name another file with --log" + (makes ? "" : "; the first append makes it")
    }
  }
}

extension LogError.Excerpt {
  /// Shows `{"seq":12,…` and the byte at `offset`: enough to find the place, nothing to give away.
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
