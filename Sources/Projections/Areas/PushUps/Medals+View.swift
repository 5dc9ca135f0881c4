import Events

/// The medals of a user for push-ups, including those not awarded yet.
public struct MedalsView: PersonalView {
  public struct Row: Record {
    public let medal: Medal
    /// The award; nil if the medal is not awarded yet.
    public let award: Medals.Award?

    public static var key: String? { "medal" }

    public static func list(_ row: Self?, _ f: inout some RecordVisitor) {
      f("medal", row?.medal.id, .plain.column(1, "medal"), "The medal.")
      f(
        "kind", row?.medal.kind, .hidden,
        "The achievement: consecutive days, or sessions within a day.")
      f("threshold", row?.medal.threshold, .hidden, "The required number of days or sessions.")
      f(
        "at", row?.award?.at, .plain.column(2, "awarded"),
        "The time of the event that completed it; null if not awarded yet.")
      f("from", row?.award?.from, .plain, "The first day that counts for it, or null.")
      f("to", row?.award?.to, .plain, "The last day that counts for it, or null.")
      f("pushUps", row?.award?.pushUps, .hidden, "The event that completed it, or null.")
      f("seq", row?.award?.seq, .plain.dropped(1), "The position of that event, or null.")
    }
  }

  public static let name = "medals"
  public static let summary = "the push-up medals, with the days on which they were earned"
  public static let scaling = Scaling.perUser

  public var rows: [Row]

  public init(of user: Name?, _ medals: Medals, _: EmptyProjection) {
    rows = Medal.all.map { Row(medal: $0, award: medals[$0]) }
  }
}
