-- A log in PostgreSQL: each line as it was written, and its parts for queries.

create table events (
  pos bigint primary key,
  id uuid not null unique,
  at text not null,
  "user" text,
  type text not null,
  data jsonb not null,
  -- The line is the truth: jsonb keeps neither the order of keys nor every text.
  line text not null);

create index events_by_type on events (type);

-- The number of each exercise, in the order of the first mentions: 'replog ids'.
create view numbers as
with named as (
  select pos, 1 as place, data->>'exercise' as exercise from events
  where type in ('ExerciseCatalogued', 'ExerciseUncatalogued', 'ExerciseMerged', 'ExerciseUnmerged', 'ExerciseAdded', 'ExerciseRemoved', 'ExerciseMoved',
    'SetLogged', 'WorkoutExerciseAdded', 'WorkoutExerciseRemoved', 'ProgramSetCompleted', 'ProgramSetCleared',
    'TrainingMaxAdjusted')
  union all
  select pos, 2, data->>'into' from events where type = 'ExerciseMerged'
  union all
  select pos, place, planned->>'exercise'
  from events, jsonb_array_elements(coalesce(data->'exercises', data->'planned', data->'lifts')) with ordinality as list(planned, place)
  where type in ('PlanShared', 'PlanSaved', 'SessionStarted', 'WorkoutCreated', 'TemplateDefined', 'ProgramStarted',
    'PostPublished')),
first as (select distinct on (exercise) exercise, pos, place from named order by exercise, pos, place)
select exercise, row_number() over (order by pos, place) as number from first;

-- The exercise for which another exercise of a user counts. A merge into a merged exercise has no effect.
create view merges as
with latest as (
  select distinct on ("user", data->>'exercise') "user", data->>'exercise' as exercise, data->>'into' as "into", type
  from events where type in ('ExerciseMerged', 'ExerciseUnmerged') and "user" is not null
  order by "user", data->>'exercise', pos desc),
merged as (select * from latest where type = 'ExerciseMerged')
select "user", exercise, "into" from merged as m
where not exists (select from merged as o where o."user" = m."user" and o.exercise = m."into");

-- Each set with its latest values: revised, unless removed and not restored, or in a discarded session.
--
-- The first event of a session begins it, and so does the first one after it was discarded; 'instance' counts these
-- beginnings. A restored session goes on as the latest instance. 'stands': the session is there at that position.
create view sets as
with said as (
  select pos, null::bigint as of, id, "user", at, coalesce(data->>'session', id::text) as session, type, data
  from events
  where type in ('SessionStarted', 'SetLogged', 'SessionDiscarded', 'SessionRestored') and "user" is not null
  union all
  select c.pos, s.pos, c.id, c."user", c.at, s.data->>'session', c.type, c.data
  from events c join events s on s.id = (c.data->>'set')::uuid
  where c.type in ('SetRevised', 'SetRemoved', 'SetRestored')
    and s.type = 'SetLogged' and s."user" = c."user" and s.pos < c.pos),
lasts as (
  select *, type in ('SessionStarted', 'SetLogged') as is_first,
    max(pos) filter (where type in ('SessionStarted', 'SetLogged')) over so_far as begun,
    max(pos) filter (where type = 'SessionRestored') over so_far as restored,
    max(pos) filter (where type = 'SessionDiscarded') over so_far as discarded
  from said window so_far as (partition by "user", session order by pos)),
stated as (
  select *, begun is not null and greatest(begun, restored) > coalesce(discarded, 0) as stands from lasts),
counted as (
  select *, sum((is_first and not stood)::int) over (partition by "user", session order by pos) as instance
  from (select *, coalesce(lag(stands) over (partition by "user", session order by pos), false) as stood from stated) as s),
placed as materialized (
  select *, last_value(stands) over whole and instance = last_value(instance) over whole as remains
  from counted
  window whole as (partition by "user", session order by pos rows between unbounded preceding and unbounded following)),
-- A correction has an effect only while the session of its set is there.
corrections as materialized (
  select c.of, c.pos, c.type, c.data,
    coalesce(max(c.pos) filter (where c.type = 'SetRemoved') over so_far, 0)
      > coalesce(max(c.pos) filter (where c.type = 'SetRestored') over so_far, 0) as is_removed
  from placed c join placed s on s.pos = c.of
  where c.stands and c.instance = s.instance
  window so_far as (partition by c.of order by c.pos)),
removed as materialized (select distinct on (of) of, is_removed from corrections order by of, pos desc),
revised as materialized (
  select of,
    (array_agg(data->'reps' order by pos desc) filter (where data ? 'reps'))[1] as reps,
    (array_agg(data order by pos desc) filter (where data ? 'weight' or data->'cleared' ? 'weight'))[1] as weight,
    (array_agg(data order by pos desc) filter (where data ? 'seconds' or data->'cleared' ? 'seconds'))[1] as seconds,
    (array_agg(data order by pos desc) filter (where data ? 'metres' or data->'cleared' ? 'metres'))[1] as metres
  from corrections where type = 'SetRevised' and not is_removed group by of),
latest as (
  select l.pos, l.id, l."user", l.at, l.session, coalesce(m."into", l.data->>'exercise') as exercise,
    coalesce(r.reps, l.data->'reps')::int as reps, coalesce(r.weight, l.data) as weight,
    coalesce(r.seconds, l.data) as seconds, coalesce(r.metres, l.data) as metres
  from placed l
  left join removed x on x.of = l.pos
  left join revised r on r.of = l.pos
  left join merges m on m."user" = l."user" and m.exercise = l.data->>'exercise'
  where l.type = 'SetLogged' and l.remains and not coalesce(x.is_removed, false))
select pos, id, "user", at, session, exercise, reps,
  case when not coalesce(weight->'cleared' ? 'weight', false) then
    (weight->>'weight')::float8 * case weight->>'unit' when 'lb' then 0.45359237::float8 else 1 end end as kg,
  case when not coalesce(seconds->'cleared' ? 'seconds', false) then (seconds->>'seconds')::float8 end as seconds,
  case when not coalesce(metres->'cleared' ? 'metres', false) then (metres->>'metres')::float8 end as metres
from latest;

-- The best set of each exercise of each user, in the order of 'replog pbs --all-users --json'.
create view pbs as
with scored as (select *, reps * greatest(coalesce(kg, 0), 0) as score from sets),
best as (
  -- Among sets without a score the better one has less assistance, then more repetitions, seconds, metres.
  select distinct on ("user", exercise) *
  from scored
  order by "user", exercise, score desc,
    case when score = 0 then least(coalesce(kg, 0), 0) end desc, case when score = 0 then reps end desc,
    case when score = 0 then coalesce(seconds, 0) end desc, case when score = 0 then coalesce(metres, 0) end desc, pos)
select "user", exercise, number, kg as "weightKg", reps, score, at, session, pos as seq
from best join numbers using (exercise)
order by "user" collate "C", exercise collate "C";
