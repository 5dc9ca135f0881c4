import Events

/// A request to let a provider's subject sign in as the user; the host application has checked both.
public struct LinkIdentity: Decision {
  public static let needsProfile = false

  public var provider: String
  public var subject: String

  public init(provider: String, subject: String) {
    (self.provider, self.subject) = (provider, subject)
  }

  public func decide(_ accounts: Accounts, _ context: Context) throws(Refusal) -> [Event.Body] {
    let (provider, subject) = try identity(provider, subject)
    switch accounts.user(provider: provider, subject: subject) {
    case context.user: return []
    case let other?:
      throw Refusal(
        .accountMismatch, "subject '\(subject)' of \(provider) belongs to '\(other)'",
        help: "'\(other)' must unlink it first: \(.unlink)")
    case nil:
      return [IdentityLinked(provider: provider, subject: subject).body]
    }
  }
}

/// A request to unlink a provider's subject from the user.
public struct UnlinkIdentity: Decision {
  public static let needsProfile = false

  public var provider: String
  public var subject: String

  public init(provider: String, subject: String) {
    (self.provider, self.subject) = (provider, subject)
  }

  public func decide(_ accounts: Accounts, _ context: Context) throws(Refusal) -> [Event.Body] {
    let (provider, subject) = try identity(provider, subject)
    guard accounts.user(provider: provider, subject: subject) == context.user else {
      throw Refusal(
        .notFound, "'\(context.user)' has no linked subject '\(subject)' of \(provider)",
        help: "give the provider and the subject of the link")
    }
    return [IdentityUnlinked(provider: provider, subject: subject).body]
  }
}

/// A request to remove an address from the user's account, which keeps at least one.
public struct RemoveEmail: Decision {
  public static let needsProfile = false

  public var email: String

  public init(email: String) { self.email = email }

  public func decide(_ accounts: Accounts, _ context: Context) throws(Refusal) -> [Event.Body] {
    let email = try address(email)
    let account = accounts.account(of: context.user)
    guard let owned = account?.address(email) else {
      let addresses = account?.addresses.map(\.text).joined(separator: ", ") ?? ""
      throw Refusal(
        .notFound, "'\(context.user)' has no verified address '\(email)'",
        help: addresses.isEmpty ? "sign in with an address first" : "your addresses: \(addresses)")
    }
    guard account?.addresses.count != 1 else {
      throw Refusal(
        .onlyEmail, "'\(owned)' is the only address of '\(context.user)'",
        help: "sign in with another address first")
    }
    return [EmailRemoved(email: owned).body]
  }
}

/// Returns a provider and a subject, trimmed.
private func identity(
  _ provider: String, _ subject: String
) throws(Refusal) -> (provider: Name, subject: Name) {
  let provider = try required(provider: provider)
  guard provider != SignIn.password, provider.text != SignIn.local else {
    throw Refusal(
      .notProvider, "'\(provider)' is not an identity provider, so it has no subjects",
      help: "for example 'apple'")
  }
  let subject = try required(subject, "the subject", help: "it is the user's id at the provider")
  return (provider, Name(subject))
}
