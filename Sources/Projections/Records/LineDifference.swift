/// The difference between two texts, line by line.
///
///     --- expected/pbs.json
///     +++ expected/pbs.json
///     @@ -1,3 +1,3 @@
///      [
///     -{"exercise":"squat","weightKg":100}
///     +{"exercise":"squat","weightKg":110}
///      ]
///
/// Lines are compared as bytes. The number of different lines is minimal. Source: Myers, "An O(ND) Difference Algorithm
/// and Its Variations" (1986). This is the form that halves the problem and takes memory in proportion to the lines. If
/// two stretches share almost nothing, the search ends early and replaces all of one by the other.
public struct LineDifference: Sendable {
  /// A line of one text or of both.
  public enum Line: Equatable, Sendable {
    /// A line that both texts have.
    case same(ArraySlice<UInt8>)
    /// A line that only the first text has.
    case removed(ArraySlice<UInt8>)
    /// A line that only the second text has.
    case added(ArraySlice<UInt8>)
  }

  /// All lines of both texts, in order, each with its newline if it has one.
  public let lines: [Line]

  public init(from old: [UInt8], to new: [UInt8]) {
    let (one, other) = (LineDifference.lines(of: old), LineDifference.lines(of: new))
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      if let number = numbers[line] { return number }
      let next = numbers.count
      numbers[line] = next
      return next
    }
    var search = ShortestEdit(one.map(number), other.map(number))
    search.compare(0..<one.count, 0..<other.count)
    var (lines, next): ([Line], Int) = ([], 0)
    for (place, line) in one.enumerated() {
      guard !search.isRemoved[place] else {
        lines.append(.removed(line))
        continue
      }
      while search.isAdded[next] {
        lines.append(.added(other[next]))
        next += 1
      }
      lines.append(.same(line))
      next += 1
    }
    lines += other[next...].map { .added($0) }
    self.lines = LineDifference.removedFirst(lines)
  }

  /// A Boolean value indicating whether the texts are equal.
  public var isEmpty: Bool { !lines.contains(where: \.isChange) }

  /// Returns the lines of a text, each with its newline if it has one.
  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var (lines, start): ([ArraySlice<UInt8>], Int) = ([], 0)
    for place in text.indices where text[place] == UInt8(ascii: "\n") {
      lines.append(text[start...place])
      start = place + 1
    }
    if start < text.count { lines.append(text[start...]) }
    return lines
  }

  /// Returns the lines with removed lines before added lines in each run of changes.
  private static func removedFirst(_ lines: [Line]) -> [Line] {
    var (ordered, added): ([Line], [Line]) = ([], [])
    for line in lines {
      switch line {
      case .added: added.append(line)
      case .removed: ordered.append(line)
      case .same:
        ordered += added + [line]
        added = []
      }
    }
    return ordered + added
  }
}

extension LineDifference.Line {
  /// A Boolean value indicating whether only one of the texts has the line.
  public var isChange: Bool { if case .same = self { false } else { true } }

  /// The line with its newline if it has one.
  public var text: ArraySlice<UInt8> {
    switch self {
    case .same(let text), .removed(let text), .added(let text): text
    }
  }

  /// The first character of the line in a unified diff, and its kind there.
  var mark: (UInt8, LineDifference.UnifiedLine.Kind) {
    switch self {
    case .same: (UInt8(ascii: " "), .same)
    case .removed: (UInt8(ascii: "-"), .removed)
    case .added: (UInt8(ascii: "+"), .added)
    }
  }
}

extension LineDifference {
  /// Some changes with the lines around them.
  public struct Hunk: Equatable, Sendable {
    /// The line numbers of the hunk in the first text, counted from 1.
    public let old: Range<Int>
    /// The line numbers of the hunk in the second text, counted from 1.
    public let new: Range<Int>
    public let lines: [Line]

    /// The line above the hunk in a unified diff: `@@ -1,3 +1,3 @@`.
    public var heading: String { "@@ -\(Hunk.span(old)) +\(Hunk.span(new)) @@" }

    /// Returns a range in the form of unified diffs: an empty range begins at the line before it.
    private static func span(_ range: Range<Int>) -> String {
      if range.count == 1 { return "\(range.lowerBound)" }
      return "\(range.isEmpty ? range.lowerBound - 1 : range.lowerBound),\(range.count)"
    }
  }

  /// Returns the changes, each with `context` lines before and after; changes that are close share a hunk.
  public func hunks(context: Int = 3) -> [Hunk] {
    var hunks: [Hunk] = []
    var (old, new, place) = (1, 1, 0)
    for range in ranges(context) {
      let before = range.lowerBound - place
      (old, new) = (old + before, new + before)
      let shown = Array(lines[range])
      let ends = (
        old + shown.count { if case .added = $0 { false } else { true } },
        new + shown.count { if case .removed = $0 { false } else { true } }
      )
      hunks.append(Hunk(old: old..<ends.0, new: new..<ends.1, lines: shown))
      (old, new, place) = (ends.0, ends.1, range.upperBound)
    }
    return hunks
  }

  /// Returns the places of changes with the lines around them; adjacent ranges are merged.
  private func ranges(_ context: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for place in lines.indices where lines[place].isChange {
      let range = max(0, place - context)..<min(lines.count, place + context + 1)
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    return ranges
  }

  public struct UnifiedLine: Equatable, Sendable {
    public enum Kind: Sendable {
      case name, heading, same, removed, added, note
    }

    public let kind: Kind
    /// The line with its mark, without a newline.
    public let text: [UInt8]
  }

  /// Returns the unified diff in the form that `patch` accepts; it is empty if the texts are equal.
  ///
  /// - Parameters:
  ///   - old: The name of the first text.
  ///   - new: The name of the second text.
  public func unified(from old: String, to new: String, context: Int = 3) -> [UnifiedLine] {
    guard !isEmpty else { return [] }
    var lines = [
      UnifiedLine(kind: .name, text: Array("--- \(old)".utf8)),
      UnifiedLine(kind: .name, text: Array("+++ \(new)".utf8)),
    ]
    for hunk in hunks(context: context) {
      lines.append(UnifiedLine(kind: .heading, text: Array(hunk.heading.utf8)))
      for line in hunk.lines {
        let isWhole = line.text.last == UInt8(ascii: "\n")
        let (mark, kind) = line.mark
        let text = isWhole ? line.text.dropLast() : line.text
        lines.append(UnifiedLine(kind: kind, text: [mark] + text))
        guard !isWhole else { continue }
        let note = Array("\\ No newline at end of file".utf8)
        lines.append(UnifiedLine(kind: .note, text: note))
      }
    }
    return lines
  }
}
