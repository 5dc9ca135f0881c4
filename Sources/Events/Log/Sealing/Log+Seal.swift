extension Log {
  /// Returns the seal of the log up to the end of the last complete batch, or up to `last`.
  ///
  /// Every line is checked as by any reader, so that nothing damaged is sealed. The hash takes nearly all
  /// of the time, at the rate of `SHA256`; after an `earlier` seal that is resumable only the bytes since
  /// then are hashed. The earlier ones are then believed by the chained sum of the lines, which a careful
  /// forger can keep: but the seal that results is that of the bytes as they were, so that a check of it
  /// finds the forgery.
  ///
  /// - Parameters:
  ///   - last: The position of the last event to seal; nil for all.
  ///   - earlier: A seal of the same log. One that is not resumable, or that lies before lines without
  ///     sums, is compared with a hash of its bytes.
  /// - Throws: `LogError.Kind.damaged` where a line is, and where the log is not what was sealed earlier.
  public func seal(through last: Int? = nil, after earlier: Seal? = nil) throws(LogError) -> Seal {
    var log = self
    // Every line is looked at, those before a checkpoint too.
    log.checkpoint = nil
    var pass = SealPass(earlier)
    let found = try pass.place(in: log, through: last)
    if let earlier { try log.require(earlier, through: found, pass) }
    var hash = PrefixHash(of: bytes)
    if let earlier, let continuation = pass.continuation {
      hash = PrefixHash(of: bytes, after: earlier.bytes, continuation.state)
    } else if let earlier, hash.hash(upTo: earlier.bytes, onProgress) != earlier.hash {
      throw SealCheck.Fault.otherContent.error(of: earlier, name)
    }
    let words = hash.hash(upTo: found.end, onProgress)
    return Seal(
      seq: found.seq, bytes: found.end, hash: words,
      continuation: found.sum.map { Seal.Continuation(sum: $0, state: hash.state) })
  }

  /// Throws unless `earlier` ends where a line does that is sealed now, with the same sum.
  private func require(
    _ earlier: Seal, through found: SealPass.Place, _ pass: SealPass
  ) throws(LogError) {
    guard earlier.bytes <= found.end else {
      throw SealCheck.Fault.shorter(found.end).error(of: earlier, name)
    }
    guard let place = pass.earlierPlace else {
      throw SealCheck.Fault.otherContent.error(of: earlier, name)
    }
    guard place.seq == earlier.seq else {
      throw SealCheck.Fault.otherSeq(place.seq).error(of: earlier, name)
    }
    if let expected = earlier.continuation?.sum, let sum = place.sum, sum != expected {
      throw SealCheck.Fault.otherContent.error(of: earlier, name)
    }
  }
}

/// One pass over the lines of a log, for the place that a seal ends at.
private struct SealPass {
  /// The end of a line.
  struct Place {
    var seq = 0
    var end = 0
    /// The sum of the line, which covers all before it; nil where any line before has none, or is missing.
    var sum: UInt64? = 0
  }

  let earlier: Seal?
  /// The place where the earlier seal ends; nil where no line ends there.
  private(set) var earlierPlace: Place?

  init(_ earlier: Seal?) { self.earlier = earlier }

  /// The place to go on from; nil where all of the log has to be hashed.
  var continuation: Seal.Continuation? {
    guard let continuation = earlier?.continuation, earlierPlace?.sum == continuation.sum else {
      return nil
    }
    return continuation
  }

  /// Returns the place after the last line that is meant.
  mutating func place(in log: Log, through last: Int?) throws(LogError) -> Place {
    let end = try log.tail().end
    var lines = log.lines()
    var place = Place()
    keep(place)
    while let line = try lines.next(), line.seq <= last ?? .max {
      let lineEnd = lines.offset + lines.line.count
      // The last line may lack its newline.
      place.end = min(lineEnd + 1, end)
      place.seq = line.seq
      place.sum = place.sum == nil ? nil : lines.chainedSum
      // It may have lacked it when it was sealed, too.
      if earlier?.bytes == lineEnd { earlierPlace = place }
      keep(place)
    }
    return place
  }

  private mutating func keep(_ place: Place) {
    if place.end == earlier?.bytes { earlierPlace = place }
  }
}
