extension Verification {
  public struct Finding: Equatable, Sendable {
    public enum Severity: String, Sendable {
      /// A state that does no harm.
      case harmless
      /// A state that no append can leave.
      case damage
    }

    /// A kind of finding; the JSON output of the command contains the raw value.
    public enum Kind: String, CaseIterable, Sendable {
      /// A line that is not an event.
      case unreadable
      /// A checksum that does not match the bytes of its line.
      case wrongSum = "wrong-sum"
      /// A `seq` that is not greater than the previous one.
      case falling = "falling-seq"
      /// A `seq` after a gap that leaves no room for later events.
      case noRoom = "no-room"
      /// An id that an earlier event already has.
      case usedTwice = "id-used-twice"
      /// Missing events before this one.
      case gap
      /// A line without a checksum.
      case noSum = "no-sum"
      /// A batch in the middle of the log that lacks some of its events.
      case cutBatch = "cut-batch"
      /// A time more than a day before the time of an earlier event of the same user.
      case backwards = "time-runs-back"
      /// A time more than a day ahead of the clock.
      case future = "in-future"
      /// A reference to a session, a set or a post that no earlier event created.
      case neverBegun = "never-begun"
      /// A change of an entity that another user created.
      case noEffect = "no-effect"
      /// A JSON member that has the name of a secret.
      case secret
      /// Bytes after the last complete batch.
      case tornEnd = "torn-end"
      /// Bytes after a batch that lacks its last events.
      case tornBatch = "torn-behind-cut-batch"
      /// A last line without its newline.
      case noNewline = "no-newline"
      /// Permissions that give other users access to the file or its folder.
      case openPermissions = "open-permissions"
      /// A checkpoint next to the log that does not fit the log.
      case unfitCheckpoint = "unfit-checkpoint"

      public var severity: Severity {
        switch self {
        case .unreadable, .wrongSum, .falling, .noRoom, .usedTwice, .tornBatch: .damage
        default: .harmless
        }
      }
    }

    public let kind: Kind
    /// The line number, from 1; nil for the file as a whole.
    public let line: Int?
    /// The byte position within the line, from 1; nil for the line as a whole.
    public let column: Int?
    /// The expected and the found value, without personal data.
    public let message: String

    public var severity: Severity { kind.severity }
  }
}
