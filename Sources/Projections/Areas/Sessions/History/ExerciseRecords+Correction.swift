import Events

/// The knowledge of the volumes of an exercise in all sessions except the one with the largest volume.
///
/// Without it a correction of a set of that session requires all sets. It is a cache, so all values are equal.
struct OtherVolumes: Equatable, Sendable {
  /// The largest volume, or a larger number; nil if it is unknown, or if volumes may have rounding errors.
  var largest: Double?

  static func == (one: Self, other: Self) -> Bool { true }
}

extension ExerciseRecords {
  /// Returns the records after one of their sets was revised or removed.
  ///
  /// The result is nil if all sets must be examined: if the set had a record and has it no longer.
  ///
  /// - Parameters:
  ///   - correction: The change of the set.
  ///   - exercise: The exercise for which the set counts.
  ///   - bodyKg: The body weight of the day; nil if it is unknown.
  func corrected(
    by correction: History.Correction, of exercise: Name, in history: History, bodyKg: Double?
  ) -> ExerciseRecords? {
    guard let before = correction.before else { return nil }
    let session = history.begun[correction.place.session].session
    var (records, own) = (self, ExerciseRecords())
    if var set = correction.after {
      set.exercise = exercise
      own.add(set, in: session, volume: 0, .epley, bodyKg: set.reps > 0 ? bodyKg : nil)
    }
    guard
      records.correctVolume(by: correction, own, of: exercise, in: session, history),
      records.correctLargest(of: before.seq, own), records.correctLoads(of: before, own),
      own.first != nil || ![first, last].contains(where: { $0?.set.seq == before.seq })
    else { return nil }
    if first?.set.seq == before.seq { records.marks.first = own.first }
    if last?.set.seq == before.seq { records.marks.last = own.last }
    return records
  }

  /// Corrects the records of single sets with any load; returns false if all sets must be examined.
  private mutating func correctLargest(of seq: Int, _ own: ExerciseRecords) -> Bool {
    let kinds: [WritableKeyPath<RecordMarks<Mark>, Mark?>] = [
      \.heaviest, \.oneRepMax, \.product, \.reps, \.longest, \.farthest, \.relative,
    ]
    for kind in kinds {
      let mark = own.marks[keyPath: kind]
      if let old = marks[keyPath: kind], old.set.seq == seq {
        guard let mark, mark.value ?? 0 >= old.value ?? 0 else { return false }
        marks[keyPath: kind] = mark
      } else if let mark, mark.beats(marks[keyPath: kind]) {
        marks[keyPath: kind] = mark
      }
    }
    return true
  }

  /// Corrects the most repetitions with each load; returns false if all sets must be examined.
  private mutating func correctLoads(of before: History.LoggedSet, _ own: ExerciseRecords) -> Bool {
    let old = marks.place(ofLoad: before.weight?.kilograms ?? 0)
    let mark = own.repsAt.first
    if old.isFound, repsAt[old.index].set.seq == before.seq {
      guard let mark, mark.kilograms == repsAt[old.index].kilograms,
        mark.value ?? 0 >= repsAt[old.index].value ?? 0
      else { return false }
    }
    guard let mark else { return true }
    let place = marks.place(ofLoad: mark.kilograms)
    if !place.isFound {
      marks.repsAt.put(mark, at: place.index)
    } else if repsAt[place.index].set.seq == before.seq || mark.beats(repsAt[place.index]) {
      marks.repsAt[place.index] = mark
    }
    return true
  }

  /// Corrects the largest volume of a session; returns false if all sets must be examined.
  private mutating func correctVolume(
    by correction: History.Correction, _ own: ExerciseRecords, of exercise: Name,
    in session: Name, _ history: History
  ) -> Bool {
    let change = correction.change(\.volumeKg)
    guard let old = sessionVolume, let value = old.value else { return change == 0 }
    // The last set with a volume completes the volume of its session.
    let set = own.last?.set
    let isHolder = old.set.seq == correction.before?.seq
    guard correction.keepsSumsExact, let others = otherVolumes.largest else {
      otherVolumes.largest = nil
      return old.session != session
        && history[session].map { $0.volumeKg(of: exercise) < value } ?? false
    }
    guard old.session == session else {
      otherVolumes.largest = others + max(0, change)
      return others + max(0, change) < value
    }
    let completes = set.map { $0.volumeKg > 0 && $0.seq >= old.set.seq } ?? false
    guard value + change > others, (value + change).isCoarse, completes || !isHolder else {
      return false
    }
    let last = completes ? set ?? old.set : old.set
    marks.sessionVolume = Mark(value: value + change, set: last, session: session)
    return true
  }
}

extension History {
  /// Returns the largest volume of an exercise in the sessions except one; nil if sums may have rounding errors.
  ///
  /// Cost: proportional to the number of sets.
  func otherVolumes(of exercise: Name, than session: Name?) -> OtherVolumes {
    var largest = 0.0
    for place in standing {
      var volume = 0.0
      Steps.add(begun[place].sets.count)
      let sets = begun[place].sets
      for offset in sets.indices
      where !sets[offset].isRemoved && merges[sets[offset].exercise] == exercise {
        guard sets[offset].isCoarse else { return OtherVolumes() }
        volume += sets[offset].volumeKg
      }
      guard volume.isCoarse else { return OtherVolumes() }
      if begun[place].session != session { largest = max(largest, volume) }
    }
    return OtherVolumes(largest: largest)
  }
}
