import Events
import Projections

/// A page about a replay: one file of HTML with a slider over the events, which loads nothing.
///
/// The policy of the page allows one script, by its hash. The data of the log are in an element that is no script, and
/// the script writes them only as text. The same content gives the same bytes.
struct ReplayPage {
  let bytes: [UInt8]

  init(_ content: ReplayContent) {
    let script = ReplayScript.text
    var page = Markup()
    page.document(
      "Replay · \(content.name)", style: PageStyle.base + ReplayStyle.css,
      script: "'sha256-\(base64OfSHA256(script))'"
    ) { page in
      page.element("main") { Self.write(content, &$0) }
      page.add(markup: "\n<script id=\"data\" type=\"application/json\">")
      page.add(markup: Self.harmless(content.json.bytes))
      page.add(markup: "</script>\n")
      page.element("script") { $0.add(markup: script) }
    }
    bytes = Array(page.text.utf8)
  }

  /// Returns JSON in which no text ends the element around it or begins a comment.
  private static func harmless(_ json: [UInt8]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count)
    for byte in json {
      if byte == UInt8(ascii: "<") { bytes += "\\u003c".utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ content: ReplayContent, _ page: inout Markup) {
    page.element("header") { page in
      page.element("p", ["class": "kicker"], text: "Replay")
      page.element("h1") { $0.element("bdi", text: content.name) }
      page.element("p", ["class": "muted"]) { page in
        page.add("\(counted(content.count, "events")), \(counted(content.views, "views"))")
        guard let user = content.user else { return }
        page.add(" of ")
        page.element("bdi", text: user.text)
      }
    }
    page.element("noscript") { page in
      page.element(
        "p", ["class": "card"],
        text:
          "This page needs JavaScript, which is disabled in this browser. The page loads no external resources. "
          + "The command 'replog replay' shows the same changes in a terminal.")
    }
    guard content.count > 0 else {
      return page.element("p", ["class": "card", "id": "empty"], text: "No events.")
    }
    page.element("div", ["id": "replay", "hidden": ""]) { page in
      writePosition(&page)
      section("event", "Event", &page) {
        $0.element("div", ["id": "event", "class": "card"]) { _ in }
      }
      section("views", "Views", &page) { page in
        writeModes(&page)
        page.element("div", ["id": "views"]) { _ in }
      }
      writeKeys(&page)
    }
  }

  /// Writes the slider, the buttons and the search.
  private static func writePosition(_ page: inout Markup) {
    page.element("section", ["class": "card", "id": "position", "aria-label": "Position"]) { page in
      page.element("div", ["class": "bar"]) { bar in
        button("first", "«", "first event", &bar)
        button("back", "‹", "previous event", &bar)
        bar.element("p", ["id": "place", "aria-live": "polite"]) { _ in }
        button("next", "›", "next event", &bar)
        button("last", "»", "last event", &bar)
      }
      page.empty(
        "input",
        ["type": "range", "id": "slider", "min": "0", "value": "0", "aria-label": "Event"])
      page.element("div", ["class": "bar"]) { bar in
        bar.element("label", ["for": "about"], text: "Events about")
        bar.empty(
          "input",
          [
            "type": "search", "id": "about", "list": "things", "autocomplete": "off",
            "spellcheck": "false", "placeholder": "id, exercise, type, user, @45, view path",
          ])
        bar.element("datalist", ["id": "things"]) { _ in }
      }
      page.element("p", ["id": "found", "class": "muted", "role": "status"]) { _ in }
    }
  }

  private static func writeModes(_ page: inout Markup) {
    page.element("fieldset", ["class": "modes"]) { page in
      page.element("legend", text: "Show")
      for (mode, name) in [
        ("changes", "changes"), ("before", "before"), ("after", "after"),
      ] {
        page.element("label") { page in
          page.empty(
            "input", ["type": "radio", "name": "mode", "value": mode, "id": "mode-\(mode)"])
          page.add(" \(name)")
        }
      }
    }
  }

  private static func writeKeys(_ page: inout Markup) {
    page.element("footer") { page in
      page.element("p") { page in
        for (place, (key, use)) in [
          ("←", "previous"), ("→", "next"), ("Home", "first"), ("End", "last"),
          ("Page Up", "forward by a tenth"), ("Page Down", "back by a tenth"),
          ("/", "find events about an item"),
          ("Esc", "all events"), ("c", "changes"), ("b", "views before"), ("a", "views after"),
        ].enumerated() {
          if place > 0 { page.add(", ") }
          page.element("kbd", text: key)
          page.add(" \(use)")
        }
        page.add(
          ". A full name finds only that item; part of a name finds every item whose name contains it."
        )
      }
      page.element("p", text: "Generated by replog \(Release.version) from an event log.")
    }
  }

  private static func section(
    _ id: String, _ title: String, _ page: inout Markup, _ content: (inout Markup) -> Void
  ) {
    page.element("section", ["aria-labelledby": "\(id)-heading"]) { page in
      page.element("h2", ["id": "\(id)-heading"], text: title)
      content(&page)
    }
  }

  private static func button(_ id: String, _ sign: String, _ name: String, _ page: inout Markup) {
    page.element(
      "button", ["type": "button", "id": id, "aria-label": name, "title": name], text: sign)
  }
}
