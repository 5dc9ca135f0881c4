/// Returns the parts of a sequence that a fault needs.
///
/// Each part that is found takes a number of calls that grows with the logarithm of its distance from the previous one.
/// The search therefore makes few calls if few parts are needed, or if the needed parts lie close together. `fails`
/// need not be monotone: at every moment the found parts and the parts before them fail together.
///
/// - Parameters:
///   - count: The number of parts. All of them together must fail.
///   - fails: A closure that returns whether the parts with a set flag fail.
/// - Returns: The flags of parts that fail together.
func neededParts<E: Error>(of count: Int, _ fails: ([Bool]) throws(E) -> Bool) throws(E) -> [Bool] {
  var needed = [Bool](repeating: false, count: count)
  var (end, gap, found) = (count, max(1, count / 2), 0)
  // Returns whether the needed parts fail together with the first `length` of the others.
  func fail(_ length: Int) throws(E) -> Bool {
    var flags = needed
    for place in 0..<length { flags[place] = true }
    return try fails(flags)
  }
  while end > 0 {
    // Tests less and less often whether the needed parts suffice: in a long run of needed parts each costs one call.
    let asks = found & (found - 1) == 0
    if asks, try fail(0) { break }
    var (low, top) = (asks ? 0 : -1, end)
    var step = min(gap, end)
    while top - step > low {
      guard try fail(top - step) else {
        low = top - step
        break
      }
      top -= step
      step *= 2
    }
    while top - low > 1 {
      let middle = (top + low) / 2
      if try fail(middle) { top = middle } else { low = middle }
    }
    guard top > 0 else { break }
    needed[top - 1] = true
    found += 1
    gap = max(1, end - top + 1)
    end = top - 1
  }
  return needed
}
