// The files next to a log that hold data of the log.
extension System {
  /// Returns whether a path is the checkpoint of the log at `log`, or in it; neither need exist.
  package func isCheckpoint(_ path: String, ofLog log: String) -> Bool {
    let checkpoint = Checkpoint.path(of: (try? place(of: log)) ?? log)
    func name(_ path: String) -> Substring? { path.split(separator: "/").last }
    func folder(_ path: String) -> String {
      let end = path.lastIndex { $0 != "/" }
      return System.folder(of: String(path[...(end ?? path.startIndex)]))
    }
    return [path, System.folder(of: path)].contains { path in
      isSameFile(path, checkpoint)
        || name(path) == name(checkpoint) && isSameFile(folder(path), folder(checkpoint))
    }
  }

  /// Returns the paths of the files next to a log that hold data of the log, or of one that had its name, in order.
  package func companions(ofLog log: String) -> [String] {
    let place = (try? place(of: log)) ?? log
    guard let log = place.split(separator: "/").last.map(String.init),
      let names = try? names(in: System.folder(of: place))
    else { return [] }
    let whole = [".checkpoint", ".before-repair", ".repairing", ".pending", ".refused", ".sync"]
      .map { log + $0 }
    // A second copy has a number after a point.
    let beginnings = [".before-repair.", ".torn-", ".old-", ".pending.torn-", ".refused.torn-"]
      .map { log + $0 }
    let found = names.filter { whole.contains($0) || beginnings.contains(where: $0.hasPrefix) }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { place.dropLast(log.count) + $0 }
  }
}
