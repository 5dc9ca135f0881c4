"""Looks for links that lead nowhere: in the articles of the libraries, and in the pages of the repository.

usage: links.py

In an article `<doc:Name>` is another article of the same module, and ``Name`` or ``Name/member`` a public
symbol of it; in any page a relative link is a file. It reads sources and needs no build, so it is part of
'make lint'; docc, in 'make docs', checks members as well.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SYMBOL = re.compile(
    r"public (?:indirect )?(?:final )?(?:static )?(?:mutating )?"
    r"(?:struct|enum|class|actor|protocol|func|typealias) (\w+)")
FENCE = re.compile(r"^```.*?^```|<!--.*?-->", re.MULTILINE | re.DOTALL)


def without_code(text):
    """Returns the text with blocks of code and comments blank, and its lines where they were."""
    return FENCE.sub(lambda block: "\n" * block.group().count("\n"), text)


def symbols(module):
    """Returns the names of the public types and functions of a module."""
    names = {module}
    for path in (ROOT / "Sources" / module).rglob("*.swift"):
        names.update(SYMBOL.findall(path.read_text()))
    return names


def dead_in_article(path, known, articles):
    """Yields the links of an article that lead nowhere, each with its line."""
    for number, line in enumerate(without_code(path.read_text()).split("\n"), 1):
        for name in re.findall(r"<doc:([^>]+)>", line):
            if name.split("/")[-1] not in articles:
                yield number, f"<doc:{name}>"
        for name in re.findall(r"``([^`]+)``", line):
            if re.split(r"[/(]", name)[0] not in known:
                yield number, f"``{name}``"


def dead_in_page(path):
    """Yields the relative links of a page that are no file."""
    for number, line in enumerate(without_code(path.read_text()).split("\n"), 1):
        for target in re.findall(r"\]\(([^)\s]+)\)", line):
            if re.match(r"[a-z]+:|#", target):
                continue
            if not (path.parent / target.split("#")[0]).exists():
                yield number, target


def main():
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=ROOT, check=True,
        capture_output=True, text=True).stdout.split("\n")
    pages = [ROOT / name for name in listed if name and (ROOT / name).exists()]
    dead = []
    for path in pages:
        dead += [(path, *link) for link in dead_in_page(path)]
    for module in ("Events", "Projections"):
        known = symbols(module)
        articles = [path for path in pages if path.parent.name == f"{module}.docc"]
        names = {path.stem for path in articles}
        for path in articles:
            dead += [(path, *link) for link in dead_in_article(path, known, names)]
        # An article that no other names is found by nobody.
        text = "".join(path.read_text() for path in articles)
        dead += [(path, 1, "no article names this one") for path in articles
                 if path.stem != module and f"<doc:{path.stem}>" not in text]
    for path, number, what in dead:
        print(f"{path.relative_to(ROOT)}:{number}: dead link: {what}")
    if not pages:
        print("links.py: found no page")
    sys.exit(1 if dead or not pages else 0)


main()
