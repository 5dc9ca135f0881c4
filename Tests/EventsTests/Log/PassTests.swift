import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Events

/// A log that is long enough for several threads is read by them as by one.
@Suite struct PassTests {
  /// Events with a note of 1,500 characters, every 31st one a like: some 2.3 MiB.
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
      sum = (try? event.write(to: &line, previousSum: sum)) ?? 0
      return line
    }
  }()

  /// What a log hands on, and what ended it.
  private struct Taken: Equatable {
    var seqs: [Int] = []
    var bits: [UInt64] = []
    var events: [Event] = []
    var error: LogError?
  }

  /// Everything in two bits, likes in a third.
  private func taken(_ log: Log) -> Taken {
    var taken = Taken()
    do throws(LogError) {
      try log.events({ $0.area == .feed ? 7 : 3 }) { run in
        taken.events += run.events
        taken.seqs += run.events.map(\.seq)
        taken.bits += run.wanting
      }
    } catch { taken.error = error }
    return taken
  }

  @Test func `every event is handed on once, in the order of the log, to whoever wants it`() {
    let taken = taken(Log(Array(PassTests.lines.joined()), name: "log"))
    #expect(taken.error == nil)
    #expect(taken.seqs == Array(1...1_400))
    #expect(taken.bits == (1...1_400).map { $0 % 31 == 0 ? 7 : 3 })
    #expect(taken.events == PassTests.events)
  }

  @Test(arguments: [2, 700, 1_400])
  func `what is damaged ends it, and all before that has been handed on`(_ number: Int) {
    var lines = PassTests.lines
    lines[number - 1][60] ^= 1
    let bytes = Array(lines.joined())
    let taken = taken(Log(bytes, name: "log"))
    #expect(taken.seqs == Array(1..<number))
    #expect(taken.error == damage(bytes))
    #expect(taken.error?.line == number)
  }

  @Test func `a part that has no event ends nothing`() {
    // Lines of the longest kind, so that some parts hold none's beginning.
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

  @Test func `what nobody wants is passed over, and an event that is lent may be changed`() throws {
    var seqs: [Int] = []
    let log = Log(Array(PassTests.lines.joined()), name: "log")
    try log.events({ $0.area == .feed ? 1 : 0 }) { run in
      for index in run.wanting.indices {
        run.lend(index) { $0.seq += 1 }
        run.lend(index) { seqs.append($0.seq) }
      }
    }
    #expect(seqs == (1...1_400).filter { $0 % 31 == 0 }.map { $0 + 1 })
  }

  @Test func `several logs are read at the same time`() {
    let log = Log(Array(PassTests.lines.joined()), name: "log")
    let wrong = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      var lines = PassTests.lines
      if number % 2 == 1 { lines[1_000][70] ^= 1 }
      let own = number % 2 == 1 ? Log(Array(lines.joined()), name: "log") : log
      let seqs = taken(own).seqs
      if seqs != Array(1...(number % 2 == 1 ? 1_000 : 1_400)) { wrong.withLock { $0 += 1 } }
    }
    #expect(wrong.withLock { $0 } == 0)
  }
}
