"""Looks at what replog draws in a real browser: at the width of phones and of a desk, light and dark.

    check.py [REPLOG]              checks pages that the command makes; .build/release/replog unless given
    check.py --pictures DIR        keeps screenshots and the PDF there
    check.py --require             fails where there is no browser, instead of skipping

Checked are: nothing overflows its column, text has a contrast of at least 4.5 to 1, headings are in order
and none is skipped, no request leaves the page, no id is there twice, and every picture has a name. In print, on a
sheet of A4 and of Letter, the same holds; also nothing is cut off, no picture is split over two sheets, and the
colours are light even if the reader prefers dark ones. A page of a replay is used by keys and by its search. Each check is shown to fail on a page with
that fault.
"""

import argparse
import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import replay
from cdp import Browser, find_browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIDTHS, SCHEMES = (360, 390, 1280), ("light", "dark")
# The sheets in millimetres, without and with the margins of 14 mm on each side.
SHEETS, MARGIN = {"A4": (210, 297), "Letter": (215.9, 279.4)}, 14

# Returns the faults of a page as texts.
FAULTS = r"""
(() => {
  const faults = [], wide = document.documentElement.clientWidth
  const seen = element => {
    const box = element.getBoundingClientRect()
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility != "hidden"
  }
  const name = element => element.tagName.toLowerCase()
    + (element.getAttribute("class") ? "." + element.getAttribute("class") : "")
    + " '" + element.textContent.trim().slice(0, 40) + "'"
  if (document.documentElement.scrollWidth > wide) {
    faults.push("overflow: the page is " + document.documentElement.scrollWidth + " wide, not " + wide)
  }
  const elements = [...document.querySelectorAll("body *, svg *")].filter(seen)
  for (const element of elements) {
    const box = element.getBoundingClientRect()
    if (box.right > wide + 1 || box.left < -1) faults.push("overflow: " + name(element))
    const column = element.parentElement && element.parentElement.closest(".card, main, body")
    const inside = column && column.getBoundingClientRect()
    if (inside && (box.right > inside.right + 1 || box.left < inside.left - 1)) {
      faults.push("overflow of " + name(column) + ": " + name(element))
    }
    const svg = element.tagName == "text" && element.closest("svg").getBoundingClientRect()
    if (svg && (box.right > svg.right + 1 || box.left < svg.left - 1 || box.top < svg.top - 1)) {
      faults.push("overflow of a picture: " + name(element))
    }
  }
  const color = text => {
    const parts = text.match(/[\d.]+/g).map(Number)
    return parts.length > 3 && parts[3] == 0 ? null : parts
  }
  const light = parts => {
    const [r, g, b] = parts.map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    return .2126 * r + .7152 * g + .0722 * b
  }
  const ground = element => {
    for (let at = element; at; at = at.parentElement) {
      const own = color(getComputedStyle(at).backgroundColor)
      if (own) return own
      const rect = at.tagName == "svg" && at.querySelector(":scope > rect.surface")
      if (rect) return color(getComputedStyle(rect).fill)
    }
    return [255, 255, 255]
  }
  for (const element of elements) {
    const texts = [...element.childNodes].some(node => node.nodeType == 3 && node.data.trim())
    if (!texts || ["title", "desc", "style"].includes(element.tagName)) continue
    const style = getComputedStyle(element)
    const ink = color(element.namespaceURI.endsWith("svg") ? style.fill : style.color)
    const [one, two] = [light(ink), light(ground(element))].sort((a, b) => b - a)
    const contrast = (one + .05) / (two + .05)
    if (contrast < 4.5) faults.push("contrast " + contrast.toFixed(2) + ": " + name(element))
    const size = parseFloat(style.fontSize)
      * (element.ownerSVGElement ? element.getScreenCTM().a : 1)
    if (size < 8) faults.push("text of " + size.toFixed(1) + " px: " + name(element))
  }
  let level = 0
  for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const own = Number(heading.tagName[1])
    if (own > level + 1) faults.push("heading skipped before " + name(heading))
    level = own
  }
  if (document.body && document.querySelectorAll("h1").length != 1) faults.push("heading: not one h1")
  const ids = new Set()
  for (const element of document.querySelectorAll("[id]")) {
    if (ids.has(element.id)) faults.push("id twice: " + element.id)
    ids.add(element.id)
  }
  for (const svg of document.querySelectorAll("svg")) {
    const named = (svg.getAttribute("aria-labelledby") || "").split(" ")
      .map(id => document.getElementById(id)).filter(Boolean)
    if (svg.getAttribute("role") != "img" || named.length < 2 || named.some(it => !it.textContent.trim())) {
      faults.push("picture without a name: " + name(svg))
    }
  }
  if (document.scripts.length > SCRIPTS
      || document.querySelector("script[src], link[rel=stylesheet], img, iframe, object")) {
    faults.push("script: the page needs more than itself")
  }
  return faults
})()
"""

