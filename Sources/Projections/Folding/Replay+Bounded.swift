import Events

/// Folds a log into a projection where that takes no longer than a number of bytes does; nil where it would.
///
/// A log that is no longer is folded whole; of a longer one a checkpoint keeps the projection as of a place
/// that is near the end.
///
/// - Parameter size: the most bytes of lines to fold.
/// - Throws: `LogError.Kind.damaged`, with the place.
package func replay<P: Projection>(
  _ log: Log, withinBytes size: Int, _ projection: P
) throws(LogError) -> P? {
  guard log.bytes.count > size else { return try replay(log, projection) }
  guard let reader = CheckpointReader(of: log),
    log.bytes.count - reader.checkpoint.position.end <= size,
    let cell = try? Cell(resuming: projection, by: reader)
  else { return nil }
  try fold(log, nil, [Fold(cell)], behind: reader.checkpoint.position)
  return cell.state
}
