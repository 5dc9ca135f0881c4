extension TrainingDialect {
  /// The dialect of StrongLifts: a row for every exercise of a workout, with its sets in columns.
  ///
  ///     Date (yyyy/mm/dd),Workout,Workout Name,Program Name,Body Weight (KG),Exercise,Sets×Reps,
  ///     Sets×Time,Top Set (Reps×KG),e1RM (KG),Reps,Volume (KG),Workout Volume (KG),Duration (hours),
  ///     Start Time (h:mm),End Time (h:mm),Notes,Set 1 (Reps),Set 1 (KG),Set 2 (Reps),…
  ///
  /// Two workouts of one day are two sessions, distinguished by their start or their name. A set without repetitions
  /// is a failed attempt. The unit is only in the header. The body weight goes to the profile.
  static let strongLifts = TrainingDialect(
    columns: [
      "date": (.start, nil), "workout name": (.title, nil), "exercise": (.exercise, nil),
      "kind of set": (.kind, nil), "reps of a set": (.reps, nil), "weight of a set": (.weight, nil),
      "duration": (.duration, nil), "notes": (.exerciseNote, nil),
    ],
    required: [
      (.start, "Date (yyyy/mm/dd)"), (.title, "Workout Name"), (.exercise, "Exercise"),
      (.reps, "Set 1 (Reps)"), (.weight, "Set 1 (KG)"),
    ],
    kinds: ["normal": .normal, "failure": .failure],
    numbersSets: false,
    rests: [],
    namesAssistance: false)
}

/// The row shape of StrongLifts, which makes a row for each set of an exercise.
struct StrongLiftsShape: RowShape {
  let header: [String]
  private let width: Int
  private let (exercise, notes): (Int, Int?)
  private let timedSets: Int?
  private let when: StrongLiftsTime
  /// The columns of the repetitions and the weight of each set.
  private let sets: [(reps: Int, weight: Int?)]
  /// The columns unknown to this build, which are kept so that they can be reported.
  private let others: [Int]

  /// The columns that are derived from others, or that other code reads.
  private static let known: Set<String> = [
    "date", "workout", "workout name", "program name", "body weight", "exercise", "sets×reps",
    "sets×time", "top set", "e1rm", "reps", "volume", "workout volume", "duration", "start time",
    "end time", "notes",
  ]

  /// Creates the shape for a file, or returns nil if its header is not a StrongLifts header.
  init?(_ first: CSVRow) {
    let columns = HeaderColumns(first)
    var places: [Int: (reps: Int?, weight: Int?)] = [:]
    var unit: String?
    var others: [Int] = []
    for (place, key) in columns.keys.enumerated() {
      guard key.name.hasPrefix("set "), let number = Int(key.name.dropFirst(4)) else {
        if !Self.known.contains(key.name) { others.append(place) }
        continue
      }
      if key.unit == "reps" {
        places[number, default: (nil, nil)].reps = place
      } else if WrittenUnit.weights[key.unit] != nil, unit == nil || unit == key.unit {
        unit = key.unit
        places[number, default: (nil, nil)].weight = place
      } else {
        others.append(place)
      }
    }
    sets = places.keys.sorted().compactMap { number in
      places[number]?.reps.map { ($0, places[number]?.weight) }
    }
    guard let when = StrongLiftsTime(columns), let exercise = columns["exercise"], let unit,
      !sets.isEmpty
    else { return nil }
    (self.when, self.exercise, notes, self.others) = (when, exercise, columns["notes"], others)
    timedSets = columns["sets×time"]
    width = columns.names.count
    header =
      [
        columns.names[when.date], "Workout Name", "Duration", columns.names[exercise], "Notes",
        "Kind of set", "Reps of a set", "Weight of a set (\(unit.uppercased()))",
      ] + others.map { columns.names[$0] }
  }

  func rows(of row: CSVRow) throws(ImportProblem) -> [CSVRow] {
    if let problem = row.breach(ofWidth: width) { throw problem }
    let workout = [
      when.start(of: row), when.title(of: row), when.duration(of: row), row.fields[exercise],
      notes.map { row.fields[$0] } ?? "",
    ]
    let filled = sets.filter { row.hasCell(at: $0.reps) || row.hasCell(at: $0.weight) }
    let rows = filled.map { set in
      let kind = WrittenCell.number(row.text(set.reps)) == 0 ? "failure" : "normal"
      let cells = [kind, row.fields[set.reps], set.weight.map { row.fields[$0] } ?? ""]
      return CSVRow(line: row.line, fields: workout + cells + others.map { row.fields[$0] })
    }
    if rows.isEmpty, row.hasCell(at: timedSets) {
      throw ImportProblem(
        line: row.line, column: "Set 1 (Reps)",
        "expected the sets of the exercise, found only its times")
    }
    return rows
  }
}

/// The columns of a workout's day, times and name in a StrongLifts row.
struct StrongLiftsTime: Sendable {
  let date: Int
  private let order: (year: Int, month: Int, day: Int)
  private let (workout, name): (Int?, Int?)
  private let (startTime, endTime, hours): (Int?, Int?, Int?)

  /// Finds the columns, or returns nil if there is no day or no name.
  init?(_ columns: HeaderColumns) {
    guard let date = columns["date"],
      let named = columns["workout name"] ?? columns["workout"]
    else { return nil }
    self.date = date
    // The unit is `yyyy/mm/dd`, or the letters in another order.
    let unit = columns.keys[date].unit
    let letters = "ymd".compactMap { unit.firstIndex(of: $0) }
    let places = letters.map { letter in letters.count { $0 < letter } }
    order = places.count == 3 ? (places[0], places[1], places[2]) : (0, 1, 2)
    (workout, name) = (columns["workout"], columns["workout name"] ?? named)
    startTime = columns["start time"]
    (endTime, hours) = (columns["end time"], columns["duration"])
  }

  /// Returns the name of the workout, otherwise its number or letter.
  func title(of row: CSVRow) -> String {
    let name = row.text(name)
    return name.isEmpty ? row.text(workout) : name
  }

  /// Returns the start as `2024-03-11 18:05`, at noon if the row has no time; any other text is returned unchanged.
  func start(of row: CSVRow) -> String {
    let time = row.text(startTime)
    guard let day = day(row.text(date)) else { return row.text(date) }
    return "\(day) \(time.isEmpty ? "12:00" : time)"
  }

  /// Returns the day from a text with slashes, in the order of the header.
  private func day(_ text: String) -> LocalDay? {
    let parts = text.split { $0 == "/" || $0 == "-" || $0 == "." }
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[order.year]), let month = Int(parts[order.month]),
      let day = Int(parts[order.day])
    else { return nil }
    return LocalDay(year: year, month: month, day: day)
  }

  /// Returns the seconds from the start to the end, which may be after midnight; otherwise the hours stated in the
  /// row.
  func duration(of row: CSVRow) -> String {
    if let start = WrittenCell.seconds(row.text(startTime) + ":00"),
      let end = WrittenCell.seconds(row.text(endTime) + ":00")
    {
      return "\((end - start + 86_400) % 86_400)"
    }
    guard let hours = WrittenCell.number(row.text(hours)), (0...240).contains(hours) else {
      return row.text(hours)
    }
    return "\(Int((hours * 3600).rounded()))"
  }
}
