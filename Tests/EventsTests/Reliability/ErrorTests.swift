import Foundation
import TestSupport
import Testing

@testable import Events

/// Tests of every disk error at every call, once and permanently.
@Suite struct ErrorTests {
  static let codes = [EIO, ENOSPC, EINTR, EDQUOT, EFBIG, EROFS]

  @Test func `any system call may fail, once or permanently`() throws {
    var tally = (runs: 0, wrong: [String]())
    for before in FaultTests.Before.allCases {
      let count = try FaultTests.callCount(before)
      #expect(count >= 8)
      for code in ErrorTests.codes + [EACCES] {
        for failing in 0..<count {
          for isForEver in [false, true] {
            let words = "\(before): call \(failing) of \(count), \(code), for ever: \(isForEver)"
            let faults = ErrorTests.faults(code, from: failing, isForEver: isForEver)
            do { try FaultTests.run(before, faults) } catch {
              tally.wrong.append("\(words): \(error)")
            }
            tally.runs += 1
          }
        }
      }
    }
    #expect(tally.wrong == [])
    Reliability.print(
      "errors at every call", tally.runs, of: tally.runs, wrong: tally.wrong.count,
      "\(ErrorTests.codes.count) errors and EACCES, once and for ever")
  }

  /// Returns the faults with an error; an interruption lasts for 20 calls, because retries of a permanent one would
  /// never end.
  private static func faults(_ code: Int32, from first: Int, isForEver: Bool) -> Faults {
    let interruptions = Counter()
    return Faults { call, earlier in
      guard isForEver ? earlier >= first : earlier == first else { return nil }
      if code == EINTR, call == .flock || call == .read || call.isWrite {
        return interruptions.next() <= 20 ? .fails(code) : nil
      }
      return .fails(code)
    }
  }

  @Test func `these tests detect a false acknowledgement`() throws {
    let faults = Faults { call, _ in call.isWrite ? .forgotten : nil }
    #expect(throws: FaultTests.Wrong.self) { try FaultTests.run(.events, faults) }
  }

  @Test func `a slow call is waited for`() throws {
    let folder = TemporaryFolder(inMemory: true)
    let faults = Faults { _, _ in .delayed(milliseconds: 1) }
    let done = try append([Draft(like(1))], to: folder.file("log"), system: faults.system)
    #expect(done.acknowledgements.map(\.event.seq) == [1])
    #expect(faults.calls.contains(.sync))
  }
}
