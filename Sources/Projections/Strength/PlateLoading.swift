/// The available plates on each side of a bar that give the total nearest to a target, but not above it.
///
/// The search is exact: it finds every load that the plates can make. A search that takes the heaviest fitting plate
/// first would miss 50 with plates of 45, 35 and 15. Of several ways to the same load it takes the one with the fewest
/// plates, then the one with the heaviest.
public struct PlateLoading: Equatable, Sendable {
  /// Plates of one weight.
  public struct Plates: Equatable, Sendable {
    /// The weight of one plate, in the unit of the bar.
    public let plate: Double
    public let count: Int

    public init(_ plate: Double, _ count: Int) { (self.plate, self.count) = (plate, count) }
  }

  /// The plates of one side, heaviest first.
  public let perSide: [Plates]
  /// The weight of the bar and the plates of both sides.
  public let total: Double
  /// A Boolean value indicating whether `total` is the requested total; otherwise it is the nearest below.
  public let isExact: Bool

  /// Creates the loading of a bar.
  ///
  /// Cost: the number of kinds of plates × the number of loads that they could make.
  ///
  /// - Parameters:
  ///   - total: The target weight, including the bar.
  ///   - bar: The weight of the bar, including its collars.
  ///   - stock: The available plates, for both sides together. Of an odd number, one is not used.
  /// - Throws: A refusal of a total below the weight of the bar, and of plates without a weight.
  public init(total: Double, bar: Double, of stock: [Plates]) throws(Refusal) {
    let wanted = try PlateLoading.thousandths(total, "total")
    let bare = try PlateLoading.thousandths(bar, "bar")
    guard bare <= wanted else {
      throw Refusal(
        .outOfRange,
        "a total of \(entry(of: total)) is less than the bar, which weighs \(entry(of: bar))",
        help: "give a lighter bar with \(.give(.bar))")
    }
    let kinds = try PlateLoading.kinds(stock)
    let search = try PlateSearch(kinds, upTo: (wanted - bare) / 2)
    let loaded = search.best()
    perSide = loaded.map { Plates(Double($0.weight) / 1_000, $0.count) }
    let sum = bare + 2 * loaded.reduce(0) { $0 + $1.weight * $1.count }
    self.total = Double(sum) / 1_000
    isExact = sum == wanted
  }

  /// Returns as many pairs of the usual plates as a bar can hold: 25…1.25 kg, or 45…2.5 lb.
  public static func usual(inPounds: Bool) -> [Plates] {
    let plates = inPounds ? [45, 35, 25, 10, 5, 2.5] : [25, 20, 15, 10, 5, 2.5, 1.25]
    return plates.map { Plates($0, 20) }
  }

  /// Returns a weight in thousandths, for exact sums.
  private static func thousandths(_ weight: Double, _ what: String) throws(Refusal) -> Int {
    guard weight >= 0, weight <= 5_000 else {
      throw Refusal(
        .outOfRange, "a \(what) must be 0…5,000, got \(entry(of: weight))",
        help: "give a weight in this range")
    }
    let count = (weight * 1_000).rounded()
    guard abs(count - weight * 1_000) < 1e-6 else {
      throw Refusal(
        .outOfRange, "a \(what) must have at most 3 decimals, got \(entry(of: weight))",
        help: "round it")
    }
    return Int(count)
  }

  /// Returns the plates of one side, lightest first, each weight once.
  private static func kinds(_ stock: [Plates]) throws(Refusal) -> [PlateSearch.Kind] {
    var kinds: [PlateSearch.Kind] = []
    for plates in stock {
      let weight = try thousandths(plates.plate, "plate")
      guard weight > 0 else {
        throw Refusal(
          .outOfRange, "the weight of a plate must be more than 0", help: "for example 45x4")
      }
      guard (0...1_000).contains(plates.count) else {
        throw Refusal(
          .outOfRange, "the number of plates must be 0…1,000, got \(plates.count)",
          help: "give fewer plates")
      }
      if let place = kinds.firstIndex(where: { $0.weight == weight }) {
        kinds[place].count += plates.count
      } else {
        kinds.append(PlateSearch.Kind(weight: weight, count: plates.count))
      }
    }
    return kinds.map { PlateSearch.Kind(weight: $0.weight, count: $0.count / 2) }
      .filter { $0.count > 0 }.sorted { $0.weight < $1.weight }
  }
}

/// The fewest plates for each load of one side, by dynamic programming over the kinds of plates.
private struct PlateSearch {
  struct Kind {
    /// The weight in thousandths.
    let weight: Int
    var count: Int
  }

  private let kinds: [Kind]
  /// The greatest common divisor of all weights: the distance between loads.
  private let step: Int
  /// The fewest plates for each load, in steps, with the kinds before an index; nil if they cannot make it.
  private var fewest: [[Int32?]] = []

  /// The maximum number of loads to examine.
  private static let most = 200_000

  /// Creates a search for the loads of one side, in thousandths.
  init(_ kinds: [Kind], upTo limit: Int) throws(Refusal) {
    self.kinds = kinds
    step = max(1, kinds.reduce(0) { PlateSearch.divisor($0, $1.weight) })
    let all = kinds.reduce(0) { $0 + $1.weight * $1.count }
    let count = min(limit, all) / step + 1
    guard count * (kinds.count + 1) <= 20 * PlateSearch.most, count <= PlateSearch.most else {
      throw Refusal(
        .outOfRange, "these plates have too many possible combinations to search",
        help: "leave out the smallest plates")
    }
    fewest.append([Int32?](repeating: nil, count: count))
    fewest[0][0] = 0
    for kind in kinds {
      fewest.append(PlateSearch.adding(kind.count, of: kind.weight / step, to: fewest.last ?? []))
    }
  }

  /// Returns the plates of the greatest possible load, heaviest first.
  func best() -> [Kind] {
    guard var load = fewest.last?.lastIndex(where: { $0 != nil }) else { return [] }
    var plates: [Kind] = []
    for place in kinds.indices.reversed() {
      let (weight, all) = (kinds[place].weight / step, fewest[place + 1][load] ?? 0)
      let most = min(kinds[place].count, load / weight)
      // The other kinds make the rest with the remaining plates; this prefers the most plates of the heaviest kind.
      let count = (0...most).last { count in
        fewest[place][load - count * weight].map { $0 + Int32(count) == all } ?? false
      }
      guard let count, count > 0 else { continue }
      plates.append(Kind(weight: kinds[place].weight, count: count))
      load -= count * weight
    }
    return plates
  }

  /// Returns the fewest plates for each load after adding `count` plates of `weight`.
  ///
  /// It examines loads that differ by the weight in sequence and keeps the best of the last `count`. Each load
  /// therefore costs the same for any number of plates.
  private static func adding(_ count: Int, of weight: Int, to fewest: [Int32?]) -> [Int32?] {
    var result = fewest
    for rest in 0..<min(weight, fewest.count) {
      var (window, head) = ([(place: Int, value: Int32)](), 0)
      for (place, load) in stride(from: rest, to: fewest.count, by: weight).enumerated() {
        if let plates = fewest[load] {
          let value = plates - Int32(place)
          while window.count > head, let last = window.last, last.value >= value {
            window.removeLast()
          }
          window.append((place, value))
        }
        while head < window.count, window[head].place < place - count { head += 1 }
        result[load] = head < window.count ? window[head].value + Int32(place) : nil
      }
    }
    return result
  }

  private static func divisor(_ one: Int, _ other: Int) -> Int {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return one
  }
}
