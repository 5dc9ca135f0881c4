"""The rows of `pbs` against programs that only read the bytes of its log: the floors."""

import ctypes
import mmap
import os

from measure import Command, Failure
from row import Absent, Row

# A page or two may be read again by whoever looks at the file.
MOST_RESIDENT = 0.01


class Floors:
    """Makes the rows for a log of one size; `rows` has the logs, the peers and the command."""

    def __init__(self, rows):
        self.rows, self.logs = rows, rows.logs
        self.makers = {"pbs-hash": self.hash, "pbs-cat": self.cat, "pbs-cold": self.cold}

    def bests(self):
        log = self.logs.sample(self.rows.events)
        return log, self.rows.all_bests("replog pbs --all-users", log)

    def hash(self):
        """Against XXH64 of the whole file, which replog computes line by line."""
        self.rows.peer("xxhsum")
        log, ours = self.bests()
        return Row("pbs-hash", ours, Command("xxhsum -H1", ["xxhsum", "-H1", log]), goal=3)

    def cat(self):
        """Against a copy of the bytes to nowhere; no goal, since nothing looks at them."""
        log, ours = self.bests()
        return Row("pbs-cat", ours, Command("cat > /dev/null", ["cat", log]), goal=0)

    def cold(self):
        """Against `cat`, when no page of the log is in memory."""
        if not hasattr(os, "posix_fadvise"):
            raise Absent("this system drops no file from memory when asked")
        log, ours = self.bests()
        theirs = Command("cat > /dev/null, cold", ["cat", log])
        if evict(log) > MOST_RESIDENT:
            raise Absent("this file system keeps the pages of a file in memory")
        ours.label += ", cold"
        ours.before = theirs.before = lambda: require_evicted(log)
        return Row("pbs-cold", ours, theirs, goal=1.2)


def require_evicted(path):
    if (resident := evict(path)) > MOST_RESIDENT:
        raise Failure(f"{path}: {resident:.0%} of its pages are still in memory")


def evict(path):
    """Drops a file from the page cache, and returns the share of its pages that stayed."""
    with open(path, "rb") as file:
        # Pages that are not on the device yet cannot be dropped.
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        return resident_share(file.fileno())


def resident_share(descriptor):
    """The share of a file's pages that are in memory, as mincore(2) tells."""
    # A private mapping, which ctypes needs to be writable to know its address; no page is touched.
    with mmap.mmap(descriptor, 0, access=mmap.ACCESS_COPY) as mapping:
        pages = -(-len(mapping) // mmap.PAGESIZE)
        resident = (ctypes.c_ubyte * pages)()
        first = ctypes.c_ubyte.from_buffer(mapping)
        libc = ctypes.CDLL(None, use_errno=True)
        failed = libc.mincore(
            ctypes.c_void_p(ctypes.addressof(first)), ctypes.c_size_t(len(mapping)), resident)
        del first
        if failed:
            raise Failure(f"mincore: {os.strerror(ctypes.get_errno())}")
    return sum(state & 1 for state in resident) / pages
