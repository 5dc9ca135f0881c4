extension Log {
  /// Returns the seal of the log up to the last complete batch, or up to `last`.
  ///
  /// Every line is checked, so that no damaged log is sealed. The hash takes nearly all of the time, at the rate of
  /// `SHA256`. After a resumable `earlier` seal only the later bytes are hashed, and the rest of its last block. Only
  /// the chained checksums then cover the earlier bytes, and a careful forger can keep these valid. But the new seal
  /// is based on the earlier hash, so a check of the new seal detects the forgery.
  ///
  /// - Parameters:
  ///   - last: The position of the last event to seal; nil for all events.
  ///   - earlier: A seal of the same log. If it is not resumable, or if lines without checksums follow it, the seal
  ///     is compared with a hash of its bytes.
  /// - Throws: `LogError.Kind.damaged` for a damaged line, for a log that differs from the earlier seal, and for a
  ///   seal with a state that does not lead to its hash.
  public func seal(through last: Int? = nil, after earlier: Seal? = nil) throws(LogError) -> Seal {
    var log = self
    // Every line is checked, including the lines before a checkpoint.
    log.checkpoint = nil
    var pass = SealPass(earlier: earlier)
    let found = try pass.place(in: log, through: last)
    if let earlier { try log.require(earlier, through: found, pass) }
    var hash = PrefixHash(of: bytes)
    if let earlier {
      let state = pass.continuation?.state
      if let state { hash = PrefixHash(of: bytes, after: earlier.bytes, state) }
      guard hash.hash(upTo: earlier.bytes, onProgress) == earlier.hash else {
        throw state == nil
          ? SealCheck.Fault.otherContent.error(of: earlier, name) : earlier.wrongState(name)
      }
    }
    let words = hash.hash(upTo: found.end, onProgress)
    return Seal(
      seq: found.seq, bytes: found.end, hash: words,
      continuation: found.sum.map { Seal.Continuation(sum: $0, state: hash.state) })
  }

  /// Throws an error unless `earlier` ends at the end of a line and has the checksum of that line.
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

/// A pass over the lines of a log that finds the end of a seal.
private struct SealPass {
  /// The end of a line.
  struct Place {
    var seq = 0
    var end = 0
    /// The checksum of the line, which covers all lines before; nil if one of them is missing or has no checksum.
    var sum: UInt64? = 0
  }

  let earlier: Seal?
  /// The place where the earlier seal ends; nil if no line ends there.
  private(set) var earlierPlace: Place?

  /// The state to continue from; nil if the whole log must be hashed.
  var continuation: Seal.Continuation? {
    guard let continuation = earlier?.continuation, earlierPlace?.sum == continuation.sum else {
      return nil
    }
    return continuation
  }

  /// Returns the place after the last line to seal.
  mutating func place(in log: Log, through last: Int?) throws(LogError) -> Place {
    let end = try log.tail().end
    var lines = log.lines()
    var place = Place()
    keep(place)
    while let line = try lines.next(), line.seq <= last ?? .max {
      try lines.checkData()
      let lineEnd = lines.offset + lines.line.count
      // The last line may lack its newline.
      place.end = min(lineEnd + 1, end)
      place.seq = line.seq
      place.sum = place.sum == nil ? nil : lines.chainedSum
      // The last line may also have lacked its newline when the log was sealed.
      if earlier?.bytes == lineEnd { earlierPlace = place }
      keep(place)
    }
    return place
  }

  private mutating func keep(_ place: Place) {
    if place.end == earlier?.bytes { earlierPlace = place }
  }
}
