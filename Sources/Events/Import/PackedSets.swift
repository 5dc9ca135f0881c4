/// A list of sets in a compact form.
///
///     squat, 5 reps, 100 kg, "easy"  →  flags, number of the exercise, 5, 100000, 4, e a s y
///
/// A set takes about 10 bytes plus its notes, whereas a `SetLogged` takes about 150. A whole history therefore fits
/// into memory. Numbers with at most three decimals are stored as whole thousandths; other numbers keep their bits.
/// The session of a set is not stored.
package struct PackedSets: Sendable {
  /// The place of a set: 12 bits for the chunk, 20 bits for the byte in it.
  package typealias Place = UInt32

  package struct Unpacked {
    package let set: SetLogged
    /// The note of the exercise, which every row of the exercise repeats in an export.
    package let exerciseNote: String?
    let exercise: Int
    /// The place of the set that was packed after this one.
    let next: Place
  }

  /// The exercises of the sets, by number.
  package private(set) var exercises: [Name] = []
  /// The numbers of sets of the exercises, by their number.
  private(set) var counts: [Int] = []
  private var numbers: [Name: Int] = [:]
  /// The number of the last set's exercise, which is usually the exercise of the next set too.
  private var last = 0
  /// Chunks instead of one array: a growing array needs the old and the new memory at the same time.
  private var chunks: [[UInt8]] = []
  private var record: [UInt8] = []
  private static let chunkBits = 20
  private static let chunkSize = 1 << chunkBits

  package init() {}

  package mutating func append(_ set: SetLogged, exerciseNote: String? = nil) -> Place {
    record.removeAll(keepingCapacity: true)
    let flags = Flags(set, exerciseNote)
    record.append(UInt8(truncatingIfNeeded: flags.rawValue))
    record.append(UInt8(truncatingIfNeeded: flags.rawValue >> 8))
    let number = number(of: set.exercise)
    counts[number] += 1
    append(UInt64(number))
    append(zigzag: set.reps)
    if let weight = set.weight { append(weight.value) }
    if let rpe = set.rpe { append(rpe) }
    if let seconds = set.seconds { append(seconds) }
    if let metres = set.metres { append(metres) }
    if let note = set.note { append(note) }
    if let rir = set.rir { append(rir) }
    if let superset = set.superset?.rawValue.utf8.first { record.append(superset) }
    if let exerciseNote { append(exerciseNote) }
    return place()
  }

  /// Appends the record to the last chunk and returns its place.
  private mutating func place() -> Place {
    let isRoom = chunks.last.map { $0.count + record.count <= Self.chunkSize } ?? false
    if !isRoom {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(max(record.count, Self.chunkSize))
    }
    let last = chunks.count - 1
    precondition(last < 1 << 12, "more than 4 GiB of packed sets")
    let place = Place(last << Self.chunkBits | chunks[last].count)
    chunks[last].append(contentsOf: record)
    return place
  }

  private mutating func number(of exercise: Name) -> Int {
    if last < exercises.count, exercises[last] == exercise { return last }
    if let number = numbers[exercise] {
      last = number
    } else {
      last = exercises.count
      numbers[exercise] = last
      exercises.append(exercise)
      counts.append(0)
    }
    return last
  }

  /// Returns the set at a place.
  ///
  /// - Parameter session: The session for the returned set.
  package func set(at place: Place, of session: Name) -> Unpacked {
    let chunk = Int(place) >> Self.chunkBits
    return Bytes.of(chunks[chunk]) { bytes in
      var reader = Reader(bytes: bytes, index: Int(place) & (Self.chunkSize - 1))
      let flags = Flags(rawValue: UInt16(reader.byte()) | UInt16(reader.byte()) << 8)
      let exercise = Int(reader.whole())
      let reps = reader.zigzag()
      let weight = flags.contains(.weight) ? reader.number() : nil
      let rpe = flags.contains(.rpe) ? reader.number() : nil
      let seconds = flags.contains(.seconds) ? reader.number() : nil
      let metres = flags.contains(.metres) ? reader.number() : nil
      let note = flags.contains(.note) ? reader.text() : nil
      let rir = flags.contains(.rir) ? reader.number() : nil
      let superset = flags.contains(.superset) ? reader.byte() : nil
      let exerciseNote = flags.contains(.exerciseNote) ? reader.text() : nil
      let isLast = reader.index == bytes.count
      let set = SetLogged(
        session: session, exercise: exercises[exercise], reps: reps,
        weight: weight.map { Weight($0, flags.contains(.pounds) ? .lb : .kg) }, kind: flags.kind,
        rpe: rpe, seconds: seconds, metres: metres, completed: !flags.contains(.isAhead),
        note: note, rir: rir,
        superset: superset.flatMap { SupersetGroup(rawValue: String(UnicodeScalar($0))) },
        isPerSide: flags.contains(.isPerSide))
      return Unpacked(
        set: set, exerciseNote: exerciseNote, exercise: exercise,
        next: Place(isLast ? (chunk + 1) << Self.chunkBits : chunk << Self.chunkBits | reader.index)
      )
    }
  }
}

