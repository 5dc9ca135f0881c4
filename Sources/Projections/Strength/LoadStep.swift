import Events

/// The step to which loads are rounded: the smallest change that plates allow.
public struct LoadStep: Equatable, Sendable {
  /// The step, in the unit of the load.
  public let size: Double

  /// Creates a step of a size; nil if the size is not above 0.
  public init?(_ size: Double) {
    guard size > 0, size.isFinite else { return nil }
    self.size = size
  }

  private init(usual size: Double) { self.size = size }

  /// Returns the step of most gyms: 2.5 kg or 5 lb, the smallest plate on each side.
  public static func usual(_ unit: Weight.Unit) -> LoadStep {
    LoadStep(usual: unit == .kg ? 2.5 : 5)
  }

  /// Returns the nearest multiple of the step; a load halfway between two is rounded up.
  public func nearest(_ load: Double) -> Double {
    // A step such as 0.1 has no exact double, so an intended half may lie just below a half.
    let count = (load / size + 0.5 + 1e-9).rounded(.down)
    return millionths(count * size) ?? load
  }
}

/// Returns a number rounded to millionths, without the noise of binary fractions; nil for one that is too large.
func millionths(_ number: Double) -> Double? {
  // Adding 0 turns -0 into 0.
  let rounded = (number * 1_000_000).rounded() / 1_000_000 + 0
  return rounded.isFinite ? rounded : nil
}
