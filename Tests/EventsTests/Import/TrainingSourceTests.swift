import TestSupport
import Testing

@testable import Events

/// Tests of how the app that wrote a file is recognised, and of the ids of imported parts.
@Suite struct TrainingSourceTests {
  private func recognised(
    _ text: String, or others: String = ""
  ) throws(ImportError) -> TrainingSource {
    try TrainingSource(recognised: TextFile(decoding: Array(text.utf8)), or: others)
  }

  @Test func `a file of a known app is recognised`() throws {
    #expect(try recognised(HevyExportTests.header) == .hevy)
    let strong = "Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes\n"
    #expect(try recognised(strong) == .strong)
  }

  @Test(arguments: [("", "an empty file"), ("a,b\n1,2\n", "something else")])
  func `any other file is refused with the list of supported apps`(_ text: String, _ found: String)
  {
    let error = refusal { () throws(ImportError) in try recognised(text, or: ", or a catalogue") }
    #expect(error?.kind == .unrecognised && error?.line == 1)
    #expect(
      error?.message
        == "expected an export from Strong, Hevy, FitNotes, StrongLifts or OpenPowerlifting, "
        + "or a catalogue, found \(found)")
  }

  @Test func `a file that is not CSV is refused for that reason`() {
    let text = "\"a"
    let error = refusal { () throws(ImportError) in try recognised(text) }
    #expect(error != nil && error?.kind != .unrecognised)
    #expect(Bytes.of(Array(text.utf8)) { TrainingSource(recognising: $0) } == nil)
    #expect(Bytes.of([0x22, 0xFF, 0xFE]) { TrainingSource(recognising: $0) } == nil)
  }

  @Test func `a part has one id for each source, start, title, user and name`() {
    func id(
      _ part: String = "start", _ start: Int64 = 0, _ title: String = "Push", _ user: Name = "ann",
      from source: TrainingSource = .strong
    ) -> EventID { source.id(of: part, inSessionAt: start, called: title, by: user) }
    #expect(id() == id() && id().isNameBased)
    let others = [
      id("end"), id("start", 1), id("start", 0, "Pull"), id("start", 0, "Push", "ben"),
      id(from: .hevy),
    ]
    #expect(Set(others + [id()]).count == 6)
  }

  @Test func `a tracker of body weights is recognised by its header`() throws {
    func source(_ text: String) throws -> BodyWeightSource? {
      BodyWeightSource(recognising: try TextFile(decoding: Array(text.utf8)))
    }
    #expect(try source("Date,Time,Measurement,Value,Unit\n") == .fitnotes)
    #expect(try source("Date,Time,Value,Unit\n") == nil && source("") == nil)
    #expect(
      TrainingSource.allCases.map { BodyWeightSource($0) }
        == [nil, nil, nil, .stronglifts, .openpowerlifting])
  }
}
