import Testing

@testable import CLI

@Suite struct HelpPagesTests {
  private let table = Replog.commands

  @Test func `the everyday commands, the first steps and the targets of synonyms are commands`() {
    let names = CommandTable.everyday.flatMap(\.names) + CommandTable.otherWords.flatMap(\.commands)
    for name in names { #expect(table.command(named: name) != nil, "\(name)") }
    for step in CommandTable.steps {
      let words = step.line.dropFirst("replog ".count)
      #expect(table.command(beginning: words) != nil, "\(step.line)")
    }
  }

  @Test func `no synonym is a command or occurs twice`() {
    let words = CommandTable.otherWords.map(\.word)
    for word in words { #expect(table.command(named: word) == nil, "\(word)") }
    #expect(words == Set(words).sorted())
  }

  @Test func `similar names come before the commands of a synonym`() {
    let names = table.all.map { $0.name }
    #expect(table.near("sessions", among: names) == ["session", "session end", "history"])
    #expect(table.near("1rm", among: names) == ["one-rm", "records"])
    #expect(table.near("plna", among: names).first == "plan")
  }

  @Test func `only the page of general options and the manual describe them`() {
    #expect(table.optionsPage.contains("--seed N"))
    for command in table.all {
      let page = HelpPage(command, table).text
      let own = Declarations.of(command).all.filter { !Declarations.isGeneral($0) }.map(\.name)
      for option in Declarations.general where !own.contains(option.name) {
        #expect(!page.contains("\(option.name) \(option.placeholder)  "), "\(command.name)")
      }
    }
    #expect(ManPage.text(of: table).contains("seed"))
  }
}
