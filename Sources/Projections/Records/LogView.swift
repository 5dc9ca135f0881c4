import Events

/// A view: the records of a projection's state, for programs and people.
///
/// A view lists the fields of its rows once. From this list it gets JSON, a table, paths, a tree and a schema:
///
///     struct ExerciseNumbersView: LogView {
///       static let name = "ids"
///       static let summary = "the stable number of each exercise"
///       static let scaling = Scaling.mergeable(by: "the least seq of each exercise, ranked")
///       var rows: [Row]
///
///       init(_ numbers: ExerciseNumbers) { rows = numbers.exercises.enumerated().map { … } }
///     }
///
/// The views of replog are in `Views.all`. A view of one user is a `PersonalView`.
public protocol LogView: Sendable {
  /// The projection that the view is computed from.
  associatedtype Source: Projection
  associatedtype Row: Record

  /// The name of the view in commands and paths.
  static var name: String { get }
  /// The content in a few words, to be read after "show": `the week`.
  static var summary: String { get }
  /// The events of a partitioned log that the view needs.
  static var scaling: Scaling { get }
  /// The shape of the JSON; by default a list.
  static var shape: ViewShape { get }
  /// A Boolean value indicating whether each user has their own view; `PersonalView` implements it.
  static var isPersonal: Bool { get }
  /// The line shown instead of a table without rows.
  static var emptyText: String { get }
  /// The next step if a table has no rows; nil by default.
  static var emptyHelp: Remedy? { get }
  /// A closure that returns the day of a row, for a range of days; nil if rows have no day.
  static var day: (@Sendable (Row) -> LocalDay)? { get }
  /// A closure that returns the part of a row about an exercise, or nil; nil if no row is about an exercise.
  static var exercise: (@Sendable (Row, Name) -> Row?)? { get }

  init(_ source: Source)

  /// The records in the order of the JSON; at most one if the shape is not a list.
  ///
  /// They may be filtered before they are shown.
  var rows: [Row] { get set }

  /// Returns the first row with a key; nil if there is none, or if rows have no key.
  ///
  /// The default creates all rows. A view that creates a single row can be inspected after every event.
  static func row(_ key: Name, of source: Source) -> Row?

  /// Returns a row after an event that touched it, computed from the row before; nil if this is not possible.
  ///
  /// The default is nil. A view implements it if a row is a sum over many events and the event adds to the sum.
  ///
  /// - Parameters:
  ///   - row: The row before the event.
  ///   - source: The projection after the event.
  static func row(_ row: Row, after event: Event, of source: Source) -> Row?

  /// Returns the change that an event made to a row if it changed only a few elements of a list; otherwise nil.
  ///
  /// The default is nil. A view implements it if rows have long lists. Otherwise a walk over the events would compare
  /// and copy the whole list for each event that changes it.
  ///
  /// - Parameters:
  ///   - row: The row before the event.
  ///   - source: The projection after the event.
  static func edit(of row: Row, by event: Event, of source: Source) -> RowEdit<Row>?

  /// Returns the keys of the rows that `event` may add, change or remove; nil if this is unknown.
  ///
  /// The default is nil: all rows are then created and compared. A view implements it if it has many rows and many
  /// events, as a list of all users' things has, or if most events that it reads leave it unchanged.
  ///
  /// A row without a key has no name. A view that is not a list therefore returns nil, or an empty array for an event
  /// that does not change it.
  ///
  /// - Parameter event: An event that `Source` folds in: its area is one that `Source` reads, and its user is in the
  ///   scope.
  static func touched(by event: Event) -> [Name]?

  /// Returns the keys of the rows that `event` may change when it is folded into `source`; nil if this is unknown.
  ///
  /// The default is `touched(by:)`. A view implements it if an event names only a part of a row, such as a set of a
  /// session. The state then gives the row with that part.
  static func touched(by event: Event, of source: Source) -> [Name]?

  // MARK: - For walks over views

  // Every view has these by default. They are requirements so that each view gets its own copies, compiled for its
  // fields and its projection.

  func _write(to json: inout JSONWriter)

  /// Returns the value at a path within a row; nil if the path leads nowhere.
  static func _value(at path: ArraySlice<RecordPath.Step>, in row: Row) -> JSON?

  static func _tree(of row: Row) -> RecordTree

  /// Walks over all values of the view.
  func _list(in walk: inout WriterWalk)

  /// Returns whether two rows are certainly the same except for renamed values.
  static func _isSame(_ row: Row, _ other: Row, under renaming: Renaming) -> Bool

  /// Returns the state after a replay of a log.
  static func _replay(_ log: Log, asOf: AsOf?) throws(LogError) -> Source

  /// A Boolean value indicating whether no two rows have the same key; by default true.
  static var _hasUniqueKeys: Bool { get }

  /// The fields of a row that may change the order of rows; nil, the default, if any field may.
  ///
  /// Added and removed rows may also change the order.
  static var _orderFields: [String]? { get }

