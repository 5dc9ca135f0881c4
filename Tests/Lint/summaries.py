"""Checks the summaries of doc comments: the first paragraph of every `///` block in Swift files.

A summary is one sentence of at most 150 characters, a noun phrase for a value and a verb in the third
person for a function. In the folders of PLAIN, no comment and no text of a message uses a phrase of WORDS.
Prints `file:line: rule: text` for each breach, and ends with status 1 if there is any.

    summaries.py Sources          checks all Swift files of a folder
    summaries.py --self-test      checks this script
"""

import argparse
import collections
import os
import re
import sys

LONGEST = 150
OPENINGS = ("What", "Where", "How", "Who", "Whose", "Which", "That", "Whether", "As", "The same")
AVOIDED = ("behind", "beside", "whoever", "somebody", "anybody", "everybody", "nobody")

# Phrases that no comment or message in the folders of PLAIN may use, as regular expressions without regard to case.
WORDS = (
    "anew",
    "set(?:s|ting)? right",
    r"(?:lets?|letting)(?: \w+)? go",
    "(?:comes?|came|coming) to",
    "vouch(?:es|ed|ing)?",
    "(?:be|been|being|is|are|was|were) met",
    "as far as",
    "of which",
    "whatever",
    "stands?|stood|standing",
    "up to that",
    "nil where",
    "where (?:there|it|that|they|none) (?:is|are|was|were)",
    "no more than the",
    r"however (?:few|little|long|many|much|narrow)\b",
    "whose (?:it is|they are)",
    "is open since",
    "(?:has|have) not been yet",
    "expected no",
    "so that nobody",
)
PLAIN = ("Sources",)
# A file of quotations, which keep their words.
QUOTED = "Quote.swift"

OPENING = re.compile(rf"(?:{'|'.join(OPENINGS)})\b")
WORDING = re.compile(rf"\b(?:{'|'.join(AVOIDED)})\b", re.IGNORECASE)
PHRASE = re.compile(rf"\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE)
# A line up to its comment, with strings in it passed over.
COMMENT = re.compile(r'(?P<code>(?:[^"/]|"(?:\\.|[^"\\])*"|/(?!/))*)///?(?P<text>.*)')
CODE = re.compile(r"`[^`]*`")
TEXT = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*)"')
SENTENCE_END = re.compile(r"[.!?]\s+(?=[A-Z])")
# Verbs of people, said of data; anywhere in a doc comment.
HUMAN = re.compile(
    r"\b(?:stands? for|(?:that|which|it|log|replog|build|system) (?:knows?|answers?|speaks?|says?)|whoever)\b")
ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|cf|vs|etc)\.")
THIRD_PERSON = re.compile(r"[A-Z][a-z]+s\b")
ATTRIBUTE = re.compile(r"@\w+(\([^)]*\))?\s*")
FUNCTION = re.compile(r"^(?:[\w()]+ )*?(?:func\b|init\b)")
BOOLEAN = re.compile(r"^(?:[\w()]+ )*?(?:var|let) \w+(?:: Bool\b(?!\?)| = (?:true|false)\b)")

Summary = collections.namedtuple("Summary", "line text declaration comment")


def summaries(lines):
    """Yields the summary of each doc comment, with the declaration that follows it."""
    block, start, in_literal = [], 0, False
    for number, line in enumerate(lines + [""], 1):
        text = line.strip()
        if text.startswith("///") and not in_literal:
            start = start if block else number
            block.append(text[3:])
            continue
        if block and (text.startswith("//") or not ATTRIBUTE.sub("", text)) and number <= len(lines):
            continue  # An attribute on a line of its own, or a remark, before the declaration.
        if block:
            yield Summary(start, first_paragraph(block), ATTRIBUTE.sub("", text), " ".join(map(str.strip, block)))
            block = []
        if text.count('"""') % 2:
            in_literal = not in_literal


def first_paragraph(block):
    """Returns the text of a block up to a blank line, a list or an example."""
    paragraph = []
    for line in block:
        if not line.strip() or line.startswith("    ") or line.lstrip().startswith("- "):
            break
        paragraph.append(line.strip())
    return " ".join(paragraph)


