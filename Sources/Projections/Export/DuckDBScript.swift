import Events

/// The SQL that creates typed tables and views of a log in DuckDB: `replog export duckdb`.
///
/// Each type of event has a table with a column for each of its fields. To include later lines of the log, run the
/// script again. The views follow the rules of the replog views, for logs in which no two sets or sessions share a
/// name.
public struct DuckDBScript {
  private let path: String

  /// Creates the script for the log at a path, in the form in which DuckDB opens it.
  public init(log path: String) { self.path = path }

  /// The script, one statement after another.
  public var text: String {
    """
    -- Tables and views of a log of replog, made by 'replog export duckdb'.
    -- Run it again for the events that were appended since.
    SET TimeZone = 'UTC';

    \(events)
    \(EventType.all.map(table(of:)).joined(separator: "\n"))
    \(DuckDBScript.views)
    """
  }

  // MARK: - Tables

  /// The table of all lines, including lines of unknown types.
  private var events: String {
    """
    CREATE OR REPLACE TABLE events AS
    SELECT seq, id, CAST(upper("at") AS TIMESTAMPTZ) AS "at", \(DuckDBScript.day("\"at\"")) AS at_day,
      "at" AS at_text, "user", type, coalesce(v, 1) AS v, data
    FROM read_json(\(DuckDBScript.quoted(path)), format = 'newline_delimited', columns = {
      seq: 'BIGINT', id: 'UUID', "at": 'VARCHAR', "user": 'VARCHAR', type: 'VARCHAR', v: 'BIGINT',
      data: 'JSON'});

    """
  }

  /// The columns of an event table that precede the columns of the data.
  private static let envelope = ["seq", "id", "at", "at_day", "at_text", "user"]

  /// Returns the statement that creates the table of a type.
  private func table(of type: EventType) -> String {
    let fields = type.description.fields
    let structure = JSON.object(
      fields.map { ($0.name, DuckDBScript.transform($0.form, $0.nested)) })
    let columns =
      DuckDBScript.envelope.map { "\"\($0)\"" } + fields.flatMap(DuckDBScript.columns(of:))
    let source =
      fields.isEmpty
      ? "events"
      : "(SELECT *, json_transform(data, \(DuckDBScript.quoted(structure))) AS d FROM events)"
    return """
      CREATE OR REPLACE TABLE "\(type.name)" AS
      SELECT \(columns.joined(separator: ", "))
      FROM \(source)
      WHERE type = '\(type.name)' AND v <= \(type.newestVersion);

      """
  }

  /// Returns the columns of a field; a time also has a column for the day on its user's clock.
  private static func columns(of field: PayloadDescription.Field) -> [String] {
    let name = envelope.contains(field.name) ? "data_\(field.name)" : field.name
    let value = "d.\"\(field.name)\""
    return switch field.form {
    case .time:
      ["CAST(upper(\(value)) AS TIMESTAMPTZ) AS \"\(name)\"", "\(day(value)) AS \"\(name)_day\""]
    case .day: ["CAST(\(value) AS DATE) AS \"\(name)\""]
    case .id: ["CAST(\(value) AS UUID) AS \"\(name)\""]
    default: ["\(value) AS \"\(name)\""]
    }
  }

  /// Returns the date written in a time: the date of the user and not of UTC.
  private static func day(_ time: String) -> String { "CAST(left(\(time), 10) AS DATE)" }

  /// Returns the structure that tells DuckDB the type of a value.
  private static func transform(_ form: FieldForm, _ nested: PayloadDescription) -> JSON {
    switch form {
    case .integer: .string("BIGINT")
    case .number: .string("DOUBLE")
    case .boolean: .string("BOOLEAN")
    case .text, .id, .time, .day, .word: .string("VARCHAR")
    case .object: .object(nested.fields.map { ($0.name, transform($0.form, $0.nested)) })
    case .list(let element): .array([transform(element, nested)])
    }
  }

  private static func quoted(_ json: JSON) -> String {
    quoted(String(decoding: json.bytes, as: UTF8.self))
  }

  private static func quoted(_ text: String) -> String {
    // By bytes: a quote with a combining mark is another character, but for a database it is the same quote.
    let quoted = text.utf8.flatMap { $0 == UInt8(ascii: "'") ? [$0, $0] : [$0] }
    return "'" + String(decoding: quoted, as: UTF8.self) + "'"
  }
}
