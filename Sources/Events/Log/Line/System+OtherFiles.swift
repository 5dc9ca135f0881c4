// Folders and files that are no logs.
extension System {
  /// Returns whether there is a folder at `path`.
  package func isFolder(_ path: String) throws(LogError) -> Bool {
    do throws(SystemError) { return try status(path: path).isFolder } catch {
      guard error.isMissing else { throw LogError(error, doing: "look for the folder") }
      return false
    }
  }

  /// Returns the names in a folder, in the order of their bytes.
  package func contents(ofFolder path: String) throws(LogError) -> [String] {
    do throws(SystemError) {
      return try names(in: path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    } catch {
      throw LogError(error, doing: "read the folder")
    }
  }

  /// Writes a file, or another in its place, as a whole or not at all.
  ///
  /// One that was there keeps its permissions.
  package func replaceContents(of path: String, with bytes: [UInt8]) throws(LogError) {
    let name = path.split(separator: "/").last ?? ""
    let temporary = "\(System.folder(of: path))/.\(name).writing"
    do throws(SystemError) {
      remove(temporary)
      let file = try open(temporary, for: .sharing)
      do throws(SystemError) {
        if let old = try? status(path: path) { try setMode(old.mode, of: file) }
        var rest = bytes[...]
        while !rest.isEmpty { rest = rest.dropFirst(try write(rest, to: file)) }
        try sync(file)
        try rename(temporary, to: path)
      } catch {
        remove(temporary)
        throw error
      }
    } catch {
      throw LogError(error, doing: "write the file", to: path)
    }
  }

  /// Calls `body` with a new folder that is removed afterwards, with all that is in it.
  package func inTemporaryFolder<R>(_ body: (_ path: String) throws -> R) throws -> R {
    let parent = environment("TMPDIR") ?? "/tmp"
    var chance = SystemRandomNumberGenerator()
    let id = EventID(milliseconds: now().milliseconds, random: (chance.next(), chance.next()))
    let folder = "\(parent)/replog-\(id)"
    do throws(SystemError) { _ = try makeFolder(folder) } catch {
      throw LogError(error, doing: "make a folder for what is temporary", to: folder)
    }
    defer { removeAll(folder) }
    return try body(folder)
  }

  /// Removes a folder with all that is in it, as far as that is possible; no link is followed.
  private func removeAll(_ folder: String) {
    for name in (try? names(in: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      if (try? isLink(path)) != true, (try? status(path: path))?.isFolder == true {
        removeAll(path)
      } else {
        remove(path)
      }
    }
    removeFolder(folder)
  }
}
