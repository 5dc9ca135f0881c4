/// The natural logarithm of 2 in two parts; the first has few enough digits for exact products.
private let logTwo = (high: 6.931_471_803_691_238_16e-01, low: 1.908_214_929_270_587_70e-10)

/// Returns e raised to a power.
///
/// It uses only the four basic operations. Their results are the same to the last digit on every machine; results of
/// the mathematical library are not. The error is some units in the last place.
func exponential(_ power: Double) -> Double {
  if power.isNaN { return power }
  if power > 709.78 { return .infinity }
  if power < -745.14 { return 0 }
  let doublings = (power / (logTwo.high + logTwo.low)).rounded()
  let rest = (power - doublings * logTwo.high) - doublings * logTwo.low
  // The rest is at most 0.35, so the twentieth term of the series is below the last digit.
  var sum = 1.0
  for term in stride(from: 20.0, through: 1, by: -1) { sum = 1 + rest * sum / term }
  return Double(sign: .plus, exponent: Int(doublings), significand: sum)
}

/// Returns the natural logarithm of a number; NaN for a negative number.
///
/// As in `exponential`, the result is the same to the last digit on every machine.
func naturalLogarithm(_ number: Double) -> Double {
  guard number > 0, number.isFinite else {
    return number == 0 ? -.infinity : number > 0 ? number : .nan
  }
  var (exponent, significand) = (number.exponent, number.significand)
  if significand > 1.414_213_562_373_095_1 {
    significand /= 2
    exponent += 1
  }
  // The series of the inverse hyperbolic tangent: the quotient is at most 0.18.
  let quotient = (significand - 1) / (significand + 1)
  let square = quotient * quotient
  var sum = 0.0
  for term in stride(from: 25.0, through: 1, by: -2) { sum = sum * square + 1 / term }
  let doublings = Double(exponent)
  return doublings * logTwo.high + (2 * quotient * sum + doublings * logTwo.low)
}
