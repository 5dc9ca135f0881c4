import Events
import Testing

@Suite struct MenuFileTests {
  private func menu(_ text: String) throws -> [MenuItem] {
    try Bytes.of(Array(text.utf8)) { (bytes) throws(ImportError) in
      try ImportedMenu(bytes)
    }.items
  }

  private func error(_ text: String) -> String? {
    do {
      _ = try menu(text)
      return nil
    } catch let error as ImportError {
      return [error.line, error.column].compactMap { $0.map { "\($0): " } }.joined() + error.message
    } catch { return nil }
  }

  private static let soup = MenuItem(
    name: "Lentil soup, large", calories: 320, protein: 18.5, carbohydrates: 44, fat: 6,
    place: "North hall")

  @Test func `a menu is read from CSV with any order and spelling of its columns`() throws {
    #expect(
      try menu(
        "Place,Dish,KCAL,Protein (g),carbs,Fat,vegan\n"
          + "North hall,\"Lentil soup, large\",320,18.5,44,6,yes\n\n,Tea,,,,,\n")
        == [Self.soup, MenuItem(name: "Tea")])
    #expect(
      try menu("name;calories;protein\r\nOats;370;13,5\r\n")
        == [MenuItem(name: "Oats", calories: 370, protein: 13.5)])
    #expect(try menu("\u{FEFF}name,calories\nOats") == [MenuItem(name: "Oats")])
  }

  @Test func `a menu is read from JSON, as a list or in an object`() throws {
    let dish =
      #"{"name":" Lentil soup, large ","calories":320,"protein":18.5,"carbs":44,"fat":6.0,"#
      + #""location":"North hall","tags":["x"]}"#
    #expect(try menu("[\(dish)]") == [Self.soup])
    #expect(
      try menu(" \n {\"date\":1,\"items\":[\(dish), {\"name\":\"Tea\",\"fat\":null}]}\n")
        == [Self.soup, MenuItem(name: "Tea")])
    #expect(try menu("{\"menu\":[\(dish)]}") == [Self.soup])
  }

  @Test(
    arguments: [
      ("", "expected at least one dish, found none"),
      ("[]", "expected at least one dish, found none"),
      ("name\n", "expected at least one dish, found none"),
      ("hello\nworld", "1: expected JSON, or a header with a column 'name', found neither"),
      ("{}", "1: 1: expected an array of dishes, or one under 'items', found neither"),
      ("[1]", "1: 2: expected '{' at the start of a dish, found '1'"),
      (
        "[{\"name\":\"a\"}\n,\n {\"calories\":1}]",
        "3: 2: expected a dish with a 'name', found none"
      ),
      ("[{\"name\":\"a\",\"calories\":-5}]", "1: 25: 'calories' must be 0…10,000, got -5"),
      ("[{\"name\":\"a\",\"fat\":\"6\"}]", "1: 20: expected a number for 'fat', found '\"'"),
      ("[{\"name\":\" \"}]", "1: 10: 'name' must not be empty"),
      ("[{\"name\":null}]", "1: 10: expected a string, found 'n'"),
      ("[{\"name\":\"a\"}", "1: 14: expected ',' or ']' after a dish, found the end of the file"),
      ("[{\"name\":\"a\"}]]", "1: 15: expected the end of the file after the menu, found ']'"),
      ("name,calories\na,x", "2: expected a number for 'calories', found 'x'"),
      ("name,calories\na,1e3", "2: expected a number for 'calories', found '1e3'"),
      ("name,calories\na,\"1,5\"", "2: expected a number for 'calories', found '1,5'"),
      ("name,calories\nb,1\n\na,20000", "4: 'calories' must be 0…10,000, got 20,000"),
      ("name,calories\n,5", "2: 'name' must not be empty"),
      ("calories,name\n5", "2: expected a dish with a 'name', found none"),
      ("name,calories\na,1,2", "2: expected 2 fields as in the header, found 3"),
      ("name,dish\na,b", "1: expected one column for 'name', found several"),
      (
        "name\n\"a",
        "2: 1: expected '\"' to close the field that opens here, found the end of the file"
      ),
    ] as [(String, String)])
  func `an invalid file is refused with the position of the error`(
    _ text: String, _ message: String
  ) {
    #expect(error(text) == message)
  }

  @Test func `a menu has at most two thousand dishes`() throws {
    func list(_ count: Int) -> String { "name\n" + (0..<count).map { "dish \($0)\n" }.joined() }
    #expect(try menu(list(2_000)).count == 2_000)
    #expect(error(list(2_001)) == "2002: expected at most 2,000 dishes, found more")
    let json = "[" + (0..<2_001).map { "{\"name\":\"\($0)\"}" }.joined(separator: ",") + "]"
    #expect(error(json)?.hasSuffix("expected at most 2,000 dishes, found more") == true)
  }
}
