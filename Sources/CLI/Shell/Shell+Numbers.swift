import Events
import Projections

// Numbers of exercises that were made elsewhere, such as from all parts of a partitioned log.
extension Shell {
  /// Replaces the exercise numbers in a projection with those of `--numbers`, if it is given.
  ///
  /// - Throws: A refusal if the log names an exercise without a number in the file.
  mutating func renumber<P: Projection>(_ projection: inout P) throws {
    guard let file = options.numbers, var numbered = projection as? any ExerciseNumbering else {
      return
    }
    if let missing = numbered.renumber(try exerciseNumbers(in: file)) {
      throw Refusal(
        .unknownExercise, "\(file.nameInErrors) must have a number for '\(missing)', got none",
        help: "merge the numbers of all parts of the log again")
    }
    if let numbered = numbered as? P { projection = numbered }
  }

  private mutating func exerciseNumbers(
    in file: FilePath
  ) throws -> [(exercise: Name, number: Int)] {
    func misuse(_ message: String) -> LogError {
      LogError(.misuse, file.nameInErrors, message, help: "'replog ids --json' prints such a file")
    }
    let bytes = try contents(of: file, for: "--numbers", "exercise numbers", limit: 64 << 20)
    let json = try Bytes.of(bytes) { (bytes) throws(LogError) in
      do throws(LineError) { return try JSON(bytes) } catch {
        var fault = misuse(error.message)
        let before = bytes[0..<min(error.offset, bytes.count)]
        fault.line = before.count(of: UInt8(ascii: "\n")) + 1
        throw fault
      }
    }
    guard case .array(let rows) = json else { throw misuse("the numbers must be a list of rows") }
    var numbers: [(exercise: Name, number: Int)] = []
    var (exercises, taken): (Set<Name>, Set<Int64>) = ([], [])
    for (place, row) in zip(1..., rows) {
      guard case .string(let text)? = row["exercise"],
        case .number(.integer(let number))? = row["number"], number > 0
      else { throw misuse("row \(place) must have an 'exercise' and a 'number' of at least 1") }
      let exercise = Name(text)
      guard exercises.insert(exercise).inserted, taken.insert(number).inserted else {
        throw misuse("each exercise must have one number of its own, but row \(place) repeats one")
      }
      numbers.append((exercise, Int(number)))
    }
    return numbers
  }
}
