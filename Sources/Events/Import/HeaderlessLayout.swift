extension TrainingLayout {
  /// Returns the roles of the columns of a file, and whether its first row is a header.
  ///
  /// - Parameter first: The first row; nil for an empty file.
  /// - Throws: `ImportError` with the found and expected columns where neither the header nor the rows
  ///   make the columns certain; it names the app that wrote the file where that is another one.
  static func reading(
    _ bytes: TextFile, beginning first: CSVRow?, from source: TrainingSource
  ) throws(ImportError) -> (TrainingLayout, hasHeader: Bool) {
    do throws(ImportError) {
      return (try TrainingLayout(source.plainHeader(of: first), source.dialect), true)
    } catch {
      if let layout = headerless(bytes, first, source) { return (layout, false) }
      var error = error
      let other = TrainingSource.allCases.first { other in
        guard other != source else { return false }
        return (try? TrainingLayout(other.plainHeader(of: first), other.dialect)) != nil
          || headerless(bytes, first, other) != nil
      }
      if let other {
        error.message = "expected an export of \(source.title), found one of \(other.title)"
        error.source = other
        error.help = "this looks like \(other.title): \(.importTraining(from: other.rawValue))"
      }
      throw error
    }
  }

  /// Returns the roles of the columns of a file without a header; nil where its rows do not tell them.
  ///
  /// They do where they fit the columns of one version of the app's exports and of no other.
  ///
  /// All rows have to fit: their times, kinds of set, weights, repetitions, distances, durations, ratings
  /// and units are such, each in its place.
  private static func headerless(
    _ bytes: TextFile, _ first: CSVRow?, _ source: TrainingSource
  ) -> TrainingLayout? {
    guard let first, first.fields.contains(where: { WallTime($0) != nil }) else { return nil }
    var fitting: [TrainingLayout] = []
    for header in source.headers {
      let names = header.split(separator: ",").map(String.init)
      guard names.count == first.count,
        let layout = try? TrainingLayout(CSVRow(line: 1, fields: names), source.dialect),
        layout.fits(bytes, source.dialect)
      else { continue }
      fitting.append(layout)
    }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// Returns whether every row of a file can be read with these columns.
  private func fits(_ bytes: TextFile, _ dialect: TrainingDialect) -> Bool {
    guard var reader = try? CSVReader(bytes) else { return false }
    var cells = TrainingCells(
      layout: self, dialect: dialect, defaults: TrainingDefaults(),
      allowsDecimalComma: reader.separator == UInt8(ascii: ";"))
    do throws(ImportError) {
      while let row = try reader.next() {
        cells.row = row
        guard cells.makeSense() else { return false }
      }
      return true
    } catch { return false }
  }
}

extension TrainingCells {
  /// Returns whether all cells of the row can be read.
  fileprivate mutating func makeSense() -> Bool {
    do throws(ImportProblem) {
      try checkWidth()
      let start = try start()
      if isRest { return true }
      _ = try end(after: defaults.timestamp(of: start))
      _ = try title()
      _ = try sessionNote()
      _ = try set()
      return true
    } catch { return false }
  }
}

extension TrainingSource {
  /// Returns the header of the plain layout that the app's rows are brought into; the header itself where
  /// they are plain.
  fileprivate func plainHeader(of first: CSVRow?) -> CSVRow? {
    guard let first, let shape = shape(of: first, TrainingDefaults()) else { return first }
    return CSVRow(line: first.line, fields: shape.header)
  }

  /// The headers of the versions of the app whose files without one are read.
  fileprivate var headers: [String] {
    switch self {
    case .strong:
      [
        "Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds",
        "Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes",
        "Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes",
        "Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,"
          + "RPE",
        "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,"
          + "Workout Notes,RPE",
        "Date,Workout Name,Exercise Name,Set Order,Weight,Weight Unit,Reps,RPE,Distance,"
          + "Distance Unit,Seconds,Notes,Workout Notes",
        "Date,Workout Name,Exercise Name,Set Order,Weight,Weight Unit,Reps,RPE,Distance,"
          + "Distance Unit,Seconds,Notes,Workout Notes,Workout Duration",
        "Workout #,Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,RPE,"
          + "Distance (meters),Seconds,Notes,Workout Notes",
      ]
    // These have had a header from the first version on.
    case .hevy, .fitnotes, .stronglifts, .openpowerlifting: []
    }
  }
}

// MARK: - Units

extension TrainingCells {
  /// A Boolean value indicating whether neither the header nor the row names the unit of the weight.
  var hasUnitlessWeight: Bool {
    mutating get { hasNoUnit(.weight, .weightUnit) { $0.weight == nil } }
  }

  /// A Boolean value indicating whether neither the header nor the row names the unit of the distance.
  var hasUnitlessDistance: Bool {
    mutating get { hasNoUnit(.distance, .distanceUnit) { $0.metres == nil } }
  }

  private mutating func hasNoUnit(
    _ role: TrainingColumn.Role, _ unit: TrainingColumn.Role,
    _ isUnitless: (TrainingColumn) -> Bool
  ) -> Bool {
    guard let place = place(of: role), let column = layout.columns[place], isUnitless(column)
    else { return false }
    return self.place(of: unit) == nil
  }
}
