// The form of each kind of value in a checkpoint.

extension Int {
  @usableFromInline package func write(_ state: inout StateWriter) { state.signed(Int64(self)) }
  @usableFromInline package static func read(_ state: inout StateReader) throws(LineError) -> Int {
    Int(try state.signed())
  }
}

extension Double {
  @usableFromInline package func write(_ state: inout StateWriter) { state.double(self) }
  @usableFromInline package static func read(_ state: inout StateReader) throws(LineError) -> Double
  {
    try state.double()
  }
}

extension Bool {
  @usableFromInline package func write(_ state: inout StateWriter) { state.signed(self ? 1 : 0) }
  @usableFromInline package static func read(_ state: inout StateReader) throws(LineError) -> Bool {
    try state.signed() != 0
  }
}

extension String {
  @usableFromInline package func write(_ state: inout StateWriter) { state.text(self) }
  @usableFromInline package static func read(_ state: inout StateReader) throws(LineError) -> String
  {
    try state.text()
  }
}

extension Name {
  @usableFromInline package func write(_ state: inout StateWriter) { state.name(self) }
  @usableFromInline package static func read(_ state: inout StateReader) throws(LineError) -> Name {
    try state.name()
  }
}

extension EventID {
  @usableFromInline package func write(_ state: inout StateWriter) { state.id(self) }
  @usableFromInline package static func read(_ state: inout StateReader) throws(LineError)
    -> EventID
  {
    try state.id()
  }
}

extension Timestamp {
  @usableFromInline package func write(_ state: inout StateWriter) { state.time(self) }
  @usableFromInline package static func read(_ state: inout StateReader) throws(LineError)
    -> Timestamp
  {
    try state.time()
  }
}

extension LocalDay {
  @usableFromInline package func write(_ state: inout StateWriter) { state.signed(Int64(number)) }
  @usableFromInline package static func read(_ state: inout StateReader) throws(LineError)
    -> LocalDay
  {
    LocalDay(number: Int(try state.signed()))
  }
}

extension Array where Element: FieldValue {
  @usableFromInline package func write(_ state: inout StateWriter) throws(LineError) {
    state.number(UInt64(count))
    for element in self { try element.write(&state) }
  }

  @inlinable
  @_specialize(where Element == Name)
  package static func read(_ state: inout StateReader) throws(LineError)
    -> [Element]
  {
    let count = try state.count()
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try Element.read(&state)) }
    return elements
  }
}

extension Vocabulary {
  /// Writes the word itself, because its index would differ in a build with more words.
  @usableFromInline package func write(_ state: inout StateWriter) { state.text(rawValue) }

  @usableFromInline package static func read(_ state: inout StateReader) throws(LineError) -> Self {
    guard let value = Self(rawValue: try state.text()) else { throw ByteReader.damage }
    return value
  }
}

extension NestedPayload {
  @usableFromInline package func write(_ state: inout StateWriter) throws(LineError) {
    try state.payload(self)
  }

  @inlinable
  package static func read(_ state: inout StateReader) throws(LineError) -> Self {
    try state.payload()
  }
}
