import Events
import Foundation
import Testing

/// The folder with real exports of the apps, which we may not publish. `REPLOG_DATA` names the folder; without it
/// these tests are skipped.
private let folder = ProcessInfo.processInfo.environment["REPLOG_DATA"] ?? ""

private func has(_ file: String) -> Bool {
  !folder.isEmpty && FileManager.default.fileExists(atPath: "\(folder)/\(file)")
}

private func contents(_ file: String) throws -> [UInt8] {
  Array(try Foundation.Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")))
}

@Suite struct RealFileTests {
  @Test(.enabled(if: has("strong.csv")))
  func `a whole history from Strong is imported`() throws {
    let read = try training(try contents("strong.csv"), from: .strong)
    #expect(read.problems.isEmpty)
    #expect((read.rows, read.sets, read.sessions) == (1903, 1903, 86))
    #expect(read.exercises == 22)
    #expect(read.volume == 394_186)
    #expect(read.drafts.count == 1903 + 2 * 86)
    #expect(Set(read.drafts.map(\.id)).count == read.drafts.count)
  }

  @Test(.enabled(if: has("hevy.csv")))
  func `a whole history from Hevy is imported`() throws {
    let read = try training(try contents("hevy.csv"), from: .hevy)
    #expect(read.problems.isEmpty)
    #expect((read.rows, read.sets, read.sessions) == (330, 330, 17))
    #expect(read.exercises == 44)
    #expect(read.volume == 165_952)
    let starts = read.drafts.filter { $0.body.type == "SessionStarted" }.compactMap(\.at)
    #expect(starts == starts.sorted())
  }

  @Test(.enabled(if: has("free-exercise-db.json")))
  func `all of free-exercise-db is imported`() throws {
    let read = try Bytes.of(try contents("free-exercise-db.json")) { (bytes) throws(ImportError) in
      try ImportedCatalogue(bytes)
    }
    #expect(read.problems.isEmpty)
    #expect((read.entries, read.drafts.count, read.passedOver) == (873, 873, 0))
    #expect(Set(read.exercises.map(\.exercise)).count == 873)
    #expect(read.exercises.first?.exercise == "3_4_Sit-Up")
  }
}
