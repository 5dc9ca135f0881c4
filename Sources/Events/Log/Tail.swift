/// The end of a log: where the last complete batch ends, and what lies behind it.
///
///     {"seq":1,…}⏎ {"seq":2,…,"batch":3,…}⏎ {"seq":3,…}⏎ {"seq":4,…
///                  ^ end                                            torn from here
///
/// Bytes without a newline, NULs, and a batch of which lines are missing were never acknowledged;
/// they are torn. A whole line that only lacks its newline was put there by an editor and stays; so
/// does one that has NULs in the newline's place, which a crash while it was mended left.
/// Everything else is for whoever reads the lines to accept or refuse.
///
/// Cost: the last 10,000 lines are looked at, the most that a batch can have; none before the position
/// of a checkpoint, which is written of complete batches only.
public struct Tail: Equatable, Sendable {
  /// Where the last complete batch ends.
  public let end: Int
  /// What lies behind it; nil when nothing does.
  public let torn: Range<Int>?
  /// Whether the last line is whole but for its newline.
  public let lacksNewline: Bool
  /// The position of the last event; 0 in an empty log.
  public let seq: Int
  /// The sum of the last line; 0 when it has none.
  let sum: UInt64

  init(_ log: Log) throws(LogError) {
    let bytes = log.bytes
    let decoder = LineDecoder()
    let floor = log.checkpoint?.position.end ?? 0
    let lastNewline = bytes.lastIndex(of: UInt8(ascii: "\n"), before: bytes.count)
    let whole = lastNewline.map { $0 + 1 } ?? 0
    var lacksNewline = false
    var end = whole
    let written = Tail.endOfWritten(bytes, from: whole)
    if whole < written, Tail.isLine(bytes[0..<written], from: whole, decoder) {
      lacksNewline = true
      end = written
    }
    if let start = Tail.startOfCutBatch(bytes[0..<end], floor..<end, decoder) {
      end = start
      lacksNewline = false
    }
    self.end = end
    self.lacksNewline = lacksNewline
    torn = end < bytes.count ? end..<bytes.count : nil
    guard end > 0 else {
      // What begins otherwise was never written by an append, and is nobody's torn end.
      if bytes.count > 0, bytes[0] != UInt8(ascii: "{"), bytes[0] != 0 {
        throw log.damage(.expected("'{'", in: bytes, at: 0), from: 0, to: 1)
      }
      (seq, sum) = (0, 0)
      return
    }
    let line = Tail.lastLine(bytes, before: end)
    do throws(LineError) {
      let envelope = try decoder.logged(bytes[line])
      seq = envelope.seq
      sum = envelope.sum ?? 0
    } catch {
      throw log.damage(error, from: line.lowerBound, to: line.upperBound)
    }
  }

  /// Where the NULs begin that reach to the end.
  private static func endOfWritten(_ bytes: Bytes, from start: Int) -> Int {
    var end = bytes.count
    while end > start, bytes[end - 1] == 0 { end -= 1 }
    return end
  }

  /// The line that ends before `end`, with or without a newline there.
  static func lastLine(_ bytes: Bytes, before end: Int) -> Range<Int> {
    let stop = bytes[end - 1] == UInt8(ascii: "\n") ? end - 1 : end
    let newline = bytes.lastIndex(of: UInt8(ascii: "\n"), before: stop)
    return (newline.map { $0 + 1 } ?? 0)..<stop
  }

  /// Whether the bytes from `start` on are a whole line in its place.
  private static func isLine(_ bytes: Bytes, from start: Int, _ decoder: LineDecoder) -> Bool {
    let line = start..<bytes.count
    guard let envelope = try? decoder.logged(bytes[line]),
      (try? decoder.body(envelope, bytes[line])) != nil
    else { return false }
    return isInPlace(bytes, line, envelope, decoder)
  }

  /// Whether every line of `range` follows the one before it. A batch of which that is not true was
  /// not cut but changed, which is for whoever reads the lines to refuse.
  private static func areInPlace(
    _ bytes: Bytes, _ range: Range<Int>, _ decoder: LineDecoder
  ) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      let line = start..<(bytes.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? bytes.count)
      guard let envelope = try? decoder.logged(bytes[line]),
        isInPlace(bytes, line, envelope, decoder)
      else { return false }
      start = line.upperBound + 1
    }
    return true
  }

  /// Whether a line follows the one before it.
  private static func isInPlace(
    _ bytes: Bytes, _ line: Range<Int>, _ envelope: Envelope, _ decoder: LineDecoder
  ) -> Bool {
    guard line.lowerBound > 0 else { return (try? decoder.check(envelope, bytes[line])) != nil }
    guard let previous = try? decoder.logged(bytes[lastLine(bytes, before: line.lowerBound)])
    else { return false }
    return (try? decoder.check(envelope, bytes[line], after: previous)) != nil
  }

  /// Where the batch begins that was cut short; nil when the last one is complete.
  ///
  /// A mark counts only as long as the lines behind it follow one another: where some were filtered
  /// out, the batch is no longer one.
  static func startOfCutBatch(
    _ bytes: Bytes, _ range: Range<Int>, _ decoder: LineDecoder
  ) -> Int? {
    let end = range.upperBound
    var stop = end
    var last: Int?
    for distance in 1...Log.largestBatch {
      guard stop > range.lowerBound else { return nil }
      let line = lastLine(bytes, before: stop)
      guard let envelope = try? decoder.envelope(bytes[line]) else { return nil }
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
  /// Whether the last batch that is shown lacks its last lines, and something torn lies where they were.
  func isBehindCutBatch(_ bytes: Bytes, _ decoder: LineDecoder) -> Bool {
    torn != nil && Tail.startOfCutBatch(bytes[0..<end], 0..<end, decoder) != nil
  }

  /// Where the last batch begins, complete or not, as its mark has it; the last line where none has.
  ///
  /// - Parameter floor: where a batch ends, and what is before it is on the device.
  static func startOfLastBatch(_ bytes: Bytes, floor: Int = 0) -> Int {
    let decoder = LineDecoder()
    let whole = bytes.lastIndex(of: UInt8(ascii: "\n"), before: bytes.count).map { $0 + 1 } ?? 0
    guard whole > 0 else { return 0 }
    // Where nothing is behind the floor, the last batch is before it.
    let floor = whole > floor ? floor : 0
    var stop = whole
    for distance in 1...Log.largestBatch where stop > floor {
      let line = lastLine(bytes, before: stop)
      // What cannot be read may be what was lost; nothing is known of what is before it.
      guard let envelope = try? decoder.envelope(bytes[line]) else { return 0 }
      if envelope.batch >= distance, envelope.batch > 1 { return line.lowerBound }
      stop = line.lowerBound
    }
    return lastLine(bytes, before: whole).lowerBound
  }

  /// The end of a log whose last line is known, and behind which nothing lies.
  init(end: Int, seq: Int, sum: UInt64, lacksNewline: Bool = false) {
    self.end = end
    torn = nil
    self.lacksNewline = lacksNewline
    self.seq = seq
    self.sum = sum
  }
}
