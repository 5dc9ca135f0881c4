import Events

/// `replog split`: a log in pieces, each a log of its own.
struct SplitCommand: Command {
  let name = "split"
  let summary = "write one file for each user, day, type or area"
  let example = "replog split --by user -d users"
  let remark = """
    Each file is a log that every view can read, and its events keep their positions. Together, the files contain \
    every event of the log once. Events that one user recorded together at the same time remain a batch, so 'merge' \
    keeps their order. '--by type' and '--by area' may divide such a batch; 'merge' then orders its parts by id. \
    'cat users/*.jsonl | sort -t : -k 2n | replog append --log again.jsonl' recombines \
    the files. In file names, %XX replaces each byte except letters, digits, '@', '+', '-', '.' and '_'.
    """
  let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  private var property = Property.user
  private var folder = FilePath(argument: ".")

  /// A property of an event that decides about its piece.
  enum Property: String, ChoiceArgument {
    case user, day, type, area

    static var placeholder: String { "PROPERTY" }
  }

  mutating func arguments(_ a: some Arguments) throws {
    try a.required(&property, "--by", "the property that the events of a file share")
    try a.option(&folder, "-d", "the folder for the new files (default: the current folder)")
  }

  func run(_ shell: inout Shell) throws {
    let folder = folder?.text ?? "."
    try shell.requireOther(folder, option: "-d")
    if try shell.system.exists(folder), try !shell.system.isFolder(folder) {
      throw LogError(
        .system, folder, "'-d' must name a folder, got a file",
        help: "name another folder with '-d'")
    }
    let log = try shell.openLog()
    let pieces = try LogPieces(of: log) { line, lines in
      switch property {
      case .user: line.user.map { fileName(of: $0.text) } ?? "_nobody"
      case .day: "\(line.at.day)"
      case .type: fileName(of: lines.type)
      case .area: line.area.map { "\($0)" } ?? "_unknown"
      }
    }
    let files = pieces.keys.map { (key: $0, path: folder + "/" + $0 + ".jsonl") }
    if !shell.options.dryRun { try write(pieces, files, to: folder, &shell) }
    try shell.show(
      SplitReport(
        files: files.map { ($0.path, pieces.count(of: $0.key)) }, isDryRun: shell.options.dryRun))
  }

  private func write(
    _ pieces: LogPieces, _ files: [(key: String, path: String)], to folder: String,
    _ shell: inout Shell
  ) throws {
    try shell.system.makeFolders(folder)
    // All before the first is written: a folder of old and new pieces would be no log.
    do throws(LogError) {
      for file in files { try NewLogFile.requireFree(file.path, system: shell.system) }
    } catch var error {
      if error.kind == .refused { error.help = "move it away, or name another folder with '-d'" }
      throw error
    }
    for (key, path) in files {
      let file = try NewLogFile(path, ownerOf: shell.logPath, isCommand: true, system: shell.system)
      try pieces.forEachLines(of: key) { (lines) throws(LogError) in try file.write(lines) }
      try file.finish()
    }
  }

  /// Returns a name as the name of a file, different for different names.
  private func fileName(of text: String) -> String {
    var name = ""
    for (index, byte) in text.utf8.enumerated() {
      let character = Character(Unicode.Scalar(byte))
      let isPlain =
        byte < 0x80 && (character.isLetter || character.isNumber)
        || "@+-._".contains(character) && (index > 0 || character == "@" || character == "+")
      let digits = String(byte, radix: 16, uppercase: true)
      name += isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + digits
    }
    // A name in a folder has at most 255 bytes.
    return name.utf8.count <= 200
      ? name : name.prefix(180) + "%" + String(stableHash(of: [text]), radix: 16)
  }
}

/// `replog split`: the files, and the number of events in each.
private struct SplitReport: Report {
  let files: [(path: String, count: Int)]
  let isDryRun: Bool

  func table(isColored: Bool) -> String {
    guard !files.isEmpty else { return "the log has no events, so there are no files\n" }
    let end = isDryRun ? " would be written\n" : "\n"
    return files.map { "\(inert($0.path)): \(counted($0.count, "events"))\(end)" }.joined()
  }

  func write(_ json: inout JSONWriter) {
    json.objects(files) { file, json in
      json.member("file", file.path)
      json.member("events", file.count)
    }
  }
}
