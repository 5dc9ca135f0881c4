// Folders and files that are no logs, and logs that are written for other programs.
extension System {
  /// The end of the name of a file that takes its own name when it is whole.
  package static let unfinishedSuffix = ".unfinished"

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

  /// Returns whether two paths lead to the same file, which is there.
  package func isSameFile(_ path: String, _ other: String) -> Bool {
    guard let one = try? status(path: path), let two = try? status(path: other) else {
      return false
    }
    return one.identity == two.identity
  }

  /// Writes a file, or another in its place, as a whole or not at all.
  ///
  /// It is written next to that place and takes its name when it is whole and on the device.
  ///
  /// - Parameter isShared: A Boolean value indicating whether others may read it as far as the user's mask
  ///   has it, and whether one that was there keeps its permissions; else only its owner may.
  /// - Parameter isCommand: A Boolean value indicating whether a signal that ends the process takes the unfinished
  ///   file away, as nothing in the process of an app does.
  package func replaceFile(
    _ path: String, with bytes: [UInt8], isShared: Bool = false, isCommand: Bool = false
  ) throws(LogError) {
    if let status = try? status(path: path), !status.isRegular {
      throw LogError(
        .refused, path,
        "expected a file or a name that is free, found a folder, a device or a pipe",
        help: "name a file, or '-' for standard output where the command takes it")
    }
    do throws(SystemError) {
      let place = (try? self.place(of: path)) ?? path
      let temporary = place + System.unfinishedSuffix
      remove(temporary)
      defer { if isCommand { keepOnSignal() } }
      do throws(SystemError) {
        let create = { () throws(SystemError) in
          try open(temporary, for: isShared ? .sharing : .creating)
        }
        let file = try isCommand ? makeRemovedOnSignal(temporary, create) : create()
        if isShared, let old = try? status(path: place) { try setMode(old.mode, of: file) }
        try writeAll(bytes, to: file)
        try sync(file)
        try rename(temporary, to: place)
        try sync(try open(System.folder(of: place), for: .reading))
      } catch {
        remove(temporary)
        throw error
      }
    } catch {
      let what = isShared ? "file" : "log"
      throw LogError(error, doing: "write the \(what); nothing of it is left", to: path)
    }
  }

  /// Calls `body` with a new folder that only its owner may enter, and that is removed with all in it.
  package func withScratchFolder<R>(_ body: (_ path: String) throws -> R) throws -> R {
    let folder = temporaryPath()
    do throws(SystemError) {
      guard try makeFolder(folder) else {
        throw SystemError(call: .makeFolder, code: SystemError.existing, path: folder)
      }
    } catch {
      throw LogError(error, doing: "make a folder for what is temporary", to: folder)
    }
    defer { removeTree(folder) }
    return try body(folder)
  }

  /// Writes a file of a scratch folder anew.
  package func writeScratchFile(_ path: String, _ bytes: [UInt8]) throws(LogError) {
    remove(path)
    do throws(SystemError) { try writeAll(bytes, to: try open(path, for: .creating)) } catch {
      throw LogError(error, doing: "write the log for the command")
    }
  }

  /// Writes all of `bytes` at the end of a file.
  func writeAll(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try write(rest, to: file)) }
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
