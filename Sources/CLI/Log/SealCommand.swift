import Events

/// `replog seal`: the SHA-256 of the log so far.
struct SealCommand: Command {
  let name = "seal"
  let summary = "print the SHA-256 hash of the log, to store elsewhere"
  let example = """
    replog seal --json
    replog seal --resumable
    replog seal --since seals.txt
    """
  let remark = """
    'head -c BYTES LOG | sha256sum' prints the same hash. 'replog verify --seal FILE' later checks that \
    the sealed part is unchanged.
    """
  private var since: FilePath?
  private var isResumable = false

  mutating func arguments(_ a: some Arguments) throws {
    try a.option(&since, "--since", "the file with the newest seal; only later events are hashed")
    try a.flag(&isResumable, "--resumable", "also print the state from which '--since' continues")
  }

  func run(_ shell: inout Shell) throws {
    let earlier = try since.map { try shell.seals(in: $0, for: "--since") }
    let log = try shell.openExistingLog(showsPending: false)
    let seal = try log.seal(after: earlier?.max { $0.bytes < $1.bytes })
    if let torn = try log.tail().torn {
      shell.note(
        "the last \(grouped("\(torn.count)")) bytes are not a complete batch and were not sealed")
    }
    try shell.show(SealReport(seal: seal, isResumable: isResumable || since != nil))
  }
}

extension Shell {
  /// Returns the seals in `file`.
  mutating func seals(in file: FilePath, for option: String) throws -> [Seal] {
    let bytes = try contents(of: file, for: option, "seals", limit: SealFile.largest)
    return try SealFile(bytes, name: file.nameInErrors).seals
  }

  /// Prints the seal of the log that a view uses: of the whole log, or up to the requested position.
  ///
  /// The JSON of a view has no field for it, so it is a note on standard error there.
  mutating func tellSeal(of log: Log) throws {
    var last: Int?
    if case .seq(let seq) = options.asOf { last = seq }
    let seal = try log.seal(through: last)
    let words = "based on the log up to seq \(seal.seq), \(seal.bytes) bytes, sha256 \(seal.sha256)"
    if options.json { note(words) } else { try print("\n\(words)") }
  }
}
