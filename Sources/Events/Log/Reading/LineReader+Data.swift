extension LineReader {
  /// The bytes of the current line's data if they contain the values of `event().data`; nil if the values may differ.
  ///
  /// The values may differ if the data is not canonical, has fields unknown to this build, or has an older version.
  /// The data is decoded to check this, but no JSON tree is created.
  var plainData: Bytes? {
    guard let (fields, sumStart) = head, let type = fields.type,
      fields.version == type.newestVersion
    else { return nil }
    var reader = CanonicalReader(
      bytes, at: fields.data, version: fields.version, checks: false, scratch)
    guard (try? type.payload._read(&reader)) != nil, reader.index == sumStart,
      !reader.isNonCanonical
    else { return nil }
    return bytes[fields.data..<sumStart]
  }

  /// Throws an error unless the data of the current line is JSON, for which `next()` relies on the checksum.
  package func checkData() throws(LogError) {
    if head != nil, isWholeEvent { return }
    do throws(LineError) { _ = try Envelope(scanning: line) } catch {
      throw log.damage(error, from: range.lowerBound, to: range.upperBound)
    }
  }

  /// A Boolean value indicating whether the checksums of the current and the previous line continue the previous
  /// ones.
  package var isUnbroken: Bool {
    guard chainedSum != nil, offset > 0 else { return chainedSum != nil }
    let before = bytes.lastLine(before: offset)
    var reader = LineReader(log, LineDecoder(), in: before, isInside: before.lowerBound > 0)
    return (try? reader.next()) != nil && reader.chainedSum != nil
  }

  /// Returns the entities that the event of the current line refers to.
  package func links() throws(LogError) -> EntityLinks {
    if let (fields, sumStart) = head, let type = fields.type {
      var reader = LinkReader(
        CanonicalReader(bytes, at: fields.data, version: fields.version, checks: false, scratch))
      if (try? type.payload._read(&reader)) != nil, reader.fields.index == sumStart {
        return reader.links
      }
    }
    return try event().links
  }

  /// Returns the id of the event, and all strings in its data.
  package func texts() throws(LogError) -> [String] { [id.description] + (try event().data.texts) }
}

extension JSON {
  /// All strings in the value, in order, without the names of members.
  package var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    default: []
    }
  }
}
