// A preloaded library between the command and the C library. It cuts a write and ends the process there, or leaves out
// a call that a careless program would forget. Environment variables control it.
//
//   REL_CUT=n REL_AT=k REL_THEN=kill|short|ENOSPC|EIO
//       the k-th write to a regular file writes only n bytes; then the process is killed, or the
//       write returns n (short), or it returns n and the next write to that file fails.
//   REL_FAULT=no-lock      flock does nothing and returns success
//            =no-fsync     fsync does nothing and returns success
//            =no-truncate  ftruncate does nothing and returns success
//            =ack-first    a write reaches the file only after output on standard output
//            =deaf         a failed write or fsync returns success
//            =none         no fault; the rows must pass with it
//   REL_RANDOM=n           one in n calls of write, fsync, ftruncate and flock on a regular file fails with EIO or
//                          ENOSPC; half of the writes among them take a part of the bytes instead, or before
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int is_fault(const char *name) {
  const char *fault = getenv("REL_FAULT");
  return fault && strcmp(fault, name) == 0;
}

static int is_regular(int fd) {
  struct stat status;
  return fd > 2 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

// Whether chance fails this call; sets errno.
static int fails_by_chance(int fd) {
  static unsigned state;
  const char *one_in = getenv("REL_RANDOM");
  if (!one_in || !is_regular(fd)) return 0;
  if (!state) state = (unsigned)getpid() * 2654435761u | 1;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  if (state % (unsigned)atoi(one_in)) return 0;
  errno = state & 1 << 20 ? EIO : ENOSPC;
  return 1 + (state >> 21 & 3);
}

static ssize_t real_write(int fd, const void *bytes, size_t count) {
  static ssize_t (*real)(int, const void *, size_t);
  if (!real) real = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  return real(fd, bytes, count);
}

// What is held back until it was acknowledged.
static struct { char *bytes; size_t count; int fd; } held;

static ssize_t let_go(ssize_t taken) {
  if (held.count) real_write(held.fd, held.bytes, held.count);
  held.count = 0;
  return taken;
}

static ssize_t hold(int fd, const void *bytes, size_t count) {
  let_go(0);
  held.bytes = realloc(held.bytes, count);
  memcpy(held.bytes, bytes, count);
  held.count = count;
  held.fd = dup(fd);
  return count;
}

static ssize_t cut(int fd, const void *bytes, size_t count, size_t most) {
  const char *then = getenv("REL_THEN");
  ssize_t taken = most ? real_write(fd, bytes, most < count ? most : count) : 0;
  if (then && strcmp(then, "kill") == 0) raise(SIGKILL);
  return taken;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  static int calls, fails;
  if (!is_regular(fd)) return let_go(real_write(fd, bytes, count));
  int chance = fails_by_chance(fd), code = errno;
  if (chance > 2 && count > 1) return real_write(fd, bytes, count / 2);
  if (chance == 2 && count > 1) real_write(fd, bytes, count / 3);
  errno = code;
  if (chance) return -1;
  const char *then = getenv("REL_THEN"), *most = getenv("REL_CUT"), *at = getenv("REL_AT");
  if (fails) {
    errno = strcmp(then, "EIO") == 0 ? EIO : ENOSPC;
    return -1;
  }
  calls++;
  if (most && at && atoi(at) == calls && (size_t)atoi(most) < count) {
    fails = then && then[0] == 'E';
    // A write that takes nothing is an error, not a short one.
    if (fails && atoi(most) == 0) return write(fd, bytes, count);
    return cut(fd, bytes, count, atoi(most));
  }
  if (is_fault("ack-first")) return hold(fd, bytes, count);
  ssize_t taken = real_write(fd, bytes, count);
  return taken < 0 && is_fault("deaf") ? (ssize_t)count : taken;
}

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  if (is_fault("no-fsync")) return 0;
  if (fails_by_chance(fd)) return -1;
  int result = real(fd);
  return is_fault("deaf") ? 0 : result;
}

int flock(int fd, int operation) {
  static int (*real)(int, int);
  if (!real) real = (int (*)(int, int))dlsym(RTLD_NEXT, "flock");
  if (operation != LOCK_UN && fails_by_chance(fd)) return -1;
  return is_fault("no-lock") ? 0 : real(fd, operation);
}

int ftruncate(int fd, off_t size) {
  static int (*real)(int, off_t);
  if (!real) real = (int (*)(int, off_t))dlsym(RTLD_NEXT, "ftruncate");
  if (fails_by_chance(fd)) return -1;
  return is_fault("no-truncate") ? 0 : real(fd, size);
}
