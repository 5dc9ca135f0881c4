import TestSupport
import Testing

@testable import Events

/// Tests of facts that need a user.
@Suite struct PersonalFactTests {
  @Test func `only catalogue entries, requests for emails and erasure notes belong to nobody`() {
    let shared = Samples.full.filter { !$0.isPersonal }.map(\.type)
    #expect(
      shared == [
        "PasswordResetRequested", "MailSent", "ExerciseCatalogued", "ExerciseAliased",
        "ExerciseUnaliased", "ExerciseUncatalogued", "PersonErased",
      ])
    #expect(!Event.Body.unknown(UnknownEvent(type: "AcmeSlept", data: .object([]))).isPersonal)
  }
}
