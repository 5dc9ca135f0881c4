import Events
import Projections

/// The events of a replay and their changes, as the JSON of a page.
///
/// A change has the number of its view, the number of its path and the part after it; a removed part is left out. The
/// page folds the changes, which gives the part before each. Its size therefore grows with the changes alone.
struct ReplayContent {
  let name: String
  let user: Name?
  /// The number of events.
  private(set) var count = 0
  private(set) var json = JSONWriter()
  private var paths = PathTable()
  private let places: [String: Int]

  /// Creates the content without events.
  ///
  /// - Parameters:
  ///   - name: The name of the log for display.
  ///   - states: The views before the first event.
  init(of name: String, user: Name?, from states: [any ViewFolding]) {
    (self.name, self.user) = (name, user)
    places = Dictionary(states.enumerated().map { ($1.name, $0) }) { first, _ in first }
    json.beginObject()
    json.key(plain: "views")
    json.lines(states) { state, json in
      json.object { json in
        json.member("name", state.name)
        json.key(plain: "state")
        json.write(byStep: state.tree)
      }
    }
    json.key(plain: "events")
    json.beginArray()
  }

  /// The number of views.
  var views: Int { places.count }

  /// Adds the next event with its changes.
  mutating func add(_ step: LogReplay.Step) {
    count += 1
    json.beginLine()
    json.beginArray()
    json.raw(step.line.dropLast())
    for (view, change) in step.changes {
      json.beginArray()
      json.integer(places[view] ?? 0)
      json.integer(paths.number(of: change.path))
      if let after = change.after { json.write(byStep: after.tree) }
      json.endArray()
    }
    json.endArray()
  }

  /// Ends the JSON with the table of paths.
  mutating func finish() {
    json.endLines()
    json.key(plain: "paths")
    json.lines(paths.edges) { edge, json in
      json.array { json in
        json.integer(edge.parent)
        json.string(RecordPath([edge.step]).description)
      }
    }
    json.endObject()
  }
}

/// The paths of changes, each written once as a step from a shorter path; the empty path has the number 0.
private struct PathTable {
  struct Edge: Hashable {
    let parent: Int
    let step: RecordPath.Step
  }

  /// The last step of each path, in the order of their numbers, from 1.
  private(set) var edges: [Edge] = []
  private var numbers: [Edge: Int] = [:]

  mutating func number(of path: RecordPath) -> Int {
    var number = 0
    for step in path.steps {
      let edge = Edge(parent: number, step: step)
      if let known = numbers[edge] {
        number = known
      } else {
        edges.append(edge)
        number = edges.count
        numbers[edge] = number
      }
    }
    return number
  }
}

extension JSONWriter {
  /// Writes a part of a view in which an element of a list is a member, named by its step.
  fileprivate mutating func write(byStep tree: RecordTree) {
    switch tree {
    case .value(let value): value.write(&self)
    case .object(let members):
      beginObject()
      for member in members {
        key(member.name)
        write(byStep: member.value)
      }
      endObject()
    case .list(let name, let elements):
      beginObject()
      for (step, element) in zip(RecordTree.steps(name, elements), elements) {
        key(RecordPath([step]).description)
        write(byStep: element)
      }
      endObject()
    }
  }
}

extension Log {
  /// Returns the states of some views before an event.
  ///
  /// - Parameter asOf: The part of the log to read; nil for all of it.
  func states(
    of views: [any LogView.Type], of user: Name?, before seq: Int, asOf: AsOf?
  ) throws -> [any ViewFolding] {
    var states = try self.states(of: views, of: user, asOf: .seq(0))
    guard seq > 1 else { return states }
    try forEachEvent(of: states.flatMap(\.interests), asOf: asOf) { event in
      guard event.seq < seq else { return }
      for place in states.indices { states[place].fold(event) }
    }
    return states
  }
}
