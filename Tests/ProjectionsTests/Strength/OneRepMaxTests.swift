import Projections
import Testing

@Suite struct OneRepMaxTests {
  /// The estimates for 100 kg by repetitions, in the order of the formulas below.
  private static let vectors: [(reps: Int, estimates: [Double])] = [
    (2, [106.6667, 102.8571, 107.1773, 111.4387, 105, 105.1457, 104.2128]),
    (3, [110, 105.8824, 111.6123, 113.9903, 107.5, 108.9797, 107.1969]),
    (5, [116.6667, 112.5, 117.4619, 119.0107, 112.5, 116.5825, 113.7089]),
    (8, [126.6667, 124.1379, 123.1144, 126.2863, 120, 127.6714, 125.1092]),
    (10, [133.3333, 133.3333, 125.8925, 130.9343, 125, 134.7467, 134.0704]),
    (12, [140, 144, 128.2089, 135.3985, 130, 141.4959, 144.4143]),
  ]

  private static let formulas: [OneRepMax] = [
    .epley, .brzycki, .lombardi, .mayhew, .oconner, .wathan, .lander,
  ]

  @Test func `each formula gives its published values`() throws {
    for (reps, estimates) in Self.vectors {
      for (formula, expected) in zip(Self.formulas, estimates) {
        let estimate = try #require(formula.estimate(100, reps: reps))
        #expect(abs(estimate - expected) < 0.000_1, "\(formula), \(reps) reps")
      }
    }
    let wendler: Double = 100 * 5 * 0.0333 + 100
    #expect(OneRepMax.wendler.estimate(100, reps: 5) == wendler)
    #expect(OneRepMax.epley.estimate(225, reps: 5) == 262.5)
  }

  @Test(arguments: OneRepMax.allCases)
  func `one repetition is its own estimate, and a weight of zero has none`(_ formula: OneRepMax) {
    #expect(formula.estimate(160, reps: 1) == 160)
    #expect(formula.estimate(160, reps: 0) == nil)
    #expect(formula.estimate(160, reps: -3) == nil)
    #expect(formula.estimate(0, reps: 5) == nil)
    #expect(formula.estimate(-20, reps: 5) == nil)
    for reps in [36, 37, 38, 1_000, Int.max] {
      #expect(formula.estimate(1, reps: reps).map { $0 > 1 && $0.isFinite } ?? true)
    }
  }

  @Test func `a formula gives no estimate outside its range of repetitions`() {
    #expect(OneRepMax.brzycki.estimate(100, reps: 36) == 3_600)
    #expect(OneRepMax.brzycki.estimate(100, reps: 37) == nil)
    #expect(OneRepMax.lander.estimate(100, reps: 37) != nil)
    #expect(OneRepMax.lander.estimate(100, reps: 38) == nil)
  }

  @Test func `the estimates for five repetitions with 225 lb match the tables`() throws {
    let expected = [262.5, 253.125, 264.2893, 267.7740, 253.125, 262.3106, 255.8451]
    for (formula, estimate) in zip(OneRepMax.published, expected) {
      #expect(abs(try #require(formula.estimate(225, reps: 5)) - estimate) < 0.000_05, "\(formula)")
    }
  }

  @Test func `eight repetitions with 50 kg equal those of an online calculator, which rounds`()
    throws
  {
    let expected = [63.0, 62, 62, 63, 60]
    for (formula, estimate) in zip(OneRepMax.published, expected) {
      #expect(try #require(formula.estimate(50, reps: 8)).rounded() == estimate, "\(formula)")
    }
    // It cuts this one off.
    #expect(try #require(OneRepMax.wathan.estimate(50, reps: 8)).rounded(.down) == 63)
  }

  @Test func `incorrect copies of a formula give different values`() throws {
    let mayhew = try #require(OneRepMax.mayhew.estimate(100, reps: 8))
    // With the constants of Lander.
    #expect(abs(mayhew - 100 * 100 / (101.3 - 2.67123 * 8)) > 1)
    // With 2.71 for e.
    let wathan = try #require(OneRepMax.wathan.estimate(100, reps: 10))
    #expect(abs(wathan - 134.7467) < 0.000_05)
  }

  @Test(arguments: OneRepMax.allCases)
  func `the estimate from a computed load is the original maximum`(_ formula: OneRepMax) throws {
    for reps in 1...36 {
      let load = try #require(formula.load(for: reps, ofMax: 140))
      #expect(abs(try #require(formula.estimate(load, reps: reps)) - 140) < 1e-9)
    }
    #expect(formula.load(for: 0, ofMax: 140) == nil)
    #expect(formula.load(for: 5, ofMax: 0) == nil)
  }
}
