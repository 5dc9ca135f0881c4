import Events
import Projections
import Testing

@Suite struct ErrorReplyTests {
  @Test func `a reply has the message and the status of the error`() {
    let refusal = Refusal(.noAccount, "no account has this address")
    #expect(
      ErrorReply(refusal).json.jsonText == #"{"message":"no account has this address","code":404}"#)
    #expect(ErrorReply(AuthorizationError.invalid).code == 401)
    #expect(ErrorReply(FormProblem.incomplete).message == "please enter login details.")
    #expect(ErrorReply(Refusal("of the app")).code == 422)
  }

  @Test(arguments: [
    (#"{"message":"no","code":401}"#, "no", 401),
    (#"{"error":"Invalid session token"}"#, "Invalid session token", 0),
    (#"{"error":{"code":"class-begun","message":"it has begun"}}"#, "it has begun", 0),
    (#"{"code":500}"#, "Unknown error", 500), ("<html>", "Unknown error", 0),
    ("", "Unknown error", 0),
  ])
  func `a server's reply is parsed with its message and its code, in every form`(
    _ text: String, message: String, code: Int
  ) {
    #expect(ErrorReply(decoding: Array(text.utf8)) == ErrorReply(message: message, code: code))
  }

  @Test func `a sent reply can be read back`() {
    let reply = ErrorReply(message: "„no“ \u{1F3CB}", code: 409)
    #expect(ErrorReply(decoding: reply.json.bytes) == reply)
  }
}