  /// Returns the key of the row at a position, counted from the end if it is negative; nil if there is none.
  ///
  /// The default creates all rows.
  static func _key(at place: Int, of source: Source) -> Name?

  /// Returns a fold of the view of an empty log.
  static func _fold(of user: Name?) -> any ViewFolding

  /// Returns a trace of the view of an empty log: of a path, or of all changes if `path` is nil.
  static func _trace(of user: Name?, at path: RecordPath?) -> any ViewTracing

  /// Folds an event into a trace of the view and passes its changes to `report`.
  static func _fold(
    _ event: Event, into trace: inout ViewTrace<Self>, _ report: (ViewChange) -> Void)

  /// Folds the events of a run that have a bit into a trace of the view and passes their changes to `report`.
  ///
  /// `report` gets each change with the index of its event in the run.
  static func _fold(
    _ run: inout EventRun, wantedBy bit: UInt64, into trace: inout ViewTrace<Self>,
    _ report: (Int, ViewChange) -> Void)

  /// Calls the function of `visitor` for this type of view.
  static func _accept<V: ViewVisitor>(_ visitor: inout V) throws(V.Failure)
}

/// A shape of a view's JSON.
public enum ViewShape: Sendable {
  /// An array of objects, with one object per line.
  case list
  case object
  /// One object, or `null`.
  case optionalObject
}

/// A walk over views of one user and views of the whole log.
public protocol ViewVisitor {
  associatedtype Failure: Error = Never
  /// Visits a view of the whole log.
  mutating func visit<V: LogView>(_ view: V.Type) throws(Failure)
  /// Visits a view of one user.
  mutating func visit<V: PersonalView>(personal view: V.Type) throws(Failure)
}

extension LogView {
  public static var shape: ViewShape { .list }
  public static var isPersonal: Bool { false }
  public static var emptyText: String { "nothing" }
  public static var emptyHelp: Remedy? { nil }
  public static var day: (@Sendable (Row) -> LocalDay)? { nil }
  public static var exercise: (@Sendable (Row, Name) -> Row?)? { nil }

  public static func row(_ row: Row, after event: Event, of source: Source) -> Row? { nil }
  public static func edit(of row: Row, by event: Event, of source: Source) -> RowEdit<Row>? { nil }
  public static func touched(by event: Event) -> [Name]? { nil }
  public static func touched(by event: Event, of source: Source) -> [Name]? { touched(by: event) }

  public static func row(_ key: Name, of source: Source) -> Row? {
    let text = key.text
    return Self(source).rows.first { $0.keyValue.map { $0.isSpelled(text) } ?? false }
  }

  public static func _key(at place: Int, of source: Source) -> Name? {
    Self(source).rows.element(at: place)?._keyScalar?.name
  }

  public static func _value(at path: ArraySlice<RecordPath.Step>, in row: Row) -> JSON? {
    PathFinder.value(at: path, in: row)
  }

  public static func _tree(of row: Row) -> RecordTree { RecordTree(row) }

  public func _list(in walk: inout WriterWalk) { walk.view(self) }

  public static func _isSame(_ row: Row, _ other: Row, under renaming: Renaming) -> Bool {
    RowValues.are(row, other, renaming)
  }

  public static func _replay(_ log: Log, asOf: AsOf?) throws(LogError) -> Source {
    try replay(log, asOf: asOf, Source())
  }

  public static var _hasUniqueKeys: Bool { true }
  public static var _orderFields: [String]? { nil }
  public static func _fold(of user: Name?) -> any ViewFolding { ViewFold<Self>(of: user) }

  public static func _trace(of user: Name?, at path: RecordPath?) -> any ViewTracing {
    ViewTrace<Self>(of: user, at: path)
  }

  public static func _fold(
    _ event: Event, into trace: inout ViewTrace<Self>, _ report: (ViewChange) -> Void
  ) { trace.step(event, report) }

  public static func _fold(
    _ run: inout EventRun, wantedBy bit: UInt64, into trace: inout ViewTrace<Self>,
    _ report: (Int, ViewChange) -> Void
  ) { trace.step(&run, wantedBy: bit, report) }

  public static func _accept<V: ViewVisitor>(_ visitor: inout V) throws(V.Failure) {
    try visitor.visit(Self.self)
  }

  public func _write(to json: inout JSONWriter) {
    RecordWriter.write(rows, shape: Self.shape, to: &json)
  }

  /// The JSON, without a newline at its end.
  public var json: [UInt8] {
    var json = JSONWriter()
    _write(to: &json)
    return json.bytes
  }

  /// The JSON as text, without a newline at its end.
  public var jsonText: String { String(decoding: json, as: UTF8.self) }

  /// Creates the view of a log: `FeedView(in: log)`.
  public init(in log: Log, asOf: AsOf? = nil) throws(LogError) {
    self.init(try Self._replay(log, asOf: asOf))
  }
}

/// Returns the name of a view as one word, with dashes instead of spaces.
package func hyphened(_ name: String) -> String { String(name.map { $0 == " " ? "-" : $0 }) }
