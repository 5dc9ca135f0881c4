/// A list of sets in a compact form.
///
/// A set takes about 10 bytes plus its notes, whereas a `SetLogged` takes about 150. A whole history therefore fits
/// into memory. A set is stored like a state of a checkpoint, without its session, after the number of its exercise.
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
  private static let chunkBits = 20
  private static let chunkSize = 1 << chunkBits

  package init() {}

  package mutating func append(_ set: SetLogged, exerciseNote: String? = nil) -> Place {
    let number = number(of: set.exercise)
    counts[number] += 1
    var writer = StateWriter()
    writer.number(UInt64(number))
    do throws(LineError) {
      try writer.payload(
        set.with(session: "", exercise: "", note: set.note, superset: set.superset))
      try (exerciseNote.map { [$0] } ?? []).write(&writer)
    } catch { preconditionFailure("a set cannot be packed: \(error.message)") }
    return place(of: writer.bytes)
  }

  /// Appends a record to the last chunk and returns its place.
  private mutating func place(of record: [UInt8]) -> Place {
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
      var reader = StateReader(bytes, from: Int(place) & (Self.chunkSize - 1))
      do throws(LineError) {
        let exercise = try reader.reader.int()
        let set: SetLogged = try reader.payload()
        let exerciseNote = try [String].read(&reader).first
        let isLast = reader.reader.isAtEnd
        return Unpacked(
          set: set.with(
            session: session, exercise: exercises[exercise], note: set.note,
            superset: set.superset),
          exerciseNote: exerciseNote, exercise: exercise,
          next: Place(
            isLast
              ? (chunk + 1) << Self.chunkBits : chunk << Self.chunkBits | reader.reader.index))
      } catch { preconditionFailure("a packed set cannot be read: \(error.message)") }
    }
  }
}
