import Events

/// The destination of an export: standard output, or a new file that gets its name when it is complete.
struct ExportOutput {
  static let help = "the new file, which must not exist (default: standard output)"

  private let file: NewLogFile?
  /// The path of the file, `-` for standard output.
  private let place: String
  /// A Boolean value indicating whether nothing is written.
  private let isDryRun: Bool
  private var buffer: [UInt8] = []

  /// Creates the requested destination; nil or `-` means standard output.
  ///
  /// - Throws: An error for the path of the log, even if there is no log yet, and for a name that exists.
  init(_ path: FilePath?, _ shell: Shell) throws {
    (place, isDryRun) = (path?.text ?? "-", shell.options.dryRun)
    guard let path, path.text != "-" else {
      file = nil
      return
    }
    try shell.requireOther(path.text)
    guard !isDryRun else {
      file = nil
      try NewLogFile.requireFree(path.text, for: "the export", system: shell.system)
      return
    }
    file = try NewLogFile(
      path.text, as: "the export", ownerOf: shell.logPath, isCommand: true, system: shell.system)
  }

  /// Writes a text at the end; on a terminal it replaces control characters.
  mutating func write(_ text: String, _ shell: inout Shell) throws {
    guard file == nil, shell.printsToTerminal else { return try write(Array(text.utf8), &shell) }
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { inert(String($0.last == "\r" ? $0.dropLast() : $0)) }
    try write(Array(shown.joined(separator: "\n").utf8), &shell)
  }

  mutating func write(_ bytes: [UInt8], _ shell: inout Shell) throws {
    guard !isDryRun else { return }
    guard let file else { return try shell.print(bytes) }
    buffer += bytes
    guard buffer.count > 1 << 16 else { return }
    try file.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Gives a file its name and reports its content; prints no report on standard output.
  mutating func finish(_ counts: [(things: String, count: Int)], _ shell: inout Shell) throws {
    guard file != nil || isDryRun else { return }
    try file?.write(buffer)
    try file?.finish()
    try shell.show(counts, in: file?.path ?? place)
  }
}

extension Shell {
  /// Shows a file that was written, and the amount of its content.
  mutating func show(_ counts: [(things: String, count: Int)], in file: String) throws {
    let isDryRun = options.dryRun
    let held = counts.map { counted($0.count, $0.things) }.joined(separator: ", ")
    try show("\(outputName(file)): \(held)\(isDryRun ? " would be written" : "")\n") { json in
      json.member("file", file)
      for (things, count) in counts {
        json.key(things)
        json.integer(count)
      }
      if isDryRun { json.member("dryRun", true) }
    }
  }
}
