/// The dishes of a menu in a JSON or CSV file.
///
/// JSON is an array of objects, or an object that contains such an array in `items` or `menu`; CSV has a header. Both
/// have `name`, and may have `calories` (kilocalories), `protein`, `carbohydrates`, `fat` (grams) and `place`. The
/// names `dish`, `kcal`, `carbs` and `location` are also accepted, in any case. In CSV, a name may have a unit in
/// parentheses: `Protein (g)`. A figure that is missing, empty or `null` is unknown. Other content is ignored. A menu
/// is imported completely or not at all.
public struct ImportedMenu: Equatable, Sendable {
  /// The dishes, in the order of the file.
  public private(set) var items: [MenuItem] = []

  /// The largest number of dishes in a menu.
  static let mostItems = 2_000

  /// Creates the menu of a file.
  ///
  /// - Throws: `ImportError` with the position of the first invalid value.
  public init(_ bytes: Bytes) throws(ImportError) {
    var start = bytes.byteOrderMark
    while start < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
    if start < bytes.count, bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "{") {
      do throws(LineError) { try readJSON(bytes, from: start) } catch {
        throw .malformed(
          error.message.replacingAll("the end of the line", with: "the end of the file"), in: bytes,
          at: error.offset)
      }
    } else {
      try readCSV(bytes)
    }
    guard !items.isEmpty else {
      throw ImportError(
        kind: .unrecognised, message: "expected at least one dish, found none",
        help: "a menu is a JSON array of objects with a 'name', or CSV with a column 'name'")
    }
  }
}

/// A property of a dish in a file.
private enum MenuField: String, CaseIterable {
  case name, calories, protein, carbohydrates, fat, place

  /// Creates the property for a name in a file, or returns nil for another name.
  init?(_ text: String) {
    let bare = text.split(separator: "(", maxSplits: 1).first.map { trimmed($0) } ?? ""
    switch bare.lowercased() {
    case "name", "dish", "item", "meal": self = .name
    case "calories", "kcal", "energy": self = .calories
    case "protein", "proteins": self = .protein
    case "carbohydrates", "carbs", "carbohydrate": self = .carbohydrates
    case "fat", "fats": self = .fat
    case "place", "location", "hall": self = .place
    default: return nil
    }
  }

  private static let fields = MenuItem.description

  /// The limit of the field of the same name.
  var limit: Limit { MenuField.fields[rawValue]?.traits.limit ?? .none }
}

/// The properties of the dish that is being read.
private struct MenuValues {
  private var texts: [MenuField: String] = [:]
  private var numbers: [MenuField: Double] = [:]

  /// The dish; nil if it has no name.
  var item: MenuItem? {
    texts[.name].map {
      MenuItem(
        name: $0, calories: numbers[.calories], protein: numbers[.protein],
        carbohydrates: numbers[.carbohydrates], fat: numbers[.fat], place: texts[.place])
    }
  }

  /// Sets a text, and returns a description of how it exceeds its limit, or nil if it does not.
  mutating func set(_ text: String, as field: MenuField) -> String? {
    let text = trimmed(text)
    if text.isEmpty, field == .place { return nil }
    if let breach = field.limit.breach(by: text) { return "'\(field.rawValue)' \(breach)" }
    texts[field] = text
    return nil
  }

  /// Sets a number, and returns a description of how it exceeds its limit, or nil if it does not.
  mutating func set(_ number: Double, as field: MenuField) -> String? {
    if let breach = field.limit.breach(by: number) { return "'\(field.rawValue)' \(breach)" }
    numbers[field] = number
    return nil
  }
}

// MARK: - JSON

extension ImportedMenu {
  private mutating func readJSON(_ bytes: Bytes, from start: Int) throws(LineError) {
    var scanner = Scanner(bytes, from: start)
    var isFound = scanner.peek == UInt8(ascii: "[")
    if isFound {
      try readList(&scanner, depth: 0)
    } else {
      var names = MemberNames()
      var list: [MenuItem] = []
      try scanner.object(depth: 0) { (scanner, name) throws(LineError) in
        try names.insert(name, of: scanner)
        let text = bytes.string(in: name.range)
        guard !isFound, text == "items" || text == "menu", scanner.peek == UInt8(ascii: "[") else {
          return try scanner.skip(depth: 1)
        }
        isFound = true
        var menu = self
        try menu.readList(&scanner, depth: 1)
        list = menu.items
      }
      items = list
    }
    scanner.space()
    guard scanner.peek == nil else {
      throw scanner.unexpected("the end of the file after the menu")
    }
    guard isFound else {
      throw LineError(start, "expected an array of dishes, or one under 'items', found neither")
    }
  }

