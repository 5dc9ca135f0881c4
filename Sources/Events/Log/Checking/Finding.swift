extension Verification {
  /// A finding in a log.
  public struct Finding: Equatable, Sendable {
    /// The severity of a finding.
    public enum Severity: String, Sendable {
      /// A state without harm.
      case harmless
      /// A state that no append leaves.
      case damage
    }

    /// A kind of finding, whose raw value is in the JSON that the command prints.
    public enum Kind: String, CaseIterable, Sendable {
      /// A line that is no event.
      case unreadable
      /// A sum that is not that of the line's bytes.
      case wrongSum = "wrong-sum"
      /// A `seq` that is not above the one before.
      case falling = "falling-seq"
      /// An id of an earlier event.
      case usedTwice = "id-used-twice"
      /// Missing events before this one.
      case gap
      /// A line without a sum.
      case noSum = "no-sum"
      /// Missing events of a batch in the middle of the log.
      case cutBatch = "cut-batch"
      /// A time more than a day before that of an earlier event of the same user.
      case backwards = "time-runs-back"
      /// A reference to a session, a set or a post that no earlier event created.
      case neverBegun = "never-begun"
      /// A member with the name of a secret.
      case secret
      /// Bytes after the last complete batch.
      case tornEnd = "torn-end"
      /// Bytes after a batch that has lost its last events.
      case tornBatch = "torn-behind-cut-batch"
      /// A last line without its newline.
      case noNewline = "no-newline"
      /// Permissions of the file or its folder that let others in.
      case openPermissions = "open-permissions"

      /// The severity of all findings of the kind.
      public var severity: Severity {
        switch self {
        case .unreadable, .wrongSum, .falling, .usedTwice, .tornBatch: .damage
        default: .harmless
        }
      }
    }

    /// The kind of the finding.
    public let kind: Kind
    /// The line from 1; nil for the file as a whole.
    public let line: Int?
    /// The byte within the line, from 1; nil for the line as a whole.
    public let column: Int?
    /// The expected and the found value, without personal data.
    public let message: String

    public var severity: Severity { kind.severity }
  }
}
