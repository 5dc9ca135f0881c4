import Events
import Projections
import TestSupport
import Testing

@Suite struct AppenderPerformTests {
  private let workdir: Workdir
  private let appender: Appender
  private let defaults = DraftDefaults(now: Timestamp(milliseconds: 1_772_471_051_250), seed: 1)

  init() throws {
    workdir = try Workdir()
    appender = try Appender(path: workdir.url.appendingPathComponent("log").path)
  }

  private func signIn() throws -> AdmissionResult {
    let signIn = SignIn(provider: "google", subject: "1093", email: "ann@example.com")
    return try appender.perform(signIn, defaults: defaults).admitted
  }

  @Test func `decided events are appended`() throws {
    let user = try signIn().user
    let appended = try appender.perform(StartSession(), by: user, defaults: defaults)
    #expect(appended.acknowledgements.map(\.event.seq) == [2])
    let history = try replay(Log(path: appender.path), OfUser<History>(user))
    #expect(history.value.open?.session == Name(appended.acknowledgements[0].event.id))
  }

  @Test func `without a name, the request is that of the latest signed-in user`() throws {
    let user = try signIn().user
    let appended = try appender.perform(StartSession(), by: nil, defaults: defaults)
    #expect(appended.acknowledgements.map(\.event.user) == [user])
  }

  @Test func `a refusal appends nothing and releases the lock`() throws {
    let user = try signIn().user
    #expect(throws: Refusal.self) {
      try appender.perform(EndSession(), by: user, defaults: defaults)
    }
    #expect(try Log(path: appender.path).tail().seq == 1)
    try appender.perform(StartSession(), by: user, defaults: defaults)
  }

  @Test func `a request that changes nothing appends nothing`() throws {
    let user = try signIn().user
    let appended = try appender.perform(ClearDay(day: .monday), by: user, defaults: defaults)
    #expect(appended.acknowledgements.isEmpty)
  }

  @Test func `a sign-in within three seconds returns the existing session`() throws {
    let user = try signIn().user
    let session = try replay(Log(path: appender.path), Accounts()).signIn(of: user)?.session
    #expect(session != nil)
    #expect(try signIn().existing?.session == session)
    #expect(try Log(path: appender.path).tail().seq == 1)
  }

  @Test func `a dry run answers as the append would, and appends nothing`() throws {
    let signIn = SignIn(provider: "google", subject: "1093", email: "ann@example.com")
    let empty = try Log([], name: "log").dryRun(signIn, defaults: defaults)
    let done = try appender.perform(signIn, defaults: defaults)
    #expect(empty.admitted == done.admitted)
    #expect(empty.appended.acknowledgements == done.appended.acknowledgements)
    let thought = try Log(path: appender.path)
      .dryRun(StartSession(), by: nil, defaults: defaults)
    #expect(try Log(path: appender.path).tail().seq == 1)
    let started = try appender.perform(StartSession(), by: nil, defaults: defaults)
    #expect(thought.acknowledgements == started.acknowledgements)
    #expect(throws: Refusal.self) {
      try Log(path: appender.path).dryRun(StartSession(), by: nil, defaults: defaults)
    }
  }

  @Test func `a value out of range is refused before anything is appended`() throws {
    let user = try signIn().user
    let start = StartSession(title: String(repeating: "x", count: 10_001))
    #expect(throws: Refusal.self) { try appender.perform(start, by: user, defaults: defaults) }
    #expect(throws: Refusal.self) {
      try Log(path: appender.path).dryRun(start, by: user, defaults: defaults)
    }
    #expect(try Log(path: appender.path).tail().seq == 1)
  }
}
