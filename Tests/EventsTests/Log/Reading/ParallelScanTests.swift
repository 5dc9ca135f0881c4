import Dispatch
import TestSupport
import Testing

@testable import Events

/// Tests that several threads read a long log like one thread.
@Suite struct ParallelScanTests {
  /// The events: sets with a note of 1,500 characters, with every 31st one a like; about 2.3 MiB.
  private static let events: [Event] = (1...1_400).map { seq in
    let set = SetLogged(
      session: "s", exercise: Name("e\(seq % 7)"), reps: seq % 10, weight: nil,
      note: String(repeating: "\(seq % 10)", count: 1_500))
    return Event(
      id: Samples.id(seq), at: Samples.start, user: "ann",
      seq % 31 == 0 ? like(seq) : .sessions(.setLogged(set)), seq: seq)
  }

  private static let lines: [[UInt8]] = {
    var sum: UInt64 = 0
    return events.map { event in
      var line: [UInt8] = []
      do { sum = try event.write(to: &line, previousSum: sum) } catch { Issue.record(error) }
      return line
    }
  }()

  /// The positions that a log passes, and the error that ended the pass.
  private struct Taken: Equatable {
    var seqs: [Int] = []
    var bits: [UInt64] = []
    var events: [Event] = []
    var error: LogError?
  }

  /// An interest with two readers of everything and one of likes.
  private static var interest: Interest {
    var interest = Interest()
    interest.add(1, everythingIn: [.feed, .sessions])
    interest.add(2, everyUserIn: [.feed, .sessions])
    interest.add(4, of: "ann", in: [.feed])
    interest.add(8, of: "ben", in: [.feed])
    interest.add(16, ofAny: ["ben", "cleo"], in: [.feed, .sessions])
    return interest
  }

  private func taken(_ log: Log) -> Taken {
    var taken = Taken()
    do throws(LogError) {
      try log.events(ParallelScanTests.interest) { run in
        for index in 0..<run.count { run.withEvent(at: index) { taken.events.append($0) } }
        taken.bits += (0..<run.count).map { run.rows[$0].bits }
      }
      taken.seqs = taken.events.map(\.seq)
    } catch {
      taken.seqs = taken.events.map(\.seq)
      taken.error = error
    }
    return taken
  }

  @Test
  func `every event is passed on once, in the order of the log, to each reader that wants it`() {
    let taken = taken(Log(ParallelScanTests.lines.flatMap { $0 }, name: "log"))
    #expect(taken.error == nil)
    #expect(taken.seqs == Array(1...1_400))
    #expect(taken.bits == (1...1_400).map { $0 % 31 == 0 ? 7 : 3 })
    #expect(taken.events == ParallelScanTests.events)
  }

  @Test(arguments: [2, 700, 1_400])
  func `damage ends the scan after all events before it were passed on`(_ number: Int) {
    var lines = ParallelScanTests.lines
    lines[number - 1][60] ^= 1
    let bytes = lines.flatMap { $0 }
    let taken = taken(Log(bytes, name: "log"))
    #expect(taken.seqs == Array(1..<number))
    #expect(taken.error == damage(bytes))
    #expect(taken.error?.line == number)
  }

  @Test func `a part without events does not end the scan`() {
    // The lines have the maximum length, so that no line begins in some parts.
    let note = String(repeating: "x", count: 300_000)
    let line =
      #"{"seq":SEQ,"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11.250Z","type":"X","#
      + #""data":{"note":"\#(note)"}}"#
    let before = #"{"seq":1,"id":"\#(Samples.id(1))","at":"2026-03-02T18:04:11.250Z","#
    let like = before + #""user":"ann","type":"PostLiked","data":{"post":"p"}}"#
    var text = like + "\n"
    for seq in 2...11 { text += line.replacing("SEQ", with: "\(seq)") + "\n" }
    text += like.replacing(#""seq":1,"#, with: #""seq":12,"#) + "\n"
    #expect(taken(Log(Array(text.utf8), name: "log")).seqs == [1, 12])
  }

  @Test func `progress is reported after each part, up to the end of the log`() throws {
    let bytes = ParallelScanTests.lines.flatMap { $0 }
    let told = Monitor<[Int]>([])
    var log = Log(bytes, name: "log")
    log.onProgress = { done in told.alone { $0.append(done) } }
    try log.events(ParallelScanTests.interest) { _ in }
    let parts = stride(from: 1 << 17, to: bytes.count, by: 1 << 17)
    #expect(told.alone { $0 } == parts + [bytes.count])
  }

  @Test func `events that nobody wants are skipped`() throws {
    var seqs: [Int] = []
    let log = Log(ParallelScanTests.lines.flatMap { $0 }, name: "log")
    var interest = Interest()
    interest.add(1, everythingIn: [.feed])
    try log.events(interest) { run in
      for index in 0..<run.count { run.withEvent(at: index) { seqs.append($0.seq) } }
    }
    #expect(seqs == (1...1_400).filter { $0 % 31 == 0 })
  }

  @Test func `several logs can be read at the same time`() {
    let log = Log(ParallelScanTests.lines.flatMap { $0 }, name: "log")
    let wrong = Monitor(0)
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      var lines = ParallelScanTests.lines
      if number % 2 == 1 { lines[1_000][70] ^= 1 }
      let own = number % 2 == 1 ? Log(lines.flatMap { $0 }, name: "log") : log
      let seqs = taken(own).seqs
      if seqs != Array(1...(number % 2 == 1 ? 1_000 : 1_400)) { wrong.alone { $0 += 1 } }
    }
    #expect(wrong.alone { $0 } == 0)
  }
}
