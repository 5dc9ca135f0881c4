import Testing

@testable import Projections

@Suite struct ExponentialTests {
  /// Values of a table with twenty digits.
  @Test(
    arguments: [
      (0, 1), (1, 2.718_281_828_459_045_2), (-1, 0.367_879_441_171_442_32),
      (-0.055, 0.946_485_147_953_483_8), (10, 22_026.465_794_806_716_5),
      (-20, 2.061_153_622_438_557_8e-9), (0.5, 1.648_721_270_700_128_1),
    ] as [(Double, Double)])
  func `powers of e are right`(power: Double, expected: Double) {
    #expect(abs(exponential(power) / expected - 1) < 1e-15)
  }

  @Test(
    arguments: [
      (1, 0), (2, 0.693_147_180_559_945_31), (10, 2.302_585_092_994_045_7),
      (100, 4.605_170_185_988_091_4), (0.5, -0.693_147_180_559_945_31),
      (87.2, 4.468_204_330_914_934), (1.414_213_562_373_095_3, 0.346_573_590_279_972_8),
    ] as [(Double, Double)])
  func `a logarithm is the exponent of e`(number: Double, expected: Double) {
    #expect(abs(naturalLogarithm(number) - expected) <= 1e-15 * max(1, abs(expected)))
  }

  @Test func `the exponential and the logarithm undo each other`() {
    for number in stride(from: 0.01, through: 700, by: 0.37) {
      #expect(abs(exponential(naturalLogarithm(number)) / number - 1) < 1e-14)
    }
  }

  @Test func `results beyond the range of numbers are infinite, zero or not a number`() {
    #expect(exponential(710) == .infinity)
    #expect(exponential(-.infinity) == 0)
    #expect(exponential(-800) == 0)
    #expect(exponential(.nan).isNaN)
    #expect(naturalLogarithm(0) == -.infinity)
    #expect(naturalLogarithm(-1).isNaN)
    #expect(naturalLogarithm(.infinity) == .infinity)
  }
}
