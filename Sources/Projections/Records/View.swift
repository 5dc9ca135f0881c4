import Events

/// A view: the records that a projection comes to, for programs and people.
///
/// A view lists the fields of its rows once, and needs no more than that to have JSON, a table, paths, a
/// tree and a schema:
///
///     struct ExerciseNumbersView: View {
///       static let name = "ids"
///       static let summary = "the stable number of each exercise"
///       static let area = Area.exercises
///       var rows: [Row]
///
///       init(_ numbers: ExerciseNumbers) { rows = numbers.exercises.enumerated().map { … } }
///     }
///
/// The views of replog are in `Views.all`. A view of one user is a `PersonalView`.
public protocol View: Sendable {
  /// The projection that the view is made of.
  associatedtype Source: Projection
  associatedtype Row: Record

  /// The name by which people ask for the view.
  static var name: String { get }
  /// The content in a few words, to be read after "show": `the week`.
  static var summary: String { get }
  /// The area under which the view is listed.
  static var area: Area { get }
  /// The shape of the JSON; a list unless declared.
  static var shape: ViewShape { get }
  /// A Boolean value indicating whether there is one for each user; declared by `PersonalView`.
  static var isPersonal: Bool { get }
  /// The line shown in place of a table without rows.
  static var emptyText: String { get }
  /// The next step where a table has no rows; nil by default.
  static var emptyHelp: Remedy? { get }
  /// The day of a row, by which a range of days is cut out; nil where rows have none.
  static var day: (@Sendable (Row) -> LocalDay)? { get }
  /// The part of a row that is about an exercise, nil where none is; nil where rows are about no exercise.
  static var exercise: (@Sendable (Row, Name) -> Row?)? { get }

  /// Creates the view of what a replay came to.
  init(_ source: Source)

  /// The records in the order of the JSON; one, or none, where the shape is no list.
  ///
  /// They may be filtered before they are shown.
  var rows: [Row] { get set }

  /// Returns the first row with a key; nil where there is none, and where rows have no key.
  ///
  /// The default makes all rows. A view that makes one alone can be looked into after every event.
  static func row(_ key: Name, of source: Source) -> Row?

  /// Returns a row after an event that touched it, made of what it was; nil where it has to be made anew.
  ///
  /// The default is nil. A view declares it where a row is a sum of many events, to which one more is added.
  ///
  /// - Parameters:
  ///   - row: the row before the event.
  ///   - source: the projection, into which the event is folded.
  static func row(_ row: Row, after event: Event, of source: Source) -> Row?

  /// Returns the change that an event made to a row, where all that its lists hold stays and others follow; nil where
  /// it did anything else.
  ///
  /// The default is nil. A view declares it where rows have long lists: for each event that adds to one, a walk over
  /// the events would compare all of it, and copy it.
  ///
  /// - Parameters:
  ///   - row: the row before the event.
  ///   - source: the projection, into which the event is folded.
  static func growth(of row: Row, by event: Event, of source: Source) -> ((inout Row) -> Void)?

  /// Returns the keys of the rows that `event` may add, change or remove; nil where that is unknown.
  ///
  /// A row without a key has no name, so a view that is no list returns nil, or an empty array for an event
  /// that changes nothing it shows.
  ///
  /// - Parameter event: an event that `Source` folds in: of an area it reads and within its scope.
  static func touched(by event: Event) -> [Name]?

  /// Returns the same, for an event about to be folded into `source`.
  ///
  /// The default is `touched(by:)`. A view declares it where an event names only a part of a row, such as a
  /// set of a session, and the state tells which row has it.
  static func touched(by event: Event, of source: Source) -> [Name]?

  // MARK: - For walks over views

  // Every view has these by default. They are requirements so that each gets copies of its own, compiled
  // for its fields and its projection.

  /// Writes the JSON.
  func _write(to json: inout JSONWriter)

  /// Returns the value at a path within a row; nil where it leads nowhere.
  static func _value(at path: ArraySlice<RecordPath.Step>, in row: Row) -> JSON?

  /// Returns a row as a tree.
  static func _tree(of row: Row) -> RecordTree

  /// Walks over all values of the view.
  func _list(in walk: inout WriterWalk)

  /// Returns whether two rows are plainly the same but for what was renamed.
  static func _isSame(_ row: Row, _ other: Row, under renaming: Renaming) -> Bool

  /// Returns what a replay of a log comes to.
  static func _replay(_ log: Log, asOf: AsOf?) throws(LogError) -> Source

  /// A Boolean value indicating whether no two rows have the same key; true unless declared.
  static var _hasUniqueKeys: Bool { get }

