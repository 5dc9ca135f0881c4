// The views of a log in DuckDB, by the rules of the replog views with the same names.

extension DuckDBScript {
  static var views: String { [states, sets, history, volume, bests].joined(separator: "\n") }

  /// The current sets: revised, not removed, and not in a discarded session.
  ///
  /// The latest value of a property counts; a cleared property has no value.
  private static let sets = """
    CREATE OR REPLACE VIEW sets AS
    WITH revisions AS (
      SELECT s.seq AS set_seq,
        max_by(r.reps, r.seq) FILTER (WHERE r.reps IS NOT NULL) AS reps,
        max_by(r.kind, r.seq) FILTER (WHERE r.kind IS NOT NULL) AS kind,
        max_by(r.completed, r.seq) FILTER (WHERE r.completed IS NOT NULL) AS completed,
        \(lastChange("weight", "{'value': r.weight, 'unit': coalesce(r.unit, 'kg')}")),
        \(lastChange("rpe", "{'value': r.rpe}")),
        \(lastChange("note", "{'value': r.note}")),
        \(lastChange("seconds", "{'value': r.seconds}")),
        \(lastChange("metres", "{'value': r.metres}")),
        \(lastChange("rir", "{'value': r.rir}")),
        \(lastChange("superset", "{'value': r.superset}")),
        \(lastChange("perSide", "{'value': r.\"perSide\"}", column: "\"perSide\""))
      FROM "SetLogged" s
      JOIN "SetRevised" r ON r."set" = s.id AND r."user" = s."user" AND r.seq > s.seq
      WHERE \(wasCounted("s", at: "r")) AND \(isThere("s", before: "r.seq"))
      GROUP BY s.seq
    ), revised AS (
      SELECT s.seq, s.id, s."at", s.at_text, s."user", s.session,
        coalesce(m."into", s.exercise) AS exercise,
        coalesce(r.reps, s.reps) AS reps,
        CASE WHEN r.weight IS NULL THEN s.weight ELSE r.weight.value END AS weight,
        CASE WHEN r.weight IS NULL THEN coalesce(s.unit, 'kg') ELSE r.weight.unit END AS unit,
        coalesce(r.kind, s.kind, 'normal') AS kind,
        CASE WHEN r.rpe IS NULL THEN s.rpe ELSE r.rpe.value END AS rpe,
        CASE WHEN r.seconds IS NULL THEN s.seconds ELSE r.seconds.value END AS seconds,
        CASE WHEN r.metres IS NULL THEN s.metres ELSE r.metres.value END AS metres,
        coalesce(r.completed, s.completed, TRUE) AS completed,
        CASE WHEN r.note IS NULL THEN s.note ELSE r.note.value END AS note,
        CASE WHEN r.rir IS NULL THEN s.rir ELSE r.rir.value END AS rir,
        CASE WHEN r.superset IS NULL THEN s.superset ELSE r.superset.value END AS superset,
        coalesce(CASE WHEN r."perSide" IS NULL THEN s."perSide" ELSE r."perSide".value END, FALSE)
          AS per_side
      FROM "SetLogged" s LEFT JOIN revisions r ON r.set_seq = s.seq
        LEFT JOIN merges m ON m."user" = s."user" AND m.exercise = s.exercise
      WHERE s."user" IS NOT NULL
        AND \(isThere("s"))
        AND \(isCounted("s"))
    )
    SELECT *, CASE WHEN unit = 'lb' THEN weight * 0.45359237 ELSE weight END AS weight_kg,
      CASE WHEN weight > 0 THEN reps * CASE WHEN unit = 'lb' THEN weight * 0.45359237 ELSE weight END
        ELSE 0 END AS score,
      score * CASE WHEN per_side THEN 2 ELSE 1 END AS volume_kg
    FROM revised;

    """

  /// Returns the latest value of a property that a revision may clear: a struct, or NULL if no revision changed it.
  ///
  /// - Parameter column: The quoted name of the column; nil for a name that needs no quotes.
  private static func lastChange(
    _ field: String, _ value: String, column: String? = nil
  ) -> String {
    """
    max_by(\(value), r.seq) FILTER (
          WHERE r.\(column ?? field) IS NOT NULL OR list_contains(r.cleared, '\(field)')) AS \(column ?? field)
    """
  }

  /// Returns the condition that the set that an event logged was not removed, or was restored.
  ///
  /// - Parameter end: The position before which that holds; nil for the end of the log.
  private static func isThere(_ event: String, before end: String? = nil) -> String {
    """
    NOT coalesce((SELECT max_by(x.gone, x.seq) FROM set_states x
          WHERE x."user" = \(event)."user" AND x."set" = \(event).id AND x.seq > \(event).seq
            \(end.map { "AND x.seq < \($0) " } ?? "")AND \(wasCounted(event, at: "x"))), FALSE)
    """
  }

  /// The discarding and restoring of sessions, the removal and restoring of sets, and the merged exercises.
  private static let states = """
    CREATE OR REPLACE VIEW session_states AS
    SELECT "user", session, seq, TRUE AS gone FROM "SessionDiscarded"
    UNION ALL SELECT "user", session, seq, FALSE FROM "SessionRestored";
    CREATE OR REPLACE VIEW set_states AS
    SELECT "user", "set", seq, TRUE AS gone FROM "SetRemoved"
    UNION ALL SELECT "user", "set", seq, FALSE FROM "SetRestored";
    CREATE OR REPLACE VIEW merges AS
    WITH latest AS (
      SELECT "user", exercise, max_by({'into': "into"}, seq) AS target FROM (
        SELECT "user", exercise, "into", seq FROM "ExerciseMerged"
        UNION ALL SELECT "user", exercise, NULL, seq FROM "ExerciseUnmerged")
      GROUP BY "user", exercise
    ), merged AS (
      SELECT "user", exercise, target."into" AS "into" FROM latest WHERE target."into" IS NOT NULL
    )
    SELECT * FROM merged m WHERE NOT EXISTS (
      SELECT 1 FROM merged o WHERE o."user" = m."user" AND o.exercise = m."into");

    """

