/// The decisions of a remote on units that devices offer, one after the other.
struct UnitTrial {
  private var judge: any UnitJudge
  /// A closure that words a remedy for the user of the device.
  private let words: (Remedy) -> String

  init(_ judge: any UnitJudge, words: @escaping (Remedy) -> String) {
    (self.judge, self.words) = (judge, words)
  }

  /// Begins to judge units at the end of a log.
  mutating func begin(_ log: Log) throws { try judge.begin(log) }

  /// Takes a unit or refuses it.
  ///
  /// - Parameters:
  ///   - lines: The lines of its events.
  ///   - restores: A Boolean value indicating whether the log had the events before, so that nothing is judged.
  ///   - batch: A closure that compares drafts with the log.
  ///   - append: A closure that appends them.
  mutating func fate(
    of lines: [[UInt8]], _ restores: Bool, batch: ([Draft]) throws -> Batch,
    append: ([Draft]) throws -> Appended
  ) -> UnitFate {
    var drafts: [Draft] = []
    do throws(LineError) {
      for line in lines {
        drafts.append(try Bytes.of(line) { (bytes) throws(LineError) in try Draft(line: bytes) })
      }
    } catch {
      let why = "each line must be an event: \(error.message)"
      return .refused(Self.ids(of: lines), Self.invalid(why))
    }
    let own = drafts.compactMap(\.id)
    guard own.count == drafts.count, drafts.allSatisfy({ $0.at != nil }) else {
      return .refused(own, Self.invalid("an event must have an id and a time"))
    }
    do {
      let batch = try batch(drafts)
      if batch.isEmpty {
        return .duplicate(batch.receipts.map { UnitFate.Place(id: $0.id, seq: $0.seq) })
      }
      var notes: [String] = []
      if !restores {
        switch try judge.verdict(on: batch.newDrafts()) {
        case .refused(let reason): return .refused(own, reason)
        case .taken(let remarks): notes = remarks
        }
      }
      let appended = try append(drafts)
      if !restores {
        judge.note(taken: appended.acknowledgements.filter { !$0.isDuplicate }.map(\.event))
      }
      return .taken(
        appended.acknowledgements.map { UnitFate.Place(id: $0.event.id, seq: $0.event.seq) },
        notes: notes)
    } catch let error as LogError where [.refused, .conflict].contains(error.kind) {
      return .refused(own, reason(error, of: own.first))
    } catch {
      return .failed(own, reason(error))
    }
  }

  /// Returns an error as a reason in the words of the remote.
  ///
  /// - Parameter id: The first event of the unit that the error is about; nil for none.
  func reason(_ error: any Error, of id: EventID? = nil) -> UnitFate.Reason {
    guard var error = error as? LogError else { return UnitFate.Reason(.systemFailed, "\(error)") }
    // A sync takes no event of the future on request: one of the clocks is wrong, or its time comes.
    if error.code == .inFuture, let id {
      error.help = "compare the clocks of both machines, then submit it again: \(.retryRefused(id))"
    }
    return UnitFate.Reason(error.code, error.message, help: error.help.map(words))
  }

  private static func invalid(_ why: String) -> UnitFate.Reason {
    UnitFate.Reason(.invalidInput, why, help: "use the same release on both machines")
  }

  /// Returns the ids in lines that may not all be events.
  static func ids(of lines: [[UInt8]]) -> [EventID] {
    lines.compactMap { line in
      (try? Bytes.of(line) { (bytes) throws(LineError) in try JSON(bytes) })?["id"]?.text
        .flatMap { EventID($0) }
    }
  }
}
