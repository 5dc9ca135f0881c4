import Events
import TestSupport
import Testing

/// Tests of files with changed, removed and repeated bytes; the changes are random but repeatable.
@Suite struct DamagedFileTests {
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    /// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
      return bits ^ bits >> 31
    }
  }

  private func damaged(_ text: String, _ seed: Int) -> [UInt8] {
    var dice = Dice(state: UInt64(seed))
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &dice) {
      let start = Int.random(in: 0..<bytes.count, using: &dice)
      let end = min(bytes.count, start + Int.random(in: 1...9, using: &dice))
      switch Int.random(in: 0..<4, using: &dice) {
      case 0: bytes[start] = UInt8.random(in: 0...255, using: &dice)
      case 1: bytes[start] = Array("\",;\n\r{}[]:0".utf8).randomElement(using: &dice) ?? 0
      case 2 where bytes.count > 20: bytes.removeSubrange(start..<end)
      default: bytes.insert(contentsOf: bytes[start..<end], at: start)
      }
    }
    return bytes
  }

  private static let hevy =
    HevyExportTests.header + #"""
      "Upper 💪","25 Oct 2025, 19:56","25 Oct 2025, 21:00","Pull
      Day","Curl",,"a ""b"" c",0,"warmup",1.5,9,0.4,12,8.5
      "Upper 💪","25 Oct 2025, 19:56","25 Oct 2025, 21:00","","Dévelop",,"",1,"normal",20,8,,,
      "Legs","27 Oct 2025, 07:00","27 Oct 2025, 08:00","","Squat",,"",0,"failure",100,5,,,9

      """#

  private static let strong = """
    Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;Distance;Seconds;Notes;Workout Duration
    2018-12-10 10:33:55;"Chest A";"Bench";1;90,5;lbs;15;;0;"é";1h 5m
    2018-12-10 10:33:55;"Chest A";"Bench";Rest Timer;;;;;90;;
    2018-12-10 10:33:55;"Chest A";"Run";D;;kg;;1,5;300;"x";58m

    """

  private static let fitNotes = """
    Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment
    2022-08-15,Press (Each Side, Dumbbells),Shoulders,16.0,kgs,8,,,,slow
    2022-08-15,Row, One Arm, Kettlebell,Back,24.0,lbs,10,,,,"left, then right"
    2022-08-17,Cycling,Cardio,,,,12.4,km,0:35:10,é

    """

  private static let strongLifts = """
    Date (yyyy/mm/dd),Workout,Workout Name,Exercise,Sets×Reps,Start Time (h:mm),End Time (h:mm),Set 1 (Reps),Set 1 (KG),Set 2 (Reps),Set 2 (KG)
    2023/05/02,1,Workout A,Squat,2×5,7:05,7:53,5,60,5,62.5
    2023/05/02,2,Workout B,"Press",1×5,23:40,0:10,0,30,,

    """

  private static let openPowerlifting = """
    Name,Equipment,Squat1Kg,Squat2Kg,Best3SquatKg,Bench1Kg,Best3BenchKg,Best3DeadliftKg,Date,MeetName
    Ada,Raw,105,-112.5,105,55,55,140,2023-03-18,City Open
    Ada,Raw,110,,110,-60,,145,2023-06-18,"Cup"

    """

  private static func text(_ source: TrainingSource) -> String {
    switch source {
    case .strong: strong
    case .hevy: hevy
    case .fitnotes: fitNotes
    case .stronglifts: strongLifts
    case .openpowerlifting: openPowerlifting
    }
  }

  @Test(arguments: TrainingSource.allCases)
  func `every row of a damaged export becomes a set, a rest or a problem`(source: TrainingSource) {
    var taken = 0
    for seed in Reliability.some(0..<3000) {
      let bytes = damaged(Self.text(source), seed)
      guard let read = try? training(bytes, from: source) else { continue }
      taken += 1
      let others = read.passedOver + read.problems.count
      switch source {
      case .strong, .hevy, .fitnotes: #expect(read.sets + others == read.rows, "seed \(seed)")
      // A row of these apps has several sets, or none.
      case .stronglifts, .openpowerlifting: #expect(others <= read.rows, "seed \(seed)")
      }
      #expect(read.drafts.count == read.sets + 2 * read.sessions, "seed \(seed)")
    }
    // If all files were refused, or none, the test would prove nothing.
    #expect((Reliability.least(300)..<Reliability.least(2900)).contains(taken))
  }

  @Test func `every entry of a damaged catalogue becomes an exercise or a problem`() {
    var taken = 0
    for seed in 0..<3000 {
      let bytes = damaged("[\(ExerciseFileTests.freeExercise), {\"name\": \"a\"}]", seed)
      let read = Bytes.of(bytes) { try? ImportedCatalogue($0) }
      guard let read else { continue }
      taken += 1
      #expect(
        read.drafts.count + read.passedOver + read.problems.count == read.entries, "seed \(seed)")
    }
    #expect((300..<2900).contains(taken))
  }
}
