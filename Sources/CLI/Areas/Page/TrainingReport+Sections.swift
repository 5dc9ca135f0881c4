import Events
import Projections

// The sections about plans and training.
extension TrainingReport {
  /// The week of the report, with the completed part of its plan; nil if nothing is planned or done.
  var weekSection: TrainingPage.Section? {
    let days = done.rows.flatMap(\.days)
    let plans = planned.rows.flatMap(\.days)
    guard
      days.contains(where: { !$0.exercises.isEmpty }) || plans.contains(where: { $0.title != nil })
    else { return nil }
    return TrainingPage.Section("week", "This week") { page in
      page.element("ol", ["class": "card week"]) { list in
        for (day, plan) in zip(days, plans) {
          list.element("li", ["class": day.date == self.day ? "today" : "day"]) { item in
            item.element("div", ["class": "date"]) { head in
              head.element("h3", text: shortDate(day.date))
              if day.date == self.day { head.element("span", ["class": "tag"], text: "today") }
              if let title = plan.title { head.element("span", ["class": "muted"], text: title) }
            }
            item.element("div") { write(day, &$0) }
          }
        }
      }
    }
  }

  private func write(_ day: WeekDoneView.Day, _ page: inout Markup) {
    guard !day.exercises.isEmpty else {
      return page.element("p", ["class": "muted"], text: "nothing planned")
    }
    page.element("ul", ["class": "plain"]) { list in
      for exercise in day.exercises {
        let progress = exercise.progress
        list.element("li", ["class": "split"]) { item in
          item.element("span") { name in
            name.element("bdi", text: self.name(of: progress.planned.exercise))
            if exercise.isPlanned {
              name.element("span", ["class": "muted"], text: " \(progress.planned.work(in: unit))")
            }
          }
          let isDone = exercise.isPlanned && progress.isDone
          let text =
            exercise.isPlanned
            ? (isDone ? "✓ " : "") + "\(progress.done) of \(counted(progress.sets, "sets"))"
            : "\(counted(progress.done, "sets")), unplanned"
          item.element("span", ["class": isDone ? "number done" : "number muted"], text: text)
        }
      }
    }
  }

  /// The program that the user follows, with the work to do next; nil if there is none.
  var programSection: TrainingPage.Section? {
    guard let row = program.rows.first else { return nil }
    let week = row.weeks.first { $0.week == row.week }
    return TrainingPage.Section(card: "program", "Program") { card in
      card.element("p", ["class": "muted"], text: row.title.capitalizedFirst)
      card.element("ul", ["class": "plain"]) { list in
        for (place, lift) in row.lifts.enumerated() {
          list.element("li", ["class": "stack"]) { write(lift, week?.lifts[place], &$0) }
        }
      }
    }
  }

  private func write(
    _ lift: ProgramView.Lift, _ work: ProgramView.LiftWeek?, _ item: inout Markup
  ) {
    item.element("span") { head in
      head.element("bdi", text: name(of: lift.lift.exercise))
      let load = lift.progression == nil ? " · training max \(lift.load)" : ""
      let state = lift.isStalled && lift.progression == nil ? " · stalled" : ""
      head.element("span", ["class": "muted"], text: load + state)
    }
    if let progression = lift.progression { return write(progression, &item) }
    let sets = work?.sets.map { unbroken("\($0.set.work) \($0.unit.rawValue)") } ?? []
    item.element("span", ["class": "muted"], text: sets.joined(separator: ", "))
    guard let done = work?.done else { return }
    item.element("span", ["class": "done"], text: "✓ \(done.reps) × \(done.load)")
  }

  private func write(_ progression: Progression, _ item: inout Markup) {
    item.element("span", text: unbroken(progression.work))
    guard let latest = progression.latest, let result = progression.result else { return }
    let last = unbroken("\(latest.reps.list) × \(latest.weight)")
    item.element("span", ["class": "muted"], text: "last \(last), \(result)")
  }

  /// The newest sessions; nil if there are none.
  var sessionsSection: TrainingPage.Section? {
    let sessions = sessions.prefix(6)
    guard !sessions.isEmpty else { return nil }
    return TrainingPage.Section("sessions", "Recent sessions") { page in
      page.element("div", ["class": "cards"]) { cards in
        for session in sessions { write(session, &cards) }
      }
    }
  }

  private func write(_ session: History.Session, _ page: inout Markup) {
    page.element("article", ["class": "card"]) { card in
      card.element("h3") { head in
        head.add(longDate(session.startedAt.day))
        if let title = session.title {
          head.add(" · ")
          head.element("bdi", text: title)
        }
      }
      var facts = [counted(session.sets.count, "sets")]
      if session.volumeKg > 0 { facts.append(kilograms(session.volumeKg, in: unit)) }
      if session.wasLeftOpen { facts.append("open for more than a day") }
      if let seconds = session.seconds, seconds > 0 {
        facts.append(counted(Int(seconds / 60), "minutes"))
      }
      card.element("p", ["class": "muted"], text: facts.joined(separator: " · "))
      card.element("ul", ["class": "plain"]) { list in
        for (exercise, work) in grouped(session.sets) {
          list.element("li", ["class": "stack"]) { item in
            item.element("bdi", text: name(of: exercise))
            item.element("span", ["class": "muted"], text: work)
          }
        }
      }
    }
  }

