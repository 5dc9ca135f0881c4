/// Returns `help` with the name of `log` after each command in it that `isAbout` accepts.
///
/// Without this name, the commands would read another log.
func naming(_ log: String, in help: String, after isAbout: (_ words: Substring) -> Bool) -> String {
  let isPlainName = log.utf8.allSatisfy(isPlain)
  var (text, rest, isNamed) = ("", help[...], false)
  while let start = rest.firstPlace(of: "replog ") {
    text += rest[..<start.upperBound]
    rest = rest[start.upperBound...]
    let end = rest.firstIndex(of: "'") ?? rest.endIndex
    guard isAbout(rest[..<end]) else { continue }
    isNamed = true
    text += rest[..<end] + (isPlainName ? " --log \(log)" : "")
    rest = rest[end...]
  }
  // Some names would need quotes in a shell.
  return text + rest + (isNamed && !isPlainName ? ", with the same --log" : "")
}

private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
  default: "_./-+".utf8.contains(byte)
  }
}
