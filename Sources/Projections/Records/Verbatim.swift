import Events

/// A text, an optional text or a list of texts that equals another only if their bytes are equal.
///
///     @Verbatim public internal(set) var title: String?
///
/// Unicode considers some spellings of a letter the same, such as é as one character and as two. They are equal as
/// texts, but different in the JSON of a view. An event that replaces one spelling by the other has changed the record.
@propertyWrapper
public struct Verbatim<Text: VerbatimText>: Equatable, Sendable {
  public var wrappedValue: Text

  public init(wrappedValue: Text) { self.wrappedValue = wrappedValue }

  public static func == (one: Self, other: Self) -> Bool {
    Text.isVerbatim(one.wrappedValue, other.wrappedValue)
  }
}

/// A value that `Verbatim` compares by the bytes of its texts.
public protocol VerbatimText: Sendable {
  /// Returns whether two values have the same bytes.
  static func isVerbatim(_ one: Self, _ other: Self) -> Bool
}

extension String: VerbatimText {
  public static func isVerbatim(_ one: String, _ other: String) -> Bool {
    Bytes.areEqual(one, other)
  }
}

extension Optional: VerbatimText where Wrapped: VerbatimText {
  public static func isVerbatim(_ one: Wrapped?, _ other: Wrapped?) -> Bool {
    switch (one, other) {
    case (nil, nil): true
    case (let one?, let other?): Wrapped.isVerbatim(one, other)
    default: false
    }
  }
}

extension Payload {
  /// Returns whether two payloads have the same bytes.
  static func isVerbatim(_ one: Self, _ other: Self) -> Bool {
    func written(_ payload: Self) -> [UInt8]? {
      var json = JSONWriter()
      do throws(LineError) { try payload._write(to: &json) } catch { return nil }
      return json.bytes
    }
    return one == other && written(one) == written(other)
  }
}

/// Returns a value that differs from the old value; nil if it is the same.
func changed<Value: Equatable>(_ value: Value?, from old: Value?) -> Value? {
  value == old ? nil : value
}

/// Returns a text whose bytes differ from those of the old text; nil if they are the same.
func changed(_ text: String?, from old: String?) -> String? {
  String?.isVerbatim(text, old) ? nil : text
}

extension Array: VerbatimText where Element: VerbatimText {
  public static func isVerbatim(_ one: [Element], _ other: [Element]) -> Bool {
    one.elementsEqual(other, by: Element.isVerbatim)
  }
}
