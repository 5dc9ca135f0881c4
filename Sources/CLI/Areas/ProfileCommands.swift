import Events
import Projections

/// `replog profile`: the profile, with the age on the day of the command.
struct ProfileCommand: Command {
  static let name = "profile"
  static let summary = ViewCommand<ProfileView>.summary
  static let example = "replog profile --json"
  static let accepts = ViewCommand<ProfileView>.accepts

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {}

  func run(_ shell: inout Shell) throws {
    let today = try shell.now().day
    try shell.show(personal: ProfileView.self, ViewFilter()) { subject, profile, _ in
      ProfileView(of: subject.user, profile, on: today)
    }
  }
}

struct ProfileSetCommand: Command {
  static let name = "profile set"
  static let summary = "make a profile, or change it"
  static let example = """
    replog profile set --sex female --bodyweight 61.5kg --squat 100kg --bench 60kg
    replog profile set --deadlift 120kg --dry-run
    """
  static let remark = "'--dry-run' shows the profile as it would be, with what follows from it."
  static let accepts = GlobalOptions.Accepted.dryRun
  private var revision = ReviseProfile()
  private var bornOn: BirthDateArgument?
  private var height: HeightArgument?
  private var maxes: [Lift: EnteredWeight] = [:]
  private var cleared: ClearedProfile?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.option(&revision.name, "--name", "what friends say; '' takes it away")
    try a.option(&revision.sex, "--sex", "for the formulas of strength; mx takes the men's")
    try a.option(&bornOn, "--born", "the day of birth")
    try a.option(&height, "--height", "as in 171.5cm, 1.72m or 5'11\"")
    try a.option(&revision.bodyWeight, "--bodyweight", "what the body weighs now, as in 61.5kg")
    try a.option(&revision.unit, "--unit", "of weights typed without one, and in tables")
    for lift in Lift.allCases {
      try a.option(&maxes[lift], "--\(lift.rawValue)", "the most you can lift once, as in 100kg")
    }
    try a.option(&cleared, "--clear", "what it is to have none of: born,height,squat,…")
  }

  func run(_ shell: inout Shell) throws {
    var revision = revision
    (revision.bornOn, revision.heightCm) = (bornOn?.day, height?.centimetres)
    revision.maxes = maxes
    revision.cleared = cleared?.details ?? []
    revision.clearedMaxes = cleared?.maxes ?? []
    guard revision != ReviseProfile() else {
      throw UsageError(
        message: "expected something to set, found nothing", help: "see 'replog help profile set'")
    }
    let weights = [revision.bodyWeight].compactMap(\.self) + maxes.values
    try shell.perform(revision, showsUnit: weights.contains { $0.unit == nil })
    if shell.options.dryRun { try shell.showProfile(after: revision) }
  }
}

extension Shell {
  /// Prints the profile that would result from a request.
  fileprivate mutating func showProfile(after revision: ReviseProfile) throws {
    let log = try openLog()
    let user = try options.user ?? replay(log, LatestSignIn()).user
    var (profile, unit) = try replay(log, OfUser<Profile>(user), OfUser<WeightUnit>(user))
    let defaults = try draftDefaults()
    let appended = try log.dryRun(revision, by: user, defaults: defaults)
    for acknowledgement in appended.acknowledgements {
      profile.apply(acknowledgement.event)
      unit.apply(acknowledgement.event)
    }
    let view = ProfileView(of: user, profile.value, on: defaults.now.day)
    guard !options.json else { return try print(view.json + [UInt8(ascii: "\n")]) }
    try print("\n" + view.lines(TableForm(unit: unit.unit)), terminator: "")
  }
}

struct ProfileSettingCommand: Command {
  static let name = "profile setting"
  static let summary = "keep a preference, which the application gives its meaning"
  static let example = "replog profile setting rest-timer 90"
  static let accepts = GlobalOptions.Accepted.dryRun
  private var change = ChangeSetting(key: "", value: "")

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&change.key, "KEY", "its name")
    try a.positional(&change.value, "VALUE", "its value; '' takes it away")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(change) }
}

/// `replog bodyweight`: the measurements of body weight.
struct BodyweightCommand: Command {
  static let name = BodyWeightView.name
  static let summary = ViewCommand<BodyWeightView>.summary
  static let example = "replog bodyweight --from 2026-01-01 --chart"
  static let accepts = ViewCommand<BodyWeightView>.accepts
  static let remark = ViewCommand<BodyWeightView>.remark
  private var picture = PictureArguments()
  private var filter = ViewFilter()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try filter.arguments(&a, of: BodyWeightView.self)
    try picture.arguments(&a)
  }

  func run(_ shell: inout Shell) throws {
    try shell.show(personal: BodyWeightView.self, filter, as: picture) {
      BodyWeightView(of: $0.user, $1, $2)
    } draw: { view, _, unit in
      [view.chart(in: unit)]
    }
  }
}

/// `replog profile weight`: the same as `replog bodyweight`, as a verb of the profile.
struct ProfileWeightCommand: Command {
  static let name = "profile weight"
  static let summary = "show \(BodyWeightView.summary), as 'bodyweight' does"
  static let example = "replog profile weight --chart"
  static let accepts = BodyweightCommand.accepts
  static let remark = BodyweightCommand.remark
  private var view = BodyweightCommand()

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try view.arguments(&a)
  }

  func run(_ shell: inout Shell) throws { try view.run(&shell) }
}

struct BodyweightAddCommand: Command {
  static let name = "bodyweight add"
  static let summary = "record what the body weighs"
  static let example = "replog bodyweight add 82kg --at \"yesterday 7:30\""
  static let accepts = GlobalOptions.Accepted.dryRun
  private var record = RecordBodyWeight(weight: EnteredWeight(0))
  private var past: PastArgument?

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&record.weight, "WEIGHT", "as in 82kg or 180lb")
    try a.option(&past, "--at", "when it was measured, if not now")
  }

  func run(_ shell: inout Shell) throws {
    try shell.perform(
      record, past: shell.moment(past), showsUnit: record.weight.unit == nil)
  }
}

struct BodyweightRemoveCommand: Command {
  static let name = "bodyweight remove"
  static let summary = "remove a measurement entered by mistake"
  static let example = "replog bodyweight remove last"
  static let accepts = GlobalOptions.Accepted.dryRun
  private var removal = RemoveBodyWeight(measurement: .latest)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(
      &removal.measurement, "MEASUREMENT", "its id, the beginning of it, @SEQ or 'last'")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(removal) }
}
