import Foundation
import TestSupport
import Testing

/// Exports, read again: by replog, and by programs that know nothing of it.
@Suite struct ExportCommandsTests {
  /// The logs of the repository, and the user of most of each.
  static let logs: [String] = {
    let baseline = Workdir.repository.appendingPathComponent("Tests/CLITests/Baseline")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: baseline.path)) ?? []
    let logs = names.sorted().map { baseline.appendingPathComponent("\($0)/events.jsonl").path }
    return logs.filter { FileManager.default.fileExists(atPath: $0) } + [
      Workdir.repository.appendingPathComponent("Examples/samples.jsonl").path
    ]
  }()

  /// The exports of other apps: those of the repository, and real ones where `REPLOG_DATA` names them.
  static let files: [(source: String, path: String)] = {
    let own = Workdir.repository.appendingPathComponent("Tests/CLITests/Independent").path
    let data = ProcessInfo.processInfo.environment["REPLOG_DATA"]
    return ([own] + [data].compactMap(\.self)).flatMap { folder in
      ["strong", "hevy"].map { ($0, "\(folder)/\($0).csv") }
    }
  }()

  private static let same = Workdir.independent("same_history.py")

  /// Exports the history of `log` as Strong has it, imports that into a log of its own, and compares.
  private func expectSameHistory(_ log: String, of user: String, in workdir: Workdir) throws
    -> String
  {
    let line = """
      set -e; rm -f again.jsonl strong.csv
      replog export strong --exact-times -o strong.csv --log '\(log)' --user \(user) --quiet > report
      replog history --json --log '\(log)' --user \(user) --quiet > one.json
      if test "$(wc -l < strong.csv)" -gt 1
      then replog import strong strong.csv --user \(user) --log again.jsonl --quiet > report; fi
      replog history --json --log again.jsonl --user \(user) --quiet > other.json
      python3 -B '\(Self.same)' one.json other.json
      """
    let result = try workdir.run(line)
    #expect(result.status == 0, "\(log): \(result.errors) \(result.output)")
    return result.output
  }

  @Test(arguments: files)
  func `exporting and importing Strong's format returns the same history`(
    _ source: String, _ path: String
  )
    throws
  {
    let workdir = try Workdir()
    let imported = try workdir.run(
      "replog import \(source) '\(path)' --user ann --utc-offset +02:00")
    #expect(imported.status == 0, "\(imported.errors)")
    let totals = try expectSameHistory("events.jsonl", of: "ann", in: workdir)
    #expect(!totals.hasPrefix("0 sessions"))
    let bests = try workdir.run(
      """
      cut='import json,sys; print([[r[k] for k in ("exercise","number","weightKg","reps","score")] for r in json.load(sys.stdin)])'
      replog pbs --json --user ann | python3 -c "$cut" > one
      replog pbs --json --user ann --log again.jsonl | python3 -c "$cut" | cmp - one
      """)
    #expect(bests.status == 0, "\(bests.errors)")
  }

  @Test func `exporting and importing Strong's format returns the same sampled histories`() throws {
    let workdir = try Workdir()
    let sampled = try workdir.run(
      "replog sample --events 3000 --users 3 --seed 5 > s.jsonl; chmod 600 s.jsonl")
    #expect(sampled.status == 0)
    for user in ["ann", "ben", "cleo"] {
      #expect(try !expectSameHistory("s.jsonl", of: user, in: workdir).hasPrefix("0 sessions"))
    }
  }

  // A field called like a secret stays in a log that has it, and every append refuses it.
  @Test(arguments: logs.filter { !$0.contains("/remarks/") })
  func `exporting and importing CloudEvents returns the same bytes`(_ log: String) throws {
    let workdir = try Workdir()
    let result = try workdir.run(
      """
      replog log --json --log '\(log)' | replog append --log one.jsonl --batch 1 > acks
      replog export cloudevents --log '\(log)' | replog append --cloudevents --log other.jsonl --batch 1 > acks
      cmp one.jsonl other.jsonl && test -s one.jsonl
      """)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(
    .enabled(if: Workdir.hasPython("duckdb"), "python3 has no duckdb"),
    arguments: Reliability.some(logs)
      + ["sample --events \(Reliability.isSample ? 1_500 : 6_000) --areas all --seed 3"])
  func `tables and views in DuckDB agree with replog's`(_ log: String) throws {
    let workdir = try Workdir()
    let isSample = log.hasPrefix("sample")
    let made = isSample ? "replog \(log) > log.jsonl" : "cp '\(log)' log.jsonl"
    let script = Workdir.independent("tables.py")
    let result = try workdir.run(
      """
      set -e; \(made); chmod 600 log.jsonl; export REPLOG_LOG=log.jsonl
      replog export duckdb -o log.sql > report
      for view in pbs history volume; do replog $view --all-users --json > $view.json; done
      python3 -B '\(script)' log.sql pbs.json history.json volume.json "$(replog log --count)"
      """)
    #expect(result.status == 0, "\(result.errors)")
    if isSample { #expect(!result.output.contains(" 0\n"), "\(result.output)") }
  }

  @Test func `a spreadsheet's reader finds every set and the same volume`() throws {
    let workdir = try Workdir()
    let result = try workdir.run(
      """
      set -e; replog sample --events 2000 --areas all --seed 4 > events.jsonl; chmod 600 events.jsonl
      replog export csv --all-users -o sets.csv > report
      replog history --all-users --json > history.json
      python3 -c '
      import csv, json
      rows = list(csv.DictReader(open("sets.csv", newline="", encoding="utf-8")))
      history = json.load(open("history.json"))
      sets = {s["seq"]: (h, s) for h in history for s in h["sets"]}
      assert len(rows) == len(sets) > 100, (len(rows), len(sets))
      for row in rows:
          session, one = sets[int(row["seq"])]
          assert row["user"] == session["user"] and row["started"] == session["startedAt"]
          assert row["exercise"] == one["exercise"] and int(row["reps"]) == one["reps"]
          assert (float(row["weight_kg"]) if row["weight_kg"] else None) == one["weightKg"]
          assert (row["note"] or None) == one["note"], row["note"]
      '
      """)
    #expect(result.status == 0, "\(result.errors)")
  }
}
