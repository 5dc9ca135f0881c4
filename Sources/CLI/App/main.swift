import Events

let system = System()
system.occupyStandardDescriptors()
system.ignoreSignals()
var shell = Shell(system: system)
let status = Replog.run(&shell)
System.exit(status.rawValue)
