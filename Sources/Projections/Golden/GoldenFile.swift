import Events

/// A file with the expected output of a scenario.
package struct GoldenFile: Sendable {
  /// The name of the file: `pbs.json`.
  package let name: String
  package let content: Content

  /// The kind of content of such a file.
  package enum Content: Sendable {
    case view(any LogView.Type, GoldenUser)
    /// The exit status of the commands, or of reading the log.
    case status
    case output
    case errors
  }

  /// The file of the exit status.
  static let status = GoldenFile(name: "status", content: .status)

  private init(name: String, content: Content) { (self.name, self.content) = (name, content) }

  /// Creates the file of a view.
  ///
  /// - Throws: `LogError` if the view has no file for this user. Only personal views have a file for one user, and only
  ///   personal lists have one for all users.
  package init(_ view: any LogView.Type, _ user: GoldenUser) throws(LogError) {
    name = GoldenFile.stem(of: view) + user.suffix + ".json"
    content = .view(view, user)
    try user.check(view, name)
  }

  /// Creates the file of `expected` that has this name.
  ///
  /// - Parameter folder: The path of the folder, for errors.
  init(named name: String, in folder: String, views: [any LogView.Type]) throws(LogError) {
    self.name = name
    switch name {
    case "status": content = .status
    case "stdout": content = .output
    case "stderr": content = .errors
    default:
      let path = "\(folder)/\(name)"
      guard name.hasSuffix(".json") else {
        throw LogError(
          .misuse, path, "the name must be VIEW.json, status, stdout or stderr",
          help: "move the file out of 'expected'")
      }
      let (view, rest) = try GoldenFile.view(named: String(name.dropLast(5)), path, views)
      guard let user = GoldenUser(suffix: rest) else {
        throw LogError(
          .misuse, path, "the view's name must be followed by a user",
          help: "write \(GoldenFile.stem(of: view)).USER.json")
      }
      content = .view(view, user)
      try user.check(view, path)
    }
  }

  /// Returns the view with a name, in the spelling of commands or of files.
  package static func view(
    called name: String, among views: [any LogView.Type] = Views.all
  ) throws(LogError) -> any LogView.Type {
    let stem = hyphened(name)
    if let view = views.first(where: { GoldenFile.stem(of: $0) == stem }) { return view }
    throw unknown(name, "", views)
  }

  /// Returns the view of a file, and the rest of the file's name.
  private static func view(
    named stem: String, _ path: String, _ views: [any LogView.Type]
  ) throws(LogError) -> (any LogView.Type, rest: Substring) {
    let fitting = views.filter {
      stem == GoldenFile.stem(of: $0) || stem.hasPrefix(GoldenFile.stem(of: $0) + ".")
    }
    guard let view = fitting.max(by: { $0.name.utf8.count < $1.name.utf8.count }) else {
      throw unknown(String(stem.prefix { $0 != "." }), path, views)
    }
    return (view, stem.dropFirst(GoldenFile.stem(of: view).count))
  }

  private static func unknown(
    _ name: String, _ path: String, _ views: [any LogView.Type]
  ) -> LogError {
    let near = nearest(to: name, among: views.map { stem(of: $0) })
    let guess = near.isEmpty ? "" : "did you mean \(alternatives(near))? "
    return LogError(
      .misuse, path, "there is no view '\(name)'",
      help: "\(guess)ReplogTesting compares the views of an app")
  }

  fileprivate static func stem(of view: any LogView.Type) -> String { hyphened(view.name) }
}

/// The user of the view in a file.
package enum GoldenUser: Equatable, Sendable {
  /// The user of the latest sign-in.
  case latest
  case user(Name)
  case everybody

  /// The part of a file's name that means all users together.
  private static let everybodyWord = "all-users"

  /// Creates the user of a file from the part of its name after the view; nil for no user.
  init?(suffix: Substring) {
    guard !suffix.isEmpty else {
      self = .latest
      return
    }
    let word = String(suffix.dropFirst())
    if word == GoldenUser.everybodyWord {
      self = .everybody
      return
    }
    let text = word.replacingAll("%61", with: "a").replacingAll("%2F", with: "/")
      .replacingAll("%25", with: "%")
    guard !text.isEmpty, Limit.name.breach(by: text) == nil else { return nil }
    self = .user(Name(text))
  }

  /// The part of a file's name after that of the view.
  var suffix: String {
    switch self {
    case .latest: return ""
    case .everybody: return "." + GoldenUser.everybodyWord
    case .user(let name):
      if name.text == GoldenUser.everybodyWord { return ".%61ll-users" }
      let text = name.text.replacingAll("%", with: "%25").replacingAll("/", with: "%2F")
      return "." + text
    }
  }

  /// Throws if the view does not exist for this user.
  func check(_ view: any LogView.Type, _ path: String) throws(LogError) {
    switch self {
    case .latest: break
    case .user:
      guard !view.isPersonal else { return }
      throw LogError(
        .misuse, path,
        "the file name for '\(view.name)' must not include a user: the view is the same for all users",
        help: "rename it to \(GoldenFile.stem(of: view)).json")
    case .everybody:
      guard !view.isPersonal || view.shape != .list else { return }
      throw LogError(
        .misuse, path, "the view '\(view.name)' does not exist for all users together",
        help: "choose one user: \(GoldenFile.stem(of: view)).USER.json")
    }
  }
}
