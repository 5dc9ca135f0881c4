import Projections
import Testing

@Suite struct BisectionTests {
  /// Runs a search and returns it with the states that were judged.
  private func search(
    last: Int, _ judge: (Int) -> Verdict
  ) -> (bisection: Bisection, judged: [Int]) {
    var (bisection, judged) = (Bisection(last: last), [Int]())
    while let state = bisection.next {
      judged.append(state)
      bisection.record(judge(state), of: state)
    }
    return (bisection, judged)
  }

  @Test func `the first failing state is found with a logarithmic number of runs`() {
    for last in 1...70 {
      for first in 1...last {
        let (bisection, judged) = search(last: last) { $0 >= first ? .fails : .passes }
        #expect(bisection.suspects == first...first)
        #expect(Double(1 << judged.count) <= 2 * Double(last), "\(judged) of \(last)")
      }
    }
  }

  @Test func `with any judge, a failing state directly follows a passing one`() {
    for pattern in 0..<2048 {
      let (bisection, judged) = search(last: 12) { pattern >> ($0 - 1) & 1 == 1 ? .fails : .passes }
      let found = bisection.suspects
      #expect(found.count == 1)
      #expect(found.lowerBound == 12 || pattern >> (found.lowerBound - 1) & 1 == 1)
      #expect(found.lowerBound == 1 || pattern >> (found.lowerBound - 2) & 1 == 0)
      #expect(Set(judged).count == judged.count)
    }
  }

  @Test func `states that cannot be judged are suspects, together with the failing one after them`()
  {
    for first in 1...30 {
      for hole in [3...9, 10...12, 14...16, 1...29] {
        let (bisection, _) = search(last: 30) { state in
          hole.contains(state) ? .undecided : state >= first ? .fails : .passes
        }
        #expect(bisection.suspects.contains(first))
        let others = bisection.suspects.filter { $0 != bisection.firstFailed }
        #expect(others.allSatisfy(hole.contains), "\(first) \(hole) \(bisection.suspects)")
      }
    }
  }

  @Test func `an undecided state in the middle costs one more run`() {
    let (bisection, judged) = search(last: 1024) { state in
      state == 512 ? .undecided : state >= 700 ? .fails : .passes
    }
    #expect(bisection.suspects == 700...700)
    #expect(judged.count <= 13)
  }
}
