/// A check of the permissions that users other than the log's owner have.
struct PermissionCheck {
  /// The remarks, each with the next step for the user.
  let remarks: [String]

  /// Creates the check of a log, or returns nil if the log is not a file.
  init?(_ log: Log, _ system: System) {
    guard let mode = log.mode else { return nil }
    let owner = try? system.status(path: log.name).owner.user
    let folders = PermissionCheck.folders(log.name, system).compactMap { path, what in
      (try? system.status(path: path)).flatMap { PermissionCheck.remark(on: $0, what, of: owner) }
    }
    remarks = [PermissionCheck.remark(on: mode)].compactMap { $0 } + folders
  }

  /// Returns the remark on the file that receives standard output.
  ///
  /// The result is nil if standard output is not a file, or if only the owner can read the file.
  static func ofOutput(_ system: System) -> String? {
    let output = Descriptor(
      number: System.Stream.output.rawValue, path: "standard output", system: nil)
    guard let status = try? system.status(output), status.isRegular else { return nil }
    return remark(on: status.mode)
  }

  /// Returns the remark on a file with these permission bits, or nil if there is none.
  private static func remark(on file: UInt32) -> String? {
    let bits = String(file & 0o777, radix: 8)
    if file & 0o022 != 0 {
      return "other users can write to this file (mode \(bits)); 'chmod 600' allows only its owner"
    }
    guard file & 0o044 != 0 else { return nil }
    return "other users can read this file (mode \(bits)); 'chmod 600' allows only its owner"
  }

  /// Returns the folder of the file, and the folders of the links that lead to it.
  ///
  /// A user with write access to one of these folders can replace the log by another file.
  private static func folders(_ path: String, _ system: System) -> [(path: String, what: String)] {
    var path = path
    var ofLinks: [String] = []
    // The kernel follows at most 40 links.
    for _ in 0..<40 {
      guard (try? system.isLink(path)) == true, let target = try? system.target(ofLink: path)
      else { break }
      let folder = System.folder(of: path)
      if !ofLinks.contains(folder) { ofLinks.append(folder) }
      path = target.hasPrefix("/") ? target : folder + "/" + target
    }
    return [(System.folder(of: path), "its folder")]
      + ofLinks.map { ($0, "the folder of a link to it") }
  }

  /// Returns the remark on a folder of a log that belongs to `owner`, or nil if there is none.
  private static func remark(on folder: FileStatus, _ what: String, of owner: UInt32?) -> String? {
    // If the sticky bit is set, as in /tmp, no user can remove or replace another user's file.
    if folder.mode & 0o022 != 0, folder.mode & 0o1000 == 0 {
      return
        "other users can write to \(what) (mode \(String(folder.mode & 0o777, radix: 8))), so they can replace "
        + "the log; 'chmod go-w' on the folder prevents this"
    }
    guard folder.owner.user != 0, folder.owner.user != owner else { return nil }
    return
      "another user owns \(what) (user \(folder.owner.user)), and can replace the log; "
      + "keep the log in a folder that belongs to the owner of the log"
  }
}

extension System {
  /// A remark on the permissions of the file that receives standard output; nil if there is none.
  package var remarkOnOutput: String? { PermissionCheck.ofOutput(self) }
}
