import Events
import Projections
import Testing

@Suite struct PairingTests {
  private func paired(_ old: [String], _ new: [String]) -> Pairing {
    var pairing = Pairing(old: old.count, new: new.count)
    pairing.match(old: { old[$0] }, new: { new[$0] })
    return pairing
  }

  @Test func `things with the same key are paired in their order`() {
    let pairing = paired(["a", "b", "a"], ["b", "a", "a", "a", "c"])
    #expect(pairing.olds == [1, 0, 2, nil, nil])
    #expect(pairing.isPaired == [true, true, true])
  }

  @Test func `a later pass pairs the rest`() {
    var pairing = paired(["a", "b", "c"], ["x", "b", "y"])
    #expect(pairing.isPaired == [false, true, false])
    pairing.match(old: { $0 == 0 ? nil : 1 }, new: { _ in 1 })
    #expect(pairing.olds == [2, 1, nil])
  }

  @Test func `things at the same place are paired until one list ends`() {
    var pairing = Pairing(old: 3, new: 2)
    #expect(!pairing.isComplete)
    pairing.matchPlaces { $0 == 1 }
    #expect(pairing.olds == [nil, 1])
    #expect(pairing.isPaired == [false, true, false])
    #expect(!pairing.isComplete)
    pairing.matchPlaces { _ in true }
    #expect(pairing.olds == [0, 1])
    #expect(pairing.isComplete)
    #expect(Pairing(old: 0, new: 2).isComplete)
  }

  @Test func `a preferred element is paired before others with its key, wherever it is`() {
    var pairing = Pairing(old: 3, new: 3) { $0 > 0 }
    pairing.matchPlaces { $0 == 0 }
    #expect(pairing.olds == [nil, nil, nil])
    pairing.match(old: { _ in 1 }, new: { _ in 1 })
    #expect(pairing.olds == [1, 2, 0])
  }

  @Test func `comparing the same places first changes no pair`() {
    struct Placed: Hashable {
      let thing: Int
      let place: Int
    }
    var random = SeededGenerator(seed: 4)
    var complete = 0
    for _ in 0..<2_000 {
      let old = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        Int.random(in: 0...3, using: &random)
      }
      // Some moved, one changed, one more or one fewer.
      var new = old
      if Bool.random(using: &random) { new.shuffle(using: &random) }
      if Bool.random(using: &random), let last = new.popLast() { new.append((last + 1) % 4) }
      if Bool.random(using: &random) { new.append(Int.random(in: 0...3, using: &random)) }
      if Bool.random(using: &random), !new.isEmpty { new.removeFirst() }
      func rest(_ pairing: inout Pairing) {
        if pairing.isComplete { complete += 1 }
        guard !pairing.isComplete else { return }
        pairing.match(
          old: { Placed(thing: old[$0], place: $0) }, new: { Placed(thing: new[$0], place: $0) })
        pairing.match(old: { old[$0] }, new: { new[$0] })
      }
      var (with, without) = (
        Pairing(old: old.count, new: new.count), Pairing(old: old.count, new: new.count)
      )
      with.matchPlaces { old[$0] == new[$0] }
      rest(&with)
      rest(&without)
      #expect(with.olds == without.olds)
      #expect(with.isPaired == without.isPaired)
    }
    #expect(complete > 100)
  }

  @Test func `elements between the same neighbours are paired`() {
    var pairing = paired(["100", "110", "120"], ["60", "100", "115", "120"])
    pairing.matchGaps(old: { _ in "squat" }, new: { _ in "squat" })
    #expect(pairing.olds == [nil, 0, 1, 2])
  }
}
