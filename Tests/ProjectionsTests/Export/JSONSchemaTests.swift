import Events
import TestSupport
import Testing

@testable import Projections

/// The schema of events and views, by itself; a validator checks it in `SchemaCommandTests`.
@Suite struct JSONSchemaTests {
  @Test func `every type and every view has a definition, and every field a sentence`() throws {
    let definitions = try #require(JSONSchema.line["$defs"])
    func check(_ schema: JSON, _ name: String) {
      for part in ["properties", "items"] {
        guard let found = schema[part] else { continue }
        guard part == "properties", case .object(let fields) = found else {
          check(found, name)
          continue
        }
        for (field, schema) in fields {
          guard case .string(let sentence) = schema["description"] else {
            Issue.record("\(name).\(field) has no description")
            continue
          }
          #expect(sentence.hasSuffix("."), "\(name).\(field)")
          check(schema, "\(name).\(field)")
        }
      }
    }
    for type in EventType.all { check(try #require(definitions[type.name]), type.name) }
    for view in Views.all {
      let name = "view." + view.name.split(separator: " ").joined(separator: "-")
      check(try #require(definitions[name]), name)
    }
  }

  @Test(arguments: EventType.all.map(\.name))
  func `the sample of a type has no field that its schema lacks`(_ type: String) throws {
    let definition = try #require(JSONSchema.line["$defs"]?[type])
    let facts = Samples.full.filter { $0.type == type }.map { Fact.by("ann", $0) }
    let event = try #require(events(facts).first)
    guard case .object(let members) = event.data, let properties = definition["properties"] else {
      Issue.record("\(type) has no fields")
      return
    }
    for (name, _) in members { #expect(properties[name] != nil, "\(name)") }
  }

  @Test func `the data of a version that no build knows is not checked`() throws {
    guard case .array(let branches) = JSONSchema.line["allOf"] else {
      Issue.record("no branches")
      return
    }
    #expect(branches.count == EventType.all.count)
    for (branch, type) in zip(branches, EventType.all) {
      let condition = branch["if"]?["properties"]
      #expect(condition?["type"]?["const"] == .string(type.name))
      #expect(condition?["v"]?["maximum"] == .number(.integer(Int64(type.newestVersion))))
    }
  }

  @Test func `bounds in pounds equal those in kilograms, to the last digit`() throws {
    let data = try #require(JSONSchema.line["$defs"]?["SetLogged"])
    guard case .number(let greatest) = data["then"]?["properties"]?["weight"]?["maximum"],
      case .number(let least) = data["then"]?["properties"]?["weight"]?["minimum"]
    else {
      Issue.record("no bounds")
      return
    }
    let limit = Limit.weight(.lb)
    #expect(limit.breach(by: greatest.double) == nil && limit.breach(by: least.double) == nil)
    #expect(limit.breach(by: greatest.double.nextUp) != nil)
    #expect(limit.breach(by: least.double.nextDown) != nil)
  }
}
