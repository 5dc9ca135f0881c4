import Events
import Projections

/// `replog scrub`: the same log without personal data, for sharing.
let scrubCommand = Request(
  "scrub", "write a copy of the log without personal data, and check its views",
  """
  replog scrub -o bug.jsonl
  replog scrub --body-weight --shift -364 -o - | replog pbs --log -
  """,
  (
    out: FilePath?.none, key: String?.none, hidesBody: false, days: Int?.none,
    kept: [ScrubOptions.Kept](), keepsIDs: false, allowed: [SearchedField]()
  )
) {
  try $1.option(&$0.out, "-o", "the new log, which must not exist; '-' prints it")
  try $1.option(
    &$0.key, "--key",
    "a secret of at least 16 characters; the same key gives the same replacements")
  try $1.flag(
    &$0.hidesBody, "--body-weight", "also replace body weights, heights and other measurements")
  try $1.option(
    &$0.days, "--shift", "the number of days by which to move all times, a multiple of 7")
  try $1.repeated(&$0.kept, "--keep", "names to keep; repeatable")
  try keepIDsAndAllow($1, &$0.keepsIDs, &$0.allowed)
} perform: { given, _, shell in
  if let key = given.key, key.unicodeScalars.count < 16 {
    throw UsageError(
      message: "'--key' must have at least 16 characters, got fewer",
      help: "a guessed key reveals the users; without '--key' the key is random")
  }
  var options = Scrub.Options()
  (options.days, options.hidesBody) = (given.days ?? 0, given.hidesBody)
  (options.keepsIDs, options.kept) = (given.keepsIDs, Set(given.kept))
  let path = try outPath(given.out, of: "scrub")
  try shell.scrub(
    to: path, key: try given.key.map { SipHash(phrase: $0) } ?? shell.chanceKey(), options,
    given.allowed.map(\.name))
}
.with(\.accepts, [.dryRun, .anybody])
.with(
  \.remark,
  """
  Numbers, times and words from a fixed vocabulary are kept, and so are exercises whose names contain only common \
  words, such as bench-press. The new log is then searched for every replaced value. If any replaced value is \
  left, nothing is written unless '--allow' names its field.
  """)

/// `replog forget`: the same log without one person.
let forgetCommand = Request(
  "forget",
  "write a copy of the log without one person's data, and check the views of all other users",
  "replog forget ann -o events.new.jsonl",
  (person: Name(""), out: FilePath?.none, keepsIDs: false, allowed: [SearchedField]())
) {
  try $1.positional(&$0.person, "USER", "the user to remove")
  try $1.option(&$0.out, "-o", "the new log, which must not exist; '-' prints it")
  try keepIDsAndAllow($1, &$0.keepsIDs, &$0.allowed)
} perform: { given, _, shell in
  var options = Scrub.Options()
  (options.erased, options.keepsIDs) = (given.person, given.keepsIDs)
  let path = try outPath(given.out, of: "forget")
  try shell.scrub(to: path, key: shell.chanceKey(), options, given.allowed.map(\.name))
}
.with(\.accepts, [.dryRun, .anybody])
.with(
  \.remark,
  """
  The log itself does not change. To erase the person, stop the programs that write the log, and put the new log \
  in its place. Then delete LOG.checkpoint, LOG.before-repair, LOG.torn-N and all other copies, because they still \
  contain the old data. A note lists the copies next to the log. In app data that replog does not decode, the \
  person's text and all numbers of seven or more digits in the person's events are replaced.
  """)

extension ScrubOptions.Kept: ChoiceArgument {
  static var placeholder: String { "KIND" }
}

/// A field of a new log, as a search for replaced values lists it: `SetLogged.note`, `user`.
struct SearchedField: ArgumentValue {
  let name: String

  static var placeholder: String { "FIELD" }
  static var expected: String { "a field such as SetLogged.note" }

  init?(argument text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2 || ["id", "type", "user"].contains(text),
      parts.allSatisfy({ !$0.isEmpty })
    else { return nil }
    name = text
  }
}