  /// The fields of a row whose change may give rows another order; nil, unless declared, where any may.
  ///
  /// Rows that come or go may change the order, too.
  static var _orderFields: [String]? { get }

  /// Returns the key of the row at a position, counted from the end if negative; nil if there is none.
  ///
  /// The default makes all rows.
  static func _key(at place: Int, of source: Source) -> Name?

  /// Returns a fold of the view of an empty log.
  static func _fold(of user: Name?) -> any ViewFolding

  /// Returns a trace of the view of an empty log.
  static func _trace(of user: Name?) -> any ViewTracing

  /// Returns a trace of a path in the view of an empty log.
  static func _trace(_ path: RecordPath, of user: Name?) -> any PathTracing

  /// Folds an event into a trace of the view and passes what it changes to `report`.
  static func _fold(
    _ event: Event, into trace: inout ViewTrace<Self>, _ report: (ViewChange) -> Void)

  /// Folds those events of a run that have a bit into a trace of the view and passes what each changes to
  /// `report`, with its place in the run.
  static func _fold(
    _ run: inout EventRun, wantedBy bit: UInt64, into trace: inout ViewTrace<Self>,
    _ report: (Int, ViewChange) -> Void)

  /// Folds an event into a trace of a path in the view and returns the value before and after.
  static func _fold(
    _ event: Event, into trace: inout PathTrace<Self>
  ) -> (before: JSON?, after: JSON?)?

  /// Folds the events of a run that have a bit into a trace of a path in the view.
  ///
  /// `report` gets each change of the value, with the place of its event in the run.
  static func _fold(
    _ run: inout EventRun, wantedBy bit: UInt64, into trace: inout PathTrace<Self>,
    _ report: (Int, (before: JSON?, after: JSON?)) -> Void)

  /// Calls the function of `visitor` that fits the view.
  static func _accept<V: ViewVisitor>(_ visitor: inout V) throws(V.Failure)
}

/// A shape of a view's JSON.
public enum ViewShape: Sendable {
  /// An array of objects, an object a line.
  case list
  /// One object.
  case object
  /// One object, or `null`.
  case optionalObject
}

/// A walk over views, of one user and of the whole log.
public protocol ViewVisitor {
  associatedtype Failure: Error = Never
  /// Visits a view of the whole log.
  mutating func visit<V: View>(_ view: V.Type) throws(Failure)
  /// Visits a view of one user.
  mutating func visit<V: PersonalView>(personal view: V.Type) throws(Failure)
}

extension View {
  public static var shape: ViewShape { .list }
  public static var isPersonal: Bool { false }
  public static var emptyText: String { "nothing" }
  public static var emptyHelp: Remedy? { nil }
  public static var day: (@Sendable (Row) -> LocalDay)? { nil }
  public static var exercise: (@Sendable (Row, Name) -> Row?)? { nil }

  public static func row(_ row: Row, after event: Event, of source: Source) -> Row? { nil }
  public static func growth(
    of row: Row, by event: Event, of source: Source
  ) -> ((inout Row) -> Void)? { nil }
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
    RowBytes.are(row, other, renaming)
  }

  public static func _replay(_ log: Log, asOf: AsOf?) throws(LogError) -> Source {
    try replay(log, asOf: asOf, Source())
  }

  public static var _hasUniqueKeys: Bool { true }
  public static var _orderFields: [String]? { nil }
  public static func _fold(of user: Name?) -> any ViewFolding { ViewFold<Self>(of: user) }
  public static func _trace(of user: Name?) -> any ViewTracing { ViewTrace<Self>(of: user) }

  public static func _trace(_ path: RecordPath, of user: Name?) -> any PathTracing {
    PathTrace<Self>(path, of: user)
  }

  public static func _fold(
    _ event: Event, into trace: inout ViewTrace<Self>, _ report: (ViewChange) -> Void
  ) {
    trace.step(event, report)
  }

  public static func _fold(
    _ run: inout EventRun, wantedBy bit: UInt64, into trace: inout ViewTrace<Self>,
    _ report: (Int, ViewChange) -> Void
  ) {
    trace.step(&run, wantedBy: bit, report)
  }

  public static func _fold(
    _ event: Event, into trace: inout PathTrace<Self>
  ) -> (before: JSON?, after: JSON?)? {
    trace.step(event)
  }

  public static func _fold(
    _ run: inout EventRun, wantedBy bit: UInt64, into trace: inout PathTrace<Self>,
    _ report: (Int, (before: JSON?, after: JSON?)) -> Void
  ) {
    trace.step(&run, wantedBy: bit, report)
  }

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
}
