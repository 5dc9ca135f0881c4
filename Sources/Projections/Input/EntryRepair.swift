import Events

/// The parts of an invalid entry, repaired if possible.
///
///     "3 sets of 5 reps at 102..5 kilo"  →  3 x 5 x 102.5 kg
struct EntryRepair {
  private enum Token: Equatable {
    case number(String)
    case word(String)
    /// `x`, `/` or `:`.
    case sign(Character)
  }

  private var tokens: [Token] = []

  /// Splits `text` into parts and omits words without a meaning; nil if it contains anything that no entry has.
  ///
  /// - Parameter units: The units that misspelled words may mean.
  init?(_ text: String, units: [String]) {
    guard text.utf8.count <= 100 else { return nil }
    var rest = Array(text.lowercased())[...]
    while let first = rest.first {
      if EntryRepair.isNumeric(first) || "+-\u{2212}".contains(first) {
        let number = EntryRepair.number(&rest)
        if let number { add(.number(number)) }
      } else if "x×*·@/:".contains(first) {
        rest.removeFirst()
        add(.sign("/:".contains(first) ? first : "x"))
      } else if first == "#" || first.isLetter {
        var word = String(rest.prefix { $0.isLetter && !"x×".contains($0) })
        if word.isEmpty { word = "#" }
        rest = rest.dropFirst(word.count)
        if EntryRepair.fillers.contains(word) { continue }
        guard let known = EntryRepair.known(word, units) else { return nil }
        add(known == "x" ? .sign("x") : .word(known))
      } else {
        rest.removeFirst()
      }
    }
    while tokens.last == .sign("x") { tokens.removeLast() }
    let hasClock = tokens.contains(.sign(":"))
    if hasClock { tokens.removeAll { $0 == .word("min") || $0 == .word("s") || $0 == .word("h") } }
  }

  /// The parts between `x`, in the form of an entry.
  var parts: [String] {
    var parts = [""]
    for token in tokens {
      switch token {
      case .number(let text), .word(let text): parts[parts.count - 1] += text
      case .sign("x"): parts.append("")
      case .sign(let sign): parts[parts.count - 1].append(sign)
      }
    }
    return parts
  }

  /// Adds a token, and a missing `x` before it.
  private mutating func add(_ token: Token) {
    switch (tokens.last, token) {
    case (nil, .sign), (.sign("x"), .sign("x")): return
    case (.number, .number), (.word, .number): tokens.append(.sign("x"))
    case (.number, .word("bw")): tokens.append(.sign("x"))
    default: break
    }
    tokens.append(token)
  }

  /// Removes a number from the start of `rest`; returns nil for a sign without digits.
  ///
  /// Of several points the first counts, unless they separate thousands. An `o` between digits means zero.
  private static func number(_ rest: inout ArraySlice<Character>) -> String? {
    var sign = ""
    if let first = rest.first, "+-\u{2212}".contains(first) {
      rest.removeFirst()
      if first != "+" { sign = "-" }
    }
    var digits = ""
    while let next = rest.first, isNumeric(next) || next == "o" && !digits.isEmpty {
      digits.append(next == "o" ? "0" : next)
      rest.removeFirst()
    }
    guard digits.contains(where: isFigure) else { return nil }
    return sign + withOnePoint(digits)
  }

  private static func withOnePoint(_ digits: String) -> String {
    var parts = digits.split { $0 == "." || $0 == "," }.map(String.init)
    if digits.first.map(isFigure) != true { parts.insert("0", at: 0) }
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
    let points = digits.filter { $0 == "." || $0 == "," }
    let areThousands = parts.dropFirst().allSatisfy { $0.count == 3 }
    // 1,000 is a thousand, and 102,125 a hundred and two.
    if areThousands, parts.count > 2 || points == "," && parts[0].count == 1 {
      return parts.joined()
    }
    // The other separator at the end separates the decimals: 1.250,5.
    if parts.count > 2, Set(points).count == 2, points.last != points.first {
      return parts.dropLast().joined() + "." + last
    }
    return "\(parts[0]).\(parts[1])"
  }

