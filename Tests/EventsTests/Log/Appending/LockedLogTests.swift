import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of several appenders of one log, and of files that are not logs.
@Suite struct LockedLogTests {
  let folder = TemporaryFolder()
  var path: String { folder.file("log") }

  @Test func `an error about a lock timeout names the file`() throws {
    let holder = try Appender(path: path)
    let error = try holder.locked { _ in
      failure { try append([Draft(like(1))], to: path, patience: 0.02) }
    }
    #expect(error?.kind == .system && error?.code == .logInUse)
    #expect(error?.file == path)
    #expect(
      error?.message == "cannot lock the log: other processes have held it for 0.02 s")
    #expect(error?.help == "find them with 'fuser \(path)'; a stopped process keeps its lock")
    #expect(try bytes(at: path) == [])
    try append([Draft(like(1))], to: path, patience: 0)
    #expect(try shown(Log(path: path)) == [1])
  }

  @Test func `a wait for the lock ends when it is cancelled`() throws {
    let holder = try Appender(path: path)
    let error = try holder.locked { _ in
      failure {
        let waiting = try Appender(path: path)
        waiting.isCancelled = { true }
        return try append([Draft(like(1))], with: waiting)
      }
    }
    #expect(error?.message == LogError.cancelled(path).message && error?.code != .logInUse)
    #expect(try bytes(at: path) == [])
  }

  @Test func `the lock is released when the body throws`() throws {
    struct Stop: Error {}
    let appender = try Appender(path: path)
    #expect(throws: Stop.self) { try appender.locked { _ in throw Stop() } }
    try append([Draft(like(1))], to: path, patience: 0)
    #expect(try shown(Log(path: path)) == [1])
  }

  @Test func `the lock is released when the log is damaged`() throws {
    try put(Array("x\n".utf8), at: path)
    let appender = try Appender(path: path)
    #expect(failure { try append([Draft(like(1))], with: appender) }?.kind == .damaged)
    #expect(
      failure { try append([Draft(like(1))], to: path, patience: 0) }?.kind == .damaged)
  }

  @Test func `the lock is requested again until it is free`() throws {
    let count = Counter()
    let faults = Faults { call, _ in
      call == .flock && count.next() < 4 ? .fails(EWOULDBLOCK) : nil
    }
    try append([Draft(like(1))], to: path, system: faults.system)
    #expect(faults.calls.filter { $0 == .flock }.count == 4)
  }

  @Test func `these tests detect a lock that is not released`() throws {
    let faults = Faults { call, _ in call == .unlock ? .forgotten : nil }
    var appender: Appender? = try Appender(path: path, system: faults.system)
    try append([Draft(like(1))], with: #require(appender))
    #expect(failure { try append([Draft(like(2))], to: path, patience: 0) }?.kind == .system)
    // The lock belongs to the open file.
    appender = nil
    // A child process that another test is starting may also have the lock, until it runs another program.
    try append([Draft(like(2))], to: path)
    #expect(try shown(Log(path: path)) == [1, 2])
  }

  @Test func `an appender of many batches lets others have the lock`() throws {
    let asked = Monitor<[Double]>([])
    var system = System()
    system.fault = { call in
      if call == .flock || call == .unlock {
        asked.alone { $0.append(System().monotonicSeconds()) }
      }
      return call == .sync ? .delayed(milliseconds: 40) : nil
    }
    let appender = try Appender(path: path, system: system)
    for seq in 1...35 { try append([Draft(like(seq))], with: appender) }
    // The calls alternate: lock, unlock, lock, …; waiting appenders try every 8 ms. The appender pauses for 16 ms,
    // unless a busy machine has already made it wait for more than 8 ms.
    let times = asked.alone { $0 }
    let pauses = stride(from: 2, to: times.count, by: 2).map { times[$0] - times[$0 - 1] }
    #expect(pauses.contains { $0 >= 0.008 })
  }

  @Test func `an appender that leaves the lock free for long enough does not pause`() throws {
    let pauses = Monitor(0)
    var system = System()
    system.fault = { call in
      if case .sleep = call { pauses.alone { $0 += 1 } }
      return nil
    }
    let folder = TemporaryFolder(inMemory: true)
    let appender = try Appender(path: folder.file("log"), system: system)
    let end = System().monotonicSeconds() + 1.5
    while System().monotonicSeconds() < end {
      try append([Draft(like(1))], with: appender)
      // Less than 8 ms, so that this is no pause.
      usleep(4_000)
    }
    #expect(pauses.alone { $0 } == 0)
  }

  @Test func `two threads with an appender each lose nothing`() throws {
    let path = path
    let errors = Monitor<[String]>([])
    let acknowledged = Monitor<[Int: EventID]>([:])
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      do {
        let appender = try Appender(path: path, patience: 60)
        for number in 1...200 {
          let draft = Draft(id: Samples.id(thread * 1000 + number), like(number))
          let done = try append([draft], with: appender)
          for each in done.acknowledgements {
            acknowledged.alone { $0[each.event.seq] = each.event.id }
          }
        }
      } catch {
        errors.alone { $0.append("\(error)") }
      }
    }
    #expect(errors.alone { $0 } == [])
    var lines = try Log(path: path).lines()
    var written: [Int: EventID] = [:]
    while let line = try lines.next() { written[line.seq] = lines.id }
    #expect(written.keys.sorted() == Array(1...400))
    #expect(written == acknowledged.alone { $0 })
    for thread in 0..<2 {
      let own = written.sorted { $0.key < $1.key }.map(\.value)
        .filter { $0 > Samples.id(thread * 1000) && $0 <= Samples.id(thread * 1000 + 200) }
      #expect(own == (1...200).map { Samples.id(thread * 1000 + $0) })
    }
  }

  @Test func `receipts contain the same as acknowledgements, without the events`() throws {
    let copy = folder.file("copy")
    let old = try Array(lines(inBatches: [1, 2]).joined())
    // The drafts: in the log already, new without an id, new, the same again, and another one from the log.
    let drafts = [
      Draft(id: Samples.id(2), user: "ann", like(2)), Draft(like(7)),
      Draft(id: Samples.id(8), like(8)), Draft(id: Samples.id(8), like(8)),
      Draft(id: Samples.id(1), user: "ann", like(1)),
    ]
    let defaults = DraftDefaults(now: Samples.start, seed: 3)
    for each in [path, copy] { try put(old, at: each) }
    var dryRun = try DryRun(of: Log(path: path))
    let appended = try Appender(path: path).locked { log in
      try log.append(drafts, defaults: defaults)
    }
    let receipts = try Appender(path: copy).locked { log in
      try log.receipts(appending: drafts, defaults: defaults)
    }
    #expect(receipts.all.map(\.seq) == [2, 4, 5, 5, 1])
    #expect(receipts.all.map(\.isDuplicate) == [true, false, false, true, true])
    #expect(receipts.all.map(\.id) == appended.acknowledgements.map(\.event.id))
    #expect(receipts.all.map(\.seq) == appended.acknowledgements.map(\.event.seq))
    #expect(receipts.all.map(\.isDuplicate) == appended.acknowledgements.map(\.isDuplicate))
    #expect(appended.acknowledgements[4].event.body == like(1))
    #expect(try dryRun.receipts(appending: drafts, defaults: defaults).all == receipts.all)
    #expect(try bytes(at: path) == bytes(at: copy))
  }

  @Test func `events appended each on their own give the bytes of appends one by one`() throws {
    let drafts = (1...3).map { Draft(id: Samples.id($0), like($0)) }
    let defaults = DraftDefaults(now: Samples.start, seed: 3)
    _ = try Appender(path: path).locked { log in
      try log.receipts(appending: drafts, defaults: defaults, isWhole: false)
    }
    let appender = try Appender(path: folder.file("single"))
    for draft in drafts {
      _ = try appender.locked { log in try log.append([draft], defaults: defaults) }
    }
    #expect(try bytes(at: path) == bytes(at: folder.file("single")))
  }

  @Test func `a file that replaced the log is noticed`() throws {
    let appender = try Appender(path: path)
    try append([Draft(id: Samples.id(1), like(1))], with: appender)
    // `sed -i` and editors do this.
    let other = folder.file("other")
    let old = folder.file("old")
    try FileManager.default.moveItem(atPath: path, toPath: old)
    let before = try bytes(at: old)
    try put(Array(try lines(inBatches: [1, 1]).joined()), at: other)
    try FileManager.default.moveItem(atPath: other, toPath: path)
    let done = try append([Draft(id: Samples.id(9), like(9))], with: appender)
    #expect(done.acknowledgements.map(\.event.seq) == [3])
    #expect(try shown(Log(path: path)) == [1, 2, 3])
    #expect(try bytes(at: old) == before)
  }

  @Test func `a removed log is started again`() throws {
    let appender = try Appender(path: path)
    try append([Draft(id: Samples.id(1), like(1))], with: appender)
    try FileManager.default.removeItem(atPath: path)
    let done = try append([Draft(id: Samples.id(1), like(1))], with: appender)
    #expect(done.acknowledgements.map(\.event.seq) == [1])
    #expect(done.acknowledgements.map(\.isDuplicate) == [false])
    #expect(try shown(Log(path: path)) == [1])
    #expect(try mode(of: path) == 0o600)
  }

  @Test func `a log that is not a regular file cannot be appended to`() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let error = failure { try Appender(path: pipe) }
    #expect(error?.kind == .system)
    #expect(error?.file == pipe)
    #expect(
      error?.message == "cannot open the log for appending: it is not a regular file")
    for call in [{ _ = try Appender(path: folder.path) }, { _ = try Log(path: folder.path) }] {
      let error = failure(call)
      #expect(error?.kind == .system)
      #expect(error?.message.hasSuffix(": is a directory") == true)
    }
  }

  @Test func `a link to a missing file is reported as such`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: folder.file("gone"))
    let error = failure { try Appender(path: path) }
    #expect(error?.code == .fileMissing)
    #expect(error?.message == "cannot open the log for appending: no such file or directory")
    #expect(
      error?.help == """
        it is a symbolic link to a missing file; create the file, or name another with \
        \(.give(.log))
        """)
    #expect(try folder.names == ["log"])
  }

  @Test func `a refused append removes no log except its own`() throws {
    struct Refused: Error {}
    let other = Array(try lines(inBatches: [2]).joined())
    let appender = try Appender(path: path)
    #expect(throws: Refused.self) {
      try appender.locked { _ in
        try FileManager.default.removeItem(atPath: path)
        try put(other, at: path)
        throw Refused()
      }
    }
    #expect(try bytes(at: path) == other)
  }

  @Test func `an error about a missing log names it and a next step`() throws {
    let error = failure { try Log(path: path) }
    #expect(error?.code == .fileMissing)
    #expect(error?.message == "cannot read the log: no such file or directory")
    #expect(error?.help == "name another file with \(.give(.log)); the first append creates it")
    let other = failure { try Appender(path: folder.file("no/log")) }
    #expect(other?.code == .fileMissing)
    #expect(other?.message == "cannot open the log for appending: no such file or directory")
    #expect(
      other?.help == "create its folder first, or name another file with \(.give(.log))")
    #expect(try folder.names == [])
  }

  @Test func `an open log does not change while others append`() throws {
    try append([Draft(like(1))], to: path)
    let log = try Log(path: path)
    try append([Draft(like(2))], to: path)
    #expect(try shown(log) == [1])
    #expect(try shown(Log(path: path)) == [1, 2])
  }

  @Test func `a child process does not inherit the lock`() throws {
    let appender = try Appender(path: path)
    #expect(fcntl(appender.file.number, F_GETFD) & FD_CLOEXEC != 0)
  }
}
