@testable import Events

/// Files from elsewhere: exports of two apps, catalogues, and any CSV. Whatever they hold, the same
/// bytes give the same drafts, and what is taken can stand in a log.
func fuzz(_ input: [UInt8]) {
  let content = Array(input.dropFirst())
  Bytes.of(content) { bytes in
    switch (input.first ?? 0) % 4 {
    case 0: rows(bytes)
    case 1: training(bytes, .strong)
    case 2: training(bytes, .hevy)
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
  demand(training.sets <= training.rows, "more sets than rows")
  check(training.drafts)
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
