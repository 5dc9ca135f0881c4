import Foundation
import Projections
import TestSupport
import Testing

@testable import CLI

extension Views {
  /// The names of the views that can be shown of everybody at once.
  static var ofEveryUser: [String] {
    all.filter { $0.isPersonal && $0.shape == .list }.map { $0.name }
  }
}

/// Whatever lists views has those of the table.
@Suite struct ViewTableTests {
  @Test func `no two views have one name`() {
    let names = Views.all.map { $0.name }
    #expect(Set(names).count == names.count)
  }

  @Test func `every view has its command, with the options that its rows allow`() throws {
    let commands = Replog.commands.all
    for view in Views.all {
      let command = try #require(commands.first { $0.name == view.name })
      let options = Declarations.of(command).all.map(\.name)
      #expect(options.contains("--as-of") && options.contains("--json"))
      #expect(options.contains("--all-users") == Views.ofEveryUser.contains(view.name))
    }
    #expect(Views.ofEveryUser.contains("history"))
  }

  @Test func `the benchmark has a row for every view`() throws {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appendingPathComponent("../Benchmarks").standardized.path
    let printed = try Workdir().run(
      "cd '\(folder)' && python3 -B -c 'import lookups; print(*lookups.VIEWS, sep=chr(10))'")
    let names = printed.output.split(separator: "\n").map(String.init)
    #expect(names == Views.all.map { $0.name }, "\(printed.errors)")
  }
}
