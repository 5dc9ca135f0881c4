import Events
import TestSupport

// Logs that are hard on the folds of mails, profiles, workouts, weeks, push-ups and meals.

extension HostileLog {
  private static func email(_ number: Int) -> Name { Name("\(number)@example.com") }

  static let mails: [HostileLog] = [
    HostileLog(
      "passwords asked for by one address again and again, and the mails sent, the first one first",
      facts: { count in
        [.signedIn("ann")]
          + (0..<count).map { _ in
            .by(nil, PasswordResetRequested(email: "ann@example.com").body)
          }
          + (2...count + 1).map { .by(nil, MailSent(mail: id($0)).body) }
      }),
    HostileLog(
      "accounts opened, verified and linked, the last one first",
      facts: { count in
        (0..<count).map { .by(user($0), .registered(email($0))) }
          + (0..<count).reversed().flatMap { number -> [Fact] in
            [
              .by(user(number), .verified(email(number))),
              .by(user(number), IdentityLinked(provider: "apple", subject: email(number)).body),
            ]
          }
      }),
  ]

  private static func weighed(_ number: Int) -> Event.Body {
    BodyWeightRecorded(weight: Weight(Double(60 + number % 40))).body
  }

  private static func unweighed(_ number: Int) -> Event.Body {
    BodyWeightRemoved(measurement: id(number)).body
  }

  static let profiles: [HostileLog] = [
    HostileLog("weights of the body recorded, and removed, the first one first") { count in
      (0..<count).map { weighed($0) } + (1...count).map { unweighed($0) }
    },
    HostileLog("weights of the body recorded and removed by turns") { count in
      (0..<count).flatMap { [weighed($0), unweighed(2 * $0 + 1)] }
    },
    HostileLog("settings of many names changed and taken away") { count in
      (0..<2 * count).map { number in
        let (key, value) = (Name("key \(number % count)"), number < count ? "x" : "")
        return SettingChanged(key: key, value: value).body
      }
    },
    HostileLog("maxes recorded and cleared by turns, the profile revised each time") { count in
      (0..<count).flatMap { number -> [Event.Body] in
        let lift = Lift.allCases[number % 4]
        return [
          MaxRecorded(lift: lift, weight: Weight(Double(number))).body,
          ProfileRevised(name: "\(number)", cleared: [.sex]).body,
          MaxCleared(lift: lift).body,
        ]
      }
    },
  ]

  private static func workout(_ number: Int) -> Name { Name("workout \(number)") }

  private static func created(_ name: Name) -> Event.Body {
    WorkoutCreated(workout: name, name: "x", exercises: []).body
  }

  private static func added(_ number: Int, to workout: Name) -> Event.Body {
    let planned = PlannedExercise(exercise: exercise(number), sets: number)
    return WorkoutExerciseAdded(workout: workout, planned).body
  }

  private static func removed(_ number: Int, from workout: Name) -> Event.Body {
    WorkoutExerciseRemoved(workout: workout, exercise: exercise(number)).body
  }

  static let workouts: [HostileLog] = [
    HostileLog("workouts created, saved and deleted, the first one first") { count in
      (0..<count).map { created(workout($0)) }
        + (0..<count).flatMap { number -> [Event.Body] in
          let name = workout(number)
          return [
            WorkoutSaved(workout: name).body,
            WorkoutDeleted(workout: name).body,
            WorkoutUnsaved(workout: name).body,
          ]
        }
    },
    HostileLog("exercises of a long workout removed, the first one first, and added anew") {
      count in
      [created("w")] + (0..<count).map { added($0, to: "w") }
        + (0..<count).map { removed($0, from: "w") } + (0..<count).map { added($0, to: "w") }
    },
    HostileLog("an exercise of a long workout added and removed by turns") { count in
      [created("w")] + (0..<count).map { added($0, to: "w") }
        + (0..<count).flatMap { _ in [removed(0, from: "w"), added(0, to: "w")] }
    },
    HostileLog("templates defined, defined anew, and deleted, the last one first") { count in
      (0..<2 * count).map { number in
        TemplateDefined(
          template: workout(number % count), name: "\(number)",
          exercises: [PlannedExercise(exercise: exercise(number))]
        ).body
      }
        + (0..<count).reversed().map {
          TemplateDeleted(template: workout($0)).body
        }
    },
  ]

  static let weeks: [HostileLog] = [
    HostileLog("workouts assigned to weeks and taken off, the first one first") { count in
      let monday = day("2026-03-02")
      let weeks = (0..<count).map { LocalDay(number: monday.number + 7 * $0) }
      return [created("w")]
        + weeks.map {
          WorkoutAssigned(week: $0, day: .monday, workout: "w").body
        }
        + weeks.map { WorkoutUnassigned(week: $0, day: .monday).body }
    }
  ]

  private static func pushed(on number: Int?) -> Event.Body {
    PushUpsLogged(count: 10, day: number.map { LocalDay(number: 20_000 + $0) }).body
  }

  private static func unpushed(_ number: Int) -> Event.Body {
    PushUpsRemoved(pushUps: id(number)).body
  }

  private static func restored(_ number: Int) -> Event.Body {
    PushUpsRestored(pushUps: id(number)).body
  }

  static let pushUps: [HostileLog] = [
    HostileLog("push-ups of one day logged, and removed, the first one first") { count in
      (0..<count).map { _ in pushed(on: nil) } + (1...count).map { unpushed($0) }
    },
    HostileLog("push-ups logged and removed by turns, the longest ago") { count in
      (0..<count).map { pushed(on: $0) }
        + (0..<count).flatMap { [pushed(on: $0), unpushed($0 + 1)] }
    },
    HostileLog("push-ups of days that go backwards, and of every other day first") { count in
      (0..<count).reversed().map { pushed(on: 2 * $0) }
        + (0..<count).map { pushed(on: 2 * $0 + 1) }
    },
    HostileLog("push-ups removed and restored, the first one first") { count in
      (0..<count).map { pushed(on: $0) }
        + (1...count).flatMap { [unpushed($0), restored($0)] }
    },
    HostileLog("push-ups that are unknown removed") { count in
      (0..<count).flatMap { [pushed(on: $0), unpushed(9 * count + $0)] }
    },
  ]

  static let meals: [HostileLog] = [
    HostileLog("menus of days that go backwards, each of them twice") { count in
      (0..<2 * count).reversed().map { number in
        MenuImported(
          day: LocalDay(number: 20_000 + number / 2),
          items: [MenuItem(name: "dish \(number)", calories: 100, protein: 5)]
        ).body
      }
    },
    HostileLog("a menu of many dishes") { count in
      [
        MenuImported(items: (0..<count).map { MenuItem(name: "dish \($0)", calories: 1) }).body
      ] + (0..<3 * count).map { _ in MealGoalChosen(goal: .cutting).body }
    },
    HostileLog("suggestions that came back") { count in
      (0..<count).flatMap { number -> [Event.Body] in
        [MealsSuggested(text: "\(number)").body, WorkoutSuggested(text: "\(number)").body]
      }
    },
  ]
}
