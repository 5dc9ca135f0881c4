import Foundation
import Projections
import TestSupport
import Testing

/// Input made to fill the memory or the day: a clear error, the right status, bounded memory. A
/// deadline of two minutes stands for what is not quadratic.
@Suite struct HostileInputTests {
  /// What is fed to a command, and what comes of it.
  struct Attack: Sendable, CustomTestStringConvertible {
    let name: String
    /// A line of shell that writes it.
    let made: String
    let command: String
    let status: Int32
    /// What standard error says.
    let says: String
    /// The most memory in MiB.
    var bound = 200
    var testDescription: String { "\(name): \(command)" }
  }

  private static let python = "python3 -c"

  /// A line of one gigabyte, of which nobody may read much.
  private static let gigabyte = "yes | tr -d '\\n' | head -c 1G"
  private static let event = #"{\"type\":\"Odd\",\"data\":{\"x\":"#

  private static func lines(_ data: String) -> String {
    "\(python) \"print('\(event)' + \(data) + '}}')\""
  }

  /// Lines that are nearly too long, each one text.
  private static func many(_ count: Int) -> String {
    "line=$(\(lines(#"'\"' + 'a'*10**6 + '\"'"#))); for i in $(seq \(count)); do echo \"$line\"; done"
  }

  /// Sets of which no two are alike, each in a session of its own, which takes the most.
  private static func sets(_ count: Int, _ header: String, _ row: String) -> String {
    "echo '\(header)'; seq 0 \(count - 1) | awk '{printf \"\(row)\\n\", 1990 + $1 / 50 / 336 % 30, "
      + "1 + $1 / 50 / 28 % 12, 1 + $1 / 50 % 28, $1, $1, $1, $1 % 900, 1 + $1 % 100, $1}'"
  }

  private static func strong(_ count: Int) -> String {
    sets(
      count, "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Notes",
      "%d-%02d-%02d 18:00:00,Push %d,1h,Squat %d,%d,%d,%d,note %d")
  }

  /// Sets of one lifter, 50 in a session.
  private static func years(_ count: Int) -> String {
    strong(count).replacingOccurrences(of: "Push %d", with: "Push%.0s")
      .replacingOccurrences(of: "Squat %d", with: "Squat%.0s")
  }

  private static func hevy(_ count: Int) -> String {
    sets(
      count, "start_time,title,exercise_title,set_index,weight_kg,reps,exercise_notes,set_type",
      "%d-%02d-%02d 18:00:00,Push %d,Squat %d,%d,%d,%d,note %d,normal")
  }

  private static let views = Views.all.map { $0.name } + ["log", "verify"]

