/// The exit status of the process.
enum ExitStatus: Int32 {
  case done = 0
  /// A request was refused by a rule, or a difference was found.
  case refused = 1
  case misuse = 2
  case damagedLog = 3
  case conflict = 4
  case systemFailed = 5
}
