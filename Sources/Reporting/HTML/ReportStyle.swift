/// The style sheet of `report.html`: light and dark by the reader's choice, light on paper, one column on a telephone.
package enum ReportStyle {
    /// The whole sheet, without the element around it.
    package static let css = """
        :root{\(variables(Palette.light))--ink:#1c2127;--muted:#656c76;--paper:#f6f6f4;--panel:#ffffff;--line:#e4e4e0;\
        --alert:#b3261e;--caution:#b26a00;--good:#00734f;--accent:#0067b1;--shade:#f1f1ee}
        @media (prefers-color-scheme:dark){:root{\(variables(Palette.dark))--ink:#e8e9eb;--muted:#9aa2ad;--paper:#121417;\
        --panel:#1a1d22;--line:#2b3037;--alert:#ff8a80;--caution:#f0b45c;--good:#4fd3a0;--accent:#7cc4f7;--shade:#22262c}}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%}
        body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,\
        "Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums}
        .top,nav,main,footer{max-width:1120px;margin:0 auto;padding:0 24px}
        .top{padding-top:36px}
        .brand{margin:0;color:var(--muted);font-size:13px;letter-spacing:.04em}
        h1{margin:2px 0 0;font-size:26px;line-height:1.2;font-weight:650;overflow-wrap:anywhere}
        .subtitle{margin:6px 0 0;color:var(--muted)}
        nav{margin-top:18px;display:flex;flex-wrap:wrap;gap:4px 18px;font-size:13px}
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
        .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(215px,1fr));gap:12px}
        .card{padding:14px 16px 12px;border-radius:10px;background:var(--shade);border-left:4px solid var(--line)}
        .card.good{border-left-color:var(--good)}
        .card.warn{border-left-color:var(--caution)}
        .card p{margin:0}
        .card .label{font-size:13px;color:var(--muted)}
        .card .value{font-size:30px;line-height:1.25;font-weight:600;letter-spacing:-.02em}
        .card .detail{font-size:13px;color:var(--muted);line-height:1.4}
        .answers{display:grid;grid-template-columns:1fr 1fr;gap:2px 40px;margin-top:14px}
        .answers ul{margin:0;padding-left:18px}
        .answers p,.answers li{margin-bottom:6px;overflow-wrap:anywhere}
        .empty{margin:4px 0;padding:14px 16px;border:1px dashed var(--line);border-radius:8px;color:var(--muted)}
        .warnings{list-style:none;margin:0;padding:0;display:grid;gap:10px}
        .warnings li{padding:10px 14px;border-left:4px solid var(--caution);background:var(--shade);border-radius:8px;\
        overflow-wrap:anywhere}
        .warnings p{margin:0 0 2px}
        .warnings .code,code{font:12.5px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--muted)}
        figure{margin:6px 0 0}
        figcaption{margin-top:6px;max-width:72em}
        svg.chart{display:block;width:100%;height:auto;font-variant-numeric:tabular-nums}
        svg.chart .plot path{vector-effect:non-scaling-stroke}
        figure div,figure{position:relative}
        .cursor,.chosen{display:none}
        .alive svg.chart[data-axis=time]{cursor:crosshair;touch-action:pan-y}
        .read>.cursor{display:block;stroke:currentColor;stroke-opacity:.55;fill:none}
        .chosen{display:block;fill:var(--accent);fill-opacity:.16}
        .readout{display:none;position:absolute;top:26px;z-index:1;pointer-events:none;padding:6px 10px;border-radius:8px;\
        background:var(--panel);border:1px solid var(--line);box-shadow:0 2px 10px rgb(0 0 0/.14);font-size:12.5px;\
        line-height:1.5;white-space:nowrap}
        .readout.on{display:block}
        .readout span{display:block}
        .readout i{display:inline-block;width:9px;height:9px;margin-right:6px;border-radius:50%}
        svg.hemispheres{max-width:640px;margin:0 auto}
        .hint,button.whole{display:none}
        .alive .hint{display:block}
        .zoomed button.whole{display:block;position:sticky;bottom:14px;margin:0 auto;z-index:2;padding:8px 16px;\
        border:1px solid var(--line);border-radius:18px;background:var(--panel);color:var(--accent);font:inherit;\
        font-weight:600;box-shadow:0 2px 10px rgb(0 0 0/.18);cursor:pointer}
        .replay{display:grid;grid-template-columns:minmax(0,300px) minmax(0,1fr);gap:28px;align-items:center}
        .replay.turned{grid-template-columns:minmax(0,440px) minmax(0,1fr)}
        svg.screen{display:block;width:100%;border:1px solid var(--line);border-radius:14px}
        .ground{fill:var(--ink);fill-opacity:.09;stroke:var(--muted);stroke-width:1}
        .ring{stroke-width:2}
        .marks{list-style:none;margin:0 0 12px;padding:0}
        .marks li{display:flex;align-items:center;gap:10px;min-height:30px}
        .marks output,.controls output{color:var(--muted)}
        .controls{display:none;align-items:center;gap:14px;flex-wrap:wrap;margin-bottom:10px}
        .alive .controls{display:flex}
        .controls label{display:flex;align-items:center;gap:8px;flex:1 1 14em}
        .controls input{flex:1;accent-color:var(--accent);min-width:6em}
        .controls button{font:inherit;font-weight:600;padding:7px 18px;border-radius:18px;border:1px solid var(--line);\
        background:var(--panel);color:var(--accent);cursor:pointer;min-width:6em}
        .narrow{display:none}
        .panels .panel{margin-top:14px;border-top:1px solid var(--line)}
        .panels figcaption{display:none}
        .pair{display:grid;grid-template-columns:minmax(0,1.75fr) minmax(0,1fr);gap:24px;align-items:start}
        .halves{display:grid;grid-template-columns:1fr 1fr;gap:24px;align-items:start}
        .three{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:16px}
        .three figcaption{text-align:center;margin-top:0;text-wrap:balance}
        .scroll{overflow-x:auto;margin:0 -6px;position:relative}
        table{border-collapse:collapse;width:100%;font-size:13.5px}
        th,td{padding:7px 8px;text-align:right;border-bottom:1px solid var(--line);vertical-align:top}
        thead th{color:var(--muted);font-weight:500;vertical-align:bottom;line-height:1.3}
        th:first-child{text-align:left}
        tbody th,tfoot th{font-weight:600}
        tbody tr:last-child>*{border-bottom:0}
        #recording td:nth-last-child(-n+3),#recording th:nth-last-child(-n+3){text-align:left}
        section:not(#recording):not(#budget) .scroll td{white-space:nowrap}
        #recording table{min-width:860px}
        figure+figure{margin-top:18px}
        tr.marked>*{background:var(--shade)}
        .budget th:nth-child(2),.budget td:nth-child(2),.budget th:nth-child(3),.budget td:nth-child(3){width:6em}
        .budget .bar,.budget td:last-child{text-align:left;width:50%}
        .bar span{display:block;height:12px;margin-top:5px;min-width:2px;border-radius:3px;background:var(--s0)}
        .scroll+.note{margin-top:10px}
        tfoot>tr>*{border-top:2px solid var(--line);border-bottom:0}
        em{color:var(--muted);font-style:normal}
        .verdict{font-size:12px;font-weight:600;padding:1px 8px;border-radius:9px;border:1px solid currentColor;\
        color:var(--muted);white-space:nowrap}
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
        .answers,.pair,.halves,.three,.replay,.replay.turned{grid-template-columns:minmax(0,1fr)}
        svg.screen{max-width:min(100%,440px)}
        .replay:not(.turned) svg.screen{max-width:260px;margin:0 auto}
        .columns,#deviation dl{columns:1}
        .wide{display:none}
        .narrow{display:block}
        .cards{grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:8px}
        .card{padding:10px 12px}
        .card .value{font-size:24px}
        dl div,.parameters div{grid-template-columns:1fr;gap:0}
        .budget .bar,.budget td:last-child{width:30%}
        }
        @media print{
        :root{\(variables(Palette.light))--ink:#000;--muted:#444;--paper:#fff;--panel:#fff;--line:#ccc;--alert:#b3261e;\
        --caution:#b26a00;--good:#00734f;--shade:#f4f4f2}
        body{font-size:11pt}
        nav,.readout,.cursor,.alive .controls,.alive .hint,.zoomed button.whole{display:none}
        section{border:0;padding:0;margin:0 0 18pt}
        figure,.card,.warnings li,tr,.block,.panel{break-inside:avoid}
        h2,h3,.lead{break-after:avoid}
        #summary,#budget,.replay,#recording .scroll,#filters .scroll{break-inside:avoid}
        tfoot{display:table-row-group}
        .cards{grid-template-columns:repeat(4,1fr)}
        .card .value{font-size:20pt}
        .wide{display:block}
        .narrow{display:none}
        .scroll{overflow:visible}
        #recording table{min-width:0}
        table{font-size:8.5pt}
        .card,.warnings li,.bar span,tr.marked>*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
        }
        """

    private static func variables(_ colours: [String]) -> String {
        colours.enumerated().map { "--s\($0.offset):\($0.element);" }.joined()
    }
}