  private mutating func readList(_ scanner: inout Scanner, depth: Int) throws(LineError) {
    try scanner.array(depth: depth, "',' or ']' after a dish") { (scanner) throws(LineError) in
      guard items.count < Self.mostItems else {
        throw LineError(
          scanner.offset, "expected at most \(grouped("\(Self.mostItems)")) dishes, found more")
      }
      items.append(try Self.item(&scanner, depth: depth + 1))
    }
  }

  private static func item(_ scanner: inout Scanner, depth: Int) throws(LineError) -> MenuItem {
    let start = scanner.offset
    guard scanner.peek == UInt8(ascii: "{") else {
      throw scanner.unexpected("'{' at the start of a dish")
    }
    var names = MemberNames()
    var values = MenuValues()
    let bytes = scanner.bytes
    try scanner.object(depth: depth) { (scanner, name) throws(LineError) in
      try names.insert(name, of: scanner)
      guard let field = MenuField(bytes.string(in: name.range)) else {
        return try scanner.skip(depth: depth + 1)
      }
      if field != .name, scanner.peek == UInt8(ascii: "n") { return try scanner.word("null") }
      let place = scanner.offset
      let breach: String?
      switch field {
      case .name, .place: breach = values.set(try scanner.string(), as: field)
      default:
        guard let byte = scanner.peek, byte == UInt8(ascii: "-") || hexDigit(byte) ?? 10 < 10
        else { throw scanner.unexpected("a number for '\(field.rawValue)'") }
        breach = values.set(try scanner.number().double, as: field)
      }
      if let breach { throw LineError(place, breach) }
    }
    guard let item = values.item else {
      throw LineError(start, "expected a dish with a 'name', found none")
    }
    return item
  }
}

// MARK: - CSV

extension ImportedMenu {
  private mutating func readCSV(_ bytes: Bytes) throws(ImportError) {
    var reader = try CSVReader(bytes)
    guard let header = try reader.next() else { return }
    let fields = header.fields.map { MenuField($0) }
    guard fields.contains(.name) else {
      throw ImportError(
        kind: .unrecognised, line: header.line,
        message: "expected JSON, or a header with a column 'name', found neither",
        help: "the columns are name, calories, protein, carbohydrates, fat and place")
    }
    for field in MenuField.allCases where fields.count(where: { $0 == field }) > 1 {
      throw ImportError(
        kind: .malformed, line: header.line,
        message: "expected one column for '\(field.rawValue)', found several")
    }
    let allowsComma = reader.separator == UInt8(ascii: ";")
    while let row = try reader.next() {
      guard items.count < Self.mostItems else {
        throw ImportError(
          kind: .malformed, line: row.line,
          message: "expected at most \(grouped("\(Self.mostItems)")) dishes, found more")
      }
      items.append(try Self.item(row, fields, allowsComma: allowsComma))
    }
  }

  private static func item(
    _ row: CSVRow, _ fields: [MenuField?], allowsComma: Bool
  ) throws(ImportError) -> MenuItem {
    guard row.fields.count <= fields.count else {
      throw ImportError(
        kind: .malformed, line: row.line,
        message: "expected \(fields.count) fields as in the header, found \(row.fields.count)",
        help: "put quotes around text that contains a comma")
    }
    var values = MenuValues()
    for (field, cell) in zip(fields, row.fields) {
      guard let field else { continue }
      var breach: String?
      switch field {
      case .name, .place: breach = values.set(cell, as: field)
      default:
        let text = trimmed(cell)
        if text.isEmpty { continue }
        let plain = allowsComma ? text.replacingAll(",", with: ".") : text
        let isNumber = plain.utf8.allSatisfy { hexDigit($0) ?? 10 < 10 || "+-.".utf8.contains($0) }
        if isNumber, let number = Double(plain) {
          breach = values.set(number, as: field)
        } else {
          breach = "expected a number for '\(field.rawValue)', found \(quoted(text))"
        }
      }
      if let breach { throw ImportError(kind: .malformed, line: row.line, message: breach) }
    }
    guard let item = values.item else {
      throw ImportError(
        kind: .malformed, line: row.line, message: "expected a dish with a 'name', found none")
    }
    return item
  }
}
