import Events

/// A set as a lifter writes it: `5x100kg`, `12xbw`, `3x5x100kg`, `60s`, `5km/27:30`.
public struct EnteredSet: Equatable, Sendable {
  /// The number of equal sets, done one after another; 1...20, and 1 for an entry without a number.
  public var count: Int {
    get { writtenCount ?? 1 }
    set { writtenCount = newValue }
  }
  /// The number of equal sets as entered; nil for an entry without one.
  public private(set) var writtenCount: Int?
  /// The repetitions; nil for a set of a time or a distance.
  public var reps: Int?
  /// The most repetitions of a range, as in `3x8-12x60kg`; nil for no range, as in every logged set.
  public var maxReps: Int?
  /// The load; nil without added weight.
  public var weight: EnteredWeight?
  /// A Boolean value indicating whether the text contains `bw`, for the body alone: `12xbw`.
  public var isBodyAlone = false
  /// The duration; nil if none was entered.
  public var seconds: Double?
  /// The distance; nil if none was entered.
  public var metres: Double?

  /// The maximum number of sets in one entry.
  ///
  /// A larger number is more likely a weight in the wrong place, as in `100x5x3`.
  static let mostAtOnce = 20

  /// Returns whether two entries mean the same set; a single set may be written with its number or without.
  public static func == (one: Self, other: Self) -> Bool {
    one.maxReps == other.maxReps
      && (one.count, one.reps, one.weight, one.isBodyAlone, one.seconds, one.metres)
        == (other.count, other.reps, other.weight, other.isBodyAlone, other.seconds, other.metres)
  }

  /// Creates a set of repetitions.
  public init(reps: Int, weight: EnteredWeight? = nil) { (self.reps, self.weight) = (reps, weight) }

  /// Creates the set written in `text`.
  ///
  /// Repetitions, a time or a distance come first, then the load: `5x100kg`, `8x-20kg` with assistance, `12` or `12xbw`
  /// with the body alone, `60s`, `1:30`, `5km`, `5km/27:30`, `40mx32kg`. A number in front means several equal sets:
  /// `3x5x100kg`, `3x60s`.
  ///
  /// - Throws: `EntryError` for any other text, with the nearest valid entry.
  public init(_ text: String) throws(EntryError) {
    guard let set = EnteredSet(understood: text), set.maxReps == nil else {
      throw EntryError(
        expected: EnteredSet.forms, found: text,
        nearest: EnteredSet.nearest(to: text)?.description)
    }
    self = set
  }

  /// Creates the planned sets written in `text`.
  ///
  /// The forms are those of a set. Of two whole numbers the first is the number of sets, since a plan may leave the
  /// load open: `3x8` means three sets of eight repetitions. The repetitions may be a range: `3x8-12x60kg`.
  ///
  /// - Throws: `EntryError` for any other text, with the nearest valid entry.
  public init(planned text: String) throws(EntryError) {
    if let set = EnteredSet(understood: text), set.maxReps != nil {
      self = set
      return
    }
    self = try EnteredSet(text)
    if let sets = setsOfBareNumbers { (self, isBodyAlone) = (sets, false) }
  }

