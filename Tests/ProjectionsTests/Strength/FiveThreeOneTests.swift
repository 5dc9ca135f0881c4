import Events
import Projections
import Testing

@Suite struct FiveThreeOneTests {
  private let pounds = LoadStep.usual(.lb)
  private let kilograms = LoadStep.usual(.kg)

  private func loads(_ week: Int, _ trainingMax: Double, _ step: LoadStep) -> [Double] {
    FiveThreeOne.sets(week: week, of: trainingMax, step).map(\.load)
  }

  @Test func `a bench press of 315 lb has the training max and the first week of the article`() {
    #expect(FiveThreeOne.trainingMax(ofMax: 315, pounds) == 285)
    #expect(loads(1, 285, pounds) == [185, 215, 240])
  }

  @Test func `the other weeks for 285 lb are rounded to 5 lb, with halves rounded up`() {
    #expect(FiveThreeOne.warmUp(of: 285, pounds).map(\.load) == [115, 145, 170])
    #expect(loads(2, 285, pounds) == [200, 230, 255])
    #expect(loads(3, 285, pounds) == [215, 240, 270])
    #expect(loads(4, 285, pounds) == [115, 145, 170])
  }

  @Test func `the loads for a maximum of 100 kg are multiples of 2.5 kg`() {
    #expect(FiveThreeOne.trainingMax(ofMax: 100, kilograms) == 90)
    #expect(loads(1, 90, kilograms) == [57.5, 67.5, 77.5])
    #expect(loads(2, 90, kilograms) == [62.5, 72.5, 80])
    #expect(loads(3, 90, kilograms) == [67.5, 77.5, 85])
    #expect(loads(4, 90, kilograms) == [35, 45, 55])
  }

  @Test func `repetitions and marks match the book`() {
    let reps = (1...4).map { FiveThreeOne.sets(week: $0, of: 100, kilograms).map(\.reps) }
    #expect(reps == [[5, 5, 5], [3, 3, 3], [5, 3, 1], [5, 5, 5]])
    let marks = (1...4).map { FiveThreeOne.sets(week: $0, of: 100, kilograms).map(\.isAMRAP) }
    let last = [false, false, true]
    #expect(marks == [last, last, last, [false, false, false]])
    let percents = (1...4).map { FiveThreeOne.sets(week: $0, of: 100, kilograms).map(\.percent) }
    #expect(percents == [[65, 75, 85], [70, 80, 90], [75, 85, 95], [40, 50, 60]])
    let warmUp = FiveThreeOne.warmUp(of: 100, kilograms)
    #expect(warmUp.map(\.percent) == [40, 50, 60] && warmUp.map(\.reps) == [5, 5, 3])
    #expect(FiveThreeOne.sets(week: 0, of: 100, kilograms).isEmpty)
    #expect(FiveThreeOne.sets(week: 5, of: 100, kilograms).isEmpty)
  }

  @Test func `a load is rounded to the nearest step, not always upwards`() {
    // Source: issue 67 of nSuns, where 280.25 became 285.
    #expect(loads(3, 295, pounds).last == 280)
  }

  @Test func `percentages of the actual maximum equal those of other programs`() {
    let ofMax = (1...4).map { week in
      FiveThreeOne.sets(week: week, of: 100, kilograms).map { $0.percent * 90 / 100 }
    }
    #expect(ofMax == [[58, 67, 76], [63, 72, 81], [67, 76, 85], [36, 45, 54]])
  }

  @Test func `halfway between two loads, the higher one is chosen`() throws {
    #expect(pounds.nearest(142.5) == 145)
    #expect(pounds.nearest(142.49) == 140)
    #expect(kilograms.nearest(63.75) == 65)
    #expect(kilograms.nearest(101.25) == 102.5)
    let tenth = try #require(LoadStep(0.1))
    #expect(tenth.nearest(0.25) == 0.3)
    #expect(tenth.nearest(0.3) == 0.3)
    #expect(LoadStep(0) == nil && LoadStep(-2.5) == nil && LoadStep(.nan) == nil)
    #expect(pounds.nearest(1e305) == 1e305)
  }

  @Test func `an upper-body lift increases by 5 lb or 2.5 kg, a lower-body lift by twice that`() {
    #expect(FiveThreeOne.increment(isLowerBody: false, .lb) == 5)
    #expect(FiveThreeOne.increment(isLowerBody: false, .kg) == 2.5)
    #expect(FiveThreeOne.increment(isLowerBody: true, .lb) == 10)
    #expect(FiveThreeOne.increment(isLowerBody: true, .kg) == 5)
    for lower in ["squat", "Back_Squat", "deadlift", "barbell-squat", "Leg Press", "lunges"] {
      #expect(FiveThreeOne.isLowerBody(Name(lower)), "\(lower)")
    }
    for upper in ["bench-press", "overhead-press", "row", "ohp", "chipper"] {
      #expect(!FiveThreeOne.isLowerBody(Name(upper)), "\(upper)")
    }
  }

  @Test func `a stall reduces the training max by three increments`() {
    #expect(FiveThreeOne.afterStall(285, increment: 5) == 270)
    #expect(FiveThreeOne.afterStall(285, increment: 10) == 255)
  }

  @Test func `the last set estimates the maximum by the formula in the book`() {
    let estimate: Double = 240 * 8 * 0.0333 + 240
    #expect(FiveThreeOne.estimate(240, reps: 8) == estimate)
    #expect(FiveThreeOne.estimate(240, reps: 0) == nil)
  }

  @Test func `supplements are five sets of the same load`() {
    let big = FiveThreeOne.sets(of: .bbb, week: 1, 285, pounds)
    #expect(big.map(\.load) == [145, 145, 145, 145, 145] && big.allSatisfy { $0.reps == 10 })
    let first = FiveThreeOne.sets(of: .fsl, week: 2, 285, pounds)
    #expect(first.map(\.load) == [200, 200, 200, 200, 200] && first.allSatisfy { $0.reps == 5 })
    #expect(FiveThreeOne.sets(of: .bbb, week: 9, 285, pounds).isEmpty)
  }
}
