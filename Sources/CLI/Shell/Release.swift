/// The release that this build is of.
enum Release {
  /// Its version.
  ///
  /// From 1.0.0 on, the first number changes when the JSON does.
  static let version = "1.0.0"

  /// Its day, for the page of the manual.
  static let date = "2026-11-25"
}
