extension EventType {
  /// The fields of the data, in wire order.
  package var description: PayloadDescription {
    var source = DescriptionSource()
    _ = try? body(from: &source)
    return source.description
  }
}

/// A source that describes a payload instead of reading it.
private struct DescriptionSource: PayloadSource {
  var description = PayloadDescription.none

  mutating func payload<P: Payload>() throws(LineError) -> P {
    description = P.description
    throw .newer
  }
}
