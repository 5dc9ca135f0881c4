/// The script of a page about a replay.
///
/// It folds the changes of events forwards and backwards. A text of the log is only ever a text node or an attribute
/// that runs nothing.
enum ReplayScript {
  static let text = "\n\"use strict\";\n" + states + search + drawing + position

  /// The views at an event: a record or a list is a `Map`, any other value is itself.
  private static let states = #"""
    const source = document.getElementById("data");
    const { views, paths, events: rows } = JSON.parse(source.textContent);
    source.remove();

    // The steps to each path from its view; the first one leads to the whole view.
    const routes = [[""]];
    for (const [parent, step] of paths) routes.push([...routes[parent], step]);
    const isElement = step => step.startsWith("[");
    const join = (path, step) => path && !isElement(step) ? `${path}.${step}` : path + step;
    const names = routes.map(route => route.slice(1).reduce(join, ""));

    const events = rows.map(([event, ...changes]) => ({
      event,
      changes: changes.map(([view, path, json]) => ({ view, path, json })),
    }));

    let born = 0;
    function tree(json) {
      if (json === null || typeof json !== "object" || Array.isArray(json)) return json;
      const node = new Map();
      node.born = born++;
      for (const [step, value] of Object.entries(json)) node.set(step, tree(value));
      return node;
    }

    const states = views.map(view => new Map([["", tree(view.state)]]));
    // The number of events that the states include.
    let passed = 0;

    function put(change, value) {
      const route = routes[change.path];
      let node = states[change.view];
      for (const step of route.slice(0, -1)) node = node.get(step);
      const step = route[route.length - 1];
      const old = node.get(step);
      if (value === undefined) node.delete(step); else node.set(step, value);
      return old;
    }

    function move(count) {
      while (passed < count) {
        for (const change of events[passed].changes) {
          // A part is made once, since later events change it in place, and their reversal restores it.
          if (!("after" in change)) {
            change.after = change.json === undefined ? undefined : tree(change.json);
          }
          change.before = put(change, change.after);
        }
        passed += 1;
      }
      while (passed > count) {
        passed -= 1;
        for (const change of events[passed].changes.slice().reverse()) put(change, change.before);
      }
    }

    """#

  /// The events about a thing.
  private static let search = #"""
    function add(value, found) {
      if (typeof value === "string") found.add(value.toLowerCase());
      else if (value !== null && typeof value === "object") {
        for (const inner of Object.values(value)) add(inner, found);
      }
    }

    // The thing that a step to an element of a list names.
    function named(step) {
      const start = step.indexOf("=");
      if (!isElement(step) || start < 0) return null;
      const word = step.slice(start + 1, -1);
      return word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, "$1") : word;
    }

    function texts(entry) {
      if (!entry.texts) {
        const { at, seq, ...rest } = entry.event;
        entry.texts = new Set();
        add(rest, entry.texts);
        for (const change of entry.changes) {
          for (const step of routes[change.path]) add(named(step), entry.texts);
        }
      }
      return entry.texts;
    }

    function isWithin(path, whole) {
      return path === whole || path.startsWith(whole) && (!whole || ".[".includes(path[whole.length]));
    }

    // The view and the path of a query such as 'pbs [exercise=squat].reps'.
    function placeOf(query) {
      const fit = views.map((view, index) => ({ name: view.name, index }))
        .filter(({ name }) => query === name || query.startsWith(name + " "))
        .sort((one, other) => other.name.length - one.name.length)[0];
      return fit && { view: fit.index, path: query.slice(fit.name.length + 1).trim() };
    }

    function changesOf(entry, { view, path }) {
      return entry.changes.filter(change => change.view === view
        && (names[change.path].startsWith(path) || isWithin(path, names[change.path])));
    }

    function matching(query) {
      const all = [...events.keys()];
      const place = placeOf(query);
      if (place) return all.filter(index => changesOf(events[index], place).length > 0);
      const made = /^@\d+$/.test(query) && events.find(({ event }) => "@" + event.seq === query);
      const text = (made ? made.event.id || "" : query).toLowerCase();
      const exact = all.filter(index => texts(events[index]).has(text));
      if (exact.length > 0) return exact;
      return all.filter(index => [...texts(events[index])].some(word => word.includes(text)));
    }

    """#
}