# Returns the faults of a page that only print has, given the height of a sheet between its margins in pixels.
PRINT_FAULTS = r"""
(height => {
  const faults = []
  const name = element => element.tagName.toLowerCase() + " '" + element.textContent.trim().slice(0, 40) + "'"
  const seen = element => element.getBoundingClientRect().height > 0
  for (const element of [...document.querySelectorAll("body *")].filter(seen)) {
    const style = getComputedStyle(element)
    if (style.overflowX != "visible" && element.scrollWidth > element.clientWidth + 1) {
      faults.push("cut off: " + name(element))
    }
  }
  for (const svg of [...document.querySelectorAll("svg")].filter(seen)) {
    let at = svg
    while (at && !(getComputedStyle(at).breakInside.startsWith("avoid")
        && at.getBoundingClientRect().height <= height)) at = at.parentElement
    if (!at) faults.push("picture may be split: " + name(svg))
  }
  const body = getComputedStyle(document.body)
  const parts = body.backgroundColor.match(/[\d.]+/g).map(Number)
  if (parts[3] !== 0 && Math.min(...parts.slice(0, 3)) < 230) {
    faults.push("dark in print: " + body.backgroundColor)
  }
  return faults
})(HEIGHT)
"""

# Pages with one fault each, and the word that the check has for it.
PLANTED = [
    ("overflow", "<h1>a</h1><p style='width:2000px'>wide</p>"),
    ("overflow of", "<h1>a</h1><div class=card style='width:99px'><p style='width:120px'>wide</p></div>"),
    ("contrast", "<h1>a</h1><p style='color:#999;background:#fff'>pale</p>"),
    ("heading skipped", "<h1>a</h1><h3>b</h3>"),
    ("heading: not one", "<h2>a</h2>"),
    ("id twice", "<h1 id=a>a</h1><p id=a>b</p>"),
    ("picture without", "<h1>a</h1><svg width=9 height=9><rect width=9 height=9 /></svg>"),
    ("script", "<h1>a</h1><script>1</script>"),
]


# The same for faults that only print has.
PLANTED_IN_PRINT = [
    ("cut off", f"<h1>a</h1><pre style='overflow:auto;width:99px'>{'w' * 99}</pre>"),
    ("split", "<h1>a</h1><svg width=9 height=9><rect width=9 height=9 /></svg>"),
    ("split", "<h1>a</h1><div style='break-inside:avoid;height:2000px'><svg width=9 height=9></svg></div>"),
    ("dark", "<style>body{background:#111;color:#eee}</style><h1>a</h1>"),
]


