import TestSupport
import Testing

@testable import Events

/// Waiting for input, output and other threads at once; standard input and output are those of the tests.
@Suite(.hangLimit) struct ConversationTests {
  @Test func `a wake ends one wait, whether before it begins or later`() throws {
    let conversation = try Conversation(System())
    conversation.wake()
    conversation.wake()
    let woken = try conversation.wait(
      toRead: false, toWrite: false, following: nil, milliseconds: -1)
    #expect(!woken.canRead && !woken.canWrite && !woken.isInterrupted)
    // Both wakes are over, so the next wait ends with its time.
    let calm = try conversation.wait(toRead: false, toWrite: false, following: nil, milliseconds: 0)
    #expect(!calm.canRead && !calm.canWrite && !calm.isInterrupted)
  }
}
