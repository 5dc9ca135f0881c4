import Events

/// The view of all users together, ordered by user; each row has its user as its first field.
public struct EveryUser<V: PersonalView>: LogView {
  /// A row of one user's view.
  public struct Row: Record {
    public let user: Name?
    public let row: V.Row

    public static var key: String? { V.Row.key }

    public static func list(_ record: Self?, _ f: inout some RecordVisitor) {
      f("user", record?.user, .plain.personal, "The user.")
      V.Row.list(record?.row, &f)
    }
  }

  public static var name: String { V.name }
  public static var summary: String { V.summary }
  public static var scaling: Scaling { V.scaling }
  public static var emptyText: String { V.emptyText }
  public static var emptyHelp: Remedy? { V.emptyHelp }
  public static var day: (@Sendable (Row) -> LocalDay)? {
    guard let day = V.day else { return nil }
    return { row in day(row.row) }
  }

  public static var exercise: (@Sendable (Row, Name) -> Row?)? {
    guard let part = V.exercise else { return nil }
    return { row, exercise in part(row.row, exercise).map { Row(user: row.user, row: $0) } }
  }

  public var views: [(user: Name?, view: V)]

  public init(_ source: Pair<ByUser<V.State>, V.Shared>) {
    self.init(source.first, source.first.users, source.second)
  }

  public init(_ views: [(user: Name?, view: V)]) { self.views = views }

  public init(_ states: ByUser<V.State>, _ users: [Name?], _ shared: V.Shared) {
    views = users.map { ($0, V(of: $0, states[$0], shared)) }
  }

  public var rows: [Row] {
    get { views.flatMap { user, view in view.rows.map { Row(user: user, row: $0) } } }
    set {
      let rows = Dictionary(grouping: newValue, by: \.user)
      for place in views.indices {
        views[place].view.rows = rows[views[place].user, default: []].map(\.row)
      }
    }
  }

  // Rows of two users may have the same key.
  public static var _hasUniqueKeys: Bool { false }
  public static func touched(by event: Event) -> [Name]? { V.touched(by: event) }

  public func _write(to json: inout JSONWriter) { V._write(self, to: &json) }
}
