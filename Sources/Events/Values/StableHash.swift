/// Returns a number that depends only on `parts`, the same on every machine and in every release.
///
/// The number is XXH64 of the parts, each with its length, so that `["ab", "c"]` and `["a", "bc"]` differ.
package func stableHash(of parts: [String]) -> UInt64 {
  var text: [UInt8] = []
  for part in parts {
    text.append(contentsOf: "\(part.utf8.count):".utf8)
    text.append(contentsOf: part.utf8)
  }
  return Bytes.of(text) { XXH64.hash($0) }
}
