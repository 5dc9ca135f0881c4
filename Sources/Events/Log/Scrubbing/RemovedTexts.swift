/// The texts that a copy of a log must no longer contain, as hashes of their folded words.
///
/// A hash of eight bytes takes the place of each text. A text is found as a run of whole words, in any case, with any
/// separators, with and without diacritics, and in the encodings of `TextForms`. For a longer text, the search looks
/// for its first eight words. An email address is also found with a tag, and with the word `at` between its parts.
package struct RemovedTexts: Sendable {
  /// The hashes of texts that are found within a longer text.
  private var runs: Set<UInt64> = []
  /// The hashes of texts that are found only as whole texts, because they are too short or could form by chance.
  private var whole: Set<UInt64> = []
  /// A bit for the first three folded bytes of each text in `runs`, so that most words need no look-up.
  private var starts = [UInt64](repeating: 0, count: 1 << 10)

  /// The number of words of a removed text that count.
  private static let words = 8
  /// The number of words of a searched text that are joined; other separators may split a word into several.
  private static let joined = 16

  package init() {}

  package var isEmpty: Bool { runs.isEmpty && whole.isEmpty }

  /// Adds a text, unless all its words are those of replacements or of usual exercises.
  ///
  /// - Parameter isName: A Boolean value indicating whether the text is the name of a person. It may be a word of
  ///   exercises, and is also found with an added `s`.
  mutating func insert(_ text: String, isName: Bool = false) {
    insert(FoldedWords(text), isName: isName)
    // People also write an address as `ann (at) example.com`.
    if isName, PersonalText(text) == .address {
      insert(FoldedWords(text.replacingAll("@", with: " at ")), isName: true)
    }
  }

  private mutating func insert(_ words: FoldedWords, isName: Bool) {
    let isOrdinary = words.words.allSatisfy {
      OrdinaryWords.isOfReplacements($0) || !isName && OrdinaryWords.isOfExercises($0)
    }
    guard !words.bytes.isEmpty, !isOrdinary else { return }
    let bytes = words.bytes[..<words.ends[min(words.count, Self.words) - 1]]
    let hash = bytes.reduce(Self.seed, Self.step)
    guard Self.isDistinctive(bytes) else {
      whole.insert(hash)
      return
    }
    runs.insert(hash)
    if isName { runs.insert(Self.step(hash, UInt8(ascii: "s"))) }
    let start = Self.start(bytes[0], bytes[1], bytes[2])
    starts[start >> 6] |= 1 << UInt64(start & 63)
  }

  /// Adds the texts of another set.
  mutating func formUnion(_ other: RemovedTexts) {
    runs.formUnion(other.runs)
    whole.formUnion(other.whole)
    for place in starts.indices { starts[place] |= other.starts[place] }
  }

  /// Returns whether a text is a removed one as a whole.
  func isWhole(_ text: String) -> Bool {
    let words = FoldedWords(text)
    guard words.count > 0 else { return false }
    let bytes = words.bytes[..<words.ends[min(words.count, Self.words) - 1]]
    let hash = bytes.reduce(Self.seed, Self.step)
    return runs.contains(hash) || whole.contains(hash)
  }

  /// Returns whether a text contains a removed one, in one of the encodings.
  func isFound(in text: String) -> Bool {
    !isEmpty
      && TextForms.all(of: text).contains { form in
        let words = FoldedWords(form)
        return !ranges(in: words).isEmpty
          || whole.contains(words.bytes.reduce(Self.seed, Self.step))
      }
  }

  /// Returns the ranges of removed texts in the UTF-8 of a text in NFC, in the order of the text.
  ///
  /// A text is also found in the encodings of `TextForms`. Overlapping ranges become one, since a part of an encoded
  /// text may be a removed text, too. A text in base64 has one range.
  func ranges(in text: String) -> [Range<Int>] {
    if let decoded = TextForms.text64(text), !ranges(in: FoldedWords(decoded)).isEmpty {
      return [0..<text.utf8.count]
    }
    let plain = ranges(in: FoldedWords(text))
    let unescaped = TextForms.unescaped(text)
    guard !unescaped.isEmpty else { return plain }
    let all = plain + unescaped.flatMap { ranges(in: FoldedWords($0)) }
    return all.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      guard let last = merged.last, range.lowerBound < last.upperBound else {
        return merged.append(range)
      }
      merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    }
  }

  /// Returns the ranges of removed texts, the longest at each place.
  private func ranges(in words: FoldedWords) -> [Range<Int>] {
    var (ranges, word): ([Range<Int>], Int) = ([], 0)
    while word < words.count {
      guard let last = lastWord(of: words, from: word) else {
        word += 1
        continue
      }
      ranges.append(words.ranges[word].lowerBound..<words.ranges[last].upperBound)
      word = last + 1
    }
    return ranges
  }

  /// Returns the last word of the longest removed text that begins with a word; nil if none does.
  private func lastWord(of words: FoldedWords, from first: Int) -> Int? {
    let place = words.start(of: first)
    let last =
      place + 3 <= words.bytes.count && mayStart(words.bytes, at: place)
      ? lastWord(of: words, from: first, besides: []) : nil
    guard !words.tags.isEmpty, !words.tags.contains(first) else { return last }
    let untagged = lastWord(of: words, from: first, besides: words.tags)
    return last.map { max($0, untagged ?? $0) } ?? untagged
  }

  private func lastWord(
    of words: FoldedWords, from first: Int, besides tags: Set<Int>
  ) -> Int? {
    var (hash, found): (UInt64, Int?) = (Self.seed, nil)
    for word in first..<min(first + Self.joined, words.count) where !tags.contains(word) {
      for place in words.start(of: word)..<words.ends[word] {
        hash = Self.step(hash, words.bytes[place])
      }
      if runs.contains(hash) { found = word }
    }
    return found
  }

  private func mayStart(_ bytes: [UInt8], at place: Int) -> Bool {
    let start = Self.start(bytes[place], bytes[place + 1], bytes[place + 2])
    return starts[start >> 6] & 1 << UInt64(start & 63) != 0
  }

  /// Returns the bit of the first three bytes of a text.
  private static func start(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    (Int(first) &* 0x9E5 ^ Int(second) &* 0x1F3 ^ Int(third) &* 0x2B) & 0xFFFF
  }

  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Returns an FNV-1a hash with one more byte, so that separators do not matter.
  private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// Returns whether a text is long enough to be found in a longer one, and cannot be part of a replacement.
  private static func isDistinctive(_ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.count < 3 { return false }
    if bytes.allSatisfy({ (0x30...0x39).contains($0) }) { return bytes.count > 4 }
    // Meaningless letters are consonants in words of up to seven.
    return bytes.count > 7 || !bytes.allSatisfy(PersonalText.fillerLetters.contains)
  }
}
