"""One row of the table: two sides, and how far apart they may be."""

from dataclasses import dataclass

from measure import Command, alternate


class Absent(Exception):
    """The reason why a row cannot be measured: a missing peer, or no room for its log."""


@dataclass
class Row:
    """`ours` may take `goal` times what `theirs` takes."""

    name: str
    ours: Command
    theirs: Command
    goal: float
    """The ratio that is allowed; 0 for a row that is measured and not judged."""
    what: str = "wall"
    """The figure of a sample that counts."""
    cpu_goal: float = 0
    """The ratio that is allowed for CPU time, a second figure; 0 when it is not judged."""
    repeats: int = 1
    """A factor of the pairs, for processes of a few milliseconds."""
    most_seconds: float = 0
    """The seconds that `ours` may take, in place of `goal`; 0 where the goal counts."""

    judged = "median"
    is_sequence = False

    def measure(self, pairs, warm_ups):
        """Returns all runs of both sides, A B A B …."""
        return alternate(self.ours, self.theirs, pairs * self.repeats, warm_ups,
                         watches_memory=self.what == "anonymous")


@dataclass
class Counted:
    """A row of figures that one sequence of commands yields, for any number of pairs."""

    name: str
    count: object
    """A function that returns the runs of both sides."""
    goal: float
    what: str = "size"
    cpu_goal: float = 0
    most_seconds: float = 0
    judged: str = "median"
    """The figure of several that counts: the median, or the maximum."""

    is_sequence = True
    """Whether the row is measured once, for any number of pairs."""

    def measure(self, pairs, warm_ups):
        """Returns all figures of both sides."""
        return self.count()
