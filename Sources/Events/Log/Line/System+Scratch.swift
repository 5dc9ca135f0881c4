// Files that are written for other programs.
extension System {
  /// Returns whether two paths lead to the same file, which is there.
  package func isSameFile(_ path: String, _ other: String) -> Bool {
    guard let one = try? status(path: path), let two = try? status(path: other) else {
      return false
    }
    return one.identity == two.identity
  }

  /// Writes a file that only its owner may read, in place of one that is there.
  ///
  /// It is written next to that and takes its name when it is whole and on the device.
  package func replaceFile(_ path: String, with bytes: [UInt8]) throws(LogError) {
    do throws(SystemError) {
      let place = (try? self.place(of: path)) ?? path
      let temporary = place + ".unfinished"
      remove(temporary)
      do throws(SystemError) {
        try create(temporary, with: bytes, isDurable: true)
        try rename(temporary, to: place)
        try sync(try open(System.folder(of: place), for: .reading))
      } catch {
        remove(temporary)
        throw error
      }
    } catch {
      throw LogError(error, doing: "write the log; nothing of it is left", to: path)
    }
  }

  /// Calls `body` with a new folder that only its owner may enter, and that is removed with all in it.
  package func withScratchFolder<R>(_ body: (_ path: String) throws -> R) throws -> R {
    var chance = SystemRandomNumberGenerator()
    let number: UInt64 = chance.next()
    let folder = (environment("TMPDIR") ?? "/tmp") + "/replog-" + String(number, radix: 36)
    do throws(SystemError) {
      guard try makeFolder(folder) else {
        throw SystemError(call: .makeFolder, code: SystemError.existing, path: folder)
      }
    } catch {
      throw LogError(error, doing: "make a folder for the log")
    }
    defer { removeTree(folder) }
    return try body(folder)
  }

  /// Writes a file of a scratch folder anew.
  package func writeScratchFile(_ path: String, _ bytes: [UInt8]) throws(LogError) {
    remove(path)
    do throws(SystemError) { try create(path, with: bytes, isDurable: false) } catch {
      throw LogError(error, doing: "write the log for the command")
    }
  }

  private func create(
    _ path: String, with bytes: [UInt8], isDurable: Bool
  ) throws(SystemError) {
    let file = try open(path, for: .creating)
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try write(rest, to: file)) }
    if isDurable { try sync(file) }
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