def make_pages(replog, folder):
    """Makes the pages and pictures to look at, and returns their names."""
    def run(*words, log="year.jsonl"):
        environment = dict(os.environ, REPLOG_LOG=log, REPLOG_NOW="2025-12-20T10:00:00Z")
        return subprocess.run([replog, *words], cwd=folder, env=environment, check=True,
                              stdout=subprocess.PIPE).stdout

    (folder / "year.jsonl").write_bytes(
        run("sample", "--areas", "all", "--users", "3", "--seed", "7", log="none.jsonl"))
    report = ("report", "--quiet", "--user")
    run(*report, "ann", "-o", "report.html")
    run(*report, "nobody-at-all", "-o", "empty.html")
    pages = ["report.html", "empty.html"]
    for command in ("volume", "records deadlift-barbell", "bodyweight", "attendance", "pushups",
                    "volume --by exercise"):
        name = command.replace(" ", "-").replace("--", "") + ".svg"
        run(*command.split(), "--user", "ann", "--quiet", "--svg", name)
        pages.append(name)
    # Texts that want to be markup, wide words, and hardly any values.
    markup = "</svg></title><script>alert(1)</script><img src=//example.com/a.png onerror=x>"
    run("sign-in", "ann@example.com", log="texts.jsonl")
    run("session", "start", "--title", markup, log="texts.jsonl")
    for exercise in (markup, "w" * 180, "\u6df1\u8e72" * 30):
        run("set", "log", exercise, "5x100kg", log="texts.jsonl")
    run("report", "-o", "texts.html", log="texts.jsonl")
    run("volume", "--by", "exercise", "--svg", "texts.svg", log="texts.jsonl")
    # Years of imports, whose last sessions are long ago.
    imports = ROOT / "Tests/CLITests/Exports"
    for name, source, file in [
            ("hevy", "hevy", imports / "hevy.csv"), ("strong", "strong", imports / "strong-assisted.csv"),
            ("years", "strong", ROOT / "Examples/09-an-impossible-best/strong.csv")]:
        run("import", source, str(file), "--user", "me", "--quiet", log=f"{name}.jsonl")
        run("report", "--quiet", "-o", f"import-{name}.html", log=f"{name}.jsonl")
        pages.append(f"import-{name}.html")
    # A page of events has one script. The first is of a week, with things that come and go.
    (folder / "week.jsonl").write_bytes(
        run("sample", "--areas", "all", "--events", "60", "--users", "1", "--seed", "7", log="none.jsonl"))
    run("replay", "--quiet", "-o", "replay.html", log="week.jsonl")
    run("replay", "--quiet", "-o", "replay-texts.html", log="texts.jsonl")
    return pages + ["texts.html", "texts.svg", "replay.html", "replay-texts.html"]


def faults_of(page):
    """Returns the expression of the faults of a page, which has one script if it is a replay."""
    return FAULTS.replace("SCRIPTS", "1" if page.startswith("replay") else "0")


def check_replays(browser, folder):
    """Returns the faults of pages of events in use."""
    def about(page, thing, log):
        lines = [json.loads(line) for line in (folder / log).read_text().splitlines()]
        names = [json.dumps(line).lower() for line in lines]
        found = [line["seq"] for line, name in zip(lines, names) if f'"{thing}"' in name]
        return (folder / page).as_uri(), [line["seq"] for line in lines], (thing, found)

    faults = replay.use(browser, *about("replay.html", "usersignedin", "week.jsonl"))
    faults += replay.check_without_script(browser, (folder / "replay.html").as_uri())
    url, seqs, thing = about("replay-texts.html", "sessionstarted", "texts.jsonl")
    faults += replay.use(browser, url, seqs, thing)
    if any(event.get("method") == "Page.javascriptDialogOpening" for event in browser.events):
        faults.append("a text of the log ran as a script")
    # The policy names the script by its hash, so that no other one runs.
    text = (folder / "replay.html").read_text()
    (folder / "other.html").write_text(text.replace('"use strict";', '"use strict"; ', 1))
    if not replay.use(browser, (folder / "other.html").as_uri(), seqs, thing):
        faults.append("a page with another script than the one of its policy works")
    return [f"replay: {fault}" for fault in faults]


def check(browser, folder, page, pictures):
    """Returns the faults of a page at all widths and in all schemes."""
    faults = []
    url = (folder / page).as_uri()
    for width in WIDTHS:
        for scheme in SCHEMES:
            # A picture as a file is as wide as it is.
            if page.endswith(".svg") and width < 720:
                continue
            browser.show(width, scheme)
            browser.open(url)
            where = f"{page} at {width}, {scheme}"
            faults += [f"{where}: {fault}" for fault in browser.evaluate(faults_of(page))]
            faults += [f"{where}: asks for {other}" for other in browser.requests()
                       if other != url and not other.startswith("data:")]
            if pictures:
                shot = browser.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
                name = f"{page.replace('.', '-')}-{width}-{scheme}.png"
                (pictures / name).write_bytes(base64.b64decode(shot))
    if page.endswith(".html"):
        faults += check_print(browser, url, page, pictures)
    return faults


