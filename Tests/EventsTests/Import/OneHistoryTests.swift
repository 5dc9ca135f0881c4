import Events
import Testing

/// Tests with one invented history of three weeks, in the format of each app and version.
@Suite struct OneHistoryTests {
  private struct Entry {
    let day: Int
    let exercise: String
    let order: Int
    let weight: Double
    let reps: Int
  }

  private static let history: [Entry] = {
    var history: [Entry] = []
    for day in 1...21 where day % 3 != 0 {
      for exercise in ["Squat (Barbell)", "Bench Press (Barbell)"] {
        for order in 1...3 {
          let weight = 60 + 2.5 * Double(day + order)
          history.append(
            Entry(day: day, exercise: exercise, order: order, weight: weight, reps: 6 - order))
        }
      }
    }
    return history
  }()

  private static func file(_ header: String, _ row: (Entry, String) -> String) -> String {
    let rows = history.map { row($0, $0.day < 10 ? "0\($0.day)" : "\($0.day)") }
    return header + "\n" + rows.joined(separator: "\n") + "\n"
  }

  private static let strong = [
    file("Date,Workout Name,Exercise Name,Set Order,kg,Reps,km,Seconds,Notes") { set, day in
      "2024-01-\(day) 18:30:00,\"W\",\"\(set.exercise)\",\(set.order - 1),\(set.weight),"
        + "\(set.reps),0.0,0,\"\""
    },
    file("Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds") { set, day in
      "2024-01-\(day) 18:30:00,W,\(set.exercise),\(set.order),\(set.weight),\(set.reps),0,0"
    },
    file("Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps") { set, day in
      let weight = "\(set.weight)".replacing(".", with: ",")
      return "2024-01-\(day) 18:30:00;\"W\";\"\(set.exercise)\";\(set.order);\(weight);kg;"
        + "\(set.reps).0"
    },
    file("Datum,Workout-Name,Name der Übung,Reihenfolge festlegen,Gewicht,Wiederh.") { set, day in
      "2024-01-\(day) 18:30:00,W,\(set.exercise),\(set.order),\(set.weight),\(set.reps)"
    },
  ]

  @Test func `every version of Strong gives the same history with the same ids`() throws {
    let read = try Self.strong.map { text throws(ImportError) in try training(text, from: .strong) }
    #expect((read[0].sets, read[0].sessions, read[0].exercises) == (84, 14, 2))
    #expect(read[0].volume == Self.history.reduce(0) { $0 + Double($1.reps) * $1.weight })
    for other in read { #expect(other.drafts == read[0].drafts) }
  }

  @Test func `Hevy gives the same history with its own ids`() throws {
    let text = Self.file("title,start_time,exercise_title,set_type,weight_kg,reps") { set, day in
      "W,\"\(day) Jan 2024, 18:30\",\(set.exercise),normal,\(set.weight),\(set.reps)"
    }
    let hevy = try training(text, from: .hevy)
    let strong = try training(Self.strong[0], from: .strong)
    #expect(hevy.times == strong.times)
    #expect(hevy.setsLogged.map(\.weight) == strong.setsLogged.map(\.weight))
    #expect(hevy.setsLogged.map(\.exercise) == strong.setsLogged.map(\.exercise))
    #expect(Set(hevy.drafts.map(\.id)).isDisjoint(with: strong.drafts.map(\.id)))
  }

  @Test func `a set that is read equals the one in its log line`() throws {
    let read = try training(Self.strong[0], from: .strong)
    let set = try #require(read.setsLogged.first)
    let line =
      "{\"type\":\"SetLogged\",\"data\":{\"session\":\"\(set.session)\",\"exercise\":"
      + "\"squat-barbell\",\"reps\":5,\"weight\":65}}"
    let draft = try Bytes.of(Array(line.utf8)) { (bytes) throws(LineError) in
      try Draft(line: bytes)
    }
    #expect(draft.body == .sessions(.setLogged(set)))
  }
}
