//! Personal bests of all users with serde_json: the envelope typed and borrowed, `data` left raw and
//! decoded only for the four types that matter.
//!
//! usage: serde_pbs LOG            prints the bests
//!        serde_pbs --passes LOG   prints how many times it read the log for them

use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;

type Failure = Box<dyn std::error::Error>;

#[derive(Deserialize)]
struct Line<'a> {
    seq: i64,
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    user: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    data: &'a RawValue,
}

#[derive(Deserialize)]
struct Logged<'a> {
    #[serde(borrow)]
    session: Cow<'a, str>,
    #[serde(borrow)]
    exercise: Cow<'a, str>,
    reps: i64,
    weight: Option<f64>,
    #[serde(borrow)]
    unit: Option<Cow<'a, str>>,
    seconds: Option<f64>,
    metres: Option<f64>,
}

#[derive(Deserialize)]
struct Revised<'a> {
    #[serde(borrow)]
    set: Cow<'a, str>,
    reps: Option<i64>,
    weight: Option<f64>,
    #[serde(borrow)]
    unit: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Removed<'a> {
    #[serde(borrow)]
    set: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Discarded<'a> {
    #[serde(borrow)]
    session: Cow<'a, str>,
}

#[derive(Clone)]
struct Set {
    id: String,
    session: String,
    exercise: String,
    reps: i64,
    kilograms: f64,
    seconds: f64,
    metres: f64,
    seq: i64,
}

impl Set {
    fn score(&self) -> f64 {
        if self.kilograms > 0.0 { self.reps as f64 * self.kilograms } else { 0.0 }
    }

    /// Where nothing was lifted the product is 0, and the others decide.
    fn is_better_than(&self, other: &Set) -> bool {
        let (mine, its) = (self.score(), other.score());
        if mine != its || mine != 0.0 {
            return mine > its;
        }
        (self.kilograms.min(0.0), self.reps, self.seconds, self.metres)
            > (other.kilograms.min(0.0), other.reps, other.seconds, other.metres)
    }
}

fn kilograms(weight: f64, unit: Option<Cow<str>>) -> f64 {
    if unit.as_deref() == Some("lb") { weight * 0.45359237 } else { weight }
}

/// One user's bests, and the sets of the current session, which may still be corrected.
#[derive(Default)]
struct Bests {
    settled: HashMap<String, Set>,
    kept: Vec<Set>,
}

impl Bests {
    fn log(&mut self, set: Set, keeps_all: bool) {
        if !keeps_all && self.kept.last().is_some_and(|last| last.session != set.session) {
            self.settle();
        }
        self.kept.push(set);
    }

    /// Lets go of what does not count; false when it was a best already.
    fn take_back(&mut self, is_meant: impl Fn(&Set) -> bool) -> bool {
        self.kept.retain(|set| !is_meant(set));
        !self.settled.values().any(is_meant)
    }

    fn settle(&mut self) {
        for set in self.kept.drain(..) {
            match self.settled.get_mut(&set.exercise) {
                Some(best) if !set.is_better_than(best) => {}
                Some(best) => *best = set,
                None => drop(self.settled.insert(set.exercise.clone(), set)),
            }
        }
    }
}

/// Folds the log; also whether that was exact, or some correction came too late.
fn fold(log: &str, keeps_all: bool) -> Result<(HashMap<String, Bests>, bool), Failure> {
    let mut users: HashMap<String, Bests> = HashMap::with_capacity(1024);
    let mut is_exact = true;
    for text in log.lines() {
        let line: Line = serde_json::from_str(text)?;
        let Some(user) = line.user else { continue };
        if !matches!(&*line.kind, "SetLogged" | "SetRevised" | "SetRemoved" | "SessionDiscarded") {
            continue;
        }
        if !users.contains_key(&*user) {
            users.insert(user.to_string(), Bests::default());
        }
        let bests = users.get_mut(&*user).unwrap();
        let data = line.data.get();
        let was_open = match &*line.kind {
            "SetLogged" => {
                let set: Logged = serde_json::from_str(data)?;
                let set = Set {
                    id: line.id.into_owned(),
                    session: set.session.into_owned(),
                    exercise: set.exercise.into_owned(),
                    reps: set.reps,
                    kilograms: kilograms(set.weight.unwrap_or(0.0), set.unit),
                    seconds: set.seconds.unwrap_or(0.0),
                    metres: set.metres.unwrap_or(0.0),
                    seq: line.seq,
                };
                bests.log(set, keeps_all);
                true
            }
            "SetRevised" => revise(bests, serde_json::from_str(data)?),
            "SetRemoved" => {
                let removed: Removed = serde_json::from_str(data)?;
                bests.take_back(|set| set.id == removed.set)
            }
            _ => {
                let discarded: Discarded = serde_json::from_str(data)?;
                bests.take_back(|set| set.session == discarded.session)
            }
        };
        is_exact &= was_open || keeps_all;
    }
    Ok((users, is_exact))
}

fn revise(bests: &mut Bests, revised: Revised) -> bool {
    let Some(set) = bests.kept.iter_mut().rev().find(|set| set.id == revised.set) else {
        return false;
    };
    set.reps = revised.reps.unwrap_or(set.reps);
    if let Some(weight) = revised.weight {
        set.kilograms = kilograms(weight, revised.unit);
    }
    true
}

extern "C" {
    fn snprintf(to: *mut u8, size: usize, format: *const u8, ...) -> i32;
}

/// `value` with 17 significant digits, as C writes it.
fn digits(value: f64) -> String {
    let mut text = [0u8; 40];
    // SAFETY: the format takes one double, and 40 bytes hold what it makes of any.
    let count = unsafe { snprintf(text.as_mut_ptr(), 40, b"%.17g\0".as_ptr(), value) };
    String::from_utf8_lossy(&text[..count as usize]).into_owned()
}

fn main() -> Result<(), Failure> {
    let path = std::env::args().last().ok_or("expected a log")?;
    let log = String::from_utf8(std::fs::read(path)?)?;
    let (mut users, is_exact) = fold(&log, false)?;
    if !is_exact {
        users = fold(&log, true)?.0;
    }
    if std::env::args().nth(1).as_deref() == Some("--passes") {
        println!("{}", if is_exact { 1 } else { 2 });
        return Ok(());
    }
    let mut rows = Vec::new();
    for (user, bests) in &mut users {
        bests.settle();
        for (exercise, set) in &bests.settled {
            rows.push(format!("{user}\t{exercise}\t{}\t{}\t{}\n", digits(set.score()), set.reps, set.seq));
        }
    }
    rows.sort();
    std::io::stdout().write_all(rows.concat().as_bytes())?;
    Ok(())
}
