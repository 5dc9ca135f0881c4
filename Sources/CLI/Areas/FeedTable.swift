import Events
import Projections

extension FeedView {
  /// Returns the posts, one paragraph each, wrapped to the width of the terminal.
  func paragraphs(_ form: TableForm) -> String {
    let width = form.width ?? .max
    var text = ""
    for post in rows.map(\.post) {
      let parts = [post.day?.rawValue, post.week.map { "week of \($0)" }, post.type.map(inert)]
      let shared = parts.compactMap(\.self).joined(separator: ", ")
      var lines = [inert(post.title) + (shared.isEmpty ? "" : " (\(shared))")]
      if let description = post.description { lines.append("  \(inert(description))") }
      lines += post.exercises.map { posted in
        "  \(posted.day.map { "\($0.rawValue): " } ?? "")\(posted.planned.line(form.names))"
      }
      let likes = post.likes == 1 ? "1 like" : "\(post.likes) likes"
      let last = "  \(minute(post.at)), \(likes), post "
      let isWide = displayWidth(last + post.post.text) <= width
      lines.append(last + inert(isWide ? post.post.text : form.short(post.post.text)))
      text += lines.map { wrapped($0, indent: 2, width: width) + "\n" }.joined()
    }
    return text
  }
}

extension PlannedExercise {
  /// Returns one line for display: `bench-press, 3 × 8, 60 kg`.
  fileprivate func line(_ names: ExerciseNames) -> String {
    var parts = [inert(names[exercise])]
    switch (sets, each) {
    case (let sets?, let reps?): parts.append("\(sets) × \(reps)")
    case (let sets?, nil): parts.append("\(sets) sets")
    case (nil, let each?): parts.append(reps == nil ? each : "\(each) reps")
    case (nil, nil): break
    }
    if let weight { parts.append(weight.description) }
    return parts.joined(separator: ", ")
  }
}
