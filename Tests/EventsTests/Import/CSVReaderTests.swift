import Events
import Testing

@Suite struct CSVReaderTests {
  private func rows(_ bytes: [UInt8], separator: UInt8? = nil) throws(ImportError) -> [CSVRow] {
    try Bytes.of(bytes) { (bytes) throws(ImportError) in
      var reader = try CSVReader(bytes, separator: separator)
      var rows: [CSVRow] = []
      while let row = try reader.next() { rows.append(row) }
      return rows
    }
  }

  private func fields(_ text: String) throws -> [[String]] {
    try rows(Array(text.utf8)).map(\.fields)
  }

  @Test func `quoted fields hold separators, doubled quotes and line breaks`() throws {
    #expect(
      try fields("a,b\n\"x,y\",\"so \"\"easy\"\"\r\nagain\"") == [
        ["a", "b"], ["x,y", "so \"easy\"\r\nagain"],
      ])
  }

  @Test(arguments: ["a,b\nc,d\n", "a,b\r\nc,d\r\n", "a,b\rc,d\r", "a,b\nc,d", "\u{FEFF}a,b\nc,d"])
  func `every line end is accepted, and a byte order mark is ignored`(text: String) throws {
    #expect(try fields(text) == [["a", "b"], ["c", "d"]])
  }

  @Test func `an empty last field is a field`() throws {
    #expect(
      try fields("a,b,\n,,\n\"\",\"\",\"\"") == [
        ["a", "b", ""], ["", "", ""], ["", "", ""],
      ])
  }

  @Test func `the header determines the separator, and quoted text in the header does not count`()
    throws
  {
    #expect(try fields("a;b;c\n1,5;2;3") == [["a", "b", "c"], ["1,5", "2", "3"]])
    #expect(try fields("\"a;b;c\",d\n1,2") == [["a;b;c", "d"], ["1", "2"]])
  }

  @Test func `a given separator is used without guessing`() throws {
    let rows = try rows(Array("a,b;c".utf8), separator: UInt8(ascii: ";"))
    #expect(rows.map(\.fields) == [["a,b", "c"]])
  }

  @Test func `rows know the line on which they begin`() throws {
    let text = "a,b\n\"x\r\ny\nz\",1\n\n\r\n2,3\r4,5"
    #expect(try rows(Array(text.utf8)).map(\.line) == [1, 2, 7, 8])
  }

  @Test func `a quote inside a plain field is a character`() throws {
    #expect(try fields("5\" pipe,b") == [["5\" pipe", "b"]])
  }

  @Test func `an error about an unclosed quote names the line where it opens`() {
    let error = refusal { () throws(ImportError) in
      try rows(Array("a,b\n1,2\n3,\"never\nclosed\n5,6\n".utf8))
    }
    #expect(error?.kind == .malformed)
    #expect(error?.line == 3)
    #expect(error?.column == 3)
    #expect(error?.message.contains("close the field") == true)
  }

  @Test func `text after a closing quote is refused with both places`() {
    let error = refusal { () throws(ImportError) in try rows(Array("a,b\n1,\"x\ny\"z,2".utf8)) }
    #expect(error?.line == 3)
    #expect(error?.column == 3)
    #expect(error?.message.contains("line 2, column 3") == true)
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused with their place`(bytes: [UInt8]) {
    let error = refusal { () throws(ImportError) in
      try rows(Array("a,b\n1,\"é".utf8) + bytes + Array("\"".utf8))
    }
    #expect(error?.kind == .notText)
    #expect(error?.line == 2)
    #expect(error?.column == 6)
  }

  @Test func `a thousand and first field in a row is refused`() {
    let error = refusal { () throws(ImportError) in
      try rows([UInt8](repeating: UInt8(ascii: ","), count: 1_000_000))
    }
    #expect(error?.kind == .malformed)
    #expect(error?.column == 1001)
  }

  @Test func `a thousand fields are read`() throws {
    let rows = try rows([UInt8](repeating: UInt8(ascii: ","), count: 999))
    #expect(rows.map(\.fields.count) == [1000])
  }

  @Test func `a field may have at most 1 MiB, including its opening quote`() throws {
    func row(_ count: Int, quote: String = "") -> [UInt8] {
      Array("1,\(quote)".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: count)
        + Array("\(quote),2".utf8)
    }
    let most = CSVReader.longestField
    #expect(try rows(row(most)).first?.fields.map(\.utf8.count) == [1, most, 1])
    #expect(
      try rows(row(most - 1, quote: "\"")).first?.fields.map(\.utf8.count) == [1, most - 1, 1])
    for bytes in [row(most + 1), row(most, quote: "\"")] {
      let error = refusal { () throws(ImportError) in try rows(bytes) }
      #expect(error?.kind == .malformed)
      #expect(error?.message.hasSuffix("bytes, found one of 1,048,577") == true)
    }
  }

  @Test(arguments: ["", "\""])
  func `a line of 10 MB is refused`(quote: String) {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000_000)
    let error = refusal { () throws(ImportError) in
      try rows(Array("a,b\n1,\(quote)".utf8) + long + Array(quote.utf8))
    }
    #expect(error?.kind == .malformed)
    #expect(error?.line == 2)
    #expect(error?.message.contains("1,048,576 bytes") == true)
  }

  @Test func `an empty text has no rows`() throws {
    #expect(try rows([]).isEmpty)
    #expect(try fields("\n\r\n\n").isEmpty)
  }
}
