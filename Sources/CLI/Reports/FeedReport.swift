import Events
import Projections

/// `replog feed`: shared plans, newest first, without their authors.
struct FeedReport: Report {
  let feed: Feed
  let numbers: ExerciseNumbers

  func table(isColored: Bool) -> String {
    guard !feed.posts.isEmpty else { return "nobody has shared a plan\n" }
    var text = ""
    for post in feed.posts {
      let type = post.type.map { ", \(inert($0))" } ?? ""
      text += "\(inert(post.title)) (\(post.day.rawValue)\(type))\n"
      if let description = post.description { text += "  \(inert(description))\n" }
      for exercise in post.exercises { text += "  \(exercise.line)\n" }
      let likes = post.likes == 1 ? "1 like" : "\(post.likes) likes"
      text += "  \(minute(post.at)), \(likes), post \(inert(post.post.text))\n"
    }
    return text
  }

  func write(_ json: inout JSONWriter) {
    json.lines(feed.posts) { post, json in
      json.object { json in
        json.member("post", post.post)
        json.member("at", post.at)
        json.member("title", post.title)
        json.member("description", post.description)
        json.member("day", post.day.rawValue)
        json.member("type", post.type)
        json.key("exercises")
        json.array { json in
          for planned in post.exercises {
            json.object { json in
              planned.members(&json, number: numbers[planned.exercise])
            }
          }
        }
        json.member("likes", post.likes)
      }
    }
  }
}

extension PlannedExercise {
  /// One line for people: `bench-press, 3 × 8, 60 kg`.
  var line: String {
    var parts = [inert(exercise.text)]
    switch (sets, reps) {
    case (let sets?, let reps?): parts.append("\(sets) × \(reps)")
    case (let sets?, nil): parts.append("\(sets) sets")
    case (nil, let reps?): parts.append("\(reps) reps")
    case (nil, nil): break
    }
    if let weight { parts.append(weight.description) }
    return parts.joined(separator: ", ")
  }
}
