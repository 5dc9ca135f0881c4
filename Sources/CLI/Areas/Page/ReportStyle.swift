import Projections

extension PageStyle {
  /// The style of a page about training, after that of all pages.
  static let report = """
    .muted,.split{font-size:.9rem}
    .card>*+*{margin-top:12px}
    .card>h3+*{margin-top:2px}
    .cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,272px),1fr));gap:16px}
    .others{margin-top:16px}
    .others table{max-width:none}
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
    .tiles dd{font-size:1.5rem;font-weight:600;line-height:1.3;letter-spacing:-.01em;\
    white-space:nowrap}
    .averages{margin-top:12px}
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
    table{border-collapse:collapse;margin-top:8px;width:100%;max-width:420px}
    caption{text-align:left;padding-bottom:4px}
    th{text-align:left;font-weight:600}
    th,td{padding:3px 12px 3px 0;border-top:1px solid var(--grid)}
    th.number,td.number{text-align:right;padding-right:0}
    .months{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(260px,100%),1fr));gap:16px}
    .month{list-style:none;display:grid;grid-template-columns:repeat(7,minmax(0,1fr));gap:4px;\
    max-width:480px}
    .month li{min-height:44px;padding:2px 6px;border-radius:6px;font-size:.8rem;\
    border:1px solid var(--grid)}
    .month .blank{border:0}
    .month .trained{background:var(--one);color:var(--surface);border-color:var(--one)}
    .month .sets{display:block;font-size:1rem;font-weight:600;line-height:1.2}
    .medals{display:grid;grid-template-columns:repeat(auto-fill,minmax(216px,1fr));gap:12px}
    .medal{display:flex;align-items:center;gap:12px;background:var(--surface);\
    border:1px solid var(--grid);border-radius:12px;padding:10px 14px}
    .medal strong,.medal .muted{display:block}
    .badge{flex:none;width:48px;height:48px;border-radius:50%;display:grid;place-items:center;\
    font-weight:700;color:var(--surface);background:var(--two)}
    .next .badge{background:none;color:var(--muted);border:2px dashed var(--axis)}
    footer code{overflow-wrap:anywhere}
    @media(max-width:520px){.week{padding:2px 16px}.week>li{grid-template-columns:1fr}}
    \(ChartStyle.rules)
    @media print{.cards{grid-template-columns:repeat(2,1fr)}details:not(.others){display:none}\
    section{margin-top:20pt}.medal{break-inside:avoid}}
    """
}