  private static func isFigure(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private static func isNumeric(_ character: Character) -> Bool {
    isFigure(character) || character == "." || character == ","
  }

  /// Returns the word of an entry that `word` may mean; nil if there is none.
  private static func known(_ word: String, _ units: [String]) -> String? {
    if let known = synonyms[word] { return known }
    if units.contains(word) { return word }
    // A single letter would match too many words.
    guard word.utf8.count > 1 else { return nil }
    return units.first { $0.utf8.count > 1 && edits(from: word, to: $0) == 1 }
  }

  /// The words without a meaning for the part after them.
  private static let fillers: Set<String> = [
    "rep", "reps", "r", "set", "sets", "of", "at", "with", "a", "and", "in", "for", "then",
  ]

  private static let synonyms = [
    "k": "kg", "kilo": "kg", "kilos": "kg", "kilogram": "kg", "kilograms": "kg", "#": "lb",
    "pound": "lb", "pounds": "lb", "second": "s", "seconds": "s", "secs": "s", "sek": "s",
    "minute": "min", "minutes": "min", "mins": "min", "hour": "h", "hours": "h", "hr": "h",
    "hrs": "h", "std": "h", "metre": "m", "metres": "m", "meter": "m", "meters": "m", "kms": "km",
    "kilometre": "km", "kilometres": "km", "kilometer": "km", "kilometers": "km", "mile": "mi",
    "miles": "mi", "bodyweight": "bw", "body": "bw", "by": "x", "times": "x",
  ]
}

extension EnteredWeight {
  /// Returns the valid weight nearest to `text`; nil if none is near.
  public static func nearest(to text: String) -> EnteredWeight? {
    let repaired = EntryRepair(text, units: ["kg", "lb", "kgs", "lbs"])?.parts ?? []
    let weight = repaired.count == 1 ? EnteredWeight(understood: repaired[0]) : nil
    // A number far beyond all weights has no form of an entry.
    return weight.flatMap { EnteredWeight(understood: "\($0)") == $0 ? $0 : nil }
  }
}

extension EnteredSet {
  /// Returns the valid set nearest to `text`; nil if none is near.
  public static func nearest(to text: String) -> EnteredSet? {
    // A set has the repetitions that were done, and the dash of a range is no sign of a load.
    if text.lowercased().split(separator: "x").contains(where: { Measure.bounds($0) != nil }) {
      return nil
    }
    // A load without repetitions does not get invented repetitions.
    let load = trimmed(text)
    if load.hasPrefix("x"), let number = enteredNumber(load.dropFirst()), number > 20,
      let set = EnteredSet(understood: "1" + load)
    {
      return set
    }
    // Lifters write the exertion after an "@": 5x100kg@8.
    if let end = text.lastIndex(of: "@"), let set = EnteredSet(understood: String(text[..<end])),
      set.weight?.unit != nil
    {
      return set
    }
    // Before seconds, an "m" means minutes: 1m30s.
    let parts = text.lowercased().split(separator: "m", omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].first?.isNumber == true, parts[1].last == "s",
      let set = EnteredSet(understood: "\(parts[0])min\(parts[1])"), set.seconds ?? 3_600 < 3_600
    {
      return set
    }
    let units = ["kg", "lb", "kgs", "lbs", "bw", "s", "sec", "min", "h", "m", "km", "mi"]
    guard let repaired = EntryRepair(text, units: units)?.parts, (1...3).contains(repaired.count)
    else { return nil }
    return orders(of: repaired).lazy.compactMap { EnteredSet(understood: $0) }
      .first { EnteredSet(understood: "\($0)") == $0 }
  }

  /// Returns the entries that `parts` may mean, the likeliest first.
  private static func orders(of parts: [String]) -> [String] {
    let first = parts[0]
    switch parts.count {
    case 1:
      if let clock = carried(first) { return [clock] }
      let turned = first.split(separator: "/").reversed().joined(separator: "/")
      let isLoad = Measure(first).map(isLoad) ?? false
      return isLoad ? ["1x\(first)"] : [first, turned]
    case 2:
      // A number before a time or a distance counts sets, and is no load.
      let countsSets = Int(first) != nil && (Measure(parts[1]).map(isTimed) ?? false)
      let turned = countsSets ? [] : ["\(parts[1])x\(first)"]
      return ["\(first)x\(parts[1])"] + turned + ["\(first)/\(parts[1])"]
    default:
      // A load in addition to the body is the load: 12xbw+20kg.
      if parts[1] == "bw", Measure(parts[2]).map(isLoad) ?? false {
        return ["\(first)x\(parts[2])"]
      }
      // The weight first or in the middle: 100kgx5x3 and 5x100kgx3 are three sets of five.
      let loads = parts.indices.filter { Measure(parts[$0]).map(isLoad) ?? false }
      var orders = [parts.joined(separator: "x")]
      if let load = loads.first ?? (Int(first) ?? 0 > mostAtOnce ? 0 : nil), load < 2 {
        let rest = parts.indices.filter { $0 != load }.map { parts[$0] }
        orders.append("\(rest[1])x\(rest[0])x\(parts[load])")
      }
      return orders
    }
  }

  /// Returns the time for minutes with more than 59 seconds, as in 1:75; nil for any other text.
  private static func carried(_ text: String) -> String? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let minutes = parts[0], let seconds = parts[1],
      (0...999).contains(minutes),
      (60...99).contains(seconds)
    else { return nil }
    return "\(minutes + 1):\(seconds < 70 ? "0" : "")\(seconds - 60)"
  }

  private static func isTimed(_ measure: Measure) -> Bool {
    switch measure {
    case .seconds, .metres, .run: true
    case .weight, .body, .number, .range: false
    }
  }

  private static func isLoad(_ measure: Measure) -> Bool {
    switch measure {
    case .weight, .body: true
    case .number, .range, .seconds, .metres, .run: false
    }
  }
}
