"""Personal bests of all users with DuckDB, as one query over the log, printed as canonical text.

usage: duckdb_pbs.py LOG

Says in SQL what the folds say in steps, for logs in which a correction follows what it corrects.
"""

import sys

import duckdb

from fold import text

QUERY = """
WITH
  events AS MATERIALIZED (
    SELECT seq, id, "user", type, data.session AS session, data."set" AS target,
      data.exercise AS exercise, data.reps AS reps,
      CASE WHEN data.unit = 'lb' THEN data.weight * 0.45359237::DOUBLE ELSE data.weight END AS load,
      data.seconds AS seconds, data.metres AS metres
    FROM read_json(?, format = 'newline_delimited', columns = {
      seq: 'BIGINT', id: 'VARCHAR', "user": 'VARCHAR', type: 'VARCHAR',
      data: 'STRUCT(session VARCHAR, "set" VARCHAR, exercise VARCHAR, reps BIGINT,
        weight DOUBLE, unit VARCHAR, seconds DOUBLE, metres DOUBLE)'})
    WHERE "user" IS NOT NULL
      AND type IN ('SetLogged', 'SetRevised', 'SetRemoved', 'SessionDiscarded')),
  discarded AS (
    SELECT "user", session, max(seq) AS until FROM events
    WHERE type = 'SessionDiscarded' GROUP BY ALL),
  removed AS (SELECT DISTINCT "user", target FROM events WHERE type = 'SetRemoved'),
  revised AS (
    SELECT "user", target, arg_max(reps, seq) FILTER (reps IS NOT NULL) AS reps,
      arg_max(load, seq) FILTER (load IS NOT NULL) AS load
    FROM events WHERE type = 'SetRevised' GROUP BY ALL),
  sets AS (
    SELECT e."user", e.exercise, e.seq, coalesce(v.reps, e.reps) AS reps,
      coalesce(v.load, e.load, 0) AS load,
      coalesce(v.reps, e.reps)::DOUBLE * greatest(coalesce(v.load, e.load, 0), 0) AS score,
      coalesce(e.seconds, 0) AS seconds, coalesce(e.metres, 0) AS metres
    FROM events e
    LEFT JOIN revised v ON v."user" = e."user" AND v.target = e.id
    LEFT JOIN discarded d ON d."user" = e."user" AND d.session = e.session AND d.until > e.seq
    ANTI JOIN removed r ON r."user" = e."user" AND r.target = e.id
    WHERE e.type = 'SetLogged' AND d.until IS NULL),
  bests AS (
    SELECT "user", exercise, max(score) AS score FROM sets GROUP BY ALL),
  ties AS (
    SELECT s.* FROM sets s JOIN bests b USING ("user", exercise, score)),
  ranked AS (
    SELECT "user", exercise, score, arg_min(reps, seq) AS reps, min(seq) AS seq
    FROM ties WHERE score <> 0 GROUP BY ALL
    UNION ALL
    SELECT "user", exercise, score, best.reps, -best.later FROM (
      SELECT "user", exercise, score, max({
        assistance: least(load, 0), reps: reps, seconds: seconds, metres: metres, later: -seq
      }) AS best
      FROM ties WHERE score = 0 GROUP BY ALL))
SELECT "user", exercise, score, reps, seq FROM ranked
"""

if __name__ == "__main__":
    rows = duckdb.execute(QUERY, [sys.argv[1]]).fetchall()
    sys.stdout.buffer.write(text(rows))
