import Events
import Projections

struct TemplatesAddCommand: Command {
  static let name = "templates add"
  static let summary = "define a template that sessions are made from"
  static let example = "replog templates add \"Leg day\" squat=3x8x60kg leg-press=3x12 calf-raise"
  static let accepts = GlobalOptions.Accepted.dryRun
  var template = DefineTemplate(name: "", exercises: [])

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&template.name, "NAME", "what to call it")
    try a.several(
      &template.exercises, "EXERCISE[=SETSxREPSxWEIGHT]", "what to do, with its sets or without")
    try a.option(&template.description, "--description", "what it is about")
    try a.option(&template.replaced, "--replace", "the template of yours that is defined anew")
    try a.flag(&template.isNew, "--new", "accept exercises that the log has never met")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(template) }
}

struct TemplatesDeleteCommand: Command {
  static let name = "templates delete"
  static let summary = "delete a template of yours; sessions made from it stay"
  static let example = "replog templates delete \"Leg day\""
  static let accepts = GlobalOptions.Accepted.dryRun
  var deletion = DeleteTemplate(template: .latest)

  mutating func arguments(_ a: inout some Arguments) throws(UsageError) {
    try a.positional(&deletion.template, "TEMPLATE", "its id, the beginning of it, or its name")
  }

  func run(_ shell: inout Shell) throws { try shell.perform(deletion) }
}

extension DefineTemplate.Exercise: ArgumentValue {
  static var placeholder: String { "EXERCISE" }
  static var expected: String { "an exercise, alone or with its sets as in squat=3x8x60kg" }

  init?(argument text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty else { return nil }
    guard parts.count == 2 else {
      self.init(String(name))
      return
    }
    // Of two numbers the first is the number of sets; a plan, unlike a set, may have no load.
    let numbers = parts[1].lowercased().split(separator: "x", omittingEmptySubsequences: false)
    let isBare = numbers.count == 2 && numbers.allSatisfy { Int($0) != nil }
    guard let set = try? EnteredSet(isBare ? "\(parts[1])xbw" : String(parts[1])) else {
      return nil
    }
    self.init(String(name), set)
  }
}
