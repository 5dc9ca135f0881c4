/// The purpose of a set.
public enum SetKind: String, CaseIterable, Sendable, Vocabulary {
  /// A working set, which is the default.
  case normal
  case warmup
  /// A set continued with less weight.
  case drop
  /// A set performed to failure, or ended by failure.
  case failure

  @usableFromInline package static let words = Words(Self.self)
}

/// A property of a set that can be removed.
public enum SetDetail: String, CaseIterable, Sendable, Vocabulary {
  case weight
  case rpe
  case note
  case seconds
  case metres
  case rir
  case superset
  case perSide

  @usableFromInline package static let words = Words(Self.self)
}

/// A group of exercises whose sets are done in turn: a superset or a circuit.
public enum SupersetGroup: String, CaseIterable, Sendable, Vocabulary {
  case a = "A"
  case b = "B"
  case c = "C"
  case d = "D"
  case e = "E"
  case f = "F"
  case g = "G"
  case h = "H"
  case i = "I"
  case j = "J"
  case k = "K"
  case l = "L"
  case m = "M"
  case n = "N"
  case o = "O"
  case p = "P"
  case q = "Q"
  case r = "R"
  case s = "S"
  case t = "T"
  case u = "U"
  case v = "V"
  case w = "W"
  case x = "X"
  case y = "Y"
  case z = "Z"

  @usableFromInline package static let words = Words(Self.self)
}
