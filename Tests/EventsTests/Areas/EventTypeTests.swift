import Foundation
import TestSupport
import Testing

@testable import Events

// Links and personal fields are in the recorded schema, Examples/schema.json; a change of one shows there.
@Suite struct EventTypeTests {
  /// Returns the fields of a payload and of its nested objects, each with its path.
  private func fields(
    of description: PayloadDescription, in path: String
  ) -> [(path: String, field: PayloadDescription.Field)] {
    description.fields.flatMap { field in
      [(path + field.name, field)] + fields(of: field.nested, in: path + field.name + ".")
    }
  }

  @Test(arguments: Area.allCases)
  func `an area lists the payload of each of its cases`(_ area: Area) throws {
    let name = "\(area)".prefix(1).uppercased() + "\(area)".dropFirst()
    let source = try String(
      contentsOfFile: repository + "/Sources/Events/Areas/\(name).swift", encoding: .utf8)
    let cases = source.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: #/  (?:indirect )?case \w+\((\w+)\)/#).map { String($0.1) }
    }
    let types = area.events.types
    #expect(types.map { "\($0.payload)" } == cases && types.map(\.name) == cases)
  }

  @Test(arguments: EventType.all)
  func `every field has a sentence of its own`(_ type: EventType) {
    let fields = fields(of: type.description, in: type.name + ".")
    #expect(!fields.isEmpty)
    for (path, field) in fields {
      let summary = "\(field.traits.summary)"
      #expect(summary.count > 5 && summary.hasSuffix("."), "\(path): '\(summary)'")
    }
  }

  @Test
  func `a set of areas contains the areas it was made of, and unknown events only if requested`() {
    let areas: Areas = [.plan, .feed]
    for area in Area.allCases {
      #expect(areas.contains(area) == (area == .plan || area == .feed))
      #expect(!Areas.unknown.contains(area))
    }
    #expect(!areas.contains(nil) && areas.union(.unknown).contains(nil))
    #expect(areas.union(.unknown).contains(.plan))
  }
}
