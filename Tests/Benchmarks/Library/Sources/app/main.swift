// An app with views of its own, which replog has never seen, over a log with a checkpoint:
//
//     app nights LOG USER [--no-checkpoint]   the nights of sleep, events of the app's own
//     app days LOG USER [--no-checkpoint]     the training of each day, from the sets that replog decodes
//
// Each prints the view of one user as JSON. Without Foundation, so that its start is that of the command.
import Events
import Projections

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 3, arguments.dropFirst(3).allSatisfy({ $0 == "--no-checkpoint" }) else {
  fatalError("expected a view, as main.swift lists them, a log and a user")
}
let log = try Log(path: arguments[1], usesCheckpoint: arguments.count == 3)
let user = Name(arguments[2])

switch arguments[0] {
case "nights": try show(NightsView.self, of: user, log)
case "days": try show(TrainingDaysView.self, of: user, log)
default: fatalError("expected a view, as main.swift lists them, not '\(arguments[0])'")
}

func show<V: PersonalView>(_: V.Type, of user: Name, _ log: Log) throws {
  let view = try V(replay(log, V.Source.scoped(to: user)))
  print(String(decoding: view.json, as: UTF8.self))
}
