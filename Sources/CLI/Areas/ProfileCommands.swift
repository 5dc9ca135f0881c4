import Events
import Projections

extension CommandGroup {
  static let profile = CommandGroup("profile") {
    viewCommands(
      in: .profile,
      own: [
        profileCommand,
        bodyWeightCommand(
          BodyWeightView.name, "show \(BodyWeightView.summary)",
          "replog bodyweight --from 2026-01-01 --chart"),
        measurementsCommand,
      ])
    revisionCommand
    Request(
      "profile setting", "save an app setting",
      "replog profile setting rest-timer 90", ChangeSetting(key: "", value: "")
    ) {
      try $1.positional(&$0.key, "KEY", "the name of the setting")
      try $1.positional(&$0.value, "VALUE", "the value; '' removes it")
    }
    bodyWeightCommand(
      "profile weight", "show \(BodyWeightView.summary), as 'bodyweight' does",
      "replog profile weight --chart")
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
private let profileCommand = Request(
  ProfileView.self, "replog profile --json", (),
  perform: { _, _, shell in
    let today = try shell.now().day
    try shell.show(personal: ProfileView.self, ViewFilter()) { subject, profile, _ in
      ProfileView(of: subject.user, profile, on: today)
    }
  }
)

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

/// Returns a command for the measurements of body weight.
private func bodyWeightCommand(
  _ name: String, _ summary: String, _ example: String
) -> any Command {
  Request(
    BodyWeightView.self, name: name, summary: summary, example,
    (filter: ViewFilter(), picture: PictureArguments())
  ) {
    try $0.filter.arguments($1, of: BodyWeightView.self)
    try $0.picture.arguments($1)
  } perform: { options, _, shell in
    try shell.show(personal: BodyWeightView.self, options.filter, as: options.picture) {
      BodyWeightView(of: $0.user, $1, $2)
    } draw: { view, _, unit in
      [view.chart(in: unit)]
    }
  }
}
