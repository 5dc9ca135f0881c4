/// Returns the candidates most similar to `text`, the likeliest first, for "did you mean".
///
/// Candidates that share whole words with the text come first, then those with few edits. Candidates with more edits
/// than half the length of the text are omitted. Cost: |candidates| × |text| × |candidate|.
package func nearest(to text: String, among candidates: [String], limit: Int = 3) -> [String] {
  let wanted = text.lowercased()
  let words = Set(wanted.split { !$0.isLetter && !$0.isNumber })
  let ranked = candidates.compactMap { candidate -> (shared: Int, edits: Int, text: String)? in
    let other = candidate.lowercased()
    let shared = words.intersection(other.split { !$0.isLetter && !$0.isNumber }).count
    let edits = editDistance(Array(wanted.unicodeScalars), Array(other.unicodeScalars))
    guard shared > 0 || edits <= max(1, wanted.unicodeScalars.count / 2) else { return nil }
    return (shared, edits, candidate)
  }
  let ordered = ranked.sorted { ($1.shared, $0.edits, $0.text) < ($0.shared, $1.edits, $1.text) }
  return ordered.prefix(limit).map(\.text)
}

/// Returns the candidates that are near `text`, the likeliest first.
///
/// It is stricter than `nearest`, for a note about a text that was accepted.
package func nearMisses(of text: String, among candidates: [String], limit: Int = 3) -> [String] {
  nearest(to: text, among: candidates.filter { nearness(of: text, to: $0) != nil }, limit: limit)
}

/// Returns the number of words that a text shares with another one, if it may be a misspelling or a part of the other.
///
/// The texts differ by one edit, or by one for each four characters of a longer text, or the other has a word like each
/// word of the text. A plural is like its singular, and two words are like the same two written as one.
package func nearness(of text: String, to other: String) -> Int? {
  let (wanted, other) = (text.lowercased(), other.lowercased())
  let (words, others) = (wordsOf(wanted), wordsOf(other))
  let (pairs, otherPairs) = (joinedPairs(of: words), joinedPairs(of: others))
  let shared = words.indices.count { place in
    others.contains { isLike(words[place], $0) }
      || otherPairs.contains { isLike(words[place], $0) }
      || pairs[max(place - 1, 0)..<min(place + 1, pairs.count)].contains { pair in
        others.contains { isLike(pair, $0) }
      }
  }
  if !words.isEmpty, shared == words.count { return shared }
  return differsLittle(wanted[...], other[...], least: 1) ? shared : nil
}

/// Returns each two neighbouring words written as one: `benchpress`.
private func joinedPairs(of words: [Substring]) -> [Substring] {
  zip(words, words.dropFirst()).map { $0 + $1 }
}

/// Returns whether two words are the same, a plural and its singular, or differ by one edit for each four characters.
private func isLike(_ word: Substring, _ other: Substring) -> Bool {
  func singular(_ word: Substring) -> Substring {
    word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss") ? word.dropLast() : word
  }
  return singular(word) == singular(other) || differsLittle(word, other, least: 0)
    || differsLittle(singular(word), singular(other), least: 0)
}

/// Returns whether a text differs from another one by at most one edit for each of its four characters, or by `least`.
private func differsLittle(_ text: Substring, _ other: Substring, least: Int) -> Bool {
  let count = text.unicodeScalars.count
  let most = max(least, count / 4)
  // Texts of very different lengths differ by more edits.
  guard abs(other.unicodeScalars.count - count) <= most else { return false }
  return edits(from: String(text), to: String(other)) <= most
}

private func wordsOf(_ text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }

/// Returns the minimum number of edits that turn one text into the other.
func edits(from one: String, to other: String) -> Int {
  editDistance(Array(one.unicodeScalars), Array(other.unicodeScalars))
}

/// Returns the minimum number of insertions, deletions, replacements and swaps that turn one text into the other.
///
/// A swap exchanges two neighbours.
///
/// Source: Damerau, "A technique for computer detection and correction of spelling errors" (1964), in the restricted
/// form that edits no part twice.
private func editDistance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
  var before: [Int] = []
  var previous = Array(0...other.count)
  for (row, left) in one.enumerated() {
    var current = [row + 1]
    for (column, right) in other.enumerated() {
      var cost = min(
        previous[column + 1] + 1, current[column] + 1, previous[column] + (left == right ? 0 : 1))
      if row > 0, column > 0, left == other[column - 1], one[row - 1] == right {
        cost = min(cost, before[column - 1] + 1)
      }
      current.append(cost)
    }
    (before, previous) = (previous, current)
  }
  return previous[other.count]
}

/// Returns `texts` in quotes, joined as in a sentence: "'a', 'b' or 'c'".
package func alternatives(_ texts: [String], joint: String = "or") -> String {
  let quoted = texts.map { "'\($0)'" }
  guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
  return quoted.dropLast().joined(separator: ", ") + " \(joint) " + last
}
