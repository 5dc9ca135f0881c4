import Events
import Projections

extension CommandGroup {
  static let profile = CommandGroup("profile") {
    viewCommands(in: .profile)
    revisionCommand
    Request(
      "profile setting", "save an app setting",
      "replog profile setting rest-timer 90", ChangeSetting(key: "", value: "")
    ) {
      try $1.positional(&$0.key, "KEY", "the name of the setting")
      try $1.positional(&$0.value, "VALUE", "the value; '' removes it")
    }
    ProfileWeightCommand()
    Request(
      "bodyweight add", "record your body weight",
      "replog bodyweight add 82kg --at \"yesterday 7:30\"",
      RecordBodyWeight(weight: EnteredWeight(0))
    ) { try $1.positional(&$0.weight, "WEIGHT", "the body weight, for example 82kg or 180lb") }
    .with(\.at, "the time of the measurement (default: now)")
    .with(\.offer, .adds)
    Request(
      "bodyweight remove", "remove a body weight entered by mistake",
      "replog bodyweight remove last", RemoveBodyWeight(measurement: .latest)
    ) {
      try $1.positional(
        &$0.measurement, "MEASUREMENT", "the measurement: its id, a prefix of it, '@45' or 'last'")
    }
    measurementCommands
  }
}

private let revisionCommand = Request(
  "profile set", "create or change your profile",
  """
  replog profile set --sex female --bodyweight 61.5kg --squat 100kg --bench 60kg
  replog profile set --deadlift 120kg --dry-run
  """, ReviseProfile()
) {
  try $1.option(&$0.name, "--name", "the display name; '' removes it")
  try $1.option(&$0.sex, "--sex", "the sex for strength formulas; mx uses the values for men")
  try $1.option(&$0.bornOn, "--born", "the date of birth")
  var height: HeightArgument?
  try $1.option(&height, "--height", "the height, for example 171.5cm, 1.72m or 5'11\"")
  $0.heightCm = height?.centimetres
  try $1.option(&$0.bodyWeight, "--bodyweight", "the current body weight, for example 61.5kg")
  try $1.option(&$0.unit, "--unit", "the unit for tables, and for weights entered without a unit")
  for lift in Lift.allCases {
    try $1.option(
      &$0.maxes[lift], "--\(lift.rawValue)", "the \(lift.rawValue) maximum, for example 100kg")
  }
  var cleared: ClearedProfile?
  try $1.option(&cleared, "--clear", "the values to remove: born,height,squat,…")
  ($0.cleared, $0.clearedMaxes) = (cleared?.details ?? [], cleared?.maxes ?? [])
} perform: { revision, _, shell in
  try shell.perform(revision)
  if shell.options.dryRun { try shell.showProfile(after: revision) }
}
.with(\.remark, "'--dry-run' shows the resulting profile with its total and its points.")
.with(\.validate) { revision in
  guard revision == ReviseProfile() else { return }
  throw UsageError.nothing("to set", of: "profile set")
}

/// `replog profile`: the profile, with the age on the day of the command.
struct ProfileCommand: CommandOfView {
  typealias Shown = ProfileView
  let example = "replog profile --json"
  let remark = ""

  func run(_ shell: inout Shell) throws {
    let today = try shell.now().day
    try shell.show(personal: ProfileView.self, ViewFilter()) { subject, profile, _ in
      ProfileView(of: subject.user, profile, on: today)
    }
  }
}

extension Shell {
  /// Prints the profile that would result from a request.
  fileprivate mutating func showProfile(after revision: ReviseProfile) throws {
    let log = try openLog()
    let user = try namedOrDefaultUser(of: log)
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

/// `replog bodyweight`: the measurements of body weight.
struct BodyweightCommand: CommandOfView {
  typealias Shown = BodyWeightView
  let example = "replog bodyweight --from 2026-01-01 --chart"
  private var picture = PictureArguments()
  private var filter = ViewFilter()

  mutating func arguments(_ a: some Arguments) throws {
    try filter.arguments(a, of: BodyWeightView.self)
    try picture.arguments(a)
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
struct ProfileWeightCommand: CommandOfView {
  typealias Shown = BodyWeightView
  let name = "profile weight"
  var summary: String { "show \(BodyWeightView.summary), as 'bodyweight' does" }
  let example = "replog profile weight --chart"
  private var view = BodyweightCommand()

  mutating func arguments(_ a: some Arguments) throws { try view.arguments(a) }
  func run(_ shell: inout Shell) throws { try view.run(&shell) }
}
