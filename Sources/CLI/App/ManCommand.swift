/// `replog man`: the manual page.
let manCommand = Request(
  "man", "print the manual page, with every command and option", "replog man | man -l -", (),
  perform: { try $2.print(ManPage.text(of: Replog.commands), terminator: "") }
)
.with(\.accepts, .noLog)
.with(\.isAboutNamedLog, false)
