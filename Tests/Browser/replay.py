"""Uses a page of 'replog replay -o' as a reader does: keys, the slider, the search, the address, no script."""

# The code of each key, and the text that it types.
KEYS = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "PageUp": 33, "PageDown": 34, "Escape": 27,
        "/": 191, "a": 65, "b": 66, "c": 67}

# The names of controls without a name for readers who cannot see them, and of those too small for a finger.
CONTROLS = r"""
[...document.querySelectorAll("#replay button:not(.link), #replay input")].flatMap(it => {
  const box = it.getBoundingClientRect(), small = it.closest(".bar") && box.height < 40
  const named = it.getAttribute("aria-label") || (it.labels || []).length || it.textContent.trim()
  return [...(named ? [] : ["no name: " + it.id]), ...(small ? ["small: " + it.id] : [])]
})
"""


class Reader:
    """A reader of one page, who collects faults."""

    def __init__(self, browser, url):
        self.browser, self.url, self.faults = browser, url, []

    def open(self, fragment=""):
        # From another page, or the browser only moves to the fragment.
        self.browser.open("about:blank")
        self.browser.open(self.url + fragment)

    def get(self, expression):
        return self.browser.evaluate(expression)

    def press(self, key):
        text = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=KEYS[key],
                              **(text if kind == "keyDown" else {}))

    def require(self, name, found, expected):
        if found != expected:
            self.faults.append(f"{name}: expected {expected!r}, found {found!r}")

    def event(self):
        """Returns the seq of the shown event; None if the page shows none."""
        text = self.get("document.querySelector('#place strong')?.textContent") or ""
        return int(text.removeprefix("Event ")) if text.startswith("Event ") else None

    def views(self):
        return self.get("document.getElementById('views').innerText")


def use(browser, url, seqs, about):
    """Returns the faults of a page with events at some positions.

    about is a thing of the log, and the positions of the events about it.
    """
    browser.show(390, "light")
    reader = Reader(browser, url)
    reader.open()
    reader.require("the first event", reader.event(), seqs[0])
    if reader.faults:
        return reader.faults
    check_keys(reader, seqs)
    check_search(reader, seqs, *about)
    check_address(reader, seqs)
    check_marks(reader)
    reader.faults += reader.get(CONTROLS)
    return reader.faults


def check_keys(reader, seqs):
    tenth = max(1, (len(seqs) + 5) // 10)
    for key, expected in [("End", seqs[-1]), ("ArrowRight", seqs[-1]), ("ArrowLeft", seqs[-2]),
                          ("Home", seqs[0]), ("ArrowLeft", seqs[0]), ("ArrowRight", seqs[1]),
                          ("PageUp", seqs[1 + tenth]), ("PageDown", seqs[1])]:
        reader.press(key)
        reader.require(key, reader.event(), expected)
    reader.get("document.activeElement.blur()")
    reader.press("ArrowRight")
    reader.require("a key without focus", reader.event(), seqs[2])
    reader.require("the slider", reader.get("slider.value + ' of ' + slider.max"), f"2 of {len(seqs) - 1}")
    for key, mode in [("a", "after"), ("b", "before"), ("c", "changes")]:
        reader.press(key)
        reader.require(key, reader.get("document.querySelector('[name=mode]:checked').value"), mode)


def check_search(reader, seqs, thing, found):
    reader.press("Home")
    reader.press("/")
    reader.require("/", reader.get("document.activeElement.id"), "about")
    reader.browser.call("Input.insertText", text=thing)
    reader.require("a search", reader.event(), found[0])
    reader.get("slider.focus()")
    passed = [reader.event()]
    for _ in found[1:]:
        reader.press("ArrowRight")
        passed.append(reader.event())
    reader.require("the events about a thing", passed, found)
    reader.require("their number", reader.get("document.getElementById('found').textContent"),
                   f"{len(found)} of {len(seqs)} events are about '{thing}'")
    reader.press("Escape")
    reader.require("Escape", reader.get("about.value + slider.max"), str(len(seqs) - 1))
    reader.get("find('no such thing')")
    reader.require("nothing found", reader.get("document.getElementById('found').textContent"),
                   "no event is about 'no such thing'")
    reader.press("Escape")


def check_address(reader, seqs):
    reader.open(f"#seq={seqs[3]}")
    reader.require("an address", reader.event(), seqs[3])
    reader.get(f"location.hash = 'seq={seqs[1]}'")
    reader.get("0")
    reader.browser.call("Runtime.evaluate", expression="new Promise(end => setTimeout(end, 100))", awaitPromise=True)
    reader.require("another address", reader.event(), seqs[1])
    reader.press("ArrowRight")
    reader.require("the address of an event", reader.get("location.hash"), f"#seq={seqs[2]}")


def check_marks(reader):
    """Requires a mark for each change, and the same views backwards as forwards."""
    reader.open()
    shown = []
    count = reader.get("events.length")
    for place in range(count):
        marks = reader.get("document.querySelectorAll('#views .added, #views .removed, #views .changed').length")
        changes = reader.get("events[shown[at]].changes.length")
        if marks != changes:
            reader.faults.append(f"event {reader.event()}: {marks} marks of {changes} changes")
        reader.press("a")
        shown.append(reader.views())
        reader.press("c")
        reader.press("ArrowRight")
    for place in reversed(range(count - 1)):
        reader.press("b")
        before = reader.views() if place + 1 < count else None
        reader.press("c")
        reader.press("ArrowLeft")
        reader.press("a")
        if reader.views() != shown[place]:
            reader.faults.append(f"event {reader.event()}: other views backwards")
        reader.press("c")
        if before is not None and not before:
            reader.faults.append(f"event {reader.event()}: no views before the next one")


def check_without_script(browser, url):
    """Returns the faults of a page in a browser that runs no script."""
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open("about:blank")
    browser.open(url)
    shot = browser.call("DOMSnapshot.captureSnapshot", computedStyles=[])
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    texts = [shot["strings"][index] for index in shot["documents"][0]["layout"]["text"] if index >= 0]
    faults = []
    if not any("needs JavaScript" in text for text in texts):
        faults.append("without a script the page does not say that it needs one")
    if any("Events about" in text for text in texts):
        faults.append("without a script there are controls that do nothing")
    return faults
