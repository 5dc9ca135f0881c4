import Events
import Projections

/// A command as a value: its page of the manual, and the decision, or other values, that its arguments are parsed into.
///
///     Request("post like", "like a post", "replog post like last", LikePost(post: .latest)) {
///       try $1.positional(&$0.post, "POST", "the post: its id, a prefix of it, or 'last'")
///     }
///
/// The closure lists the arguments; `$0` is the decision and `$1` the walk through them. Other properties of a command
/// are set by `with`, as in `.with(\.at, "the time of the workout (default: now)")`.
struct Request<Decided: Sendable>: Command {
  let name: String
  let summary: String
  let example: String
  private(set) var view: (any LogView.Type)?
  // The defaults of a view take too long to compute for each command that is created.
  private var givenRemark: String?
  var remark: String {
    get { givenRemark ?? view.map { columnsLeftOut(of: $0) } ?? "" }
    set { givenRemark = newValue }
  }
  private var givenAccepts: GlobalOptions.Accepted?
  private var acceptsOfView: (@Sendable () -> GlobalOptions.Accepted)?
  var accepts: GlobalOptions.Accepted {
    get { givenAccepts ?? acceptsOfView?() ?? .dryRun }
    set { givenAccepts = newValue }
  }
  var mayMeetSecrets = false
  var isAboutNamedLog = true
  var offer: Offer?
  var completions: [String: Completion] = [:]
  var takes: @Sendable (String) -> Bool = { _ in false }
  /// The help of the option `--at`, the past time of the facts; nil for a request that has no such option.
  var at: String?
  /// A closure that throws if arguments are missing or exclude each other.
  var validate: @Sendable (Decided) throws -> Void = { _ in }

  private var decision: Decided
  private var past: Timestamp?
  private let list: @Sendable (inout Decided, any Arguments) throws -> Void
  private let perform: @Sendable (Decided, _ past: Timestamp?, inout Shell) throws -> Void

  /// Creates a command that does its work by a closure.
  ///
  /// - Parameter perform: A closure that performs the request, if possible as of a past time.
  init(
    _ name: String, _ summary: String, _ example: String, _ decision: Decided,
    _ list: @escaping @Sendable (inout Decided, any Arguments) throws -> Void = { _, _ in },
    perform: @escaping @Sendable (Decided, _ past: Timestamp?, inout Shell) throws -> Void
  ) {
    (self.name, self.summary, self.example) = (name, summary, example)
    (self.decision, self.list, self.perform) = (decision, list, perform)
  }

  /// Returns the command with another value of a property.
  ///
  /// It is inlined, because any other key path costs 2,000 instructions at each start.
  @inline(__always)
  func with<Value>(_ property: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var command = self
    command[keyPath: property] = value
    return command
  }

  mutating func arguments(_ a: some Arguments) throws {
    try list(&decision, a)
    if let at { try a.option(&past, as: PastArgument.self, "--at", at) }
  }

  func run(_ shell: inout Shell) throws {
    try validate(decision)
    try perform(decision, past, &shell)
  }
}

extension Request {
  /// Creates the command of a view, with the options that its rows allow.
  ///
  /// It is inlined, so that the options follow from a known type: looking up its projection at run time takes 600,000
  /// instructions.
  @inline(__always)
  init<V: LogView>(
    _ view: V.Type, name: String = V.name, summary: String = "show \(V.summary)",
    _ example: String, _ options: Decided,
    _ list: @escaping @Sendable (inout Decided, any Arguments) throws -> Void = { _, _ in },
    perform: @escaping @Sendable (Decided, _ past: Timestamp?, inout Shell) throws -> Void
  ) {
    self.init(name, summary, example, options, list, perform: perform)
    (self.view, acceptsOfView) = (view, { .view(V.self) })
  }

  /// Creates a command that performs `decision`.
  init(
    _ name: String, _ summary: String, _ example: String, _ decision: Decided,
    _ list: @escaping @Sendable (inout Decided, any Arguments) throws -> Void = { _, _ in }
  ) where Decided: Decision {
    self.init(name, summary, example, decision, list) { try $2.perform($0, past: $1) }
  }

  /// Creates a command that performs `decision`, with one positional argument: the entity that it is about.
  @inline(__always)
  init(
    _ name: String, _ summary: String, _ example: String, _ decision: Decided,
    about entity: WritableKeyPath<Decided, Reference> & Sendable, _ placeholder: String,
    _ help: String
  ) where Decided: Decision {
    self.init(name, summary, example, decision) {
      try $1.positional(&$0[keyPath: entity], placeholder, help)
    }
  }

  /// Creates a command that performs `admission`.
  init(
    _ name: String, _ summary: String, _ example: String, _ admission: Decided,
    _ list: @escaping @Sendable (inout Decided, any Arguments) throws -> Void
  ) where Decided: Admission {
    self.init(name, summary, example, admission, list) { try $2.perform($0) }
  }

  /// Creates a command that performs a request of the host.
  init(
    _ name: String, _ summary: String, _ example: String, _ request: Decided,
    _ list: @escaping @Sendable (inout Decided, any Arguments) throws -> Void
  ) where Decided: HostRequest {
    self.init(name, summary, example, request, list) { try $2.perform($0) }
  }
}
