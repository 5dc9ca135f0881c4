import Testing

@testable import Events

/// The value that `text` holds.
func json(_ text: String) throws(LineError) -> JSON { try json(Array(text.utf8)) }

/// The value that `bytes` hold.
func json(_ bytes: [UInt8]) throws(LineError) -> JSON {
  try Bytes.of(bytes) { (bytes) throws(LineError) in try JSON(bytes) }
}

/// Why `bytes` are refused; nil when they are not.
func refusal(_ bytes: [UInt8]) -> LineError? {
  do throws(LineError) { _ = try json(bytes) } catch { return error }
  return nil
}

/// Why `text` is refused; nil when it is not.
func refusal(_ text: String) -> LineError? { refusal(Array(text.utf8)) }

/// Whether `skip()` passes `bytes` to their end.
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

/// The error of the one line of `text`, as a log would name it.
func lineError(_ text: String) -> LineError? {
  do throws(LineError) { _ = try draft(text) } catch { return error }
  return nil
}

/// The draft that the line `text` holds.
func draft(_ text: String) throws(LineError) -> Draft {
  try Bytes.of(Array(text.utf8)) { (bytes) throws(LineError) in try Draft(line: bytes) }
}
