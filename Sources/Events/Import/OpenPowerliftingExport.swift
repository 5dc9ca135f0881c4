extension TrainingDialect {
  /// The dialect of OpenPowerlifting: a row for each meet of a lifter, with the attempts in columns.
  ///
  ///     Name,Sex,Event,Equipment,…,BodyweightKg,WeightClassKg,Squat1Kg,…,Squat4Kg,Best3SquatKg,
  ///     Bench1Kg,…,Deadlift4Kg,Best3DeadliftKg,TotalKg,Place,…,Federation,…,Date,…,MeetName,Sanctioned
  ///
  /// A meet is a session at noon of its day, and an attempt is a set of one repetition. A negative weight is a failed
  /// attempt: a set of no repetitions. If a meet has no attempts, the best of each lift counts. The same attempts in
  /// another division of a meet are the same sets.
  static let openPowerlifting = TrainingDialect(
    columns: [
      "date": (.start, nil), "meetname": (.title, nil), "lift": (.exercise, nil),
      "result": (.kind, nil), "attempt": (.weight, nil), "reps": (.reps, nil),
      "of the meet": (.sessionNote, nil), "of the attempt": (.setNote, nil),
    ],
    required: [
      (.exercise, "Name"), (.start, "Date"), (.title, "MeetName"), (.weight, "Best3SquatKg"),
      (.reps, "Best3BenchKg"), (.kind, "Best3DeadliftKg"),
    ],
    kinds: ["good": .normal, "failed": .failure],
    numbersSets: false,
    rests: [],
    namesAssistance: false)
}

/// The row shape of OpenPowerlifting, which makes a row for each attempt.
struct OpenPowerliftingShape: RowShape {
  let header = [
    "Date", "MeetName", "Of the meet", "Lift", "Attempt (kg)", "Result", "Reps", "Of the attempt",
  ]

  /// A lift, with the columns of its attempts and of the best of the first three.
  private struct Lift {
    let exercise: String
    let attempts: [Int]
    let best: Int
  }

  private let columns: HeaderColumns
  private let lifts: [Lift]
  private let (name, date, meet): (Int, Int, Int)
  private let lifter: String?
  /// The attempts read so far, with their meets, because a lifter may be in several divisions.
  private var seen: Set<[String]> = []

  /// Creates the shape for a file, or returns nil if its header is not an OpenPowerlifting header.
  ///
  /// - Parameter lifter: The name of the lifter; nil for a file of one lifter.
  init?(_ first: CSVRow, lifter: String?) {
    let columns = HeaderColumns(first)
    guard let name = columns["name"], let date = columns["date"], let meet = columns["meetname"]
    else { return nil }
    var lifts: [Lift] = []
    for (exercise, word) in [
      ("Squat", "squat"), ("Bench Press", "bench"), ("Deadlift", "deadlift"),
    ] {
      guard let best = columns["best3\(word)kg"] else { return nil }
      let attempts = (1...4).compactMap { columns["\(word)\($0)kg"] }
      lifts.append(Lift(exercise: exercise, attempts: attempts, best: best))
    }
    self.columns = columns
    (self.name, self.date, self.meet, self.lifts) = (name, date, meet, lifts)
    self.lifter = lifter
  }

  mutating func rows(of row: CSVRow) throws(ImportProblem) -> [CSVRow] {
    if let problem = row.breach(ofWidth: columns.names.count) { throw problem }
    guard lifter == nil || lifter == row.text(name) else { return [] }
    let meet = [WrittenCell.noon(row.text(date)), row.text(meet), remark(of: row)]
    var rows: [CSVRow] = []
    // All attempts are read first: if the row is invalid, its attempts must not count as seen.
    let all = try lifts.map { (lift) throws(ImportProblem) in try attempts(lift, row) }
    for (lift, attempts) in zip(lifts, all) {
      let key = meet.prefix(2) + [lift.exercise] + attempts.map(\.key)
      guard !attempts.isEmpty, seen.insert(Array(key)).inserted else { continue }
      for attempt in attempts {
        let isGood = attempt.kilograms > 0
        let cells = [
          lift.exercise, decimal(abs(attempt.kilograms), places: 6), isGood ? "good" : "failed",
          isGood ? "1" : "0", attempt.note,
        ]
        rows.append(CSVRow(line: row.line, fields: meet + cells))
      }
    }
    return rows
  }

  private typealias Attempt = (kilograms: Double, note: String, key: String)

  /// Returns the valid attempts of a lift, or the best if there are none.
  private func attempts(_ lift: Lift, _ row: CSVRow) throws(ImportProblem) -> [Attempt] {
    var attempts: [Attempt] = []
    for place in lift.attempts {
      guard let kilograms = try kilograms(place, row), kilograms != 0 else { continue }
      // A fourth attempt is for a record and does not count for a total.
      let note = columns.names[place].contains("4") ? "fourth attempt" : ""
      attempts.append((kilograms, note, "\(place) \(kilograms)"))
    }
    guard attempts.isEmpty, let best = try kilograms(lift.best, row), best > 0 else {
      return attempts
    }
    return [(best, "best attempt", "best \(best)")]
  }

  private func kilograms(_ place: Int, _ row: CSVRow) throws(ImportProblem) -> Double? {
    let text = row.text(place)
    if text.isEmpty { return nil }
    guard let number = WrittenCell.number(text) else {
      throw ImportProblem(
        line: row.line, column: columns.names[place], "expected a number, found text")
    }
    return number
  }

  /// Returns the note of a meet: `USAPL, Raw, Open, class 93, place 1, total 637.5 kg`.
  private func remark(of row: CSVRow) -> String {
    func text(_ name: String, _ before: String = "", _ after: String = "") -> String? {
      let text = row.text(columns[name])
      return text.isEmpty ? nil : before + text + after
    }
    return [
      text("federation"), text("equipment"), text("division"), text("weightclasskg", "class "),
      text("place", "place "), text("totalkg", "total ", " kg"),
    ].compactMap(\.self).joined(separator: ", ")
  }
}

extension TrainingSource {
  /// Throws an error if a file has several lifters and none was chosen, or no lifter with the chosen name.
  func checkLifter(_ bytes: TextFile, _ chosen: String?) throws(ImportError) {
    guard self == .openpowerlifting else { return }
    var reader = try CSVReader(bytes)
    guard let first = try reader.next(), let place = HeaderColumns(first)["name"] else { return }
    var lifters: [String] = []
    while let row = try reader.next() {
      let name = row.text(place)
      if let chosen {
        if name == chosen { return }
        continue
      }
      if lifters.first != name { lifters.append(name) }
      guard lifters.count > 1 else { continue }
      throw ImportError(
        kind: .unrecognised, line: row.line,
        message: "the file must have the meets of one lifter, got several lifters",
        help: "choose one with \(.give(.lifter))")
    }
    guard chosen != nil else { return }
    throw ImportError(
      kind: .unrecognised, line: nil,
      message: "expected meets of the chosen lifter, found none",
      help: "give the name as in the file, for example 'Ann Lee #2'")
  }
}
