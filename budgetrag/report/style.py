"""The look of the report."""

CSS = """
:root{color-scheme:light dark;--bg:#fbfbfa;--panel:#fff;--ink:#1d2430;--soft:#5d6778;--line:#d7dce3;--ok:#08694a;
--okbg:#dff5ea;--no:#b42318;--nobg:#fde7e4;--na:#5d6778;--nabg:#eceef2}
@media (prefers-color-scheme:dark){:root{--bg:#12161c;--panel:#1a2028;--ink:#e8ecf2;--soft:#9aa6b7;--line:#3a4553;
--ok:#57d3a3;--okbg:#123b2d;--no:#ff8a7a;--nobg:#48201c;--na:#9aa6b7;--nabg:#242c37}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1280px;margin:0 auto;padding:28px 26px 60px}
h1{font-size:26px;font-weight:650;letter-spacing:-.012em;line-height:1.3;max-width:1000px;margin:0}
h2{font-size:19px;margin:34px 0 12px}h3{font-size:15px;margin:0 0 4px}.sub,.cap,.t{color:var(--soft)}
.sub{margin:8px 0 20px}
.path{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:10px}
.c,.card{background:var(--panel);border:1px solid var(--line);border-radius:12px;padding:13px 16px;
overflow-wrap:anywhere}
.c p{margin:6px 0 0;font-size:13px}.t{font-size:12px!important}code{font-size:11.5px;white-space:pre-wrap}
.v{display:inline-block;border-radius:99px;padding:1px 10px;font-size:13px;font-weight:600}.ok{background:var(--okbg);
color:var(--ok)}.no{background:var(--nobg);color:var(--no)}.na{background:var(--nabg);color:var(--na)}
.cards{columns:2;column-gap:16px}.card{break-inside:avoid;margin:0 0 16px}.card p{margin:2px 0 8px}
.card svg{width:100%;height:auto;display:block}.cap{font-size:12px}.pub{border-left:3px solid var(--line);
padding-left:9px;font-size:13px;color:var(--soft)}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:12px;font-variant-numeric:tabular-nums;width:100%}
td,th{text-align:right;padding:3px 6px;border-bottom:1px solid var(--line)}th{color:var(--soft);font-weight:500}
td,th{overflow-wrap:normal;white-space:nowrap}td.l,th.l{text-align:left}
td.l{white-space:normal;min-width:150px}
.missing td{color:var(--soft);opacity:.7}details>summary{cursor:pointer;color:var(--soft);
font-size:13px}pre{font-size:11px;white-space:pre-wrap;overflow-wrap:anywhere}dt{font-weight:600}dd{margin:0 0 8px}
dl{columns:2;column-gap:32px;font-size:14px}dl>*{break-inside:avoid}
@media(max-width:900px){.cards,dl{columns:1}}
@media print{:root{--bg:#fff;--panel:#fff;--ink:#000;--soft:#444;--line:#bbb;color-scheme:light}body{font-size:11pt}
main{padding:0;max-width:none}.v{border:1px solid currentColor}details>summary{list-style:none}
details:not([open])>*:not(summary){display:revert}details::details-content{content-visibility:visible;height:auto}
.cards{columns:1}h2{break-after:avoid}.scroll{overflow:visible}th,td,td.l{white-space:normal;font-size:7.5pt;
padding:2px 3px;min-width:0}pre{font-size:6.5pt;columns:2}}
"""
