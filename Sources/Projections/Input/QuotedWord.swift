import Events

/// Returns a text as one word of a shell.
///
/// Terminal control characters are made visible. A word with such characters therefore differs from the text, and
/// finds nothing.
package func quotedForShell(_ text: String) -> String {
  let plain = text.utf8.allSatisfy { byte in
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
      || "_-./,+@".utf8.contains(byte)
  }
  guard !plain || text.isEmpty || text.hasPrefix("-") else { return text }
  return quotedWord(inert(text))
}

/// Returns `text` as one word of a shell, in quotes.
package func quotedWord(_ text: String) -> String {
  // By scalars: a quote with a combining mark is another character, but for a shell it is a quote.
  "'" + text.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
}
