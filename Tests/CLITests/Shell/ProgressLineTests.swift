import Events
import TestSupport
import Testing

@testable import CLI

/// When the line of a long command appears, what it shows, and that it goes again.
@Suite struct ProgressLineTests {
  /// A line that was drawn once, at a time, as 300 MB of 1.24 GB were done in `seconds`.
  private func drawn(columns: Int, after seconds: Double = 2) -> String {
    var line = ProgressLine(of: "pbs", from: 0)
    _ = line.isDue(0, .bytes, at: 0)
    _ = line.isDue(300_000_000, .bytes, at: seconds)
    return line.draw(of: 1_240_000_000, at: seconds, columns: columns)
  }

  @Test func `the line shows amounts, the rate and the remaining time`() {
    #expect(drawn(columns: 70) == "\rpbs: 300 MB of 1.24 GB, 150 MB/s, 7 s left")
    #expect(drawn(columns: 70, after: 200).hasSuffix(", 1 MB/s, 10 min left"))
    #expect(drawn(columns: 70, after: 20_000).hasSuffix(", 15 kB/s, 17 h left"))
  }

  @Test(arguments: 1...80)
  func `the text never fills the terminal line, so that no new line begins`(_ columns: Int) {
    let text = drawn(columns: columns)
    #expect(text.count <= columns)
    if columns > 5 { #expect(text.hasPrefix("\rpbs: 300 MB") || text.hasPrefix("\r24 %")) }
  }

  @Test func `a custom text is as long as fits`() {
    var line = ProgressLine(of: "minimize", from: 0)
    #expect(!line.isDue(at: 0.9) && line.isDue(at: 1))
    #expect(line.draw(["long text", "short"], at: 1, columns: 10) == "\rlong text")
    #expect(line.draw(["long text", "short"], at: 2, columns: 9) == "\rshort   ")
    #expect(!line.isDue(at: 2.1))
  }

  @Test func `nothing is drawn in the first second, and then four times a second`() {
    var line = ProgressLine(of: "verify", from: 100)
    var times: [Double] = []
    for tenth in 0...30 {
      let now = 100 + Double(tenth) / 10
      guard line.isDue(tenth * 1_000_000, .bytes, at: now) else { continue }
      _ = line.draw(of: 40_000_000, at: now, columns: 70)
      times.append(Double(tenth) / 10)
    }
    #expect(times == [1, 1.3, 1.6, 1.9, 2.2, 2.5, 2.8])
  }

  @Test func `a shorter text overwrites all of a longer one, and nothing remains`() {
    var line = ProgressLine(of: "sample", from: 0)
    _ = line.isDue(0, .events, at: 0)
    _ = line.isDue(1_234_567, .events, at: 10)
    let long = line.draw(of: 9_999_999, at: 10, columns: 120)
    #expect(long == "\rsample: 1,234,567 of 9,999,999 events, 123,456/s, 72 s left")
    _ = line.isDue(9_999_990, .events, at: 20)
    let short = line.draw(of: 9_999_999, at: 20, columns: 20)
    #expect(short == "\r99 %, 1 s left" + String(repeating: " ", count: 5))
    #expect(line.erase() == "\r" + String(repeating: " ", count: 14) + "\r")
    #expect(line.erase() == "")
  }

  @Test func `each pass over a log has a rate of its own`() {
    var line = ProgressLine(of: "pbs", from: 0)
    for (done, now) in [(0, 0.0), (900_000_000, 1), (0, 2), (100_000_000, 4)] {
      _ = line.isDue(done, .bytes, at: now)
    }
    let text = line.draw(of: 1_000_000_000, at: 4, columns: 80)
    #expect(text == "\rpbs: 100 MB of 1 GB, 50 MB/s, 18 s left")
  }
}

/// A command that has somewhere to draw the line, and one that has not.
@Suite struct HiddenProgressTests {
  @Test func `without a terminal, the system is asked once, and not in the first second`() {
    let asked = Monitor(0)
    let time = Monitor(0.0)
    let terminal = Terminal(
      columns: {
        asked.alone { $0 += 1 }
        return nil
      }, seconds: { time.alone { $0 } }, write: { _ in Issue.record("something was written") })
    let progress = Progress(of: "pbs", since: 0, staysDuringOutput: false, on: terminal)
    for part in 0..<100 {
      time.alone { $0 = Double(part) / 20 }
      progress.report(part, of: 100)
      #expect(asked.alone { $0 } == (part < 20 ? 0 : 1))
    }
    progress.erase()
  }
}

/// A command draws the line on the terminal alone, and takes it away before it is done.
@Suite struct ProgressTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.file("log") }

  init() throws {
    let sample = Self.run(["sample", "--events", "3000"], on: .none).output
    try put(Array(sample.utf8), at: path)
  }

  /// A terminal that remembers what is written, with a clock that moves on with every look at it.
  private final class Screen: Sendable {
    let written = Monitor<[String]>([])
    private let time = Monitor(0.0)

    func terminal(columns: Int? = 70, step: Double = 1) -> Terminal {
      Terminal(
        columns: { columns },
        seconds: {
          self.time.alone { time in
            time += step
            return time
          }
        },
        write: { text in self.written.alone { $0.append(text) } })
    }
  }

  private static func run(
    _ words: [String], on terminal: Terminal
  ) -> (status: CLI.ExitStatus, output: String) {
    var shell = Shell(output: .collected([]))
    shell.terminal = terminal
    let status = Replog.run(words, &shell)
    guard case .collected(let bytes) = shell.output else { return (status, "") }
    return (status, String(decoding: bytes, as: UTF8.self))
  }

  private static let commands = [
    "pbs --all-users --no-checkpoint", "verify", "repair --dry-run", "checkpoint --dry-run",
    "checkpoint", "feed --json --no-checkpoint", "session start --dry-run --no-checkpoint",
  ]

  @Test(arguments: commands)
  func `the progress line is removed, and the output does not change`(_ line: String) throws {
    let screen = Screen()
    let fixed =
      ["--log", path] + (line.hasPrefix("session") ? ["--now", "2030-01-01T08:00:00Z"] : [])
    let line = line.split(separator: " ").map(String.init) + fixed
    let plain = Self.run(line, on: .none)
    #expect(Self.run(line, on: screen.terminal()) == plain)
    let written = screen.written.alone { $0 }
    let name = try #require(
      Replog.commands.command(beginning: line.joined(separator: " ")[...])?.name)
    #expect(written.contains { $0.hasPrefix("\r\(name): ") && $0.contains(" of ") })
    let last = try #require(written.last)
    #expect(last.hasPrefix("\r ") && last.hasSuffix(" \r"))
  }

  @Test func `an import and a sample count events`() throws {
    let screen = Screen()
    let csv = repository + "/Tests/CLITests/Independent/strong.csv"
    let log = folder.file("imported")
    _ = Self.run(["import", "strong", csv, "--user", "ann", "--log", log], on: screen.terminal())
    _ = Self.run(["sample", "--events", "3000"], on: screen.terminal())
    let written = screen.written.alone { $0 }
    for name in ["import strong", "sample"] {
      #expect(written.contains { $0.hasPrefix("\r\(name): ") && $0.contains(" events") })
    }
    #expect(written.last?.hasSuffix(" \r") == true)
  }

  @Test func `a refusal removes the progress line`() throws {
    let screen = Screen()
    let words = [
      "set", "log", "squat", "1x1kg", "--user", "nobody", "--log", path, "--no-checkpoint",
    ]
    #expect(Self.run(words, on: screen.terminal()).status == .refused)
    let written = screen.written.alone { $0 }
    #expect(written.count >= 2)
    #expect(written.last?.hasSuffix(" \r") == true)
  }

  @Test
  func `nothing is drawn with --quiet, without a terminal, or in the first second`() {
    for (more, columns, step) in [(["--quiet"], 70, 1), ([], nil, 1), ([], 70, 0.0001)]
      as [([String], Int?, Double)]
    {
      let screen = Screen()
      let words = ["pbs", "--all-users", "--log", path] + more
      _ = Self.run(words, on: screen.terminal(columns: columns, step: step))
      #expect(screen.written.alone { $0 } == [])
    }
  }
}
