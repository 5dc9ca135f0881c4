extension Bytes {
  /// Returns the line that ends before `end`, with or without a newline before `end`.
  func lastLine(before end: Int) -> Range<Int> {
    let stop = self[end - 1] == UInt8(ascii: "\n") ? end - 1 : end
    let newline = lastIndex(of: UInt8(ascii: "\n"), before: stop)
    return (newline.map { $0 + 1 } ?? 0)..<stop
  }
}