def pixels(millimetres):
    """Returns a length of a sheet between its margins in pixels, 96 in an inch."""
    return int((millimetres - 2 * MARGIN) / 25.4 * 96)


def print_faults(browser, height):
    """Returns the faults of the page that is shown as on a sheet of some height in pixels."""
    return browser.evaluate(PRINT_FAULTS.replace("HEIGHT", str(height)))


def check_print(browser, url, page, pictures):
    """Returns the faults of a page in print: as it is laid out for a sheet, and as a PDF."""
    faults = []
    for sheet, (width, height) in SHEETS.items():
        browser.show(pixels(width), "dark", media="print")
        browser.open(url)
        where = f"{page} in print, {sheet}"
        found = browser.evaluate(faults_of(page)) + print_faults(browser, pixels(height))
        faults += [f"{where}: {fault}" for fault in found]
        browser.call("Emulation.clearDeviceMetricsOverride")
        browser.call("Emulation.setEmulatedMedia", media="")
        pdf = base64.b64decode(browser.call(
            "Page.printToPDF", printBackground=True, preferCSSPageSize=True,
            paperWidth=width / 25.4, paperHeight=height / 25.4)["data"])
        boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
        if not pdf.startswith(b"%PDF") or len(pdf) < 5_000 or not boxes:
            faults.append(f"{where}: prints to {len(pdf)} bytes that are no PDF")
        points = width / 25.4 * 72
        faults += [f"{where}: a page of {box.decode()} points, not {points:.0f}"
                   for box, _ in boxes if abs(float(box) - points) > 2]
        if pictures:
            (pictures / page.replace(".html", f"-{sheet}.pdf")).write_bytes(pdf)
    return faults


def check_planted(browser, folder):
    """Returns the planted faults that the check does not see."""
    missed = []
    for word, body in PLANTED:
        (folder / "planted.html").write_text(f"<!DOCTYPE html><meta charset=utf-8><body>{body}")
        browser.show(360, "light")
        browser.open((folder / "planted.html").as_uri())
        if not any(word in fault for fault in browser.evaluate(faults_of("planted.html"))):
            missed.append(f"a page with '{word}' passes")
    for word, body in PLANTED_IN_PRINT:
        (folder / "planted.html").write_text(f"<!DOCTYPE html><meta charset=utf-8><body>{body}")
        browser.show(688, "dark", media="print")
        browser.open((folder / "planted.html").as_uri())
        if not any(word in fault for fault in print_faults(browser, 1_000)):
            missed.append(f"a page with '{word}' in print passes")
    (folder / "planted.html").write_text("<!DOCTYPE html><h1>a</h1><img src='http://127.0.0.1:9/a.png'>")
    browser.open((folder / "planted.html").as_uri())
    if not any("127.0.0.1" in url for url in browser.requests()):
        missed.append("a page that asks for a picture passes")
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("replog", nargs="?", default=str(ROOT / ".build/release/replog"))
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--require", action="store_true")
    arguments = parser.parse_args()
    path = find_browser()
    if not path:
        print("skipped: no browser; install chromium, or name one with REPLOG_BROWSER")
        sys.exit(1 if arguments.require else 0)
    if arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="replog-pages-") as name, Browser(path) as browser:
        folder = pathlib.Path(name)
        pages = make_pages(os.path.abspath(arguments.replog), folder)
        faults = check_planted(browser, folder)
        for page in pages:
            faults += check(browser, folder, page, arguments.pictures)
        faults += check_replays(browser, folder)
    for fault in faults:
        print(fault)
    print(f"{len(pages)} pages, {len(WIDTHS)} widths, {len(SCHEMES)} schemes: {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
