import Foundation
import TestSupport
import Testing

/// The codes of errors: declared once, explained once, and each met by a request.
@Suite struct ErrorCodesTests {
  /// The names and the texts of the codes that the sources declare.
  private static let declared: [(name: String, text: String)] = {
    let root = Workdir.repository.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }
      .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
      .flatMap { text in
        text.matches(of: #/static let (\w+) = ErrorCode\("([a-z-]+)"\)/#)
          .map { (String($0.1), String($0.2)) }
      }
  }()

  private func text(of path: String) throws -> String {
    try String(contentsOf: Workdir.repository.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `a code is its name in kebab case, and no two are the same`() {
    let texts = Self.declared.map(\.text)
    #expect(texts.count > 60 && Set(texts).count == texts.count)
    for (name, text) in Self.declared {
      let words = name.replacing(#/CI|[A-Z]/#) { "-" + $0.output.lowercased() }
      #expect(words == text)
    }
  }

  @Test func `the article lists every code, and no other`() throws {
    let article = try text(of: "Sources/Projections/Projections.docc/ErrorCodes.md")
    let listed = article.matches(of: #/\n\| `([a-z-]+)` \|/#).map { String($0.1) }
    #expect(listed.sorted() == Self.declared.map(\.text).sorted())
  }

  @Test func `every code is used by an error`() throws {
    let gallery = try text(of: "Tests/CLITests/Errors/codes.test")
    // Faults of the system are in Tests/EventsTests; `refused` is the code of an app.
    let ofFaults = ["durability-unknown", "log-in-use", "refused"]
    for (_, text) in Self.declared where !ofFaults.contains(text) {
      #expect(gallery.contains("\"code\":\"\(text)\""), Comment(rawValue: text))
    }
  }
}