def faults(summary):
    """Returns the names of the rules that a summary breaks."""
    text = summary.text
    if not text:
        return ["missing"]
    # A code span counts as a word with a capital, so that it may begin a sentence but not end one.
    prose = ABBREVIATION.sub("abbreviation", CODE.sub("X", text))
    is_function = FUNCTION.match(summary.declaration)
    rules = {
        "opening": OPENING.match(text),
        "long": len(text) > LONGEST,
        "sentences": SENTENCE_END.search(prose),
        "full stop": not text.endswith("."),
        "wording": WORDING.search(prose),
        "human verb": HUMAN.search(CODE.sub("X", summary.comment)),
        "verb": is_function and not THIRD_PERSON.match(text),
        "boolean": BOOLEAN.match(summary.declaration) and not text.startswith("A Boolean value "),
    }
    return [rule for rule, is_broken in rules.items() if is_broken]


def comments(lines):
    """Yields the comments as lists of (line, text): lines of comment in a row, or the end of a line of code."""
    block, in_literal = [], False
    for number, line in enumerate(lines, 1):
        comment = None if in_literal else COMMENT.match(line)
        if block and not (comment and not comment["code"].strip()):
            yield block
            block = []
        if comment:
            block.append((number, comment["text"].strip()))
            if comment["code"].strip():
                yield block
                block = []
        elif line.count('"""') % 2:
            in_literal = not in_literal
    if block:
        yield block


def phrases(lines):
    """Yields the line, the phrase and the text of each phrase of WORDS in a comment."""
    for block in comments(lines):
        prose, starts = "", []
        for number, text in block:
            starts.append((len(prose), number))
            prose += CODE.sub("X", text) + " "
        for match in PHRASE.finditer(prose):
            number = [line for start, line in starts if start <= match.start()][-1]
            yield number, match[0], dict(block)[number]


def messages(lines):
    """Yields the line, the phrase and the text of each phrase of WORDS in a string with a space."""
    in_literal = False
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if line.count('"""') % 2:
            in_literal = not in_literal
        if text.startswith("//"):
            continue
        for prose in [text] if in_literal else [match["text"] for match in TEXT.finditer(line)]:
            if " " in prose:
                yield from ((number, match[0], text) for match in PHRASE.finditer(prose))


def is_plain(path):
    """Returns whether a file is in a folder of PLAIN."""
    path = os.path.relpath(path)
    return any(path.startswith(os.path.normpath(folder) + os.sep) for folder in PLAIN)


def swift_files(paths):
    """Returns the Swift files at and under the paths, each once and in order."""
    found = set()
    for path in paths:
        if os.path.isfile(path):
            found.add(path)
        for folder, _, names in os.walk(path):
            found.update(os.path.join(folder, name) for name in names if name.endswith(".swift"))
    return sorted(found)


def check(paths):
    """Prints all faults and returns the exit status: 0, 1 for faults, 2 for a path without files."""
    for path in paths:
        if not swift_files([path]):
            print(f"summaries: no Swift file at '{path}'", file=sys.stderr)
            return 2
    count = 0
    for path in swift_files(paths):
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        for summary in summaries(lines):
            for rule in faults(summary):
                print(f"{path}:{summary.line}: {rule}: {summary.text}")
                count += 1
        if not is_plain(path):
            continue
        found = [*phrases(lines), *(() if os.path.basename(path) == QUOTED else messages(lines))]
        for number, phrase, text in found:
            print(f"{path}:{number}: '{phrase}': {text}")
            count += 1
    return 1 if count else 0


