#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Threads of the operating system. Tasks would need an asynchronous caller and their runtime would be linked. This
// runtime starts with every process, which takes too long for reading a log.
extension System {
  /// The number of threads that can run at the same time, at least 1.
  ///
  /// It calls `sysconf`.
  package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The size of a new thread's stack, in bytes.
  private static var stackBytes: Int { 4 << 20 }

  /// Runs `work` on `count` new threads and `body` on this one, and returns when all have ended.
  ///
  /// `body` gets the number of new threads, which is smaller if the system refuses one. The method calls
  /// `pthread_create` and `pthread_join`. It sets the size of the stacks, because a line may have 128 levels: Musl's
  /// default of 128 KB is too small.
  package static func onThreads<R, E: Error>(
    _ count: Int, _ work: @escaping @Sendable () -> Void, during body: (Int) throws(E) -> R
  ) throws(E) -> R {
    var threads: [pthread_t] = []
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    for _ in 0..<count {
      let job = unsafe Unmanaged.passRetained(Job(work))
      #if canImport(Glibc) || canImport(Musl)
        var thread = pthread_t()
        let failure = unsafe pthread_create(
          &thread, &attributes, { unsafe runJob($0) }, job.toOpaque())
        if failure == 0 { threads.append(thread) }
      #else
        var thread: pthread_t?
        let failure = unsafe pthread_create(
          &thread, &attributes, { unsafe runJob($0) }, job.toOpaque())
        if failure == 0, let thread = unsafe thread { unsafe threads.append(thread) }
      #endif
      if failure != 0 { unsafe job.release() }
    }
    defer { for thread in threads { _ = pthread_join(thread, nil) } }
    return try body(threads.count)
  }
}

private final class Job: Sendable {
  let work: @Sendable () -> Void
  init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

private func runJob(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let job = unsafe job { unsafe Unmanaged<Job>.fromOpaque(job).takeRetainedValue().work() }
  return nil
}

/// A value shared by threads, which access it one at a time and can wait for a state of it.
///
/// It uses `pthread_mutex_t` and `pthread_cond_t`.
@safe
package final class Monitor<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe condition = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Changes the value and wakes the threads that wait for a change.
  package func change(_ body: (inout Value) -> Void) {
    unsafe pthread_mutex_lock(mutex)
    body(&value)
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Accesses the value exclusively; `body` must not make a change that another thread waits for.
  package func alone<R, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Waits until `body` returns a result; `body` may change the value only then.
  package func wait<R>(_ body: (inout Value) -> R?) -> R {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let answer = body(&value) { return answer }
      unsafe pthread_cond_wait(condition, mutex)
    }
  }
}
