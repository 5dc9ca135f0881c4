/// A generator of exercise ids from display names: `Bench Press (Barbell)` becomes `bench-press-barbell`.
///
/// Letters and digits of every script are kept, in lowercase. Each run of other characters becomes one hyphen, except
/// at either end. Different names never share an id: the second name for `bench-press` gets `bench-press-2`, in the
/// order of the calls.
package struct ExerciseSlugs {
  /// The longest slug in bytes, which leaves room for a number within the limit of a name.
  static let longest = 190
  private var ids: [Name: Name] = [:]
  private var free = FreeNames()

  /// Returns the id of the exercise called `name`, which never changes and is the same in any letter case.
  mutating func id(of name: Name) -> Name {
    let key = Name(name.text.lowercased())
    if let id = ids[key] { return id }
    let id = free.next(ExerciseSlugs.slug(of: name.text))
    ids[key] = id
    return id
  }

  /// Returns the slug of `name`, which may not be unique.
  package static func slug(of name: String) -> String {
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
    // Names that consist of symbols only, such as an emoji, must still differ.
    return slug.isEmpty ? hashed(name) : slug
  }

  /// Returns a name from which an import can make a slug: `name` itself, or a hash if the slug is too long.
  package static func readable(_ name: String) -> String {
    slug(of: name).utf8.count > longest ? hashed(name) : name
  }

  private static func hashed(_ name: String) -> String {
    let hash = Bytes.of(name) { XXH64.hash($0) }
    return "exercise-\(String(decoding: hexadecimal(hash), as: UTF8.self))"
  }

  /// Returns whether a scalar is part of a slug.
  ///
  /// Marks are kept after their letter: "é" may be an "e" and an accent, and the vowels of Indic scripts are marks.
  private static func isKept(_ scalar: Unicode.Scalar, after gap: Bool) -> Bool {
    let properties = scalar.properties
    if properties.isAlphabetic || properties.numericType != nil { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: return !gap && !properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }
}

/// A source of unique names.
struct FreeNames {
  private var taken: Set<Name> = []
  /// The next number to try for each text, so that 100,000 equal names take no more time than different ones.
  private var next: [Name: Int] = [:]

  /// Reserves `name` itself and returns whether it was free.
  mutating func reserve(_ name: Name) -> Bool { taken.insert(name).inserted }

  /// Reserves and returns the first free name of `text`, `text-2`, `text-3`, ….
  mutating func next(_ text: String) -> Name {
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
