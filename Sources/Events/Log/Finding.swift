extension Verification {
  /// Something to be said of a log.
  public struct Finding: Equatable, Sendable {
    /// How bad it is.
    public enum Severity: String, Sendable {
      /// What a log may have or lack without harm.
      case harmless
      /// What no append leaves behind.
      case damage
    }

    /// What kind of thing it is. The raw values are those of the JSON that the command prints.
    public enum Kind: String, CaseIterable, Sendable {
      /// The line is no event.
      case unreadable
      /// The sum is not that of the line's bytes.
      case wrongSum = "wrong-sum"
      /// The `seq` is not above the one before.
      case falling = "falling-seq"
      /// The id is that of an earlier event.
      case usedTwice = "id-used-twice"
      /// Events are missing before this one.
      case gap
      /// The line has no sum.
      case noSum = "no-sum"
      /// Events of a batch are missing in the middle of the log.
      case cutBatch = "cut-batch"
      /// The time is more than a day before that of an earlier event of the same user.
      case backwards = "time-runs-back"
      /// A session, a set or a post that no earlier event began.
      case neverBegun = "never-begun"
      /// A member whose name says that it holds a secret.
      case secret
      /// Bytes behind the last complete batch.
      case tornEnd = "torn-end"
      /// The same behind a batch that has lost its last events.
      case tornBatch = "torn-behind-cut-batch"
      /// The last line lacks its newline.
      case noNewline = "no-newline"
      /// The permissions of the file or its folder let others in.
      case openPermissions = "open-permissions"

      /// How bad all findings of the kind are.
      public var severity: Severity {
        switch self {
        case .unreadable, .wrongSum, .falling, .usedTwice, .tornBatch: .damage
        default: .harmless
        }
      }
    }

    public let kind: Kind
    /// Line from 1; nil for the file as a whole.
    public let line: Int?
    /// Byte within the line, from 1; nil for the line as a whole.
    public let column: Int?
    /// What was expected and found, without anybody's data.
    public let message: String

    public var severity: Severity { kind.severity }
  }
}
