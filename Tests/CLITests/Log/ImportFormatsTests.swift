import Foundation
import TestSupport
import Testing

/// A file in the shape of each export there is, with rows of our own, imported as it is.
@Suite struct ImportFormatsTests {
  /// A file, what it holds, and the options that it is imported with.
  struct Fixture: Sendable, CustomTestStringConvertible {
    let file: String
    let counts: [String: Int]
    /// Repetitions times kilograms of all sets.
    let volume: Double
    var options = ""
    var testDescription: String { file }

    init(
      _ file: String, _ sessions: Int, _ sets: Int, _ exercises: Int, rows: Int,
      passedOver: Int = 0, bodyWeights: Int? = nil, kilograms: Double, options: String = ""
    ) {
      self.file = file
      var counts = [
        "sessions": sessions, "sets": sets, "exercises": exercises, "rows": rows,
        "passedOver": passedOver,
      ]
      counts["bodyWeights"] = bodyWeights
      (self.counts, volume, self.options) = (counts, kilograms, options)
    }
  }

  private static let pound = 0.45359237

  private static let trainings = [
    Fixture("strong-2016.csv", 2, 5, 4, rows: 5, kilograms: 987.5),
    Fixture("strong-classic.csv", 2, 4, 3, rows: 4, kilograms: 1050),
    Fixture("strong-android.csv", 1, 4, 3, rows: 4, kilograms: 930 * pound + 307.5),
    Fixture("strong-android-quoted.csv", 2, 5, 2, rows: 6, passedOver: 1, kilograms: 1142.2448602),
    Fixture("strong-french.csv", 1, 2, 2, rows: 3, passedOver: 1, kilograms: 480),
    Fixture("strong-german.csv", 3, 4, 2, rows: 5, passedOver: 1, kilograms: 1535),
    Fixture("strong-no-header.csv", 2, 3, 2, rows: 3, kilograms: 900),
    Fixture("strong-letters.csv", 1, 4, 1, rows: 5, passedOver: 1, kilograms: 1520),
    Fixture("hevy-kg.csv", 2, 5, 3, rows: 5, kilograms: 1532.5),
    Fixture("hevy-lbs.csv", 1, 3, 2, rows: 3, kilograms: 1860 * pound),
    Fixture("hevy-mixed-miles.csv", 1, 2, 2, rows: 2, kilograms: 700),
    Fixture("hevy-assisted.csv", 1, 5, 4, rows: 5, kilograms: 5),
    Fixture("fitnotes-2017.csv", 2, 4, 3, rows: 4, kilograms: 2525 * pound),
    Fixture("fitnotes-older.csv", 1, 3, 2, rows: 3, kilograms: 855),
    Fixture("fitnotes-android.csv", 2, 5, 5, rows: 5, kilograms: 568),
    Fixture("fitnotes-ios.csv", 2, 4, 3, rows: 4, kilograms: 300 + 1125 * pound),
    Fixture("stronglifts.csv", 2, 17, 5, rows: 5, bodyWeights: 1, kilograms: 3910),
    Fixture(
      "openpowerlifting.csv", 3, 14, 3, rows: 4, passedOver: 1, bodyWeights: 3, kilograms: 957.5),
    Fixture(
      "openpowerlifting-many.csv", 1, 9, 3, rows: 2, passedOver: 1, bodyWeights: 1,
      kilograms: 180 + 190 + 200 + 120 + 125 + 220 + 235, options: " --lifter 'Cem Oz #2'"),
  ]

  private func object(_ json: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    return try #require(value as? [String: Any])
  }

  private func importing(_ fixture: Fixture, _ workdir: Workdir) throws -> [String: Any] {
    let result = try workdir.run(
      "replog import \"$EXPORTS\"/formats/\(fixture.file) --user ann --json\(fixture.options)")
    #expect(result.status == 0, "\(result.errors)")
    return try object(result.output)
  }

  @Test(arguments: trainings)
  func `an export is recognised and imported completely, and a second import adds nothing`(
    _ fixture: Fixture
  ) throws {
    let workdir = try Workdir()
    let first = try importing(fixture, workdir)
    for (name, count) in fixture.counts { #expect(first[name] as? Int == count, "\(name)") }
    #expect(first["problems"] as? Int == 0)
    let history = try workdir.run("replog history --user ann --json")
    let sessions = try #require(
      try JSONSerialization.jsonObject(with: Data(history.output.utf8)) as? [[String: Any]])
    let volume = sessions.reduce(0) { $0 + ($1["volumeKg"] as? Double ?? 0) }
    #expect(abs(volume - fixture.volume) < 1e-6, "\(volume)")
    let sets = sessions.reduce(0) { $0 + (($1["sets"] as? [Any])?.count ?? 0) }
    #expect(sets == fixture.counts["sets"])

    let log = workdir.url.appendingPathComponent("events.jsonl")
    let before = try Data(contentsOf: log)
    let second = try importing(fixture, workdir)
    #expect(second["appended"] as? Int == 0)
    #expect(try Data(contentsOf: log) == before)
  }

