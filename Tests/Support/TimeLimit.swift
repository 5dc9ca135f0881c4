import Testing

extension Trait where Self == TimeLimitTrait {
  /// A limit that only a test that hangs reaches.
  ///
  /// Time counts from when a test is queued, and all tests are queued at once. So the limit is longer than a
  /// whole run takes on a busy machine.
  public static var hangLimit: Self { .timeLimit(.minutes(30)) }
}