// MARK: - The bytes of a set

extension PackedSets {
  /// The flags for the properties of a set, and its kind.
  private struct Flags: OptionSet {
    let rawValue: UInt16
    static let weight = Flags(rawValue: 1 << 2)
    static let pounds = Flags(rawValue: 1 << 3)
    static let rpe = Flags(rawValue: 1 << 4)
    static let seconds = Flags(rawValue: 1 << 5)
    static let metres = Flags(rawValue: 1 << 6)
    static let note = Flags(rawValue: 1 << 7)
    static let exerciseNote = Flags(rawValue: 1 << 8)
    static let isAhead = Flags(rawValue: 1 << 9)
    static let rir = Flags(rawValue: 1 << 10)
    static let superset = Flags(rawValue: 1 << 11)
    static let isPerSide = Flags(rawValue: 1 << 12)

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ set: SetLogged, _ exerciseNote: String?) {
      let kind: UInt16 =
        switch set.kind {
        case .normal: 0
        case .warmup: 1
        case .drop: 2
        case .failure: 3
        }
      var flags = Flags(rawValue: kind)
      if let weight = set.weight {
        flags.formUnion(weight.unit == .lb ? [.weight, .pounds] : .weight)
      }
      if set.rpe != nil { flags.insert(.rpe) }
      if set.seconds != nil { flags.insert(.seconds) }
      if set.metres != nil { flags.insert(.metres) }
      if set.note != nil { flags.insert(.note) }
      if exerciseNote != nil { flags.insert(.exerciseNote) }
      if !set.completed { flags.insert(.isAhead) }
      if set.rir != nil { flags.insert(.rir) }
      if set.superset != nil { flags.insert(.superset) }
      if set.isPerSide { flags.insert(.isPerSide) }
      self = flags
    }

    var kind: SetKind {
      switch rawValue & 3 {
      case 0: .normal
      case 1: .warmup
      case 2: .drop
      default: .failure
      }
    }
  }

  private mutating func append(_ number: UInt64) { record.append(varint: number) }

  private mutating func append(zigzag number: Int) {
    append(UInt64(bitPattern: Int64(number) << 1 ^ Int64(number) >> 63))
  }

  private mutating func append(_ number: Double) {
    let thousandths = (number * 1000).rounded()
    // The bits are compared, not the values, because a log distinguishes -0 from 0.
    if thousandths.magnitude < 1e15, case let whole = Int(thousandths),
      (Double(whole) / 1000).bitPattern == number.bitPattern
    {
      append(zigzag: whole * 2)
    } else {
      append(zigzag: 1)
      record.append(word: number.bitPattern)
    }
  }

  private mutating func append(_ text: String) {
    append(UInt64(text.utf8.count))
    record.append(contentsOf: text.utf8)
  }

  private struct Reader {
    let bytes: Bytes
    var index: Int

    mutating func byte() -> UInt8 {
      index += 1
      return bytes[index - 1]
    }

    mutating func whole() -> UInt64 {
      var (number, shift): (UInt64, UInt64) = (0, 0)
      while true {
        let byte = byte()
        number |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return number }
        shift += 7
      }
    }

    mutating func zigzag() -> Int {
      let number = whole()
      return Int(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
    }

    mutating func number() -> Double {
      let first = zigzag()
      guard first & 1 != 0 else { return Double(first / 2) / 1000 }
      index += 8
      return Double(bitPattern: bytes.word(at: index - 8))
    }

    mutating func text() -> String {
      let count = Int(whole())
      index += count
      return bytes.string(in: index - count..<index)
    }
  }
}
