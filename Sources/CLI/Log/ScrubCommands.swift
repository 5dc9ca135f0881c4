import Events
import Projections

/// `replog scrub`: the same log without personal data, for sharing.
struct ScrubCommand: Command {
  let name = "scrub"
  let summary = "write a copy of the log without personal data; its views are checked"
  let example = """
    replog scrub -o bug.jsonl
    replog scrub --body-weight --shift -364 -o - | replog pbs --log -
    """
  let remark = """
    Ids, numbers and times stay; so do exercises with their descriptions and pictures, dishes, places, the \
    titles of classes, the names of settings and the sources of suggestions and menus.
    """
  let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  private var out: FilePath?
  private var key: String?
  private var days: Int?
  private var hidesBody = false

  mutating func arguments(_ a: some Arguments) throws {
    try a.option(&out, "-o", "the new log, which must not exist; '-' prints it")
    try a.option(
      &key, "--key", "a secret of at least 16 characters, which gives the same replacements again")
    try a.flag(&hidesBody, "--body-weight", "also replace weights and heights of bodies")
    try a.option(&days, "--shift", "the days to move all times by, in whole weeks")
  }

  func run(_ shell: inout Shell) throws {
    if let key, key.unicodeScalars.count < 16 {
      throw UsageError(
        message: "expected at least 16 characters for '--key', found fewer",
        help: "a guessed key reveals the users; without '--key' the key is random")
    }
    var options = Scrub.Options()
    (options.days, options.hidesBody) = (days ?? 0, hidesBody)
    let path = try outPath(out, of: name)
    try shell.scrub(
      to: path, key: try key.map { SipHash(phrase: $0) } ?? shell.chanceKey(), options)
  }
}

/// `replog forget`: the same log without one person.
struct ForgetCommand: Command {
  let name = "forget"
  let summary = "write a copy of the log without one person; the views of all others are checked"
  let example = "replog forget ann -o events.new.jsonl"
  let remark = """
    The log itself does not change. To erase the person, stop the programs that write the log, put the new \
    one in its place, and delete its checkpoint (LOG.checkpoint), LOG.before-repair, LOG.torn-N and other \
    copies: they still hold the old data. A note lists the copies next to the log.
    """
  let accepts: GlobalOptions.Accepted = [.dryRun, .anybody]
  private var person: Name = ""
  private var out: FilePath?

  mutating func arguments(_ a: some Arguments) throws {
    try a.positional(&person, "USER", "the user to remove")
    try a.option(&out, "-o", "the new log, which must not exist; '-' prints it")
  }

  func run(_ shell: inout Shell) throws {
    var options = Scrub.Options()
    options.erased = person
    let path = try outPath(out, of: name)
    try shell.scrub(to: path, key: shell.chanceKey(), options)
  }
}

/// Returns the name of the new log, which must be given.
private func outPath(_ out: FilePath?, of command: String) throws(UsageError) -> String {
  guard let out else { throw .missing("'-o PATH'", of: command) }
  return out.text
}

extension Shell {
  /// Returns a key for one run, from `--seed` or else random.
  func chanceKey() throws(UsageError) -> SipHash {
    guard let seed = try draftDefaults().seed else {
      var chance = SystemRandomNumberGenerator()
      return SipHash(chance.next(), chance.next())
    }
    var seeded = SeededGenerator(seed: seed)
    return SipHash(seeded.next(), seeded.next())
  }

  /// Writes the log without personal data, proves that its views are the same, and gives it its name.
  fileprivate mutating func scrub(to out: String, key: SipHash, _ scrubbing: Scrub.Options) throws {
    let log = try openExistingLog()
    try requireOther(out)
    let scrub: Scrub
    let proof: ViewProof
    do {
      scrub = try Scrub(log, key: key, scrubbing)
      if out == "-" || options.dryRun {
        let new = try scrubbed(scrub, for: out)
        guard options.dryRun else { return try print(new.bytes) }
        proof = new.proof
      } else {
        proof = try write(scrub, to: out)
      }
    } catch let difference as ViewProof.Difference {
      throw Refusal(
        "the views of the new log differ: \(told(difference))",
        help: "nothing was written; this is a bug of replog, at the place above")
    }
    try show(ScrubReport(file: out, scrub: scrub, proof: proof, isDryRun: options.dryRun))
    guard !options.dryRun, out != "-" else { return }
    noteReplacement(of: try requirePath(), by: out, isExpected: scrubbing.erased != nil)
  }

  /// Returns the new log, for standard output or for no file, and its proof.
  private func scrubbed(
    _ scrub: Scrub, for out: String
  ) throws -> (bytes: [UInt8], proof: ViewProof) {
    if out != "-" { try NewLogFile.requireFree(out, system: system) }
    var bytes: [UInt8] = []
    try scrub.write(try draftDefaults()) { bytes += $0 }
    return (bytes, try scrub.prove(Log(bytes, name: "the new log")))
  }

  /// Writes the new log and returns its proof.
  private func write(_ scrub: Scrub, to out: String) throws -> ViewProof {
    let file = try NewLogFile(out, ownerOf: logPath, isCommand: true, system: system)
    try scrub.write(try draftDefaults()) { (bytes) throws(LogError) in try file.write(bytes) }
    let proof = try scrub.prove(file.written())
    try file.finish()
    return proof
  }
}

/// Returns the place and the values of a difference.
func told(_ difference: ViewProof.Difference) -> String {
  func text(_ json: JSON?) -> String {
    json.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "nothing"
  }
  let user = difference.user.map { " of '\($0.text)'" } ?? ""
  let path = difference.path.steps.isEmpty ? "" : " at \(difference.path)"
  return "\(difference.view)\(user)\(path): \(text(difference.before)) before, "
    + "\(text(difference.after)) after"
}
