import Events

let system = System()
system.occupyStandardDescriptors()
system.ignoreSignals()
var shell = Shell(system: system)
let status = Replog.run(Array(CommandLine.arguments.dropFirst()), &shell)
System.exit(status.rawValue)
