import Events
import Projections

/// A view as a resource: `replog://pbs`, or with arguments `replog://pbs?exercise=squat`.
struct ViewResource: Sendable {
  let view: any LogView.Type
  let command: any Command
  let arguments: CallArguments

  private static let scheme = "replog://"

  init(_ view: any LogView.Type, _ command: any Command) {
    (self.view, self.command) = (view, command)
    arguments = CallArguments(of: command)
  }

  private var name: String { hyphened(view.name) }
  private var address: String { Self.scheme + name }

  /// Returns the resource in a list, or its template.
  private func listed(_ key: String, _ address: String) -> JSON {
    [
      key: .string(address), "name": .string(name),
      "description": .string(sentence(view.summary)), "mimeType": "application/json",
    ]
  }

  var definition: JSON { listed("uri", address) }

  /// The template with all arguments.
  var template: JSON {
    let keys = arguments.all.map(\.key).joined(separator: ",")
    return listed("uriTemplate", "\(address){?\(keys)}")
  }

  /// Returns whether an event can change the view.
  ///
  /// - Parameter viewer: The user of the view; nil if that may change.
  func reads(_ area: Area?, of user: Name?, viewer: Name?) -> Bool {
    func reads<V: LogView>(_: V.Type) -> Bool {
      V.Source.scoped(to: viewer).wants(area, of: user)
        || viewer == nil && V.Source.reads.contains(area)
    }
    // The user of a personal view is the one who signed in last.
    return reads(view) || viewer == nil && view.isPersonal && area == .identity
  }
}

/// The address of a resource.
struct ResourceAddress: Sendable {
  let text: String
  let resource: ViewResource
  let query: [(name: String, value: String)]

  /// The largest number of bytes of an address: a server keeps those of all subscriptions.
  private static let longest = 4_096

  /// Creates the address written as `text`; nil if it leads to no view.
  ///
  /// - Throws: An error for a text that is too long.
  init?(_ text: String, in catalog: Catalog) throws(ProtocolError) {
    guard text.utf8.count <= Self.longest else {
      throw ProtocolError(
        .invalidParams,
        "the address of a resource must have at most \(grouped("\(Self.longest)")) bytes, "
          + "got \(grouped("\(text.utf8.count)"))")
    }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard text.hasPrefix("replog://"),
      let resource = catalog.resources.first(where: {
        parts[0].dropFirst("replog://".count) == hyphened($0.view.name)
      })
    else { return nil }
    (self.text, self.resource) = (text, resource)
    var query: [(name: String, value: String)] = []
    for pair in parts.dropFirst().first?.split(separator: "&") ?? [] {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(sides[0]),
        let value = sides.count == 2 ? Self.decoded(sides[1]) : "true"
      else { return nil }
      query.append((name, value))
    }
    self.query = query
  }

  /// Returns a text without percent encoding; nil if it is not valid.
  private static func decoded(_ text: Substring) -> String? {
    var (bytes, rest): ([UInt8], Substring.UTF8View) = ([], text.utf8)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