  static let attacks: [Attack] =
    [
      Attack(
        name: "1 GB line", made: gigabyte, command: "append", status: 1,
        says: "standard input:1: error: a line must be at most 1 MiB long"),
      Attack(
        name: "1 GB line", made: gigabyte, command: "import strong - --user ann", status: 1,
        says: "standard input: error: expected at most 268,435,456 bytes, found more"),
      Attack(
        name: "1 GB line", made: gigabyte, command: "import hevy - --user ann", status: 1,
        says: "standard input: error: expected at most 268,435,456 bytes, found more"),
      Attack(
        name: "1 GB line", made: gigabyte, command: "exercises import -", status: 1,
        says: "expected at most 33,554,432 bytes, found more"),
      Attack(
        name: "nesting 100,000 deep", made: lines("'['*10**5 + ']'*10**5"), command: "append",
        status: 1, says: "values must be nested at most 128 levels deep, got more"),
      Attack(
        name: "nesting 100,000 deep", made: "\(python) \"print('['*10**5)\"",
        command: "exercises import -", status: 1,
        says: "values must be nested at most 128 levels deep, got more"),
      Attack(
        name: "a million values", made: lines("'[' + '1,'*500000 + '1]'"), command: "append",
        status: 0, says: ""),
      Attack(
        name: "100,000 members",
        made: lines(#"'{' + ','.join('\\\"%x\\\":1' % n for n in range(10**5)) + '}'"#),
        command: "append", status: 0, says: ""),
      Attack(
        name: "a million values", made: "\(python) \"print('[' + '1,'*10**6 + '1]')\"",
        command: "exercises import -", status: 1,
        says: "expected at most 100,000 entries, found more"),
      Attack(
        name: "one entry of many values",
        made: "\(python) \"print('[[' + '1,'*10**6 + '1]]')\"", command: "exercises import -",
        status: 1, says: "an entry must be at most 1 MiB long"),
      Attack(
        // A checkpoint maps the log, and what is mapped of a file counts here, though the kernel takes it back.
        name: "more long lines than one batch may hold", made: many(200),
        command: "append --no-checkpoint", status: 0, says: ""),
      Attack(
        name: "a batch of 70 MiB", made: many(70),
        command: "append --atomic", status: 2,
        says: "expected a batch of at most 67,108,864 bytes, found more", bound: 400),
      Attack(
        name: "nesting 100,000 deep", made: lines("'['*10**5 + ']'*10**5"),
        command: "verify --log -", status: 3,
        says: ""),
      Attack(
        name: "a million fields", made: "yes , | head -n 1000000 | tr -d '\\n'",
        command: "import strong - --user ann", status: 1,
        says: "expected at most 1,000 fields in a row, found more"),
      Attack(
        name: "a quote never closed",
        made: "echo 'Date,Workout Name,Exercise Name,Set Order,Weight,Reps'; echo '2026-03-02 "
          + "18:00:00,\"Push'; yes a,b | head -c 10000000", command: "import strong - --user ann",
        status: 1,
        says:
          "2:21: error: expected '\"' to close the field that opens here, found the end of the file"
      ),
      Attack(
        name: "a quote never closed in a long file",
        made: "echo 'Date,Workout Name,Exercise Name,Set Order,Weight,Reps'; echo '2026-03-02 "
          + "18:00:00,\"Push'; yes a,b | head -c 20000000", command: "import strong - --user ann",
        status: 1,
        says: "2:1: error: expected a row of at most 16,777,216 bytes, found a longer one"),
      Attack(
        name: "a million bad rows",
        made: "echo 'Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps'; "
          + "yes x,x,x,x,x,x,x | head -n 1000000", command: "import strong - --user ann",
        status: 1, says: "10,000 of 10,000 rows cannot be read, so nothing was imported"),
      Attack(
        name: "50,000 different rows", made: strong(50_000),
        command: "import strong - --user ann --dry-run --quiet", status: 0, says: ""),
      Attack(
        name: "as many sessions as are taken", made: strong(150_000),
        command: "import strong - --user ann --dry-run --quiet", status: 0, says: "", bound: 250),
      Attack(
        // As drafts they would take a gigabyte.
        name: "400,000 sets of 8,000 sessions", made: years(400_000),
        command: "import strong - --user ann --quiet", status: 0, says: "", bound: 180),
      Attack(
        name: "400,000 different rows", made: strong(400_000),
        command: "import strong - --user ann --dry-run --quiet", status: 1,
        says: "standard input:150002: error: expected at most 150,000 sessions, found more",
        bound: 250),
      Attack(
        name: "400,000 different rows", made: hevy(400_000),
        command: "import hevy - --user ann --dry-run --quiet", status: 1,
        says: "standard input:150002: error: expected at most 150,000 sessions, found more",
        bound: 250),
      Attack(
        name: "an entry said many times",
        made: #"\#(python) "print('[' + '{\"name\":\"a\"},'*99999 + '{\"name\":\"a\"}]')""#,
        command: "exercises import -", status: 0, says: ""),
    ]
    + views.map { view in
      Attack(
        name: "1 GB line", made: gigabyte, command: "\(view) --log -", status: 3,
        says: "standard input:1: error: a line must be at most 1 MiB long")
    }

  @Test(arguments: Reliability.some(attacks, ofEach: 8))
  func `hostile input ends in a clear error and bounded memory`(_ attack: Attack) throws {
    let workdir = try Workdir()
    let script = Workdir.independent("peak.py")
    let line = "(\(attack.made)) 2> /dev/null | timeout 300 replog \(attack.command)"
    try (line + "; exit ${PIPESTATUS[-1]}")
      .write(to: workdir.url.appendingPathComponent("line"), atomically: true, encoding: .utf8)
    let result = try workdir.run("python3 '\(script)' \"$(cat line)\"")
    #expect(result.status == attack.status)
    let isClear = attack.says.isEmpty ? result.errors.isEmpty : result.errors.contains(attack.says)
    #expect(isClear, "\(result.errors.prefix(500))")
    let peak = try #require(Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(peak > 5, "\(peak) MiB")
    #expect(peak < attack.bound, "\(peak) MiB")
    // What was refused left nothing behind.
    if attack.status != 0 {
      #expect(try workdir.run("ls").output == "line\n")
    }
  }

  @Test func `a repair of a damaged log takes little memory, however many lines are damaged`()
    throws
  {
    let workdir = try Workdir()
    let script = Workdir.independent("peak.py")
    _ = try workdir.run(
      "(replog sample --events 20 --seed 3; yes '' | head -c \(Reliability.isSample ? 300_000 : 3_000_000)) > events.jsonl"
    )
    let result = try workdir.run("python3 '\(script)' 'timeout 120 replog repair --yes'")
    #expect(result.status == 0, "\(result.errors.prefix(500))")
    let peak = try #require(Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(peak > 5 && peak < 100)
    #expect(try workdir.run("wc -l < events.jsonl; replog verify > verified").output.contains("20"))
  }

  @Test func `a view reports the first damage, although it looks for its user at the end`() throws {
    let workdir = try Workdir()
    let result = try workdir.run(
      """
      replog sample --events 300 | sed '2s/"seq"/"sEq"/; 298s/"seq"/"sEq"/' > log.jsonl
      chmod 600 log.jsonl; replog pbs --log log.jsonl
      """)
    #expect(result.status == 3)
    #expect(result.errors.hasPrefix("log.jsonl:2:"), "\(result.errors)")
  }
}
