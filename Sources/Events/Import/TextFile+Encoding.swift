// Files in other encodings, which are recognised and then decoded in windows.
extension TextFile {
  /// Returns the text of this file's bytes, decoded if they are not UTF-8.
  func inUTF8(_ system: System) throws(ImportError) -> TextFile {
    let (encoding, end) = try recognised()
    guard let encoding else {
      let place = try place(of: end)
      throw ImportError(
        kind: .notText, line: place.line, column: place.column,
        message: "expected text in UTF-8, UTF-16 or Windows-1252, found other bytes",
        help: "save the file as UTF-8, then import it again")
    }
    return encoding == .utf8 ? self : try decoded(from: encoding, system)
  }

  /// Returns the encoding of this file's bytes, and the offset of the first byte that is not part of UTF-8.
  ///
  /// If some bytes are not UTF-8, the whole file is Windows-1252, unless it has bytes that are undefined there.
  ///
  /// - Returns: The encoding, nil for a file that is not text; and the offset, `count` if all bytes are UTF-8.
  func recognised() throws(ImportError) -> (encoding: TextEncoding?, end: Int) {
    let marked = try window(from: 0, 512).withBytes { TextEncoding.marked($0) }
    if let marked, marked != .utf8 { return (marked, 0) }
    let end = try endOfUTF8()
    if end == count { return (.utf8, end) }
    // A byte order mark, or a complete character of several bytes, shows that the file is damaged UTF-8.
    if marked != nil { return (nil, end) }
    if try has(before: end, { !$0.isASCII }) { return (nil, end) }
    let isNone = try has(before: count) { TextEncoding.isNoWindows1252($0) }
    return (isNone ? nil : .windows1252, end)
  }

  /// Returns the offset of the first byte that is not part of UTF-8, or `count` if all are.
  func endOfUTF8() throws(ImportError) -> Int {
    var start = 0
    while start < count {
      let window = try window(from: start, windowSize)
      let end = window.withBytes { $0.endOfUTF8() }
      // The last character in the window may be incomplete.
      if end < window.bytes.count, window.isLast || window.bytes.count - end > 3 || end == 0 {
        return start + end
      }
      start += end
    }
    return count
  }

  /// Returns whether `isSought` holds for a window before an offset.
  private func has(before end: Int, _ isSought: (Bytes) -> Bool) throws(ImportError) -> Bool {
    var start = 0
    while start < end {
      let size = min(windowSize, end - start)
      if try window(from: start, size).withBytes(isSought) { return true }
      start += size
    }
    return false
  }

  /// Returns the text of this file's bytes in UTF-8, decoded from an encoding.
  ///
  /// A byte order mark is omitted.
  func decoded(from encoding: TextEncoding, _ system: System) throws(ImportError) -> TextFile {
    var text = TextBuffer(system)
    var start = 0
    while start < count {
      let window = try self.window(from: start, max(windowSize, TextEncoding.longest))
      var part: [UInt8] = []
      start += window.withBytes { bytes in
        let mark = start == 0 ? encoding.mark(in: bytes) : 0
        return mark + encoding.decode(bytes[mark..<bytes.count], isLast: window.isLast, into: &part)
      }
      try text.append(part)
    }
    return text.file(encoding)
  }

  /// Returns the line and the column of a byte, both from 1.
  func place(of offset: Int) throws(ImportError) -> (line: Int, column: Int) {
    var (start, line, column) = (0, 1, 1)
    while start < offset {
      let size = min(windowSize, offset - start)
      // The window includes the next byte, which may be the second half of a line ending.
      let place = try window(from: start, size + 1).withBytes { $0.place(of: size) }
      column = place.line == 1 ? column + place.column - 1 : place.column
      line += place.line - 1
      start += size
    }
    return (line, column)
  }
}