  /// Creates the set written in `text`; nil for any other text.
  init?(understood text: String) {
    let parts = text.lowercased().split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "×" }
    let measures = parts.compactMap { Measure($0) }
    guard measures.count == parts.count else { return nil }
    self.init(measures)
  }

  /// Creates the set from measures in the order of an entry.
  private init?(_ measures: [Measure]) {
    switch measures.count {
    case 1: self.init(work: measures[0])
    case 2:
      if let one = EnteredSet(work: measures[0], load: measures[1]) {
        self = one
      } else {
        // After a number, repetitions alone would be a load: only a range is not.
        guard let work = EnteredSet(work: measures[1]), work.reps == nil || work.maxReps != nil
        else { return nil }
        self = work
        guard repeats(measures[0]) else { return nil }
      }
    case 3:
      self.init(work: measures[1], load: measures[2])
      guard repeats(measures[0]) else { return nil }
    default: return nil
    }
  }

  private init?(work: Measure) {
    switch work {
    case .number(_, let count): reps = count
    case .range(let range): (reps, maxReps) = (range.lowerBound, range.upperBound)
    case .seconds(let seconds): self.seconds = seconds
    case .metres(let metres): self.metres = metres
    case .run(let metres, let seconds): (self.metres, self.seconds) = (metres, seconds)
    case .weight, .body: return nil
    }
    if case .number = work, reps == nil { return nil }
  }

  private init?(work: Measure, load: Measure) {
    self.init(work: work)
    weight = EnteredWeight(load)
    isBodyAlone = load == .body
    guard weight != nil || isBodyAlone else { return nil }
  }

  /// Sets the number of equal sets; returns false if `measure` is not such a number.
  private mutating func repeats(_ measure: Measure) -> Bool {
    guard case .number(_, let count?) = measure, (1...EnteredSet.mostAtOnce).contains(count)
    else { return false }
    self.count = count
    return true
  }

  /// The sets of the body alone that the same two numbers would mean in a plan; nil for any other entry.
  private var setsOfBareNumbers: EnteredSet? {
    guard writtenCount == nil, maxReps == nil, let reps, (1...EnteredSet.mostAtOnce).contains(reps),
      let weight, weight.unit == nil, let each = Int(exactly: weight.value), each >= 0
    else { return nil }
    var sets = EnteredSet(reps: each)
    (sets.count, sets.isBodyAlone) = (reps, true)
    return sets
  }

  /// The other meaning of an entry of two numbers, as in `3x5`; nil for an entry with only one likely meaning.
  ///
  /// A logged `3x5` means three repetitions with 5, and a planned one three sets of five repetitions. An entry of more
  /// than 10 sets or more than 20 repetitions is not likely.
  public var otherMeaning: EnteredSet? {
    if let sets = setsOfBareNumbers {
      return sets.count <= 10 && (1...20).contains(sets.reps ?? 0) ? sets : nil
    }
    guard count > 1, maxReps == nil, let reps, weight == nil, !isBodyAlone else { return nil }
    return EnteredSet(reps: count, weight: EnteredWeight(Double(reps), .kg))
  }

  /// The forms, for the text of an error.
  public static let forms = "repetitions and weight such as 5x100kg, or repetitions such as 12"
}

extension EnteredSet: CustomStringConvertible {
  /// The set in the form of an entry.
  public var description: String {
    var parts = count == 1 ? [] : ["\(count)"]
    if let reps { parts.append("\(reps)" + (maxReps.map { "-\($0)" } ?? "")) }
    let time = seconds.map(EnteredSet.clock)
    if let metres {
      let kilometres = metres / 1000
      let isShort = metres < 1000 || kilometres * 1000 != metres
      let distance = isShort ? "\(entry(of: metres))m" : "\(entry(of: kilometres))km"
      parts.append(([distance] + [time].compactMap(\.self)).joined(separator: "/"))
    } else if let time {
      parts.append(time)
    }
    if let weight {
      parts.append("\(weight)")
    } else if isBodyAlone {
      parts.append("bw")
    }
    return parts.joined(separator: "x")
  }

  /// Returns `60s`, `1:30` or `1:05:00`.
  private static func clock(_ seconds: Double) -> String {
    guard seconds > 60, seconds < 36_000_000, seconds == seconds.rounded() else {
      return "\(entry(of: seconds))s"
    }
    func pair(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (minutes, rest) = Int(seconds).quotientAndRemainder(dividingBy: 60)
    guard minutes >= 60 else { return "\(minutes):\(pair(rest))" }
    return "\(minutes / 60):\(pair(minutes % 60)):\(pair(rest))"
  }
}
