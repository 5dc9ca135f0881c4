import Events
import Projections

// The words of errors for a program that has tools and resources, but no shell.
extension Catalog {
  /// Returns an error as JSON, with its remedy in terms of tools and resources.
  func json(of error: any Error) -> JSON {
    Diagnostic(error, worded: worded, usage: inToolWords)?.json(inToolWords) ?? .null
  }

  /// Returns a remedy with the tool, the resource or the argument of each step.
  private func worded(_ remedy: Remedy) -> String {
    remedy.parts.map { part in
      switch part {
      case .text(let text): inToolWords(text)
      case .step(.giveAny(let fields)): inToolWords(Remedy.Step.giveAny(fields).commandLine)
      case .step(.give(let field, let value)):
        inToolWords(Remedy.Step.give(field, value).commandLine)
      case .step(.exercise(let name)): "'\(name)'"
      case .step(let step): words(for: step.commandLine)
      }
    }.joined()
  }

  /// Returns a text with the tools and resources of the commands that it quotes, and the arguments of the options.
  func inToolWords(_ text: String) -> String {
    var (result, rest) = ("", text[...])
    while let start = rest.firstPlace(of: "'replog ") {
      guard let end = rest[start.upperBound...].firstIndex(of: "'") else { break }
      result += withArguments(rest[..<start.lowerBound])
      result += words(for: String(rest[rest.index(after: start.lowerBound)..<end]))
      rest = rest[rest.index(after: end)...]
    }
    return withPlaces(result + withArguments(rest))
  }

  /// Returns the words for a command line: `bookings_cancel {"class":"yoga-1"}`, `the resource replog://pbs`.
  private func words(for line: String) -> String {
    guard let words = try? ShellWords(line).words.dropFirst() else { return "'\(line)'" }
    if words.first == "help" {
      let name = words.dropFirst().joined(separator: " ")
      if let tool = tool(of: name) { return "the schema of \(tool.name)" }
      return "'\(line)' in a shell"
    }
    guard let command = commands.command(beginning: Substring(words.joined(separator: " "))) else {
      return "'\(line)' in a shell"
    }
    if let tool = tool(of: command.name) {
      let rest = words.dropFirst(command.name.split(separator: " ").count)
      guard let object = tool.arguments.object(for: Array(rest)) else { return tool.name }
      return object == [:]
        ? tool.name : "\(tool.name) \(object.jsonText)"
    }
    if let view = resources.first(where: { $0.command.name == command.name })?.view {
      return "the resource replog://\(hyphened(view.name))"
    }
    return "'\(line)' in a shell"
  }

  private func tool(of command: String) -> Tool? { tools.first { $0.command.name == command } }

  /// The arguments of all tools, resources and prompts.
  private var arguments: [CallArguments.Argument] {
    (tools.map(\.arguments) + resources.map(\.arguments) + prompts.map(\.arguments))
      .flatMap(\.all)
  }

  /// The options of the command that starts the server, which errors of other commands mention.
  private static let ofServer = ["--log", "--user"]

  /// Returns a text in which options have the names of the arguments of tools: `'at'` for `'--at'`.
  private func withArguments(_ text: Substring) -> String {
    var (result, rest) = ("", text)
    while let start = rest.firstPlace(of: "--") {
      let name = rest[start.upperBound...].prefix { $0.isLetter || $0 == "-" }
      let option = "--\(name)"
      let before = rest[..<start.lowerBound]
      let isQuoted = before.last == "'"
      if let argument = arguments.first(where: { $0.declared.name == option }) {
        result += before + (isQuoted ? argument.key : "'\(argument.key)'")
      } else if isQuoted, Self.ofServer.contains(option) {
        result += before.dropLast() + "the server's '\(option)"
      } else {
        result += before + option
      }
      rest = rest[name.endIndex...]
    }
    return result + rest
  }

  /// Returns a text in which the invalid argument has its name in JSON: `'day' must be` for `DAY must be`.
  private func withPlaces(_ text: String) -> String {
    let place = text.prefix { $0 != " " }
    guard
      let argument = arguments.first(where: { $0.declared.isByPlace && $0.declared.name == place })
    else { return text }
    return "'\(argument.key)'" + text[place.endIndex...]
  }
}
