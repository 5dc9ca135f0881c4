import Events

/// Folds a log into a projection if this reads at most `size` bytes of lines; otherwise returns nil.
///
/// A log within the limit is folded whole. For a longer log, a checkpoint near the end must keep the projection.
///
/// - Parameter size: The maximum number of bytes to fold.
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
