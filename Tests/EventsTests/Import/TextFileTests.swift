import TestSupport
import Testing

@testable import Events

/// Tests of files in other encodings, and of files that are read in windows.
@Suite struct TextFileTests {
  private static let text = "Date;Größe €\nπ 🏋️ e\u{301}\n"

  private func utf16(_ text: String, isLittle: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isLittle ? bytes.reversed() : bytes
    }
  }

  private func file(_ bytes: [UInt8], windows size: Int = .max) -> TextFile {
    Bytes.of(bytes) { TextFile($0, windowSize: size) }
  }

  private func encoding(_ bytes: [UInt8]) throws -> TextEncoding? {
    try file(bytes).recognised().encoding
  }

  private func decoded(_ bytes: [UInt8], windows size: Int = .max) throws -> String {
    let text = try file(bytes, windows: size).inUTF8(System())
    return try String(decoding: text.bytes(), as: UTF8.self)
  }

  @Test(arguments: [true, false])
  func `UTF-16 is recognised with and without a byte order mark`(isLittle: Bool) throws {
    let expected: TextEncoding = isLittle ? .utf16Little : .utf16Big
    // The last text has a letter whose high byte is not 0.
    for text in [Self.text, "\u{FEFF}" + Self.text, "Date,Workout Name\n2026,Ābols\n"] {
      let bytes = utf16(text, isLittle: isLittle)
      #expect(try encoding(bytes) == expected)
      #expect(try decoded(bytes) == text.drop { $0 == "\u{FEFF}" })
    }
  }

  @Test func `half a UTF-16 character becomes a replacement character`() throws {
    let mark: [UInt8] = [0xFF, 0xFE]
    #expect(try decoded(mark + [0x3D, 0xD8]) == "\u{FFFD}")
    #expect(try decoded(mark + [0x3D, 0xD8, 0x61, 0]) == "\u{FFFD}a")
    #expect(try decoded(mark + [0x61, 0, 0x62]) == "a\u{FFFD}")
  }

  @Test func `each character has the right number of bytes, including the highest of each length`()
    throws
  {
    let text = "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF} Жим лёжа"
    for isLittle in [true, false] {
      let bytes = utf16("\u{FEFF}" + text, isLittle: isLittle)
      let found = try file(bytes).inUTF8(System()).bytes()
      #expect(found == Array(text.utf8))
    }
  }

  @Test func `a few zero bytes do not make a text UTF-16`() throws {
    #expect(try encoding(Array("ab\0cdefgh".utf8)) == .utf8)
    #expect(try encoding(Array("a\0bcdefgh".utf8)) == .utf8)
    #expect(try encoding(Array("a\0\0\0b\0\0\0".utf8)) == .utf8)
    #expect(try encoding(Array("\0\0\0a\0\0\0b".utf8)) == .utf8)
  }

  @Test func `a byte order mark, empty lines and spaces at the beginning are skipped`() throws {
    for (text, beginning) in [
      ("\u{FEFF}a,b\n1,2\n", "a,b\n1,2\n"), ("\n\r\n \t[1]\r\n", "[1]\r\n"), ("a", "a"),
      (" \n", ""), ("", ""),
    ] {
      #expect(try file(Array(text.utf8)).beginning() == Array(beginning.utf8))
    }
  }

  @Test func `all Windows characters are known, and bytes without one make the file invalid`()
    throws
  {
    let assigned = (0x80...0x9F).map(UInt8.init).filter {
      ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0)
    }
    #expect(try decoded(assigned) == "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ")
    #expect(try decoded([0xA0, 0xD7, 0xFF]) == "\u{A0}×ÿ")
    for byte: UInt8 in [0, 0x81, 0x8D, 0x8F, 0x90, 0x9D] {
      #expect(try encoding([0x61, 0xE9, byte]) == nil)
      #expect(try encoding([0x61, byte, 0x62, 0xE9, 0x20]) == nil)
    }
  }

  @Test func `bytes that are not UTF-8 are decoded as Windows-1252`() throws {
    let bytes = Array("Gr".utf8) + [0xF6, 0xDF, 0x65, 0x20, 0x80, 0x20, 0x93, 0x78, 0x94]
    #expect(try encoding(bytes) == .windows1252)
    #expect(try decoded(bytes) == "Größe € “x”")
    #expect(try encoding(Array(Self.text.utf8)) == .utf8)
    #expect(try encoding([0xEF, 0xBB, 0xBF, 0x61]) == .utf8)
    #expect(try encoding([]) == .utf8)
    // Truncated or damaged UTF-8, with or without a byte order mark, is not another encoding.
    #expect(try encoding(Array("Größe".utf8) + [0xC3]) == nil)
    #expect(try encoding([0xEF, 0xBB, 0xBF] + Array("caf".utf8) + [0xE9]) == nil)
    // These bytes are neither UTF-8 nor Windows-1252.
    #expect(try encoding([0x61, 0xFF, 0x00]) == nil)
    #expect(try encoding([0x61, 0xFF, 0x81]) == nil)
  }

  @Test(arguments: 1...40)
  func `a file is decoded the same however small its parts are`(size: Int) throws {
    let text = String(repeating: Self.text, count: 3)
    for isLittle in [true, false] {
      let bytes = utf16("\u{FEFF}" + text, isLittle: isLittle)
      #expect(try decoded(bytes, windows: size) == text)
      #expect(try decoded(bytes + [0x3D], windows: size) == text + "\u{FFFD}")
    }
    let lone: [UInt8] = [0xFF, 0xFE, 0x3D, 0xD8, 0x61, 0, 0x3D, 0xD8]
    #expect(try decoded(lone, windows: size) == "\u{FFFD}a\u{FFFD}")
    // Only at the start of the file is U+FEFF a byte order mark.
    let within = utf16("\u{FEFF}a\u{FEFF}b\u{FEFF}", isLittle: true)
    #expect(try decoded(within, windows: size) == "a\u{FEFF}b\u{FEFF}")
    let windows = Array("a,b,Gr".utf8) + [0xF6, 0xDF, 0x65, 0x20, 0x80]
    #expect(try decoded(windows, windows: size) == "a,b,Größe €")
  }

  @Test(arguments: 4...40)
  func `invalid bytes have the same place however small the parts are`(size: Int) throws {
    for (ending, line) in [("\n", 3), ("\r\n", 3), ("\r", 3), (" ", 1)] {
      let start = Array("first\(ending)second\(ending)third,".utf8)
      // The first text is not Windows-1252. The others are damaged UTF-8: with a character or a mark at the front.
      for broken in [start + [0xFF, 0x81], Array("é".utf8) + start + [0xE9, 0x20]] {
        let error = refusal { () throws(ImportError) in
          try file(broken, windows: size).inUTF8(System())
        }
        let column = (ending == " " ? broken.count - 2 : 6) + 1
        #expect(error?.kind == .notText && error?.line == line && error?.column == column)
      }
    }
  }

  /// A table with all kinds of fields and line endings, and with texts of several bytes per character.
  private static let table =
    "\u{FEFF}a,b,c\r\n\"x,y\",\"so \"\"easy\"\"\r\nagain\",\n\n\r\n5\" pipe,Größe,\r1,,\"\"\r\n,,"

  private func rows(_ text: String, windows size: Int) throws(ImportError) -> [CSVRow] {
    let file = Bytes.of(Array(text.utf8)) { TextFile($0, windowSize: size) }
    var reader = try CSVReader(file, separator: UInt8(ascii: ","))
    var rows: [CSVRow] = []
    while let row = try reader.next() { rows.append(row) }
    return rows
  }

  @Test(arguments: 3...60)
  func `rows are the same however small the parts of a file are`(size: Int) throws {
    let whole = try rows(Self.table, windows: .max)
    #expect(whole.map(\.line) == [1, 2, 6, 7, 8])
    #expect(try rows(Self.table, windows: size) == whole)
  }

  @Test(arguments: ["a,b\n1,\"x\ny\"z,2", "a,b\n1,2\n3,\"never\nclosed\n5,6\n"])
  func `errors have the same place however small the parts are`(text: String) {
    let whole = refusal { () throws(ImportError) in try rows(text, windows: .max) }
    #expect(whole != nil)
    for size in 3...30 {
      #expect(refusal { () throws(ImportError) in try rows(text, windows: size) } == whole)
    }
  }

  @Test(arguments: 4...40) func `a character that is split between two parts is one character`(
    size: Int
  ) throws {
    let text = String(repeating: Self.text, count: 3)
    let bytes = Array(text.utf8)
    #expect(try Bytes.of(bytes) { TextFile($0, windowSize: size) }.endOfUTF8() == bytes.count)
    let broken = bytes.dropLast(12) + [0xC3, 0x28] + bytes.suffix(12)
    #expect(
      try Bytes.of(Array(broken)) { TextFile($0, windowSize: size) }.endOfUTF8()
        == bytes.count - 12)
  }

  @Test func `a file on disk is read in parts and not kept in memory`() throws {
    let folder = TemporaryFolder(inMemory: true)
    let row = "2026-03-02 18:00:00,Größe,\"Squat, low\"\n"
    try put(Array(String(repeating: row, count: 60_000).utf8), at: folder.file("long.csv"))
    var reader = try CSVReader(try System().text(at: folder.file("long.csv")))
    var count = 0
    while let row = try reader.next() {
      count += 1
      #expect(row.line == count)
      guard row.fields == ["2026-03-02 18:00:00", "Größe", "Squat, low"] else {
        Issue.record("line \(row.line)")
        return
      }
    }
    #expect(count == 60_000)
  }
}
