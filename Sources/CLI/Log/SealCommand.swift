import Events

/// `replog seal`: the SHA-256 of the log so far.
let sealCommand = Request(
  "seal", "print the SHA-256 hash of the log, to store elsewhere",
  """
  replog seal --json
  replog seal --resumable
  replog seal --since seals.txt
  """, (since: FilePath?.none, isResumable: false)
) {
  try $1.option(
    &$0.since, "--since", "the file with the newest seal; only later events are hashed")
  try $1.flag(
    &$0.isResumable, "--resumable", "also print the state from which '--since' continues")
} perform: { options, _, shell in
  let earlier = try options.since.map { try shell.seals(in: $0, for: "--since") }
  let log = try shell.openExistingLog(showsPending: false)
  let seal = try log.seal(after: earlier?.max { $0.bytes < $1.bytes })
  if let torn = try log.tail().torn {
    shell.note(
      "the last \(grouped("\(torn.count)")) bytes are not a complete batch and were not sealed")
  }
  try shell.show(
    SealReport(seal: seal, isResumable: options.isResumable || options.since != nil))
}
.with(\.accepts, [])
.with(
  \.remark,
  """
  'head -c BYTES LOG | sha256sum' prints the same hash. 'replog verify --seal FILE' later checks that \
  the sealed part is unchanged.
  """)

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
