import Events

extension Profile {
  /// The lines of a prompt about the body, without the name; empty if nothing is known.
  var promptLines: [String] {
    [
      sex.map { "- sex: \($0.rawValue)" },
      (bodyWeight.latest?.weight).map { "- body weight: \(decimal($0.value)) \($0.unit.rawValue)" },
      heightCm.map { "- height: \(decimal($0, places: 1)) cm" },
    ].compactMap(\.self)
  }
}
