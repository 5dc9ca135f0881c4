/// The status that a process ends with.
enum ExitStatus: Int32 {
  case done = 0
  /// A rule of the domain, or a difference found.
  case refused = 1
  case misuse = 2
  case damagedLog = 3
  case conflict = 4
  case systemFailed = 5
}
