import Events
import Projections

extension LogView {
  /// The line instead of a table without rows.
  static var emptyLine: String {
    emptyText + (emptyHelp.map { "; \($0.commandText)" } ?? "") + "\n"
  }

  /// Returns the view for display.
  func table(_ form: TableForm) -> String {
    if rows.isEmpty { return Self.emptyLine }
    switch self {
    // These views have their own tables.
    case let plan as PlanView: return plan.week(form)
    case let plan as WeekPlanView: return plan.week(form)
    case let done as WeekDoneView: return done.week(form)
    case let template as TemplateView: return template.exercises(form)
    case let feed as FeedView: return feed.paragraphs(form)
    case let user as UserView: return user.lines
    case let profile as ProfileView: return profile.lines(form)
    case let session as SessionView: return session.sets(form)
    case let attendance as AttendanceView: return attendance.bars(form)
    case let program as ProgramView: return program.program(form)
    default:
      var table = RecordTable(of: Row.self, form)
      for row in rows { table.add(row) }
      return table.text()
    }
  }
}

extension EveryUser {
  /// The column of users; a narrow terminal omits it first if all rows belong to one user.
  var userColumn: Table.Column { Table.Column(title: "user", turn: views.count == 1 ? 0 : nil) }

  /// Returns the views for display, with the weights of each user in their unit.
  func table(_ units: ByUser<WeightUnit>, _ form: TableForm) -> String {
    if V.shape != .list {
      return views.map { $0.view.table(form.with(units[$0.user].unit)) }.joined()
    }
    if views.allSatisfy({ $0.view.rows.isEmpty }) { return Self.emptyLine }
    switch self {
    case let records as EveryUser<RecordsView>: return records.records(units, form)
    case let volumes as EveryUser<VolumeView>: return volumes.volumes(units, form)
    case let histories as EveryUser<HistoryView> where form.exercise != nil:
      return histories.sets(units, form)
    case let cards as EveryUser<WeekdayCardsView>:
      return cards.views.map { $0.view.cards(form) }.joined()
    default: break
    }
    var table = RecordTable(
      of: V.Row.self, form, after: [userColumn], without: repeatsDates ? "date" : nil)
    for (user, view) in views {
      let unit = units[user].unit
      for row in view.rows { table.add(row, in: unit, after: [user?.text ?? "–"]) }
    }
    return table.text()
  }

  /// A Boolean value indicating whether the periods of metrics are dates already, as all but sessions are.
  private var repeatsDates: Bool {
    guard let metrics = self as? EveryUser<MetricsView> else { return false }
    return metrics.views.allSatisfy { _, view in
      view.rows.allSatisfy { $0.date.description.hasPrefix($0.period) }
    }
  }
}
