import Testing

@testable import Events

/// Returns the value in `text`.
func json(_ text: String) throws(LineError) -> JSON { try json(Array(text.utf8)) }

/// Returns the value in `bytes`.
func json(_ bytes: [UInt8]) throws(LineError) -> JSON {
  try Bytes.of(bytes) { (bytes) throws(LineError) in try JSON(bytes) }
}

/// Returns the error that refuses `bytes`, or nil if there is none.
func refusal(_ bytes: [UInt8]) -> LineError? {
  do throws(LineError) { _ = try json(bytes) } catch { return error }
  return nil
}

/// Returns the error that refuses `text`, or nil if there is none.
func refusal(_ text: String) -> LineError? { refusal(Array(text.utf8)) }

/// Returns whether `skip()` moves past all of `bytes`.
func isSkipped(_ bytes: [UInt8]) -> Bool {
  Bytes.of(bytes) { bytes in
    var scanner = Scanner(bytes)
    do throws(LineError) {
      try scanner.skip()
      try scanner.end()
    } catch { return false }
    return true
  }
}

/// Returns the error of a log with `text` as its only line.
func lineError(_ text: String) -> LineError? {
  do throws(LineError) { _ = try draft(text) } catch { return error }
  return nil
}

/// Returns the draft in the line `text`.
func draft(_ text: String) throws(LineError) -> Draft {
  try Bytes.of(Array(text.utf8)) { (bytes) throws(LineError) in try Draft(line: bytes) }
}