/// Lists the options that `scrub` and `forget` share.
private func keepIDsAndAllow(
  _ a: some Arguments, _ keepsIDs: inout Bool, _ allowed: inout [SearchedField]
) throws {
  try a.flag(&keepsIDs, "--keep-ids", "keep the ids of events")
  try a.repeated(&allowed, "--allow", "a field that may still contain a replaced value; repeatable")
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

  /// Writes the log without personal data, checks it, and gives it its name.
  ///
  /// The checks prove that its views are the same, and search it for replaced values in other fields than `allowed`.
  fileprivate mutating func scrub(
    to out: String, key: SipHash, _ scrubbing: Scrub.Options, _ allowed: [String]
  ) throws {
    let log = try openExistingLog()
    if scrubbing.erased != nil { try requireNoPending(in: log) }
    try requireOther(out)
    let scrub: Scrub
    let checks: Checks
    do {
      scrub = try Scrub(log, key: key, scrubbing)
      if out == "-" || options.dryRun {
        let new = try scrubbed(scrub, for: out, allowed)
        checks = new.checks
        if !options.dryRun { try print(new.bytes) }
      } else {
        checks = try write(scrub, to: out, allowed)
      }
    } catch let difference as ViewProof.Difference {
      throw Refusal(
        "the views of the new log differ: \(told(difference))",
        help: "nothing was written; this is a bug in replog, at the place above")
    }
    if out != "-" || options.dryRun {
      try show(
        ScrubReport(
          file: out, scrub: scrub, proof: checks.proof, leftovers: checks.leftovers.fields,
          isDryRun: options.dryRun), wraps: true)
    }
    noteRest(scrubbing)
    // A copy that has the pending events must not replace the log of a device, which would show them twice.
    guard !options.dryRun, out != "-", log.accepted == nil || scrubbing.erased != nil else {
      return
    }
    noteReplacement(of: try requirePath(), by: out, isExpected: scrubbing.erased != nil)
  }

  /// Refuses a new log that would replace one whose events partly wait in a file of their own.
  private func requireNoPending(in log: Log) throws {
    guard let accepted = log.accepted, try log.tail().seq > accepted else { return }
    throw Refusal(
      "\(counted(try log.tail().seq - accepted, "events")) of this device must be synced first",
      help: "\(.sync), then erase the person on the remote")
  }

  /// Notes the values that stay, by which a person can still be recognised.
  private mutating func noteRest(_ scrubbing: Scrub.Options) {
    var kept = ["exercises", "loads", "repetitions"]
    if scrubbing.days == 0 { kept.insert("times", at: 0) }
    if !scrubbing.hidesBody, scrubbing.erased == nil { kept.append("body weights") }
    let (last, before) =
      scrubbing.days == 0
      ? ("reactions between users", kept)
      : ("the intervals between times", kept + ["reactions between users"])
    note(
      "\(before.joined(separator: ", ")) and \(last) are kept; someone who knows some of this data may be able to "
        + "identify a person")
  }

  /// Returns the new log, for standard output or for no file, and its proof.
  private func scrubbed(
    _ scrub: Scrub, for out: String, _ allowed: [String]
  ) throws -> (bytes: [UInt8], checks: Checks) {
    if out != "-" { try NewLogFile.requireFree(out, system: system) }
    var bytes: [UInt8] = []
    try scrub.write(try draftDefaults()) { bytes += $0 }
    return (bytes, try check(Log(bytes, name: "the new log"), of: scrub, allowed))
  }

  /// Writes the new log and returns its checks.
  private func write(_ scrub: Scrub, to out: String, _ allowed: [String]) throws -> Checks {
    let file = try NewLogFile(out, ownerOf: logPath, isCommand: true, system: system)
    try scrub.write(try draftDefaults()) { (bytes) throws(LogError) in try file.write(bytes) }
    let checks = try check(file.written(), of: scrub, allowed)
    try file.finish()
    return checks
  }

  /// The results of the checks of a new log.
  fileprivate typealias Checks = (proof: ViewProof, leftovers: Leftovers)

  /// Checks the new log; throws a refusal if a field that is not allowed still holds a replaced value.
  private func check(_ copy: Log, of scrub: Scrub, _ allowed: [String]) throws -> Checks {
    let leftovers = try scrub.leftovers(in: copy)
    let refused = leftovers.fields.filter { !allowed.contains($0.name) }
    guard refused.isEmpty else {
      let list = refused.map { "\($0.name) (\(grouped("\($0.count)")), first in @\($0.seq))" }
      let options = refused.map { "--allow \(quotedForShell($0.name))" }.joined(separator: " ")
      throw Refusal(
        "replaced values remain in \(list.joined(separator: ", ")); nothing was written",
        help: "look at these events of the log; \(options) accepts them")
    }
    return (try scrub.prove(copy), leftovers)
  }
}

/// Returns the place and the values of a difference.
func told(_ difference: ViewProof.Difference) -> String {
  func text(_ json: JSON?) -> String { json?.jsonText ?? "nothing" }
  let user = difference.user.map { " of '\($0.text)'" } ?? ""
  let path = difference.path.steps.isEmpty ? "" : " at \(difference.path)"
  return "\(difference.view)\(user)\(path): \(text(difference.before)) before, "
    + "\(text(difference.after)) after"
}
