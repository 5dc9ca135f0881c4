import Events
import Projections

/// `replog serve`: a server of the Model Context Protocol on standard input and output.
let serveCommand = Request(
  "serve", "serve an assistant or a front end (Model Context Protocol)",
  """
  replog serve --log events.jsonl
  replog serve --log club.jsonl --user ann --read-only
  """, false
) {
  try $1.flag(&$0, "--read-only", "offer only tools that change nothing")
} perform: { isReadOnly, _, shell in
  let path = try shell.requirePath()
  guard path != "-" else {
    throw UsageError(
      message: "the log must not be standard input, which carries the requests",
      help: "name a file with --log PATH")
  }
  if shell.system.isInputTerminal {
    shell.note("reading requests from the terminal; press Control-D to stop")
  }
  let calls = CallRunner(shell.options, shell.system, perform: Replog.perform)
  let catalog = Catalog(of: Replog.commands, isReadOnly: isReadOnly)
  shell.system.interruptWaits(isServer: true)
  try shell.flush()
  try Server.run(catalog, calls, path: path, user: shell.options.user, shell.system)
}
.with(\.accepts, [])
.with(
  \.remark,
  """
  The server reads requests from standard input and answers on standard output, one JSON object per line. It \
  supports the protocol revisions 2026-07-28, 2025-11-25 and 2025-06-18. Everyday commands are tools, and every \
  view is a resource, such as replog://pbs. A program that subscribes to a resource is notified of each change, \
  even if another process makes the change. The server exits when its input ends, or when it is interrupted.
  """)
