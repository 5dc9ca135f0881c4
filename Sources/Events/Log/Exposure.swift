/// Who beside its owner the permissions of a log let in.
struct Exposure {
  /// Permission bits of the file.
  let file: UInt32
  /// Permission bits of the folder that the file is in, symbolic links resolved; nil when it cannot be
  /// looked at.
  let folder: UInt32?

  /// nil for a log that is no file.
  init?(_ log: Log, _ system: System) {
    guard let mode = log.mode else { return nil }
    file = mode
    folder = try? system.status(path: System.folder(of: system.realPath(log.name))).mode
  }

  /// What is to be said, with the next step.
  var remarks: [String] {
    var remarks: [String] = []
    let bits = String(file & 0o777, radix: 8)
    if file & 0o022 != 0 {
      remarks.append(
        "others can write this file (mode \(bits)); 'chmod 600' leaves it to its owner")
    } else if file & 0o044 != 0 {
      remarks.append("others can read this file (mode \(bits)); 'chmod 600' leaves it to its owner")
    }
    // Where the sticky bit is set, as in /tmp, nobody can take away or replace the file of another.
    if let folder, folder & 0o022 != 0, folder & 0o1000 == 0 {
      remarks.append(
        "others can write the folder it is in (mode \(String(folder & 0o777, radix: 8))), and put "
          + "another log in its place; 'chmod go-w' on the folder prevents that")
    }
    return remarks
  }
}
