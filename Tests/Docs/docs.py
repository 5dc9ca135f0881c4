"""Builds the reference and the articles of the two libraries, and compiles the code in the articles.

usage: docs.py [--built FOLDER] [OUTPUT]

OUTPUT is the folder for the archives, .build/docs unless given. Any warning is an error. It takes the modules
that 'swift build' made, in .build unless another folder is given, and some seconds.

A block marked `swift` in an article is compiled with the other blocks of its page, in their order, as one
program; the warnings of the compiler do not count, since code in an article is not all used. What a block
needs and a reader does not is in a comment before it, which docc leaves out:

    <!-- swift
    let now = Timestamp(milliseconds: 0)
    -->

A page that shows the inside of the library begins with <!-- swift: inside the package -->, and a block that is
no program has <!-- not swift: REASON --> before it.

The README is such a page, too. Its program is also run, in an empty folder; its output is the block marked `text` after
it. A block that begins with `// swift-tools-version` is compiled as the manifest of a package.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARGUMENTS = argparse.ArgumentParser()
ARGUMENTS.add_argument("--built", type=pathlib.Path, default=ROOT / ".build")
ARGUMENTS.add_argument("output", nargs="?", type=pathlib.Path, default=ROOT / ".build/docs")
CHOSEN = ARGUMENTS.parse_args()
BUILT = CHOSEN.built.resolve()
MODULES = BUILT / "debug/Modules"
BLOCK = re.compile(
    r"<!-- swift\n(?P<hidden>.*?)\n-->|(?P<skip><!-- not swift: [^>]*-->\s*)?^```swift\n(?P<shown>.*?)^```",
    re.MULTILINE | re.DOTALL)
INSIDE = "<!-- swift: inside the package -->"
MANIFEST = "// swift-tools-version"
OUTPUT = re.compile(r"^```text\n(.*?)^```", re.MULTILINE | re.DOTALL)


def run(words, **options):
    """Runs a program and returns its status and all that it said."""
    done = subprocess.run(
        [str(word) for word in words], cwd=ROOT, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, **options)
    return done.returncode, done.stdout


def program(text):
    """Returns the blocks of a page as one program with the lines of the page, and how many are shown."""
    lines, count = [""] * text.count("\n"), 0
    for block in BLOCK.finditer(text):
        if block["skip"] or (block["shown"] or "").startswith(MANIFEST):
            continue
        group = "hidden" if block["hidden"] is not None else "shown"
        count += group == "shown"
        first = text.count("\n", 0, block.start(group))
        for offset, line in enumerate(block[group].rstrip("\n").split("\n")):
            lines[first + offset] = line
    return "\n".join(lines) + "\n", count


def compile_articles(folder):
    """Compiles the code of all articles; returns what the compiler found, and the number of blocks."""
    found, total = [], 0
    for page in sorted(ROOT.glob("Sources/*/*.docc/*.md")):
        text = page.read_text()
        source, count = program(text)
        total += count
        if not count:
            continue
        # Imports are in the first line, which is a title, so that lines have their numbers.
        imports = "import Events; import Projections; import Foundation"
        if "import ReplogTesting" in text:
            imports += "; import ReplogTesting; import Testing"
        main = folder / "main.swift"
        main.write_text(imports + "\n" + source.split("\n", 1)[1])
        words = ["swiftc", "-typecheck", "-swift-version", "6", "-I", MODULES, "-suppress-warnings"]
        words += ["-package-name", package_name()] if INSIDE in text else []
        status, said = run([*words, main])
        if status:
            found.append(said.replace(str(main), str(page.relative_to(ROOT))))
    return found, total


def run_readme(folder):
    """Compiles the manifest and the program of the README and runs the program; returns what failed, and the count."""
    text = (ROOT / "README.md").read_text()
    source, count = program(text)
    manifests = [block["shown"] for block in BLOCK.finditer(text) if (block["shown"] or "").startswith(MANIFEST)]
    expected = "".join(OUTPUT.findall(text))
    if not count or not manifests or not expected:
        return ["README.md: expected a manifest, a program and its output\n"], 0
    info = json.loads(run(["swift", "-print-target-info"])[1])
    api = pathlib.Path(info["paths"]["runtimeResourcePath"]) / "pm/ManifestAPI"
    for manifest in manifests:
        (folder / "Package.swift").write_text(manifest)
        status, said = run(["swiftc", "-typecheck", "-package-description-version", "6.2", "-I", api,
                            folder / "Package.swift"])
        if status:
            return ["README.md: " + said], count
    main = folder / "main.swift"
    main.write_text(source)
    objects = [path for name in ("Events", "Projections") for path in (BUILT / f"debug/{name}.build").rglob("*.o")]
    status, said = run(["swiftc", "-swift-version", "6", "-I", MODULES, main, *objects, "-o", folder / "readme"])
    if not status:
        done = subprocess.run([folder / "readme"], cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        status, said = done.returncode, done.stdout
    if status or said != expected:
        return [f"README.md: expected the output {expected!r}, got status {status} and {said!r}\n"], count
    return [], count + len(manifests)


def package_name():
    """Returns the name that the package was built under: that of its folder."""
    plan = (BUILT / "debug.yaml").read_text()
    found = re.search(r'"-package-name","([^"]+)"', plan)
    return found[1] if found else "replog"


def document(module, folder, output):
    """Builds the archive of a module; returns what docc found."""
    status, said = run(["swift", "-print-target-info"])
    triple = json.loads(said)["target"]["unversionedTriple"]
    graphs = folder / module
    graphs.mkdir()
    status, said = run(
        ["swift", "symbolgraph-extract", "-module-name", module, "-I", MODULES, "-target", triple,
         "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", graphs])
    if status:
        return [said]
    # Not every parameter has a sentence here: those that its name and type describe have none.
    status, said = run(
        ["docc", "convert", ROOT / f"Sources/{module}/{module}.docc", "--warnings-as-errors",
         "--disable-parameters-and-returns-validation", "--additional-symbol-graph-dir", graphs,
         "--fallback-display-name", module, "--fallback-bundle-identifier", f"replog.{module}",
         "--output-path", output / f"{module}.doccarchive"])
    return [said] if status else []


def main():
    output = CHOSEN.output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    if not (MODULES / "Projections.swiftmodule").exists():
        sys.exit(f"docs: no modules in {MODULES}: run 'swift build' first")
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        found, total = compile_articles(folder)
        said, count = run_readme(folder)
        found, total = found + said, total + count
        if total < 10:
            found.append(f"docs: expected 10 blocks of code or more, found {total}")
        if shutil.which("docc"):
            for module in ("Events", "Projections"):
                found += document(module, folder, output)
        else:
            print("docs: skipped the archives: no docc")
    print("".join(found) + f"docs: {total} blocks of code compiled"
          + (", with errors" if found else f", archives in {output}"))
    sys.exit(1 if found else 0)


main()
