import Events
import Projections
import Testing

@Suite struct PlateLoadingTests {
  private typealias Plates = PlateLoading.Plates

  private func stock(_ plates: (Double, Int)...) -> [Plates] { plates.map { Plates($0.0, $0.1) } }

  @Test func `plates are found even if starting with the heaviest one that fits fails`() throws {
    let have = stock((45, 4), (35, 4), (25, 4), (15, 4), (10, 4))
    let loading = try PlateLoading(total: 145, bar: 45, of: have)
    #expect(loading.perSide == [Plates(35, 1), Plates(15, 1)])
    #expect(loading.total == 145 && loading.isExact)
  }

  @Test func `if the smallest plate weighs 5 lb, the load rises in steps of 10 lb`() throws {
    // Source: issue 37 of nSuns.
    let have = stock((45, 8), (25, 8), (10, 8), (5, 8))
    #expect(try PlateLoading(total: 135, bar: 45, of: have).isExact)
    for unreachable in [130.0, 140] {
      let loading = try PlateLoading(total: unreachable, bar: 45, of: have)
      #expect(!loading.isExact && loading.total == unreachable - 5)
    }
  }

  @Test func `an odd plate is left over, and no plate is used twice`() throws {
    let loading = try PlateLoading(total: 100, bar: 20, of: stock((20, 3), (10, 2), (5, 1)))
    #expect(loading.perSide == [Plates(20, 1), Plates(10, 1)])
    #expect(loading.total == 80 && !loading.isExact)
    let twice = try PlateLoading(total: 100, bar: 20, of: stock((20, 1), (20, 3)))
    #expect(twice.perSide == [Plates(20, 2)] && twice.isExact)
  }

  @Test func `an empty bar and an empty rack are loads, too`() throws {
    #expect(try PlateLoading(total: 20, bar: 20, of: stock((20, 2))).perSide.isEmpty)
    let bare = try PlateLoading(total: 60, bar: 20, of: [])
    #expect(bare.total == 20 && !bare.isExact)
    #expect(try PlateLoading(total: 22.5, bar: 20, of: stock((1.25, 2))).isExact)
  }

  @Test func `the standard plates can load every step`() throws {
    for total in stride(from: 20.0, through: 300, by: 2.5) {
      #expect(
        try PlateLoading(total: total, bar: 20, of: PlateLoading.usual(inPounds: false)).isExact)
    }
    for total in stride(from: 45.0, through: 600, by: 5) {
      #expect(
        try PlateLoading(total: total, bar: 45, of: PlateLoading.usual(inPounds: true)).isExact)
    }
  }

  @Test(arguments: 0..<200)
  func `no other choice of plates comes nearer, or uses fewer plates`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let weights = [1.25, 2.5, 5, 7.5, 10, 15, 20, 25].shuffled(using: &generator).prefix(4)
    let have = weights.map { Plates($0, Int.random(in: 0...6, using: &generator)) }
    let total = 20 + Double(Int.random(in: 0...80, using: &generator)) * 1.25
    let loading = try PlateLoading(total: total, bar: 20, of: have)
    // Every choice there is.
    var choices: [(sum: Double, count: Int)] = [(0, 0)]
    for plates in have {
      choices = choices.flatMap { choice in
        (0...plates.count / 2).map { (choice.sum + Double($0) * plates.plate, choice.count + $0) }
      }
    }
    let reachable = choices.filter { 20 + 2 * $0.sum <= total }
    let best = try #require(reachable.map(\.sum).max())
    #expect(loading.total == 20 + 2 * best)
    #expect(loading.isExact == (loading.total == total))
    let fewest = reachable.filter { $0.sum == best }.map(\.count).min()
    #expect(loading.perSide.reduce(0) { $0 + $1.count } == fewest)
    #expect(loading.perSide.reduce(0) { $0 + $1.plate * Double($1.count) } == best)
    for plates in loading.perSide {
      #expect(have.contains { $0.plate == plates.plate && $0.count / 2 >= plates.count })
    }
  }

  @Test func `plates without a weight, and totals below the bar, are refused`() {
    expect("a total of 15 is less than the bar, which weighs 20") {
      () throws(Refusal) in try PlateLoading(total: 15, bar: 20, of: [])
    }
    expect("the weight of a plate must be more than 0") {
      () throws(Refusal) in try PlateLoading(total: 60, bar: 20, of: [Plates(0, 4)])
    }
    expect("a plate must be 0…5,000, got -5") {
      () throws(Refusal) in try PlateLoading(total: 60, bar: 20, of: [Plates(-5, 4)])
    }
    expect("the number of plates must be 0…1,000, got -2") {
      () throws(Refusal) in try PlateLoading(total: 60, bar: 20, of: [Plates(5, -2)])
    }
    expect("a plate must have at most 3 decimals, got 0.0005") {
      () throws(Refusal) in try PlateLoading(total: 60, bar: 20, of: [Plates(0.0005, 4)])
    }
    expect("these plates have too many possible combinations to search") {
      () throws(Refusal) in
      try PlateLoading(total: 5_000, bar: 20, of: [Plates(0.001, 2), Plates(2_000, 4)])
    }
  }

  private func expect(
    _ message: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ load: () throws(Refusal) -> PlateLoading
  ) {
    #expect(sourceLocation: sourceLocation) {
      _ = try load()
    } throws: { error in
      (error as? Refusal)?.message == message
    }
  }
}
