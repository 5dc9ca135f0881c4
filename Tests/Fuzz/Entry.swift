@testable import Events

/// What libFuzzer calls for every input. Each target brings its own `fuzz`.
@_cdecl("LLVMFuzzerTestOneInput")
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  fuzz(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Ends the process, which libFuzzer takes for a find, unless `condition` holds.
func demand(_ condition: Bool, _ what: @autoclosure () -> String) {
  if !condition { fatalError(what()) }
}

/// What `body` answers; nil when it throws.
func attempt<R, E: Error>(_ body: () throws(E) -> R) -> R? {
  do throws(E) { return try body() } catch { return nil }
}

/// The lines of `bytes` with sums that are right, each following the one before.
///
/// A random change of a line nearly always breaks its sum, and what lies behind the check of the sum
/// would never be reached. Whoever can write a log can also compute sums.
func mended(_ bytes: [UInt8]) -> [UInt8] {
  var mended: [UInt8] = []
  var previous: UInt64 = 0
  for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
    if !mended.isEmpty || line.startIndex > 0 { mended.append(0x0A) }
    let start = mended.count
    mended += line
    let covered = mended.count - sumLength
    guard covered > start, mended[covered...].starts(with: Array(",\"sum\":\"".utf8)) else {
      previous = 0
      continue
    }
    let seed = previous
    previous = Bytes.of(mended) { XXH64.hash($0[start..<covered], seed: seed) }
    let digits = String(previous, radix: 16)
    let text = String(repeating: "0", count: 16 - digits.count) + digits
    mended.replaceSubrange((covered + 8)..<(covered + 24), with: Array(text.utf8))
  }
  return mended
}

/// Length of `,"sum":"0123456789abcdef"}`.
private let sumLength = 26
