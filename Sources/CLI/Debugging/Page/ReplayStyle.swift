import Projections

/// The style of a page about a replay, after that of all pages.
enum ReplayStyle {
  static let css = """

    :root{--added:#dcf2e2;--removed:#fbe2df}
    @media(prefers-color-scheme:dark){:root{--added:#173d26;--removed:#4c211d}}
    main{padding-top:24px}
    section{margin-top:24px}
    #position{position:sticky;top:0;z-index:1;padding:12px 16px}
    #position>*+*{margin-top:8px}
    .bar{display:flex;align-items:center;gap:8px}
    .bar p{flex:1;text-align:center;min-width:0;overflow-wrap:anywhere}
    .bar label{flex:none}
    button,input,fieldset{font:inherit;color:inherit}
    .bar button{min-width:44px;min-height:40px;border:1px solid var(--axis);border-radius:8px;\
    background:var(--surface);cursor:pointer}
    .bar button:disabled{color:var(--muted);border-color:var(--grid);cursor:default}
    #place span{white-space:nowrap}
    #slider{width:100%;min-height:28px;margin:0;accent-color:var(--one)}
    #about{flex:1;min-width:0;min-height:40px;padding:4px 10px;border:1px solid var(--axis);\
    border-radius:8px;background:var(--page)}
    #about::placeholder{color:var(--muted);opacity:1}
    #found:empty{display:none}
    :focus-visible{outline:3px solid var(--one);outline-offset:2px}
    .modes{border:0;margin:0 0 12px;padding:0;display:flex;flex-wrap:wrap;gap:4px 16px}
    .modes legend{float:left;padding:0;color:var(--muted)}
    .modes label{min-height:28px}
    #event{padding:12px 16px;font-size:.9rem}
    .fields{display:grid;grid-template-columns:max-content 1fr;gap:2px 14px;margin:0}
    .fields dt,.fields dd{min-width:0;overflow-wrap:anywhere}
    .fields dt{max-width:11em}
    .link{border:0;background:none;padding:0;text-align:left;cursor:pointer;\
    text-decoration:underline;text-decoration-color:var(--axis);text-underline-offset:3px;\
    overflow-wrap:anywhere}
    .link:hover{text-decoration-color:currentcolor}
    .view{margin-top:12px;padding:10px 16px}
    .view h3{display:inline}
    .view details{margin:0;font-size:inherit}
    summary{width:auto;color:inherit;overflow-wrap:anywhere}
    .tree{font-size:.875rem;padding-left:14px;border-left:1px solid var(--grid)}
    .view>.tree{margin-top:8px}
    .leaf{padding-left:14px}
    .leaf,.tree summary{padding-top:2px;padding-bottom:2px;overflow-wrap:anywhere}
    .key{color:var(--muted);margin-right:6px}
    ins,del{text-decoration:none;border-radius:4px;padding:0 4px;color:var(--text)}
    ins{background:var(--added)}
    del{background:var(--removed)}
    .added>ins::before,.added>summary>ins::before{content:"+ "}
    .removed>del::before,.removed>summary>del::before{content:"\\2212  "}
    kbd{font:.875em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;\
    border:1px solid var(--axis);border-radius:4px;padding:0 4px}
    pre{white-space:pre-wrap;overflow-wrap:anywhere}
    @media(max-width:520px){#position{padding:8px 12px}.view{padding:8px 12px}\
    .leaf{padding-left:10px}.tree{padding-left:8px}}
    @media print{:root{--added:#dcf2e2;--removed:#fbe2df}#position{position:static}\
    #position button,#position input,#position label,.modes,footer{display:none}details{display:block}\
    .view{break-inside:auto}}
    """
}
