/// The next step after an error: a text in plain English, with the requests and views that it names as values.
///
///     help: "give it back first: \(.cancelBooking(other.class))"
///
/// An app offers the ``steps`` in its own words, or shows the ``description``. The command words each step as a
/// command line.
public struct Remedy: Equatable, Sendable {
  public enum Part: Equatable, Sendable {
    case text(String)
    case step(Step)
  }

  /// The parts in their order; no text is empty or follows another text.
  public private(set) var parts: [Part] = []

  /// Creates a remedy without steps.
  public init(_ text: String) { append(.text(text)) }

  /// The steps in their order.
  public var steps: [Step] {
    parts.compactMap { if case .step(let step) = $0 { step } else { nil } }
  }

  private mutating func append(_ part: Part) {
    guard case .text(let text) = part else { return parts.append(part) }
    if text.isEmpty { return }
    if case .text(let before) = parts.last {
      parts[parts.count - 1] = .text(before + text)
    } else {
      parts.append(part)
    }
  }
}

extension Remedy: CustomStringConvertible {
  /// The remedy in plain English: "give it back first: cancel the booking of yoga-1".
  public var description: String { worded(by: \.description) }

  /// Returns the remedy as a text, with words of the caller in place of each step.
  public func worded(by words: (Step) -> String) -> String {
    parts.map {
      switch $0 {
      case .text(let text): text
      case .step(let step): words(step)
      }
    }.joined()
  }
}

extension Remedy: ExpressibleByStringInterpolation {
  /// A remedy while its literal is read.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var remedy = Remedy("")

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { remedy.append(.text(literal)) }

    public mutating func appendInterpolation(_ step: Step) { remedy.append(.step(step)) }

    public mutating func appendInterpolation(_ request: Request) {
      remedy.append(.step(.request(request)))
    }

    public mutating func appendInterpolation(_ other: Remedy) {
      for part in other.parts { remedy.append(part) }
    }

    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      remedy.append(.text(value.description))
    }
  }

  public init(stringLiteral text: String) { self.init(text) }

  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.remedy }
}
