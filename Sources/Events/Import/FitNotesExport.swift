extension TrainingDialect {
  /// The dialect of FitNotes: a row for every set; the rows of one day are a session.
  ///
  ///     2017        Date,Exercise,Category,Weight (lbs),Reps,Distance,Distance Unit,Time
  ///     Android     Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time[,Comment]
  ///     FitNotes 2  Date,Exercise,Category,Weight (kg),Weight (lbs),Reps,Distance,Distance Unit,Time,
  ///                 Notes,Kind
  ///
  /// A day has no time, so its session begins and ends at noon. The category of an exercise is not imported.
  static let fitNotes = TrainingDialect(
    columns: [
      "date": (.start, nil), "exercise": (.exercise, nil), "category": (.unused, nil),
      "weight": (.weight, nil), "weight unit": (.weightUnit, nil), "reps": (.reps, nil),
      "distance": (.distance, nil), "distance unit": (.distanceUnit, nil), "time": (.seconds, nil),
      "comment": (.setNote, nil), "notes": (.setNote, nil), "kind": (.unused, nil),
    ],
    required: [
      (.start, "Date"), (.exercise, "Exercise"), (.unused, "Category"), (.weight, "Weight"),
      (.reps, "Reps"), (.distance, "Distance"), (.seconds, "Time"),
    ],
    kinds: [:],
    numbersSets: false,
    rests: [],
    hasDays: true,
    namesAssistance: false)
}

/// The row shape of FitNotes, which joins split names, converts times to seconds and keeps one weight of two.
struct FitNotesShape: RowShape {
  let header: [String]
  private let exercise: Int
  private let category: Int
  private let time: Int
  private let note: Int?
  private let weights: [Int]
  /// The indexes of columns with numbers, and of columns with units.
  private let numbers: [Int]
  private let units: [Int]

  /// Creates the shape for a file, or returns nil if its header is not a FitNotes header.
  init?(_ first: CSVRow) {
    let columns = HeaderColumns(first)
    guard columns["date"] != nil, let exercise = columns["exercise"],
      let category = columns["category"], category == exercise + 1, let reps = columns["reps"],
      let distance = columns["distance"], let time = columns["time"], columns["weight"] != nil
    else { return nil }
    header = columns.names
    (self.exercise, self.category, self.time) = (exercise, category, time)
    note = columns["comment"] ?? columns["notes"]
    weights = columns.all("weight")
    numbers = weights + [reps, distance]
    units = [columns["weight unit"], columns["distance unit"]].compactMap(\.self)
  }

  func rows(of row: CSVRow) throws(ImportProblem) -> [CSVRow] {
    var row = row
    row.fields = joined(row.fields)
    if let problem = row.breach(ofWidth: header.count) { throw problem }
    if let seconds = WrittenCell.seconds(row.text(time)) { row.fields[time] = "\(seconds)" }
    keepOneWeight(&row)
    return [row]
  }

  // MARK: - Names with commas

  /// Returns the fields, after joining the parts of an exercise's name, which FitNotes does not quote.
  ///
  /// `Overhead Press (Each Side, Dumbbells)` makes one field more than the header has. The parts are joined if a
  /// category word follows them, and then numbers and units in their columns. A note may have commas too. If no way
  /// to join the parts fits, or several ways do, nothing is joined.
  private func joined(_ fields: [String]) -> [String] {
    let extra = fields.count - header.count
    guard extra > 0, extra <= 50 else { return fields }
    var fitting: [[String]] = []
    for count in 0...extra {
      guard count == extra || note != nil else { continue }
      var joined = fields
      join(&joined, at: exercise, count)
      if let note { join(&joined, at: note, extra - count) }
      if isAligned(joined) { fitting.append(joined) }
    }
    return fitting.count == 1 ? fitting[0] : fields
  }

  /// Joins the field at an index with the next ones.
  private func join(_ fields: inout [String], at place: Int, _ count: Int) {
    guard count > 0, place + count < fields.count else { return }
    let text = fields[place...place + count].joined(separator: ",")
    fields.replaceSubrange(place...place + count, with: [text])
  }

  /// Returns whether the fields fit the columns they are in.
  private func isAligned(_ fields: [String]) -> Bool {
    guard fields.count == header.count else { return false }
    func text(_ place: Int) -> String { trimmed(fields[place]) }
    guard !text(category).isEmpty, WrittenCell.number(text(category)) == nil else { return false }
    let time = text(time)
    return numbers.allSatisfy { text($0).isEmpty || WrittenCell.number(text($0)) != nil }
      && units.allSatisfy { text($0).isEmpty || WrittenUnit.isKnown(text($0)) }
      && (time.isEmpty || WrittenCell.seconds(time) != nil || WrittenCell.number(time) != nil)
  }

  // MARK: - Weights in two units

  /// Keeps the weight that was entered, if a row has the weight in both units.
  ///
  /// This is the weight with fewer decimals, or the first one in case of a tie.
  private func keepOneWeight(_ row: inout CSVRow) {
    guard weights.count > 1 else { return }
    let filled = weights.filter { row.hasCell(at: $0) }
    guard filled.count > 1,
      let kept = filled.min(by: { decimals(row.text($0)) < decimals(row.text($1)) })
    else { return }
    for place in filled where place != kept { row.fields[place] = "" }
  }

  private func decimals(_ text: String) -> Int {
    guard let point = text.firstIndex(of: ".") else { return 0 }
    let digits = trimmed(text[text.index(after: point)...])
    return digits.count - digits.reversed().prefix { $0 == "0" }.count
  }
}

extension WrittenUnit {
  /// Returns whether a text is a unit of weight or length.
  static func isKnown(_ text: String) -> Bool {
    weights[text.lowercased()] != nil || lengths[text.lowercased()] != nil
  }
}
