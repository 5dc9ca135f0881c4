import Events

// The payloads themselves, decoded the way Codable does it: these initializers are what the compiler
// would write where the structs are declared. So both sides make the same values, and names, ids and
// times are read from their text by the same code.

extension Name: @retroactive Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }
}

extension EventID: @retroactive Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = EventID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a UUID")
    }
    self = id
  }
}

extension Timestamp: @retroactive Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let time = Timestamp(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a time")
    }
    self = time
  }
}

extension Weekday: @retroactive Decodable {}
extension SetKind: @retroactive Decodable {}
extension Weight.Unit: @retroactive Decodable {}

extension KeyedDecodingContainer {
  /// The two fields of a weight; nil when none is given.
  fileprivate func weight(_ value: Key, _ unit: Key) throws -> Weight? {
    try decodeIfPresent(Double.self, forKey: value).map {
      Weight($0, try decodeIfPresent(Weight.Unit.self, forKey: unit) ?? .kg)
    }
  }
}

extension AccountRegistered: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case email, givenName, familyName }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      email: try f.decode(Name.self, forKey: .email),
      givenName: try f.decodeIfPresent(String.self, forKey: .givenName),
      familyName: try f.decodeIfPresent(String.self, forKey: .familyName))
  }
}

extension EmailVerified: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case email }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(email: try f.decode(Name.self, forKey: .email))
  }
}

extension UserSignedIn: @retroactive Decodable {
  private enum CodingKeys: CodingKey {
    case provider, subject, email, givenName, familyName, picture, session, expiresAt
  }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      provider: try f.decode(Name.self, forKey: .provider),
      subject: try f.decodeIfPresent(Name.self, forKey: .subject),
      email: try f.decode(Name.self, forKey: .email),
      givenName: try f.decodeIfPresent(String.self, forKey: .givenName),
      familyName: try f.decodeIfPresent(String.self, forKey: .familyName),
      picture: try f.decodeIfPresent(String.self, forKey: .picture),
      session: try f.decodeIfPresent(Name.self, forKey: .session),
      expiresAt: try f.decodeIfPresent(Timestamp.self, forKey: .expiresAt))
  }
}

extension SessionRenewed: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case session, expiresAt }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      session: try f.decode(Name.self, forKey: .session),
      expiresAt: try f.decode(Timestamp.self, forKey: .expiresAt))
  }
}

extension UserSignedOut: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case session }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(session: try f.decodeIfPresent(Name.self, forKey: .session))
  }
}

extension ExerciseCatalogued: @retroactive Decodable {
  private enum CodingKeys: CodingKey {
    case exercise, name, bodyPart, equipment, force, level, mechanic, category, primaryMuscles,
      secondaryMuscles, instructions, gifUrl, images
  }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      exercise: try f.decode(Name.self, forKey: .exercise),
      name: try f.decode(String.self, forKey: .name),
      bodyPart: try f.decodeIfPresent(String.self, forKey: .bodyPart),
      equipment: try f.decodeIfPresent(String.self, forKey: .equipment),
      force: try f.decodeIfPresent(String.self, forKey: .force),
      level: try f.decodeIfPresent(String.self, forKey: .level),
      mechanic: try f.decodeIfPresent(String.self, forKey: .mechanic),
      category: try f.decodeIfPresent(String.self, forKey: .category),
      primaryMuscles: try f.decodeIfPresent([String].self, forKey: .primaryMuscles) ?? [],
      secondaryMuscles: try f.decodeIfPresent([String].self, forKey: .secondaryMuscles) ?? [],
      instructions: try f.decodeIfPresent([String].self, forKey: .instructions) ?? [],
      gifUrl: try f.decodeIfPresent(String.self, forKey: .gifUrl),
      images: try f.decodeIfPresent([String].self, forKey: .images) ?? [])
  }
}

extension PlannedExercise: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case exercise, sets, reps, weight, unit }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      exercise: try f.decode(Name.self, forKey: .exercise),
      sets: try f.decodeIfPresent(Int.self, forKey: .sets),
      reps: try f.decodeIfPresent(Int.self, forKey: .reps),
      weight: try f.weight(.weight, .unit))
  }
}

extension WorkoutTypeChosen: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case day, type }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      day: try f.decode(Weekday.self, forKey: .day),
      type: try f.decode(String.self, forKey: .type))
  }
}

extension ExerciseAdded: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case day }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(day: try f.decode(Weekday.self, forKey: .day), try PlannedExercise(from: decoder))
  }
}

extension ExerciseRemoved: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case day, exercise, position }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      day: try f.decode(Weekday.self, forKey: .day),
      exercise: try f.decode(Name.self, forKey: .exercise),
      position: try f.decodeIfPresent(Int.self, forKey: .position))
  }
}

