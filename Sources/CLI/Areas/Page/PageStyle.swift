import Projections

/// The style of a page: one column, calm colours, light and dark schemes, and print.
enum PageStyle {
  /// The style sheet, with the colours of the charts.
  static let css = """
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
    .muted,.split{font-size:.9rem}
    .card{background:var(--surface);border:1px solid var(--grid);border-radius:12px;padding:18px 20px}
    .card>*+*{margin-top:12px}
    .card>h3+*{margin-top:2px}
    .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,272px),1fr));gap:16px}
    .others{margin-top:16px}
    .plain,.week,.medals{list-style:none}
    .split{display:flex;justify-content:space-between;gap:4px 16px;padding:4px 0;flex-wrap:wrap}
    .split>:first-child{flex:0 1 auto;min-width:0}
    .split>:last-child{margin-left:auto;text-align:right}
    .stack{padding:4px 0;font-size:.9rem}
    .stack>*{display:block}
    .number{font-variant-numeric:tabular-nums}
    .done{color:var(--one);font-weight:600}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(132px,1fr));gap:16px}
    header .tiles{margin-top:24px}
    .tiles>div{display:flex;flex-direction:column-reverse;justify-content:flex-end}
    .tiles dt{font-size:.85rem}
    .tiles dd{font-size:1.5rem;font-weight:600;line-height:1.3;letter-spacing:-.01em}
    .week{padding:4px 20px}
    .week>li{display:grid;grid-template-columns:190px 1fr;gap:4px 20px;padding:12px 0;margin:0;\
    border-top:1px solid var(--grid)}
    .week>li:first-child{border-top:0}
    .week .date{display:flex;flex-wrap:wrap;gap:0 8px;align-items:baseline;align-content:start}
    .week .split{padding:1px 0}
    .tag{font-size:.8rem;font-weight:600;color:var(--surface);background:var(--one);\
    border-radius:99px;padding:0 8px}
    figure{min-width:0}
    figcaption{font-size:.9rem;font-weight:600}
    svg{display:block;width:100%;height:auto}
    .plotbox{max-width:420px}
    .wide{display:none}
    .narrow{max-width:480px}
    @media(min-width:700px){.wide{display:block}.narrow{display:none}}
    details{margin-top:8px;font-size:.875rem}
    summary{cursor:pointer;width:max-content}
    table{border-collapse:collapse;margin-top:8px;width:100%;max-width:420px}
    caption{text-align:left;padding-bottom:4px}
    th{text-align:left;font-weight:600}
    th,td{padding:3px 12px 3px 0;border-top:1px solid var(--grid)}
    th.number,td.number{text-align:right;padding-right:0}
    .medals{display:grid;grid-template-columns:repeat(auto-fill,minmax(216px,1fr));gap:12px}
    .medal{display:flex;align-items:center;gap:12px;background:var(--surface);\
    border:1px solid var(--grid);border-radius:12px;padding:10px 14px}
    .medal strong,.medal .muted{display:block}
    .badge{flex:none;width:48px;height:48px;border-radius:50%;display:grid;place-items:center;\
    font-weight:700;color:var(--surface);background:var(--two)}
    .next .badge{background:none;color:var(--muted);border:2px dashed var(--axis)}
    code,pre{font:.875em/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
    pre{overflow-x:auto;margin:12px 0 0;padding:12px 14px;border-radius:8px;background:var(--page)}
    footer{margin-top:40px;font-size:.85rem}
    footer p+p{margin-top:8px}
    footer code{overflow-wrap:anywhere}
    @media(max-width:520px){main{padding-top:24px}h1{font-size:1.9rem}\
    .card{padding:16px}.week{padding:2px 16px}.week>li{grid-template-columns:1fr}}
    \(ChartStyle.rules)
    @media print{:root{color-scheme:light;--page:#ffffff;\(ChartStyle.light)}\
    body{font-size:9.5pt}main{max-width:none;padding:1px}\
    .cards{grid-template-columns:repeat(3,1fr)}.card{padding:10pt}details{display:none}\
    section{margin-top:20pt}.card,.medal{break-inside:avoid}h2{break-after:avoid}\
    *{print-color-adjust:exact;-webkit-print-color-adjust:exact}@page{margin:14mm}}
    """
}
