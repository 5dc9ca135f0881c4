import Events

/// Returns a text as one word of a shell.
///
/// Characters that a terminal obeys are made visible, so the word is then another, and names nothing.
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
  // By scalars: with a mark on it a quote is another character, and for a shell the same quote.
  "'" + text.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
}
