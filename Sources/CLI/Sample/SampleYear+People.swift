import Events
import Projections

// Accounts, profiles and the catalogue of a sample.

// MARK: Accounts

extension SampleYear {
  private var email: String { "\(me.name)@example.com" }
  /// A Boolean value indicating whether the user has a password and no provider.
  private var usesPassword: Bool { me.index % 2 == 0 }

  private var familyName: String {
    SampleWords.familyNames[me.index % SampleWords.familyNames.count]
  }

  private var givenName: String {
    "\(me.name.text.prefix(1).uppercased())\(me.name.text.dropFirst())"
  }

  mutating func openAccount() {
    if usesPassword {
      let form = SignUp(email: email, givenName: givenName, familyName: familyName)
      admit { try form.decide($0, at: $1) }
      noteMailSent()
      let verification = VerifyEmail(email: email)
      admit { try verification.decide($0, at: $1) }
    }
    signIn()
  }

  mutating func signIn() {
    let provider = usesPassword ? SignIn.password.text : me.index % 4 == 1 ? "google" : "apple"
    let signIn = SignIn(
      provider: provider, subject: usesPassword ? nil : "\(1093 + me.index * 7)", email: email,
      givenName: givenName, familyName: familyName,
      picture: usesPassword ? nil : "https://example.com/\(me.name).png")
    admit { try signIn.decide($0, at: $1) }
  }

  mutating func signOut() { ask(.identity) { try SignOut().decide($0.own.identity, $1) } }

  mutating func renewSignIn() {
    ask(.identity) { states, context in
      // An app renews a session when it has run out, not at every look.
      guard let signIn = states.own.identity.signIn, signIn.expiresAt < context.now else {
        return []
      }
      return try RenewSignIn().decide(states.own.identity, context)
    }
  }

  mutating func link() {
    let subject = "link-\(me.index)"
    ask(.identity) {
      try LinkIdentity(provider: "github", subject: subject).decide($0.accounts, $1)
    }
  }

  mutating func unlink() {
    let subject = "link-\(me.index)"
    ask(.identity) {
      try UnlinkIdentity(provider: "github", subject: subject).decide($0.accounts, $1)
    }
  }

  /// Asks for a new password, which nothing answers yet.
  mutating func forgetPassword() {
    let request = RequestPasswordReset(email: email)
    host { try request.decide(EmptyProjection(), at: $1) }
  }

  mutating func resetPassword() {
    forgetPassword()
    noteMailSent()
    let reset = CompletePasswordReset(email: email)
    admit { try reset.decide($0, at: $1) }
    signIn()
  }

  private mutating func noteMailSent() {
    host { try NoteMailSent(mail: .latest).decide($0.outbox, at: $1) }
  }
}

// MARK: Profiles

extension SampleYear {
  /// Returns a load of some kilograms as the user enters it, in steps of plates.
  func load(_ kilograms: Double) -> EnteredWeight {
    switch me.unit {
    case .kg: EnteredWeight((kilograms / 2.5).rounded() * 2.5, .kg)
    case .lb: EnteredWeight((kilograms / 0.453_592_37 / 5).rounded() * 5, .lb)
    }
  }

  /// Returns the most that the user lifts once now, in kilograms: some per cent more every year for five years.
  func most(_ kilograms: Double) -> Double {
    let days = min(me.day, 5 * SampleYear.days)
    return kilograms * Double(me.strength) / 100 * (1 + Double(days) * 0.000_2)
  }

  /// The weight of the body now: less from March on, more from October on.
  private var bodyWeight: EnteredWeight {
    let cut = min(max(0, dayOfYear - 60), 210)
    let bulk = max(0, dayOfYear - 270)
    let tenths = me.bodyWeight - cut / 6 + bulk / 3
    let kilograms = Double(tenths) / 10
    switch me.unit {
    case .kg: return EnteredWeight(kilograms, .kg)
    case .lb: return EnteredWeight((kilograms / 0.453_592_37 * 10).rounded() / 10, .lb)
    }
  }

  private var maxes: [Lift: EnteredWeight] {
    [
      .squat: load(most(130)), .bench: load(most(95)), .deadlift: load(most(160)),
      .press: load(most(60)),
    ]
  }

  mutating func createProfile() {
    let revision = ReviseProfile(
      name: "\(givenName) \(familyName)", sex: Sex.allCases[me.index % 3],
      bornOn: LocalDay(number: 5_000 + me.generator.below(6_000)),
      heightCm: Double(me.generator.within(310...390)) / 2, unit: me.unit,
      bodyWeight: bodyWeight, maxes: maxes)
    ask(.profile) { try revision.decide(Pair($0.own.profile, $0.own.unit), $1) }
  }

  mutating func recordBodyWeight() {
    let weight = bodyWeight
    ask(.profile) { RecordBodyWeight(weight: weight).decide($0.own.unit, $1) }
  }

  /// Records a weight with its digits the wrong way around, and removes it.
  mutating func correctBodyWeight() {
    let wrong = EnteredWeight(bodyWeight.value + 27, me.unit)
    ask(.profile) { RecordBodyWeight(weight: wrong).decide($0.own.unit, $1) }
    ask(.profile) { try RemoveBodyWeight(measurement: .latest).decide($0.own.bodyWeight, $1) }
    recordBodyWeight()
  }

  mutating func recordMaxes() {
    let revision = ReviseProfile(maxes: maxes)
    ask(.profile) { try revision.decide(Pair($0.own.profile, $0.own.unit), $1) }
  }

  mutating func clearMax() {
    let revision = ReviseProfile(clearedMaxes: [.press])
    ask(.profile) { try revision.decide(Pair($0.own.profile, $0.own.unit), $1) }
  }

  mutating func changeSetting(_ key: Name, _ value: String) {
    ask(.profile) { try ChangeSetting(key: key, value: value).decide($0.own.profile, $1) }
  }
}

// MARK: The catalogue

extension SampleYear {
  mutating func describeExercises() {
    for entry in SampleWords.catalogue {
      ask(.exercises) { try entry.decide(Pair($0.catalogue, $0.known), $1) }
    }
  }

  mutating func describeAgain() {
    guard me.index == 0 else { return }
    var entry = DescribeExercise(exercise: "bench-press-barbell")
    entry.gifUrl = "https://example.com/bench-\(SampleYear.start.number + me.day).gif"
    ask(.exercises) { try entry.decide(Pair($0.catalogue, $0.known), $1) }
  }

  mutating func aliasExercises() {
    guard me.index == 0 else { return }
    for (alias, exercise) in [
      ("Bench Press (Barbell)", "bench-press-barbell"), ("Squats", "squat-barbell"),
    ] {
      ask(.exercises) {
        try AliasExercise(alias: alias, exercise: exercise, isNew: true).decide($0.known, $1)
      }
    }
  }

  mutating func unaliasExercise() {
    guard me.index == 0 else { return }
    ask(.exercises) { try UnaliasExercise(alias: "Squats").decide($0.known, $1) }
  }
}