  /// Returns the condition that the event's session was not discarded after the event, or was restored.
  private static func isCounted(_ event: String) -> String {
    """
    NOT coalesce((SELECT max_by(d.gone, d.seq) FROM session_states d
          WHERE d."user" = \(event)."user" AND d.session = \(event).session AND d.seq > \(event).seq), FALSE)
    """
  }

  /// Returns the condition that the event's session existed when a later event happened.
  ///
  /// A correction of a discarded session does not count, even if the session is restored later.
  private static func wasCounted(_ event: String, at later: String) -> String {
    """
    NOT coalesce((SELECT max_by(d.gone, d.seq) FROM session_states d
          WHERE d."user" = \(event)."user" AND d.session = \(event).session AND d.seq < \(later).seq), FALSE)
    """
  }

  private static let history = """
    CREATE OR REPLACE VIEW history AS
    WITH begun AS (
      SELECT "user", coalesce(session, CAST(id AS VARCHAR)) AS session, seq, "at", at_day, title, note
      FROM "SessionStarted"
      UNION ALL SELECT "user", session, seq, "at", at_day, NULL, NULL FROM "SetLogged"
    ), sessions AS (
      SELECT DISTINCT ON ("user", session) * FROM begun b
      WHERE "user" IS NOT NULL AND \(isCounted("b"))
      ORDER BY "user", session, seq
    ), ends AS (
      SELECT "user", session, seq, "at" FROM "SessionEnded"
      UNION ALL SELECT "user", session, seq, NULL FROM "SessionReopened"
      UNION ALL SELECT "user", session, seq, "endedAt" FROM "SessionRevised"
        WHERE "endedAt" IS NOT NULL
    ), changes AS (
      SELECT "user", session,
        max_by({'value': nullif(title, '')}, seq) FILTER (WHERE title IS NOT NULL) AS title,
        max_by({'value': nullif(note, '')}, seq) FILTER (WHERE note IS NOT NULL) AS note,
        max_by({'at': "startedAt", 'day': "startedAt_day"}, seq)
          FILTER (WHERE "startedAt" IS NOT NULL) AS started
      FROM "SessionRevised" r WHERE \(wasCounted("r", at: "r")) GROUP BY "user", session
    ), ended AS (
      SELECT "user", session, max_by({'at': "at"}, seq) AS ended FROM ends e
      WHERE \(wasCounted("e", at: "e")) GROUP BY "user", session
    ), totals AS (
      SELECT "user", session, count(*) AS sets, sum(volume_kg) AS volume_kg FROM sets
      GROUP BY "user", session
    )
    SELECT s."user", s.session, CASE WHEN c.title IS NULL THEN s.title ELSE c.title.value END AS title,
      CASE WHEN c.note IS NULL THEN s.note ELSE c.note.value END AS note,
      CASE WHEN c.started IS NULL THEN s."at" ELSE c.started."at" END AS started_at,
      CASE WHEN c.started IS NULL THEN s.at_day ELSE c.started."day" END AS started_day,
      e.ended."at" AS ended_at, coalesce(t.sets, 0) AS sets, coalesce(t.volume_kg, 0) AS volume_kg,
      s.seq
    FROM sessions s
    LEFT JOIN changes c ON c."user" = s."user" AND c.session = s.session
    LEFT JOIN ended e ON e."user" = s."user" AND e.session = s.session
    LEFT JOIN totals t ON t."user" = s."user" AND t.session = s.session
    ORDER BY s."user", started_at DESC, s.seq DESC;

    """

  /// The volume of each week, which begins on Monday, by the days on which sessions began.
  private static let volume = """
    CREATE OR REPLACE VIEW volume AS
    SELECT s."user", CAST(date_trunc('week', h.started_day) AS DATE) AS week,
      count(DISTINCT s.session) AS sessions, count(*) AS sets, sum(s.reps) AS reps,
      sum(s.volume_kg) AS volume_kg, sum(coalesce(s.seconds, 0)) AS seconds,
      sum(coalesce(s.metres, 0)) AS metres
    FROM sets s JOIN history h ON h."user" = s."user" AND h.session = s.session
    GROUP BY s."user", week
    ORDER BY s."user", week DESC;

    """

  /// The best set of each exercise.
  ///
  /// Of sets that score 0, the best has less help, then more repetitions, then seconds, then metres.
  private static let bests = """
    CREATE OR REPLACE VIEW pbs AS
    SELECT "user", exercise, weight_kg, reps, score, "at", at_text, session, seq
    FROM sets
    QUALIFY row_number() OVER (PARTITION BY "user", exercise ORDER BY score DESC,
      CASE WHEN score = 0 THEN least(0, coalesce(weight_kg, 0)) ELSE 0 END DESC,
      CASE WHEN score = 0 THEN reps ELSE 0 END DESC,
      CASE WHEN score = 0 THEN coalesce(seconds, 0) ELSE 0 END DESC,
      CASE WHEN score = 0 THEN coalesce(metres, 0) ELSE 0 END DESC, seq) = 1
    ORDER BY "user", exercise;

    """
}
