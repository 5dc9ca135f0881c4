# One workout with nothing left to chance: sourced by the example, with $REPLOG_LOG set.
export REPLOG_SEED=7
(
  replog sign-in --provider google --subject 1093 --email ann@example.com \
    --now 2026-03-02T18:00:00+01:00
  replog session start --title Evening --now 2026-03-02T18:04:00+01:00
  replog set log bench-press 8x60kg --now 2026-03-02T18:10:00+01:00
  replog set log bench-press 5x70kg --rpe 8 --now 2026-03-02T18:15:00+01:00
  replog set log squat 5x100kg --now 2026-03-02T18:25:00+01:00
  replog session end --now 2026-03-02T18:40:00+01:00
) > /dev/null
