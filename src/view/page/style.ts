/**
 * Style of the report: light and dark, for phones, desktops and paper.
 * Each pair of text and background has a contrast of at least 4.5 : 1.
 */
export const REPORT_STYLE = `
:root{color-scheme:light dark;--bg:#f6f7f8;--card:#fff;--ink:#16202a;--dim:#566270;--line:#dde2e7;--soft:#eceff2;--link:#1d57a5;--up:#0a6c5b;--down:#a83f16;--bad:#9b1c1c;--badbg:#fdecea;--ok:#0a6c5b;--warnbg:#fff4dc}
@media (prefers-color-scheme:dark){:root{--bg:#0f1418;--card:#171d23;--ink:#e7ebef;--dim:#a0acb8;--line:#2b343d;--soft:#222a32;--link:#8fbcff;--up:#4fc3ad;--down:#f0946a;--bad:#ff9d94;--badbg:#3b1a1a;--ok:#4fc3ad;--warnbg:#37290e}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"PingFang SC","Hiragino Sans","Microsoft YaHei","Yu Gothic","Malgun Gothic","Noto Sans CJK SC","Noto Sans SC","Noto Sans Arabic","Noto Sans Hebrew","Noto Sans Devanagari","Noto Sans Thai",sans-serif;font-variant-numeric:tabular-nums lining-nums;overflow-wrap:anywhere}
header,nav,main,footer{max-width:1240px;margin:0 auto;padding:0 28px}
header{padding-top:32px}
h1,h2,h3,p,ul,ol,dl,dd,figure,pre{margin:0;padding:0}
h1{font-size:30px;line-height:1.2;letter-spacing:-.02em;font-weight:650}
h2{font-size:20px;line-height:1.3;letter-spacing:-.01em;font-weight:650;margin-bottom:12px}
h3{font-size:13px;font-weight:600;color:var(--dim);margin-bottom:6px}
a{color:var(--link);text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:2px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:3px}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
pre{background:var(--soft);border-radius:6px;padding:8px 12px;margin-top:6px;overflow-x:auto;white-space:pre-wrap}
.dim,.note{color:var(--dim)}.note{margin-bottom:10px}
.eye{color:var(--dim);font-size:13px;margin-bottom:4px}
.num{text-align:right;white-space:nowrap}
.tick{font-weight:650;unicode-bidi:isolate}
.co{color:var(--dim);unicode-bidi:isolate}
.verdict{margin-top:14px;padding:10px 16px;border-radius:8px;border-left:5px solid var(--ok);background:var(--card)}
.verdict.ok b:first-child{color:var(--ok)}
.verdict.bad{border-color:var(--bad);background:var(--badbg);font-size:17px}.verdict.bad b:first-child{color:var(--bad)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(165px,1fr));gap:1px;margin-top:16px;background:var(--line);border:1px solid var(--line);border-radius:8px;overflow:hidden}
.tiles div{background:var(--card);padding:12px 14px}
.tiles div.amber,.verdict.amber{background:var(--warnbg)}.verdict.amber{border-color:var(--down)}
dt{color:var(--dim);font-size:13px}
.tiles b{display:block;font-size:18px;font-weight:650;line-height:1.35}.tiles .note{margin:0;font-size:13px;line-height:1.4}
.tiles+.note{margin-top:12px}
.sig{white-space:nowrap;unicode-bidi:isolate}
nav{margin-top:18px}nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:2px 20px;font-size:14px}
section{margin-top:40px;scroll-margin-top:14px}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:24px 28px;align-items:start}
table{border-collapse:collapse;width:100%;background:var(--card);border-radius:8px;box-shadow:0 0 0 1px var(--line)}
th,td{padding:8px 10px;text-align:left;vertical-align:top;font-weight:400;border-top:1px solid var(--line)}
thead th{color:var(--dim);font-size:13px;border-top:0;white-space:nowrap;vertical-align:bottom}
th.num,td.num{text-align:right}
thead th::first-letter{text-transform:uppercase}
.two+.two,.two+div,section>h3{margin-top:18px}#portfolio .blk{margin:14px 0}#portfolio .tiles{display:flex;flex-wrap:wrap}#portfolio .tiles div{flex:1 1 165px;min-width:0}
.bar{display:block;position:relative;min-width:64px;height:4px;margin:5px 0 3px;border-radius:2px;background:linear-gradient(var(--soft) 0 0) 0 0/100% 4px no-repeat}
.bar::before{content:"";position:absolute;top:0;height:4px;left:var(--l,0);width:var(--w);background:var(--link);border-radius:2px}
.sb::before{background:var(--up)}.sb.neg::before{background:var(--down)}
.bar::after{content:"";position:absolute;top:-3px;height:10px;left:50%;width:1px;background:var(--dim)}
.cb::after{left:var(--m,-9px);top:-4px;height:12px;width:2px;background:var(--ink)}
.blk{margin-top:12px}.blk+p{margin-top:8px}.blk th:first-child{min-width:150px}.blk td.num{white-space:nowrap}.blk td.w{min-width:8.5em}.blk details summary{display:list-item;border:0;padding:0}.blk summary::before{content:none}
.more{margin-top:10px}.more summary,.block>summary{display:list-item;list-style:disclosure-closed inside;border:0;padding:2px 0;color:var(--link)}.more[open] summary,.block[open]>summary{list-style-type:disclosure-open}.more summary::before,.block>summary::before{content:none}.more summary:hover,.block>summary:hover{background:none;text-decoration:underline}
.rest{margin-top:2px}.block>summary{border-top:1px solid var(--line);padding:9px 12px}
.alert{background:var(--warnbg);border-radius:8px;padding:10px 16px;margin-top:10px}
.map{margin:24px 0 0;background:var(--card);border-radius:8px;box-shadow:0 0 0 1px var(--line);padding:14px 18px 10px}
.map figcaption{margin:0 0 10px;color:var(--ink);font-weight:600}
.plot{display:grid;grid-template-columns:44px repeat(3,1fr);font-size:12px;color:var(--dim)}
.plot>div{grid-area:1/2/3/5;position:relative;height:340px;border-left:1px solid var(--line);border-bottom:1px solid var(--line)}
.plot .y1{grid-area:1/1}.plot .y0{grid-area:2/1;align-self:end}.plot .x0{grid-area:3/2}.plot .xm{grid-area:3/3;text-align:center}.plot .x1{grid-area:3/4;text-align:right}
.plot svg{position:absolute;inset:0;width:100%;height:100%;overflow:visible}
.ax{stroke:var(--dim);stroke-dasharray:3 4;fill:none;vector-effect:non-scaling-stroke;opacity:.7}
.d{stroke-width:8px;stroke-linecap:round;vector-effect:non-scaling-stroke;stroke:var(--link);opacity:.75}
.lb{position:absolute;line-height:1;transform:translate(8px,-50%);white-space:nowrap}.lb.l{transform:translate(calc(-100% - 8px),-50%)}.lb a,.lb b{text-shadow:0 0 3px var(--card),0 0 3px var(--card),0 0 2px var(--card);color:var(--ink);font-weight:500;text-decoration:none}.lb a:hover{text-decoration:underline}
.plot em{position:absolute;left:4px;transform:translateY(-100%);font-style:normal}
.cards{background:var(--card);border-radius:8px;box-shadow:0 0 0 1px var(--line);overflow:hidden}
.chead,summary{display:grid;grid-template-columns:18px 92px minmax(0,1fr) auto 96px 64px 84px;gap:0 10px;align-items:baseline;padding:8px 16px 8px 12px}
.chead{color:var(--dim);font-size:13px}
summary{cursor:pointer;list-style:none;border-top:1px solid var(--line)}summary::-webkit-details-marker{display:none}
summary::before{content:"›";color:var(--dim);font-size:17px;line-height:1;transition:transform .12s}details[open]>summary::before{transform:rotate(90deg)}
summary:hover{background:var(--soft)}summary .co{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
summary .lead{grid-column:2/-1;color:var(--dim);font-size:14px;line-height:1.4;margin-top:1px}details[open]>summary .lead{display:none}.body>.lead{font-size:17px;line-height:1.45;max-width:80ch}
.dot{font-style:normal;font-size:12px;line-height:1.5;padding:0 7px;border-radius:9px;background:var(--soft);margin-left:4px}.dot.warn{background:var(--warnbg)}
.body{padding:6px 20px 20px 40px;display:grid;overflow-wrap:anywhere;grid-template-columns:repeat(6,1fr);gap:14px 28px;scroll-margin-top:60px}.body>*{grid-column:1/-1}.body>figure{grid-column:span 4}.body>figure+.facts{grid-column:span 2}
.body figure svg{display:block;width:100%;height:220px}.body img{display:block;width:100%;max-height:340px;object-fit:contain;background:#fff;border-radius:6px}figcaption{font-size:13px;color:var(--dim);line-height:1.4;margin-top:6px}
.l{fill:none;stroke:var(--link);stroke-width:1.6px;vector-effect:non-scaling-stroke;stroke-linejoin:round}.f{fill:var(--down);opacity:.4}
.facts,.facts div{display:grid;gap:7px 36px;align-content:start}.facts{grid-template-columns:repeat(auto-fit,minmax(min(100%,290px),1fr))}.facts div{max-width:420px;grid-template-columns:minmax(50%,1fr) auto;gap:1px 12px;align-items:baseline}.facts b{font-weight:600}.facts dd{text-align:right}.facts dd.note{grid-column:1/-1;font-size:12px;text-align:left;margin:0}
.chg,.wrn{padding:7px 12px;border-radius:6px;background:var(--soft)}.wrn{background:var(--warnbg)}.chg b,.wrn b{margin-right:6px}
.plain{padding-left:18px}.plain li{margin:4px 0}.why,.ask,.model{max-width:95ch}.why p,.why h3,.model>*{margin-top:8px}.ask b{font-size:13px;color:var(--dim);font-weight:600}
.model{border-left:3px solid var(--line);padding:2px 0 2px 14px}blockquote{margin:0;font-style:italic}
.files{font-size:14px;display:flex;flex-wrap:wrap;gap:2px 16px}
.rests div{display:grid;grid-template-columns:110px 1fr;gap:0 14px;padding:3px 0}.rests b{font-weight:400}
footer{margin-top:44px;padding-bottom:40px;color:var(--dim);font-size:14px}
@media (max-width:700px){
header,nav,main,footer{padding-left:14px;padding-right:14px}header{padding-top:20px}h1{font-size:25px}section{margin-top:32px}
.tiles{grid-template-columns:1fr 1fr}.tiles div{padding:10px 12px}.tiles b{font-size:17px}
th,td{padding:8px 7px}.bar{min-width:0}
summary .sig{font-size:11.5px;white-space:normal}
.plot>div{height:260px}.lb{font-size:11px}
.chead,summary{grid-template-columns:14px minmax(0,1fr) auto 80px 46px 66px;gap:0 6px;padding:9px 10px 9px 8px;font-size:14px}.chead{font-size:12px;overflow-wrap:normal}.chead .num{white-space:normal}.chead .co,summary .co{display:none}details[open]>summary .co{display:inline;grid-row:2;grid-column:2/-1;font-size:13px}.dot{align-self:center;vertical-align:middle;font-size:0;padding:0;width:8px;height:8px;display:inline-block;background:var(--link)}.dot.warn{background:var(--down)}
.body{padding:4px 14px 18px;gap:12px}.body>*,.body>figure,.body>figure+.facts{grid-column:1/-1}.body figure svg{height:150px}
.rests div{grid-template-columns:90px 1fr}}
@media (max-width:800px){.blk,.blk tbody,.blk tr{display:block}.blk thead{display:none}.blk tr{padding:8px 10px;border-top:1px solid var(--line)}.blk th,.blk td{display:block;border:0;padding:1px 0}.blk td.num{display:inline-block;margin-right:14px;text-align:left}.blk td:empty{display:none}.blk td.num::before{content:attr(data-t) " ";color:var(--dim);font-size:13px}.blk .bar{display:none}}
@media (max-width:700px){#portfolio .tiles div{flex-basis:40%}}
@media (max-width:380px){
summary .sig{display:none}.chead span:nth-child(5){font-size:0}.chead,summary{grid-template-columns:14px minmax(0,1fr) auto fit-content(68px) 46px 66px}
summary .num{grid-area:1/5}summary .num+.num{grid-column:6}details[open]>summary .co{grid-row:3}}
@media print{
@page{size:A4;margin:14mm 13mm}
:root{color-scheme:light;--bg:#fff;--card:#fff;--ink:#000;--dim:#444;--line:#bbb;--soft:#eee;--link:#000;--up:#0a6c5b;--down:#a83f16;--bad:#9b1c1c;--badbg:#fff;--ok:#0a6c5b;--warnbg:#eee}
body{font-size:9.5pt;line-height:1.4;print-color-adjust:exact;-webkit-print-color-adjust:exact}header,nav,main,footer{max-width:none;padding:0}nav{display:none}
h1{font-size:20pt}h2{font-size:13pt;break-after:avoid}section{margin-top:18pt}tr,li,.tiles,.map,.alert,summary{break-inside:avoid}
.note{break-after:avoid}.two{grid-template-columns:1fr 1fr;gap:12px}th,td{padding:3px 5px}.bar{min-width:34px}
.tiles{grid-template-columns:repeat(3,1fr)}.tiles b{font-size:12pt}.plot>div{height:200px}
.rest::details-content,.block::details-content{content-visibility:visible}.rest>summary{display:none}summary{padding:2px 6px;grid-template-columns:0 70px minmax(0,1fr) auto 80px 50px 60px}summary::before{content:""}.chead{grid-template-columns:0 70px minmax(0,1fr) auto 80px 50px 60px;padding:2px 6px}
.body{padding:4px 6px 10px;gap:8px 18px}.body>.lead{font-size:12pt}figure,.facts,.blk tr,.chg,.wrn{break-inside:avoid}.cards,table,.tiles,.map{box-shadow:none;border:1px solid var(--line)}
.cards{overflow:visible}.cards>div>details[open],.block>details[open],.few>div>details{break-before:page}#names:has(.few)+section{break-before:page}
.few>div>details::details-content{content-visibility:visible;block-size:auto;overflow:visible}.few .chead,.few summary .lead,#names:has(.few) h2{display:none}summary .co{white-space:normal}.few{border:0}.few>div>details>summary{font-size:12pt;border-top:0;border-bottom:1px solid var(--line)}
.verdict{border:1px solid #000;border-left-width:5px}pre{white-space:pre-wrap}}
`;
