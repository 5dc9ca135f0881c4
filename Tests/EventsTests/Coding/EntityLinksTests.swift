import TestSupport
import Testing

@testable import Events

@Suite struct EntityLinksTests {
  /// A payload with several entities.
  private struct Several: Payload {
    let post: Name?
    let names: [Name?]

    init(post: Name?, _ names: [Name?]) { (self.post, self.names) = (post, names) }

    init(_ old: Self?, _ f: inout some Fields) throws(LineError) {
      post = try f.optional("post", old?.post, .begins(.post))
      var names: [Name?] = []
      for (index, kind) in [EntityKind.session, .set, .post, .signIn].enumerated() {
        names.append(try f.optional("name", old?.names[index], .refers(to: kind)))
      }
      self.names = names
    }
  }

  private func references(_ links: EntityLinks) -> [String] {
    var found: [String] = []
    links.forEachReference { found.append("\($0.kind.rawValue) \($0.id)") }
    return found
  }

  @Test func `every named entity is linked, in the order of the fields`() {
    let ids = (1...4).map(Samples.id)
    let all = [
      "session \(ids[0])", "set \(ids[1])", "post \(ids[2])", "sign-in session \(ids[3])",
    ]
    for number in 0..<16 {
      let chosen = (0..<4).filter { number & 1 << $0 != 0 }
      let names = (0..<4).map { chosen.contains($0) ? Name(ids[$0]) : nil }
      #expect(references(Several(post: nil, names)._links) == chosen.map { all[$0] })
    }
  }

  @Test func `a created entity is not a reference`() {
    let none: [Name?] = [nil, nil, nil, nil]
    let links = Several(post: Name(Samples.id(9)), none)._links
    #expect(links.created == Samples.id(9) && references(links) == [])
    #expect(Several(post: nil, none)._links.created == nil)
  }

  @Test func `an event refers to several entities and changes one`() {
    let move = events([.by("ann", .moved(id(1), to: 2))])[0].body.links
    #expect(move.refer(toAny: [id(9), id(1)]) && move.changed?.id == id(1))
    #expect(!move.refer(toAny: [id(9)]))
    let like = events([.by("ann", .liked(name(1)))])[0].body.links
    #expect(like.refer(toAny: [id(1)]) && like.changed == nil)
    let start = events([.by("ann", .started())])[0].body.links
    #expect(!start.refer(toAny: [id(1)]) && start.changed == nil && !start.changesShared)
    let edit = events([.by("ann", .edited(name(1)))])[0].body.links
    #expect(edit.changesShared && !move.changesShared && !like.changesShared)
  }

  @Test func `a name that is not an id is linked by its text`() {
    let one = Several(post: nil, ["evening", nil, nil, nil])._links
    let same = Several(post: "evening", [nil, nil, nil, nil])._links
    var ids: [EventID] = []
    one.forEachReference { ids.append($0.id) }
    #expect(ids == [same.created])
    let other = Several(post: "morning", [nil, nil, nil, nil])._links
    #expect(ids != [other.created])
  }
}
