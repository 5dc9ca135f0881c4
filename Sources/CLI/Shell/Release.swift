/// The release of this build.
enum Release {
  /// Its version.
  ///
  /// From 1.0.0 on, the first number changes when the JSON does.
  static let version = "1.0.0"

  /// The date of the release, for the manual page.
  static let date = "2026-11-25"
}
