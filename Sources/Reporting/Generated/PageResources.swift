// Written by scripts/embed-resources from Sources/Reporting/Resources; not to be edited.
// swift-format-ignore-file

enum StyleSheet {
    static let film: String = ##"""
        .phone{fill:#14171b}
        .sky{fill:#e0edf6}
        .ground{fill:#d6eae4;stroke:#656c76}
        .rim{fill:#ffffff;stroke:#656c76}
        .north{fill:none;stroke-linecap:round}
        .link,.leader{fill:none;stroke-width:1.5}
        .link{stroke-opacity:.7}
        .leader{stroke-width:1}
        .label{fill:#ffffff}
        .ring{stroke-width:2}
        """##
    static let report: String = ##"""
        :root{--series:light;--ink:#1c2127;--muted:#656c76;--paper:#f6f6f4;--panel:#ffffff;--line:#e4e4e0;--alert:#b3261e;--caution:#b26a00;--good:#\##
        00734f;--accent:#0067b1;--shade:#f1f1ee}
        @media (prefers-color-scheme:dark){:root{--series:dark;--ink:#e8e9eb;--muted:#9aa2ad;--paper:#121417;--panel:#1a1d22;--line:#2b3037;--alert:\##
        #ff8a80;--caution:#f0b45c;--good:#4fd3a0;--accent:#7cc4f7;--shade:#22262c}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%}
        body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-\##
        serif;font-variant-numeric:tabular-nums}
        .top,nav,main,footer{max-width:1120px;margin:0 auto;padding:0 24px}
        .top{padding-top:18px}
        .brand{margin:0;color:var(--muted);font-size:13px;letter-spacing:.04em}
        h1{margin:2px 0 0;font-size:22px;line-height:1.2;font-weight:650;overflow-wrap:anywhere}
        .subtitle{margin:6px 0 0;color:var(--muted)}
        nav{margin-top:10px;display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13px}
        a{color:var(--accent)}
        nav a{color:var(--muted);text-decoration:none;padding:3px 0;border-bottom:2px solid transparent}
        nav a:hover,nav a:focus-visible{color:var(--accent);border-color:var(--accent)}
        :focus-visible{outline:2px solid var(--accent);outline-offset:2px}
        section{margin:18px 0;padding:24px 28px 22px;background:var(--panel);border:1px solid var(--line);border-radius:12px}
        h2{margin:0 0 10px;font-size:18px;line-height:1.3;font-weight:650}
        h3{margin:18px 0 4px;font-size:14px;font-weight:650}
        p{margin:0 0 8px}
        .lead,.note,figcaption{color:var(--muted);font-size:13.5px}
        .note:empty{display:none}
        .headline{font-size:24px;line-height:1.3;letter-spacing:-.01em;margin-bottom:18px;max-width:44em}
        .answer{display:flex;align-items:center;gap:4px 18px;margin:-24px -28px 12px;padding:12px 28px;border-radius:11px 11px 0 0;background:var(--\##
        shade)}
        .answer p{margin:0}
        .answer .value{font-size:40px;line-height:1.1;font-weight:700;letter-spacing:-.02em;white-space:nowrap}
        .answer .value span{display:block;max-width:13em;font-size:12px;line-height:1.3;font-weight:400;letter-spacing:0;white-space:normal;color:va\##
        r(--ink)}
        .answer .grade{margin:0}
        .answer>div{min-width:0}
        .answer.good{background:color-mix(in srgb,var(--good) 14%,var(--panel))}
        .answer.warn{background:color-mix(in srgb,var(--caution) 17%,var(--panel))}
        .answer.bad{background:color-mix(in srgb,var(--alert) 15%,var(--panel))}
        .answer.good .value{color:var(--good)}
        .answer.warn .value{color:var(--caution)}
        .answer.bad .value{color:var(--alert)}
        .first{display:grid;grid-template-columns:minmax(0,1fr) 232px;gap:24px}
        .first figure+figure{margin-top:8px}
        .first figcaption{font-size:12.5px;margin-top:2px}
        .dial svg.rose{max-width:240px;margin:0 auto}
        .dial .hand{transform-box:view-box}
        .hands{list-style:none;margin:4px 0 0;padding:0}
        .hands li{display:grid;grid-template-columns:22px 1fr auto;align-items:center;gap:8px;padding:2px 0;font-size:13.5px}
        .hands output{font-weight:600}
        .words{display:none;margin:2px 0 6px;padding-left:20px;font-size:13px}
        .plotted .lane{position:relative}
        .plotted .words-at{position:absolute;z-index:1;pointer-events:none;font-size:12px;line-height:16px;white-space:nowrap}
        .plotted .words-at.edge{font-weight:600;padding:0 3px;border-radius:4px;background:color-mix(in srgb,var(--panel) 80%,transparent);transform\##
        :translateX(-50%)}
        abbr[title]{text-decoration:underline dotted;text-underline-offset:3px;cursor:help}
        .actions{margin:0;padding-left:22px;display:grid;gap:12px}
        .actions .title{margin:0 0 4px;font-weight:600}
        .gain{margin-left:6px;padding:1px 8px;border-radius:10px;background:var(--shade);color:var(--good);white-space:nowrap}
        pre{margin:0;padding:8px 12px;border-radius:8px;background:var(--shade);white-space:pre-wrap;overflow-wrap:anywhere}
        pre code{color:var(--ink)}
        details>summary{cursor:pointer;padding:6px 0;font-weight:600}
        details>summary h2{display:inline}
        section>details+details,section>.note+details,section>figure+details{border-top:1px solid var(--line)}
        .events{list-style:none;margin:12px 0 0;padding:0;columns:2 380px;column-gap:32px;font-size:14px}
        .events li{break-inside:avoid;padding:3px 0 3px 10px;border-left:3px solid var(--line)}
        .events .magnet{border-left-color:var(--alert)}
        .events .shaking,.events .fast-turn,.events .hole{border-left-color:var(--caution)}
        .zoom{padding:0;border:0;background:none;color:var(--accent);font:inherit;font-weight:600;text-align:left}
        .alive .zoom{cursor:pointer;text-decoration:underline}
        .heat .h0{background:color-mix(in srgb,var(--accent) 4%,transparent)}
        .heat .h1{background:color-mix(in srgb,var(--accent) 13%,transparent)}
        .heat .h2{background:color-mix(in srgb,var(--accent) 22%,transparent)}
        .heat .h3{background:color-mix(in srgb,var(--accent) 31%,transparent)}
        .heat .h4{background:color-mix(in srgb,var(--accent) 40%,transparent)}
        .heat .h5{background:color-mix(in srgb,var(--accent) 49%,transparent)}
        .heat .h6{background:color-mix(in srgb,var(--accent) 58%,transparent)}
        .answers{display:grid;grid-template-columns:1fr 1fr;gap:2px 40px;margin-top:14px}
        .answers ul{margin:0;padding-left:18px}
        .answers p,.answers li{margin-bottom:6px;overflow-wrap:anywhere}
        .empty{margin:4px 0;padding:14px 16px;border:1px dashed var(--line);border-radius:8px;color:var(--muted)}
        .warnings{list-style:none;margin:0;padding:0;display:grid;gap:10px}
        .warnings li{padding:10px 14px;border-left:4px solid var(--caution);background:var(--shade);border-radius:8px;overflow-wrap:anywhere}
        .warnings p{margin:0 0 2px}
        .warnings .code,code{font:12.5px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--muted)}
        figure{margin:6px 0 0}
        figcaption{margin-top:6px;max-width:72em}
        svg.chart{display:block;width:100%;height:auto;font-variant-numeric:tabular-nums}
        .readout{display:none;position:absolute;top:26px;z-index:1;pointer-events:none;padding:6px 10px;border-radius:8px;background:var(--panel);bo\##
        rder:1px solid var(--line);box-shadow:0 2px 10px rgb(0 0 0/.14);font-size:12.5px;line-height:1.5;white-space:nowrap}
        .readout.on{display:block}
        .readout span{display:block}
        .readout i{display:inline-block;width:9px;height:9px;margin-right:6px;border-radius:50%}
        .plotted{position:relative;font-variant-numeric:tabular-nums}
        .plotted .canvas{position:relative;width:100%;touch-action:pan-y;cursor:crosshair}
        .plotted .legend{display:flex;flex-wrap:wrap;gap:2px 4px;margin-bottom:4px}
        .plotted .legend[hidden]{display:none}
        .plotted .legend button{display:flex;align-items:center;gap:6px;min-height:24px;padding:1px 8px 1px 4px;border:0;border-radius:6px;backgroun\##
        d:none;color:var(--ink);font:inherit;font-size:12.5px;cursor:pointer}
        .plotted .legend button:hover{background:var(--shade)}
        .plotted .legend .all{padding:1px 8px;color:var(--accent)}
        .plotted .legend button[aria-pressed=false]{color:var(--muted);text-decoration:line-through}
        .plotted .legend button[aria-pressed=false] svg{opacity:.25}
        .plotted .legend svg{width:26px;height:10px;fill:none}
        .plotted .hair{display:none;position:absolute;width:1px;background:var(--ink);opacity:.55;pointer-events:none}
        .plotted .hair.on{display:block}
        .dygraph-axis-label{white-space:nowrap;overflow:hidden;line-height:normal;color:var(--muted)}
        .dygraph-xlabel,.dygraph-ylabel{color:var(--muted);font-size:12px;text-align:center}
        .dygraph-label-rotate-right{transform:rotate(-90deg)}
        .live>svg,.live>.wide,.live>.narrow{display:none}
        svg.hemispheres{max-width:640px;margin:0 auto}
        .hint,button.whole{display:none}
        .alive .hint{display:block}
        .zoomed button.whole{display:block;position:sticky;bottom:14px;margin:0 auto;z-index:2;padding:8px 16px;border:1px solid var(--line);border-\##
        radius:18px;background:var(--panel);color:var(--accent);font:inherit;font-weight:600;box-shadow:0 2px 10px rgb(0 0 0/.18);cursor:pointer}
        .replay{display:grid;grid-template-columns:minmax(0,480px) minmax(0,1fr);gap:24px;align-items:center}
        svg.screen{display:block;width:100%;max-width:520px}
        .screen .phone{fill:#14171b;stroke:var(--muted)}
        .screen .view{color:var(--ink)}
        .screen .rim{fill:var(--panel);stroke:var(--muted)}
        .screen .north{fill:none;stroke-linecap:round}
        .screen .sky{fill:color-mix(in srgb,var(--accent) 16%,var(--panel))}
        .screen .ground{fill:color-mix(in srgb,var(--good) 16%,var(--panel));stroke:var(--muted)}
        .screen .link,.screen .leader{fill:none;stroke-width:1.5}
        .screen .link{stroke-opacity:.7}
        .screen .leader{stroke-width:1}
        .screen .label{fill:var(--panel)}
        .ring{stroke-width:2}
        .marks{list-style:none;margin:12px 0;padding:0}
        .marks li{display:flex;align-items:center;gap:10px;min-height:30px}
        .marks output,.controls output{color:var(--muted)}
        .controls{display:none;align-items:center;gap:14px;flex-wrap:wrap;margin-bottom:10px}
        .alive .controls{display:flex}
        .controls .note{margin:0 0 0 auto}
        .scrubber{display:none;position:relative;height:76px;margin-bottom:10px;border:1px solid var(--line)}
        .alive .scrubber{display:block}
        .scrubber svg{position:absolute;width:100%;height:100%}
        .scrubber path{fill:none;stroke-width:1.6;vector-effect:non-scaling-stroke}
        .scrubber input{appearance:none;position:absolute;inset:0;width:100%;height:100%;margin:0;background:none;cursor:col-resize}
        .scrubber input::-webkit-slider-thumb{appearance:none;width:3px;height:76px;background:var(--accent)}
        .scrubber input::-moz-range-thumb{width:3px;height:76px;border:0;border-radius:0;background:var(--accent)}
        .controls button{font:inherit;font-weight:600;padding:7px 18px;border-radius:18px;border:1px solid var(--line);background:var(--panel);color\##
        :var(--accent);cursor:pointer;min-width:6em}
        .narrow{display:none}
        .panels .panel{margin-top:14px;border-top:1px solid var(--line)}
        .panels figcaption{display:none}
        .pair{display:grid;grid-template-columns:minmax(0,1.75fr) minmax(0,1fr);gap:24px;align-items:start}
        .halves{display:grid;grid-template-columns:1fr 1fr;gap:24px;align-items:start}
        .three{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:16px}
        .three figcaption{text-align:center;margin-top:0;text-wrap:balance}
        .scroll{overflow-x:auto;margin:0 -6px;padding-bottom:2px;position:relative;scrollbar-width:thin}
        .scroll::-webkit-scrollbar{height:8px}
        .scroll::-webkit-scrollbar-thumb{background:var(--line);border-radius:4px}
        .pages{columns:18em;padding-left:20px;overflow-wrap:anywhere}
        table{border-collapse:collapse;width:100%;font-size:13.5px}
        th,td{padding:7px 8px;text-align:right;border-bottom:1px solid var(--line);vertical-align:top}
        thead th{color:var(--muted);font-weight:500;vertical-align:bottom;line-height:1.3}
        th:first-child{text-align:left}
        tbody th,tfoot th{font-weight:600}
        tbody tr:last-child>*{border-bottom:0}
        #recording td:nth-last-child(-n+3),#recording th:nth-last-child(-n+3){text-align:left}
        section:not(#recording) .scroll td{white-space:nowrap}
        #recording table{min-width:860px}
        figure+figure{margin-top:18px}
        tr.marked>*{background:var(--shade)}
        .account{margin:18px 0 0}
        .account figcaption{font-weight:600}
        .account .stack{display:flex;height:22px;margin:8px 0;gap:1px}
        .account .stack span{min-width:1px}
        .account ul{margin:0;padding:0;list-style:none}
        .account li{display:grid;grid-template-columns:12px 3.4em 1fr auto;gap:8px;align-items:baseline;padding:2px 0}
        .account li i{height:12px}
        .account li b,.account li span:last-child{text-align:right;font-variant-numeric:tabular-nums}
        .account small{color:var(--muted);margin-left:6px}
        .account .field{background:#d55e00}
        .account .motion{background:#0072b2}
        .account .calibration{background:#cc79a7}
        .account .heading-offset{background:#e69f00}
        .account .gyroscope-bias{background:#56b4e9}
        .account .latency{background:#009e73}
        .account .start{background:#7d6608}
        .account .reference,.account .filter{background:#8a8f98}
        .account .unexplained{background:repeating-linear-gradient(135deg,var(--muted) 0 2px,var(--panel) 2px 6px)}
        .scroll+.note{margin-top:10px}
        tfoot>tr>*{border-top:2px solid var(--line);border-bottom:0}
        em{color:var(--muted);font-style:normal}
        .verdict{font-size:12px;font-weight:600;padding:1px 8px;border-radius:9px;border:1px solid currentColor;color:var(--muted);white-space:nowra\##
        p}
        .verdict.good{color:var(--good)}
        .verdict.warn{color:var(--alert)}
        .columns{columns:2;column-gap:40px}
        .block{break-inside:avoid;margin-bottom:12px}
        .block h3{margin-top:0;padding-top:4px}
        dl{margin:6px 0 0;font-size:13.5px}
        dl div{display:grid;grid-template-columns:minmax(9em,1fr) 2fr;gap:12px;padding:4px 0;border-bottom:1px solid var(--line)}
        dl div:last-child{border-bottom:0}
        dt{color:var(--muted)}
        dd{margin:0;overflow-wrap:anywhere}
        #deviation dl{columns:2;column-gap:40px;margin-top:14px}
        #deviation dl div{break-inside:avoid}
        .parameters div{grid-template-columns:8em 1fr}
        .parameters span{display:inline-block;margin-right:14px;white-space:nowrap}
        footer{color:var(--muted);font-size:13px;padding-bottom:40px}
        .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        @media (max-width:720px){
        .top,nav,main,footer{padding-left:12px;padding-right:12px}
        .top{padding-top:20px}
        section{padding:16px 14px;border-radius:10px;margin:12px 0}
        .headline{font-size:20px}
        .answer{margin:-16px -14px 10px;padding:10px 14px;border-radius:9px 9px 0 0}
        .answer .value{font-size:30px}
        .answer .value span{max-width:7.5em;font-size:11px}
        .answer .grade{font-size:16px}
        .answer .reason{font-size:13px;line-height:1.4}
        .first{grid-template-columns:minmax(0,1fr);gap:8px}
        .words{display:block}
        nav{flex-wrap:nowrap;overflow-x:auto;white-space:nowrap;scrollbar-width:none}
        .answers,.pair,.halves,.three{grid-template-columns:minmax(0,1fr)}
        .replay{grid-template-columns:minmax(0,1fr)}
        .columns,#deviation dl{columns:1}
        .wide{display:none}
        .narrow{display:block}
        dl div,.parameters div{grid-template-columns:1fr;gap:0}
        }
        @page tables{
        size:A4 landscape;margin:12mm}
        @media print{
        body.tables{page:tables}
        :root{--series:light;--ink:#000;--muted:#444;--paper:#fff;--panel:#fff;--line:#ccc;--alert:#b3261e;--caution:#b26a00;--good:#00734f;--shade:\##
        #f4f4f2}
        body{font-size:11pt}
        nav,.plotted,.alive .controls,.alive .hint,.zoomed button.whole{display:none}
        .live>svg,.live>.wide{display:block}
        section{border:0;padding:0;margin:0 0 18pt}
        details::details-content{content-visibility:visible;block-size:auto}
        details>summary{list-style:none}
        figure,.warnings li,tr,.block,.panel{break-inside:avoid}
        h2,h3,.lead{break-after:avoid}
        #summary,.replay,#recording .scroll,#filters .scroll{break-inside:avoid}
        tfoot{display:table-row-group}
        .words{display:none}
        .answer{margin:0 0 10pt;padding:8pt 12pt;border-radius:6pt}
        .first{grid-template-columns:minmax(0,1fr) 150pt;gap:12pt}
        .wide{display:block}
        .narrow{display:none}
        .scroll{overflow:visible}
        #recording table{min-width:0}
        table{font-size:8.5pt}
        .tables table{font-size:7.5pt}
        .tables th,.tables td{padding:2pt 4pt;overflow-wrap:anywhere}
        section:not(#recording) .scroll td{white-space:normal}
        .answer,.warnings li,.bar span,tr.marked>*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
        }
        """##
}

enum Script {
    static let charts: String = ##"""
        // Its own legend is not used, and has styles in attributes, which the policy of the page of serve forbids.
        Dygraph.PLUGINS = Dygraph.PLUGINS.filter(plugin => plugin !== Dygraph.Plugins.Legend);

        const minus = text => text.replace("-", "\u2212");
        const fixed = (value, decimals) =>
          value === null || value === undefined || !isFinite(value) ? "\u2013" : minus(value.toFixed(decimals)).replace(/^\u2212(0(\.0*)?)$/, "$1");
        const decimals = step => Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
        // Minutes and seconds, from an hour on hours as well.
        const clock = (seconds, step = 1) => {
          const n = decimals(step), total = +Math.abs(seconds).toFixed(n), whole = Math.floor(total), two = value => String(value).padStart(2, "0");
          const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
          const text = (seconds < 0 && total ? "\u2212" : "") + (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(whole % 60);
          return n ? text + (total - whole).toFixed(n).slice(1) : text;
        };
        // A step of ticks: 1, 2 or 5 times a power of ten; for clocks whole minutes, for angles parts of the circle.
        const niceStep = (span, count, kind) => {
          const rough = span / Math.max(1, count), power = 10 ** Math.floor(Math.log10(rough));
          const ladder = kind === "time" && rough > 5 ? [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400]
            : kind === "angle" && rough > 5 ? [10, 15, 30, 45, 90, 180] : [];
          return ladder.find(step => step >= rough) || [1, 2, 5, 10].map(f => f * power).find(step => step >= rough * 0.999);
        };
        const ticks = (low, high, step) => {
          const list = [];
          for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) list.push(i * step);
          return list;
        };
        // A heading in 0...360.
        const bearing = v => (v % 360 + 360) % 360;
        const POINTS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
        const labelled = (low, high, kind, count, names) => {
          if (names) return names.filter(({ v }) => v >= low - 1e-9 && v <= high + 1e-9);
          if (kind === "logarithm") {
            const list = [];
            for (let power = Math.floor(low); power <= Math.ceil(high); power++) {
              for (const factor of high - low > 4 ? [1] : high - low > 2 ? [1, 3] : [1, 2, 5]) {
                const v = power + Math.log10(factor);
                if (v >= low - 1e-9 && v <= high + 1e-9) list.push({ v, label: String(+(10 ** v).toPrecision(3)) });
              }
            }
            return list;
          }
          const isAngle = kind === "angle" || kind === "heading", step = niceStep(high - low, count, isAngle ? "angle" : kind);
          return ticks(low, high, step).map(v => ({
            v, label: kind === "time" ? clock(v, step) : fixed(kind === "heading" ? bearing(v) : v, decimals(step)) + (isAngle ? "\u00b0" : "")
              + (kind === "heading" && v % 45 === 0 ? " " + POINTS[bearing(v) / 45] : ""),
          }));
        };

        // The index of the first x that is not below a value.
        const lowerBound = (x, value) => {
          let low = 0, high = x.length;
          while (low < high) { const m = (low + high) >> 1; if (x[m] < value) low = m + 1; else high = m; }
          return low;
        };
        const median = list => list.length ? [...list].sort((a, b) => a - b)[list.length >> 1] : 0;
        const quantile = (list, share) => list.sort((a, b) => a - b)[Math.floor(share * (list.length - 1))];

        // What the cursor reads, for those who do not see it: said when the keys rest.
        const spoken = document.createElement("p");
        spoken.className = "hidden";
        spoken.setAttribute("role", "status");
        document.body.append(spoken);

        // What pictures have in common.
        class Link {
          // least: the shortest stretch that a zoom shows.
          constructor(from, to, least = (to - from) / 20000) {
            Object.assign(this, { from, to, least, view: [from, to], plots: [], hidden: new Set(), at: null });
          }
          get isWhole() { return this.view[0] <= this.from && this.view[1] >= this.to; }
          zoom(a, b) {
            const span = Math.min(this.to - this.from, Math.max(b - a, this.least));
            const start = Math.min(this.to - span, Math.max(this.from, (a + b - span) / 2));
            this.view = [start, start + span];
            for (const plot of this.plots) plot.ownRange = null;
            this.refresh();
            if (this.changed) this.changed();
          }
          whole() { this.zoom(this.from, this.to); }
          refresh() { for (const plot of this.plots) plot.refresh(); }
          toggle(name) {
            if (!this.hidden.delete(name)) this.hidden.add(name);
            for (const plot of this.plots) plot.ownRange = null;
            this.refresh();
            if (this.toggled) this.toggled(name);
          }
          point(x, own) {
            this.at = x;
            for (const plot of this.plots) plot.point(x, plot === own);
            if (this.pointed && own) this.pointed(x);
          }
        }

        class Plot {
          constructor(host, link, picture) {
            Object.assign(this, { host, link, ownRange: null, graph: null, isNear: false });
            host.plot = this;
            host.classList.add("plotted");
            this.legend = host.appendChild(document.createElement("div"));
            this.legend.className = "legend";
            this.lane = host.appendChild(document.createElement("div"));
            this.lane.className = "lane";
            this.canvas = host.appendChild(document.createElement("div"));
            Object.assign(this.canvas, { className: "canvas", tabIndex: 0 });
            this.canvas.setAttribute("role", "img");
            this.hair = document.createElement("div");
            this.hair.className = "hair";
            this.readout = host.appendChild(document.createElement("div"));
            this.readout.className = "readout";
            this.canvas.addEventListener("pointermove", event => { if (!this.fingers) this.link.point(this.moment(event.clientX), this); });
            this.canvas.addEventListener("pointerleave", () => this.link.point(null, this));
            this.canvas.addEventListener("blur", () => this.link.point(null, this));
            this.canvas.addEventListener("keydown", event => this.key(event));
            link.plots.push(this);
            new IntersectionObserver(entries => {
              this.isNear = entries[entries.length - 1].isIntersecting;
              if (this.isNear && this.isStale) this.refresh();
            }, { rootMargin: "300px" }).observe(host);
            new ResizeObserver(() => {
              if (!this.graph) return;
              // What is drawn again for its size is no zoom.
              this.isBusy = true;
              this.graph.resize();
              this.isBusy = false;
              this.place();
            }).observe(this.canvas);
            matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.isNew = true; this.refresh(); });
            this.show(picture);
          }

          // Another picture in the same place.
          show(picture) {
            const looks = ({ curves, bands, spans, marks, rules, y, x, height }) => JSON.stringify([
              ...[curves, bands, spans, marks, rules].map(list => list.map(entry => [entry.name, entry.colour, entry.width, entry.dash, entry.opacit\##
        y])),
              y.label, y.kind, x.label, height]);
            if (this.picture && !this.isNew && looks(picture) === looks(this.picture)) {
              const renewed = new Map();
              for (const kind of ["curves", "bands", "spans", "marks", "rules"]) {
                picture[kind].forEach((entry, i) => { renewed.set(entry, this.colours.get(this.picture[kind][i])); });
              }
              this.colours = renewed;
              this.isOld = true;
            } else this.isNew = true;
            this.picture = picture;
            this.canvas.style.height = picture.height + "px";
            this.canvas.setAttribute("aria-label", picture.title + ". " + picture.summary);
            this.refresh();
          }

          colour(css) {
            this.canvas.style.color = css;
            const text = getComputedStyle(this.canvas).color;
            this.canvas.style.color = "";
            return text;
          }

          isShown(entry) { return (!entry.optional || this.showsAll) && (!entry.name || !this.link.hidden.has(entry.name)); }

          // Draws what has changed, now or when the picture comes near the window.
          refresh() {
            this.isStale = !this.isNear;
            if (this.isStale) return;
            this.isBusy = true;
            if (this.isNew) this.make();
            else this.graph.updateOptions({ dateWindow: this.link.view, valueRange: this.range(), ...(this.isOld ? { file: this.rows() } : {}) });
            this.isNew = this.isOld = this.isBusy = false;
            for (const button of this.legend.querySelectorAll("[value]")) button.setAttribute("aria-pressed", !this.link.hidden.has(button.value));
            this.legend.hidden = !this.legend.children.length;
            this.place();
            if (this.link.at !== null) this.point(this.link.at, false);
          }

          make() {
            const { picture } = this, { curves, y } = picture;
            if (this.graph) this.graph.destroy();
            this.colours = new Map();
            for (const entry of [...curves, ...picture.bands, ...picture.spans, ...picture.marks, ...picture.rules]) this.colours.set(entry, this.co\##
        lour(entry.colour));
            this.drawLegend();
            const series = {}, muted = this.colour("var(--muted)");
            curves.forEach((curve, i) => {
              series["c" + i] = { color: this.colours.get(curve), strokeWidth: curve.width, strokePattern: curve.dash.length ? curve.dash : null };
            });
            const rows = this.rows();
            this.graph = new Dygraph(this.canvas, rows, {
              labels: ["x", ...curves.map((_, i) => "c" + i)], series, connectSeparatedPoints: true, legend: "never", showLabelsOnHighlight: false,
              highlightCircleSize: 0, dateWindow: this.link.view, valueRange: this.range(), axisLabelFontSize: 12, axisLineColor: muted,
              gridLineColor: this.colour("color-mix(in srgb, currentColor 13%, transparent)"), xlabel: picture.x.label, ylabel: y.label,
              xLabelHeight: 20, yLabelWidth: 20, pointSize: 1.2, axisTickSize: 4, rightGap: 12,
              plotter: event => {
                const curve = this.picture.curves[+event.setName.slice(1)], [a, b] = this.link.view;
                if (!this.isShown(curve)) return;
                event.drawingContext.globalAlpha = curve.opacity;
                event.drawingContext.lineJoin = "round";
                if (curve.stretch * event.plotArea.w > 2 * (b - a)) this.blocks(curve, event.drawingContext);
                else Dygraph.Plotters.linePlotter(event);
                event.drawingContext.globalAlpha = 1;
              },
              axes: {
                x: { ticker: (a, b, pixels) => labelled(a, b, picture.x.kind, pixels / 90, picture.x.names), axisLabelWidth: picture.x.names ? 90 : \##
        64 },
                y: { ticker: (a, b, pixels) => labelled(a, b, y.kind, pixels / 34), axisLabelWidth: picture.gutter || 52 },
              },
              underlayCallback: (context, area, graph) => this.underlay(context, area, graph),
              drawCallback: graph => this.drawn(graph),
              interactionModel: this.model(),
            });
            this.canvas.append(this.hair);
          }

          // Rows for dygraphs: null where a curve has no sample, NaN where its stroke ends.
          rows() {
            const heads = this.picture.curves.map(curve => ({ ...Plot.broken(curve), at: 0 })), rows = [];
            for (;;) {
              let x = Infinity;
              for (const head of heads) if (head.at < head.x.length && head.x[head.at] < x) x = head.x[head.at];
              if (x === Infinity) break;
              rows.push([x, ...heads.map(head => head.at < head.x.length && head.x[head.at] === x ? head.y[head.at++] : null)]);
            }
            return rows.length ? rows : [[this.link.from, ...heads.map(() => NaN)]];
          }

          // A curve that holds the extremes of stretches, enlarged: between them no line is known.
          blocks(curve, context) {
            const { x, y, stretch, width } = curve, [a, b] = this.link.view, X = v => this.graph.toDomXCoord(v), Y = v => this.graph.toDomYCoord(v);
            context.fillStyle = this.colours.get(curve);
            context.globalAlpha *= 0.6;
            const end = lowerBound(x, b + stretch);
            for (let i = lowerBound(x, a - stretch); i < end;) {
              const index = Math.floor(x[i] / stretch), left = X(index * stretch), values = [];
              for (; i < end && Math.floor(x[i] / stretch) === index; i++) if (!isNaN(y[i])) values.push(y[i]);
              if (!values.length) continue;
              const low = Math.min(...values), high = Math.max(...values), ends = curve.wraps && high - low > 180 ? [[low, low], [high, high]] : [[l\##
        ow, high]];
              for (const [bottom, top] of ends) context.fillRect(left, Y(top) - width / 2, X((index + 1) * stretch) - left, Y(bottom) - Y(top) + wid\##
        th);
            }
          }

          // Words about stretches above the plot, each in the first row that has room; values outside of the whole picture at its edge.
          place() {
            for (const node of this.host.querySelectorAll(".words-at")) node.remove();
            const { words = [] } = this.picture, ends = [];
            if (words.length && this.graph) {
              const area = this.graph.getArea(), [a, b] = this.link.view, isWhole = this.link.isWhole && !this.ownRange, isNarrow = area.w < 520;
              const X = x => area.x + (x - a) / (b - a) * area.w, within = (v, margin) => Math.max(area.x + margin, Math.min(v, area.x + area.w - ma\##
        rgin));
              for (const word of words) {
                const isLane = word.place === "lane";
                if (word.to < a || word.from > b || !isLane && !isWhole) continue;
                const node = (isLane ? this.lane : this.host).appendChild(document.createElement("span"));
                node.className = isLane ? "words-at" : "words-at edge";
                node.textContent = isNarrow ? word.short : word.text;
                node.style.color = word.colour;
                const width = node.offsetWidth;
                if (isLane) {
                  const left = Math.max(area.x, Math.min(X(word.from), area.x + area.w - width));
                  let row = ends.findIndex(end => end + 10 <= left);
                  if (row < 0) row = ends.length;
                  ends[row] = left + width;
                  Object.assign(node.style, { left: left + "px", bottom: 17 * row + "px" });
                  this.lane.style.height = 17 * ends.length + "px";
                } else {
                  const top = this.canvas.offsetTop + area.y + (word.place === "above" ? 6 : area.h - 22);
                  Object.assign(node.style, { left: within(X(word.from), width / 2) + "px", top: top + "px" });
                }
              }
            }
            if (!ends.length) this.lane.style.height = 0;
          }

          // A curve with its ends of strokes: pauses, and steps of an angle across its jump.
          static broken({ x, y, wraps, pause }) {
            const xs = [], ys = [];
            let last = NaN, before = NaN;
            for (let i = 0; i < x.length; i++) {
              if (!isNaN(last) && !isNaN(y[i]) && (x[i] - before > pause || (wraps && Math.abs(y[i] - last) > 180))) { xs.push(x[i]); ys.push(NaN); \##
        }
              xs.push(x[i]); ys.push(y[i]);
              last = y[i]; before = x[i];
            }
            return { x: xs, y: ys };
          }

          // The lowest and the highest value that is seen; null without any.
          extent() {
            const [a, b] = this.link.view;
            let low = Infinity, high = -Infinity;
            for (const curve of this.picture.curves) {
              if (!this.isShown(curve)) continue;
              const end = lowerBound(curve.x, b + 1e-9);
              for (let i = lowerBound(curve.x, a - 1e-9); i < end; i++) {
                if (curve.y[i] < low) low = curve.y[i];
                if (curve.y[i] > high) high = curve.y[i];
              }
            }
            return low <= high ? [low, high] : null;
          }

          range() {
            if (this.ownRange) return this.ownRange;
            const { y, curves, scale } = this.picture;
            if (this.link.isWhole && !curves.some(curve => !curve.optional && !this.isShown(curve)) && y.low !== undefined) return [y.low, y.high];
            if (scale) {
              const reaches = this.link.plots.filter(plot => plot.picture.scale === scale).map(plot => plot.reach()).filter(reach => reach !== null)\##
        ;
              const reach = Math.min(Math.max(...reaches), 3 * median(reaches)) || 0.5;
              return [-1.08 * reach, 1.08 * reach];
            }
            const found = this.extent();
            if (!found) return y.low === undefined ? [0, 1] : [y.low, y.high];
            if (y.zero) { found[0] = Math.min(found[0], 0); found[1] = Math.max(found[1], 0); }
            const margin = Math.max(0.04 * (found[1] - found[0]), 1e-3 * Math.abs(found[1]), (y.least || 0) / 2 - (found[1] - found[0]) / 2, 1e-6);
            // Ends at parts of ticks: the axis stays while values move a little.
            const step = niceStep(found[1] - found[0] + 2 * margin, 20);
            return [Math.floor((found[0] - margin) / step) * step, Math.ceil((found[1] + margin) / step) * step];
          }

          // What the values that are seen stay below for 98 % of the time.
          reach() {
            const [a, b] = this.link.view, list = [];
            for (const curve of this.picture.curves) {
              if (!this.isShown(curve)) continue;
              const end = lowerBound(curve.x, b);
              for (let i = lowerBound(curve.x, a); i < end; i++) if (!isNaN(curve.y[i])) list.push(Math.abs(curve.y[i]));
            }
            return list.length ? quantile(list, 0.98) : null;
          }

          // What is below the curves, and bars at the edge where curves and bands leave the picture.
          underlay(context, area, graph) {
            const [low, high] = graph.yAxisRange(), X = x => graph.toDomXCoord(x), Y = y => graph.toDomYCoord(y), { picture } = this;
            context.save();
            context.beginPath();
            context.rect(area.x, area.y, area.w, area.h);
            context.clip();
            const edge = (x, from, to, colour) => {
              context.fillStyle = colour;
              const [a, b] = this.link.view, first = Math.max(0, lowerBound(x, a) - 1), end = lowerBound(x, b);
              for (const [isBeyond, top] of [[i => to[i] > high, area.y], [i => from[i] < low, area.y + area.h - 4]]) {
                for (let i = first; i < end; i++) {
                  if (isBeyond(i)) context.fillRect(X(x[i]) - 1.5, top, isBeyond(i + 1) ? X(x[i + 1]) - X(x[i]) : 3, 4);
                }
              }
            };
            for (const span of picture.spans) {
              if (!this.isShown(span)) continue;
              context.globalAlpha = span.opacity;
              context.fillStyle = this.colours.get(span);
              for (const [a, b] of span.list) context.fillRect(X(a), area.y, Math.max(1, X(b) - X(a)), area.h);
            }
            for (const band of picture.bands) {
              if (!this.isShown(band)) continue;
              context.fillStyle = this.colours.get(band);
              context.globalAlpha = band.opacity;
              for (let i = 0; i < band.x.length;) {
                if (isNaN(band.low[i])) { i++; continue; }
                let end = i;
                while (end < band.x.length && !isNaN(band.low[end])) end++;
                context.beginPath();
                for (let j = i; j < end; j++) context.lineTo(X(band.x[j]), Y(Math.min(band.high[j], 4 * high - 3 * low)));
                for (let j = end - 1; j >= i; j--) context.lineTo(X(band.x[j]), Y(Math.max(band.low[j], 4 * low - 3 * high)));
                context.fill();
                i = end;
              }
              context.globalAlpha = Math.min(1, 3 * band.opacity);
              edge(band.x, band.low, band.high, this.colours.get(band));
            }
            for (const rule of picture.rules) {
              context.globalAlpha = rule.opacity;
              context.strokeStyle = this.colours.get(rule);
              context.lineWidth = rule.width;
              context.setLineDash(rule.dash);
              context.beginPath();
              if (rule.y === undefined) { context.moveTo(X(rule.x), area.y); context.lineTo(X(rule.x), area.y + area.h); }
              else { context.moveTo(area.x, Y(rule.y)); context.lineTo(area.x + area.w, Y(rule.y)); }
              context.stroke();
            }
            context.setLineDash([]);
            for (const mark of picture.marks) {
              if (!this.isShown(mark)) continue;
              context.globalAlpha = mark.opacity;
              context.fillStyle = this.colours.get(mark);
              for (const [x, y] of mark.list) {
                context.beginPath();
                context.arc(X(x), Y(y), mark.width / 2, 0, 2 * Math.PI);
                context.fill();
              }
            }
            for (const curve of picture.curves) {
              if (!this.isShown(curve)) continue;
              context.globalAlpha = curve.opacity;
              edge(curve.x, curve.y, curve.y, this.colours.get(curve));
            }
            context.restore();
          }

          // dygraphs has drawn: by a drag of its own if it shows something else than the others.
          drawn(graph) {
            if (this.isBusy) return;
            const [a, b] = graph.xAxisRange(), [from, to] = this.link.view, slack = 1e-6 * (to - from);
            if (Math.abs(a - from) > slack || Math.abs(b - to) > slack) this.link.zoom(a, b);
            else {
              const [low, high] = this.range(), own = graph.yAxisRange(), room = 1e-6 * (high - low);
              if (Math.abs(own[0] - low) <= room && Math.abs(own[1] - high) <= room) return;
              this.ownRange = own;
              if (this.link.changed) this.link.changed();
            }
          }

          model() {
            const model = { ...Dygraph.defaultInteractionModel }, across = (touch, view) => {
              const area = this.graph.getArea(), left = this.canvas.getBoundingClientRect().left + area.x;
              return view[0] + (touch.clientX - left) / area.w * (view[1] - view[0]);
            };
            model.dblclick = () => this.link.whole();
            // One finger reads, and pans what is enlarged; two fingers zoom; the page scrolls up and down as ever.
            model.touchstart = event => {
              const view = [...this.link.view];
              this.fingers = { view, start: [...event.touches].slice(0, 2).map(touch => across(touch, view)), x: event.touches[0].clientX };
              if (event.touches.length > 1) event.preventDefault();
              else this.link.point(this.fingers.start[0], this);
            };
            model.touchmove = event => {
              if (!this.fingers) return;
              const { view, start } = this.fingers, now = [...event.touches].slice(0, 2).map(touch => across(touch, view));
              if (now.length > 1 && start.length > 1) {
                event.preventDefault();
                const factor = (start[1] - start[0]) / (now[1] - now[0] || 1e-9);
                if (factor > 0.02) this.link.zoom(start[0] - (now[0] - view[0]) * factor, start[0] + (view[1] - now[0]) * factor);
              } else if (!this.link.isWhole && Math.abs(event.touches[0].clientX - this.fingers.x) > 6) {
                if (event.cancelable) event.preventDefault();
                this.link.zoom(view[0] + start[0] - now[0], view[1] + start[0] - now[0]);
              } else this.link.point(now[0], this);
            };
            model.touchend = event => {
              const now = performance.now();
              if (event.touches.length) { model.touchstart(event); return; }
              if (now - this.tapped < 350 && this.fingers && this.fingers.start.length === 1) { event.preventDefault(); this.link.whole(); }
              this.tapped = now;
              this.fingers = null;
            };
            model.touchcancel = () => { this.fingers = null; };
            return model;
          }

          moment(clientX) {
            const [a, b] = this.link.view;
            if (!this.graph) return a;
            const area = this.graph.getArea(), left = this.canvas.getBoundingClientRect().left + area.x;
            return Math.min(b, Math.max(a, a + (clientX - left) / area.w * (b - a)));
          }

          key(event) {
            const [a, b] = this.link.view, span = b - a, at = this.link.at === null ? (a + b) / 2 : this.link.at;
            const go = { ArrowLeft: -1, ArrowRight: 1 }[event.key], up = { ArrowUp: 0.5, ArrowDown: 2 }[event.key];
            if (go && event.shiftKey) this.link.zoom(a + go * span / 8, b + go * span / 8);
            else if (go) this.link.point(Math.min(b, Math.max(a, at + go * span / 200)), this);
            else if (up && event.shiftKey) {
              const [low, high] = this.range(), middle = (low + high) / 2;
              this.ownRange = [middle - (high - low) / 2 * up, middle + (high - low) / 2 * up];
              this.refresh();
              if (this.link.changed) this.link.changed();
            } else if (event.key === "+" || event.key === "=") this.link.zoom(at - span / 4, at + span / 4);
            else if (event.key === "-") this.link.zoom(at - span, at + span);
            else if (event.key === "0" || event.key === "Escape") this.link.whole();
            else return;
            event.preventDefault();
            clearTimeout(this.speaking);
            this.speaking = setTimeout(() => { spoken.textContent = this.readout.innerText.replace(/\n/g, ", "); }, 300);
          }

          // A line at x in every picture, and the values there in the one that is pointed at.
          point(x, isOwn) {
            const [a, b] = this.link.view, isOn = x !== null && this.graph && this.isNear && x >= a && x <= b;
            this.hair.classList.toggle("on", Boolean(isOn));
            this.readout.classList.toggle("on", Boolean(isOn && isOwn));
            if (!isOn) return;
            const area = this.graph.getArea(), left = area.x + (x - a) / (b - a) * area.w;
            Object.assign(this.hair.style, { left: left + "px", top: area.y + "px", height: area.h + "px" });
            if (!isOwn) return;
            const { curves, bands, x: axis, y } = this.picture, reach = (b - a) / area.w, [low, high] = this.graph.yAxisRange();
            const n = Math.max(0, Math.min(4, 3 - Math.floor(Math.log10(Math.max(high - low, 1e-9)))));
            const value = v => y.kind === "logarithm" ? String(+(10 ** v).toPrecision(3)) : fixed(y.kind === "heading" ? bearing(v) : v, n);
            const head = document.createElement("b");
            head.textContent = axis.names ? axis.names.reduce((best, name) => Math.abs(name.v - x) < Math.abs(best.v - x) ? name : best).label : axi\##
        s.kind === "time" ? clock(x, (b - a) / 1000) + " s" : axis.kind === "logarithm" ? (10 ** x).toPrecision(3) + (axis.unit || "")
              : fixed(x, decimals((b - a) / 200)) + (axis.unit || "");
            // A band of two ends is a zone of the picture.
            const isRead = entry => entry.x.length > 2 && (entry.name ? this.isShown(entry) : curves.length === 1 && entry === curves[0]);
            const rows = [...curves, ...bands].filter(isRead).map(entry => {
              const hit = Plot.read(entry, x, reach), row = document.createElement("span"), dot = document.createElement("i");
              const texts = hit ? [...new Set(hit.map(value))] : ["\u2013"];
              dot.style.background = entry.colour;
              row.append(dot, (entry.name || y.label.split(",")[0]) + " " + texts.join(" \u2026 ") + (hit ? y.unit : ""));
              return row;
            });
            this.readout.replaceChildren(head, ...rows);
            const isRight = left > area.x + 0.6 * area.w;
            Object.assign(this.readout.style, {
              left: left + "px", top: this.canvas.offsetTop + 6 + "px", transform: isRight ? "translateX(calc(-100% - 12px))" : "translateX(12px)",
            });
          }

          // The lowest and highest value within half a pixel of x, or the nearest sample's; null in gaps.
          static read({ x, y, low, high, pause }, at, reach) {
            const lows = y || low, highs = y || high, middle = lowerBound(x, at);
            let [bottom, top] = [Infinity, -Infinity];
            for (let i = lowerBound(x, at - reach / 2); i < x.length && x[i] <= at + reach / 2; i++) {
              if (lows[i] < bottom) bottom = lows[i];
              if (highs[i] > top) top = highs[i];
            }
            if (bottom <= top) return [bottom, top];
            const sides = [middle - 1, middle].filter(i => i >= 0 && i < x.length), known = sides.filter(i => !isNaN(lows[i]));
            const near = known.sort((i, j) => Math.abs(x[i] - at) - Math.abs(x[j] - at))[0];
            // Between two samples of a stroke the nearer counts; at the end of a stroke only what is close.
            const far = sides.length === 2 && known.length === 2 ? pause || 0 : 0;
            return near === undefined || Math.abs(x[near] - at) > Math.max(far, 2 * reach) ? null : [lows[near], highs[near]];
          }

          drawLegend() {
            if (this.picture.isPlain) return;
            const { curves, bands, spans, marks } = this.picture, seen = new Set(), isListed = entry => entry.name && (!entry.optional || this.shows\##
        All);
            const main = curves.filter(curve => !curve.optional), optional = curves.filter(curve => curve.optional);
            this.legend.replaceChildren(...[...main, ...spans, ...bands, ...marks, ...optional].filter(entry => isListed(entry) && !seen.has(entry.n\##
        ame) && seen.add(entry.name)).map(entry => {
              const button = document.createElement("button");
              Object.assign(button, { type: "button", value: entry.name, title: "Show or hide " + entry.name });
              const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS("http://www.w3.org/2000/svg\##
        ", "path");
              svg.setAttribute("viewBox", "0 0 26 10");
              svg.setAttribute("aria-hidden", "true");
              const isLine = curves.includes(entry);
              const attributes = isLine ? { d: "M0 5H26", stroke: entry.colour, "stroke-width": Math.min(6, entry.width * 1.3), "stroke-dasharray": \##
        entry.dash.join(" "),
                "stroke-opacity": entry.opacity } : { d: "M0 0H26V10H0Z", fill: entry.colour, "fill-opacity": Math.max(0.2, entry.opacity) };
              for (const key in attributes) path.setAttribute(key, attributes[key]);
              svg.append(path);
              button.append(svg, entry.name);
              button.addEventListener("click", () => this.link.toggle(entry.name));
              return button;
            }));
            if (!optional.length) return;
            const button = this.legend.appendChild(document.createElement("button"));
            Object.assign(button, { type: "button", className: "all", textContent: this.showsAll ? "Show fewer" : `Show all (${optional.length} more\##
        )` });
            button.addEventListener("click", () => {
              this.showsAll = !this.showsAll;
              this.isNew = true;
              this.refresh();
              this.legend.querySelector(".all").focus();
            });
          }
        }
        """##
    static let dial: String = ##"""
        // box: the element with hands and names; headings: the page's samples by name.
        const dial = (box, headings) => {
          const hands = [...box.querySelectorAll("g.hand")], size = box.querySelector("svg.rose").viewBox.baseVal.width / 2;
          const outputs = [...box.querySelectorAll(".hands li")].map(row => row.querySelector("output")), time = box.querySelector("p output");
          const heading = (name, at) => {
            const series = headings.get(name);
            if (!series) return NaN;
            const i = lowerBound(series.x, at), near = [i - 1, i].filter(k => k >= 0 && k < series.x.length)
              .sort((a, b) => Math.abs(series.x[a] - at) - Math.abs(series.x[b] - at))[0];
            return near === undefined || Math.abs(series.x[near] - at) > 1 ? NaN : series.y[near];
          };
          const degrees = value => isNaN(value) ? "undefined" : Math.round(value) % 360 + "\u00b0";
          const show = at => {
            time.textContent = clock(at, 1);
            const values = hands.map(hand => heading(hand.dataset.name, at));
            hands.forEach((hand, i) => {
              hand.setAttribute("visibility", isNaN(values[i]) ? "hidden" : "visible");
              if (!isNaN(values[i])) hand.setAttribute("transform", `rotate(${values[i].toFixed(1)} ${size} ${size})`);
              const off = values[i] - values[0], turn = off - 360 * Math.round(off / 360), amount = Math.abs(turn);
              outputs[i].textContent = degrees(values[i]) + (i && !isNaN(off) ? `, ${fixed(amount, amount < 9.95 ? 1 : 0)}\u00b0 ${turn < 0 ? "left"\##
         : "right"}` : "");
            });
          };
          document.addEventListener("moment", event => show(event.detail.x));
        };
        """##
    static let phones: String = ##"""
        const Phones = (() => {
        const SPACE = "http://www.w3.org/2000/svg", LONG = 340, BEZEL = 9, GAP = 14, TITLE = 24, FLOOR = -0.866, MOST = 6, RADAR = 40, MARGIN = 8;
        const outline = {
          ring: "m-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0", dot: "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0", square: "m-4.5 -4.5h9v9h-9z",
          diamond: "m0 -6l6 6l-6 6l-6 -6z",
        };
        const rotate = ([w, x, y, z], [a, b, c]) => [
          (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c,
          2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c,
          2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c,
        ];
        const unrotate = ([w, x, y, z], v) => rotate([w, -x, -y, -z], v);
        const degrees = angle => angle * 180 / Math.PI, wrap = angle => angle - 360 * Math.round(angle / 360);
        const metres = d => d >= 9950 ? (d / 1000).toFixed(0) + " km" : d >= 995 ? (d / 1000).toFixed(1) + " km" : d.toFixed(d < 9.95 ? 1 : 0) + " m\##
        ";
        const round = value => +value.toFixed(1);
        const paint = track => track.mark === "ring" ? { class: "ring", fill: "none", stroke: track.colour } : { class: track.mark, fill: track.colo\##
        ur };

        return class Phones {
          // moment: the group to draw in; camera: [width, height, fx, fy, cx, cy] of the screen as it is held; focal: pixels of the device;
          // landmarks: [{ v: [east, north, up], distance, name }], distance 0 for a direction. The property radar, where set, is
          // { isTurning, radius }: metres, 0 for directions alone.
          constructor(moment, camera, focal, landmarks) {
            const scale = LONG / Math.max(camera[0], camera[1]), [width, height, fx, fy, cx, cy] = camera.map(value => value * scale);
            Object.assign(this, { moment, focal, landmarks, width, height, fx, fy, cx, cy, into: moment });
          }

          static shape(name, attributes, text) {
            const node = document.createElementNS(SPACE, name);
            for (const key in attributes) node.setAttribute(key, attributes[key]);
            if (text !== undefined) node.textContent = text;
            return node;
          }

          // A track's mark, for the list beside the picture.
          static mark(track) { return Phones.shape("path", { d: "M0 0" + outline[track.mark], ...paint(track) }); }

          // How far right of the truth labels are drawn, degrees: the turn about the vertical from a track's frame to the truth's.
          static shift(q, [w, x, y, z]) {
            return -wrap(degrees(2 * Math.atan2(-q[0] * z - q[1] * y + q[2] * x + q[3] * w, q[0] * w + q[1] * x + q[2] * y + q[3] * z)));
          }

          add(name, attributes, text) {
            const node = Phones.shape(name, attributes, text);
            this.into.append(node);
            return node;
          }

          words(text, x, y, weight = 400) { this.add("text", { x: round(x), y: round(y), "text-anchor": "middle", fill: "currentColor", "font-weight\##
        ": weight }, text); }

          // Where a direction in device axes is seen; null behind the camera.
          point([x, y, z]) { return z < -1e-6 ? [this.cx - this.fx * x / z, this.cy + this.fy * y / z] : null; }

          contains(at) { return at && at[0] >= 0 && at[0] <= this.width && at[1] >= 0 && at[1] <= this.height; }

          // The corners of what is below the horizon.
          ground(up) {
            const height = ([x, y]) => up[0] * (x - this.cx) / this.fx + up[1] * (this.cy - y) / this.fy - up[2];
            const corners = [[0, 0], [this.width, 0], [this.width, this.height], [0, this.height]];
            return corners.flatMap((a, i) => {
              const b = corners[(i + 1) % 4], [ha, hb] = [height(a), height(b)], inside = ha < 0 ? [a] : [];
              if ((ha < 0) === (hb < 0)) return inside;
              const share = ha / (ha - hb);
              return [...inside, [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]];
            });
          }

          // A box with text over a mark, in the lowest row above it that is free.
          label(taken, below, text, [x, y], colour) {
            const w = text.length * 7.1 + 12, left = Math.min(this.width - w - 2, Math.max(2, x - w / 2));
            for (let row = 0; row < 9; row++) {
              const top = y - 36 - 24 * row;
              if (top < 2) break;
              if (taken.some(other => left < other.right + 4 && other.left < left + w + 4 && top < other.top + 23 && other.top < top + 23)) continue\##
        ;
              taken.push({ left, right: left + w, top });
              below.append(this.add("path", { class: "leader", d: `M${round(x)} ${round(y - 9)}V${round(top + 20)}`, stroke: colour }));
              this.add("rect", { class: "label", x: round(left), y: round(top), width: round(w), height: 20, rx: 4, stroke: colour });
              this.words(text, left + w / 2, top + 14.5);
              return;
            }
          }

          view(track, own, truth, q) {
            const corners = this.ground(unrotate(q, [0, 0, 1]));
            this.add("path", { class: "ground", d: corners.map(([x, y], i) => (i ? "L" : "M") + round(x) + " " + round(y)).join("") + (corners.lengt\##
        h ? "Z" : "") });
            const distance = ({ at }) => at ? Math.abs(at[0] - this.width / 2) : Infinity;
            const places = this.landmarks.map(landmark => ({ ...landmark, at: this.point(unrotate(q, landmark.v)), drawn: own && this.point(unrotate\##
        (own, landmark.v)) }))
              .filter(({ at, drawn }) => this.contains(at) || this.contains(drawn)).sort((a, b) => distance(a) - distance(b)).slice(0, MOST);
            const taken = [], below = this.add("g", {});
            for (const { at, drawn, name, distance } of places) {
              if (at && drawn) this.add("path", { class: "link", d: `M${round(at[0])} ${round(at[1])}L${round(drawn[0])} ${round(drawn[1])}`, stroke\##
        : track.colour });
              if (at) this.add("path", { d: `M${round(at[0])} ${round(at[1])}` + outline[truth.mark], ...paint(truth) });
              if (!this.contains(drawn)) continue;
              if (track.mark !== truth.mark) this.add("path", { d: `M${round(drawn[0])} ${round(drawn[1])}` + outline[track.mark], ...paint(track) }\##
        );
              this.label(taken, below, name + (distance ? " \u00b7 " + metres(distance) : ""), drawn, track.colour);
            }
            if (!own) this.words("no orientation", this.width / 2, this.height / 2);
            else if (!places.length) this.words("No place is in view.", this.width / 2, this.height / 2);
          }

          // The compass of a phone whose camera looks at the floor.
          above(track, own, q) {
            const radius = 0.36 * Math.min(this.width, this.height), [x, y] = [this.width / 2, this.height / 2];
            this.add("circle", { class: "rim", cx: round(x), cy: round(y), r: round(radius) });
            for (const [orientation, colour, width] of [[q, "var(--muted,#767b85)", 14], [own, track.colour, 4]]) {
              if (!orientation) continue;
              const north = unrotate(orientation, [0, 1, 0]), length = Math.hypot(north[0], north[1]), [dx, dy] = [radius * north[0] / length, -radi\##
        us * north[1] / length];
              this.add("path", { class: "north", d: `M${round(x - 0.5 * dx)} ${round(y - 0.5 * dy)}L${round(x + 0.9 * dx)} ${round(y + 0.9 * dy)}`, \##
        stroke: colour, "stroke-width": width });
              if (orientation === own) this.words("N", x + 1.14 * dx, y + 1.14 * dy + 5, 600);
            }
            this.words("from above", x, this.height - 12);
          }

          // The places from above: rings by the truth, dots by the track.
          fromAbove(track, own, truth, q) {
            const { isTurning, radius } = this.radar, x = MARGIN + RADAR, y = this.height - x;
            this.add("circle", { cx: x, cy: round(y), r: RADAR, fill: "#ffffff", "fill-opacity": 0.8, stroke: "#656c76" });
            if (radius) this.add("text", { x, y: round(y + RADAR - 3), "text-anchor": "middle", "font-size": 9, fill: "#656c76" }, metres(radius));
            const at = (angle, share) => [round(x + share * RADAR * Math.sin(angle)), round(y - share * RADAR * Math.cos(angle))];
            for (const [orientation, source] of [[q, truth], ...(own && track.mark !== truth.mark ? [[own, track]] : [])]) {
              const [east, north] = rotate(orientation, [0, 0, -1]), isTruth = source === truth, colour = source.colour;
              const heading = Math.hypot(east, north) < 0.0872 ? null : Math.atan2(east, north), up = isTurning ? heading : 0;
              if (up === null) continue;
              if (heading !== null) {
                const half = Math.atan(this.width / 2 / this.fx), [left, right] = [at(heading - up - half, 1), at(heading - up + half, 1)];
                this.add("path", {
                  class: "field", d: `M${x} ${round(y)}L${left.join(" ")}A${RADAR} ${RADAR} 0 0 1 ${right.join(" ")}Z`, stroke: colour,
                  ...(isTruth ? { fill: "none" } : { fill: colour, "fill-opacity": 0.15, "stroke-width": 0.8 }),
                });
              }
              const n = at(-up, 0.86);
              this.add("text", { x: n[0], y: round(n[1] + 3.5), "text-anchor": "middle", "font-size": 10, "font-weight": 600, fill: colour }, "N");
              for (const { v, distance } of this.landmarks) {
                const share = radius && distance ? distance / radius : 1;
                if (share > 1) continue;
                const [cx, cy] = at(Math.atan2(v[0], v[1]) - up, share);
                this.add("circle", { cx, cy, r: isTruth ? 3.2 : 1.8, ...(isTruth ? { fill: "none", stroke: colour } : { fill: colour }) });
              }
            }
          }

          // What tracks show at a moment, the first being the truth: their orientations, device to earth, null for none. Tracks with a title
          // have a phone, the truth the last one. Returns how far each is off, in words.
          draw(tracks, orientations) {
            const { width, height, focal, moment } = this, [q] = orientations, isWide = width > height, around = 2 * (BEZEL + GAP);
            const shown = [...tracks.keys()].filter(i => tracks[i].title).sort((a, b) => (a || tracks.length) - (b || tracks.length));
            const cell = [width + around, height + around + TITLE], total = isWide ? [cell[0], cell[1] * shown.length] : [cell[0] * shown.length, ce\##
        ll[1]];
            this.into = moment;
            moment.replaceChildren();
            moment.ownerSVGElement.setAttribute("viewBox", `0 0 ${round(total[0])} ${round(total[1])}`);
            if (!q) {
              this.words(tracks[0].name + " has no orientation at this moment.", total[0] / 2, total[1] / 2);
              return tracks.map(() => "");
            }
            const isDown = rotate(q, [0, 0, -1])[2] < FLOOR;
            shown.forEach((index, place) => {
              const track = tracks[index], own = orientations[index];
              const left = (isWide ? 0 : place * cell[0]) + GAP + BEZEL, top = (isWide ? place * cell[1] : 0) + TITLE + GAP + BEZEL;
              this.into = moment;
              this.words(track.title, left + width / 2, top - GAP - BEZEL, 600);
              this.add("rect", { class: "phone", x: round(left - BEZEL), y: round(top - BEZEL), width: round(width + 2 * BEZEL), height: round(heigh\##
        t + 2 * BEZEL), rx: 20 });
              this.into = this.add("svg", { class: "view", x: round(left), y: round(top), width: round(width), height: round(height), overflow: "hid\##
        den" });
              this.add("rect", { class: "sky", x: 0, y: 0, width: round(width), height: round(height) });
              if (isDown) this.above(track, own, q); else this.view(track, own, tracks[0], q);
              if (this.radar) this.fromAbove(track, own, tracks[0], q);
            });
            const first = this.landmarks.map(landmark => ({ ...landmark, at: this.point(unrotate(q, landmark.v)) })).filter(({ at }) => this.contain\##
        s(at))
              .sort((a, b) => Math.abs(a.at[0] - width / 2) - Math.abs(b.at[0] - width / 2))[0];
            return tracks.map((_, index) => {
              const own = orientations[index];
              if (!own) return "no orientation";
              if (!index) return "";
              const right = Phones.shift(q, own), off = Math.abs(right), distance = first && first.distance ? first.distance : 100;
              return `${off.toFixed(1)}\u00b0 too far ${right > 0 ? "right" : "left"}, `
                + (off < 60 ? Math.round(focal * Math.tan(off * Math.PI / 180)) + " px, " : "off the screen, ")
                + metres(2 * distance * Math.sin(off * Math.PI / 360)) + " at " + metres(distance);
            });
          }
        };
        })();
        """##
    static let replay: String = ##"""
        const box = document.querySelector(".replay");
        if (!box) return;
        const rows = [...box.querySelectorAll(".marks li")];
        const tracks = rows.map(row => ({
          mark: row.dataset.mark, colour: row.dataset.colour, title: row.dataset.title, name: row.querySelector("span").textContent, output: row.que\##
        rySelector("output"),
        }));
        const interval = +box.dataset.interval;
        const landmarks = box.dataset.landmarks.split("\n").filter(line => line).map(line => {
          const [x, y, z, distance, ...name] = line.split(" ");
          return { v: [+x, +y, +z], distance: +distance, name: name.join(" ") };
        });
        const phones = new Phones(box.querySelector("g.moment"), box.dataset.camera.split(" ").map(Number), +box.dataset.focal, landmarks);
        const [top, radius] = box.dataset.radar.split(" ");
        if (top) phones.radar = { isTurning: top === "turning", radius: +radius };
        const bytes = Uint8Array.from(atob(box.dataset.frames), c => c.charCodeAt(0));
        const view = new DataView(bytes.buffer);
        const frame = (index, track) => {
          const at = (index * tracks.length + track) * 8;
          const q = [0, 2, 4, 6].map(o => view.getInt16(at + o, true) / 32767);
          return Math.hypot(...q) > 0.5 ? q : null;
        };
        rows.forEach((row, i) => row.querySelector("svg").append(Phones.mark(tracks[i])));
        const clockText = seconds => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}.${Math.floor(seconds * 10 % 1\##
        0)}`;
        const draw = index => {
          box.querySelector(".time").textContent = clockText(index * interval);
          const said = phones.draw(tracks, tracks.map((_, track) => frame(index, track)));
          tracks.forEach(({ output }, track) => { output.textContent = said[track]; });
        };

        const slider = box.querySelector("input"), button = box.querySelector(".play");

        // The errors over time behind the slider, as in the first picture; what is beyond 98 % of the larger one's is cut.
        const chart = box.querySelector(".scrubber svg"), count = +slider.max + 1;
        const errors = tracks.map((_, track) => track ? Array.from({ length: count }, (_, index) => {
          const [truth, own] = [frame(index, 0), frame(index, track)];
          return truth && own ? Phones.shift(truth, own) : NaN;
        }) : []);
        const most = Math.max(10, ...errors.map(values => {
          const sizes = values.filter(isFinite).map(Math.abs).sort((a, b) => a - b);
          return sizes.length ? sizes[Math.floor(0.98 * (sizes.length - 1))] : 0;
        }));
        chart.setAttribute("viewBox", `0 ${-most} ${Math.max(1, count - 1)} ${2 * most}`);
        chart.append(Phones.shape("path", { d: `M0 0H${count}`, stroke: "var(--line)" }));
        errors.forEach((values, track) => {
          const d = values.map((error, index) => isFinite(error)
            ? (isFinite(values[index - 1]) && Math.abs(error - values[index - 1]) < 180 ? "L" : "M") + index + " " + (-Math.max(-most, Math.min(most\##
        , error))).toFixed(1) : "").join("");
          if (d) chart.append(Phones.shape("path", { d, stroke: tracks[track].colour }));
        });
        box.querySelector(".controls .note").textContent = `heading error, \u00b1 ${most.toFixed(0)}\u00b0`;

        const show = (index, from) => {
          draw(index);
          slider.value = index;
          if (from !== "picture") document.dispatchEvent(new CustomEvent("moment", { detail: { x: index * interval, from: "replay" } }));
        };
        slider.addEventListener("input", () => show(+slider.value, "slider"));
        document.addEventListener("moment", event => {
          if (event.detail.from !== "picture") return;
          stop();
          show(Math.max(0, Math.min(+slider.max, Math.round(event.detail.x / interval))), "picture");
        });
        let playing = 0, began = 0, start = 0;
        const stop = () => { cancelAnimationFrame(playing); playing = 0; button.textContent = "Play"; };
        const step = now => {
          const index = start + Math.floor((now - began) / 1000 / interval);
          if (index > +slider.max) { stop(); return; }
          if (index !== +slider.value) show(index, "play");
          playing = requestAnimationFrame(step);
        };
        button.addEventListener("click", () => {
          if (playing) { stop(); return; }
          start = +slider.value >= +slider.max ? 0 : +slider.value;
          began = performance.now();
          button.textContent = "Pause";
          playing = requestAnimationFrame(step);
        });
        show(+box.dataset.start, "picture");
        """##
    static let report: String = ##"""
        const pair = text => text.split(" ").map(Number);

        // Strokes of a path as lists of [x, y] in pixels of the plot.
        const strokes = path => {
          const list = [];
          let x = 0, y = 0;
          for (const [, letter, a, b] of path.getAttribute("d").matchAll(/([MLVH])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
            if (letter === "V") y = +a; else if (letter === "H") x = +a; else { x = +a; y = +b; }
            if (letter === "M") list.push([]);
            list[list.length - 1].push([x, y]);
          }
          return list;
        };

        const look = path => ({
          name: path.dataset.name || "", colour: path.getAttribute("stroke") === null ? path.getAttribute("fill") : path.getAttribute("stroke"),
          width: +path.getAttribute("stroke-width"), dash: (path.getAttribute("stroke-dasharray") || "").split(" ").filter(part => part).map(Number)\##
        ,
          opacity: +(path.getAttribute("stroke-opacity") || path.getAttribute("fill-opacity") || 1),
        });

        // Places and their names: a line each.
        const named = text => text ? text.split("\n").map(line => ({ v: parseFloat(line), label: line.slice(line.indexOf("\t") + 1) })) : null;

        // The picture that an svg shows.
        const described = (svg, samples, { scale, cut }) => {
          const plot = svg.querySelector("svg.plot"), width = +plot.getAttribute("width"), height = +plot.getAttribute("height");
          const [x0, x1] = pair(svg.dataset.x), [y0, y1] = pair(svg.dataset.y), { abscissa = "", ordinate = "", axis = "number", scaling, names } = \##
        svg.dataset;
          const X = x => x0 + x / width * (x1 - x0), Y = y => y1 - y / height * (y1 - y0);
          const all = name => [...plot.querySelectorAll("path." + name)];
          const flat = path => {
            const x = [], y = [];
            for (const stroke of strokes(path)) {
              if (x.length) { x.push(x[x.length - 1]); y.push(NaN); }
              for (const point of stroke) { x.push(X(point[0])); y.push(Y(point[1])); }
            }
            // A column of many samples has their extremes; between these no line is known.
            const repeated = x.reduce((count, value, i) => count + (i > 0 && value === x[i - 1]), 0);
            return { x, y, stretch: axis === "time" && repeated > x.length / 10 ? (x1 - x0) / 960 : 0 };
          };
          // Angles on the circle from the cut on.
          const turned = series => series && (cut === undefined ? series : { ...series, y: series.y.map(v => v - 360 * Math.floor((v - cut) / 360)) \##
        });
          const unitOf = label => /degrees|heading$/.test(label) ? "\u00b0" : /, ([^,]*)$/.test(label) ? " " + label.match(/, ([^,]*)$/)[1] : "";
          const unit = unitOf(ordinate);
          return {
            title: svg.querySelector("title").textContent, summary: svg.querySelector("desc").textContent, height: svg.viewBox.baseVal.height,
            x: { from: x0, to: x1, kind: axis, unit: unitOf(abscissa), names: named(names), label: axis === "time" && abscissa ? "time since the sta\##
        rt, minutes:seconds" : abscissa },
            y: { low: y0, high: y1, label: ordinate, unit, kind: scaling || (unit === "\u00b0" ? "angle" : "number"), zero: /error/.test(ordinate) }\##
        ,
            scale,
            curves: all("line").map(path => {
              const style = look(path), exact = samples && turned(samples.get(style.name)), optional = path.classList.contains("optional");
              return { ...style, optional, ...(exact || flat(path)), wraps: Boolean(exact), pause: exact ? exact.pause : Infinity };
            }).filter(curve => curve.x.length),
            words: [...svg.querySelectorAll("text.note")].map(note => {
              const { place, words: text, short } = note.dataset, [from, to] = pair(note.dataset.x);
              return { place, text, short, from, to, colour: note.getAttribute("fill") };
            }),
            bands: all("band").map(path => {
              const x = [], low = [], high = [];
              for (const stroke of strokes(path)) {
                if (x.length) { x.push(x[x.length - 1]); low.push(NaN); high.push(NaN); }
                for (let i = 0; i < stroke.length / 2; i++) {
                  x.push(X(stroke[i][0]));
                  high.push(Y(stroke[i][1]));
                  low.push(Y(stroke[stroke.length - 1 - i][1]));
                }
              }
              return { ...look(path), x, low, high, pause: 0 };
            }),
            spans: all("spans").map(path => ({ ...look(path), list: strokes(path).map(stroke => [X(stroke[0][0]), X(stroke[1][0])]) })),
            marks: all("points").map(path => ({ ...look(path), list: strokes(path).map(([[x, y]]) => [X(x), Y(y)]) })),
            rules: all("rule").map(path => {
              const [[a, b]] = strokes(path);
              return { ...look(path), ...(a[1] === b[1] ? { y: Y(a[1]) } : { x: X(a[0]) }) };
            }),
          };
        };

        // The page's samples by kind and name: see SampleBlock for how they travel.
        const unpacked = async box => {
          const kinds = new Map();
          if (!box || typeof DecompressionStream === "undefined") return kinds;
          const packed = Uint8Array.from(atob(box.dataset.deflated), letter => letter.charCodeAt(0));
          const bytes = new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuff\##
        er());
          let at = 0;
          const summed = (count, planes) => {
            const list = new Float64Array(count), modulus = 256 ** planes;
            let sum = 0;
            for (let i = 0; i < count; i++) {
              for (let plane = planes - 1, factor = modulus / 256; plane >= 0; plane--, factor /= 256) sum += factor * bytes[at + plane * count + i]\##
        ;
              sum %= modulus;
              list[i] = sum;
            }
            at += planes * count;
            return list;
          };
          const lines = box.dataset.contents.split("\n"), grids = [];
          for (const line of lines.filter(text => text.startsWith("grid "))) {
            const [count, stretch] = pair(line.slice(5));
            grids.push({ x: summed(count, 4).map(ticks => ticks * 1e-4), stretch });
          }
          for (const line of lines.slice(grids.length)) {
            const [kind, name, grid, low, step] = line.split("\t"), { x, stretch } = grids[+grid];
            const y = summed(x.length, 2).map(code => code ? +low + (code - 1) * +step : NaN);
            if (!kinds.has(kind)) kinds.set(kind, new Map());
            kinds.get(kind).set(name, { x, y, stretch, pause: Math.max(1, 10 * (x[x.length - 1] - x[0]) / Math.max(1, x.length - 1)) });
          }
          return kinds;
        };

        (async () => {
          const kinds = await unpacked(document.querySelector(".samples"));
          let time = null;
          for (const figure of document.querySelectorAll("figure")) {
            const pictures = [...figure.querySelectorAll("svg.chart[data-x]")];
            // Pictures over time and those of named curves; bars, circles and rows of names stay as they are.
            if (!pictures.length || !pictures[0].querySelector("[data-axis=time] path.line, path.line[data-name]")) continue;
            if (pictures[0].dataset.scaling === "names" || pictures[0].querySelector("path.bars, ellipse")) continue;
            const svg = pictures.find(picture => picture.clientWidth) || pictures[0];
            const picture = described(pictures[0], kinds.get(figure.dataset.samples), figure.dataset);
            picture.height = svg.viewBox.baseVal.height;
            picture.gutter = 58;
            // Low pictures are named by their titles alone.
            picture.isPlain = picture.height < 160;
            let link = time;
            if (picture.x.kind !== "time") link = new Link(picture.x.from, picture.x.to);
            else if (!time) time = link = new Link(picture.x.from, picture.x.to);
            const host = document.createElement("div");
            figure.prepend(host);
            figure.classList.add("live");
            new Plot(host, link, picture);
          }
          const compass = document.querySelector(".dial");
          if (compass && kinds.has("heading")) dial(compass, kinds.get("heading"));
          document.documentElement.classList.add("alive");
          if (!time) return;
          const button = document.querySelector("button.whole");
          time.changed = () => document.documentElement.classList.toggle("zoomed", !time.isWhole || time.plots.some(plot => plot.ownRange));
          if (button) button.addEventListener("click", () => time.whole());
          time.pointed = x => { if (x !== null) document.dispatchEvent(new CustomEvent("moment", { detail: { x, from: "picture" } })); };
          document.addEventListener("moment", event => { if (event.detail.from === "replay") time.point(event.detail.x, null); });
          // Anything with data-from and data-to, seconds, shows that stretch in all pictures.
          document.addEventListener("click", event => {
            const chosen = event.target.closest("[data-from][data-to]");
            if (chosen) time.zoom(+chosen.dataset.from, +chosen.dataset.to);
          });
        })();
        """##
}

enum Prose {
    static let warnings: String = ##"""
        # Warnings

        <!-- Made by `make warnings-page` from the list of codes; edit Sources/Vocabulary and Sources/Reporting/Resources/warnings.md instead. -->

        A warning does not stop the work. Each has a code, a message that says what was found, and an advice. Serious ones come
        first: a result is wrong, missing or refused. After a plain *warning* the result holds with less accuracy or under
        an assumption; a *note* is information. Runs over several logs name the log, and a warning that several logs share is
        printed once. Under `--strict` refusals end with exit code 1 and damaged data with exit code 65.

        In JSON a warning has the keys `code`, `severity`, `subject` (what it is about), `log` (null where the run has one log),
        `place` (file and line, or null), `message`, which begins with the place, and `advice`.

        """##
}

enum Template {
    static let comparisonNotebook: String = ##"""
        # Comparison of filters

        {{{headline}}}

        Written by `sensorlab export notebook`. The figures are from the time of the export; running the cells draws them again from the same file. \##
        It needs `pip install pandas matplotlib`.

        ```python counts
        import json
        from pathlib import Path

        import matplotlib.pyplot as plt
        import numpy as np
        import pandas as pd

        comparison = json.loads(Path({{{path}}}).read_text())
        errors = pd.DataFrame(
            {"recording": recording["name"], "group": recording["group"], "filter": run["name"],
             "total": run["errors"]["total"]["rmseDegrees"],
             "heading": run["errors"]["heading"]["rmseDegrees"],
             "headingAfterOffset": run["errors"]["headingAfterOffset"]["rmseDegrees"],
             "inclination": run["errors"]["inclination"]["rmseDegrees"]}
            for recording in comparison["recordings"] for run in recording["filters"] if run["errors"]
        )
        filters = [name for name in comparison["filters"] if name in set(errors.get("filter", []))]
        print(len(comparison["recordings"]), "recordings,", len(filters), "filters with errors")
        ```
        {{^means}}

        No recording has a reference, so there are no errors to show; `comparison["recordings"]` has the agreement of the headings.
        {{/means}}
        {{#means}}

        ## Mean errors

        RMSE of every recording in degrees, then a plain mean over the recordings. The error of an orientation is its rotation against the reference\##
        , `e = q_est q_ref*`: *total* is its angle, *heading* its part about the vertical, *headingAfterOffset* the same after one constant per reco\##
        rding was removed, *inclination* the rest. Compare only means over the same recordings: see *recordings* first.

        ```python means
        means = errors.groupby("filter").mean(numeric_only=True).loc[filters]
        means["recordings"] = errors.groupby("filter")["recording"].nunique()
        means.round(2)
        ```

        ## Every recording

        A mean does not show whether a filter is slightly worse everywhere or fails once. One dot per filter and recording; the scale is logarithmic\##
        , since errors of filters differ by factors.

        ```python dots
        table = errors.pivot(index="recording", columns="filter", values="total")
        table = table.loc[[r["name"] for r in comparison["recordings"] if r["name"] in table.index], filters]
        figure, axes = plt.subplots(figsize=(11, 4))
        for index, name in enumerate(filters):
            x = np.arange(1, len(table) + 1) + 0.3 * (index / max(1, len(filters) - 1) - 0.5)
            axes.plot(x, table[name], "osD^vP*X"[index % 8], label=name, markersize=5)
        axes.set(yscale="log", xlabel="recording", ylabel="total error, RMSE, degrees", xticks=range(1, len(table) + 1))
        axes.legend(ncols=5, loc="lower center", bbox_to_anchor=(0.5, 1), frameon=False)
        plt.show()
        ```

        ```python errors
        pd.DataFrame(table.round(2).to_numpy(), columns=filters, index=[f"{i + 1}: {r}" for i, r in enumerate(table.index)])
        ```
        {{/means}}
        {{#differences}}

        ## Confidence of the differences

        The mean of *filter minus {{{best}}}*, the best by mean rank, with its 95 % interval by paired bootstrap over the recordings: recordings are\##
         resampled, and both filters ran on the same ones. If an interval contains zero, these recordings show no difference of the two filters. Few\##
        er than five recordings have no interval.

        ```python differences
        best = {{{bestName}}}
        rows = []
        for entry in comparison["differences"]:
            if entry["metric"] != "total.rmse" or best not in (entry["first"], entry["second"]):
                continue
            sign = 1 if entry["second"] == best else -1
            interval = entry["interval"] or {"low": np.nan, "high": np.nan}
            ends = sorted((sign * interval["low"], sign * interval["high"]))
            other = entry["first"] if sign > 0 else entry["second"]
            rows.append((other, sign * entry["difference"], *ends))
        differences = pd.DataFrame(rows, columns=["filter", "difference", "low", "high"])
        figure, axes = plt.subplots(figsize=(11, 3.5))
        axes.axhline(0, color="gray", linewidth=1)
        axes.vlines(differences.index + 1, differences["low"], differences["high"], linewidth=2)
        axes.plot(differences.index + 1, differences["difference"], "o")
        axes.set(xticks=differences.index + 1, xticklabels=differences["filter"], ylabel=f"total RMSE minus {best}, degrees")
        plt.show()
        ```

        ```python differenceTable
        differences.round(2)
        ```
        {{/differences}}
        {{#ranks}}

        ## Ranks

        Ranks ignore the size of differences: 1 is the best on a recording, equal errors share their mean rank (M. Friedman, JASA 32, 1937). *wins* \##
        counts the recordings on which no other filter is better. A filter with a small mean error and a poor rank has large advantages on a few rec\##
        ordings.

        ```python ranks
        ranking = next(r for r in comparison["ranking"] if r["metric"] == "total.rmse")
        places = pd.DataFrame(ranking["places"]).set_index("filter")
        figure, axes = plt.subplots(figsize=(11, 3))
        axes.bar(places.index, places["meanRank"])
        axes.set(ylabel=f"mean rank on {ranking['recordings']} recordings")
        plt.show()
        ```

        ```python rankTable
        places.round(2)
        ```
        {{/ranks}}

        """##
    static let comparison: String = ##"""
        <!DOCTYPE html>
        <html lang="en">
        {{> head}}
        <body class="tables">
        <header class="top">
        <p class="brand">SensorLab comparison</p>
        <h1>{{name}}</h1>
        <p class="subtitle">{{subtitle}}</p>
        </header>
        <main>
        <section class="summary"><h2 class="headline">{{headline}}</h2>
        {{#pictures.means}}
        {{> figure}}
        {{/pictures.means}}
        {{#pictures.groups}}
        {{> figure}}
        {{/pictures.groups}}
        {{#figure}}
        {{> figure}}
        {{/figure}}
        </section>
        {{#heat}}
        <section>
        <h2>Recordings</h2>
        <p class="lead">{{caption}}.</p>
        <div class="scroll" tabindex="0" role="region" aria-label="{{caption}}"><table class="heat"><caption class="hidden">{{caption}}</caption>
        <thead><tr><th scope="col">recording</th>{{#filters}}<th scope="col">{{.}}</th>{{/filters}}</tr></thead>
        <tbody>
        {{#rows}}
        <tr><th scope="row">{{#link}}<a href="{{.}}">{{/link}}{{name}}{{#link}}</a>{{/link}}</th>{{#cells}}<td class="{{shade}}">{{text}}</td>{{/cel\##
        ls}}</tr>
        {{/rows}}
        </tbody></table></div>
        </section>
        {{/heat}}
        {{#sections}}
        <section>
        <h2>{{title}}</h2>
        <p class="lead">{{note}}</p>
        {{^isEmpty}}{{#table}}
        {{> table}}
        {{/table}}{{/isEmpty}}
        </section>
        {{/sections}}
        {{#hasItems}}
        <section>
        <h2>Warnings</h2>
        <ul class="warnings">
        {{#items}}
        <li><p><strong>{{message}}</strong></p><p>{{advice}}</p><p class="code">{{code}}</p></li>
        {{/items}}
        </ul>
        </section>
        {{/hasItems}}
        </main>
        <footer><p>Made by sensorlab; the same figures in machine-readable form: <code>comparison.json</code> and <code>comparison.csv</code>.</p></\##
        footer>
        {{{script}}}
        </body>
        </html>

        """##
    static let facts: String = ##"""
        <dl>{{#facts}}<div><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/facts}}</dl>

        """##
    static let figure: String = ##"""
        <figure{{#samples}} data-samples="{{.}}"{{/samples}}{{#scale}} data-scale="{{.}}"{{/scale}}{{#cut}} data-cut="{{.}}"{{/cut}}>{{#missing}}<p \##
        class="empty">{{.}}</p>{{/missing}}{{^missing}}{{#narrow}}<div class="wide">{{{wide}}}</div><div class="narrow">{{{narrow}}}</div>{{/narrow}\##
        }{{^narrow}}{{{wide}}}{{/narrow}}<figcaption>{{caption}}</figcaption>{{/missing}}</figure>
        """##
    static let head: String = ##"""
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src {{{scriptPolicy}}}"/>
        <title>{{name}} – SensorLab report</title>
        <style>
        {{{style}}}
        </style>
        </head>

        """##
    static let junit: String = ##"""
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="sensorlab compare" tests="{{tests}}" failures="{{failures}}" errors="{{errors}}">
        {{#suites}}
        <testsuite name="{{suite}}" tests="{{tests}}" failures="{{failures}}" errors="{{errors}}">
        {{#cases}}
        <testcase name="{{name}}" classname="{{suite}}">{{#failure}}<failure message="{{.}}">{{detail}}</failure>{{/failure}}{{#error}}<error messag\##
        e="{{.}}">{{detail}}</error>{{/error}}</testcase>
        {{/cases}}
        </testsuite>
        {{/suites}}
        </testsuites>

        """##
    static let reportNotebook: String = ##"""
        # {{{name}}}

        {{{headline}}}

        Written by `sensorlab export notebook`. The figures are from the time of the export; running the cells draws them again from the same files.\##
         It needs `pip install pandas matplotlib`.

        ```python rows
        import json
        from pathlib import Path

        import matplotlib.pyplot as plt
        import numpy as np
        import pandas as pd

        folder = Path({{{path}}})
        report = json.loads((folder / "report.json").read_text())
        tracks = pd.read_csv(folder / "tracks.csv")
        colours = {{{colours}}}
        print(len(tracks), "rows of", tracks["filter"].nunique(), "tracks")
        ```

        ## Recorded streams

        One line per sensor, with its own rate: nothing was resampled on reading. `decidedBy` gives the evidence for unit and sign; if one is wrong,\##
         every number below is wrong, so check it first.

        ```python streams
        pd.DataFrame(report["recording"]["streams"])
        ```

        ## Accuracy of the filters

        {{{accuracyNote}}} The error of an orientation is its rotation against the reference, `e = q_est q_ref*`: *total* is its angle, *heading* it\##
        s part about the vertical, *inclination* the rest.

        ```python filters
        accuracy = pd.DataFrame([f["accuracy"] or {} for f in report["filters"]], index=[f["name"] for f in report["filters"]])
        accuracy.round(2)
        ```

        ## Heading over time

        Clockwise from {{{north}}} north. It is empty if the axis is within five degrees of the vertical, and it wraps at 360: average it only as an\##
         angle.

        ```python heading
        def over_time(column, label):
            figure, axes = plt.subplots(figsize=(11, 3.5))
            for name, track in tracks.groupby("filter", sort=False):
                if track[column].isna().all():
                    continue
                value = track[column].where(track[column].diff().abs() < 180)  # no stroke across the wrap
                axes.plot(track["t"] - tracks["t"].min(), value, label=name, color=colours[name], linewidth=1)
            axes.set(xlabel="time since the start, s", ylabel=label)
            axes.legend(ncols=5, loc="upper center", bbox_to_anchor=(0.5, 1.15), frameon=False)
            plt.show()

        over_time("heading", "heading, degrees")
        ```

        {{#error}}
        ## Heading error over time

        Reference minus estimate, clockwise positive: the amount to add to the estimate, as in the report.

        ```python error
        truth = tracks[tracks["filter"] == "reference"].dropna(subset="heading")
        east, north = (np.interp(tracks["t"], truth["t"], part(np.radians(truth["heading"]))) for part in (np.sin, np.cos))
        error = np.degrees(np.arctan2(east, north)) - tracks["heading"]
        tracks["error"] = (180 - (180 - error) % 360).where(tracks["filter"] != "reference")
        over_time("error", "heading error, degrees")
        ```

        {{/error}}
        ## rho over time

        The camera's angle from the zenith: 90 level, 180 lying face up.

        ```python rho
        over_time("rho", "rho, degrees")
        ```

        ## Uncertainty of the filters

        One standard deviation of the heading from each filter; some filters give none. Compare `coverage95` above: 0.95 is expected.

        ```python sigma
        over_time("heading_sigma", "sigma of the heading, degrees")
        ```
        {{#calibration}}

        ## The magnetometer's calibration

        `m_calibrated = S (m_raw - h)`, microtesla, device axes. h is the hard iron, the phone's own field.

        ```python calibration
        magnetometer = report["calibration"]["magnetometer"]
        print("h =", np.round(magnetometer["hardIron"], 1))
        print("accepted" if magnetometer["accepted"] else "refused", "-", magnetometer["reason"])
        ```
        {{/calibration}}
        {{#deviation}}

        ## The compass's deviation

        The correction to add to the compass at each compass heading: `A + B sin z + C cos z + D sin 2z + E cos 2z`. One wave per turn is remaining \##
        hard iron, two waves are remaining soft iron, and the constant is a turned mount or a wrong declination.

        ```python deviation
        curve, points = (pd.DataFrame(report["deviation"][key]) for key in ("curve", "points"))
        figure, axes = plt.subplots(figsize=(8, 3.5))
        axes.plot(curve["heading"], curve["deviation"])
        if len(points):
            axes.scatter(points["heading"], points["deviation"], s=12, color="tab:orange")
        axes.set(xlabel="compass heading, degrees", ylabel="deviation, degrees", xticks=range(0, 361, 90))
        plt.show()
        ```
        {{/deviation}}
        {{#account}}

        ## Where the error came from

        The squared error, divided among its causes.

        ```python account
        pd.DataFrame(report["account"]["parts"])[["cause", "shareOfSquare", "degrees"]].round(2)
        ```
        {{/account}}

        """##
    static let report: String = ##"""
        <!DOCTYPE html>
        <html lang="en">
        {{> head}}
        <body>
        <header class="top">
        <p class="brand">SensorLab report</p>
        <h1>{{name}}</h1>
        <p class="subtitle">{{subtitle}}</p>
        </header>
        <nav aria-label="Sections"><a href="#summary">Answer</a><a href="#actions">What to do</a><a href="#timeline">When, and why</a><a href="#warn\##
        ings">Warnings</a><a href="#filters">Filters</a><a href="#replay">Replay</a>{{#alignment}}<a href="#ar-session">AR session</a>{{/alignment}}\##
        <a href="#calibration">Calibration</a><a href="#details">Details</a></nav>
        <main>
        <section id="summary" class="summary">
        {{#answer}}
        <div class="answer {{state}}"><p class="value">{{value}}{{^value}}?{{/value}}{{#value}} <span title="{{meaning}}">{{what}}</span>{{/value}}<\##
        /p>
        <div><h2 class="grade">{{words}}</h2><p class="reason">{{summary.shortHeadline}}</p></div></div>
        {{/answer}}
        {{^answer}}<h2 class="headline">{{summary.shortHeadline}}</h2>{{/answer}}
        {{#first}}
        <div class="first">
        <div>
        {{#main}}{{> figure}}{{/main}}
        <ol class="words">{{#events}}<li>{{.}}</li>{{/events}}</ol>
        {{#strips}}
        {{> figure}}
        {{/strips}}
        </div>
        {{#dial}}
        <div class="dial" data-moment="{{moment}}"><p class="note">From above at <output>{{time}}</output></p>
        {{{svg}}}
        <ul class="hands">{{#hands}}<li data-name="{{name}}"><svg viewBox="0 0 22 10" width="22" height="10" aria-hidden="true"><path d="M0 5H22" st\##
        roke="{{colour}}" stroke-width="4"/></svg><span>{{label}}</span> <output>{{text}}</output></li>{{/hands}}</ul>
        </div>
        {{/dial}}
        </div>
        {{/first}}
        {{#account}}
        <figure class="account"><figcaption>{{title}}</figcaption>
        <div class="stack" aria-hidden="true">{{#lines}}<span class="{{key}}" style="width:{{width}}%" title="{{cause}}: {{share}}"></span>{{/lines}\##
        }</div>
        <ul>{{#lines}}<li title="{{meaning}}"><i class="{{key}}" aria-hidden="true"></i><b>{{share}}</b><span>{{cause}}{{#times}} <small>{{.}}</smal\##
        l>{{/times}}</span><span title="{{pixels}}. {{camera}}">alone {{degrees}}</span></li>{{/lines}}</ul>
        <p class="note">{{caption}}</p>
        </figure>
        {{/account}}
        </section>
        <section id="actions">
        <h2>What to do</h2>
        <ol class="actions">
        {{#summary.actions}}
        <li><p class="title">{{title}}{{#gain}} <span class="gain">{{.}}</span>{{/gain}}</p>
        {{#detail}}<p class="note">{{.}}</p>{{/detail}}
        <pre class="command"><code>{{command}}</code></pre>
        {{#swift}}<details><summary>In an app</summary><pre><code>{{.}}</code></pre></details>{{/swift}}</li>
        {{/summary.actions}}
        </ol>
        {{^summary.actions}}<p class="empty">Nothing: this log shows no change that reduces the error by more than half a degree.</p>{{/summary.acti\##
        ons}}
        </section>
        <section id="timeline">
        <h2>When, and why</h2>
        <p class="hint note">Move over a picture to read its values; drag sideways to enlarge a part of the time in all pictures, drag up or down to\##
         enlarge the values, double-click to show all; a name in a legend hides its lines everywhere. Keys: arrows move the cursor, + and − zoom, Sh\##
        ift and arrows pan and stretch, 0 shows all. Fingers: one reads and pans, two zoom.</p>
        {{#thinned}}<p class="note">{{.}}</p>{{/thinned}}
        {{#timeline.figures}}
        {{> figure}}
        {{/timeline.figures}}
        {{#timeline}}
        <ol class="events">
        {{#events}}<li class="{{kind}}"><button type="button" class="zoom" data-from="{{from}}" data-to="{{to}}">{{time}}</button> {{text}}</li>
        {{/events}}
        </ol>
        {{^events}}<p class="note">No magnet, shaking, fast turn, rest or hole was found in this log.</p>{{/events}}
        {{#more}}<p class="note">{{.}}</p>{{/more}}
        {{#summary.returned}}<p class="note">{{.}}</p>{{/summary.returned}}
        {{/timeline}}
        </section>
        <section id="warnings">
        <details{{#hasSerious}} open{{/hasSerious}}><summary><h2>{{warningsTitle}}</h2></summary>
        {{#hasWarnings}}
        <ul class="warnings">
        {{#warnings}}
        <li><p><strong>{{message}}</strong></p><p>{{advice}}</p><p class="code">{{code}}</p></li>
        {{/warnings}}
        </ul>
        {{/hasWarnings}}
        {{^hasWarnings}}
        <p class="empty">None.</p>
        {{/hasWarnings}}
        </details>
        </section>
        <section id="filters">
        <h2>Filters compared</h2>
        {{#filters}}
        {{> table}}
        {{/filters}}
        <p class="note">{{accuracyNote}} <a href="#terms">All terms</a></p>
        {{#time.heading}}
        {{> figure}}
        {{/time.heading}}
        <details><summary>Each filter's error with its 95 % band, on one scale for all</summary>
        <div class="panels">
        {{#time.panels}}
        <div class="panel"><h3>{{name}}</h3>{{#figure}}{{> figure}}{{/figure}}<p class="note">{{note}}</p></div>
        {{/time.panels}}
        </div>
        </details>
        <details><summary>Distribution of the heading errors</summary>
        {{#distribution.cumulative.missing}}
        <p class="empty">{{.}}</p>
        {{/distribution.cumulative.missing}}
        {{^distribution.cumulative.missing}}
        <div class="halves">
        <div>{{#distribution.cumulative}}{{> figure}}{{/distribution.cumulative}}</div>
        <div>{{#distribution.histogram}}{{> figure}}{{/distribution.histogram}}</div>
        </div>
        {{/distribution.cumulative.missing}}
        </details>
        <details><summary>rho: the tilt of the camera</summary>
        {{#time.rho}}
        {{> figure}}
        {{/time.rho}}
        {{#time.zenith}}
        {{> figure}}
        {{/time.zenith}}
        </details>
        <details><summary>Parameters</summary>
        <dl class="parameters">
        {{#parameters}}<div><dt>{{filter}}</dt><dd>{{#values}}<span>{{.}}</span> {{/values}}{{^values}}none{{/values}}</dd></div>
        {{/parameters}}
        </dl>
        </details>
        </section>
        <section id="replay">
        <h2>What an AR app would have shown</h2>
        {{#replay.missing}}
        <p class="empty">{{.}}</p>
        {{/replay.missing}}
        {{^replay.missing}}
        {{#replay}}
        <div class="replay" data-frames="{{frames}}" data-interval="{{interval}}" data-start="{{start}}" data-focal="{{focal}}" data-camera="{{camer\##
        a}}" data-landmarks="{{landmarks}}" data-radar="{{radar}}">
        <div>{{{picture}}}</div>
        <div><ul class="marks">{{#tracks}}<li data-mark="{{mark}}" data-colour="{{colour}}" data-title="{{title}}"><svg viewBox="-11 -11 22 22" widt\##
        h="22" height="22" aria-hidden="true"></svg><span>{{name}}</span> <output></output></li>{{/tracks}}</ul>
        <div class="controls"><button type="button" class="play">Play</button> <output class="time"></output> <span class="note"></span></div>
        <div class="scrubber"><svg aria-hidden="true" preserveAspectRatio="none"></svg><input type="range" aria-label="Time" min="0" max="{{steps}}"\##
         step="1" value="0"/></div>
        <p class="note">{{caption}}</p></div>
        </div>
        {{/replay}}
        {{/replay.missing}}
        </section>
        {{#alignment}}
        <section id="ar-session">
        <h2>AR session</h2>
        {{#figure}}
        {{> figure}}
        {{/figure}}
        {{#table}}
        {{> facts}}
        {{/table}}
        </section>
        {{/alignment}}
        <section id="calibration">
        <h2>Calibration</h2>
        <div class="columns">
        {{#calibrations}}
        <div class="block"><h3>{{title}} <span class="verdict{{state}}">{{verdict}}</span></h3>
        <p>{{reason}}</p>
        {{> facts}}
        </div>
        {{/calibrations}}
        </div>
        <h3 id="deviation">Compass deviation</h3>
        {{#deviation.curve.missing}}
        <p class="empty">{{.}}</p>
        {{/deviation.curve.missing}}
        {{^deviation.curve.missing}}
        <div class="pair">
        <div>{{#deviation.curve}}{{> figure}}{{/deviation.curve}}</div>
        <div>{{#deviation.rose}}{{> figure}}{{/deviation.rose}}</div>
        </div>
        {{#deviationTable}}
        {{> facts}}
        {{/deviationTable}}
        {{/deviation.curve.missing}}
        <details><summary>Magnetometer before and after</summary>
        {{#magnetometer.missing}}
        <p class="empty">{{.}}</p>
        {{/magnetometer.missing}}
        {{^magnetometer.missing}}
        <p class="lead">{{magnetometer.caption}}</p>
        <h4>Before</h4>
        <div class="three">
        {{#magnetometer.before}}<div>{{> figure}}</div>{{/magnetometer.before}}
        </div>
        <h4>After</h4>
        <div class="three">
        {{#magnetometer.after}}<div>{{> figure}}</div>{{/magnetometer.after}}
        </div>
        <h4>Directions</h4>
        {{#magnetometer.coverage}}{{> figure}}{{/magnetometer.coverage}}
        {{/magnetometer.missing}}
        </details>
        <details><summary>Noise at rest</summary>
        {{#noise.missing}}
        <p class="empty">{{.}}</p>
        {{/noise.missing}}
        <div class="halves">
        {{#noise.figures}}<div>{{> figure}}</div>{{/noise.figures}}
        </div>
        </details>
        </section>
        <section id="details">
        <h2>Details</h2>
        <details><summary>The figures in words</summary>
        <div class="answers">
        <div><h3>How large is the compass's error?</h3>
        {{#summary.findings}}<p>{{.}}</p>
        {{/summary.findings}}
        {{^summary.findings}}<p>This log does not show it.</p>{{/summary.findings}}
        </div>
        <div><h3>Which filter</h3><p>{{summary.filter}}</p></div>
        <div><h3>Confidence</h3><p>{{summary.confidence}}</p></div>
        </div>
        </details>
        <details><summary>Terms</summary>
        <div id="terms">{{#terms}}{{> facts}}{{/terms}}</div>
        </details>
        <details><summary>Recording</summary>
        {{#streams}}
        {{> table}}
        {{/streams}}
        </details>
        <details><summary>Geomagnetism, device, conventions, source</summary>
        <div class="columns">
        <div class="block"><h3>Geomagnetism</h3>
        {{#geomagnetismMissing}}<p class="empty">{{.}}</p>{{/geomagnetismMissing}}
        {{#geomagnetismTable}}{{> facts}}{{/geomagnetismTable}}
        </div>
        <div class="block"><h3>The device&#39;s own results</h3>
        {{#deviceTable}}{{> facts}}{{/deviceTable}}
        {{^deviceTable}}<p class="empty">{{deviceMissing}}</p>{{/deviceTable}}
        </div>
        <div class="block"><h3>Conventions</h3>
        {{#conventions}}<dl><div><dt>device axes</dt><dd>x right, y top edge, z out of the screen</dd></div><div><dt>earth frame</dt><dd>east, north\##
        , up; quaternions (w, x, y, z) take device to earth</dd></div><div><dt>heading</dt><dd>of {{axis}}, clockwise from {{north}}, 0° to 360°</dd\##
        ></div><div><dt>heading error</dt><dd>reference minus estimate, clockwise positive: true heading = estimated heading + error</dd></div><div>\##
        <dt>rho</dt><dd>90° camera level, 180° lying face up, 0° camera to the sky</dd></div><div><dt>roll</dt><dd>0° portrait upright, +90° right e\##
        dge up</dd></div><div><dt>accelerometer and gravity</dt><dd>specific force, up at rest (face up: z = +9.81 m/s²)</dd></div><div><dt>magnetom\##
        eter</dt><dd>m calibrated = S (m raw − h), microtesla</dd></div><div><dt>deviation</dt><dd>magnetic heading − compass heading, east positive\##
        , over compass heading</dd></div><div><dt>reference</dt><dd>{{reference}}</dd></div><div><dt>± and sigma</dt><dd>one standard deviation; ban\##
        ds are 95 % (1.96 sigma)</dd></div></dl>{{/conventions}}

        </div>
        <div class="block"><h3>Source and performance</h3>
        {{#sourceTable}}{{> facts}}{{/sourceTable}}
        {{#performanceTable}}{{> facts}}{{/performanceTable}}
        </div>
        </div>
        </details>
        </section>
        {{#block}}<div class="samples" hidden="hidden" data-contents="{{contents}}" data-deflated="{{deflated}}"></div>{{/block}}
        <button type="button" class="whole">Show the whole recording</button>
        </main>
        <footer><p>Made by sensorlab from the log named above; the same figures in machine-readable form: <code>report.json</code>{{#tracks}}, the t\##
        racks: <code>{{.}}</code>{{/tracks}}.</p></footer>
        {{{script}}}
        </body>
        </html>

        """##
    static let table: String = ##"""
        <div class="scroll" tabindex="0" role="region" aria-label="{{caption}}"><table><caption class="hidden">{{caption}}</caption>
        <thead><tr>{{#headings}}<th scope="col">{{#hint}}<abbr title="{{.}}">{{name}}</abbr>{{/hint}}{{^hint}}{{name}}{{/hint}}</th>{{/headings}}</t\##
        r></thead>
        <tbody>
        {{#rows}}
        <tr{{#isMarked}} class="marked"{{/isMarked}}><th scope="row">{{head}}{{#isMarked}} <span class="verdict good">recommended</span>{{/isMarked}\##
        }</th>{{#tail}}<td>{{.}}</td>{{/tail}}</tr>
        {{/rows}}
        </tbody></table></div>

        """##
    /// Every template by the name of its file.
    static let all = [
        "comparison-notebook": comparisonNotebook,
        "comparison": comparison,
        "facts": facts,
        "figure": figure,
        "head": head,
        "junit": junit,
        "report-notebook": reportNotebook,
        "report": report,
        "table": table,
    ]
}

enum PythonScript {
    static let rerun: String = ##"""
        """Writes a log and its tracks for rerun: rerun.py FOLDER OUT, where FOLDER has log.csv (canonical), tracks.csv and events.csv.

        Entities: /earth (east, north, up), /earth/FILTER (its rotation), /heading/FILTER, /sensors/NAME/x.., /location, /events; timeline `log`
        in seconds of the log's clock.
        """
        import csv
        import pathlib
        import sys

        try:
            import numpy
            import rerun
        except ImportError as error:
            print(f"missing: {error.name}")
            sys.exit(3)

        SENSORS = {"accelerometer": "a", "gyroscope": "g", "magnetometer": "m", "magnetometerCorrected": "mc", "gravity": "grav",
                   "gyroscopeCorrected": "gc"}


        def rows(path):
            with path.open(newline="", encoding="utf-8") as file:
                yield from csv.DictReader(line for line in file if not line.startswith("#"))


        def stamp(text):
            """Decimal seconds as nanoseconds, exactly."""
            whole, _, fraction = text.partition(".")
            part = int((fraction + "000000000")[:9])
            return int(whole) * 10**9 + (-part if whole.startswith("-") else part)


        def send(entity, times, columns):
            times = numpy.array([stamp(time) for time in times], dtype="timedelta64[ns]")
            rerun.send_columns(entity, indexes=[rerun.TimeColumn("log", duration=times)], columns=columns)


        def send_scalars(entity, pairs):
            pairs = [(t, value) for t, value in pairs if value != ""]
            if pairs:
                send(entity, [t for t, _ in pairs], rerun.Scalars.columns(scalars=[float(value) for _, value in pairs]))


        def main():
            folder, out = pathlib.Path(sys.argv[1]), sys.argv[2]
            rerun.init("sensorlab", recording_id="sensorlab")
            rerun.save(out)
            rerun.log("earth", rerun.ViewCoordinates.RIGHT_HAND_Z_UP, static=True)
            tracks = {}
            for row in rows(folder / "tracks.csv"):
                tracks.setdefault(row["filter"], []).append(row)
            for name, track in tracks.items():
                times = [row["t"] for row in track]
                turns = numpy.array([[float(row[key]) for key in ("qx", "qy", "qz", "qw")] for row in track])
                send(f"earth/{name}", times, rerun.Transform3D.columns(quaternion=turns))
                for key in ("heading", "rho", "roll", "heading_sigma"):
                    send_scalars(f"{key}/{name}", [(row["t"], row[key]) for row in track])
            log = list(rows(folder / "log.csv"))
            for sensor, prefix in SENSORS.items():
                for axis in "xyz":
                    if log and prefix + axis in log[0]:
                        send_scalars(f"sensors/{sensor}/{axis}", [(row["t"], row[prefix + axis]) for row in log])
            if log and "lat" in log[0]:
                fixes = [(row["t"], float(row["lat"]), float(row["lon"])) for row in log if row["lat"] and row["lon"]]
                if fixes:
                    send("location", [fix[0] for fix in fixes], rerun.GeoPoints.columns(positions=[fix[1:] for fix in fixes]))
            for row in rows(folder / "events.csv"):
                rerun.set_time("log", duration=float(row["t"]))
                rerun.log("events", rerun.TextLog(row["text"], level=row["level"]))
            rerun.disconnect()


        main()

        """##
}

enum TabbedTable {
    static let viewerSchemas: String = ##"""
        foxglove.PoseInFrame\##t{"title":"foxglove.PoseInFrame","type":"object","properties":{"timestamp":{"type":"object","properties":{"sec":{"typ\##
        e":"integer"},"nsec":{"type":"integer"}}},"frame_id":{"type":"string"},"pose":{"type":"object","properties":{"position":{"type":"object","pr\##
        operties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"}}},"orientation":{"type":"object","properties":{"x":{"type":"num\##
        ber"},"y":{"type":"number"},"z":{"type":"number"},"w":{"type":"number"}}}}}}}
        foxglove.FrameTransform\##t{"title":"foxglove.FrameTransform","type":"object","properties":{"timestamp":{"type":"object","properties":{"sec"\##
        :{"type":"integer"},"nsec":{"type":"integer"}}},"parent_frame_id":{"type":"string"},"child_frame_id":{"type":"string"},"translation":{"type"\##
        :"object","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"}}},"rotation":{"type":"object","properties":{"x":{"\##
        type":"number"},"y":{"type":"number"},"z":{"type":"number"},"w":{"type":"number"}}}}}
        foxglove.LocationFix\##t{"title":"foxglove.LocationFix","type":"object","properties":{"timestamp":{"type":"object","properties":{"sec":{"typ\##
        e":"integer"},"nsec":{"type":"integer"}}},"frame_id":{"type":"string"},"latitude":{"type":"number"},"longitude":{"type":"number"},"altitude"\##
        :{"type":"number"},"position_covariance":{"type":"array","items":{"type":"number"},"minItems":9,"maxItems":9},"position_covariance_type":{"t\##
        ype":"integer"}}}
        foxglove.Log\##t{"title":"foxglove.Log","type":"object","properties":{"timestamp":{"type":"object","properties":{"sec":{"type":"integer"},"n\##
        sec":{"type":"integer"}}},"level":{"type":"integer"},"message":{"type":"string"},"name":{"type":"string"},"file":{"type":"string"},"line":{"\##
        type":"integer"}}}
        sensorlab.Reading\##t{"title":"sensorlab.Reading","type":"object","properties":{"timestamp":{"type":"object","properties":{"sec":{"type":"in\##
        teger"},"nsec":{"type":"integer"}}},"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"}}}
        sensorlab.Heading\##t{"title":"sensorlab.Heading","type":"object","properties":{"timestamp":{"type":"object","properties":{"sec":{"type":"in\##
        teger"},"nsec":{"type":"integer"}}},"heading":{"type":"number"},"rho":{"type":"number"},"roll":{"type":"number"},"heading_sigma":{"type":"nu\##
        mber"},"inclination_sigma":{"type":"number"},"rest":{"type":"number"},"disturbed":{"type":"number"}}}

        """##
}

enum Library {
    static let dygraph: String = ##"""
        /* libjs-dygraphs 2.2.1-1 of Debian
        dygraphs is MIT-licenced:

        Copyright (c) 2006, 2009, 2011, 2012, 2013, 2017
        \##tDan Vanderkam <danvdk@gmail.com>
        Copyright (c) 2011 Paul Felix <paul.eric.felix@gmail.com>
        Copyright (c) 2011, 2013 Robert Konigsberg <konigsberg@google.com>
        Copyright (c) 2013 David Eberlein <david.eberlein@ch.sauter-bc.com>
        Copyright (c) 2013 Google, Inc.
        Copyright (c) 2014 mirabilos <m@mirbsd.org>
        Copyright (c) 2015 Petr Shevtsov <petr.shevtsov@gmail.com>
        Copyright (c) 2022, 2023 mirabilos <t.glaser@tarent.de>
                           Deutsche Telekom LLCTO
        and numerous contributors (see git log)

        The automatically added browser-pack shim is:

        Copyright (c) 2013, 2014 James Halliday <mail@substack.net>
        Copyright (c) 2013 Roman Shtylman <shtylman@gmail.com>
        Copyright (c) 2013 Esa-Matti Suuronen <esa-matti@suuronen.org>
        Copyright (c) 2018 Philipp Simon Schmidt <github@philippsimon.de>

        Permission is hereby granted, free of charge, to any person
        obtaining a copy of this software and associated documentation
        files (the "Software"), to deal in the Software without
        restriction, including without limitation the rights to use,
        copy, modify, merge, publish, distribute, sublicense, and/or sell
        copies of the Software, and to permit persons to whom the
        Software is furnished to do so, subject to the following
        conditions:

        The above copyright notice and this permission notice shall be
        included in all copies or substantial portions of the Software.

        THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
        EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
        OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
        NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
        HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY,
        WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING
        FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR
        OTHER DEALINGS IN THE SOFTWARE.
        */
        /*! @license https://github.com/danvk/dygraphs/blob/v2.2.1/LICENSE.txt (MIT) */
        !function(t){"object"==typeof exports&&"undefined"!=typeof module?module.exports=t():"function"==typeof define&&define.amd?define([],t):("un\##
        defined"!=typeof window?window:"undefined"!=typeof global?global:"undefined"!=typeof self?self:this).Dygraph=t()}(function(){var t=function \##
        n(i,r,o){var s="function"==typeof require&&require;function l(e,t){if(!r[e]){if(!i[e]){var a="function"==typeof require&&require;if(!t&&a)re\##
        turn a(e,!0);if(s)return s(e,!0);throw(t=new Error("Cannot find module '"+e+"'")).code="MODULE_NOT_FOUND",t}a=r[e]={exports:{}},i[e][0].call\##
        (a.exports,function(t){return l(i[e][1][t]||t)},a,a.exports,n,i,r,o)}return r[e].exports}for(var t=0;t<o.length;t++)l(o[t]);return l}({"dygr\##
        aphs/src/datahandler/bars-custom.js":[function(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{value:!0}),a.default=void 0;t=(t=t(\##
        "./bars"))&&t.__esModule?t:{default:t};function n(){}(n.prototype=new t.default).extractSeries=function(t,e,a){for(var n,i,r,o=[],s=a.get("l\##
        abels")[e],l=a.getForSeries("logscale",s),h=0;h<t.length;h++)n=t[h][0],r=t[h][e],null!==(r=l&&null!==r&&(r[0]<=0||r[1]<=0||r[2]<=0)?null:r)?\##
        null===(i=r[1])||isNaN(i)?o.push([n,i,[i,i]]):o.push([n,i,[r[0],r[2]]]):o.push([n,null,[null,null]]);return o},n.prototype.rollingAverage=fu\##
        nction(t,e,a,n){e=Math.min(e,t.length);var i=[],r=0,o=0,s=0,l=0;for(n=0;n<t.length;n++){var h=t[n][1],d=t[n][2];i[n]=t[n],null===h||isNaN(h)\##
        ||(r+=d[0],o+=h,s+=d[1],l+=1),0<=n-e&&(null===(h=t[n-e])[1]||isNaN(h[1])||(r-=h[2][0],o-=h[1],s-=h[2][1],--l)),i[n]=l?[t[n][0],+o/l,[+r/l,+s\##
        /l]]:[t[n][0],null,[null,null]]}return i},a.default=n,e.exports=a.default},{"./bars":"dygraphs/src/datahandler/bars.js"}],"dygraphs/src/data\##
        handler/bars-error.js":[function(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{value:!0}),a.default=void 0;t=(t=t("./bars"))&&t.\##
        __esModule?t:{default:t};function n(){}(n.prototype=new t.default).extractSeries=function(t,e,a){for(var n,i,r,o,s=[],l=a.get("labels")[e],h\##
        =a.getForSeries("logscale",l),d=a.getForSeries("sigma",l),u=0;u<t.length;u++)n=t[u][0],o=t[u][e],null!==(o=h&&null!==o&&(o[0]<=0||o[0]-d*o[1\##
        ]<=0)?null:o)?null===(i=o[0])||isNaN(i)?s.push([n,i,[i,i,i]]):(r=d*o[1],s.push([n,i,[i-r,i+r,o[1]]])):s.push([n,null,[null,null,null]]);retu\##
        rn s},n.prototype.rollingAverage=function(t,e,a,n){e=Math.min(e,t.length);var i,r,o,s,l,h,d,u=[],c=a.get("labels")[n],p=a.getForSeries("sigm\##
        a",c);for(n=0;n<t.length;n++){for(s=h=o=0,i=Math.max(0,n-e+1);i<n+1;i++)null===(r=t[i][1])||isNaN(r)||(s++,o+=r,h+=Math.pow(t[i][2][2],2));s\##
        ?(l=Math.sqrt(h)/s,u[n]=[t[n][0],d=o/s,[d-p*l,d+p*l]]):(d=1==e?t[n][1]:null,u[n]=[t[n][0],d,[d,d]])}return u},a.default=n,e.exports=a.defaul\##
        t},{"./bars":"dygraphs/src/datahandler/bars.js"}],"dygraphs/src/datahandler/bars-fractions.js":[function(t,e,a){"use strict";Object.definePr\##
        operty(a,"__esModule",{value:!0}),a.default=void 0;t=(t=t("./bars"))&&t.__esModule?t:{default:t};function n(){}(n.prototype=new t.default).e\##
        xtractSeries=function(t,e,a){for(var n,i,r,o,s,l=[],h=a.get("labels")[e],d=a.getForSeries("logscale",h),u=a.getForSeries("sigma",h),c=0;c<t.\##
        length;c++)n=t[c][0],r=t[c][e],null!==(r=d&&null!==r&&(r[0]<=0||r[1]<=0)?null:r)?(i=r[0],r=r[1],null===i||isNaN(i)?l.push([n,i,[i,i,i,r]]):(\##
        o=r?i/r:0,s=r?u*Math.sqrt(o*(1-o)/r):1,l.push([n,o=100*o,[o-(s=100*s),o+s,i,r]]))):l.push([n,null,[null,null,null,null]]);return l},n.protot\##
        ype.rollingAverage=function(t,e,a,n){e=Math.min(e,t.length);var i=[],r=a.get("labels")[n],o=a.getForSeries("sigma",r),s=a.getForSeries("wils\##
        onInterval",r),l=0,h=0;for(n=0;n<t.length;n++){l+=t[n][2][2],h+=t[n][2][3],0<=n-e&&(l-=t[n-e][2][2],h-=t[n-e][2][3]);var d,u,c,p=t[n][0],g=h\##
        ?l/h:0;s?h?(d=g<0?0:g,u=h,u=o*Math.sqrt(d*(1-d)/u+o*o/(4*u*u)),i[n]=[p,100*d,[100*((d+o*o/(2*h)-u)/(c=1+o*o/h)),100*((d+o*o/(2*h)+u)/c)]]):i\##
        [n]=[p,0,[0,0]]:(d=h?o*Math.sqrt(g*(1-g)/h):1,i[n]=[p,100*g,[100*(g-d),100*(g+d)]])}return i},a.default=n,e.exports=a.default},{"./bars":"dy\##
        graphs/src/datahandler/bars.js"}],"dygraphs/src/datahandler/bars.js":[function(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{val\##
        ue:!0}),a.default=void 0;var r=n(t("./datahandler")),o=n(t("../dygraph-layout"));function n(t){return t&&t.__esModule?t:{default:t}}function\##
         i(){r.default.call(this)}(i.prototype=new r.default).extractSeries=function(t,e,a){},i.prototype.rollingAverage=function(t,e,a,n){},i.proto\##
        type.onPointsCreated_=function(t,e){for(var a=0;a<t.length;++a){var n=t[a],i=e[a];i.y_top=NaN,i.y_bottom=NaN,i.yval_minus=r.default.parseFlo\##
        at(n[2][0]),i.yval_plus=r.default.parseFloat(n[2][1])}},i.prototype.getExtremeYValues=function(t,e,a){for(var n,i,r,o=null,s=null,l=t.length\##
        -1,h=0;h<=l;h++)null!==(r=t[h][1])&&!isNaN(r)&&(r<(n=t[h][2][0])&&(n=r),(i=t[h][2][1])<r&&(i=r),(null===s||s<i)&&(s=i),null===o||n<o)&&(o=n)\##
        ;return[o,s]},i.prototype.onLineEvaluated=function(t,e,a){for(var n,i=0;i<t.length;i++)(n=t[i]).y_top=o.default.calcYNormal_(e,n.yval_minus,\##
        a),n.y_bottom=o.default.calcYNormal_(e,n.yval_plus,a)},a.default=i,e.exports=a.default},{"../dygraph-layout":"dygraphs/src/dygraph-layout.js\##
        ","./datahandler":"dygraphs/src/datahandler/datahandler.js"}],"dygraphs/src/datahandler/datahandler.js":[function(t,e,a){"use strict";Object\##
        .defineProperty(a,"__esModule",{value:!0}),a.default=void 0;function n(){}var s=n;s.X=0,s.Y=1,s.EXTRAS=2,s.prototype.extractSeries=function(\##
        t,e,a){},s.prototype.seriesToPoints=function(t,e,a){for(var n=[],i=0;i<t.length;++i){var r=t[i],o=r[1],o=null===o?null:s.parseFloat(o),r={x:\##
        NaN,y:NaN,xval:s.parseFloat(r[0]),yval:o,name:e,idx:i+a,canvasx:NaN,canvasy:NaN};n.push(r)}return this.onPointsCreated_(t,n),n},s.prototype.\##
        onPointsCreated_=function(t,e){},s.prototype.rollingAverage=function(t,e,a,n){},s.prototype.getExtremeYValues=function(t,e,a){},s.prototype.\##
        onLineEvaluated=function(t,e,a){},s.parseFloat=function(t){return null===t?NaN:t},a.default=n,e.exports=a.default},{}],"dygraphs/src/datahan\##
        dler/default-fractions.js":[function(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{value:!0}),a.default=void 0;n(t("./datahandle\##
        r"));t=n(t("./default"));function n(t){return t&&t.__esModule?t:{default:t}}function i(){}(i.prototype=new t.default).extractSeries=function\##
        (t,e,a){for(var n,i,r,o=[],s=a.get("labels")[e],l=a.getForSeries("logscale",s),h=0;h<t.length;h++)n=t[h][0],r=t[h][e],null!==(r=l&&null!==r&\##
        &(r[0]<=0||r[1]<=0)?null:r)?(i=r[0],r=r[1],null===i||isNaN(i)?o.push([n,i,[i,r]]):o.push([n,100*(r?i/r:0),[i,r]])):o.push([n,null,[null,null\##
        ]]);return o},i.prototype.rollingAverage=function(t,e,a,n){e=Math.min(e,t.length);var i=[],r=0,o=0;for(n=0;n<t.length;n++){r+=t[n][2][0],o+=\##
        t[n][2][1],0<=n-e&&(r-=t[n-e][2][0],o-=t[n-e][2][1]);var s=t[n][0];i[n]=[s,100*(o?r/o:0)]}return i},a.default=i,e.exports=a.default},{"./dat\##
        ahandler":"dygraphs/src/datahandler/datahandler.js","./default":"dygraphs/src/datahandler/default.js"}],"dygraphs/src/datahandler/default.js\##
        ":[function(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{value:!0}),a.default=void 0;t=(t=t("./datahandler"))&&t.__esModule?t:{\##
        default:t};function n(){}(n.prototype=new t.default).extractSeries=function(t,e,a){for(var n=[],i=a.get("labels")[e],r=a.getForSeries("logsc\##
        ale",i),o=0;o<t.length;o++){var s=t[o][0],l=t[o][e];n.push([s,l=r&&l<=0?null:l])}return n},n.prototype.rollingAverage=function(t,e,a,n){var \##
        i,r,o,s,l=[];if(1==(e=Math.min(e,t.length)))return t;for(n=0;n<t.length;n++){for(s=o=0,i=Math.max(0,n-e+1);i<n+1;i++)null===(r=t[i][1])||isN\##
        aN(r)||(s++,o+=t[i][1]);l[n]=s?[t[n][0],o/s]:[t[n][0],null]}return l},n.prototype.getExtremeYValues=function(t,e,a){for(var n,i=null,r=null,\##
        o=t.length-1,s=0;s<=o;s++)null!==(n=t[s][1])&&!isNaN(n)&&((null===r||r<n)&&(r=n),null===i||n<i)&&(i=n);return[i,r]},a.default=n,e.exports=a.\##
        default},{"./datahandler":"dygraphs/src/datahandler/datahandler.js"}],"dygraphs/src/dygraph-canvas.js":[function(t,e,a){"use strict";Object.\##
        defineProperty(a,"__esModule",{value:!0}),a.default=void 0;var T=function(t,e){if(!e&&t&&t.__esModule)return t;if(null===t||"object"!=typeof\##
         t&&"function"!=typeof t)return{default:t};e=o(e);if(e&&e.has(t))return e.get(t);var a,n={},i=Object.defineProperty&&Object.getOwnPropertyDe\##
        scriptor;for(a in t){var r;"default"!==a&&Object.prototype.hasOwnProperty.call(t,a)&&((r=i?Object.getOwnPropertyDescriptor(t,a):null)&&(r.ge\##
        t||r.set)?Object.defineProperty(n,a,r):n[a]=t[a])}n.default=t,e&&e.set(t,n);return n}(t("./dygraph-utils")),D=(t=t("./dygraph"))&&t.__esModu\##
        le?t:{default:t};function o(t){var e,a;return"function"!=typeof WeakMap?null:(e=new WeakMap,a=new WeakMap,(o=function(t){return t?a:e})(t))}\##
        function E(t,e,a,n){if(this.dygraph_=t,this.layout=n,this.element=e,this.elementContext=a,this.height=t.height_,this.width=t.width_,!T.isCan\##
        vasSupported(this.element))throw"Canvas is not supported.";this.area=n.getPlotArea(),(e=this.dygraph_.canvas_ctx_).beginPath(),e.rect(this.a\##
        rea.x,this.area.y,this.area.w,this.area.h),e.clip(),(e=this.dygraph_.hidden_ctx_).beginPath(),e.rect(this.area.x,this.area.y,this.area.w,thi\##
        s.area.h),e.clip()}E.prototype.clear=function(){this.elementContext.clearRect(0,0,this.width,this.height)},E.prototype.render=function(){thi\##
        s._updatePoints(),this._renderLineChart()},E._getIteratorPredicate=function(t){return t?E._predicateThatSkipsEmptyPoints:null},E._predicateT\##
        hatSkipsEmptyPoints=function(t,e){return null!==t[e].yval},E._drawStyledLine=function(t,e,a,n,i,r,o){var s=t.dygraph,l=s.getBooleanOption("s\##
        tepPlot",t.setName),h=(T.isArrayLike(n)||(n=null),s.getBooleanOption("drawGapEdgePoints",t.setName)),d=t.points,u=t.setName,d=T.createIterat\##
        or(d,0,d.length,E._getIteratorPredicate(s.getBooleanOption("connectSeparatedPoints",u))),s=n&&2<=n.length,u=t.drawingContext,n=(u.save(),s&&\##
        u.setLineDash&&u.setLineDash(n),E._drawSeries(t,d,a,o,i,h,l,e));E._drawPointsOnLine(t,n,r,e,o),s&&u.setLineDash&&u.setLineDash([]),u.restore\##
        ()},E._drawSeries=function(t,e,a,n,i,r,o,s){for(var l,h,d,u=null,c=null,p=[],g=!0,f=t.drawingContext,_=(f.beginPath(),f.strokeStyle=s,f.line\##
        Width=a,e.array_),y=e.end_,v=e.predicate_,x=e.start_;x<y;x++){if(l=_[x],v){for(;x<y&&!v(_,x);)x++;if(x==y)break;l=_[x]}null===l.canvasy||l.c\##
        anvasy!=l.canvasy?(o&&null!==u&&(f.moveTo(u,c),f.lineTo(l.canvasx,c)),u=c=null):(d=!1,(r||null===u)&&(e.nextIdx_=x,e.next(),h=null===(h=e.ha\##
        sNext?e.peek.canvasy:null)||h!=h,d=null===u&&h,r)&&(!g&&null===u||e.hasNext&&h)&&(d=!0),null!==u?a&&(o&&(f.moveTo(u,c),f.lineTo(l.canvasx,c)\##
        ),f.lineTo(l.canvasx,l.canvasy)):f.moveTo(l.canvasx,l.canvasy),(i||d)&&p.push([l.canvasx,l.canvasy,l.idx]),u=l.canvasx,c=l.canvasy),g=!1}ret\##
        urn f.stroke(),p},E._drawPointsOnLine=function(t,e,a,n,i){for(var r=t.drawingContext,o=0;o<e.length;o++){var s=e[o];r.save(),a.call(t.dygrap\##
        h,t.dygraph,t.setName,r,s[0],s[1],n,i,s[2]),r.restore()}},E.prototype._updatePoints=function(){for(var t=this.layout.points,e=t.length;e--;)\##
        for(var a=t[e],n=a.length;n--;){var i=a[n];i.canvasx=this.area.w*i.x+this.area.x,i.canvasy=this.area.h*i.y+this.area.y}},E.prototype._render\##
        LineChart=function(t,e){for(var a=e||this.elementContext,n=this.layout.points,i=this.layout.setNames,r=(this.colors=this.dygraph_.colorsMap_\##
        ,this.dygraph_.getOption("plotter")),o=r,s=(T.isArrayLike(o)||(o=[o]),{}),l=0;l<i.length;l++){var h=i[l],d=this.dygraph_.getOption("plotter"\##
        ,h);d!=r&&(s[h]=d)}for(l=0;l<o.length;l++)for(var u=o[l],c=l==o.length-1,p=0;p<n.length;p++)if(h=i[p],!t||h==t){var g=n[p],f=u;if(h in s){if\##
        (!c)continue;f=s[h]}var _=this.colors[h],y=this.dygraph_.getOption("strokeWidth",h);a.save(),a.strokeStyle=_,a.lineWidth=y,f({points:g,setNa\##
        me:h,drawingContext:a,color:_,strokeWidth:y,dygraph:this.dygraph_,axis:this.dygraph_.axisPropertiesForSeries(h),plotArea:this.area,seriesInd\##
        ex:p,seriesCount:n.length,singleSeriesName:t,allSeriesPoints:n}),a.restore()}},E._Plotters={linePlotter:function(t){E._linePlotter(t)},fillP\##
        lotter:function(t){E._fillPlotter(t)},errorPlotter:function(t){E._errorPlotter(t)}},E._linePlotter=function(t){var e=t.dygraph,a=t.setName,n\##
        =t.strokeWidth,i=e.getNumericOption("strokeBorderWidth",a),r=e.getOption("drawPointCallback",a)||T.Circles.DEFAULT,o=e.getOption("strokePatt\##
        ern",a),s=e.getBooleanOption("drawPoints",a),l=e.getNumericOption("pointSize",a);i&&n&&E._drawStyledLine(t,e.getOption("strokeBorderColor",a\##
        ),n+2*i,o,s,r,l),E._drawStyledLine(t,t.color,n,o,s,r,l)},E._errorPlotter=function(t){var e=t.dygraph,a=t.setName;if(e.getBooleanOption("erro\##
        rBars")||e.getBooleanOption("customBars")){e.getBooleanOption("fillGraph",a)&&console.warn("Can't use fillGraph option with customBars or er\##
        rorBars option");for(var n,i=t.drawingContext,r=t.color,o=e.getNumericOption("fillAlpha",a),s=e.getBooleanOption("stepPlot",a),l=t.points,h=\##
        T.createIterator(l,0,l.length,E._getIteratorPredicate(e.getBooleanOption("connectSeparatedPoints",a))),d=NaN,u=NaN,c=[-1,-1],l=T.toRGB_(r),e\##
        ="rgba("+l.r+","+l.g+","+l.b+","+o+")",p=(i.fillStyle=e,i.beginPath(),function(t){return null==t||isNaN(t)});h.hasNext;){var g=h.next();!s&&\##
        p(g.y)||s&&!isNaN(u)&&p(u)?d=NaN:(n=[g.y_bottom,g.y_top],s&&(u=g.y),isNaN(n[0])&&(n[0]=g.y),isNaN(n[1])&&(n[1]=g.y),n[0]=t.plotArea.h*n[0]+t\##
        .plotArea.y,n[1]=t.plotArea.h*n[1]+t.plotArea.y,isNaN(d)||(s?(i.moveTo(d,c[0]),i.lineTo(g.canvasx,c[0]),i.lineTo(g.canvasx,c[1])):(i.moveTo(\##
        d,c[0]),i.lineTo(g.canvasx,n[0]),i.lineTo(g.canvasx,n[1])),i.lineTo(d,c[1]),i.closePath()),c=n,d=g.canvasx)}i.fill()}},E._fastCanvasProxy=fu\##
        nction(i){function r(t){c(t);for(var e=0,a=h.length;e<a;e++){var n=h[e];n[0]==d?i.lineTo(n[1],n[2]):n[0]==u&&i.moveTo(n[1],n[2])}h.length&&(\##
        s=h[h.length-1][1]),l+=h.length,h=[]}function a(t,e,a){var n=Math.round(e);null!==o&&n==o||(r(1<o-s||1<n-o),o=n),h.push([t,e,a])}var h=[],o=\##
        null,s=null,d=1,u=2,l=0,c=function(t){if(!(h.length<=1)){for(var e,a=h.length-1;0<a;a--)(n=h[a])[0]==u&&(e=h[a-1])[1]==n[1]&&e[2]==n[2]&&h.s\##
        plice(a,1);for(a=0;a<h.length-1;)(n=h[a])[0]==u&&h[a+1][0]==u?h.splice(a,1):a++;if(2<h.length&&!t){for(var n,i,t=0,r=(h[0][0]==u&&t++,null),\##
        o=null,a=t;a<h.length;a++)(n=h[a])[0]==d&&(null===r&&null===o?o=r=a:(i=n[2])<h[r][2]?r=a:i>h[o][2]&&(o=a));var s=h[r],l=h[o];h.splice(t,h.le\##
        ngth-t),r<o?(h.push(s),h.push(l)):(o<r&&h.push(l),h.push(s))}}};return{moveTo:function(t,e){a(u,t,e)},lineTo:function(t,e){a(d,t,e)},stroke:\##
        function(){r(!0),i.stroke()},fill:function(){r(!0),i.fill()},beginPath:function(){r(!0),i.beginPath()},closePath:function(){r(!0),i.closePat\##
        h()},_count:function(){return l}}},E._fillPlotter=function(t){if(!t.singleSeriesName&&0===t.seriesIndex){for(var e=t.dygraph,a=e.getLabels()\##
        .slice(1),n=a.length;0<=n;n--)e.visibility()[n]||a.splice(n,1);if(function(){for(var t=0;t<a.length;t++)if(e.getBooleanOption("fillGraph",a[\##
        t]))return!0;return!1}())for(var i,r=t.plotArea,o=t.allSeriesPoints,s=o.length,l=e.getBooleanOption("stackedGraph"),h=e.getColors(),d={},u=f\##
        unction(t,e,a,n){if(t.lineTo(e,a),l)for(var i=n.length-1;0<=i;i--){var r=n[i];t.lineTo(r[0],r[1])}},c=s-1;0<=c;c--){var p=t.drawingContext,g\##
        =a[c];if(e.getBooleanOption("fillGraph",g)){var f=e.getNumericOption("fillAlpha",g),_=e.getBooleanOption("stepPlot",g),y=h[c],v=e.axisProper\##
        tiesForSeries(g),x=1+v.minyval*v.yscale,v=(x<0?x=0:1<x&&(x=1),x=r.h*x+r.y,o[c]),m=T.createIterator(v,0,v.length,E._getIteratorPredicate(e.ge\##
        tBooleanOption("connectSeparatedPoints",g))),b=NaN,w=[-1,-1],g=T.toRGB_(y),y="rgba("+g.r+","+g.g+","+g.b+","+f+")";p.fillStyle=y,p.beginPath\##
        ();for(var O,A=!0,P=((v.length>2*e.width_||D.default.FORCE_FAST_PROXY)&&(p=E._fastCanvasProxy(p)),[]);m.hasNext;)if(O=m.next(),T.isOK(O.y)||\##
        _){if(l){if(!A&&L==O.xval)continue;var S,A=!1,L=O.xval,M=void 0===(S=d[O.canvasx])?x:i?S[0]:S,C=[O.canvasy,M];_?-1===w[0]?d[O.canvasx]=[O.ca\##
        nvasy,x]:d[O.canvasx]=[O.canvasy,w[0]]:d[O.canvasx]=O.canvasy}else C=isNaN(O.canvasy)&&_?[r.y+r.h,x]:[O.canvasy,x];isNaN(b)?(p.moveTo(O.canv\##
        asx,C[1]),p.lineTo(O.canvasx,C[0])):(_&&p.lineTo(O.canvasx,w[0]),p.lineTo(O.canvasx,C[0]),l&&(P.push([b,w[1]]),i&&S?P.push([O.canvasx,S[1]])\##
        :P.push([O.canvasx,C[1]]))),w=C,b=O.canvasx}else u(p,b,w[1],P),P=[],b=NaN,null===O.y_stacked||isNaN(O.y_stacked)||(d[O.canvasx]=r.h*O.y_stac\##
        ked+r.y);i=_,C&&O&&(u(p,O.canvasx,C[1],P),P=[]),p.fill()}}}},a.default=E,e.exports=a.default},{"./dygraph":"dygraphs/src/dygraph.js","./dygr\##
        aph-utils":"dygraphs/src/dygraph-utils.js"}],"dygraphs/src/dygraph-default-attrs.js":[function(t,e,a){"use strict";Object.defineProperty(a,"\##
        __esModule",{value:!0}),a.default=void 0;var n=l(t("./dygraph-tickers")),i=o(t("./dygraph-interaction-model")),r=o(t("./dygraph-canvas")),t=\##
        l(t("./dygraph-utils"));function o(t){return t&&t.__esModule?t:{default:t}}function s(t){var e,a;return"function"!=typeof WeakMap?null:(e=ne\##
        w WeakMap,a=new WeakMap,(s=function(t){return t?a:e})(t))}function l(t,e){if(!e&&t&&t.__esModule)return t;if(null===t||"object"!=typeof t&&"\##
        function"!=typeof t)return{default:t};e=s(e);if(e&&e.has(t))return e.get(t);var a,n,i={},r=Object.defineProperty&&Object.getOwnPropertyDescr\##
        iptor;for(a in t)"default"!==a&&Object.prototype.hasOwnProperty.call(t,a)&&((n=r?Object.getOwnPropertyDescriptor(t,a):null)&&(n.get||n.set)?\##
        Object.defineProperty(i,a,n):i[a]=t[a]);return i.default=t,e&&e.set(t,i),i}i={highlightCircleSize:3,highlightSeriesOpts:null,highlightSeries\##
        BackgroundAlpha:.5,highlightSeriesBackgroundColor:"rgb(255, 255, 255)",labelsSeparateLines:!1,labelsShowZeroValues:!0,labelsKMB:!1,labelsKMG\##
        2:!1,showLabelsOnHighlight:!0,digitsAfterDecimal:2,maxNumberWidth:6,sigFigs:null,strokeWidth:1,strokeBorderWidth:0,strokeBorderColor:"white"\##
        ,axisTickSize:3,axisLabelFontSize:14,rightGap:5,showRoller:!1,xValueParser:void 0,delimiter:",",sigma:2,errorBars:!1,fractions:!1,wilsonInte\##
        rval:!0,customBars:!1,fillGraph:!1,fillAlpha:.15,connectSeparatedPoints:!1,stackedGraph:!1,stackedGraphNaNFill:"all",hideOverlayOnMouseOut:!\##
        0,resizable:"no",legend:"onmouseover",legendFollowOffsetX:50,legendFollowOffsetY:-50,stepPlot:!1,xRangePad:0,yRangePad:null,drawAxesAtZero:!\##
        1,titleHeight:28,xLabelHeight:18,yLabelWidth:18,axisLineColor:"black",axisLineWidth:.3,gridLineWidth:.3,axisLabelWidth:50,gridLineColor:"rgb\##
        (128,128,128)",interactionModel:i.default.defaultModel,animatedZooms:!1,animateBackgroundFade:!0,showRangeSelector:!1,rangeSelectorHeight:40\##
        ,rangeSelectorPlotStrokeColor:"#808FAB",rangeSelectorPlotFillGradientColor:"white",rangeSelectorPlotFillColor:"#A7B1C4",rangeSelectorBackgro\##
        undStrokeColor:"gray",rangeSelectorBackgroundLineWidth:1,rangeSelectorPlotLineWidth:1.5,rangeSelectorForegroundStrokeColor:"black",rangeSele\##
        ctorForegroundLineWidth:1,rangeSelectorAlpha:.6,showInRangeSelector:null,plotter:[r.default._fillPlotter,r.default._errorPlotter,r.default._\##
        linePlotter],plugins:[],axes:{x:{pixelsPerLabel:70,axisLabelWidth:60,axisLabelFormatter:t.dateAxisLabelFormatter,valueFormatter:t.dateValueF\##
        ormatter,drawGrid:!0,drawAxis:!0,independentTicks:!0,ticker:n.dateTicker},y:{axisLabelWidth:50,pixelsPerLabel:30,valueFormatter:t.numberValu\##
        eFormatter,axisLabelFormatter:t.numberAxisLabelFormatter,drawGrid:!0,drawAxis:!0,independentTicks:!0,ticker:n.numericTicks},y2:{axisLabelWid\##
        th:50,pixelsPerLabel:30,valueFormatter:t.numberValueFormatter,axisLabelFormatter:t.numberAxisLabelFormatter,drawAxis:!0,drawGrid:!1,independ\##
        entTicks:!1,ticker:n.numericTicks}}};a.default=i,e.exports=a.default},{"./dygraph-canvas":"dygraphs/src/dygraph-canvas.js","./dygraph-intera\##
        ction-model":"dygraphs/src/dygraph-interaction-model.js","./dygraph-tickers":"dygraphs/src/dygraph-tickers.js","./dygraph-utils":"dygraphs/s\##
        rc/dygraph-utils.js"}],"dygraphs/src/dygraph-gviz.js":[function(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{value:!0}),a.defau\##
        lt=void 0;var n=(t=t("./dygraph"))&&t.__esModule?t:{default:t};function i(t){this.container=t}i.prototype.draw=function(t,e){this.container.\##
        innerHTML="",void 0!==this.date_graph&&this.date_graph.destroy(),this.date_graph=new n.default(this.container,t,e)},i.prototype.setSelection\##
        =function(t){var e=!1;t.length&&(e=t[0].row),this.date_graph.setSelection(e)},i.prototype.getSelection=function(){var t=[],e=this.date_graph\##
        .getSelection();if(!(e<0))for(var a=this.date_graph.layout_.points,n=0;n<a.length;++n)t.push({row:e,column:n+1});return t},a.default=i,e.exp\##
        orts=a.default},{"./dygraph":"dygraphs/src/dygraph.js"}],"dygraphs/src/dygraph-interaction-model.js":[function(t,e,a){"use strict";Object.de\##
        fineProperty(a,"__esModule",{value:!0}),a.default=void 0;var g=function(t,e){if(!e&&t&&t.__esModule)return t;if(null===t||"object"!=typeof t\##
        &&"function"!=typeof t)return{default:t};e=o(e);if(e&&e.has(t))return e.get(t);var a,n={},i=Object.defineProperty&&Object.getOwnPropertyDesc\##
        riptor;for(a in t){var r;"default"!==a&&Object.prototype.hasOwnProperty.call(t,a)&&((r=i?Object.getOwnPropertyDescriptor(t,a):null)&&(r.get|\##
        |r.set)?Object.defineProperty(n,a,r):n[a]=t[a])}n.default=t,e&&e.set(t,n);return n}(t("./dygraph-utils"));function o(t){var e,a;return"funct\##
        ion"!=typeof WeakMap?null:(e=new WeakMap,a=new WeakMap,(o=function(t){return t?a:e})(t))}var s={maybeTreatMouseOpAsClick:function(t,e,a){a.d\##
        ragEndX=g.dragGetX_(t,a),a.dragEndY=g.dragGetY_(t,a);var n=Math.abs(a.dragEndX-a.dragStartX),i=Math.abs(a.dragEndY-a.dragStartY);n<2&&i<2&&v\##
        oid 0!==e.lastx_&&null!==e.lastx_&&s.treatMouseOpAsClick(e,t,a),a.regionWidth=n,a.regionHeight=i},startPan:function(t,e,a){a.isPanning=!0;va\##
        r n=e.xAxisRange();if(e.getOptionForAxis("logscale","x")?(a.initialLeftmostDate=g.log10(n[0]),a.dateRange=g.log10(n[1])-g.log10(n[0])):(a.in\##
        itialLeftmostDate=n[0],a.dateRange=n[1]-n[0]),a.xUnitsPerPixel=a.dateRange/(e.plotter_.area.w-1),e.getNumericOption("panEdgeFraction")){for(\##
        var n=e.width_*e.getNumericOption("panEdgeFraction"),i=e.xAxisExtremes(),r=e.toDomXCoord(i[0])-n,i=e.toDomXCoord(i[1])+n,n=e.toDataXCoord(r)\##
        ,r=e.toDataXCoord(i),o=(a.boundedDates=[n,r],[]),s=e.height_*e.getNumericOption("panEdgeFraction"),l=0;l<e.axes_.length;l++){var h,d=(h=e.ax\##
        es_[l]).extremeRange,u=e.toDomYCoord(d[0],l)+s,d=e.toDomYCoord(d[1],l)-s,u=e.toDataYCoord(u,l),d=e.toDataYCoord(d,l);o[l]=[u,d]}a.boundedVal\##
        ues=o}else a.boundedDates=null,a.boundedValues=null;for(a.is2DPan=!1,a.axes=[],l=0;l<e.axes_.length;l++){h=e.axes_[l];var c={},p=e.yAxisRang\##
        e(l);e.attributes_.getForAxis("logscale",l)?(c.initialTopValue=g.log10(p[1]),c.dragValueRange=g.log10(p[1])-g.log10(p[0])):(c.initialTopValu\##
        e=p[1],c.dragValueRange=p[1]-p[0]),c.unitsPerPixel=c.dragValueRange/(e.plotter_.area.h-1),a.axes.push(c),h.valueRange&&(a.is2DPan=!0)}},move\##
        Pan:function(t,e,a){a.dragEndX=g.dragGetX_(t,a),a.dragEndY=g.dragGetY_(t,a);var t=a.initialLeftmostDate-(a.dragEndX-a.dragStartX)*a.xUnitsPe\##
        rPixel,n=(t=a.boundedDates?Math.max(t,a.boundedDates[0]):t)+a.dateRange;if(a.boundedDates&&n>a.boundedDates[1]&&(n=(t-=n-a.boundedDates[1])+\##
        a.dateRange),e.getOptionForAxis("logscale","x")?e.dateWindow_=[Math.pow(g.LOG_SCALE,t),Math.pow(g.LOG_SCALE,n)]:e.dateWindow_=[t,n],a.is2DPa\##
        n)for(var i=a.dragEndY-a.dragStartY,r=0;r<e.axes_.length;r++){var o=e.axes_[r],s=a.axes[r],l=i*s.unitsPerPixel,h=a.boundedValues?a.boundedVa\##
        lues[r]:null,l=s.initialTopValue+l,d=(l=h?Math.min(l,h[1]):l)-s.dragValueRange;h&&d<h[0]&&(d=(l-=d-h[0])-s.dragValueRange),e.attributes_.get\##
        ForAxis("logscale",r)?o.valueRange=[Math.pow(g.LOG_SCALE,d),Math.pow(g.LOG_SCALE,l)]:o.valueRange=[d,l]}e.drawGraph_(!1)}},l=(s.endPan=s.may\##
        beTreatMouseOpAsClick,s.startZoom=function(t,e,a){a.isZooming=!0,a.zoomMoved=!1},s.moveZoom=function(t,e,a){a.zoomMoved=!0,a.dragEndX=g.drag\##
        GetX_(t,a),a.dragEndY=g.dragGetY_(t,a);var t=Math.abs(a.dragStartX-a.dragEndX),n=Math.abs(a.dragStartY-a.dragEndY);a.dragDirection=t<n/2?g.V\##
        ERTICAL:g.HORIZONTAL,e.drawZoomRect_(a.dragDirection,a.dragStartX,a.dragEndX,a.dragStartY,a.dragEndY,a.prevDragDirection,a.prevEndX,a.prevEn\##
        dY),a.prevEndX=a.dragEndX,a.prevEndY=a.dragEndY,a.prevDragDirection=a.dragDirection},s.treatMouseOpAsClick=function(t,e,a){for(var n=t.getFu\##
        nctionOption("clickCallback"),i=t.getFunctionOption("pointClickCallback"),r=null,o=-1,s=Number.MAX_VALUE,l=0;l<t.selPoints_.length;l++){var \##
        h=t.selPoints_[l],h=Math.pow(h.canvasx-a.dragEndX,2)+Math.pow(h.canvasy-a.dragEndY,2);!isNaN(h)&&(-1==o||h<s)&&(s=h,o=l)}var d=t.getNumericO\##
        ption("highlightCircleSize")+2;if(r=s<=d*d?t.selPoints_[o]:r){var u={cancelable:!0,point:r,canvasx:a.dragEndX,canvasy:a.dragEndY};if(t.casca\##
        deEvents_("pointClick",u))return;i&&i.call(t,e,r)}u={cancelable:!0,xval:t.lastx_,pts:t.selPoints_,canvasx:a.dragEndX,canvasy:a.dragEndY};t.c\##
        ascadeEvents_("click",u)||n&&n.call(t,e,t.lastx_,t.selPoints_)},s.endZoom=function(t,e,a){e.clearZoomRect_(),a.isZooming=!1,s.maybeTreatMous\##
        eOpAsClick(t,e,a);var n,i,t=e.getArea();10<=a.regionWidth&&a.dragDirection==g.HORIZONTAL?(n=Math.min(a.dragStartX,a.dragEndX),i=Math.max(a.d\##
        ragStartX,a.dragEndX),(n=Math.max(n,t.x))<(i=Math.min(i,t.x+t.w))&&e.doZoomX_(n,i),a.cancelNextDblclick=!0):10<=a.regionHeight&&a.dragDirect\##
        ion==g.VERTICAL&&(n=Math.min(a.dragStartY,a.dragEndY),i=Math.max(a.dragStartY,a.dragEndY),(n=Math.max(n,t.y))<(i=Math.min(i,t.y+t.h))&&e.doZ\##
        oomY_(n,i),a.cancelNextDblclick=!0),a.dragStartX=null,a.dragStartY=null},s.startTouch=function(t,e,a){t.preventDefault(),1<t.touches.length&\##
        &(a.startTimeForDoubleTapMs=null);for(var n,i=[],r=0;r<t.touches.length;r++){var o=t.touches[r],s=o.target.getBoundingClientRect();i.push({p\##
        ageX:o.pageX,pageY:o.pageY,dataX:e.toDataXCoord(o.clientX-s.left),dataY:e.toDataYCoord(o.clientY-s.top)})}1==(a.initialTouches=i).length?(a.\##
        initialPinchCenter=i[0],a.touchDirections={x:!0,y:!0}):2<=i.length&&(a.initialPinchCenter={pageX:.5*(i[0].pageX+i[1].pageX),pageY:.5*(i[0].p\##
        ageY+i[1].pageY),dataX:.5*(i[0].dataX+i[1].dataX),dataY:.5*(i[0].dataY+i[1].dataY)},n=180/Math.PI*Math.atan2(a.initialPinchCenter.pageY-i[0]\##
        .pageY,i[0].pageX-a.initialPinchCenter.pageX),n=Math.abs(n),a.touchDirections={x:(n=90<n?90-n:n)<67.5,y:22.5<n}),a.initialRange={x:e.xAxisRa\##
        nge(),y:e.yAxisRange()}},s.moveTouch=function(t,e,a){a.startTimeForDoubleTapMs=null;for(var n=[],i=0;i<t.touches.length;i++){var r=t.touches\##
        [i];n.push({pageX:r.pageX,pageY:r.pageY})}var o,s,l=a.initialTouches,h=a.initialPinchCenter,d=1==n.length?n[0]:{pageX:.5*(n[0].pageX+n[1].pa\##
        geX),pageY:.5*(n[0].pageY+n[1].pageY)},u={pageX:d.pageX-h.pageX,pageY:d.pageY-h.pageY},c=a.initialRange.x[1]-a.initialRange.x[0],p=a.initial\##
        Range.y[0]-a.initialRange.y[1],g=(u.dataX=u.pageX/e.plotter_.area.w*c,u.dataY=u.pageY/e.plotter_.area.h*p,1==n.length?s=o=1:2<=n.length&&(c=\##
        l[1].pageX-h.pageX,o=(n[1].pageX-d.pageX)/c,p=l[1].pageY-h.pageY,s=(n[1].pageY-d.pageY)/p),o=Math.min(8,Math.max(.125,o)),s=Math.min(8,Math.\##
        max(.125,s)),!1);if(a.touchDirections.x&&(f=h.dataX-u.dataX/o,e.dateWindow_=[f+(a.initialRange.x[0]-h.dataX)/o,f+(a.initialRange.x[1]-h.data\##
        X)/o],g=!0),a.touchDirections.y)for(i=0;i<1;i++){var f,_=e.axes_[i];e.attributes_.getForAxis("logscale",i)||(f=h.dataY-u.dataY/s,_.valueRang\##
        e=[f+(a.initialRange.y[0]-h.dataY)/s,f+(a.initialRange.y[1]-h.dataY)/s],g=!0)}e.drawGraph_(!1),g&&1<n.length&&e.getFunctionOption("zoomCallb\##
        ack")&&(c=e.xAxisRange(),e.getFunctionOption("zoomCallback").call(e,c[0],c[1],e.yAxisRanges()))},s.endTouch=function(t,e,a){var n;0!==t.touc\##
        hes.length?s.startTouch(t,e,a):1==t.changedTouches.length&&(n=(new Date).getTime(),t=t.changedTouches[0],a.startTimeForDoubleTapMs&&n-a.star\##
        tTimeForDoubleTapMs<500&&a.doubleTapX&&Math.abs(a.doubleTapX-t.screenX)<50&&a.doubleTapY&&Math.abs(a.doubleTapY-t.screenY)<50?e.resetZoom():\##
        (a.startTimeForDoubleTapMs=n,a.doubleTapX=t.screenX,a.doubleTapY=t.screenY))},function(t,e,a){return t<e?e-t:a<t?t-a:0});s.defaultModel={mou\##
        sedown:function(t,i,r){var a;t.button&&2==t.button||(r.initializeMouseDown(t,i,r),t.altKey||t.shiftKey?s.startPan(t,i,r):s.startZoom(t,i,r),\##
        a=function(t){var e,a,n;r.isZooming?(e=t,a=i,n={left:(n=g.findPos(a.canvas_)).x,right:n.x+a.canvas_.offsetWidth,top:n.y,bottom:n.y+a.canvas_\##
        .offsetHeight},a={x:g.pageX(e),y:g.pageY(e)},e=l(a.x,n.left,n.right),a=l(a.y,n.top,n.bottom),Math.max(e,a)<100?s.moveZoom(t,i,r):null!==r.dr\##
        agEndX&&(r.dragEndX=null,r.dragEndY=null,i.clearZoomRect_())):r.isPanning&&s.movePan(t,i,r)},t=function t(e){r.isZooming?null!==r.dragEndX?s\##
        .endZoom(e,i,r):s.maybeTreatMouseOpAsClick(e,i,r):r.isPanning&&s.endPan(e,i,r),g.removeEvent(document,"mousemove",a),g.removeEvent(document,\##
        "mouseup",t),r.destroy()},i.addAndTrackEvent(document,"mousemove",a),i.addAndTrackEvent(document,"mouseup",t))},willDestroyContextMyself:!0,\##
        touchstart:function(t,e,a){s.startTouch(t,e,a)},touchmove:function(t,e,a){s.moveTouch(t,e,a)},touchend:function(t,e,a){s.endTouch(t,e,a)},db\##
        lclick:function(t,e,a){a.cancelNextDblclick?a.cancelNextDblclick=!1:(a={canvasx:a.dragEndX,canvasy:a.dragEndY,cancelable:!0},e.cascadeEvents\##
        _("dblclick",a)||t.altKey||t.shiftKey||e.resetZoom())}},s.nonInteractiveModel_={mousedown:function(t,e,a){a.initializeMouseDown(t,e,a)},mous\##
        eup:s.maybeTreatMouseOpAsClick},s.dragIsPanInteractionModel={mousedown:function(t,e,a){a.initializeMouseDown(t,e,a),s.startPan(t,e,a)},mouse\##
        move:function(t,e,a){a.isPanning&&s.movePan(t,e,a)},mouseup:function(t,e,a){a.isPanning&&s.endPan(t,e,a)}},a.default=s,e.exports=a.default},\##
        {"./dygraph-utils":"dygraphs/src/dygraph-utils.js"}],"dygraphs/src/dygraph-layout.js":[function(t,e,a){"use strict";Object.defineProperty(a,\##
        "__esModule",{value:!0}),a.default=void 0;var i=function(t,e){if(!e&&t&&t.__esModule)return t;if(null===t||"object"!=typeof t&&"function"!=t\##
        ypeof t)return{default:t};e=o(e);if(e&&e.has(t))return e.get(t);var a,n={},i=Object.defineProperty&&Object.getOwnPropertyDescriptor;for(a in\##
         t){var r;"default"!==a&&Object.prototype.hasOwnProperty.call(t,a)&&((r=i?Object.getOwnPropertyDescriptor(t,a):null)&&(r.get||r.set)?Object.\##
        defineProperty(n,a,r):n[a]=t[a])}n.default=t,e&&e.set(t,n);return n}(t("./dygraph-utils"));function o(t){var e,a;return"function"!=typeof We\##
        akMap?null:(e=new WeakMap,a=new WeakMap,(o=function(t){return t?a:e})(t))}function u(t){this.dygraph_=t,this.points=[],this.setNames=[],this\##
        .annotations=[],this.yAxes_=null,this.xTicks_=null,this.yTicks_=null}u.prototype.addDataset=function(t,e){this.points.push(e),this.setNames.\##
        push(t)},u.prototype.getPlotArea=function(){return this.area_},u.prototype.computePlotArea=function(){var a={x:0,y:0},t=(a.w=this.dygraph_.w\##
        idth_-a.x-this.dygraph_.getOption("rightGap"),a.h=this.dygraph_.height_,{chart_div:this.dygraph_.graphDiv,reserveSpaceLeft:function(t){var e\##
        ={x:a.x,y:a.y,w:t,h:a.h};return a.x+=t,a.w-=t,e},reserveSpaceRight:function(t){var e={x:a.x+a.w-t,y:a.y,w:t,h:a.h};return a.w-=t,e},reserveS\##
        paceTop:function(t){var e={x:a.x,y:a.y,w:a.w,h:t};return a.y+=t,a.h-=t,e},reserveSpaceBottom:function(t){var e={x:a.x,y:a.y+a.h-t,w:a.w,h:t}\##
        ;return a.h-=t,e},chartRect:function(){return{x:a.x,y:a.y,w:a.w,h:a.h}}});this.dygraph_.cascadeEvents_("layout",t),this.area_=a},u.prototype\##
        .setAnnotations=function(t){this.annotations=[];for(var e=this.dygraph_.getOption("xValueParser")||function(t){return t},a=0;a<t.length;a++)\##
        {var n={};if(!t[a].xval&&void 0===t[a].x)return void console.error("Annotations must have an 'x' property");if(t[a].icon&&(!t[a].hasOwnPrope\##
        rty("width")||!t[a].hasOwnProperty("height")))return void console.error("Must set width and height when setting annotation.icon property");i\##
        .update(n,t[a]),n.xval||(n.xval=e(n.x)),this.annotations.push(n)}},u.prototype.setXTicks=function(t){this.xTicks_=t},u.prototype.setYAxes=fu\##
        nction(t){this.yAxes_=t},u.prototype.evaluate=function(){this._xAxis={},this._evaluateLimits(),this._evaluateLineCharts(),this._evaluateLine\##
        Ticks(),this._evaluateAnnotations()},u.prototype._evaluateLimits=function(){var t=this.dygraph_.xAxisRange(),t=(this._xAxis.minval=t[0],this\##
        ._xAxis.maxval=t[1],t[1]-t[0]);this._xAxis.scale=0!=t?1/t:1,this.dygraph_.getOptionForAxis("logscale","x")&&(this._xAxis.xlogrange=i.log10(t\##
        his._xAxis.maxval)-i.log10(this._xAxis.minval),this._xAxis.xlogscale=0!==this._xAxis.xlogrange?1/this._xAxis.xlogrange:1);for(var e=0;e<this\##
        .yAxes_.length;e++){var a=this.yAxes_[e];a.minyval=a.computedValueRange[0],a.maxyval=a.computedValueRange[1],a.yrange=a.maxyval-a.minyval,a.\##
        yscale=0!==a.yrange?1/a.yrange:1,(this.dygraph_.getOption("logscale")||a.logscale)&&(a.ylogrange=i.log10(a.maxyval)-i.log10(a.minyval),a.ylo\##
        gscale=0!==a.ylogrange?1/a.ylogrange:1,isFinite(a.ylogrange)&&!isNaN(a.ylogrange)||console.error("axis "+e+" of graph at "+a.g+" can't be di\##
        splayed in log scale for range ["+a.minyval+" - "+a.maxyval+"]"))}},u.calcXNormal_=function(t,e,a){return a?(i.log10(t)-i.log10(e.minval))*e\##
        .xlogscale:(t-e.minval)*e.scale},u.calcYNormal_=function(t,e,a){return a?(a=1-(i.log10(e)-i.log10(t.minyval))*t.ylogscale,isFinite(a)?a:NaN)\##
        :1-(e-t.minyval)*t.yscale},u.prototype._evaluateLineCharts=function(){for(var t=this.dygraph_.getOption("stackedGraph"),e=this.dygraph_.getO\##
        ptionForAxis("logscale","x"),a=0;a<this.points.length;a++){for(var n=this.points[a],i=this.setNames[a],r=this.dygraph_.getOption("connectSep\##
        aratedPoints",i),o=this.dygraph_.axisPropertiesForSeries(i),s=this.dygraph_.attributes_.getForSeries("logscale",i),l=0;l<n.length;l++){var h\##
        =n[l],d=(h.x=u.calcXNormal_(h.xval,this._xAxis,e),h.yval);t&&(h.y_stacked=u.calcYNormal_(o,h.yval_stacked,s),null===d||isNaN(d)||(d=h.yval_s\##
        tacked)),null===d&&(d=NaN,r||(h.yval=NaN)),h.y=u.calcYNormal_(o,d,s)}this.dygraph_.dataHandler_.onLineEvaluated(n,o,s)}},u.prototype._evalua\##
        teLineTicks=function(){var t,e,a,n,i,r;for(this.xticks=[],t=0;t<this.xTicks_.length;t++)a=(e=this.xTicks_[t]).label,i=(r=!("label_v"in e))?e\##
        .v:e.label_v,0<=(n=this.dygraph_.toPercentXCoord(i))&&n<1&&this.xticks.push({pos:n,label:a,has_tick:r});for(this.yticks=[],t=0;t<this.yAxes_\##
        .length;t++)for(var o=this.yAxes_[t],s=0;s<o.ticks.length;s++)a=(e=o.ticks[s]).label,i=(r=!("label_v"in e))?e.v:e.label_v,0<(n=this.dygraph_\##
        .toPercentYCoord(i,t))&&n<=1&&this.yticks.push({axis:t,pos:n,label:a,has_tick:r})},u.prototype._evaluateAnnotations=function(){var t={};for(\##
        i=0;i<this.annotations.length;i++){var e=this.annotations[i];t[e.xval+","+e.series]=e}if(this.annotated_points=[],this.annotations&&this.ann\##
        otations.length)for(var a=0;a<this.points.length;a++)for(var n=this.points[a],i=0;i<n.length;i++){var r=n[i],o=r.xval+","+r.name;o in t&&(r.\##
        annotation=t[o],this.annotated_points.push(r),delete t[o])}},u.prototype.removeAllDatasets=function(){delete this.points,delete this.setName\##
        s,delete this.setPointsLengths,delete this.setPointsOffsets,this.points=[],this.setNames=[],this.setPointsLengths=[],this.setPointsOffsets=[\##
        ]},a.default=u,e.exports=a.default},{"./dygraph-utils":"dygraphs/src/dygraph-utils.js"}],"dygraphs/src/dygraph-options-reference.js":[functi\##
        on(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{value:!0}),a.default=void 0;var n=null;a.default=n,e.exports=a.default},{}],"dy\##
        graphs/src/dygraph-options.js":[function(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{value:!0}),a.default=void 0;var o=functio\##
        n(t,e){if(!e&&t&&t.__esModule)return t;if(null===t||"object"!=typeof t&&"function"!=typeof t)return{default:t};e=s(e);if(e&&e.has(t))return \##
        e.get(t);var a,n={},i=Object.defineProperty&&Object.getOwnPropertyDescriptor;for(a in t){var r;"default"!==a&&Object.prototype.hasOwnPropert\##
        y.call(t,a)&&((r=i?Object.getOwnPropertyDescriptor(t,a):null)&&(r.get||r.set)?Object.defineProperty(n,a,r):n[a]=t[a])}n.default=t,e&&e.set(t\##
        ,n);return n}(t("./dygraph-utils")),i=n(t("./dygraph-default-attrs"));n(t("./dygraph-options-reference"));function n(t){return t&&t.__esModu\##
        le?t:{default:t}}function s(t){var e,a;return"function"!=typeof WeakMap?null:(e=new WeakMap,a=new WeakMap,(s=function(t){return t?a:e})(t))}\##
        function l(t){this.dygraph_=t,this.yAxes_=[],this.xAxis_={},this.series_={},this.global_=this.dygraph_.attrs_,this.user_=this.dygraph_.user_\##
        attrs_||{},this.labels_=[],this.highlightSeries_=this.get("highlightSeriesOpts")||{},this.reparseSeries()}l.AXIS_STRING_MAPPINGS_={y:0,Y:0,y\##
        1:0,Y1:0,y2:1,Y2:1},l.axisToIndex_=function(t){if("string"==typeof t){if(l.AXIS_STRING_MAPPINGS_.hasOwnProperty(t))return l.AXIS_STRING_MAPP\##
        INGS_[t];throw"Unknown axis : "+t}if("number"==typeof t){if(0===t||1===t)return t;throw"Dygraphs only supports two y-axes, indexed from 0-1.\##
        "}if(t)throw"Unknown axis : "+t;return 0},l.prototype.reparseSeries=function(){var t=this.get("labels");if(t){this.labels_=t.slice(1),this.y\##
        Axes_=[{series:[],options:{}}],this.xAxis_={options:{}},this.series_={};for(var e=this.user_.series||{},a=0;a<this.labels_.length;a++){var n\##
        =this.labels_[a],i=e[n]||{},r=l.axisToIndex_(i.axis);this.series_[n]={idx:a,yAxis:r,options:i},this.yAxes_[r]?this.yAxes_[r].series.push(n):\##
        this.yAxes_[r]={series:[n],options:{}}}t=this.user_.axes||{};o.update(this.yAxes_[0].options,t.y||{}),1<this.yAxes_.length&&o.update(this.yA\##
        xes_[1].options,t.y2||{}),o.update(this.xAxis_.options,t.x||{})}},l.prototype.get=function(t){var e=this.getGlobalUser_(t);return null!==e?e\##
        :this.getGlobalDefault_(t)},l.prototype.getGlobalUser_=function(t){return this.user_.hasOwnProperty(t)?this.user_[t]:null},l.prototype.getGl\##
        obalDefault_=function(t){return this.global_.hasOwnProperty(t)?this.global_[t]:i.default.hasOwnProperty(t)?i.default[t]:null},l.prototype.ge\##
        tForAxis=function(t,e){var a;if("number"==typeof e)a=0===(n=e)?"y":"y2";else{if("y"==(e="y1"==e?"y":e))n=0;else if("y2"==e)n=1;else{if("x"!=\##
        e)throw"Unknown axis "+e;n=-1}a=e}var n=-1==n?this.xAxis_:this.yAxes_[n];if(n){n=n.options;if(n.hasOwnProperty(t))return n[t]}if("x"!==e||"l\##
        ogscale"!==t){n=this.getGlobalUser_(t);if(null!==n)return n}e=i.default.axes[a];return e.hasOwnProperty(t)?e[t]:this.getGlobalDefault_(t)},l\##
        .prototype.getForSeries=function(t,e){if(e===this.dygraph_.getHighlightSeries()&&this.highlightSeries_.hasOwnProperty(t))return this.highlig\##
        htSeries_[t];var a,n;if(this.series_.hasOwnProperty(e))return(n=(a=this.series_[e]).options).hasOwnProperty(t)?n[t]:this.getForAxis(t,a.yAxi\##
        s);throw"Unknown series: "+e},l.prototype.numAxes=function(){return this.yAxes_.length},l.prototype.axisForSeries=function(t){return this.se\##
        ries_[t].yAxis},l.prototype.axisOptions=function(t){return this.yAxes_[t].options},l.prototype.seriesForAxis=function(t){return this.yAxes_[\##
        t].series},l.prototype.seriesNames=function(){return this.labels_},a.default=l,e.exports=a.default},{"./dygraph-default-attrs":"dygraphs/src\##
        /dygraph-default-attrs.js","./dygraph-options-reference":"dygraphs/src/dygraph-options-reference.js","./dygraph-utils":"dygraphs/src/dygraph\##
        -utils.js"}],"dygraphs/src/dygraph-tickers.js":[function(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{value:!0}),a.pickDateTick\##
        Granularity=a.numericTicks=a.numericLinearTicks=a.getDateAxis=a.dateTicker=a.Granularity=void 0;var P=function(t,e){if(!e&&t&&t.__esModule)r\##
        eturn t;if(null===t||"object"!=typeof t&&"function"!=typeof t)return{default:t};e=o(e);if(e&&e.has(t))return e.get(t);var a,n={},i=Object.de\##
        fineProperty&&Object.getOwnPropertyDescriptor;for(a in t){var r;"default"!==a&&Object.prototype.hasOwnProperty.call(t,a)&&((r=i?Object.getOw\##
        nPropertyDescriptor(t,a):null)&&(r.get||r.set)?Object.defineProperty(n,a,r):n[a]=t[a])}n.default=t,e&&e.set(t,n);return n}(t("./dygraph-util\##
        s"));function o(t){var e,a;return"function"!=typeof WeakMap?null:(e=new WeakMap,a=new WeakMap,(o=function(t){return t?a:e})(t))}a.numericLin\##
        earTicks=function(t,e,a,n,i,r){return s(t,e,a,function(t){return"logscale"!==t&&n(t)},i,r)};var s=function(t,e,a,n,i,r){var o=n("pixelsPerLa\##
        bel"),s=[];if(r)for(A=0;A<r.length;A++)s.push({v:r[A]});else{if(n("logscale")){var l=Math.floor(a/o),h=P.binarySearch(t,M,1),d=P.binarySearc\##
        h(e,M,-1),u=null;if(l/4<=(d=-1==d?M.length-1:d)-(h=-1==h?0:h)){for(var c=d;h<=c;c--){var p=M[c],g=Math.log(p/t)/Math.log(e/t)*a,f={v:p};null\##
        ===u||Math.abs(g-u.pixel_coord)>=o?u={tickValue:p,pixel_coord:g}:f.label="",s.push(f)}s.reverse()}}if(0===s.length){for(var _,y,v,x,d=n("lab\##
        elsKMG2")?(_=[1,2,4,8,16,32,64,128,256],16):(_=[1,2,5,10,20,50,100],10),m=Math.ceil(a/o),m=Math.abs(e-t)/m,m=Math.floor(Math.log(m)/Math.log\##
        (d)),b=Math.pow(d,m),w=0;w<_.length&&(y=b*_[w],v=Math.floor(t/y)*y,x=Math.ceil(e/y)*y,!(o<a/(l=Math.abs(x-v)/y)));w++);for(x<v&&(y*=-1),A=0;\##
        A<=l;A++)s.push({v:v+A*y})}}for(var O=n("axisLabelFormatter"),A=0;A<s.length;A++)void 0===s[A].label&&(s[A].label=O.call(i,s[A].v,0,n,i));re\##
        turn s},y=(a.numericTicks=s,a.dateTicker=function(t,e,a,n,i,r){a=l(t,e,a,n);return 0<=a?d(t,e,a,n,i):[]},{MILLISECONDLY:0,TWO_MILLISECONDLY:\##
        1,FIVE_MILLISECONDLY:2,TEN_MILLISECONDLY:3,FIFTY_MILLISECONDLY:4,HUNDRED_MILLISECONDLY:5,FIVE_HUNDRED_MILLISECONDLY:6,SECONDLY:7,TWO_SECONDL\##
        Y:8,FIVE_SECONDLY:9,TEN_SECONDLY:10,THIRTY_SECONDLY:11,MINUTELY:12,TWO_MINUTELY:13,FIVE_MINUTELY:14,TEN_MINUTELY:15,THIRTY_MINUTELY:16,HOURL\##
        Y:17,TWO_HOURLY:18,SIX_HOURLY:19,DAILY:20,TWO_DAILY:21,WEEKLY:22,MONTHLY:23,QUARTERLY:24,BIANNUAL:25,ANNUAL:26,DECADAL:27,CENTENNIAL:28,NUM_\##
        GRANULARITIES:29});a.Granularity=y;var v=0,x=1,m=2,b=3,w=4,O=5,A=6,S=7,L=[],M=(L[y.MILLISECONDLY]={datefield:A,step:1,spacing:1},L[y.TWO_MIL\##
        LISECONDLY]={datefield:A,step:2,spacing:2},L[y.FIVE_MILLISECONDLY]={datefield:A,step:5,spacing:5},L[y.TEN_MILLISECONDLY]={datefield:A,step:1\##
        0,spacing:10},L[y.FIFTY_MILLISECONDLY]={datefield:A,step:50,spacing:50},L[y.HUNDRED_MILLISECONDLY]={datefield:A,step:100,spacing:100},L[y.FI\##
        VE_HUNDRED_MILLISECONDLY]={datefield:A,step:500,spacing:500},L[y.SECONDLY]={datefield:O,step:1,spacing:1e3},L[y.TWO_SECONDLY]={datefield:O,s\##
        tep:2,spacing:2e3},L[y.FIVE_SECONDLY]={datefield:O,step:5,spacing:5e3},L[y.TEN_SECONDLY]={datefield:O,step:10,spacing:1e4},L[y.THIRTY_SECOND\##
        LY]={datefield:O,step:30,spacing:3e4},L[y.MINUTELY]={datefield:w,step:1,spacing:6e4},L[y.TWO_MINUTELY]={datefield:w,step:2,spacing:12e4},L[y\##
        .FIVE_MINUTELY]={datefield:w,step:5,spacing:3e5},L[y.TEN_MINUTELY]={datefield:w,step:10,spacing:6e5},L[y.THIRTY_MINUTELY]={datefield:w,step:\##
        30,spacing:18e5},L[y.HOURLY]={datefield:b,step:1,spacing:36e5},L[y.TWO_HOURLY]={datefield:b,step:2,spacing:72e5},L[y.SIX_HOURLY]={datefield:\##
        b,step:6,spacing:216e5},L[y.DAILY]={datefield:m,step:1,spacing:864e5},L[y.TWO_DAILY]={datefield:m,step:2,spacing:1728e5},L[y.WEEKLY]={datefi\##
        eld:m,step:7,spacing:6048e5},L[y.MONTHLY]={datefield:x,step:1,spacing:2629746e3},L[y.QUARTERLY]={datefield:x,step:3,spacing:7889238e3},L[y.B\##
        IANNUAL]={datefield:x,step:6,spacing:15778476e3},L[y.ANNUAL]={datefield:v,step:1,spacing:31556952e3},L[y.DECADAL]={datefield:v,step:10,spaci\##
        ng:31556952e4},L[y.CENTENNIAL]={datefield:v,step:100,spacing:31556952e5},function(){for(var t=[],e=-39;e<=39;e++)for(var a=Math.pow(10,e),n=\##
        1;n<=9;n++)t.push(a*n);return t}()),l=function(t,e,a,n){for(var i=n("pixelsPerLabel"),r=0;r<y.NUM_GRANULARITIES;r++)if(i<=a/h(t,e,r))return \##
        r;return-1},h=(a.pickDateTickGranularity=l,function(t,e,a){a=L[a].spacing;return Math.round((e-t)/a)}),d=function(t,e,a,n,i){var r=n("axisLa\##
        belFormatter"),o=n("labelsUTC")?P.DateAccessorsUTC:P.DateAccessorsLocal,s=L[a].datefield,l=L[a].step,h=L[a].spacing,d=new Date(t),u=[],c=(u[\##
        v]=o.getFullYear(d),u[x]=o.getMonth(d),u[m]=o.getDate(d),u[b]=o.getHours(d),u[w]=o.getMinutes(d),u[O]=o.getSeconds(d),u[A]=o.getMilliseconds\##
        (d),u[s]%l);a==y.WEEKLY&&(c=o.getDay(d)),u[s]-=c;for(var p=s+1;p<S;p++)u[p]=p===m?1:0;var g=[],f=o.makeDate.apply(null,u),_=f.getTime();if(a\##
        <=y.HOURLY)for(_<t&&(_+=h,f=new Date(_));_<=e;)g.push({v:_,label:r.call(i,f,a,n,i)}),_+=h,f=new Date(_);else for(_<t&&(u[s]+=l,_=(f=o.makeDa\##
        te.apply(null,u)).getTime());_<=e;)(y.DAILY<=a||o.getHours(f)%l==0)&&g.push({v:_,label:r.call(i,f,a,n,i)}),u[s]+=l,_=(f=o.makeDate.apply(nul\##
        l,u)).getTime();return g};a.getDateAxis=d},{"./dygraph-utils":"dygraphs/src/dygraph-utils.js"}],"dygraphs/src/dygraph-utils.js":[function(t,\##
        F,e){"use strict";Object.defineProperty(e,"__esModule",{value:!0}),e.HORIZONTAL=e.DateAccessorsUTC=e.DateAccessorsLocal=e.DOT_DASH_LINE=e.DO\##
        TTED_LINE=e.DASHED_LINE=e.Circles=void 0,e.Iterator=v,e.addEvent=e.VERTICAL=e.LOG_SCALE=e.LN_TEN=void 0,e.binarySearch=function t(e,a,n,i,r)\##
        {null!=i&&null!=r||(i=0,r=a.length-1);if(r<i)return-1;null==n&&(n=0);var o=function(t){return 0<=t&&t<a.length};var s=parseInt((i+r)/2,10);v\##
        ar l=a[s];var h;{if(l==e)return s;if(e<l)return 0<n&&o(h=s-1)&&a[h]<e?s:t(e,a,n,i,s-1);if(l<e)return n<0&&o(h=s+1)&&a[h]>e?s:t(e,a,n,s+1,r)}\##
        return-1},e.cancelEvent=function(t){(t=t||window.event).stopPropagation&&t.stopPropagation();t.preventDefault&&t.preventDefault();return t.c\##
        ancelBubble=!0,t.cancel=!0,t.returnValue=!1},e.clone=function t(e){var a=[];for(var n=0;n<e.length;n++)y(e[n])?a.push(t(e[n])):a.push(e[n]);\##
        return a},e.createCanvas=function(){return document.createElement("canvas")},e.createIterator=function(t,e,a,n){return new v(t,e,a,n)},e.dat\##
        eAxisLabelFormatter=function(t,e,a){var a=a("labelsUTC")?p:c,n=a.getFullYear(t),i=a.getMonth(t),r=a.getDate(t),o=a.getHours(t),s=a.getMinute\##
        s(t),l=a.getSeconds(t),a=a.getMilliseconds(t);return e>=h.Granularity.DECADAL?""+n:e>=h.Granularity.MONTHLY?E[i]+"&#160;"+n:0===3600*o+60*s+\##
        l+.001*a||e>=h.Granularity.DAILY?d(r)+"&#160;"+E[i]:e<h.Granularity.SECONDLY?(t=""+a,d(l)+"."+("000"+t).substring(t.length)):e>h.Granularity\##
        .MINUTELY?g(o,s,l,0):g(o,s,l,a)},e.dateParser=function(t){var e,a;if((-1==t.search("-")||-1!=t.search("T")||-1!=t.search("Z"))&&(a=l(t))&&!i\##
        sNaN(a))return a;if(-1!=t.search("-")){for(e=t.replace("-","/","g");-1!=e.search("-");)e=e.replace("-","/");a=l(e)}else a=l(t);a&&!isNaN(a)|\##
        |console.error("Couldn't parse "+t+" as a date");return a},e.dateStrToMillis=l,e.dateString_=s,e.dateValueFormatter=function(t,e){return s(t\##
        ,e("labelsUTC"))},e.detectLineDelimiter=function(t){for(var e=0;e<t.length;e++){var a=t.charAt(e);if("\r"===a)return e+1<t.length&&"\n"===t.\##
        charAt(e+1)?"\r\n":a;if("\n"===a)return e+1<t.length&&"\r"===t.charAt(e+1)?"\n\r":a}return null},e.dragGetX_=function(t,e){return i(t)-e.px}\##
        ,e.dragGetY_=function(t,e){return r(t)-e.py},e.findPos=function(t){var t=t.getBoundingClientRect(),e=window,a=document.documentElement;retur\##
        n{x:t.left+(e.pageXOffset||a.scrollLeft),y:t.top+(e.pageYOffset||a.scrollTop)}},e.floatFormat=u,e.getContext=void 0,e.getContextPixelRatio=f\##
        unction(t){try{var e=window.devicePixelRatio,a=t.webkitBackingStorePixelRatio||t.mozBackingStorePixelRatio||t.msBackingStorePixelRatio||t.oB\##
        ackingStorePixelRatio||t.backingStorePixelRatio||1;return void 0!==e?e/a:1}catch(t){return 1}},e.hmsString_=g,e.hsvToRGB=function(t,e,a){var\##
         n,i,r;if(0===e)r=i=n=a;else{var o=Math.floor(6*t),t=6*t-o,s=a*(1-e),l=a*(1-e*t),h=a*(1-e*(1-t));switch(o){case 1:n=l,i=a,r=s;break;case 2:n\##
        =s,i=a,r=h;break;case 3:n=s,i=l,r=a;break;case 4:n=h,i=s,r=a;break;case 5:n=a,i=s,r=l;break;case 6:case 0:n=a,i=h,r=s}}return n=Math.floor(2\##
        55*n+.5),i=Math.floor(255*i+.5),r=Math.floor(255*r+.5),"rgb("+n+","+i+","+r+")"},e.isArrayLike=y,e.isCanvasSupported=function(t){try{(t||doc\##
        ument.createElement("canvas")).getContext("2d")}catch(t){return!1}return!0},e.isDateLike=function(t){return null!==t&&"object"==typeof t&&"f\##
        unction"==typeof t.getTime},e.isNodeContainedBy=function(t,e){if(null===e||null===t)return!1;var a=t;for(;a&&a!==e;)a=a.parentNode;return a=\##
        ==e},e.isOK=function(t){return!!t&&!isNaN(t)},e.isPixelChangingOptionList=function(t,e){var a={};if(t)for(var n=1;n<t.length;n++)a[t[n]]=!0;\##
        function i(t){for(var e in t)if(t.hasOwnProperty(e)&&!m[e])return 1}for(var r in e)if(e.hasOwnProperty(r))if("highlightSeriesOpts"==r||a[r]&\##
        &!e.series){if(i(e[r]))return!0}else if("series"==r||"axes"==r){var o,s=e[r];for(o in s)if(s.hasOwnProperty(o)&&i(s[o]))return!0}else if(!m[\##
        r])return!0;return!1},e.isValidPoint=function(t,e){return!!t&&null!==t.yval&&null!==t.x&&void 0!==t.x&&null!==t.y&&void 0!==t.y&&!(isNaN(t.x\##
        )||!e&&isNaN(t.y))},e.logRangeFraction=e.log10=void 0,e.numberAxisLabelFormatter=function(t,e,a){return D.call(this,t,a)},e.numberValueForma\##
        tter=D,e.pageX=i,e.pageY=r,e.parseFloat_=function(t,e,a){var n=parseFloat(t);if(!isNaN(n))return n;if(!/^ *$/.test(t)){if(/^ *nan *$/i.test(\##
        t))return NaN;n="Unable to parse '"+t+"' as a number";void 0!==a&&void 0!==e&&(n+=" on line "+(1+(e||0))+" ('"+a+"') of CSV."),console.error\##
        (n)}return null},e.pow=b,e.removeEvent=function(t,e,a){t.removeEventListener(e,a,!1)},e.repeatAndCleanup=function(a,t,n,i){var r,o,s=0,l=(ne\##
        w Date).getTime();a(s),(1==t?i:(o=t-1,function e(){t<=s||x.call(window,function(){var t=(new Date).getTime(),t=(r=s,(s=Math.floor((t-l)/n))-\##
        r);(o<s+t||o<=s?(a(o),i):(0!=t&&a(s),e))()})}))()},e.requestAnimFrame=void 0,e.round_=f,e.setupDOMready_=function(a){{var n;"undefined"!=typ\##
        eof document&&(n=function(){if(!k){k=!0,a.onDOMready=R,document.removeEventListener("DOMContentLoaded",n,!1),window.removeEventListener("loa\##
        d",n,!1);for(var t=0;t<N.length;++t)N[t]();N=null}},a.onDOMready=function(t){var e;return("complete"===document.readyState?a.onDOMready=R:(a\##
        .onDOMready=e=function(t){return"function"==typeof t&&N.push(t),!1},document.addEventListener("DOMContentLoaded",n,!1),window.addEventListen\##
        er("load",n,!1),"complete"===document.readyState?(n(),a.onDOMready=R):e))(t)})}},e.toRGB_=function(t){var e=A(t);return e||((e=document.crea\##
        teElement("div")).style.backgroundColor=t,e.style.visibility="hidden",document.body.appendChild(e),t=window.getComputedStyle(e,null).backgro\##
        undColor,document.body.removeChild(e),A(t))},e.type=function(t){return null===t?"null":typeof t},e.typeArrayLike=function(t){var e;return nu\##
        ll===t?"null":("object"==(e=typeof t)||"function"==e&&"function"==typeof t.item)&&"number"==typeof t.length&&3!==t.nodeType&&4!==t.nodeType?\##
        "array":e},e.update=function(t,e){if(null!=e)for(var a in e)e.hasOwnProperty(a)&&(t[a]=e[a]);return t},e.updateDeep=function t(e,a){if(null!\##
        =a)for(var n in a){var i;a.hasOwnProperty(n)&&(null===(i=a[n])?e[n]=null:y(i)?e[n]=i.slice():!_(i)&&"object"==typeof i?("object"==typeof e[n\##
        ]&&null!==e[n]||(e[n]={}),t(e[n],i)):e[n]=i)}return e},e.zeropad=d;var h=function(t,e){if(!e&&t&&t.__esModule)return t;if(null===t||"object"\##
        !=typeof t&&"function"!=typeof t)return{default:t};e=o(e);if(e&&e.has(t))return e.get(t);var a,n={},i=Object.defineProperty&&Object.getOwnPr\##
        opertyDescriptor;for(a in t){var r;"default"!==a&&Object.prototype.hasOwnProperty.call(t,a)&&((r=i?Object.getOwnPropertyDescriptor(t,a):null\##
        )&&(r.get||r.set)?Object.defineProperty(n,a,r):n[a]=t[a])}n.default=t,e&&e.set(t,n);return n}(t("./dygraph-tickers"));function o(t){var e,a;\##
        return"function"!=typeof WeakMap?null:(e=new WeakMap,a=new WeakMap,(o=function(t){return t?a:e})(t))}function n(t){return Math.log(t)/a}e.LO\##
        G_SCALE=10;var a=Math.log(10);e.LN_TEN=a,e.log10=n,e.logRangeFraction=function(t,e,a){t=n(t),e=n(e);return Math.pow(10,t+a*(e-t))},e.DOTTED_\##
        LINE=[2,2],e.DASHED_LINE=[7,3],e.DOT_DASH_LINE=[7,2,2,2],e.HORIZONTAL=1,e.VERTICAL=2,e.getContext=function(t){return t.getContext("2d")};fun\##
        ction i(t){return!t.pageX||t.pageX<0?0:t.pageX}function r(t){return!t.pageY||t.pageY<0?0:t.pageY}function u(t,e){e=Math.min(Math.max(1,e||2)\##
        ,21);return Math.abs(t)<.001&&0!==t?t.toExponential(e-1):t.toPrecision(e)}function d(t){return t<10?"0"+t:""+t}e.addEvent=function(t,e,a){t.\##
        addEventListener(e,a,!1)};var c={getFullYear:function(t){return t.getFullYear()},getMonth:function(t){return t.getMonth()},getDate:function(\##
        t){return t.getDate()},getHours:function(t){return t.getHours()},getMinutes:function(t){return t.getMinutes()},getSeconds:function(t){return\##
         t.getSeconds()},getMilliseconds:function(t){return t.getMilliseconds()},getDay:function(t){return t.getDay()},makeDate:function(t,e,a,n,i,r\##
        ,o){return new Date(t,e,a,n,i,r,o)}},p=(e.DateAccessorsLocal=c,{getFullYear:function(t){return t.getUTCFullYear()},getMonth:function(t){retu\##
        rn t.getUTCMonth()},getDate:function(t){return t.getUTCDate()},getHours:function(t){return t.getUTCHours()},getMinutes:function(t){return t.\##
        getUTCMinutes()},getSeconds:function(t){return t.getUTCSeconds()},getMilliseconds:function(t){return t.getUTCMilliseconds()},getDay:function\##
        (t){return t.getUTCDay()},makeDate:function(t,e,a,n,i,r,o){return new Date(Date.UTC(t,e,a,n,i,r,o))}});function g(t,e,a,n){t=d(t)+":"+d(e);r\##
        eturn a&&(t+=":"+d(a),n)&&(t+="."+("000"+(e=""+n)).substring(e.length)),t}function s(t,e){var e=e?p:c,t=new Date(t),a=e.getFullYear(t),n=e.g\##
        etMonth(t),i=e.getDate(t),r=e.getHours(t),o=e.getMinutes(t),s=e.getSeconds(t),e=e.getMilliseconds(t),t=""+a+"/"+d(n+1)+"/"+d(i);return 3600*\##
        r+60*o+s+.001*e&&(t+=" "+g(r,o,s,e)),t}function f(t,e){e=Math.pow(10,e);return Math.round(t*e)/e}function l(t){return new Date(t).getTime()}\##
        e.DateAccessorsUTC=p;var _="undefined"!=typeof Node&&null!==Node&&"object"==typeof Node?function(t){return t instanceof Node}:function(t){re\##
        turn"object"==typeof t&&"number"==typeof t.nodeType&&"string"==typeof t.nodeName};function y(t){var e=typeof t;return null!==t&&("object"==e\##
        ||"function"==e&&"function"==typeof t.item)&&"number"==typeof t.length&&3!==t.nodeType&&4!==t.nodeType}function v(t,e,a,n){e=e||0,a=a||t.len\##
        gth,this.hasNext=!0,this.peek=null,this.start_=e,this.array_=t,this.predicate_=n,this.end_=Math.min(t.length,e+a),this.nextIdx_=e-1,this.nex\##
        t()}v.prototype.next=function(){if(!this.hasNext)return null;for(var t=this.peek,e=this.nextIdx_+1,a=!1;e<this.end_;){if(!this.predicate_||t\##
        his.predicate_(this.array_,e)){this.peek=this.array_[e],a=!0;break}e++}return this.nextIdx_=e,a||(this.hasNext=!1,this.peek=null),t};var x=w\##
        indow.requestAnimationFrame||window.webkitRequestAnimationFrame||window.mozRequestAnimationFrame||window.oRequestAnimationFrame||window.msRe\##
        questAnimationFrame||function(t){window.setTimeout(t,1e3/60)};e.requestAnimFrame=x;var m={annotationClickHandler:!0,annotationDblClickHandle\##
        r:!0,annotationMouseOutHandler:!0,annotationMouseOverHandler:!0,axisLineColor:!0,axisLineWidth:!0,clickCallback:!0,drawCallback:!0,drawHighl\##
        ightPointCallback:!0,drawPoints:!0,drawPointCallback:!0,drawGrid:!0,fillAlpha:!0,gridLineColor:!0,gridLineWidth:!0,hideOverlayOnMouseOut:!0,\##
        highlightCallback:!0,highlightCircleSize:!0,interactionModel:!0,labelsDiv:!0,labelsKMB:!0,labelsKMG2:!0,labelsSeparateLines:!0,labelsShowZer\##
        oValues:!0,legend:!0,panEdgeFraction:!0,pixelsPerYLabel:!0,pointClickCallback:!0,pointSize:!0,rangeSelectorPlotFillColor:!0,rangeSelectorPlo\##
        tFillGradientColor:!0,rangeSelectorPlotStrokeColor:!0,rangeSelectorBackgroundStrokeColor:!0,rangeSelectorBackgroundLineWidth:!0,rangeSelecto\##
        rPlotLineWidth:!0,rangeSelectorForegroundStrokeColor:!0,rangeSelectorForegroundLineWidth:!0,rangeSelectorAlpha:!0,showLabelsOnHighlight:!0,s\##
        howRoller:!0,strokeWidth:!0,underlayCallback:!0,unhighlightCallback:!0,zoomCallback:!0};function b(t,e){return e<0?1/Math.pow(t,-e):Math.pow\##
        (t,e)}e.Circles={DEFAULT:function(t,e,a,n,i,r,o){a.beginPath(),a.fillStyle=r,a.arc(n,i,o,0,2*Math.PI,!1),a.fill()}};var w=/^#([0-9A-Fa-f]{2}\##
        )([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})?$/,O=/^rgba?\((\d{1,3}),\s*(\d{1,3}),\s*(\d{1,3})(?:,\s*([01](?:\.\d+)?))?\)$/;function A(\##
        t){var e,a,n,i,r=null;if(e=w.exec(t))a=parseInt(e[1],16),n=parseInt(e[2],16),i=parseInt(e[3],16),e[4]&&(r=parseInt(e[4],16));else{if(!(e=O.e\##
        xec(t)))return null;a=parseInt(e[1],10),n=parseInt(e[2],10),i=parseInt(e[3],10),e[4]&&(r=parseFloat(e[4]))}return null!==r?{r:a,g:n,b:i,a:r}\##
        :{r:a,g:n,b:i}}var P=["k","M","G","T","P","E","Z","Y"],S=["m","µ","n","p","f","a","z","y"],L=["Ki","Mi","Gi","Ti","Pi","Ei","Zi","Yi"],M=["p\##
        -10","p-20","p-30","p-40","p-50","p-60","p-70","p-80"],C=["K","M","G","T","P","E","Z","Y"],T=S;function D(t,e){var a=e("sigFigs");if(null!==\##
        a)return u(t,a);if(0===t)return"0";var n=e("digitsAfterDecimal"),i=e("maxNumberWidth"),a=e("labelsKMB"),e=e("labelsKMG2"),r=Math.abs(t);if(a\##
        ||e){var o,s,l,h=[],d=[];if(a&&(o=1e3,h=P,d=S),e&&(o=1024,h=L,d=M,a)&&(h=C,d=T),o<=r){for(l=h.length;0<l;)if(s=b(o,l),--l,s<=r)return r/s>=M\##
        ath.pow(10,i)?t.toExponential(n):f(t/s,n)+h[l]}else if(r<1){for(l=0;l<d.length&&!(1<=r*(s=b(o,++l))););return r*s<Math.pow(10,-n)?t.toExpone\##
        ntial(n):f(t*s,n)+d[l-1]}}return r>=Math.pow(10,i)||r<Math.pow(10,-n)?t.toExponential(n):""+f(t,n)}var E=["Jan","Feb","Mar","Apr","May","Jun\##
        ","Jul","Aug","Sep","Oct","Nov","Dec"];var N=[],k=!1;function R(t){return"function"==typeof t&&t(),!0}},{"./dygraph-tickers":"dygraphs/src/d\##
        ygraph-tickers.js"}],"dygraphs/src/dygraph.js":[function(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{value:!0}),a.default=void\##
         0;var i=A(t("./dygraph-layout")),r=A(t("./dygraph-canvas")),u=A(t("./dygraph-options")),n=A(t("./dygraph-interaction-model")),v=O(t("./dygr\##
        aph-tickers")),M=O(t("./dygraph-utils")),c=A(t("./dygraph-default-attrs")),o=(A(t("./dygraph-options-reference")),A(t("./iframe-tarp"))),s=A\##
        (t("./datahandler/default")),l=A(t("./datahandler/bars-error")),h=A(t("./datahandler/bars-custom")),d=A(t("./datahandler/default-fractions")\##
        ),p=A(t("./datahandler/bars-fractions")),g=A(t("./datahandler/bars")),f=A(t("./plugins/annotations")),_=A(t("./plugins/axes")),y=A(t("./plug\##
        ins/chart-labels")),x=A(t("./plugins/grid")),m=A(t("./plugins/legend")),b=A(t("./plugins/range-selector")),t=A(t("./dygraph-gviz"));function\##
         w(t){var e,a;return"function"!=typeof WeakMap?null:(e=new WeakMap,a=new WeakMap,(w=function(t){return t?a:e})(t))}function O(t,e){if(!e&&t&\##
        &t.__esModule)return t;if(null===t||"object"!=typeof t&&"function"!=typeof t)return{default:t};e=w(e);if(e&&e.has(t))return e.get(t);var a,n\##
        ,i={},r=Object.defineProperty&&Object.getOwnPropertyDescriptor;for(a in t)"default"!==a&&Object.prototype.hasOwnProperty.call(t,a)&&((n=r?Ob\##
        ject.getOwnPropertyDescriptor(t,a):null)&&(n.get||n.set)?Object.defineProperty(i,a,n):i[a]=t[a]);return i.default=t,e&&e.set(t,i),i}function\##
         A(t){return t&&t.__esModule?t:{default:t}}function P(t,e){return function(t){if(Array.isArray(t))return t}(t)||function(t,e){var a=null==t?\##
        null:"undefined"!=typeof Symbol&&t[Symbol.iterator]||t["@@iterator"];if(null!=a){var n,i,r,o,s=[],l=!0,h=!1;try{if(r=(a=a.call(t)).next,0===\##
        e){if(Object(a)!==a)return;l=!1}else for(;!(l=(n=r.call(a)).done)&&(s.push(n.value),s.length!==e);l=!0);}catch(t){h=!0,i=t}finally{try{if(!l\##
        &&null!=a.return&&(o=a.return(),Object(o)!==o))return}finally{if(h)throw i}}return s}}(t,e)||function(t,e){var a;if(t)return"string"==typeof\##
         t?S(t,e):"Map"===(a="Object"===(a=Object.prototype.toString.call(t).slice(8,-1))&&t.constructor?t.constructor.name:a)||"Set"===a?Array.from\##
        (t):"Arguments"===a||/^(?:Ui|I)nt(?:8|16|32)(?:Clamped)?Array$/.test(a)?S(t,e):void 0}(t,e)||function(){throw new TypeError("Invalid attempt\##
         to destructure non-iterable instance.\nIn order to be iterable, non-array objects must have a [Symbol.iterator]() method.")}()}function S(t\##
        ,e){(null==e||e>t.length)&&(e=t.length);for(var a=0,n=new Array(e);a<e;a++)n[a]=t[a];return n}function L(t,e,a){this.__init__(t,e,a)}L.NAME=\##
        "Dygraph",L.VERSION="2.2.1";var C={};(L._require=function(t){return t in C?C[t]:L._require._b(t)})._b=null,L._require.add=function(t,e){C[t]\##
        =e},L.DEFAULT_ROLL_PERIOD=1,L.DEFAULT_WIDTH=480,L.DEFAULT_HEIGHT=320,L.ANIMATION_STEPS=12,L.ANIMATION_DURATION=200,L.Plotters=r.default._Plo\##
        tters,L.addedAnnotationCSS=!1,L.prototype.__init__=function(t,e,a){if(this.is_initial_draw_=!0,this.readyFns_=[],a=L.copyUserAttrs_(a=null==\##
        a?{}:a),!(t="string"==typeof t?document.getElementById(t):t))throw new Error("Constructing dygraph with a non-existent div!");this.maindiv_=\##
        t,this.file_=e,this.rollPeriod_=a.rollPeriod||L.DEFAULT_ROLL_PERIOD,this.previousVerticalX_=-1,this.fractions_=a.fractions||!1,this.dateWind\##
        ow_=a.dateWindow||null,this.annotations_=[],t.innerHTML="";for(var e=window.getComputedStyle(t,null),n=("0px"===e.paddingLeft&&"0px"===e.pad\##
        dingRight&&"0px"===e.paddingTop&&"0px"===e.paddingBottom||console.error("Main div contains padding; graph will misbehave"),""===t.style.widt\##
        h&&a.width&&(t.style.width=a.width+"px"),""===t.style.height&&a.height&&(t.style.height=a.height+"px"),""===t.style.height&&0===t.clientHeig\##
        ht&&(t.style.height=L.DEFAULT_HEIGHT+"px",""===t.style.width)&&(t.style.width=L.DEFAULT_WIDTH+"px"),this.width_=t.clientWidth||a.width||0,th\##
        is.height_=t.clientHeight||a.height||0,a.stackedGraph&&(a.fillGraph=!0),this.user_attrs_={},M.update(this.user_attrs_,a),this.attrs_={},M.up\##
        dateDeep(this.attrs_,c.default),this.boundaryIds_=[],this.setIndexByName_={},this.datasetIndex_=[],this.registeredEvents_=[],this.eventListe\##
        ners_={},this.attributes_=new u.default(this),this.createInterface_(),this.plugins_=[],L.PLUGINS.concat(this.getOption("plugins"))),i=0;i<n.\##
        length;i++){var r=n[i],r=void 0!==r.activate?r:new r,o={plugin:r,events:{},options:{},pluginOptions:{}},s=r.activate(this);for(l in s)s.hasO\##
        wnProperty(l)&&(o.events[l]=s[l]);this.plugins_.push(o)}for(i=0;i<this.plugins_.length;i++){var l,h,d=this.plugins_[i];for(l in d.events)d.e\##
        vents.hasOwnProperty(l)&&(h=d.events[l],h=[d.plugin,h],l in this.eventListeners_?this.eventListeners_[l].push(h):this.eventListeners_[l]=[h]\##
        )}this.createDragInterface_(),this.start_()},L.prototype.cascadeEvents_=function(t,e){if(!(t in this.eventListeners_))return!1;var a={dygrap\##
        h:this,cancelable:!1,defaultPrevented:!1,preventDefault:function(){if(!a.cancelable)throw"Cannot call preventDefault on non-cancelable event\##
        .";a.defaultPrevented=!0},propagationStopped:!1,stopPropagation:function(){a.propagationStopped=!0}},n=(M.update(a,e),this.eventListeners_[t\##
        ]);if(n)for(var i=n.length-1;0<=i;i--){var r=n[i][0];if(n[i][1].call(r,a),a.propagationStopped)break}return a.defaultPrevented},L.prototype.\##
        getPluginInstance_=function(t){for(var e=0;e<this.plugins_.length;e++){var a=this.plugins_[e];if(a.plugin instanceof t)return a.plugin}retur\##
        n null},L.prototype.isZoomed=function(t){var e=!!this.dateWindow_;if("x"===t)return e;var a=0<=this.axes_.map(function(t){return!!t.valueRan\##
        ge}).indexOf(!0);if(null==t)return e||a;if("y"===t)return a;throw new Error("axis parameter is [".concat(t,"] must be null, 'x' or 'y'."))},\##
        L.prototype.toString=function(){var t=this.maindiv_;return"[Dygraph "+(t&&t.id?t.id:t)+"]"},L.prototype.attr_=function(t,e){return e?this.at\##
        tributes_.getForSeries(t,e):this.attributes_.get(t)},L.prototype.getOption=function(t,e){return this.attr_(t,e)},L.prototype.getNumericOptio\##
        n=function(t,e){return this.getOption(t,e)},L.prototype.getStringOption=function(t,e){return this.getOption(t,e)},L.prototype.getBooleanOpti\##
        on=function(t,e){return this.getOption(t,e)},L.prototype.getFunctionOption=function(t,e){return this.getOption(t,e)},L.prototype.getOptionFo\##
        rAxis=function(t,e){return this.attributes_.getForAxis(t,e)},L.prototype.optionsViewForAxis_=function(a){var n=this;return function(t){var e\##
        =n.user_attrs_.axes;return e&&e[a]&&e[a].hasOwnProperty(t)?e[a][t]:("x"!==a||"logscale"!==t)&&(void 0!==n.user_attrs_[t]?n.user_attrs_[t]:(e\##
        =n.attrs_.axes)&&e[a]&&e[a].hasOwnProperty(t)?e[a][t]:"y"==a&&n.axes_[0].hasOwnProperty(t)?n.axes_[0][t]:"y2"==a&&n.axes_[1].hasOwnProperty(\##
        t)?n.axes_[1][t]:n.attr_(t))}},L.prototype.rollPeriod=function(){return this.rollPeriod_},L.prototype.xAxisRange=function(){return this.date\##
        Window_||this.xAxisExtremes()},L.prototype.xAxisExtremes=function(){var t,e,a,n=this.getNumericOption("xRangePad")/this.plotter_.area.w;retu\##
        rn 0===this.numRows()?[0-n,1+n]:(t=this.rawData_[0][0],e=this.rawData_[this.rawData_.length-1][0],n&&(t-=(a=e-t)*n,e+=a*n),[t,e])},L.prototy\##
        pe.yAxisExtremes=function(){var t=this.gatherDatasets_(this.rolledSeries_,null).extremes,e=this.axes_,t=(this.computeYAxisRanges_(t),this.ax\##
        es_);return this.axes_=e,t.map(function(t){return t.extremeRange})},L.prototype.yAxisRange=function(t){return(t=void 0===t?0:t)<0||t>=this.a\##
        xes_.length?null:[(t=this.axes_[t]).computedValueRange[0],t.computedValueRange[1]]},L.prototype.yAxisRanges=function(){for(var t=[],e=0;e<th\##
        is.axes_.length;e++)t.push(this.yAxisRange(e));return t},L.prototype.toDomCoords=function(t,e,a){return[this.toDomXCoord(t),this.toDomYCoord\##
        (e,a)]},L.prototype.toDomXCoord=function(t){var e,a;return null===t?null:(e=this.plotter_.area,a=this.xAxisRange(),e.x+(t-a[0])/(a[1]-a[0])*\##
        e.w)},L.prototype.toDomYCoord=function(t,e){t=this.toPercentYCoord(t,e);return null===t?null:(e=this.plotter_.area).y+t*e.h},L.prototype.toD\##
        ataCoords=function(t,e,a){return[this.toDataXCoord(t),this.toDataYCoord(e,a)]},L.prototype.toDataXCoord=function(t){var e,a,n;return null===\##
        t?null:(e=this.plotter_.area,a=this.xAxisRange(),this.attributes_.getForAxis("logscale","x")?(n=(t-e.x)/e.w,M.logRangeFraction(a[0],a[1],n))\##
        :a[0]+(t-e.x)/e.w*(a[1]-a[0]))},L.prototype.toDataYCoord=function(t,e){var a,n;return null===t?null:(a=this.plotter_.area,n=this.yAxisRange(\##
        e),this.attributes_.getForAxis("logscale",e=void 0===e?0:e)?(e=(t-a.y)/a.h,M.logRangeFraction(n[1],n[0],e)):n[0]+(a.y+a.h-t)/a.h*(n[1]-n[0])\##
        )},L.prototype.toPercentYCoord=function(t,e){var a,n;return null===t?null:(a=this.yAxisRange(e=void 0===e?0:e),this.attributes_.getForAxis("\##
        logscale",e)?(e=M.log10(a[0]),((n=M.log10(a[1]))-M.log10(t))/(n-e)):(a[1]-t)/(a[1]-a[0]))},L.prototype.toPercentXCoord=function(t){var e,a,n\##
        ;return null===t?null:(e=this.xAxisRange(),!0===this.attributes_.getForAxis("logscale","x")?(a=M.log10(e[0]),n=M.log10(e[1]),(M.log10(t)-a)/\##
        (n-a)):(t-e[0])/(e[1]-e[0]))},L.prototype.numColumns=function(){return this.rawData_?(this.rawData_[0]||this.attr_("labels")).length:0},L.pr\##
        ototype.numRows=function(){return this.rawData_?this.rawData_.length:0},L.prototype.getValue=function(t,e){return t<0||t>=this.rawData_.leng\##
        th||e<0||e>=this.rawData_[t].length?null:this.rawData_[t][e]},L.prototype.createInterface_=function(){var t,e=this.maindiv_,n=(this.graphDiv\##
        =document.createElement("div"),this.graphDiv.style.textAlign="left",this.graphDiv.style.position="relative",e.appendChild(this.graphDiv),thi\##
        s.canvas_=M.createCanvas(),this.canvas_.style.position="absolute",this.canvas_.style.top=0,this.canvas_.style.left=0,this.hidden_=this.creat\##
        ePlotKitCanvas_(this.canvas_),this.canvas_ctx_=M.getContext(this.canvas_),this.hidden_ctx_=M.getContext(this.hidden_),this.resizeElements_()\##
        ,this.graphDiv.appendChild(this.hidden_),this.graphDiv.appendChild(this.canvas_),this.mouseEventElement_=this.createMouseEventElement_(),thi\##
        s.layout_=new i.default(this),this);this.mouseMoveHandler_=function(t){n.mouseMove_(t)},this.mouseOutHandler_=function(t){var e=t.target||t.\##
        fromElement,a=t.relatedTarget||t.toElement;M.isNodeContainedBy(e,n.graphDiv)&&!M.isNodeContainedBy(a,n.graphDiv)&&n.mouseOut_(t)},this.addAn\##
        dTrackEvent(window,"mouseout",this.mouseOutHandler_),this.addAndTrackEvent(this.mouseEventElement_,"mousemove",this.mouseMoveHandler_),this.\##
        resizeHandler_||(this.resizeHandler_=function(t){n.resize()},this.addAndTrackEvent(window,"resize",this.resizeHandler_),this.resizeObserver_\##
        =null,t=this.getStringOption("resizable"),"undefined"==typeof ResizeObserver&&"no"!==t&&(console.error("ResizeObserver unavailable; ignoring\##
         resizable property"),t="no"),"horizontal"===t||"vertical"===t||"both"===t?e.style.resize=t:"passive"!==t&&(t="no"),"no"!==t&&(window.getCom\##
        putedStyle(e).overflow,"visible"===window.getComputedStyle(e).overflow&&(e.style.overflow="hidden"),this.resizeObserver_=new ResizeObserver(\##
        this.resizeHandler_),this.resizeObserver_.observe(e)))},L.prototype.resizeElements_=function(){this.graphDiv.style.width=this.width_+"px",th\##
        is.graphDiv.style.height=this.height_+"px";var t=this.getNumericOption("pixelRatio"),e=t||M.getContextPixelRatio(this.canvas_ctx_),e=(this.c\##
        anvas_.width=this.width_*e,this.canvas_.height=this.height_*e,this.canvas_.style.width=this.width_+"px",this.canvas_.style.height=this.heigh\##
        t_+"px",1!==e&&this.canvas_ctx_.scale(e,e),t||M.getContextPixelRatio(this.hidden_ctx_));this.hidden_.width=this.width_*e,this.hidden_.height\##
        =this.height_*e,this.hidden_.style.width=this.width_+"px",this.hidden_.style.height=this.height_+"px",1!==e&&this.hidden_ctx_.scale(e,e)},L.\##
        prototype.destroy=function(){this.canvas_ctx_.restore(),this.hidden_ctx_.restore();for(var t=this.plugins_.length-1;0<=t;t--){var e=this.plu\##
        gins_.pop();e.plugin.destroy&&e.plugin.destroy()}function a(t){for(;t.hasChildNodes();)a(t.firstChild),t.removeChild(t.firstChild)}function \##
        n(t){for(var e in t)"object"==typeof t[e]&&(t[e]=null)}this.removeTrackedEvents_(),M.removeEvent(window,"mouseout",this.mouseOutHandler_),M.\##
        removeEvent(this.mouseEventElement_,"mousemove",this.mouseMoveHandler_),this.resizeObserver_&&(this.resizeObserver_.disconnect(),this.resize\##
        Observer_=null),M.removeEvent(window,"resize",this.resizeHandler_),this.resizeHandler_=null,a(this.maindiv_);n(this.layout_),n(this.plotter_\##
        ),n(this)},L.prototype.createPlotKitCanvas_=function(t){var e=M.createCanvas();return e.style.position="absolute",e.style.top=t.style.top,e.\##
        style.left=t.style.left,e.width=this.width_,e.height=this.height_,e.style.width=this.width_+"px",e.style.height=this.height_+"px",e},L.proto\##
        type.createMouseEventElement_=function(){return this.canvas_},L.prototype.setColors_=function(){for(var t,e,a,n=this.getLabels(),i=n.length-\##
        1,r=(this.colors_=[],this.colorsMap_={},this.getNumericOption("colorSaturation")||1),o=this.getNumericOption("colorValue")||.5,s=Math.ceil(i\##
        /2),l=this.getOption("colors"),h=this.visibility(),d=0;d<i;d++)h[d]&&(t=n[d+1],a=(a=this.attributes_.getForSeries("color",t))||(l?l[d%l.leng\##
        th]:(e=d%2?s+(d+1)/2:Math.ceil((d+1)/2),M.hsvToRGB(+e/(1+i),r,o))),this.colors_.push(a),this.colorsMap_[t]=a)},L.prototype.getColors=functio\##
        n(){return this.colors_},L.prototype.getPropertiesForSeries=function(t){for(var e=-1,a=this.getLabels(),n=1;n<a.length;n++)if(a[n]==t){e=n;b\##
        reak}return-1==e?null:{name:t,column:e,visible:this.visibility()[e-1],color:this.colorsMap_[t],axis:1+this.attributes_.axisForSeries(t)}},L.\##
        prototype.createRollInterface_=function(){var t=this.roller_,e=(t||(this.roller_=t=document.createElement("input"),t.type="text",t.style.dis\##
        play="none",t.className="dygraph-roller",this.graphDiv.appendChild(t)),this.getBooleanOption("showRoller")?"block":"none"),a=this.getArea(),\##
        a={top:a.y+a.h-25+"px",left:a.x+1+"px",display:e},n=(t.size="2",t.value=this.rollPeriod_,M.update(t.style,a),this);t.onchange=function(){ret\##
        urn n.adjustRoll(t.value)}},L.prototype.createDragInterface_=function(){var t,a={isZooming:!1,isPanning:!1,is2DPan:!1,dragStartX:null,dragSt\##
        artY:null,dragEndX:null,dragEndY:null,dragDirection:null,prevEndX:null,prevEndY:null,prevDragDirection:null,cancelNextDblclick:!1,initialLef\##
        tmostDate:null,xUnitsPerPixel:null,dateRange:null,px:0,py:0,boundedDates:null,boundedValues:null,tarp:new o.default,initializeMouseDown:func\##
        tion(t,e,a){t.preventDefault?t.preventDefault():(t.returnValue=!1,t.cancelBubble=!0);e=M.findPos(e.canvas_);a.px=e.x,a.py=e.y,a.dragStartX=M\##
        .dragGetX_(t,a),a.dragStartY=M.dragGetY_(t,a),a.cancelNextDblclick=!1,a.tarp.cover()},destroy:function(){var t=this;if((t.isZooming||t.isPan\##
        ning)&&(t.isZooming=!1,t.dragStartX=null,t.dragStartY=null),t.isPanning){t.isPanning=!1,t.draggingDate=null,t.dateRange=null;for(var e=0;e<n\##
        .axes_.length;e++)delete n.axes_[e].draggingValue,delete n.axes_[e].dragValueRange}t.tarp.uncover()}},e=this.getOption("interactionModel"),n\##
        =this;for(t in e)e.hasOwnProperty(t)&&this.addAndTrackEvent(this.mouseEventElement_,t,function(e){return function(t){e(t,n,a)}}(e[t]));e.wil\##
        lDestroyContextMyself||this.addAndTrackEvent(document,"mouseup",function(t){a.destroy()})},L.prototype.drawZoomRect_=function(t,e,a,n,i,r,o,\##
        s){var l=this.canvas_ctx_;r==M.HORIZONTAL?l.clearRect(Math.min(e,o),this.layout_.getPlotArea().y,Math.abs(e-o),this.layout_.getPlotArea().h)\##
        :r==M.VERTICAL&&l.clearRect(this.layout_.getPlotArea().x,Math.min(n,s),this.layout_.getPlotArea().w,Math.abs(n-s)),t==M.HORIZONTAL?a&&e&&(l.\##
        fillStyle="rgba(128,128,128,0.33)",l.fillRect(Math.min(e,a),this.layout_.getPlotArea().y,Math.abs(a-e),this.layout_.getPlotArea().h)):t==M.V\##
        ERTICAL&&i&&n&&(l.fillStyle="rgba(128,128,128,0.33)",l.fillRect(this.layout_.getPlotArea().x,Math.min(n,i),this.layout_.getPlotArea().w,Math\##
        .abs(i-n)))},L.prototype.clearZoomRect_=function(){this.currentZoomRectArgs_=null,this.canvas_ctx_.clearRect(0,0,this.width_,this.height_)},\##
        L.prototype.doZoomX_=function(t,e){this.currentZoomRectArgs_=null;t=this.toDataXCoord(t),e=this.toDataXCoord(e);this.doZoomXDates_(t,e)},L.p\##
        rototype.doZoomXDates_=function(t,e){var a=this.xAxisRange(),n=[t,e],i=this.getFunctionOption("zoomCallback"),r=this;this.doAnimatedZoom(a,n\##
        ,null,null,function(){i&&i.call(r,t,e,r.yAxisRanges())})},L.prototype.doZoomY_=function(t,e){this.currentZoomRectArgs_=null;for(var a=this.y\##
        AxisRanges(),n=[],i=0;i<this.axes_.length;i++){var r=this.toDataYCoord(t,i),o=this.toDataYCoord(e,i);n.push([o,r])}var s=this.getFunctionOpt\##
        ion("zoomCallback"),l=this;this.doAnimatedZoom(null,null,a,n,function(){var t,e;s&&(t=(e=P(l.xAxisRange(),2))[0],e=e[1],s.call(l,t,e,l.yAxis\##
        Ranges()))})},L.zoomAnimationFunction=function(t,e){return(1-Math.pow(1.5,-t))/(1-Math.pow(1.5,-e))},L.prototype.resetZoom=function(){var t,\##
        e,a,n,i,r,o,s=this.isZoomed("x"),l=this.isZoomed("y"),h=s||l;this.clearSelection(),h&&(h=P(this.xAxisExtremes(),2),t=h[0],e=h[1],h=this.getB\##
        ooleanOption("animatedZooms"),a=this.getFunctionOption("zoomCallback"),h?(r=i=n=h=null,s&&(h=this.xAxisRange(),n=[t,e]),l&&(i=this.yAxisRang\##
        es(),r=this.yAxisExtremes()),(o=this).doAnimatedZoom(h,n,i,r,function(){o.dateWindow_=null,o.axes_.forEach(function(t){t.valueRange&&delete \##
        t.valueRange}),a&&a.call(o,t,e,o.yAxisRanges())})):(this.dateWindow_=null,this.axes_.forEach(function(t){t.valueRange&&delete t.valueRange})\##
        ,this.drawGraph_(),a&&a.call(this,t,e,this.yAxisRanges())))},L.prototype.doAnimatedZoom=function(t,e,a,n,i){var r,o=this.getBooleanOption("a\##
        nimatedZooms")?L.ANIMATION_STEPS:1,s=[],l=[];if(null!==t&&null!==e)for(r=1;r<=o;r++)h=L.zoomAnimationFunction(r,o),s[r-1]=[t[0]*(1-h)+h*e[0]\##
        ,t[1]*(1-h)+h*e[1]];if(null!==a&&null!==n)for(r=1;r<=o;r++){for(var h=L.zoomAnimationFunction(r,o),d=[],u=0;u<this.axes_.length;u++)d.push([\##
        a[u][0]*(1-h)+h*n[u][0],a[u][1]*(1-h)+h*n[u][1]]);l[r-1]=d}var c=this;M.repeatAndCleanup(function(t){if(l.length)for(var e=0;e<c.axes_.lengt\##
        h;e++){var a=l[t][e];c.axes_[e].valueRange=[a[0],a[1]]}s.length&&(c.dateWindow_=s[t]),c.drawGraph_()},o,L.ANIMATION_DURATION/o,i)},L.prototy\##
        pe.getArea=function(){return this.plotter_.area},L.prototype.eventToDomCoords=function(t){var e;return t.offsetX&&t.offsetY?[t.offsetX,t.off\##
        setY]:(e=M.findPos(this.mouseEventElement_),[M.pageX(t)-e.x,M.pageY(t)-e.y])},L.prototype.findClosestRow=function(t){for(var e=1/0,a=-1,n=th\##
        is.layout_.points,i=0;i<n.length;i++)for(var r=n[i],o=r.length,s=0;s<o;s++){var l,h=r[s];M.isValidPoint(h,!0)&&(l=Math.abs(h.canvasx-t))<e&&\##
        (e=l,a=h.idx)}return a},L.prototype.findClosestPoint=function(t,e){for(var a,n,i,r,o,s=1/0,l=this.layout_.points.length-1;0<=l;--l)for(var h\##
        =this.layout_.points[l],d=0;d<h.length;++d)n=h[d],M.isValidPoint(n)&&(a=(a=n.canvasx-t)*a+(a=n.canvasy-e)*a)<s&&(s=a,r=l,o=(i=n).idx);return\##
        {row:o,seriesName:this.layout_.setNames[r],point:i}},L.prototype.findStackedPoint=function(t,e){for(var a,n,i=this.findClosestRow(t),r=0;r<t\##
        his.layout_.points.length;++r){var o,s,l,h,d=i-this.getLeftBoundary_(r),u=this.layout_.points[r];d>=u.length||(o=u[d],M.isValidPoint(o)&&(s=\##
        o.canvasy,t>o.canvasx&&1+d<u.length?(l=u[1+d],M.isValidPoint(l)&&0<(h=l.canvasx-o.canvasx)&&(s+=(t-o.canvasx)/h*(l.canvasy-o.canvasy))):t<o.\##
        canvasx&&0<d&&(l=u[d-1],M.isValidPoint(l))&&0<(h=o.canvasx-l.canvasx)&&(s+=(o.canvasx-t)/h*(l.canvasy-o.canvasy)),0===r||s<e)&&(a=o,n=r))}re\##
        turn{row:i,seriesName:this.layout_.setNames[n],point:a}},L.prototype.mouseMove_=function(t){var e,a,n=this.layout_.points;null!=n&&(a=(n=thi\##
        s.eventToDomCoords(t))[0],n=n[1],e=!1,e=this.getOption("highlightSeriesOpts")&&!this.isSeriesLocked()?(n=this.getBooleanOption("stackedGraph\##
        ")?this.findStackedPoint(a,n):this.findClosestPoint(a,n),this.setSelection(n.row,n.seriesName)):(n=this.findClosestRow(a),this.setSelection(\##
        n)),a=this.getFunctionOption("highlightCallback"))&&e&&a.call(this,t,this.lastx_,this.selPoints_,this.lastRow_,this.highlightSet_)},L.protot\##
        ype.getLeftBoundary_=function(t){if(this.boundaryIds_[t])return this.boundaryIds_[t][0];for(var e=0;e<this.boundaryIds_.length;e++)if(void 0\##
        !==this.boundaryIds_[e])return this.boundaryIds_[e][0];return 0},L.prototype.animateSelection_=function(e){void 0===this.fadeLevel&&(this.fa\##
        deLevel=0),void 0===this.animateId&&(this.animateId=0);var a,n,t=this.fadeLevel,t=e<0?t:10-t;t<=0?this.fadeLevel&&this.updateSelection_(1):(\##
        a=++this.animateId,n=this,M.repeatAndCleanup(function(t){n.animateId==a&&(n.fadeLevel+=e,0===n.fadeLevel?n.clearSelection():n.updateSelectio\##
        n_(n.fadeLevel/10))},t,30,function(){0!==n.fadeLevel&&e<0&&(n.fadeLevel=0,n.clearSelection())}))},L.prototype.updateSelection_=function(t){t\##
        his.cascadeEvents_("select",{selectedRow:-1===this.lastRow_?void 0:this.lastRow_,selectedX:null===this.lastx_?void 0:this.lastx_,selectedPoi\##
        nts:this.selPoints_});var e=this.canvas_ctx_;if(this.getOption("highlightSeriesOpts")){e.clearRect(0,0,this.width_,this.height_);var a=1-thi\##
        s.getNumericOption("highlightSeriesBackgroundAlpha"),n=M.toRGB_(this.getOption("highlightSeriesBackgroundColor"));if(a){if(this.getBooleanOp\##
        tion("animateBackgroundFade")){if(void 0===t)return void this.animateSelection_(1);a*=t}e.fillStyle="rgba("+n.r+","+n.g+","+n.b+","+a+")",e.\##
        fillRect(0,0,this.width_,this.height_)}this.plotter_._renderLineChart(this.highlightSet_,e)}else if(0<=this.previousVerticalX_){for(var i=0,\##
        r=this.attr_("labels"),o=1;o<r.length;o++){var s=this.getNumericOption("highlightCircleSize",r[o]);i<s&&(i=s)}t=this.previousVerticalX_;e.cl\##
        earRect(t-i-1,0,2*i+2,this.height_)}if(0<this.selPoints_.length){var l=this.selPoints_[0].canvasx;for(e.save(),o=0;o<this.selPoints_.length;\##
        o++){var h,d,u,c=this.selPoints_[o];isNaN(c.canvasy)||(h=this.getNumericOption("highlightCircleSize",c.name),u=this.getFunctionOption("drawH\##
        ighlightPointCallback",c.name),d=this.plotter_.colors[c.name],u=u||M.Circles.DEFAULT,e.lineWidth=this.getNumericOption("strokeWidth",c.name)\##
        ,e.strokeStyle=d,e.fillStyle=d,u.call(this,this,c.name,e,l,c.canvasy,d,h,c.idx))}e.restore(),this.previousVerticalX_=l}},L.prototype.setSele\##
        ction=function(t,e,a,n){var i=!(this.selPoints_=[]);if(!1!==t&&0<=t){t!=this.lastRow_&&(i=!0),this.lastRow_=t;for(var r=0;r<this.layout_.poi\##
        nts.length;++r){var o=this.layout_.points[r],s=t-this.getLeftBoundary_(r);if(0<=s&&s<o.length&&o[s].idx==t)null!==(l=o[s]).yval&&this.selPoi\##
        nts_.push(l);else for(var l,h=0;h<o.length;++h)if((l=o[h]).idx==t){null!==l.yval&&this.selPoints_.push(l);break}}}else 0<=this.lastRow_&&(i=\##
        !0),this.lastRow_=-1;return this.selPoints_.length?this.lastx_=this.selPoints_[0].xval:this.lastx_=null,void 0!==e&&(this.highlightSet_!==e&\##
        &(i=!0),this.highlightSet_=e),void 0!==a&&(this.lockedSet_=a),i&&(this.updateSelection_(void 0),n)&&(e=this.getFunctionOption("highlightCall\##
        back"))&&e.call(this,{},this.lastx_,this.selPoints_,this.lastRow_,this.highlightSet_),i},L.prototype.mouseOut_=function(t){this.getFunctionO\##
        ption("unhighlightCallback")&&this.getFunctionOption("unhighlightCallback").call(this,t),this.getBooleanOption("hideOverlayOnMouseOut")&&!th\##
        is.lockedSet_&&this.clearSelection()},L.prototype.clearSelection=function(){this.cascadeEvents_("deselect",{}),this.lockedSet_=!1,this.fadeL\##
        evel?this.animateSelection_(-1):(this.canvas_ctx_.clearRect(0,0,this.width_,this.height_),this.fadeLevel=0,this.selPoints_=[],this.lastx_=nu\##
        ll,this.lastRow_=-1,this.highlightSet_=null)},L.prototype.getSelection=function(){if(this.selPoints_&&!(this.selPoints_.length<1))for(var t=\##
        0;t<this.layout_.points.length;t++)for(var e=this.layout_.points[t],a=0;a<e.length;a++)if(e[a].x==this.selPoints_[0].x)return e[a].idx;retur\##
        n-1},L.prototype.getHighlightSeries=function(){return this.highlightSet_},L.prototype.isSeriesLocked=function(){return this.lockedSet_},L.pr\##
        ototype.loadedEvent_=function(t){this.rawData_=this.parseCSV_(t),this.cascadeDataDidUpdateEvent_(),this.predraw_()},L.prototype.addXTicks_=f\##
        unction(){var t=this.dateWindow_?[this.dateWindow_[0],this.dateWindow_[1]]:this.xAxisExtremes(),e=this.optionsViewForAxis_("x"),t=e("ticker"\##
        )(t[0],t[1],this.plotter_.area.w,e,this);this.layout_.setXTicks(t)},L.prototype.getHandlerClass_=function(){var t=this.attr_("dataHandler")?\##
        this.attr_("dataHandler"):(this.fractions_?this.getBooleanOption("errorBars")?p:d:this.getBooleanOption("customBars")?h:this.getBooleanOptio\##
        n("errorBars")?l:s).default;return t},L.prototype.predraw_=function(){var t=new Date;this.dataHandler_=new(this.getHandlerClass_()),this.lay\##
        out_.computePlotArea(),this.computeYAxes_(),this.is_initial_draw_||(this.canvas_ctx_.restore(),this.hidden_ctx_.restore()),this.canvas_ctx_.\##
        save(),this.hidden_ctx_.save(),this.plotter_=new r.default(this,this.hidden_,this.hidden_ctx_,this.layout_),this.createRollInterface_(),this\##
        .cascadeEvents_("predraw"),this.rolledSeries_=[null];for(var e=1;e<this.numColumns();e++){var a=this.dataHandler_.extractSeries(this.rawData\##
        _,e,this.attributes_);1<this.rollPeriod_&&(a=this.dataHandler_.rollingAverage(a,this.rollPeriod_,this.attributes_,e)),this.rolledSeries_.pus\##
        h(a)}this.drawGraph_();var n=new Date;this.drawingTimeMs_=n-t},L.PointType=void 0,L.stackPoints_=function(t,e,a,n){for(var i=null,r=null,o=n\##
        ull,s=-1,l=0;l<t.length;++l){var h=t[l],d=h.xval,u=(void 0===e[d]&&(e[d]=0),h.yval);if(isNaN(u)||null===u)if("none"==n)u=0;else{p=void 0;var\##
         c=l;if(!(c<=s))for(var p=c;p<t.length;++p)if(o=null,!isNaN(t[p].yval)&&null!==t[p].yval){o=t[s=p];break}u=r&&o&&"none"!=n?r.yval+(o.yval-r.\##
        yval)*((d-r.xval)/(o.xval-r.xval)):r&&"all"==n?r.yval:o&&"all"==n?o.yval:0}else r=h;c=e[d];i!=d&&(c+=u,e[d]=c),i=d,(h.yval_stacked=c)>a[1]&&\##
        (a[1]=c),c<a[0]&&(a[0]=c)}},L.prototype.gatherDatasets_=function(t,e){for(var a,n=[],i=[],r=[],o={},s=t.length-1;1<=s;s--)if(this.visibility\##
        ()[s-1]){if(e){for(var l=t[s],h=e[0],d=e[1],u=null,c=null,p=0;p<l.length;p++)l[p][0]>=h&&null===u&&(u=p),l[p][0]<=d&&(c=p);for(var g=u=null=\##
        ==u?0:u,f=!0;f&&0<g;)f=null===l[--g][1];for(var _=c=null===c?l.length-1:c,f=!0;f&&_<l.length-1;)f=null===l[++_][1];g!==u&&(u=g),_!==c&&(c=_)\##
        ,n[s-1]=[u,c],l=l.slice(u,c+1)}else l=t[s],n[s-1]=[0,l.length-1];var y=this.attr_("labels")[s],v=this.dataHandler_.getExtremeYValues(l,e,thi\##
        s.getBooleanOption("stepPlot",y)),x=this.dataHandler_.seriesToPoints(l,y,n[s-1][0]);this.getBooleanOption("stackedGraph")&&(void 0===r[a=thi\##
        s.attributes_.axisForSeries(y)]&&(r[a]=[]),L.stackPoints_(x,r[a],v,this.getBooleanOption("stackedGraphNaNFill"))),o[y]=v,i[s]=x}return{point\##
        s:i,extremes:o,boundaryIds:n}},L.prototype.drawGraph_=function(){for(var t=new Date,e=this.is_initial_draw_,a=(this.is_initial_draw_=!1,this\##
        .layout_.removeAllDatasets(),this.setColors_(),this.attrs_.pointSize=.5*this.getNumericOption("highlightCircleSize"),this.gatherDatasets_(th\##
        is.rolledSeries_,this.dateWindow_)),n=a.points,i=a.extremes,r=(this.boundaryIds_=a.boundaryIds,this.setIndexByName_={},this.attr_("labels"))\##
        ,o=0,s=1;s<n.length;s++)this.visibility()[s-1]&&(this.layout_.addDataset(r[s],n[s]),this.datasetIndex_[s]=o++);for(s=0;s<r.length;s++)this.s\##
        etIndexByName_[r[s]]=s;this.computeYAxisRanges_(i),this.layout_.setYAxes(this.axes_),this.addXTicks_(),this.layout_.evaluate(),this.renderGr\##
        aph_(e),this.getStringOption("timingName")&&(a=new Date,console.log(this.getStringOption("timingName")+" - drawGraph: "+(a-t)+"ms"))},L.prot\##
        otype.renderGraph_=function(t){this.cascadeEvents_("clearChart"),this.plotter_.clear();var e=this.getFunctionOption("underlayCallback"),e=(e\##
        &&e.call(this,this.hidden_ctx_,this.layout_.getPlotArea(),this,this),{canvas:this.hidden_,drawingContext:this.hidden_ctx_}),e=(this.cascadeE\##
        vents_("willDrawChart",e),this.plotter_.render(),this.cascadeEvents_("didDrawChart",e),this.lastRow_=-1,this.canvas_.getContext("2d").clearR\##
        ect(0,0,this.width_,this.height_),this.getFunctionOption("drawCallback"));if(null!==e&&e.call(this,this,t),t)for(this.readyFired_=!0;0<this.\##
        readyFns_.length;)this.readyFns_.pop()(this)},L.prototype.computeYAxes_=function(){var t,e,a,n;for(this.axes_=[],t=0;t<this.attributes_.numA\##
        xes();t++)M.update(e={g:this},this.attributes_.axisOptions(t)),this.axes_[t]=e;for(t=0;t<this.axes_.length;t++)0===t?(a=(e=this.optionsViewF\##
        orAxis_("y"+(t?"2":"")))("valueRange"))&&(this.axes_[t].valueRange=a):(n=this.user_attrs_.axes)&&n.y2&&(a=n.y2.valueRange)&&(this.axes_[t].v\##
        alueRange=a)},L.prototype.numAxes=function(){return this.attributes_.numAxes()},L.prototype.axisPropertiesForSeries=function(t){return this.\##
        axes_[this.attributes_.axisForSeries(t)]},L.prototype.computeYAxisRanges_=function(t){for(var e,a,n=function(t){return isNaN(parseFloat(t))}\##
        ,i=this.attributes_.numAxes(),r=0;r<i;r++){var o,s,l=this.axes_[r],h=this.attributes_.getForAxis("logscale",r),d=this.attributes_.getForAxis\##
        ("includeZero",r),u=this.attributes_.getForAxis("independentTicks",r),c=this.attributes_.seriesForAxis(r),p=!0,g=.1,f=this.getNumericOption(\##
        "yRangePad");if(null!==f&&(p=!1,g=f/this.plotter_.area.h),0===c.length)l.extremeRange=[0,1];else{for(var _,y=1/0,v=-1/0,x=0;x<c.length;x++)t\##
        .hasOwnProperty(c[x])&&(null!==(_=t[c[x]][0])&&(y=Math.min(_,y)),null!==(_=t[c[x]][1]))&&(v=Math.max(_,v));0===(e=(v=(v=d&&!h&&(0<y&&(y=0),v\##
        <0)?0:v)==-1/0?1:v)-(y=y==1/0?0:y))&&(e=0!==v?Math.abs(v):v=1);var f=v,d=y;p&&(h?(f=v+g*e,d=y):((d=y-g*e)<0&&0<=y&&(d=0),0<(f=v+g*e)&&v<=0&&\##
        (f=0))),l.extremeRange=[d,f]}l.valueRange?(o=(n(l.valueRange[0])?l.extremeRange:l.valueRange)[0],s=(n(l.valueRange[1])?l.extremeRange:l.valu\##
        eRange)[1],l.computedValueRange=[o,s]):l.computedValueRange=l.extremeRange,p||((o=l.computedValueRange[0])===(s=l.computedValueRange[1])&&(0\##
        ===o?s=1:(o-=d=Math.abs(o/10),s+=d)),h?(f=(g-1)/(2*g-1),l.computedValueRange[0]=M.logRangeFraction(o,s,g/(2*g-1)),l.computedValueRange[1]=M.\##
        logRangeFraction(o,s,f)):(l.computedValueRange[0]=o-(e=s-o)*g,l.computedValueRange[1]=s+e*g)),u&&(l.independentTicks=u,b=(m=this.optionsView\##
        ForAxis_("y"+(r?"2":"")))("ticker"),l.ticks=b(l.computedValueRange[0],l.computedValueRange[1],this.plotter_.area.h,m,this),a=a||l)}if(void 0\##
        ===a)throw'Configuration Error: At least one axis has to have the "independentTicks" option activated.';for(r=0;r<i;r++)if(!(l=this.axes_[r]\##
        ).independentTicks){for(var m,b=(m=this.optionsViewForAxis_("y"+(r?"2":"")))("ticker"),w=a.ticks,O=a.computedValueRange[1]-a.computedValueRa\##
        nge[0],A=l.computedValueRange[1]-l.computedValueRange[0],P=[],S=0;S<w.length;S++){var L=(w[S].v-a.computedValueRange[0])/O,L=l.computedValue\##
        Range[0]+L*A;P.push(L)}l.ticks=b(l.computedValueRange[0],l.computedValueRange[1],this.plotter_.area.h,m,this,P)}},L.prototype.detectTypeFrom\##
        String_=function(t){var e=!1,a=t.indexOf("-");(0<a&&"e"!=t[a-1]&&"E"!=t[a-1]||0<=t.indexOf("/")||isNaN(parseFloat(t)))&&(e=!0),this.setXAxis\##
        Options_(e)},L.prototype.setXAxisOptions_=function(t){t?(this.attrs_.xValueParser=M.dateParser,this.attrs_.axes.x.valueFormatter=M.dateValue\##
        Formatter,this.attrs_.axes.x.ticker=v.dateTicker,this.attrs_.axes.x.axisLabelFormatter=M.dateAxisLabelFormatter):(this.attrs_.xValueParser=f\##
        unction(t){return parseFloat(t)},this.attrs_.axes.x.valueFormatter=function(t){return t},this.attrs_.axes.x.ticker=v.numericTicks,this.attrs\##
        _.axes.x.axisLabelFormatter=this.attrs_.axes.x.valueFormatter)},L.prototype.parseCSV_=function(t){for(var e,a,n=[],i=M.detectLineDelimiter(t\##
        ),r=t.split(i||"\n"),o=this.getStringOption("delimiter"),t=(-1==r[0].indexOf(o)&&0<=r[0].indexOf("\t")&&(o="\t"),0),s=("labels"in this.user_\##
        attrs_||(t=1,this.attrs_.labels=r[0].split(o),this.attributes_.reparseSeries()),!1),l=this.attr_("labels").length,h=!1,d=t;d<r.length;d++){v\##
        ar u=r[d];if(0!==u.length&&"#"!=u[0]){var c=u.split(o);if(!(c.length<2)){var p=[];if(s||(this.detectTypeFromString_(c[0]),a=this.getFunction\##
        Option("xValueParser"),s=!0),p[0]=a(c[0],this),this.fractions_)for(_=1;_<c.length;_++)2!=(e=c[_].split("/")).length?(console.error('Expected\##
         fractional "num/den" values in CSV data but found a value \''+c[_]+"' on line "+(1+d)+" ('"+u+"') which is not of this form."),p[_]=[0,0]):\##
        p[_]=[M.parseFloat_(e[0],d,u),M.parseFloat_(e[1],d,u)];else if(this.getBooleanOption("errorBars"))for(c.length%2!=1&&console.error("Expected\##
         alternating (value, stdev.) pairs in CSV data but line "+(1+d)+" has an odd number of values ("+(c.length-1)+"): '"+u+"'"),_=1;_<c.length;_\##
        +=2)p[(_+1)/2]=[M.parseFloat_(c[_],d,u),M.parseFloat_(c[_+1],d,u)];else if(this.getBooleanOption("customBars"))for(_=1;_<c.length;_++){var g\##
        =c[_];/^ *$/.test(g)?p[_]=[null,null,null]:3==(e=g.split(";")).length?p[_]=[M.parseFloat_(e[0],d,u),M.parseFloat_(e[1],d,u),M.parseFloat_(e[\##
        2],d,u)]:console.warn('When using customBars, values must be either blank or "low;center;high" tuples (got "'+g+'" on line '+(1+d)+")")}else\##
         for(_=1;_<c.length;_++)p[_]=M.parseFloat_(c[_],d,u);if(0<n.length&&p[0]<n[n.length-1][0]&&(h=!0),p.length!=l&&console.error("Number of colu\##
        mns in line "+d+" ("+p.length+") does not agree with number of labels ("+l+") "+u),0===d&&this.attr_("labels")){for(var f=!0,_=0;f&&_<p.leng\##
        th;_++)p[_]&&(f=!1);if(f){console.warn("The dygraphs 'labels' option is set, but the first row of CSV data ('"+u+"') appears to also contain\##
         labels. Will drop the CSV labels and use the option labels.");continue}}n.push(p)}}}return h&&(console.warn("CSV is out of order; order it \##
        correctly to speed loading."),n.sort(function(t,e){return t[0]-e[0]})),n},L.prototype.parseArray_=function(t){if(0===(t=0===t.length?[[0]]:t\##
        )[0].length)return console.error("Data set cannot contain an empty row"),null;var e=t,a=e[0];if("number"!=typeof(e=a[0])&&!M.isDateLike(e))t\##
        hrow new Error("Expected number or date but got ".concat(typeof e,": ").concat(e,"."));for(var n=1;n<a.length;n++){var i=a[n];if(null!=i&&("\##
        number"!=typeof i&&!M.isArrayLike(i)))throw new Error("Expected number or array but got ".concat(typeof i,": ").concat(i,"."))}if(null===thi\##
        s.attr_("labels")){for(console.warn("Using default labels. Set labels explicitly via 'labels' in the options parameter"),this.attrs_.labels=\##
        ["X"],o=1;o<t[0].length;o++)this.attrs_.labels.push("Y"+o);this.attributes_.reparseSeries()}else{e=this.attr_("labels");if(e.length!=t[0].le\##
        ngth)return console.error("Mismatch between number of labels ("+e+") and number of columns in array ("+t[0].length+")"),null}if(M.isDateLike\##
        (t[0][0])){this.attrs_.axes.x.valueFormatter=M.dateValueFormatter,this.attrs_.axes.x.ticker=v.dateTicker,this.attrs_.axes.x.axisLabelFormatt\##
        er=M.dateAxisLabelFormatter;for(var r=M.clone(t),o=0;o<t.length;o++){if(0===r[o].length)return console.error("Row "+(1+o)+" of data is empty\##
        "),null;if(null===r[o][0]||"function"!=typeof r[o][0].getTime||isNaN(r[o][0].getTime()))return console.error("x value in row "+(1+o)+" is no\##
        t a Date"),null;r[o][0]=r[o][0].getTime()}return r}return this.attrs_.axes.x.valueFormatter=function(t){return t},this.attrs_.axes.x.ticker=\##
        v.numericTicks,this.attrs_.axes.x.axisLabelFormatter=M.numberAxisLabelFormatter,t},L.prototype.parseDataTable_=function(t){var e=t.getNumber\##
        OfColumns(),a=t.getNumberOfRows(),n=t.getColumnType(0);if("date"==n||"datetime"==n)this.attrs_.xValueParser=M.dateParser,this.attrs_.axes.x.\##
        valueFormatter=M.dateValueFormatter,this.attrs_.axes.x.ticker=v.dateTicker,this.attrs_.axes.x.axisLabelFormatter=M.dateAxisLabelFormatter;el\##
        se{if("number"!=n)throw new Error("only 'date', 'datetime' and 'number' types are supported for column 1 of DataTable input (Got '"+n+"')");\##
        this.attrs_.xValueParser=function(t){return parseFloat(t)},this.attrs_.axes.x.valueFormatter=function(t){return t},this.attrs_.axes.x.ticker\##
        =v.numericTicks,this.attrs_.axes.x.axisLabelFormatter=this.attrs_.axes.x.valueFormatter}for(var i,r=[],o={},s=!1,l=1;l<e;l++){var h=t.getCol\##
        umnType(l);if("number"==h)r.push(l);else{if("string"!=h||!this.getBooleanOption("displayAnnotations"))throw new Error("Only 'number' is supp\##
        orted as a dependent type with Gviz. 'string' is only supported if displayAnnotations is true");h=r[r.length-1];o.hasOwnProperty(h)?o[h].pus\##
        h(l):o[h]=[l],s=!0}}var d=[t.getColumnLabel(0)];for(l=0;l<r.length;l++)d.push(t.getColumnLabel(r[l])),this.getBooleanOption("errorBars")&&(l\##
        +=1);var e=(this.attrs_.labels=d).length,u=[],c=!1,p=[];for(l=0;l<a;l++){var g=[];if(void 0===t.getValue(l,0)||null===t.getValue(l,0))consol\##
        e.warn("Ignoring row "+l+" of DataTable because of undefined or null first column.");else{if(g.push("date"==n||"datetime"==n?t.getValue(l,0)\##
        .getTime():t.getValue(l,0)),this.getBooleanOption("errorBars"))for(i=0;i<e-1;i++)g.push([t.getValue(l,1+2*i),t.getValue(l,2+2*i)]);else{for(\##
        i=0;i<r.length;i++){var f=r[i];if(g.push(t.getValue(l,f)),s&&o.hasOwnProperty(f)&&null!==t.getValue(l,o[f][0])){var _={};_.series=t.getColum\##
        nLabel(f),_.xval=g[0],_.shortText=function(t){var e=String.fromCharCode(65+t%26);for(t=Math.floor(t/26);0<t;)e=String.fromCharCode(65+(t-1)%\##
        26)+e.toLowerCase(),t=Math.floor((t-1)/26);return e}(p.length),_.text="";for(var y=0;y<o[f].length;y++)y&&(_.text+="\n"),_.text+=t.getValue(\##
        l,o[f][y]);p.push(_)}}for(i=0;i<g.length;i++)isFinite(g[i])||(g[i]=null)}0<u.length&&g[0]<u[u.length-1][0]&&(c=!0),u.push(g)}}c&&(console.wa\##
        rn("DataTable is out of order; order it correctly to speed loading."),u.sort(function(t,e){return t[0]-e[0]})),this.rawData_=u,0<p.length&&t\##
        his.setAnnotations(p,!0),this.attributes_.reparseSeries()},L.prototype.cascadeDataDidUpdateEvent_=function(){this.cascadeEvents_("dataDidUpd\##
        ate",{})},L.prototype.start_=function(){var t,e,a=this.file_,n=("function"==typeof a&&(a=a()),M.typeArrayLike(a));"array"==n?(this.rawData_=\##
        this.parseArray_(a),this.cascadeDataDidUpdateEvent_(),this.predraw_()):"object"==n&&"function"==typeof a.getColumnRange?(this.parseDataTable\##
        _(a),this.cascadeDataDidUpdateEvent_(),this.predraw_()):"string"==n?M.detectLineDelimiter(a)?this.loadedEvent_(a):(t=window.XMLHttpRequest?n\##
        ew XMLHttpRequest:new ActiveXObject("Microsoft.XMLHTTP"),e=this,t.onreadystatechange=function(){4!=t.readyState||200!==t.status&&0!==t.statu\##
        s||e.loadedEvent_(t.responseText)},t.open("GET",a,!0),t.send(null)):console.error("Unknown data format: "+n)},L.prototype.updateOptions=func\##
        tion(t,e){void 0===e&&(e=!1);var a=t.file,t=L.copyUserAttrs_(t),n=this.attributes_.numAxes(),i=("rollPeriod"in t&&(this.rollPeriod_=t.rollPe\##
        riod),"dateWindow"in t&&(this.dateWindow_=t.dateWindow),M.isPixelChangingOptionList(this.attr_("labels"),t));M.updateDeep(this.user_attrs_,t\##
        ),this.attributes_.reparseSeries(),n<this.attributes_.numAxes()&&this.plotter_.clear(),a?(this.cascadeEvents_("dataWillUpdate",{}),this.file\##
        _=a,e||this.start_()):e||(i?this.predraw_():this.renderGraph_(!1))},L.copyUserAttrs_=function(t){var e,a={};for(e in t)t.hasOwnProperty(e)&&\##
        "file"!=e&&t.hasOwnProperty(e)&&(a[e]=t[e]);return a},L.prototype.resize=function(t,e){var a,n;this.resize_lock||(this.resize_lock=!0,null==\##
        =t!=(null===e)&&(console.warn("Dygraph.resize() should be called with zero parameters or two non-NULL parameters. Pretending it was zero."),\##
        t=e=null),a=this.width_,n=this.height_,t?(this.maindiv_.style.width=t+"px",this.maindiv_.style.height=e+"px",this.width_=t,this.height_=e):(\##
        this.width_=this.maindiv_.clientWidth,this.height_=this.maindiv_.clientHeight),a==this.width_&&n==this.height_||(this.resizeElements_(),this\##
        .predraw_()),this.resize_lock=!1)},L.prototype.adjustRoll=function(t){this.rollPeriod_=t,this.predraw_()},L.prototype.visibility=function(){\##
        for(this.getOption("visibility")||(this.attrs_.visibility=[]);this.getOption("visibility").length<this.numColumns()-1;)this.attrs_.visibilit\##
        y.push(!0);return this.getOption("visibility")},L.prototype.setVisibility=function(t,e){var a=this.visibility(),n=!1;if(Array.isArray(t)||(n\##
        ull!==t&&"object"==typeof t?n=!0:t=[t]),n)for(var i in t)t.hasOwnProperty(i)&&(i<0||i>=a.length?console.warn("Invalid series number in setVi\##
        sibility: "+i):a[i]=t[i]);else for(i=0;i<t.length;i++)"boolean"==typeof t[i]?i>=a.length?console.warn("Invalid series number in setVisibilit\##
        y: "+i):a[i]=t[i]:t[i]<0||t[i]>=a.length?console.warn("Invalid series number in setVisibility: "+t[i]):a[t[i]]=e;this.predraw_()},L.prototyp\##
        e.size=function(){return{width:this.width_,height:this.height_}},L.prototype.setAnnotations=function(t,e){this.annotations_=t,this.layout_?(\##
        this.layout_.setAnnotations(this.annotations_),e||this.predraw_()):console.warn("Tried to setAnnotations before dygraph was ready. Try setti\##
        ng them in a ready() block. See dygraphs.com/tests/annotation.html")},L.prototype.annotations=function(){return this.annotations_},L.prototy\##
        pe.getLabels=function(){var t=this.attr_("labels");return t?t.slice():null},L.prototype.indexFromSetName=function(t){return this.setIndexByN\##
        ame_[t]},L.prototype.getRowForX=function(t){for(var e=0,a=this.numRows()-1;e<=a;){var n=a+e>>1,i=this.getValue(n,0);if(i<t)e=1+n;else if(t<i\##
        )a=n-1;else{if(e==n)return n;a=n}}return null},L.prototype.ready=function(t){this.is_initial_draw_?this.readyFns_.push(t):t.call(this,this)}\##
        ,L.prototype.addAndTrackEvent=function(t,e,a){M.addEvent(t,e,a),this.registeredEvents_.push({elem:t,type:e,fn:a})},L.prototype.removeTracked\##
        Events_=function(){if(this.registeredEvents_)for(var t=0;t<this.registeredEvents_.length;t++){var e=this.registeredEvents_[t];M.removeEvent(\##
        e.elem,e.type,e.fn)}this.registeredEvents_=[]},L.PLUGINS=[m.default,_.default,b.default,y.default,f.default,x.default],L.GVizChart=t.default\##
        ,L.DASHED_LINE=M.DASHED_LINE,L.DOT_DASH_LINE=M.DOT_DASH_LINE,L.dateAxisLabelFormatter=M.dateAxisLabelFormatter,L.toRGB_=M.toRGB_,L.findPos=M\##
        .findPos,L.pageX=M.pageX,L.pageY=M.pageY,L.dateString_=M.dateString_,L.defaultInteractionModel=n.default.defaultModel,L.nonInteractiveModel=\##
        L.nonInteractiveModel_=n.default.nonInteractiveModel_,L.Circles=M.Circles,L.Plugins={Legend:m.default,Axes:_.default,Annotations:f.default,C\##
        hartLabels:y.default,Grid:x.default,RangeSelector:b.default},L.DataHandlers={DefaultHandler:s.default,BarsHandler:g.default,CustomBarsHandle\##
        r:h.default,DefaultFractionHandler:d.default,ErrorBarsHandler:l.default,FractionsBarsHandler:p.default},L.startPan=n.default.startPan,L.star\##
        tZoom=n.default.startZoom,L.movePan=n.default.movePan,L.moveZoom=n.default.moveZoom,L.endPan=n.default.endPan,L.endZoom=n.default.endZoom,L.\##
        numericLinearTicks=v.numericLinearTicks,L.numericTicks=v.numericTicks,L.dateTicker=v.dateTicker,L.Granularity=v.Granularity,L.getDateAxis=v.\##
        getDateAxis,L.floatFormat=M.floatFormat,M.setupDOMready_(L),a.default=L,e.exports=a.default},{"./datahandler/bars":"dygraphs/src/datahandler\##
        /bars.js","./datahandler/bars-custom":"dygraphs/src/datahandler/bars-custom.js","./datahandler/bars-error":"dygraphs/src/datahandler/bars-er\##
        ror.js","./datahandler/bars-fractions":"dygraphs/src/datahandler/bars-fractions.js","./datahandler/default":"dygraphs/src/datahandler/defaul\##
        t.js","./datahandler/default-fractions":"dygraphs/src/datahandler/default-fractions.js","./dygraph-canvas":"dygraphs/src/dygraph-canvas.js",\##
        "./dygraph-default-attrs":"dygraphs/src/dygraph-default-attrs.js","./dygraph-gviz":"dygraphs/src/dygraph-gviz.js","./dygraph-interaction-mod\##
        el":"dygraphs/src/dygraph-interaction-model.js","./dygraph-layout":"dygraphs/src/dygraph-layout.js","./dygraph-options":"dygraphs/src/dygrap\##
        h-options.js","./dygraph-options-reference":"dygraphs/src/dygraph-options-reference.js","./dygraph-tickers":"dygraphs/src/dygraph-tickers.js\##
        ","./dygraph-utils":"dygraphs/src/dygraph-utils.js","./iframe-tarp":"dygraphs/src/iframe-tarp.js","./plugins/annotations":"dygraphs/src/plug\##
        ins/annotations.js","./plugins/axes":"dygraphs/src/plugins/axes.js","./plugins/chart-labels":"dygraphs/src/plugins/chart-labels.js","./plugi\##
        ns/grid":"dygraphs/src/plugins/grid.js","./plugins/legend":"dygraphs/src/plugins/legend.js","./plugins/range-selector":"dygraphs/src/plugins\##
        /range-selector.js"}],"dygraphs/src/iframe-tarp.js":[function(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{value:!0}),a.default\##
        =void 0;var s=function(t,e){if(!e&&t&&t.__esModule)return t;if(null===t||"object"!=typeof t&&"function"!=typeof t)return{default:t};e=o(e);i\##
        f(e&&e.has(t))return e.get(t);var a,n={},i=Object.defineProperty&&Object.getOwnPropertyDescriptor;for(a in t){var r;"default"!==a&&Object.pr\##
        ototype.hasOwnProperty.call(t,a)&&((r=i?Object.getOwnPropertyDescriptor(t,a):null)&&(r.get||r.set)?Object.defineProperty(n,a,r):n[a]=t[a])}n\##
        .default=t,e&&e.set(t,n);return n}(t("./dygraph-utils"));function o(t){var e,a;return"function"!=typeof WeakMap?null:(e=new WeakMap,a=new We\##
        akMap,(o=function(t){return t?a:e})(t))}function n(){this.tarps=[]}n.prototype.cover=function(){for(var t=document.getElementsByTagName("ifr\##
        ame"),e=0;e<t.length;e++){var a=t[e],n=s.findPos(a),i=n.x,n=n.y,r=a.offsetWidth,a=a.offsetHeight,o=document.createElement("div");o.style.pos\##
        ition="absolute",o.style.left=i+"px",o.style.top=n+"px",o.style.width=r+"px",o.style.height=a+"px",o.style.zIndex=999,document.body.appendCh\##
        ild(o),this.tarps.push(o)}},n.prototype.uncover=function(){for(var t=0;t<this.tarps.length;t++)this.tarps[t].parentNode.removeChild(this.tar\##
        ps[t]);this.tarps=[]},a.default=n,e.exports=a.default},{"./dygraph-utils":"dygraphs/src/dygraph-utils.js"}],"dygraphs/src/plugins/annotation\##
        s.js":[function(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{value:!0}),a.default=void 0;function n(){this.annotations_=[]}n.pr\##
        ototype.toString=function(){return"Annotations Plugin"},n.prototype.activate=function(t){return{clearChart:this.clearChart,didDrawChart:this\##
        .didDrawChart}},n.prototype.detachLabels=function(){for(var t=0;t<this.annotations_.length;t++){var e=this.annotations_[t];e.parentNode&&e.p\##
        arentNode.removeChild(e),this.annotations_[t]=null}this.annotations_=[]},n.prototype.clearChart=function(t){this.detachLabels()},n.prototype\##
        .didDrawChart=function(t){var r=t.dygraph,e=r.layout_.annotated_points;if(e&&0!==e.length)for(var a=t.canvas.parentNode,n=function(a,n,i){re\##
        turn function(t){var e=i.annotation;e.hasOwnProperty(a)?e[a](e,i,r,t):r.getOption(n)&&r.getOption(n)(e,i,r,t)}},i=t.dygraph.getArea(),o={},s\##
        =0;s<e.length;s++){var l,h,d,u,c,p,g,f,_=e[s];_.canvasx<i.x||_.canvasx>i.x+i.w||_.canvasy<i.y||_.canvasy>i.y+i.h||(h=6,(l=_.annotation).hasO\##
        wnProperty("tickHeight")&&(h=l.tickHeight),(d=document.createElement("div")).style.fontSize=r.getOption("axisLabelFontSize")+"px",g="dygraph\##
        -annotation",l.hasOwnProperty("icon")||(g+=" dygraphDefaultAnnotation dygraph-default-annotation"),l.hasOwnProperty("cssClass")&&(g+=" "+l.c\##
        ssClass),d.className=g,g=l.hasOwnProperty("width")?l.width:16,u=l.hasOwnProperty("height")?l.height:16,l.hasOwnProperty("icon")?((c=document\##
        .createElement("img")).src=l.icon,c.width=g,c.height=u,d.appendChild(c)):_.annotation.hasOwnProperty("shortText")&&d.appendChild(document.cr\##
        eateTextNode(_.annotation.shortText)),c=_.canvasx-g/2,d.style.left=c+"px",p=0,p=l.attachAtBottom?(f=i.y+i.h-u-h,o[c]?f-=o[c]:o[c]=0,o[c]+=h+\##
        u,f):_.canvasy-u-h,d.style.top=p+"px",d.style.width=g+"px",d.style.height=u+"px",d.title=_.annotation.text,d.style.color=r.colorsMap_[_.name\##
        ],d.style.borderColor=r.colorsMap_[_.name],l.div=d,r.addAndTrackEvent(d,"click",n("clickHandler","annotationClickHandler",_)),r.addAndTrackE\##
        vent(d,"mouseover",n("mouseOverHandler","annotationMouseOverHandler",_)),r.addAndTrackEvent(d,"mouseout",n("mouseOutHandler","annotationMous\##
        eOutHandler",_)),r.addAndTrackEvent(d,"dblclick",n("dblClickHandler","annotationDblClickHandler",_)),a.appendChild(d),this.annotations_.push\##
        (d),(g=t.drawingContext).save(),g.strokeStyle=l.hasOwnProperty("tickColor")?l.tickColor:r.colorsMap_[_.name],g.lineWidth=l.hasOwnProperty("t\##
        ickWidth")?l.tickWidth:r.getOption("strokeWidth"),g.beginPath(),l.attachAtBottom?(g.moveTo(_.canvasx,f=p+u),g.lineTo(_.canvasx,f+h)):(g.move\##
        To(_.canvasx,_.canvasy),g.lineTo(_.canvasx,_.canvasy-2-h)),g.closePath(),g.stroke(),g.restore())}},n.prototype.destroy=function(){this.detac\##
        hLabels()},a.default=n,e.exports=a.default},{}],"dygraphs/src/plugins/axes.js":[function(t,e,a){"use strict";Object.defineProperty(a,"__esMo\##
        dule",{value:!0}),a.default=void 0;var b=function(t,e){if(!e&&t&&t.__esModule)return t;if(null===t||"object"!=typeof t&&"function"!=typeof t\##
        )return{default:t};e=o(e);if(e&&e.has(t))return e.get(t);var a,n={},i=Object.defineProperty&&Object.getOwnPropertyDescriptor;for(a in t){var\##
         r;"default"!==a&&Object.prototype.hasOwnProperty.call(t,a)&&((r=i?Object.getOwnPropertyDescriptor(t,a):null)&&(r.get||r.set)?Object.defineP\##
        roperty(n,a,r):n[a]=t[a])}n.default=t,e&&e.set(t,n);return n}(t("../dygraph-utils"));function o(t){var e,a;return"function"!=typeof WeakMap?\##
        null:(e=new WeakMap,a=new WeakMap,(o=function(t){return t?a:e})(t))}function n(){this.xlabels_=[],this.ylabels_=[]}n.prototype.toString=func\##
        tion(){return"Axes Plugin"},n.prototype.activate=function(t){return{layout:this.layout,clearChart:this.clearChart,willDrawChart:this.willDra\##
        wChart}},n.prototype.layout=function(t){var e,a,n=t.dygraph;n.getOptionForAxis("drawAxis","y")&&(a=n.getOptionForAxis("axisLabelWidth","y")+\##
        2*n.getOptionForAxis("axisTickSize","y"),t.reserveSpaceLeft(a)),n.getOptionForAxis("drawAxis","x")&&(e=n.getOption("xAxisHeight")?n.getOptio\##
        n("xAxisHeight"):n.getOptionForAxis("axisLabelFontSize","x")+2*n.getOptionForAxis("axisTickSize","x"),t.reserveSpaceBottom(e)),2==n.numAxes(\##
        )?n.getOptionForAxis("drawAxis","y2")&&(a=n.getOptionForAxis("axisLabelWidth","y2")+2*n.getOptionForAxis("axisTickSize","y2"),t.reserveSpace\##
        Right(a)):2<n.numAxes()&&n.error("Only two y-axes are supported at this time. (Trying to use "+n.numAxes()+")")},n.prototype.detachLabels=fu\##
        nction(){function t(t){for(var e=0;e<t.length;e++){var a=t[e];a.parentNode&&a.parentNode.removeChild(a)}}t(this.xlabels_),t(this.ylabels_),t\##
        his.xlabels_=[],this.ylabels_=[]},n.prototype.clearChart=function(t){this.detachLabels()},n.prototype.willDrawChart=function(t){var e,i,a,r,\##
        o,s,l,h,d,n,u,c,p,g,f,_,y,v=t.dygraph;function x(t){return Math.round(t)+.5}function m(t){return Math.round(t)-.5}(v.getOptionForAxis("drawA\##
        xis","x")||v.getOptionForAxis("drawAxis","y")||v.getOptionForAxis("drawAxis","y2"))&&(e=t.drawingContext,i=t.canvas.parentNode,a=v.width_,r=\##
        v.height_,h={x:(n=function(t){return{position:"absolute",fontSize:v.getOptionForAxis("axisLabelFontSize",t)+"px",width:v.getOptionForAxis("a\##
        xisLabelWidth",t)+"px"}})("x"),y:n("y"),y2:n("y2")},d=function(t,e,a){var n=document.createElement("div"),i=h["y2"==a?"y2":e],i=(b.update(n.\##
        style,i),document.createElement("div"));return i.className="dygraph-axis-label dygraph-axis-label-"+e+(a?" dygraph-axis-label-"+a:""),i.inne\##
        rHTML=t,n.appendChild(i),n},e.save(),n=v.layout_,u=t.dygraph.plotter_.area,t=function(e){return function(t){return v.getOptionForAxis(t,e)}}\##
        ,c=this,(v.getOptionForAxis("drawAxis","y")||2==v.numAxes()&&v.getOptionForAxis("drawAxis","y2"))&&(n.yticks&&0<n.yticks.length&&(p=v.numAxe\##
        s(),g=[t("y"),t("y2")],n.yticks.forEach(function(t){var e,a,n;void 0!==t.label&&(s=u.x,n="y1",e=g[0],1==t.axis&&(s=u.x+u.w,n="y2",e=g[1]),e(\##
        "drawAxis"))&&(a=e("axisLabelFontSize"),l=u.y+t.pos*u.h,o=d(t.label,"y",2==p?n:null),r<(n=(n=l-a/2)<0?0:n)+a+3?o.style.bottom="0":o.style.to\##
        p=Math.min(n,r-2*a)+"px",0===t.axis?(o.style.left=u.x-e("axisLabelWidth")-e("axisTickSize")+"px",o.style.textAlign="right"):1==t.axis&&(o.st\##
        yle.left=u.x+u.w+e("axisTickSize")+"px",o.style.textAlign="left"),o.style.width=e("axisLabelWidth")+"px",i.appendChild(o),c.ylabels_.push(o)\##
        )})),y=v.getOption("drawAxesAtZero")?((1<(_=v.toPercentXCoord(0))||_<0||isNaN(_))&&(_=0),x(u.x+_*u.w)):x(u.x),e.strokeStyle=v.getOptionForAx\##
        is("axisLineColor","y"),e.lineWidth=v.getOptionForAxis("axisLineWidth","y"),e.beginPath(),e.moveTo(y,m(u.y)),e.lineTo(y,m(u.y+u.h)),e.closeP\##
        ath(),e.stroke(),2==v.numAxes())&&v.getOptionForAxis("drawAxis","y2")&&(e.strokeStyle=v.getOptionForAxis("axisLineColor","y2"),e.lineWidth=v\##
        .getOptionForAxis("axisLineWidth","y2"),e.beginPath(),e.moveTo(m(u.x+u.w),m(u.y)),e.lineTo(m(u.x+u.w),m(u.y+u.h)),e.closePath(),e.stroke()),\##
        v.getOptionForAxis("drawAxis","x")&&(n.xticks&&(f=t("x"),n.xticks.forEach(function(t){void 0!==t.label&&(s=u.x+t.pos*u.w,l=u.y+u.h,(o=d(t.la\##
        bel,"x")).style.textAlign="center",o.style.top=l+f("axisTickSize")+"px",(t=s-f("axisLabelWidth")/2)+f("axisLabelWidth")>a&&(t=a-f("axisLabel\##
        Width"),o.style.textAlign="right"),t<0&&(t=0,o.style.textAlign="left"),o.style.left=t+"px",o.style.width=f("axisLabelWidth")+"px",i.appendCh\##
        ild(o),c.xlabels_.push(o))})),e.strokeStyle=v.getOptionForAxis("axisLineColor","x"),e.lineWidth=v.getOptionForAxis("axisLineWidth","x"),e.be\##
        ginPath(),y=v.getOption("drawAxesAtZero")?(_=v.toPercentYCoord(0,0),m(u.y+(_=1<_||_<0?1:_)*u.h)):m(u.y+u.h),e.moveTo(x(u.x),y),e.lineTo(x(u.\##
        x+u.w),y),e.closePath(),e.stroke()),e.restore())},a.default=n,e.exports=a.default},{"../dygraph-utils":"dygraphs/src/dygraph-utils.js"}],"dy\##
        graphs/src/plugins/chart-labels.js":[function(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{value:!0}),a.default=void 0;function\##
         n(){this.title_div_=null,this.xlabel_div_=null,this.ylabel_div_=null,this.y2label_div_=null}function r(t){var e=document.createElement("div\##
        ");return e.style.position="absolute",e.style.left=t.x+"px",e.style.top=t.y+"px",e.style.width=t.w+"px",e.style.height=t.h+"px",e}function o\##
        (t,e,a,n,i){var r=document.createElement("div");return r.style.position="absolute",r.style.left=1==a?"0px":e.x+"px",r.style.top=e.y+"px",r.s\##
        tyle.width=e.w+"px",r.style.height=e.h+"px",r.style.fontSize=t.getOption("yLabelWidth")-2+"px",(t=document.createElement("div")).style.posit\##
        ion="absolute",t.style.width=e.h+"px",t.style.height=e.w+"px",t.style.top=e.h/2-e.w/2+"px",t.style.left=e.w/2-e.h/2+"px",t.className="dygrap\##
        h-label-rotate-"+(1==a?"right":"left"),(e=document.createElement("div")).className=n,e.innerHTML=i,t.appendChild(e),r.appendChild(t),r}n.pro\##
        totype.toString=function(){return"ChartLabels Plugin"},n.prototype.activate=function(t){return{layout:this.layout,didDrawChart:this.didDrawC\##
        hart}},n.prototype.detachLabels_=function(){for(var t=[this.title_div_,this.xlabel_div_,this.ylabel_div_,this.y2label_div_],e=0;e<t.length;e\##
        ++){var a=t[e];a&&a.parentNode&&a.parentNode.removeChild(a)}this.title_div_=null,this.xlabel_div_=null,this.ylabel_div_=null,this.y2label_di\##
        v_=null};n.prototype.layout=function(t){this.detachLabels_();var e,a,n=t.dygraph,i=t.chart_div;n.getOption("title")&&(a=t.reserveSpaceTop(n.\##
        getOption("titleHeight")),this.title_div_=r(a),this.title_div_.style.fontSize=n.getOption("titleHeight")-8+"px",(a=document.createElement("d\##
        iv")).className="dygraph-label dygraph-title",a.innerHTML=n.getOption("title"),this.title_div_.appendChild(a),i.appendChild(this.title_div_)\##
        ),n.getOption("xlabel")&&(e=t.reserveSpaceBottom(n.getOption("xLabelHeight")),this.xlabel_div_=r(e),this.xlabel_div_.style.fontSize=n.getOpt\##
        ion("xLabelHeight")-2+"px",(a=document.createElement("div")).className="dygraph-label dygraph-xlabel",a.innerHTML=n.getOption("xlabel"),this\##
        .xlabel_div_.appendChild(a),i.appendChild(this.xlabel_div_)),n.getOption("ylabel")&&(e=t.reserveSpaceLeft(0),this.ylabel_div_=o(n,e,1,"dygra\##
        ph-label dygraph-ylabel",n.getOption("ylabel")),i.appendChild(this.ylabel_div_)),n.getOption("y2label")&&2==n.numAxes()&&(a=t.reserveSpaceRi\##
        ght(0),this.y2label_div_=o(n,a,2,"dygraph-label dygraph-y2label",n.getOption("y2label")),i.appendChild(this.y2label_div_))},n.prototype.didD\##
        rawChart=function(t){t=t.dygraph;this.title_div_&&(this.title_div_.children[0].innerHTML=t.getOption("title")),this.xlabel_div_&&(this.xlabe\##
        l_div_.children[0].innerHTML=t.getOption("xlabel")),this.ylabel_div_&&(this.ylabel_div_.children[0].children[0].innerHTML=t.getOption("ylabe\##
        l")),this.y2label_div_&&(this.y2label_div_.children[0].children[0].innerHTML=t.getOption("y2label"))},n.prototype.clearChart=function(){},n.\##
        prototype.destroy=function(){this.detachLabels_()},a.default=n,e.exports=a.default},{}],"dygraphs/src/plugins/grid.js":[function(t,e,a){"use\##
         strict";Object.defineProperty(a,"__esModule",{value:!0}),a.default=void 0;function n(){}n.prototype.toString=function(){return"Gridline Plu\##
        gin"},n.prototype.activate=function(t){return{willDrawChart:this.willDrawChart}},n.prototype.willDrawChart=function(t){var a,n,e,i=t.dygraph\##
        ,r=t.drawingContext,o=i.layout_,s=t.dygraph.plotter_.area;function l(t){return Math.round(t)+.5}function h(t){return Math.round(t)-.5}if(i.g\##
        etOptionForAxis("drawGrid","y")){for(var d=["y","y2"],u=[],c=[],p=[],g=[],f=[],_=0;_<d.length;_++)p[_]=i.getOptionForAxis("drawGrid",d[_]),p\##
        [_]&&(u[_]=i.getOptionForAxis("gridLineColor",d[_]),c[_]=i.getOptionForAxis("gridLineWidth",d[_]),f[_]=i.getOptionForAxis("gridLinePattern",\##
        d[_]),g[_]=f[_]&&2<=f[_].length);e=o.yticks,r.save(),e.forEach(function(t){var e;t.has_tick&&(e=t.axis,p[e])&&(r.save(),g[e]&&r.setLineDash&\##
        &r.setLineDash(f[e]),r.strokeStyle=u[e],r.lineWidth=c[e],a=l(s.x),n=h(s.y+t.pos*s.h),r.beginPath(),r.moveTo(a,n),r.lineTo(a+s.w,n),r.stroke(\##
        ),r.restore())}),r.restore()}i.getOptionForAxis("drawGrid","x")&&(e=o.xticks,r.save(),f=i.getOptionForAxis("gridLinePattern","x"),(g=f&&2<=f\##
        .length)&&r.setLineDash&&r.setLineDash(f),r.strokeStyle=i.getOptionForAxis("gridLineColor","x"),r.lineWidth=i.getOptionForAxis("gridLineWidt\##
        h","x"),e.forEach(function(t){t.has_tick&&(a=l(s.x+t.pos*s.w),n=h(s.y+s.h),r.beginPath(),r.moveTo(a,n),r.lineTo(a,s.y),r.stroke())}),g&&r.se\##
        tLineDash&&r.setLineDash([]),r.restore())},n.prototype.destroy=function(){},a.default=n,e.exports=a.default},{}],"dygraphs/src/plugins/legen\##
        d.js":[function(t,e,a){"use strict";Object.defineProperty(a,"__esModule",{value:!0}),a.default=void 0;var x=function(t,e){if(!e&&t&&t.__esMo\##
        dule)return t;if(null===t||"object"!=typeof t&&"function"!=typeof t)return{default:t};e=o(e);if(e&&e.has(t))return e.get(t);var a,n={},i=Obj\##
        ect.defineProperty&&Object.getOwnPropertyDescriptor;for(a in t){var r;"default"!==a&&Object.prototype.hasOwnProperty.call(t,a)&&((r=i?Object\##
        .getOwnPropertyDescriptor(t,a):null)&&(r.get||r.set)?Object.defineProperty(n,a,r):n[a]=t[a])}n.default=t,e&&e.set(t,n);return n}(t("../dygra\##
        ph-utils"));function o(t){var e,a;return"function"!=typeof WeakMap?null:(e=new WeakMap,a=new WeakMap,(o=function(t){return t?a:e})(t))}funct\##
        ion m(){this.legend_div_=null,this.is_generated_div_=!1}m.prototype.toString=function(){return"Legend Plugin"},m.prototype.activate=function\##
        (t){var e,a=t.getOption("labelsDiv");return a&&null!==a?e="string"==typeof a||a instanceof String?document.getElementById(a):a:((e=document.\##
        createElement("div")).className="dygraph-legend",t.graphDiv.appendChild(e),this.is_generated_div_=!0),this.legend_div_=e,this.one_em_width_=\##
        10,{select:this.select,deselect:this.deselect,predraw:this.predraw,didDrawChart:this.didDrawChart}};m.prototype.select=function(t){var e,a,n\##
        ,i,r,o=t.selectedX,s=t.selectedPoints,l=t.selectedRow,h=t.dygraph.getOption("legend");"never"===h?this.legend_div_.style.display="none":((o=\##
        m.generateLegendHTML(t.dygraph,o,s,this.one_em_width_,l))instanceof Node&&o.nodeType===Node.DOCUMENT_FRAGMENT_NODE?(this.legend_div_.innerHT\##
        ML="",this.legend_div_.appendChild(o)):this.legend_div_.innerHTML=o,this.legend_div_.style.display="","follow"===h?(i=t.dygraph.plotter_.are\##
        a,r=this.legend_div_.offsetWidth,l=t.dygraph.getOptionForAxis("axisLabelWidth","y"),n=(e=t.dygraph.getHighlightSeries())&&(n=s.find(function\##
        (t){return t.name===e}))||s[0],o=t.dygraph.getNumericOption("legendFollowOffsetX"),s=t.dygraph.getNumericOption("legendFollowOffsetY"),a=n.x\##
        *i.w+o,n=n.y*i.h+s,a+r+1>i.w&&(a=a-2*o-r-(l-i.x)),this.legend_div_.style.left=l+a+"px",this.legend_div_.style.top=n+"px"):"onmouseover"===h&\##
        &this.is_generated_div_&&(i=t.dygraph.plotter_.area,r=this.legend_div_.offsetWidth,this.legend_div_.style.left=i.x+i.w-r-1+"px",this.legend_\##
        div_.style.top=i.y+"px"))},m.prototype.deselect=function(t){"always"!==t.dygraph.getOption("legend")&&(this.legend_div_.style.display="none"\##
        ),a=this.legend_div_,(n=document.createElement("span")).setAttribute("style","margin: 0; padding: 0 0 0 1em; border: 0;"),a.appendChild(n),e\##
        =n.offsetWidth,a.removeChild(n);var e,a=e,n=(this.one_em_width_=a,m.generateLegendHTML(t.dygraph,void 0,void 0,a,null));n instanceof Node&&n\##
        .nodeType===Node.DOCUMENT_FRAGMENT_NODE?(this.legend_div_.innerHTML="",this.legend_div_.appendChild(n)):this.legend_div_.innerHTML=n},m.prot\##
        otype.didDrawChart=function(t){this.deselect(t)},m.prototype.predraw=function(t){var e;this.is_generated_div_&&(t.dygraph.graphDiv.appendChi\##
        ld(this.legend_div_),t=t.dygraph.plotter_.area,e=this.legend_div_.offsetWidth,this.legend_div_.style.left=t.x+t.w-e-1+"px",this.legend_div_.\##
        style.top=t.y+"px")},m.prototype.destroy=function(){this.legend_div_=null},m.generateLegendHTML=function(t,e,a,n,i){var r={dygraph:t,x:e,i:i\##
        ,series:[]},o={},s=t.getLabels();if(s)for(var l=1;l<s.length;l++){var h=t.getPropertiesForSeries(s[l]),d={dashHTML:function(t,e,a){if(!t||t.\##
        length<=1)return'<div class="dygraph-legend-line" style="border-bottom-color: '.concat(e,';"></div>');var n,i,r,o,s,l=0,h=0,d=[];for(n=0;n<=\##
        t.length;n++)l+=t[n%t.length];if(1<(s=Math.floor(a/(l-t[0])))){for(n=0;n<t.length;n++)d[n]=t[n]/a;h=d.length}else{for(s=1,n=0;n<t.length;n++\##
        )d[n]=t[n]/l;h=d.length+1}var u="";for(i=0;i<s;i++)for(n=0;n<h;n+=2)r=d[n%d.length],o=n<t.length?d[(n+1)%d.length]:0,u+='<div class="dygraph\##
        -legend-dash" style="margin-right: '.concat(o,"em; padding-left: ").concat(r,'em;"></div>');return u}(t.getOption("strokePattern",s[l]),h.co\##
        lor,n),label:s[l],labelHTML:s[l].replace(/&/g,"&amp;").replace(/"/g,"&#34;").replace(/</g,"&lt;").replace(/>/g,"&gt;"),isVisible:h.visible,c\##
        olor:h.color};r.series.push(d),o[s[l]]=d}if(void 0!==e){for(var u=t.optionsViewForAxis_("x"),c=u("valueFormatter"),p=(r.xHTML=c.call(t,e,u,s\##
        [0],t,i,0),[]),g=t.numAxes(),l=0;l<g;l++)p[l]=t.optionsViewForAxis_("y"+(l?1+l:""));var f=t.getOption("labelsShowZeroValues"),_=t.getHighlig\##
        htSeries();for(l=0;l<a.length;l++){var y,v=a[l];(d=o[v.name]).y=v.yval,0===v.yval&&!f||isNaN(v.canvasy)?d.isVisible=!1:(y=(y=p[(h=t.getPrope\##
        rtiesForSeries(v.name)).axis-1])("valueFormatter").call(t,v.yval,y,v.name,t,i,s.indexOf(v.name)),x.update(d,{yHTML:y}),v.name==_&&(d.isHighl\##
        ighted=!0))}}return(t.getOption("legendFormatter")||m.defaultFormatter).call(t,r)},m.defaultFormatter=function(t){var e=t.dygraph;if(!0!==e.\##
        getOption("showLabelsOnHighlight"))return"";var a=e.getOption("labelsSeparateLines");if(void 0===t.x){if("always"!=e.getOption("legend"))ret\##
        urn"";for(var n="",i=0;i<t.series.length;i++)(r=t.series[i]).isVisible&&(""!==n&&(n+=a?"<br />":" "),n+="<span style='font-weight: bold; col\##
        or: ".concat(r.color,";'>").concat(r.dashHTML," ").concat(r.labelHTML,"</span>"))}else{n=t.xHTML+":";for(var r,o,i=0;i<t.series.length;i++)(\##
        (r=t.series[i]).y||r.yHTML)&&r.isVisible&&(a&&(n+="<br>"),o=r.isHighlighted?' class="highlight"':"",n+="<span".concat(o,"> <b><span style='c\##
        olor: ").concat(r.color,";'>").concat(r.labelHTML,"</span></b>:&#160;").concat(r.yHTML,"</span>"))}return n},a.default=m,e.exports=a.default\##
        },{"../dygraph-utils":"dygraphs/src/dygraph-utils.js"}],"dygraphs/src/plugins/range-selector.js":[function(t,e,a){"use strict";Object.define\##
        Property(a,"__esModule",{value:!0}),a.default=void 0;var O=function(t,e){if(!e&&t&&t.__esModule)return t;if(null===t||"object"!=typeof t&&"f\##
        unction"!=typeof t)return{default:t};e=o(e);if(e&&e.has(t))return e.get(t);var a,n={},i=Object.defineProperty&&Object.getOwnPropertyDescript\##
        or;for(a in t){var r;"default"!==a&&Object.prototype.hasOwnProperty.call(t,a)&&((r=i?Object.getOwnPropertyDescriptor(t,a):null)&&(r.get||r.s\##
        et)?Object.defineProperty(n,a,r):n[a]=t[a])}n.default=t,e&&e.set(t,n);return n}(t("../dygraph-utils")),A=n(t("../dygraph-interaction-model")\##
        ),P=n(t("../iframe-tarp"));function n(t){return t&&t.__esModule?t:{default:t}}function o(t){var e,a;return"function"!=typeof WeakMap?null:(e\##
        =new WeakMap,a=new WeakMap,(o=function(t){return t?a:e})(t))}function i(){this.hasTouchInterface_="undefined"!=typeof TouchEvent,this.isMobi\##
        leDevice_=/mobile|android/gi.test(navigator.appVersion),this.interfaceCreated_=!1}i.prototype.toString=function(){return"RangeSelector Plugi\##
        n"},i.prototype.activate=function(t){return this.dygraph_=t,this.getOption_("showRangeSelector")&&this.createInterface_(),{layout:this.reser\##
        veSpace_,predraw:this.renderStaticLayer_,didDrawChart:this.renderInteractiveLayer_}},i.prototype.destroy=function(){this.bgcanvas_=null,this\##
        .fgcanvas_=null,this.leftZoomHandle_=null,this.rightZoomHandle_=null},i.prototype.getOption_=function(t,e){return this.dygraph_.getOption(t,\##
        e)},i.prototype.setDefaultOption_=function(t,e){this.dygraph_.attrs_[t]=e},i.prototype.createInterface_=function(){this.createCanvases_(),th\##
        is.createZoomHandles_(),this.initInteraction_(),this.getOption_("animatedZooms")&&(console.warn("Animated zooms and range selector are not c\##
        ompatible; disabling animatedZooms."),this.dygraph_.updateOptions({animatedZooms:!1},!0)),this.interfaceCreated_=!0,this.addToGraph_()},i.pr\##
        ototype.addToGraph_=function(){var t=this.graphDiv_=this.dygraph_.graphDiv;t.appendChild(this.bgcanvas_),t.appendChild(this.fgcanvas_),t.app\##
        endChild(this.leftZoomHandle_),t.appendChild(this.rightZoomHandle_)},i.prototype.removeFromGraph_=function(){var t=this.graphDiv_;t.removeCh\##
        ild(this.bgcanvas_),t.removeChild(this.fgcanvas_),t.removeChild(this.leftZoomHandle_),t.removeChild(this.rightZoomHandle_),this.graphDiv_=nu\##
        ll},i.prototype.reserveSpace_=function(t){this.getOption_("showRangeSelector")&&t.reserveSpaceBottom(this.getOption_("rangeSelectorHeight")+\##
        4)},i.prototype.renderStaticLayer_=function(){this.updateVisibility_()&&(this.resize_(),this.drawStaticLayer_())},i.prototype.renderInteract\##
        iveLayer_=function(){this.updateVisibility_()&&!this.isChangingRange_&&(this.placeZoomHandles_(),this.drawInteractiveLayer_())},i.prototype.\##
        updateVisibility_=function(){var t,e=this.getOption_("showRangeSelector");return e?this.interfaceCreated_?this.graphDiv_&&this.graphDiv_.par\##
        entNode||this.addToGraph_():this.createInterface_():this.graphDiv_&&(this.removeFromGraph_(),t=this.dygraph_,setTimeout(function(){t.width_=\##
        0,t.resize()},1)),e},i.prototype.resize_=function(){function t(t,e,a,n){n=n||O.getContextPixelRatio(e);t.style.top=a.y+"px",t.style.left=a.x\##
        +"px",t.width=a.w*n,t.height=a.h*n,t.style.width=a.w+"px",t.style.height=a.h+"px",1!=n&&e.scale(n,n)}var e=this.dygraph_.layout_.getPlotArea\##
        (),a=0,a=(this.dygraph_.getOptionForAxis("drawAxis","x")&&(a=this.getOption_("xAxisHeight")||this.getOption_("axisLabelFontSize")+2*this.get\##
        Option_("axisTickSize")),this.canvasRect_={x:e.x,y:e.y+e.h+a+4,w:e.w,h:this.getOption_("rangeSelectorHeight")},this.dygraph_.getNumericOptio\##
        n("pixelRatio"));t(this.bgcanvas_,this.bgcanvas_ctx_,this.canvasRect_,a),t(this.fgcanvas_,this.fgcanvas_ctx_,this.canvasRect_,a)},i.prototyp\##
        e.createCanvases_=function(){this.bgcanvas_=O.createCanvas(),this.bgcanvas_.className="dygraph-rangesel-bgcanvas",this.bgcanvas_.style.posit\##
        ion="absolute",this.bgcanvas_.style.zIndex=9,this.bgcanvas_ctx_=O.getContext(this.bgcanvas_),this.fgcanvas_=O.createCanvas(),this.fgcanvas_.\##
        className="dygraph-rangesel-fgcanvas",this.fgcanvas_.style.position="absolute",this.fgcanvas_.style.zIndex=9,this.fgcanvas_.style.cursor="de\##
        fault",this.fgcanvas_ctx_=O.getContext(this.fgcanvas_)},i.prototype.createZoomHandles_=function(){var t=new Image;t.className="dygraph-range\##
        sel-zoomhandle",t.style.position="absolute",t.style.zIndex=10,t.style.visibility="hidden",t.style.cursor="col-resize",t.width=9,t.height=16,\##
        t.src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAkAAAAQCAYAAADESFVDAAAAAXNSR0IArs4c6QAAAAZiS0dEANAAzwDP4Z7KegAAAAlwSFlzAAAOxAAADsQBlSs\##
        OGwAAAAd0SU1FB9sHGw0cMqdt1UwAAAAZdEVYdENvbW1lbnQAQ3JlYXRlZCB3aXRoIEdJTVBXgQ4XAAAAaElEQVQoz+3SsRFAQBCF4Z9WJM8KCDVwownl6YXsTmCUsyKGkZzcl7zkz3Y\##
        LkypgAnreFmDEpHkIwVOMfpdi9CEEN2nGpFdwD03yEqDtOgCaun7sqSTDH32I1pQA2Pb9sZecAxc5r3IAb21d6878xsAAAAAASUVORK5CYII=",this.isMobileDevice_&&(t.widt\##
        h*=2,t.height*=2),this.leftZoomHandle_=t,this.rightZoomHandle_=t.cloneNode(!1)},i.prototype.initInteraction_=function(){var i=this,e=documen\##
        t,r=0,n=null,o=!1,s=!1,l=!this.isMobileDevice_,a=new P.default,h=function(t){var e=i.dygraph_.xAxisExtremes(),a=(e[1]-e[0])/i.canvasRect_.w;\##
        return[e[0]+(t.leftHandlePos-i.canvasRect_.x)*a,e[0]+(t.rightHandlePos-i.canvasRect_.x)*a]},d=function(t){return O.cancelEvent(t),o=!0,r=t.c\##
        lientX,n=t.target||t.srcElement,"mousedown"!==t.type&&"dragstart"!==t.type||(O.addEvent(e,"mousemove",u),O.addEvent(e,"mouseup",c)),i.fgcanv\##
        as_.style.cursor="col-resize",a.cover(),!0},u=function(t){if(!o)return!1;O.cancelEvent(t);var e,a=t.clientX-r;return Math.abs(a)<4||(r=t.cli\##
        entX,t=i.getZoomHandleStatus_(),e=n==i.leftZoomHandle_?(e=t.leftHandlePos+a,e=Math.min(e,t.rightHandlePos-n.width-3),Math.max(e,i.canvasRect\##
        _.x)):(e=t.rightHandlePos+a,e=Math.min(e,i.canvasRect_.x+i.canvasRect_.w),Math.max(e,t.leftHandlePos+n.width+3)),a=n.width/2,n.style.left=e-\##
        a+"px",i.drawInteractiveLayer_(),l&&p()),!0},c=function(t){return!!o&&(o=!1,a.uncover(),O.removeEvent(e,"mousemove",u),O.removeEvent(e,"mous\##
        eup",c),i.fgcanvas_.style.cursor="default",l||p(),!0)},p=function(){try{var t,e=i.getZoomHandleStatus_();i.isChangingRange_=!0,e.isZoomed?(t\##
        =h(e),i.dygraph_.doZoomXDates_(t[0],t[1])):i.dygraph_.resetZoom()}finally{i.isChangingRange_=!1}},g=function(t){var e=i.leftZoomHandle_.getB\##
        oundingClientRect(),a=e.left+e.width/2,e=(e=i.rightZoomHandle_.getBoundingClientRect()).left+e.width/2;return t.clientX>a&&t.clientX<e},f=fu\##
        nction(t){return!(s||!g(t)||!i.getZoomHandleStatus_().isZoomed||(O.cancelEvent(t),s=!0,r=t.clientX,"mousedown"===t.type&&(O.addEvent(e,"mous\##
        emove",_),O.addEvent(e,"mouseup",y)),0))},_=function(t){if(!s)return!1;O.cancelEvent(t);var e,a,n=t.clientX-r;return Math.abs(n)<4||(r=t.cli\##
        entX,e=(t=i.getZoomHandleStatus_()).leftHandlePos,a=(t=t.rightHandlePos)-e,e+n<=i.canvasRect_.x?t=(e=i.canvasRect_.x)+a:t+n>=i.canvasRect_.x\##
        +i.canvasRect_.w?e=(t=i.canvasRect_.x+i.canvasRect_.w)-a:(e+=n,t+=n),a=i.leftZoomHandle_.width/2,i.leftZoomHandle_.style.left=e-a+"px",i.rig\##
        htZoomHandle_.style.left=t-a+"px",i.drawInteractiveLayer_(),l&&v()),!0},y=function(t){return!!s&&(s=!1,O.removeEvent(e,"mousemove",_),O.remo\##
        veEvent(e,"mouseup",y),l||v(),!0)},v=function(){try{i.isChangingRange_=!0,i.dygraph_.dateWindow_=h(i.getZoomHandleStatus_()),i.dygraph_.draw\##
        Graph_(!1)}finally{i.isChangingRange_=!1}},t=function(t){o||s||(t=g(t)?"move":"default")!=i.fgcanvas_.style.cursor&&(i.fgcanvas_.style.curso\##
        r=t)},x=function(t){"touchstart"==t.type&&1==t.targetTouches.length?d(t.targetTouches[0])&&O.cancelEvent(t):"touchmove"==t.type&&1==t.target\##
        Touches.length?u(t.targetTouches[0])&&O.cancelEvent(t):c(t)},m=function(t){"touchstart"==t.type&&1==t.targetTouches.length?f(t.targetTouches\##
        [0])&&O.cancelEvent(t):"touchmove"==t.type&&1==t.targetTouches.length?_(t.targetTouches[0])&&O.cancelEvent(t):y(t)},b=function(t,e){for(var \##
        a=["touchstart","touchend","touchmove","touchcancel"],n=0;n<a.length;n++)i.dygraph_.addAndTrackEvent(t,a[n],e)},w=(this.setDefaultOption_("i\##
        nteractionModel",A.default.dragIsPanInteractionModel),this.setDefaultOption_("panEdgeFraction",1e-4),window.opera?"mousedown":"dragstart");t\##
        his.dygraph_.addAndTrackEvent(this.leftZoomHandle_,w,d),this.dygraph_.addAndTrackEvent(this.rightZoomHandle_,w,d),this.dygraph_.addAndTrackE\##
        vent(this.fgcanvas_,"mousedown",f),this.dygraph_.addAndTrackEvent(this.fgcanvas_,"mousemove",t),this.hasTouchInterface_&&(b(this.leftZoomHan\##
        dle_,x),b(this.rightZoomHandle_,x),b(this.fgcanvas_,m))},i.prototype.drawStaticLayer_=function(){var t=this.bgcanvas_ctx_;t.clearRect(0,0,th\##
        is.canvasRect_.w,this.canvasRect_.h);try{this.drawMiniPlot_()}catch(t){console.warn(t)}this.bgcanvas_ctx_.lineWidth=this.getOption_("rangeSe\##
        lectorBackgroundLineWidth"),t.strokeStyle=this.getOption_("rangeSelectorBackgroundStrokeColor"),t.beginPath(),t.moveTo(.5,.5),t.lineTo(.5,th\##
        is.canvasRect_.h-.5),t.lineTo(this.canvasRect_.w-.5,this.canvasRect_.h-.5),t.lineTo(this.canvasRect_.w-.5,.5),t.stroke()},i.prototype.drawMi\##
        niPlot_=function(){var t=this.getOption_("rangeSelectorPlotFillColor"),e=this.getOption_("rangeSelectorPlotFillGradientColor"),a=this.getOpt\##
        ion_("rangeSelectorPlotStrokeColor");if(t||a){var n=this.getOption_("stepPlot"),i=this.computeCombinedSeriesAndLimits_(),r=i.yMax-i.yMin,o=t\##
        his.bgcanvas_ctx_,s=this.dygraph_.xAxisExtremes(),l=Math.max(s[1]-s[0],1e-30),h=(this.canvasRect_.w-.5)/l,d=(this.canvasRect_.h-.5)/r,l=this\##
        .canvasRect_.w-.5,u=this.canvasRect_.h-.5,c=null,p=null;o.beginPath(),o.moveTo(.5,u);for(var g=0;g<i.data.length;g++){var f=i.data[g],_=null\##
        !==f[0]?(f[0]-s[0])*h:NaN,f=null!==f[1]?u-(f[1]-i.yMin)*d:NaN;!n&&null!==c&&Math.round(_)==Math.round(c)||(isFinite(_)&&isFinite(f)?(null===\##
        c?o.lineTo(_,u):n&&o.lineTo(_,p),o.lineTo(_,f),c=_,p=f):(null!==c&&(n?(o.lineTo(_,p),o.lineTo(_,u)):o.lineTo(c,u)),c=p=null))}o.lineTo(l,u),\##
        o.closePath(),t&&(r=this.bgcanvas_ctx_.createLinearGradient(0,0,0,u),e&&r.addColorStop(0,e),r.addColorStop(1,t),this.bgcanvas_ctx_.fillStyle\##
        =r,o.fill()),a&&(this.bgcanvas_ctx_.strokeStyle=a,this.bgcanvas_ctx_.lineWidth=this.getOption_("rangeSelectorPlotLineWidth"),o.stroke())}},i\##
        .prototype.computeCombinedSeriesAndLimits_=function(){for(var t=this.dygraph_,e=this.getOption_("logscale"),a=t.numColumns(),n=t.getLabels()\##
        ,i=new Array(a),r=!1,o=t.visibility(),s=[],l=1;l<a;l++){var h=this.getOption_("showInRangeSelector",n[l]);s.push(h),null!==h&&(r=!0)}if(r)fo\##
        r(l=1;l<a;l++)i[l]=s[l-1];else for(l=1;l<a;l++)i[l]=o[l-1];var d,u=[],c=t.dataHandler_,p=t.attributes_;for(l=1;l<t.numColumns();l++)i[l]&&(d\##
        =c.extractSeries(t.rawData_,l,p),1<t.rollPeriod()&&(d=c.rollingAverage(d,t.rollPeriod(),p,l)),u.push(d));var g=[];for(l=0;l<u[0].length;l++)\##
        {for(var f=0,_=0,y=0;y<u.length;y++){var v=u[y][l][1];null===v||isNaN(v)||(_++,f+=v)}g.push([u[0][l][0],f/_])}var x=Number.MAX_VALUE,m=-Numb\##
        er.MAX_VALUE;for(l=0;l<g.length;l++){var b=g[l][1];null!==b&&isFinite(b)&&(!e||0<b)&&(x=Math.min(x,b),m=Math.max(m,b))}if(e)for(m=O.log10(m)\##
        ,m+=.25*m,x=O.log10(x),l=0;l<g.length;l++)g[l][1]=O.log10(g[l][1]);else{var w=m-x,w=w<=Number.MIN_VALUE?.25*m:.25*w;m+=w,x-=w}return{data:g,\##
        yMin:x,yMax:m}},i.prototype.placeZoomHandles_=function(){var t=this.dygraph_.xAxisExtremes(),e=this.dygraph_.xAxisRange(),a=t[1]-t[0],n=Math\##
        .max(0,(e[0]-t[0])/a),t=Math.max(0,(t[1]-e[1])/a),e=this.canvasRect_.x+this.canvasRect_.w*n,a=this.canvasRect_.x+this.canvasRect_.w*(1-t),n=\##
        Math.max(this.canvasRect_.y,this.canvasRect_.y+(this.canvasRect_.h-this.leftZoomHandle_.height)/2),t=this.leftZoomHandle_.width/2;this.leftZ\##
        oomHandle_.style.left=e-t+"px",this.leftZoomHandle_.style.top=n+"px",this.rightZoomHandle_.style.left=a-t+"px",this.rightZoomHandle_.style.t\##
        op=this.leftZoomHandle_.style.top,this.leftZoomHandle_.style.visibility="visible",this.rightZoomHandle_.style.visibility="visible"},i.protot\##
        ype.drawInteractiveLayer_=function(){var t,e,a=this.fgcanvas_ctx_,n=(a.clearRect(0,0,this.canvasRect_.w,this.canvasRect_.h),this.canvasRect_\##
        .w-1),i=this.canvasRect_.h-1,r=this.getZoomHandleStatus_();a.strokeStyle=this.getOption_("rangeSelectorForegroundStrokeColor"),a.lineWidth=t\##
        his.getOption_("rangeSelectorForegroundLineWidth"),r.isZoomed?(t=Math.max(1,r.leftHandlePos-this.canvasRect_.x),r=Math.min(n,r.rightHandlePo\##
        s-this.canvasRect_.x),e=this.getOption_("rangeSelectorVeilColour"),a.fillStyle=e||"rgba(240, 240, 240, "+this.getOption_("rangeSelectorAlpha\##
        ").toString()+")",a.fillRect(0,0,t,this.canvasRect_.h),a.fillRect(r,0,this.canvasRect_.w-r,this.canvasRect_.h),a.beginPath(),a.moveTo(1,1),a\##
        .lineTo(t,1),a.lineTo(t,i),a.lineTo(r,i),a.lineTo(r,1)):(a.beginPath(),a.moveTo(1,1),a.lineTo(1,i),a.lineTo(n,i)),a.lineTo(n,1),a.stroke()},\##
        i.prototype.getZoomHandleStatus_=function(){var t=this.leftZoomHandle_.width/2,e=parseFloat(this.leftZoomHandle_.style.left)+t,t=parseFloat(\##
        this.rightZoomHandle_.style.left)+t;return{leftHandlePos:e,rightHandlePos:t,isZoomed:e-1>this.canvasRect_.x||t+1<this.canvasRect_.x+this.can\##
        vasRect_.w}},a.default=i,e.exports=a.default},{"../dygraph-interaction-model":"dygraphs/src/dygraph-interaction-model.js","../dygraph-utils"\##
        :"dygraphs/src/dygraph-utils.js","../iframe-tarp":"dygraphs/src/iframe-tarp.js"}]},{},["dygraphs/src/dygraph.js"]),e=t("dygraphs/src/dygraph\##
        .js");return e._require._b=t,e});
        """##
}
