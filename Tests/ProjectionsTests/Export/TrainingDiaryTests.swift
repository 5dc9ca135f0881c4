import Events
import Projections
import TestSupport
import Testing

/// Sessions as a diary.
@Suite struct TrainingDiaryTests {
  private func diary(_ bodies: Event.Body...) throws -> String {
    let log = log(events(bodies.map { .by("ann", $0) }))
    let (history, bests) = try replay(log, OfUser<History>("ann"), OfUser<PersonalBests>("ann"))
    var diary = TrainingDiary(ExerciseNames(), bests.value)
    return history.value.sessions.reversed().map { diary.text(of: $0) }.joined()
  }

  @Test
  func
    `a set is exported with its kind, whether it was done, whether it is the best, and its note`()
    throws
  {
    #expect(
      try diary(
        .started("s", title: "Legs"), .logged("s", "squat", 10, Weight(40), kind: .warmup),
        .logged("s", "squat", 5, Weight(100)),
        .logged("s", "squat", 5, Weight(95), completed: false, note: "tired"),
        .logged("s", "squat", 8, Weight(60), kind: .drop),
        .logged("s", "squat", 0, Weight(110), kind: .failure), .ended("s")) == """

          ## Monday, 2026-03-02

          ### 12:00, 6 min: Legs

          - squat
            - 10 × 40 kg, warm-up
            - 5 × 100 kg **(best)**
            - 5 × 95 kg, not done: tired
            - 8 × 60 kg, drop set
            - 0 × 110 kg, to failure

          """)
  }

  @Test func `sessions on one day share its heading, and an open one is marked`() throws {
    let text = try diary(
      .started("a"), .ended("a"), .started("b", note: "one\ntwo"), .logged("b", "dip", 12))
    #expect(
      text == """

        ## Monday, 2026-03-02

        ### 12:00, 1 min: Session

        ### 12:02, open: Session

        > one
        > two

        - dip
          - 12 × bw **(best)**

        """)
  }
}