# Swift, and the rules that its summaries break.
CASES = [
    ("/// The number of lines.\nlet count: Int", []),
    ("/// Returns the line; see RFC 8259.\nfunc line() -> Line", []),
    ("/// A log.\n///\n/// What a crash leaves. Two sentences.\nstruct Log {}", []),
    ("/// A log:\n///\n/// More.\nstruct Log {}", ["full stop"]),
    ("/// What it is.\nlet text: String", ["opening"]),
    ("/// The part that it stands for.\nlet text: String", ["human verb"]),
    ("/// A type.\n///\n/// More of what replog\n/// knows.\nlet text: String", ["human verb"]),
    ("/// A type known to the `log` that the user knows.\nlet text: String", []),
    ("/// The same as an event.\nvar event: Event", ["opening"]),
    ("/// Asks the system.\nfunc ask()", []),
    ("/// " + "a" * LONGEST + ".\nlet text: String", ["long"]),
    ("/// " + "a" * (LONGEST - 1) + ".\nlet text: String", []),
    ("/// One sentence. Another one.\nlet text: String", ["sentences"]),
    ("/// One sentence. `code` too.\nlet text: String", ["sentences"]),
    ("/// The form `a. B`, e.g. Monday, on two\n/// lines.\nlet text: String", []),
    ("/// A place behind the comma.\nlet place: Int", ["wording"]),
    ("/// The word `behind`.\nlet word: String", []),
    ("/// The line.\n@inline(__always)\npublic mutating func line() -> Line", ["verb"]),
    ("/// The line.\n@inlinable public init?(_ text: String)", ["verb"]),
    ("/// Creates a line.\ninit() {}", []),
    ("/// The state.\nvar isOpen: Bool { true }", ["boolean"]),
    ("/// The state.\nprivate var isOpen = false", ["boolean"]),
    ("/// A Boolean value indicating whether it is open.\nprivate(set) var isOpen = false", []),
    ("/// - Parameter text: The text.\ninit(text: String)", ["missing"]),
    ("/// - Parameter text: The text.", ["missing"]),
    ("let text = \"\"\"\n  /// What a literal holds\n  \"\"\"\n/// The end.\nlet end: Int", []),
    ("  // What a remark says\n  let end: Int", []),
]

# Swift, and the lines and phrases of WORDS in its comments.
PHRASE_CASES = [
    ("/// Maps the log anew.\nfunc map()", [(1, "anew")]),
    ("/// The place.\n///\n/// It is read as far\n/// as it goes.\nlet place: Int", [(3, "as far as")]),
    ("  // Whatever it is.\n  let end = 0  // The sum Stands.\n", [(1, "Whatever"), (2, "Stands")]),
    ("/// - Throws: What lets it go, and comes to\n/// nothing.", [(1, "lets it go"), (1, "comes to")]),
    ("/// A standard, understood as `whatever stands`; more lines are to come.\nlet text = 0", []),
    ('let url = "https://example.com/anew"  // A page.\nlet text = "\\"// anew"', []),
    ('let text = """\n  // anew\n  """\n// The mark is set right.', [(4, "set right")]),
    ("let half = 1 / 2 / anew", []),
]

# Swift, and the lines and phrases of WORDS in its messages.
MESSAGE_CASES = [
    ('let text = "a session is open since noon"', [(1, "is open since")]),
    ('// "whose it is"\nlet text = "whatever"', []),
    ('let text = "as far as \\(day)", help = "the log that stands"', [(1, "as far as"), (1, "stands")]),
    ('let text = """\n  expected no seal\n  """', [(2, "expected no")]),
    ('let half = "a b" + stands + "c d"', []),
]


def self_test():
    """Prints the cases with other faults than expected and returns the exit status."""
    wrong = 0
    for swift, expected in CASES:
        found = [rule for summary in summaries(swift.split("\n")) for rule in faults(summary)]
        if found != expected:
            print(f"summaries: expected {expected}, found {found}: {swift!r}", file=sys.stderr)
            wrong += 1
    for cases, search in ((PHRASE_CASES, phrases), (MESSAGE_CASES, messages)):
        for swift, expected in cases:
            found = [(number, phrase) for number, phrase, _ in search(swift.split("\n"))]
            if found != expected:
                print(f"summaries: expected {expected}, found {found}: {swift!r}", file=sys.stderr)
                wrong += 1
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a Swift file, or a folder of them")
    parser.add_argument("--self-test", action="store_true", help="check this script instead")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if not options.paths:
        parser.error("expected a path")
    return check(options.paths)


if __name__ == "__main__":
    sys.exit(main())
