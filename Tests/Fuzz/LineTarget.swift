@testable import Events

/// The decoder of lines against a second reader of JSON: what one takes the other takes, and reads
/// the same; what is appended is canonical and says what was sent.
func fuzz(_ input: [UInt8]) {
  compare(input)
  let line = mended(input)
  Bytes.of(line) { bytes in
    believe(bytes, line)
    take(bytes, line)
  }
}

// Shared by all inputs, as by the lines of a log; a table of names for each would cost most of the
// time. Unsafe for several threads, of which libFuzzer has one.
nonisolated(unsafe) private let decoder = LineDecoder()
private let drafts = DraftDecoder()

/// Scanner and tree against the second reader.
private func compare(_ input: [UInt8]) {
  let theirs = attempt { () throws(StrictJSON.Refused) in try StrictJSON(input) }
  Bytes.of(input) { bytes in
    let ours = attempt { () throws(LineError) in try JSON(bytes) }
    demand(
      (ours == nil) == (theirs == nil), "one takes it: \(ours == nil ? "not " : "")the scanner")
    var scanner = Scanner(bytes)
    let skipped: Void? = attempt { () throws(LineError) in
      try scanner.skip()
      try scanner.end()
    }
    demand((skipped == nil) == (ours == nil), "what is skipped is read otherwise")
    guard let ours, let theirs else { return }
    demand(isSame(ours, theirs), "both take it and read it differently")
    let written = ours.bytes
    let again = attempt { () throws(StrictJSON.Refused) in try StrictJSON(written) }
    demand(again.map { isSame(ours, $0) } ?? false, "what is written is read differently")
  }
}

private func isSame(_ ours: JSON, _ theirs: StrictJSON) -> Bool {
  switch (ours, theirs) {
  case (.null, .null): true
  case (.bool(let a), .bool(let b)): a == b
  case (.number(.integer(let a)), .whole(let b)): a == b
  case (.number(.double(let a)), .real(let b)): a.bitPattern == b
  case (.number(.double(let a)), .whole(let b)): a == Double(b)
  case (.number(.integer(let a)), .real(let b)): Double(a) == Double(bitPattern: b)
  case (.string(let a), .text(let b)): Array(a.utf8) == b
  case (.array(let a), .list(let b)):
    a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
  case (.object(let a), .members(let b)):
    a.count == b.count
      && zip(a, b).allSatisfy { Array($0.name.utf8) == $1.name && isSame($0.value, $1.value) }
  default: false
  }
}

/// A line that stands in a log with a right sum: what the reader believes without scanning all of it
/// is strict JSON and says the same.
private func believe(_ bytes: Bytes, _ line: [UInt8]) {
  guard let envelope = attempt({ () throws(LineError) in try decoder.logged(bytes) }),
    attempt({ () throws(LineError) in try decoder.body(envelope, bytes) }) != nil,
    attempt({ () throws(LineError) in try decoder.check(envelope, bytes) }) != nil
  else { return }
  guard let theirs = attempt({ () throws(StrictJSON.Refused) in try StrictJSON(line) }) else {
    fatalError("a reader believes a line that is no JSON")
  }
  demand(
    theirs["seq"] == .whole(Int64(envelope.seq)) || theirs["seq"]?.number == Double(envelope.seq),
    "seq is \(envelope.seq)")
  demand(
    theirs["user"] ?? .null == envelope.user.map { .text(Array($0.text.utf8)) } ?? .null,
    "user is not \(envelope.user?.text ?? "nobody")")
  demand(theirs["type"] == .text(Array(decoder.typeName(envelope, bytes).utf8)), "another type")
}

extension StrictJSON {
  fileprivate var number: Double? {
    switch self {
    case .whole(let value): Double(value)
    case .real(let bits): Double(bitPattern: bits)
    default: nil
    }
  }
}

/// A line from anywhere: what is appended of it is canonical, reads back as the same event, and what
/// is not known is kept.
private func take(_ bytes: Bytes, _ line: [UInt8]) {
  guard let draft = attempt({ () throws(LineError) in try drafts.draft(bytes) }) else { return }
  let theirs = attempt { () throws(StrictJSON.Refused) in try StrictJSON(line) }
  demand(theirs != nil, "appended, and no JSON")
  let id = EventID(high: 1, low: 2)
  guard let event = draft.event(id: id, at: Timestamp(milliseconds: 0), seq: 1) else {
    fatalError("a draft with id and time is no event")
  }
  var written: [UInt8] = []
  guard
    attempt({ () throws(LineError) in
      try event.write(to: &written, previousSum: 0, checks: true)
    }) != nil
  else { fatalError("what was taken cannot be written") }
  demand(written.last == 0x0A && written.filter { $0 == 0x0A }.count == 1, "not one line")
  written.removeLast()
  let strict = attempt { () throws(StrictJSON.Refused) in try StrictJSON(written) }
  demand(strict != nil, "what is written is no JSON")
  if case .unknown = draft.body {
    demand(strict?["data"] == theirs?["data"], "unknown data was changed")
  }
  Bytes.of(written) { bytes in
    guard let again = attempt({ () throws(LineError) in try decoder.whole(bytes) }) else {
      fatalError("what was written cannot be read: \(String(decoding: written, as: UTF8.self))")
    }
    demand(draft.isHeld(by: again), "what was written reads as another event")
    var twice: [UInt8] = []
    _ = attempt { () throws(LineError) in try again.write(to: &twice, previousSum: 0) }
    demand(twice.dropLast().elementsEqual(written), "writing it again changes it")
  }
}
