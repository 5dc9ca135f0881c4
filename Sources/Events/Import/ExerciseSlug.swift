/// Exercise ids made from names for people: `Bench Press (Barbell)` becomes `bench-press-barbell`.
///
/// Letters and digits of every script stay, in lower case; each run of anything else becomes one
/// hyphen, and none is at either end. Different names never share an id: the second name that makes
/// `bench-press` gets `bench-press-2`, in the order of the calls.
package struct ExerciseSlugs {
  /// The longest slug in bytes, which leaves room for a number within the limit of a name.
  static let longest = 190
  private var ids: [Name: Name] = [:]
  private var free = FreeNames()

  /// Returns the id of the exercise called `name`, which never changes.
  mutating func id(of name: Name) -> Name {
    if let id = ids[name] { return id }
    let id = free.next(ExerciseSlugs.slug(of: name.text))
    ids[name] = id
    return id
  }

  /// Returns the slug of `name`, not yet made unique.
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
    // A name of signs alone, such as an emoji, still has to differ from the next one.
    return slug.isEmpty ? hashed(name) : slug
  }

  /// Returns a name for an exercise whose slug an import can read: its own, or where that is too long a hash.
  package static func readable(_ name: String) -> String {
    slug(of: name).utf8.count > longest ? hashed(name) : name
  }

  private static func hashed(_ name: String) -> String {
    let hash = Bytes.of(name) { XXH64.hash($0) }
    return "exercise-\(String(decoding: hexadecimal(hash), as: UTF8.self))"
  }

  /// Returns whether a scalar is part of a slug.
  ///
  /// Marks stay with the letter before them: "é" may be written as "e" and an accent, and the
  /// vowels of Indic scripts are marks.
  private static func isKept(_ scalar: Unicode.Scalar, after gap: Bool) -> Bool {
    let properties = scalar.properties
    if properties.isAlphabetic || properties.numericType != nil { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: return !gap && !properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }
}

/// A source of names that hands out each only once.
struct FreeNames {
  private var taken: Set<Name> = []
  /// The next number to try after each text, so that 100,000 equal names cost no more than
  /// different ones.
  private var next: [Name: Int] = [:]

  /// Takes `name` itself and returns whether it was free.
  mutating func reserve(_ name: Name) -> Bool { taken.insert(name).inserted }

  /// Takes and returns the first free name of `text`, `text-2`, `text-3`, ….
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
