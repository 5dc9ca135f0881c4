// The part of the script that draws an event and the views, and moves between events.
extension ReplayScript {
  /// An event, and the views before and after it.
  static let drawing = #"""
    const byID = id => document.getElementById(id);
    const hidden =
      /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
    const visible = text =>
      text.replace(hidden, letter => `\\u{${letter.charCodeAt(0).toString(16)}}`);

    function make(tag, settings, ...content) {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(settings)) {
        if (typeof value === "function") element.addEventListener(name, value);
        else if (value !== false) element.setAttribute(name, value === true ? "" : value);
      }
      element.append(...content.map(part => typeof part === "string" ? visible(part) : part));
      return element;
    }

    const link = (text, title, click) =>
      make("button", { type: "button", class: "link", title: visible(title), click }, text);
    const short = text => text.replace(
      /([0-9a-f]{8}-[0-9a-f]{4})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "$1…");

    // A part of a view in a few words; an element of a list without the field that names it.
    function words(value, key) {
      if (!(value instanceof Map)) {
        return typeof value === "string" ? short(value) : JSON.stringify(value);
      }
      const said = [...value].filter(([step, inner]) =>
        step !== key && inner !== null && !(inner instanceof Map && inner.size === 0));
      if (said.length > 0 && said.every(([step]) => isElement(step))) return String(said.length);
      return said.map(([step, inner]) => {
        if (!(inner instanceof Map)) return `${step} ${words(inner)}`;
        return [...inner.keys()].every(isElement) ? `${step} ${inner.size}` : step;
      }).join(", ");
    }

    let mode = "changes";

    // The changes of an event in a view, by their steps.
    function marks(entry, view) {
      const root = { inner: new Map() };
      for (const change of entry.changes.filter(change => change.view === view)) {
        let mark = root;
        for (const step of routes[change.path]) {
          if (!mark.inner.has(step)) mark.inner.set(step, { inner: new Map() });
          mark = mark.inner.get(step);
        }
        mark.change = { before: (mark.change || change).before, after: change.after };
      }
      return root.inner.get("");
    }

    // The parts of a record or a list in the shown state, with their marks.
    function parts(node, mark) {
      const steps = new Set(node.keys());
      for (const step of mark ? mark.inner.keys() : []) steps.add(step);
      const found = [...steps].map(step => {
        const inner = mark && mark.inner.get(step), change = inner && inner.change;
        const after = node.get(step), before = change ? change.before : after;
        const value = mode === "before" ? before
          : mode === "after" || after !== undefined ? after : before;
        return { step, inner, value };
      }).filter(({ value }) => value !== undefined);
      const order = value => value instanceof Map ? value.born : 0;
      return found.every(({ step }) => isElement(step))
        ? found.sort((one, other) => order(one.value) - order(other.value)) : found;
    }

    const kindOf = ({ before, after }) =>
      before === undefined ? "added" : after === undefined ? "removed" : "changed";

    // The value of a part, marked if the event changed it.
    function valueOf(change, value, step) {
      const key = isElement(step) ? step.slice(1).split("=")[0] : undefined;
      if (!change) {
        return [make("bdi", { class: value instanceof Map ? "muted" : "" }, words(value, key))];
      }
      const before = () => make("del", {}, make("bdi", {}, words(change.before, key)));
      const after = () => make("ins", {}, make("bdi", {}, words(change.after, key)));
      const kind = kindOf(change);
      if (mode === "before" || kind === "removed") return [before()];
      if (mode === "after" || kind === "added") return [after()];
      return [before(), " → ", after()];
    }

    function drawPart({ step, inner, value }, place, isWhole) {
      const path = join(place.path, step), change = inner && inner.change;
      const target = `${place.view} ${path}`;
      const label = link(short(step), `events that change ${target}`, () => find(target));
      label.classList.add("key");
      const kind = change ? kindOf(change) : "";
      if (step === "seq" && typeof value === "number" && !change) {
        return make("div", { class: "leaf" }, label, link(String(value), `event ${value}`,
          () => openEvent(value)));
      }
      const shown = valueOf(change, value, step);
      if (!(value instanceof Map)) return make("div", { class: `leaf ${kind}` }, label, ...shown);
      const box = make("div", { class: "tree" });
      const details = make("details", { class: kind }, make("summary", {}, label, ...shown), box);
      const fill = () => {
        if (!box.hasChildNodes()) {
          drawParts(box, value, change ? null : inner, { ...place, path }, isWhole || change);
        }
      };
      details.addEventListener("toggle", fill);
      if (inner && !change) {
        details.open = true;
        fill();
      }
      return details;
    }

    // Draws the parts of a record or a list; many unchanged elements of a list are folded.
    function drawParts(box, node, mark, place, isWhole) {
      const all = parts(node, mark);
      const quiet = all.filter(part => !part.inner && isElement(part.step));
      const isLong = mark && quiet.length > 12;
      for (const part of all) {
        if (part.inner || isWhole && !(isLong && isElement(part.step))) {
          box.append(drawPart(part, place, isWhole));
        }
      }
      if (!isWhole || !isLong) return;
      const rest = make("div", {});
      const details = make("details", {},
        make("summary", { class: "muted" }, `${quiet.length} unchanged`), rest);
      details.addEventListener("toggle", () => {
        if (rest.hasChildNodes()) return;
        for (const part of quiet) rest.append(drawPart(part, place, isWhole));
      });
      box.append(details);
    }

    // Whether a view is open, where a reader has said so.
    const opened = new Map();

    function drawView(view, mark, count) {
      const root = { inner: new Map(mark ? [["", mark]] : []) };
      const [part] = parts(states[view], root);
      const box = make("div", { class: "tree" }), name = views[view].name;
      const said = `${count} ${count === 1 ? "change" : "changes"}`;
      const isOpen = opened.has(name) ? opened.get(name) : count > 0;
      const summary = make("summary", {
        click: () => opened.set(name, !summary.parentElement.open),
      }, make("h3", {}, name), make("span", { class: "muted" }, count ? ` · ${said}` : ""));
      const fill = () => {
        if (box.hasChildNodes()) return;
        const { inner, value } = part, place = { view: name, path: "" };
        if (value instanceof Map && !(inner && inner.change)) {
          drawParts(box, value, inner, place, mode !== "changes");
        } else {
          const change = inner && inner.change;
          box.append(make("div", { class: `leaf ${change ? kindOf(change) : ""}` },
            ...valueOf(change, value, "")));
        }
      };
      const details = make("details", { class: "card view", open: isOpen }, summary, box);
      details.addEventListener("toggle", fill);
      if (isOpen) fill();
      return details;
    }

    function drawViews(entry) {
      const shown = [], unchanged = [], empty = [];
      views.forEach((view, index) => {
        const count = entry.changes.filter(change => change.view === index).length;
        const state = states[index].get("");
        const isEmpty = state === null || state instanceof Map && state.size === 0;
        if (count > 0) shown.push(drawView(index, marks(entry, index), count));
        else if (isEmpty) empty.push(view.name);
        else if (mode !== "changes") unchanged.push(drawView(index, undefined, 0));
      });
      shown.push(...unchanged);
      if (entry.changes.length === 0) {
        shown.unshift(make("p", { class: "muted" }, "This event changes no view."));
      }
      if (mode !== "changes" && empty.length > 0) {
        shown.push(make("p", { class: "muted" }, `Empty: ${empty.join(", ")}.`));
      }
      byID("views").replaceChildren(...shown);
    }

    function fieldsOf(value, name, found) {
      if (value === null || typeof value !== "object") found.push([name, value]);
      else for (const [key, inner] of Object.entries(value)) {
        fieldsOf(inner, Array.isArray(value) ? `${name}[${key}]` : name ? `${name}.${key}` : key, found);
      }
      return found;
    }

    function drawEvent({ event }) {
      // The heading has the position.
      const { data, seq, ...head } = event;
      const list = fields => make("dl", { class: "fields" }, ...fields.flatMap(([name, value]) => {
        const isThing = typeof value === "string" && name !== "at" && value.length <= 64;
        return [make("dt", {}, name), make("dd", {}, isThing
          ? link(value, `events about ${value}`, () => find(value))
          : make("bdi", {}, typeof value === "string" ? value : JSON.stringify(value)))];
      }));
      const all = fieldsOf(data, "", fieldsOf(head, "", [])), first = all.slice(0, 12);
      const rest = all.slice(12);
      byID("event").replaceChildren(list(first),
        ...(rest.length > 0
          ? [make("details", {}, make("summary", {}, `${rest.length} more fields`), list(rest))] : []),
        make("details", {}, make("summary", {}, "line"), make("pre", {}, JSON.stringify(event))));
    }

    """#

  /// The position, the keys and the fragment of the address.
  static let position = #"""
    const slider = byID("slider"), about = byID("about");
    const everything = [...events.keys()];
    // The events that the slider passes, and the place of the shown event among them.
    let shown = everything, at = 0;

    function draw() {
      const entry = events[shown[at]], { seq, type, user, at: time } = entry.event;
      move(shown[at] + 1);
      slider.max = shown.length - 1;
      slider.value = at;
      const said = [`event ${seq}`, type, ...(user ? [`by ${user}`] : []), time.slice(0, 16)
        .replace("T", " ")];
      slider.setAttribute("aria-valuetext", visible(said.join(", ")));
      byID("place").replaceChildren(make("strong", {}, `Event ${seq}`), " ",
        make("span", { class: "muted" }, `${at + 1} of ${shown.length}`));
      byID("event-heading").textContent = visible(`${seq} · ${type}`);
      for (const [id, isOff] of [["first", at === 0], ["back", at === 0],
        ["next", at === shown.length - 1], ["last", at === shown.length - 1]]) byID(id).disabled = isOff;
      drawEvent(entry);
      drawViews(entry);
      const address = new URLSearchParams({ seq, ...(about.value ? { about: about.value } : {}) });
      // Some browsers forbid it in a page from a file; the page works without.
      try { history.replaceState(null, "", `#${address}`); } catch {}
    }

    function go(place) {
      const next = Math.max(0, Math.min(shown.length - 1, place));
      if (next === at) return;
      at = next;
      draw();
    }

    // Shows the event at a position, or the first one after it.
    function openEvent(seq) {
      let index = events.findIndex(({ event }) => event.seq >= seq);
      if (index < 0) index = events.length - 1;
      if (!shown.includes(index)) filter("");
      at = shown.indexOf(index);
      draw();
    }

    // Keeps the events about a thing; all of them if there is none.
    function filter(query) {
      if (about.value !== query) about.value = query;
      const text = query.trim(), found = text ? matching(text) : everything;
      const current = shown[at];
      shown = found.length > 0 ? found : everything;
      const place = shown.findIndex(index => index >= current);
      at = place < 0 ? shown.length - 1 : place;
      byID("found").textContent = visible(!text ? ""
        : found.length === 0 ? `no event is about '${text}'`
        : `${found.length} of ${events.length} events are about '${text}'`);
    }

    function find(query) {
      filter(query);
      draw();
    }

    function show(next) {
      mode = next;
      byID(`mode-${mode}`).checked = true;
      drawViews(events[shown[at]]);
    }

    function readAddress() {
      const address = new URLSearchParams(location.hash.slice(1));
      filter(address.get("about") || "");
      openEvent(Number(address.get("seq")) || 0);
    }

    const tenth = () => Math.max(1, Math.round(shown.length / 10));
    const keys = {
      ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1),
      Home: () => go(0), End: () => go(shown.length - 1),
      PageUp: () => go(at + tenth()), PageDown: () => go(at - tenth()),
      "/": () => { about.focus(); about.select(); }, Escape: () => find(""),
      c: () => show("changes"), b: () => show("before"), a: () => show("after"),
    };

    function press(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target === about) {
        if (event.key === "Escape") find("");
        if (event.key !== "Escape" && event.key !== "Enter") return;
        slider.focus();
        return event.preventDefault();
      }
      // Radio buttons have the arrows for themselves.
      const isRadio = event.target.matches("input[type=radio]") && event.key.startsWith("Arrow");
      if (isRadio || !Object.hasOwn(keys, event.key)) return;
      event.preventDefault();
      keys[event.key]();
    }

    function things() {
      const found = new Set(views.map(view => view.name));
      for (const { event } of events) {
        for (const text of [event.type, event.user, event.data && event.data.exercise]) {
          if (typeof text === "string" && text.length <= 64) found.add(text);
        }
      }
      return [...found].slice(0, 400).map(text => make("option", { value: text }));
    }

    if (events.length > 0) {
      byID("replay").hidden = false;
      byID("things").append(...things());
      byID("mode-changes").checked = true;
      let isDrawn = false;
      slider.addEventListener("input", () => {
        at = Number(slider.value);
        if (isDrawn) return;
        isDrawn = true;
        requestAnimationFrame(() => { isDrawn = false; draw(); });
      });
      about.addEventListener("input", () => find(about.value));
      document.addEventListener("keydown", press);
      window.addEventListener("hashchange", readAddress);
      for (const [id, place] of [["first", () => 0], ["back", () => at - 1],
        ["next", () => at + 1], ["last", () => shown.length - 1]]) {
        byID(id).addEventListener("click", () => go(place()));
      }
      for (const button of document.querySelectorAll("[name=mode]")) {
        button.addEventListener("change", () => show(button.value));
      }
      readAddress();
      slider.focus({ preventScroll: true });
    }
    """#
}
