import Events
import TestSupport
import Testing

@testable import Projections

@Suite struct ExerciseListTests {
  @Test(arguments: Reliability.isSample ? [8, 19] : Array(0..<20))
  func `a long list gives the same answers as an array`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let names: [Name] = seed % 2 == 0 ? ["a", "b", "c"] : (0..<200).map { Name("exercise \($0)") }
    var list = ExerciseList()
    var array: [PlannedExercise] = []
    for step in 0..<3_000 {
      let name = generator.pick(names)
      // It grows and shrinks by turns, beyond what is few and down to nothing.
      if generator.below(10) < (step / 700 % 2 == 0 ? 7 : 3) {
        let place = generator.below(array.count + 1)
        let planned = PlannedExercise(exercise: name, reps: step)
        list.put(planned, at: place)
        array.insert(planned, at: place)
      } else {
        var position: Int? = generator.below(array.count + 3) - 1
        if generator.below(2) == 0 { position = nil }
        let place = position.map { $0 - 1 } ?? array.firstIndex { $0.exercise == name }
        var expected: PlannedExercise?
        if let place, array.indices.contains(place), array[place].exercise == name {
          expected = array.remove(at: place)
        }
        let taken = list.remove(name, at: position)
        if taken?.exercise != expected || expected != nil && taken?.place != place {
          Issue.record("step \(step): \(taken as Any)")
        }
      }
      if list.count != array.count { Issue.record("step \(step): \(list.count)") }
    }
    #expect(list.elements == array)
    // Reading a log applies no limits.
    for position in [Int.min, -1, 0, .max] {
      #expect(list.remove(array.first?.exercise ?? "a", at: position) == nil)
    }
    #expect(list.elements == array)
    list.append(PlannedExercise(exercise: "last"))
    #expect(list.elements.last?.exercise == "last")
    var same = ExerciseList()
    for exercise in list.elements { same.append(exercise) }
    #expect(list == same)
  }
}