extension ExerciseMoved: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case day, exercise, position, toDay, toPosition }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      day: try f.decode(Weekday.self, forKey: .day),
      exercise: try f.decode(Name.self, forKey: .exercise),
      position: try f.decodeIfPresent(Int.self, forKey: .position),
      toDay: try f.decode(Weekday.self, forKey: .toDay),
      toPosition: try f.decodeIfPresent(Int.self, forKey: .toPosition))
  }
}

extension DayCleared: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case day }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(day: try f.decode(Weekday.self, forKey: .day))
  }
}

extension PlanShared: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case post, day, title, description, type, exercises }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      post: try f.decodeIfPresent(Name.self, forKey: .post),
      day: try f.decode(Weekday.self, forKey: .day),
      title: try f.decode(String.self, forKey: .title),
      description: try f.decodeIfPresent(String.self, forKey: .description),
      type: try f.decodeIfPresent(String.self, forKey: .type),
      exercises: try f.decodeIfPresent([PlannedExercise].self, forKey: .exercises) ?? [])
  }
}

extension PlanSaved: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case post, day, type, exercises }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      post: try f.decode(Name.self, forKey: .post),
      day: try f.decode(Weekday.self, forKey: .day),
      type: try f.decodeIfPresent(String.self, forKey: .type),
      exercises: try f.decodeIfPresent([PlannedExercise].self, forKey: .exercises) ?? [])
  }
}

extension SessionStarted: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case session, title, note }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      session: try f.decodeIfPresent(Name.self, forKey: .session),
      title: try f.decodeIfPresent(String.self, forKey: .title),
      note: try f.decodeIfPresent(String.self, forKey: .note))
  }
}

extension SetLogged: @retroactive Decodable {
  private enum CodingKeys: CodingKey {
    case session, exercise, reps, weight, unit, kind, rpe, seconds, metres, completed, note
  }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      session: try f.decode(Name.self, forKey: .session),
      exercise: try f.decode(Name.self, forKey: .exercise),
      reps: try f.decode(Int.self, forKey: .reps),
      weight: try f.weight(.weight, .unit),
      kind: try f.decodeIfPresent(SetKind.self, forKey: .kind) ?? .normal,
      rpe: try f.decodeIfPresent(Double.self, forKey: .rpe),
      seconds: try f.decodeIfPresent(Double.self, forKey: .seconds),
      metres: try f.decodeIfPresent(Double.self, forKey: .metres),
      completed: try f.decodeIfPresent(Bool.self, forKey: .completed) ?? true,
      note: try f.decodeIfPresent(String.self, forKey: .note))
  }
}

extension SetRevised: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case set, reps, weight, unit, kind, rpe, note }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      set: try f.decode(EventID.self, forKey: .set),
      reps: try f.decodeIfPresent(Int.self, forKey: .reps),
      weight: try f.weight(.weight, .unit),
      kind: try f.decodeIfPresent(SetKind.self, forKey: .kind),
      rpe: try f.decodeIfPresent(Double.self, forKey: .rpe),
      note: try f.decodeIfPresent(String.self, forKey: .note))
  }
}

extension SetRemoved: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case set }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(set: try f.decode(EventID.self, forKey: .set))
  }
}

extension SessionEnded: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case session }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(session: try f.decode(Name.self, forKey: .session))
  }
}

extension SessionDiscarded: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case session }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(session: try f.decode(Name.self, forKey: .session))
  }
}

extension SessionRevised: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case session, title, note, startedAt, endedAt }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      session: try f.decode(Name.self, forKey: .session),
      title: try f.decodeIfPresent(String.self, forKey: .title),
      note: try f.decodeIfPresent(String.self, forKey: .note),
      startedAt: try f.decodeIfPresent(Timestamp.self, forKey: .startedAt),
      endedAt: try f.decodeIfPresent(Timestamp.self, forKey: .endedAt))
  }
}

extension PostLiked: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case post }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(post: try f.decode(Name.self, forKey: .post))
  }
}

extension PostUnliked: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case post }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(post: try f.decode(Name.self, forKey: .post))
  }
}

extension PostEdited: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case post, title, description }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      post: try f.decode(Name.self, forKey: .post),
      title: try f.decodeIfPresent(String.self, forKey: .title),
      description: try f.decodeIfPresent(String.self, forKey: .description))
  }
}

extension PostDeleted: @retroactive Decodable {
  private enum CodingKeys: CodingKey { case post }

  public init(from decoder: any Decoder) throws {
    let f = try decoder.container(keyedBy: CodingKeys.self)
    self.init(post: try f.decode(Name.self, forKey: .post))
  }
}
