// Folders for what is temporary, each with a file that its process has locked.
extension System {
  /// The beginning of the names of such folders, after that of all temporary files.
  private static let scratchKind = "scratch-"

  /// Calls `body` with a new folder that only its owner may enter, and that is removed with all in it.
  ///
  /// SIGKILL leaves it, and the next call removes it.
  package func withScratchFolder<R>(_ body: (_ path: String) throws -> R) throws -> R {
    removeAbandonedFolders()
    let folder = temporaryPath(System.scratchKind)
    do throws(SystemError) {
      guard try makeFolder(folder) else {
        throw SystemError(call: .makeFolder, code: SystemError.existing, path: folder)
      }
    } catch {
      throw LogError(error, doing: "make a folder for what is temporary", to: folder)
    }
    defer { removeTree(folder) }
    return try withExtendedLifetime(lockFolder(folder)) { try body(folder) }
  }

  /// Writes a file of a scratch folder anew.
  package func writeScratchFile(_ path: String, _ bytes: [UInt8]) throws(LogError) {
    remove(path)
    do throws(SystemError) { try writeAll(bytes, to: try open(path, for: .creating)) } catch {
      throw LogError(error, doing: "write the log for the command")
    }
  }

  /// Locks a new folder; returns nil where that fails, and no other process then removes the folder.
  ///
  /// The lock has its name once it is held: no other process ever finds it free before.
  private func lockFolder(_ folder: String) -> Descriptor? {
    let unnamed = System.lock(of: folder) + System.unfinishedSuffix
    guard let file = try? open(unnamed, for: .creating), (try? lock(file)) == true,
      (try? rename(unnamed, to: System.lock(of: folder))) != nil
    else { return nil }
    return file
  }

  private static func lock(of folder: String) -> String { folder + "/lock" }

  /// Removes the scratch folders of this user whose processes have ended.
  private func removeAbandonedFolders() {
    let parent = temporaryFolder
    for name in (try? names(in: parent)) ?? []
    where name.hasPrefix(System.temporaryPrefix + System.scratchKind) {
      let folder = "\(parent)/\(name)"
      guard (try? isLink(folder)) == false,
        (try? status(path: folder))?.owner.user == System.effectiveUser,
        let left = try? open(System.lock(of: folder), for: .nonblocking),
        (try? lock(left)) == true
      else { continue }
      removeTree(folder)
    }
  }

  /// Removes a folder with all in it, as far as that is possible; no link is followed.
  private func removeTree(_ folder: String) {
    for name in (try? names(in: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      if (try? isLink(path)) == false, (try? status(path: path))?.isFolder == true {
        removeTree(path)
      } else {
        remove(path)
      }
    }
    removeFolder(folder)
  }
}
