/// The end of a log: the end of its last complete batch, and the bytes after it.
///
///     {"seq":1,…}⏎ {"seq":2,…,"batch":3,…}⏎ {"seq":3,…}⏎ {"seq":4,…
///                  ^ end                                            torn from here
///
/// Bytes without a newline, NULs, and a batch with missing lines were never acknowledged, so they are torn. A whole
/// line that lacks only its newline stays, because an editor removed the newline. A line with NULs in place of the
/// newline also stays, because a crash during a repair left them. The reader of the lines accepts or refuses
/// everything else.
///
/// At most the last 20,001 lines are read, which is the largest number in a batch. No lines before the position of a
/// checkpoint are read, because a checkpoint covers only complete batches.
package struct Tail: Equatable, Sendable {
  /// The end of the last complete batch.
  package let end: Int
  /// The bytes after the last complete batch; nil if there are none.
  package let torn: Range<Int>?
  /// A Boolean value indicating whether the last line is whole except for its newline.
  package let lacksNewline: Bool
  /// The position of the last event; 0 in an empty log.
  package let seq: Int
  /// The checksum of the last line; 0 if it has none.
  let sum: UInt64

  /// Finds the end of `log`.
  ///
  /// - Parameter floor: An offset where a complete batch ends or the last batch begins. Nil for the position of the
  ///   checkpoint, or another known offset.
  init(_ log: Log, floor: Int? = nil, _ decoder: LineDecoder = LineDecoder()) throws(LogError) {
    let bytes = log.bytes
    let floor = floor ?? max(log.checkpointedBytes, log.settled)
    let lastNewline = bytes.lastIndex(of: UInt8(ascii: "\n"), before: bytes.count)
    let whole = lastNewline.map { $0 + 1 } ?? 0
    var lacksNewline = false
    var end = whole
    let written = Tail.endOfWritten(bytes, from: whole)
    if whole < written, Tail.isLine(bytes[0..<written], from: whole, decoder) {
      lacksNewline = true
      end = written
    }
    // Bytes that were only in the kernel's cache are lost after it was dropped; the floor may be among them.
    if let start = Tail.startOfCutBatch(bytes[0..<end], min(floor, end)..<end, decoder) {
      end = start
      lacksNewline = false
    }
    (self.end, self.lacksNewline) = (end, lacksNewline)
    torn = end < bytes.count ? end..<bytes.count : nil
    guard end > 0 else {
      // No append writes other first bytes, so these are not a torn end.
      if bytes.count > 0, bytes[0] != UInt8(ascii: "{"), bytes[0] != 0 {
        throw log.damage(.expected("'{'", in: bytes, at: 0), from: 0, to: 1)
      }
      (seq, sum) = (0, 0)
      return
    }
    let line = bytes.lastLine(before: end)
    do throws(LineError) {
      let envelope = try decoder.logged(bytes, in: line)
      seq = envelope.seq
      sum = envelope.sum ?? 0
    } catch {
      throw log.damage(error, from: line.lowerBound, to: line.upperBound)
    }
  }

  /// Returns the start of the NULs that extend to the end.
  private static func endOfWritten(_ bytes: Bytes, from start: Int) -> Int {
    var end = bytes.count
    while end > start, bytes[end - 1] == 0 { end -= 1 }
    return end
  }

  /// Returns whether the bytes from `start` on are a whole line that follows the line before it.
  private static func isLine(_ bytes: Bytes, from start: Int, _ decoder: LineDecoder) -> Bool {
    let line = start..<bytes.count
    guard let envelope = try? decoder.logged(bytes, in: line),
      (try? decoder.body(envelope, bytes[line])) != nil
    else { return false }
    return isInPlace(bytes, line, envelope, decoder)
  }

  /// Returns whether every line of `range` follows the line before it.
  ///
  /// Otherwise the batch was changed, not torn, and the reader of its lines refuses it.
  private static func areInPlace(
    _ bytes: Bytes, _ range: Range<Int>, _ decoder: LineDecoder
  ) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      let line = start..<(bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count)
      guard let envelope = try? decoder.logged(bytes, in: line),
        isInPlace(bytes, line, envelope, decoder)
      else { return false }
      start = line.upperBound + 1
    }
    return true
  }

  /// Returns whether a line follows the line before it.
  private static func isInPlace(
    _ bytes: Bytes, _ line: Range<Int>, _ envelope: Envelope, _ decoder: LineDecoder
  ) -> Bool {
    guard line.lowerBound > 0 else { return (try? decoder.check(envelope, bytes[line])) != nil }
    guard let previous = try? decoder.logged(bytes, in: bytes.lastLine(before: line.lowerBound))
    else { return false }
    return (try? decoder.check(envelope, bytes[line], after: previous)) != nil
  }

  /// Returns the start of an incomplete last batch, or nil if the last batch is complete.
  ///
  /// The stated size of a batch counts only while its lines are consecutive. If a filter removed lines, the batch no
  /// longer counts as one.
  static func startOfCutBatch(_ bytes: Bytes, _ range: Range<Int>, _ decoder: LineDecoder) -> Int? {
    let end = range.upperBound
    var stop = end
    var last: Int?
    var distance = 0
    while stop > range.lowerBound, distance < Log.largestReversal {
      distance += 1
      let line = bytes.lastLine(before: stop)
      guard let envelope = try? decoder.envelope(bytes, in: line) else { return nil }
      let lastSeq = last ?? envelope.seq
      last = lastSeq
      guard lastSeq - envelope.seq == distance - 1 else { return nil }
      if envelope.batch > 1 {
        let isCut = envelope.batch > distance && areInPlace(bytes, line.lowerBound..<end, decoder)
        return isCut ? line.lowerBound : nil
      }
      stop = line.lowerBound
    }
    return nil
  }
}

extension Tail {
  /// Returns whether the last shown batch lacks its last lines, with torn bytes in their place.
  func isBehindCutBatch(_ bytes: Bytes, _ decoder: LineDecoder) -> Bool {
    torn != nil && Tail.startOfCutBatch(bytes[0..<end], 0..<end, decoder) != nil
  }

  /// Returns the start of the last batch, complete or not, or of the last line if there is no batch.
  ///
  /// The result is nil if a line in between cannot be read.
  ///
  /// - Parameter floor: The end of a batch; the bytes before it are on the device.
  static func startOfLastBatch(_ bytes: Bytes, floor: Int = 0, _ decoder: LineDecoder) -> Int? {
    let whole = bytes.lastIndex(of: UInt8(ascii: "\n"), before: bytes.count).map { $0 + 1 } ?? 0
    guard whole > 0 else { return 0 }
    // If no line follows the floor, the last batch is before it.
    let floor = whole > floor ? floor : 0
    var stop = whole
    for distance in 1...Log.largestReversal where stop > floor {
      let line = bytes.lastLine(before: stop)
      // An unreadable line may have begun a batch, so nothing is known about the lines before it.
      guard let envelope = try? decoder.envelope(bytes, in: line) else { return nil }
      stop = line.lowerBound
      guard envelope.batch > 1 else { continue }
      // Lines after a complete batch were written separately.
      if envelope.batch >= distance { return stop }
      break
    }
    return bytes.lastLine(before: whole).lowerBound
  }

  /// Creates the tail of a log with a known last line and nothing after it.
  init(end: Int, seq: Int, sum: UInt64, lacksNewline: Bool = false) {
    self.end = end
    torn = nil
    (self.lacksNewline, self.seq, self.sum) = (lacksNewline, seq, sum)
  }
}
