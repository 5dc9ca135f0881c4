extension TrainingLayout {
  /// Returns the roles of the columns of a file, and whether its first row is a header.
  ///
  /// - Parameter first: The first row; nil for an empty file.
  /// - Throws: `ImportError` with the found and expected columns if neither the header nor the rows identify the
  ///   columns. If another app wrote the file, the error names that app.
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
        error.message = "expected an export from \(source.title), found one from \(other.title)"
        error.source = other
        error.help = "this looks like \(other.title): \(.importTraining(from: other.rawValue))"
      }
      throw error
    }
  }

  /// Returns the roles of the columns of a file without a header, or nil if its rows do not identify the columns.
  ///
  /// The rows must fit the columns of exactly one version of the app's exports. In every row, each time, kind of set,
  /// weight, number of repetitions, distance, duration, rating and unit must be in its column.
  private static func headerless(
    _ bytes: TextFile, _ first: CSVRow?, _ source: TrainingSource
  ) -> TrainingLayout? {
    guard let first, first.fields.contains(where: { WallTime($0) != nil }) else { return nil }
    var fitting: [TrainingLayout] = []
    for header in source.headers {
      let names = header.split(separator: ",").map(String.init)
      guard names.count == first.fields.count,
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
  /// Returns the header of the plain layout for the app's rows, or the header itself if the rows are plain.
  fileprivate func plainHeader(of first: CSVRow?) -> CSVRow? {
    guard let first, let shape = shape(of: first, TrainingDefaults()) else { return first }
    return CSVRow(line: first.line, fields: shape.header)
  }

  /// The headers of the versions whose files may lack a header.
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
    // These apps have always written a header.
    case .hevy, .fitnotes, .stronglifts, .openpowerlifting: []
    }
  }
}

// MARK: - Units

extension TrainingCells {
  /// A Boolean value indicating whether neither the header nor the row states the unit of the weight.
  var hasUnitlessWeight: Bool {
    mutating get { hasNoUnit(.weight, .weightUnit) { $0.weight == nil } }
  }

  /// A Boolean value indicating whether the row states a superset.
  var hasSuperset: Bool { mutating get { place(of: .superset) != nil } }

  /// A Boolean value indicating whether neither the header nor the row states the unit of the distance.
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
