import Events

/// The imported sets of a log, by number: packed, and found by their ids.
///
/// Memory: 32 bytes for a set, its values packed, and 4 to 8 bytes to find it by its id.
struct StoredSets: Sendable {
  /// A set, and the one that follows it in its session.
  struct Stored: Sendable {
    let id: EventID
    /// The values as the last import had them, and as they are: one place where they are the same.
    fileprivate var imported: PackedSets.Place
    fileprivate var now: PackedSets.Place
    fileprivate var next: UInt32 = LinkedNumbers.none
    var presence = ImportedSessions.Presence.there
  }

  private var packed = PackedSets()
  /// Chunks instead of one array: an array that grows needs the old and the new place at once.
  private var chunks: [[Stored]] = []
  private var count = 0
  /// The numbers of the sets plus 1, by the hashes of their ids; 0 for a free slot.
  private var slots: [UInt32] = []
  private static let chunkBits = 14
  private static let chunkSize = 1 << chunkBits

  /// The set with a number.
  subscript(number: Int) -> Stored {
    get { chunks[number >> Self.chunkBits][number & (Self.chunkSize - 1)] }
    set { chunks[number >> Self.chunkBits][number & (Self.chunkSize - 1)] = newValue }
  }

  /// Adds a set to those of a session.
  mutating func append(_ set: SetLogged, _ id: EventID, to session: inout LinkedNumbers) {
    let place = packed.append(set)
    if count & (Self.chunkSize - 1) == 0 {
      chunks.append([])
      chunks[chunks.count - 1].reserveCapacity(Self.chunkSize)
    }
    chunks[chunks.count - 1].append(Stored(id: id, imported: place, now: place))
    let number = UInt32(count)
    if session.last == LinkedNumbers.none {
      session.first = number
    } else {
      self[Int(session.last)].next = number
    }
    session.last = number
    count += 1
    enter(number)
  }

  /// Corrects a set, and what the last import had where it was corrected by one.
  mutating func revise(_ number: Int, _ revision: SetRevised, _ isImport: Bool) {
    let old = self[number]
    let now = revised(old.now, revision)
    self[number].now = now
    guard isImport else { return }
    self[number].imported = old.imported == old.now ? now : revised(old.imported, revision)
  }

  private mutating func revised(
    _ place: PackedSets.Place, _ revision: SetRevised
  ) -> PackedSets.Place {
    packed.append(packed.set(at: place, of: Name(revision.set)).set.revised(by: revision))
  }

  /// Returns the sets of a session, in the order in which they were logged.
  func all(_ numbers: LinkedNumbers, of session: Name) -> [ImportedSessions.LoggedSet] {
    var found: [ImportedSessions.LoggedSet] = []
    var next = numbers.first
    while next != LinkedNumbers.none {
      let stored = self[Int(next)]
      let imported = packed.set(at: stored.imported, of: session).set
      let now =
        stored.now == stored.imported ? imported : packed.set(at: stored.now, of: session).set
      found.append(
        .init(id: stored.id, imported: imported, now: now, presence: stored.presence))
      next = stored.next
    }
    return found
  }
}

// MARK: - By id

extension StoredSets {
  /// Returns the number of the set with an id; nil where there is none.
  func number(of id: EventID) -> Int? {
    guard !slots.isEmpty else { return nil }
    let number = slots[slot(of: id)]
    return number == 0 ? nil : Int(number) - 1
  }

  /// Returns the slot of an id, or the free one in which it would be.
  private func slot(of id: EventID) -> Int {
    let mask = slots.count - 1
    var slot = id._rawHashValue(seed: 0) & mask
    while slots[slot] != 0, self[Int(slots[slot]) - 1].id != id { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func enter(_ number: UInt32) {
    if count * 2 > slots.count {
      slots = Array(repeating: 0, count: max(64, slots.count * 2))
      for number in 0..<count - 1 { slots[slot(of: self[number].id)] = UInt32(number) + 1 }
    }
    slots[slot(of: self[Int(number)].id)] = number + 1
  }
}

/// The first and the last of numbers each of which leads to the next.
struct LinkedNumbers: Sendable {
  /// The number that is none.
  static let none = UInt32.max
  fileprivate(set) var first = none
  fileprivate(set) var last = none
}