  @Test(arguments: trainings)
  func `a time zone gives each session its offset, and a later import without one keeps it`(
    _ fixture: Fixture
  ) throws {
    let workdir = try Workdir()
    let command =
      "replog import \"$EXPORTS\"/formats/\(fixture.file) --user ann --json\(fixture.options)"
    let zone = ["TZDIR": Workdir.repository.path + "/Tests/CLITests/Exports/formats/zoneinfo"]
    let first = try workdir.run(command + " --time-zone Europe/Berlin", environment: zone)
    #expect(first.status == 0, "\(first.errors)")
    let log = workdir.url.appendingPathComponent("events.jsonl")
    let before = try Data(contentsOf: log)
    for option in ["", " --time-zone Europe/Berlin"] {
      let again = try workdir.run(command + option, environment: zone)
      #expect(again.status == 0, "\(again.errors)")
      #expect(try object(again.output)["appended"] as? Int == 0)
    }
    #expect(try Data(contentsOf: log) == before)
  }

  @Test(arguments: [
    ("exercisedb-v1.json", 2), ("exercisedb-v2.json", 2), ("free-exercise-db.json", 5),
  ])
  func `a catalogue is recognised and imported completely, and a second import adds nothing`(
    file: String, count: Int
  ) throws {
    let workdir = try Workdir()
    let command = "replog import \"$EXPORTS\"/formats/\(file) --json"
    let first = try object(try workdir.run(command).output)
    #expect(first["exercises"] as? Int == count)
    #expect(first["appended"] as? Int == count)
    #expect(first["problems"] as? Int == 0)
    #expect(try object(try workdir.run(command).output)["appended"] as? Int == 0)
    // All that the catalogue says of an exercise is shown.
    let shown = try workdir.run("replog exercises --json").output
    #expect(shown.components(separatedBy: "\"exercise\":").count - 1 == count)
    for part in ["glutes", "barbell"] where file == "exercisedb-v1.json" {
      #expect(shown.contains(part))
    }
    for part in ["traps", "neck, back", "band"] where file == "exercisedb-v2.json" {
      #expect(shown.contains("\"\(part)\""), "\(part)")
    }
  }

  @Test func `body weights are recorded once, and a corrected one replaces the old one`()
    throws
  {
    let workdir = try Workdir()
    let file = "\"$EXPORTS\"/formats/fitnotes-body.csv"
    let first = try object(try workdir.run("replog import \(file) --user ann --json").output)
    #expect(first["bodyWeights"] as? Int == 2)
    #expect((first["passedOver"] as? Int, first["appended"] as? Int) == (2, 2))
    let again = try object(try workdir.run("replog import \(file) --user ann --json").output)
    #expect((again["appended"] as? Int, again["duplicates"] as? Int) == (0, 2))

    for (value, appended) in [("165.0", 2), ("167.0", 2), ("167.0", 0)] {
      _ = try workdir.run("sed 's/167.0/\(value)/' \(file) > changed.csv")
      let changed = try object(
        try workdir.run("replog import changed.csv --user ann --json").output)
      #expect(changed["appended"] as? Int == appended, "\(value)")
      let view = try workdir.run("replog bodyweight --user ann --json").output
      #expect(view.contains("\"weight\":\(value.dropLast(2)),\"unit\":\"lb\""))
      #expect(view.components(separatedBy: "\"measurement\":").count - 1 == 2)
    }
    // What a file has not stays.
    let shorter = "grep -v 167.0 \(file) > part.csv; replog import part.csv --user ann --json"
    #expect(try object(try workdir.run(shorter).output)["appended"] as? Int == 0)
    // What the user takes away stays away.
    _ = try workdir.run(
      "replog sign-in --provider local --subject 1 --email a@example.com --user ann")
    let id = try workdir.run(
      "replog bodyweight --user ann --json | sed -n 's/.*measurement\":\"\\([^\"]*\\).*/\\1/p' | head -n 1"
    )
    let removed = try workdir.run(
      "replog bodyweight remove \(id.output.trimmingCharacters(in: .newlines))")
    #expect(removed.status == 0, "\(removed.errors)")
    let last = try object(try workdir.run("replog import changed.csv --user ann --json").output)
    #expect(last["appended"] as? Int == 0)
  }
}
