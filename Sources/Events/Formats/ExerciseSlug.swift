/// Makes exercise ids out of the names that people give exercises: `Bench Press (Barbell)` becomes
/// `bench-press-barbell`.
///
/// Letters and digits of every script stay, in lower case; each run of anything else becomes one
/// hyphen, and none stands at either end. Different names never share an id: the second name that
/// makes `bench-press` gets `bench-press-2`, in the order the names are asked for.
struct ExerciseSlugs {
  /// The longest slug in bytes, which leaves a name room for a number.
  static let longest = 190
  private var ids: [Name: Name] = [:]
  private var free = FreeNames()

  /// The id of the exercise called `name`; the same at every call.
  mutating func id(of name: Name) -> Name {
    if let id = ids[name] { return id }
    let id = free.take(ExerciseSlugs.slug(of: name.text))
    ids[name] = id
    return id
  }

  /// The slug of `name`, not yet told apart from others.
  static func slug(of name: String) -> String {
    var slug = ""
    var isGap = false
    for scalar in name.unicodeScalars {
      guard isKept(scalar, after: slug.isEmpty || isGap) else {
        isGap = true
        continue
      }
      if isGap, !slug.isEmpty { slug.append("-") }
      isGap = false
      slug.append(scalar.properties.lowercaseMapping)
    }
    guard slug.isEmpty else { return slug }
    // A name of signs alone, such as an emoji, still has to be told from the next one.
    let hash = Bytes.of(name) { XXH64.hash($0) }
    return "exercise-\(String(decoding: hexadecimal(hash), as: UTF8.self))"
  }

  /// Marks stay with the letter before them: "é" may be written as "e" and an accent, and the vowels
  /// of Indic scripts are marks.
  private static func isKept(_ scalar: Unicode.Scalar, after gap: Bool) -> Bool {
    let properties = scalar.properties
    if properties.isAlphabetic || properties.numericType != nil { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: return !gap && !properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }
}

/// Hands out names, each once.
struct FreeNames {
  private var taken: Set<Name> = []
  /// The number to try next behind a text, so that 100,000 names alike cost no more than different
  /// ones.
  private var next: [Name: Int] = [:]

  /// Takes `text` itself; false when it is taken.
  mutating func reserve(_ name: Name) -> Bool { taken.insert(name).inserted }

  /// Takes `text`, or where that is taken `text-2`, `text-3`, …, whichever is free first.
  mutating func take(_ text: String) -> Name {
    let wanted = Name(text)
    var name = wanted
    var number = next[wanted, default: 1]
    while !reserve(name) {
      number += 1
      name = Name("\(text)-\(number)")
    }
    next[wanted] = number
    return name
  }
}
