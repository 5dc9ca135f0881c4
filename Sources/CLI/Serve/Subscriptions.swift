import Events
import Projections

/// The resources whose changes a client wants to hear of, and the changes it has not heard of yet.
///
/// A notification says that a resource may have changed. It waits while the client does not read, and a second one for
/// the same resource is not kept: the memory does not depend on the number of changes.
struct Subscriptions {
  private struct Subscription {
    /// The id of the request that stays open; nil for `resources/subscribe`.
    let listener: JSON?
    let address: String
    let resource: ViewResource
    var isPending = false
  }

  private var all: [Subscription] = []
  /// The followed log; nil before the first subscription, and after an error.
  private(set) var followed: FollowedLog?
  private var hasFailed = false
  private let path: String
  private let user: Name?
  /// The user whom `user` means in another spelling; nil if none was found.
  private var meant: Name?
  private let system: System

  /// The largest number of addresses.
  private static let most = 256

  init(path: String, user: Name?, _ system: System) {
    (self.path, self.user, self.system) = (path, user, system)
  }

  var isEmpty: Bool { all.isEmpty }

  /// The ids of the requests that stay open, in their order.
  var listeners: [JSON] {
    var ids: [JSON] = []
    for case let id? in all.map(\.listener) where !ids.contains(id) { ids.append(id) }
    return ids
  }

  /// Adds addresses of resources.
  ///
  /// - Parameter listener: The id of the request that stays open; nil for `resources/subscribe`.
  mutating func add(_ addresses: [ResourceAddress], for listener: JSON?) throws(ProtocolError) {
    guard all.count + addresses.count <= Self.most else {
      throw ProtocolError(
        .internalError, "a client must have at most \(Self.most) subscriptions, got more")
    }
    // Only changes after the answer are told.
    if followed == nil { follow() }
    for address in addresses
    where !all.contains(where: { $0.listener == listener && $0.address == address.text }) {
      all.append(
        Subscription(listener: listener, address: address.text, resource: address.resource))
    }
  }

  /// Removes an address of `resources/subscribe`.
  mutating func remove(_ address: String) {
    all.removeAll { $0.listener == nil && $0.address == address }
  }

  /// Removes the addresses of a request that stays open, and returns whether there were any.
  mutating func remove(listener id: JSON) -> Bool {
    let count = all.count
    all.removeAll { $0.listener == id }
    return all.count < count
  }

  private mutating func follow() {
    let log = FollowedLog(path: path, showsPending: true, system: system)
    do {
      _ = try log.partSoFar()
      followed = log
    } catch { followed = nil }
  }

  /// Looks at the log, and marks the resources that may have changed.
  ///
  /// - Returns: The number of milliseconds until the next look; nil without subscriptions.
  mutating func look() -> Int32? {
    guard !isEmpty else {
      followed = nil
      return nil
    }
    if followed == nil { follow() }
    do {
      guard let followed else { throw Unreadable() }
      if hasFailed { markAll() }
      hasFailed = false
      while true {
        let (part, patience) = try followed.partSoFar()
        guard let part else { return patience }
        try mark(part)
      }
    } catch {
      // Reading the resource then tells the reason.
      if !hasFailed { markAll() }
      (hasFailed, followed) = (true, nil)
      return 1_000
    }
  }

  private struct Unreadable: Error {}

  private mutating func markAll() { for place in all.indices { all[place].isPending = true } }

  private mutating func mark(_ part: FollowedLog.Part) throws(LogError) {
    guard part.change == .appended, !part.isMissing else { return markAll() }
    // A search for another spelling reads the whole log.
    if let user, meant == nil {
      // The waiting events alone do not tell whom another spelling means.
      let log =
        part.isOfPending
        ? try Log(path: path, usesCheckpoint: false, showsPending: true, system: system) : part.log
      meant = try log.user(meantBy: user)
    }
    let viewer = meant ?? user
    var lines = part.lines()
    while let line = try lines.next() {
      for place in all.indices where !all[place].isPending {
        all[place].isPending = all[place].resource.reads(line.area, of: line.user, viewer: viewer)
      }
    }
  }

  /// Returns the next notification; nil if the client has heard of all changes.
  mutating func next() -> [UInt8]? {
    guard let place = all.firstIndex(where: \.isPending) else { return nil }
    all[place].isPending = false
    var params: JSON.Members = [("uri", .string(all[place].address))]
    if let id = all[place].listener { params.insert(("_meta", Self.stamp(id)), at: 0) }
    return JSONWriter.notification("notifications/resources/updated", .object(params))
  }

  /// Returns the values by which a client finds the request that a message belongs to.
  static func stamp(_ listener: JSON) -> JSON {
    ["io.modelcontextprotocol/subscriptionId": listener]
  }
}