  /// Returns the work of each exercise of a session, with equal sets combined.
  private func grouped(_ sets: [History.LoggedSet]) -> [(exercise: Name, work: String)] {
    var order: [Name] = []
    var works: [Name: [(text: String, count: Int)]] = [:]
    for set in sets {
      if works[set.exercise] == nil { order.append(set.exercise) }
      // A line may break between sets, but not within one.
      let text = unbroken(set.work(in: unit))
      var own = works[set.exercise] ?? []
      if let last = own.last, last.text == text {
        own[own.count - 1].count += 1
      } else {
        own.append((text, 1))
      }
      works[set.exercise] = own
    }
    return order.map { exercise in
      let texts = (works[exercise] ?? []).map {
        $0.count > 1 ? unbroken("\($0.count) sets of ") + $0.text : $0.text
      }
      return (exercise, texts.joined(separator: ", "))
    }
  }

  /// The records of the most trained exercises, with their curves; nil if there are none.
  var recordsSection: TrainingPage.Section? {
    guard !records.rows.isEmpty else { return nil }
    let ranked = rankedRecords
    return TrainingPage.Section("records", "Records") { page in
      page.element("div", ["class": "cards"]) { cards in
        for (place, row) in ranked.prefix(12).enumerated() { write(row, place, &cards) }
      }
      let others = ranked.dropFirst(12)
      guard !others.isEmpty else { return }
      page.element("details", ["class": "card others"]) { card in
        card.element("summary", text: "\(counted(others.count, "other exercises"))")
        card.element("table") { write(Array(others), &$0) }
      }
    }
  }

  /// The records of exercises: the main lifts, then the others by their last set, the latest first.
  private var rankedRecords: [RecordsView.Row] {
    func rank(_ row: RecordsView.Row) -> (lift: Int, day: Int) {
      let lift = Lift(of: row.exercise).flatMap { Lift.allCases.firstIndex(of: $0) }
      return (lift ?? Lift.allCases.count, -(row.records.last?.set.at.day.number ?? 0))
    }
    let ranks = records.rows.map(rank)
    return records.rows.indices.sorted { one, other in
      (ranks[one].lift, ranks[one].day, one) < (ranks[other].lift, ranks[other].day, other)
    }.map { records.rows[$0] }
  }

  private func write(_ rows: [RecordsView.Row], _ table: inout Markup) {
    table.element("thead") { head in
      head.element("tr") { row in
        row.element("th", ["scope": "col"], text: "Exercise")
        row.element("th", ["scope": "col", "class": "number"], text: "Best set")
        row.element("th", ["scope": "col", "class": "number"], text: "Last")
      }
    }
    table.element("tbody") { body in
      for row in rows {
        body.element("tr") { cells in
          cells.element("td") { $0.element("bdi", text: name(of: row.exercise)) }
          cells.element("td", ["class": "number"], text: best(of: row.records))
          let last = row.records.last.map { plainDate($0.set.at.day) } ?? "–"
          cells.element("td", ["class": "number"], text: last)
        }
      }
    }
  }

  /// Returns the set of the most significant record of an exercise.
  private func best(of records: ExerciseRecords) -> String {
    let mark =
      records.heaviest ?? records.reps ?? records.farthest ?? records.longest ?? records.last
    return mark?.set.work(in: unit) ?? "–"
  }

  private func write(_ row: RecordsView.Row, _ place: Int, _ page: inout Markup) {
    let records = row.records
    page.element("article", ["class": "card"]) { card in
      card.element("h3") { $0.element("bdi", text: name(of: row.exercise)) }
      card.element("ul", ["class": "plain"]) { list in
        for shown in shownMarks(of: records) {
          list.element("li", ["class": "split"]) { item in
            item.element("span", ["class": "muted"], text: shown.title)
            item.element("span", ["class": "number"]) { text in
              text.element("strong", text: shown.text)
              text.element(
                "span", ["class": "muted"], text: " · \(plainDate(shown.mark.set.at.day))")
            }
          }
        }
      }
      var view = history
      view.rows = history.rows.filter { $0.session.startedAt.day <= day }
        .compactMap { HistoryView.exercise?($0, row.exercise) }
      let chart = view.chart(of: .estimate(.epley), name(of: row.exercise), in: unit)
      guard !chart.isEmpty else { return }
      card.figure(
        chart, [SVGForm(inPage: "record\(place + 1)", width: 300, height: 170)], isTitled: false)
    }
  }
}

/// Returns a text that does not break between its words.
private func unbroken(_ text: String) -> String { String(text.map { $0 == " " ? "\u{A0}" : $0 }) }

extension WeekPlanView.Day {
  /// The name of the workout, or the kind of the day; nil if neither was given.
  fileprivate var title: String? { name ?? type }
}
