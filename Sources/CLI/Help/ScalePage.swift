import Projections

/// The help page about the views of a log that is partitioned among files or machines.
extension CommandTable {
  var scalePage: String {
    let (perUser, rules, streams) = views
    return """
      replog: the views of a partitioned log

      'replog split --by user' partitions a log. A view that is computed from the events
      below has the same rows as if it were computed from the whole log. Views marked
      '*' show exercise numbers; '--numbers PATH' supplies the numbers for the whole
      log.

      per user: all events of a user
      \(wrapped("  " + perUser.joined(separator: ", "), indent: 2))
      'plan history' also needs only these events. Its JSON numbers the exercises
      within the part, not within the whole log.

      mergeable: any part of the log; merge the rows of all parts by the given rule
      \(Self.aligned(rules))
      separate stream: all events of these areas, and the events of the user
      \(Self.aligned(streams))
      In each part, the positions must increase; gaps are allowed. If a cluster
      shuffles the lines, sort each part by 'seq' first.

      """
  }

  /// The names of the views per user, and the names of all others with a rule or with areas, in the order of the table.
  private var views: (perUser: [String], rules: [(String, String)], streams: [(String, String)]) {
    var views: ([String], [(String, String)], [(String, String)]) = ([], [], [])
    func add<V: LogView>(_ view: V.Type) {
      let name = V.name + (V.showsNumbers ? "*" : "")
      switch V.scaling {
      case .perUser: views.0.append(name)
      case .mergeable(let rule): views.1.append((name, "\(rule)"))
      case .stream(let areas):
        let names = areas.members.compactMap { $0.map { "\($0)" } }
        views.2.append((name, names.joined(separator: ", ")))
      }
    }
    for view in Views.all { add(view) }
    return views
  }

  private static func aligned(_ rows: [(String, String)]) -> String {
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { name, text in
      let space = String(repeating: " ", count: width - name.count)
      return wrapped("  \(name)\(space)\(text)", indent: width + 2) + "\n"
    }.joined()
  }
}
