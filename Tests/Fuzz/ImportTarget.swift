@testable import Events

/// Files from elsewhere: exports of apps, catalogues, and any CSV. Whatever they hold, the same
/// bytes give the same drafts, and what is taken can stand in a log.
func fuzz(_ input: [UInt8]) {
  let content = Array(input.dropFirst())
  Bytes.of(content) { bytes in
    switch (input.first ?? 0) % 9 {
    case 0: rows(bytes)
    case 1: training(bytes, .strong)
    case 2: training(bytes, .hevy)
    case 3: training(bytes, .fitnotes)
    case 4: training(bytes, .stronglifts)
    case 5: training(bytes, .openpowerlifting)
    case 6: bodyWeights(bytes)
    case 7: _ = ZoneRules(content)?.offsetMinutes(atWall: 1_711_848_600_000)
    default: catalogue(bytes)
    }
  }
}

private func rows(_ bytes: Bytes) {
  _ = TrainingSource(recognising: bytes)
  guard var reader = attempt({ () throws(ImportError) in try CSVReader(bytes) }) else { return }
  var line = 0
  while let row = attempt({ () throws(ImportError) in try reader.next() }) ?? nil {
    demand(row.line > line, "rows begin on lines \(line) and \(row.line)")
    demand(!row.fields.isEmpty && row.fields.count <= CSVReader.mostFields, "a row without bounds")
    line = row.line
  }
}

private func training(_ bytes: Bytes, _ source: TrainingSource) {
  let read = { () -> ImportedTraining? in
    attempt { () throws(ImportError) in try ImportedTraining(bytes, from: source, by: "ann") }
  }
  guard let training = read() else { return }
  demand(training == read(), "read twice, it differs")
  switch source {
  case .strong, .hevy, .fitnotes:
    demand(training.sets <= training.rows, "more sets than rows")
  case .stronglifts, .openpowerlifting: break
  }
  check(training.drafts)
}

private func bodyWeights(_ bytes: Bytes) {
  let read = attempt { () throws(ImportError) in
    try ImportedBodyWeights(bytes, from: .fitnotes, by: "ann")
  }
  guard let read else { return }
  demand(read.measurements.count <= read.rows, "more measurements than rows")
  check(
    read.measurements.map {
      Draft(id: $0.id, at: $0.at, user: "ann", BodyWeightRecorded(weight: $0.weight).body)
    })
}

private func catalogue(_ bytes: Bytes) {
  let read = { () -> ImportedCatalogue? in
    attempt { () throws(ImportError) in try ImportedCatalogue(bytes) }
  }
  guard let catalogue = read() else { return }
  demand(catalogue == read(), "read twice, it differs")
  check(catalogue.drafts)
}

/// Each draft can be appended, and no id stands for two of them.
private func check(_ drafts: [Draft]) {
  var ids: Set<EventID> = []
  for draft in drafts {
    demand(draft.breach == nil, "taken, and \(draft.breach ?? "")")
    demand(draft.id.map { ids.insert($0).inserted } ?? true, "an id stands for two facts")
  }
  let defaults = DraftDefaults(now: Timestamp(milliseconds: 0), seed: 1)
  guard drafts.count <= Log.largestBatch else { return }
  let log = Log([], name: "log")
  demand(
    attempt { () throws(LogError) in try log.dryRun(drafts, defaults: defaults) } != nil,
    "taken, and cannot be appended")
}
