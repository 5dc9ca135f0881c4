import Projections

/// The style of all pages: one column, calm colours, light and dark schemes, and print.
enum PageStyle {
  /// The style sheet, with the colours of the charts.
  static let base = """
    :root{color-scheme:light dark;--page:#f5f6f7;\(ChartStyle.light)}
    @media(prefers-color-scheme:dark){:root{--page:#12161a;\(ChartStyle.dark)}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--page);color:var(--text);\
    font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;\
    font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}
    main{max-width:924px;margin:0 auto;padding:40px 16px 24px}
    h1,h2,h3,p,dl,dd,ul,ol,figure{margin:0;padding:0}
    h1{font-size:2.25rem;line-height:1.15;letter-spacing:-.02em}
    h2{font-size:1.3rem;line-height:1.3;letter-spacing:-.01em;margin-bottom:12px}
    h3{font-size:1rem;line-height:1.4}
    h1,h3,li,td,dd,figcaption,caption{overflow-wrap:anywhere}
    section{margin-top:40px}
    .kicker{color:var(--one);font-weight:600;font-size:.875rem}
    .muted,dt,summary,figcaption,caption,footer{color:var(--muted)}
    .card{background:var(--surface);border:1px solid var(--grid);border-radius:12px;padding:18px 20px}
    details{margin-top:8px;font-size:.875rem}
    summary{cursor:pointer;width:max-content}
    code,pre{font:.875em/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
    pre{overflow-x:auto;margin:12px 0 0;padding:12px 14px;border-radius:8px;background:var(--page)}
    footer{margin-top:40px;font-size:.85rem}
    footer p+p{margin-top:8px}
    @media(max-width:520px){main{padding-top:24px}h1{font-size:1.9rem}.card{padding:16px}}
    @media print{:root{color-scheme:light;--page:#ffffff;\(ChartStyle.light)}\
    body{font-size:9.5pt}main{max-width:none;padding:1px}\
    .card{padding:10pt;break-inside:avoid}figure,svg{break-inside:avoid}h2{break-after:avoid}\
    pre{white-space:pre-wrap}\
    *{print-color-adjust:exact;-webkit-print-color-adjust:exact}@page{margin:14mm}}

    """
}

extension Markup {
  /// Writes a page of HTML that loads nothing, independent of the texts in it.
  ///
  /// - Parameter script: The script that the security policy allows; nil for none.
  mutating func document(
    _ title: String, style: String, script: String? = nil, _ body: (inout Markup) -> Void
  ) {
    let allowed = script.map { "; script-src \($0)" } ?? ""
    add(markup: "<!DOCTYPE html>\n")
    element("html", ["lang": "en"]) { page in
      page.element("head") { page in
        page.empty("meta", ["charset": "utf-8"])
        page.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
        page.empty(
          "meta",
          [
            "http-equiv": "Content-Security-Policy",
            "content": "default-src 'none'; style-src 'unsafe-inline'; img-src data:\(allowed)",
          ])
        page.empty("meta", ["name": "color-scheme", "content": "light dark"])
        page.empty("meta", ["name": "generator", "content": "replog \(Release.version)"])
        page.empty("link", ["rel": "icon", "href": "data:,"])
        page.element("title", text: title)
        page.element("style") { $0.add(markup: style) }
      }
      page.add(markup: "\n")
      page.element("body") { body(&$0) }
    }
    add(markup: "\n")
  }
}
