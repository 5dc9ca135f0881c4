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
        let day = posted.day.map { "\($0.rawValue): " } ?? ""
        return "  \(day)\(posted.planned.line(of: inert(form.names[posted.planned.exercise])))"
      }
      let likes = counted(post.likes, "likes")
      let last = "  \(minute(post.at)), \(likes), post "
      let isWide = displayWidth(last + post.post.text) <= width
      lines.append(last + inert(isWide ? post.post.text : form.short(post.post.text)))
      text += lines.map { wrapped($0, indent: 2, width: width) + "\n" }.joined()
    }
    return text
  }
}
