/// What the page of `serve` has beyond the report's style: controls, a bench of two columns, pictures that are drawn anew.
enum PageStyle {
    static let css = """
        .top,main{max-width:1440px}
        [hidden]{display:none!important}
        body.waiting main,body.logless #bench,body:not(.logless) #welcome{display:none}
        .top{display:flex;justify-content:space-between;align-items:flex-end;gap:24px;padding-top:24px}
        .top>div:first-child{min-width:0}
        .actions{flex:none}
        button,.button,select,input[type=number]{font:inherit;font-size:13.5px;color:var(--ink);background:var(--panel);\
        border:1px solid var(--edge);border-radius:8px;padding:6px 12px;min-height:34px}
        :root{--edge:#8b9199}
        @media (prefers-color-scheme:dark){:root{--edge:#69717c}}
        button,.button,select{cursor:pointer}
        .button{display:inline-block}
        button:hover,.button:hover{background:var(--shade)}
        button:disabled{opacity:.5;cursor:default}
        .primary,.primary:hover{background:var(--accent);border-color:var(--accent);color:var(--panel);font-weight:600}
        .primary:hover{filter:brightness(1.08)}
        input.hidden:focus-visible{outline:none}
        .actions:focus-within .button{outline:2px solid var(--accent);outline-offset:2px}
        #message{max-width:1392px;margin:16px auto 0;padding:12px 16px;display:flex;gap:16px;justify-content:space-between;\
        align-items:flex-start;background:var(--panel);border:1px solid var(--alert);border-left-width:4px;border-radius:8px;\
        width:calc(100% - 48px);overflow-wrap:anywhere}
        #message p{margin:4px 0}
        #message button{padding:0 10px}
        .drop{text-align:center;padding:90px 28px;border-style:dashed;border-width:2px;border-color:var(--edge)}
        .drop .lead{max-width:46em;margin:0 auto 20px}
        #curtain{position:fixed;inset:0;z-index:9;display:grid;place-items:center;background:color-mix(in srgb,var(--paper) 82%,transparent)}
        #curtain p{padding:36px 60px;border:3px dashed var(--accent);border-radius:16px;background:var(--panel);font-size:20px}
        #bench{display:grid;grid-template-columns:350px minmax(0,1fr);gap:0 20px;align-items:start;margin-top:16px}
        #bench section{margin:0 0 16px;padding:18px 20px 16px}
        aside{grid-row:1/3;grid-column:1;position:sticky;top:12px;max-height:calc(100vh - 24px);overflow-y:auto;\
        scrollbar-width:thin;border-radius:12px}
        aside h2{font-size:15px;margin:0 0 8px}
        #bench .cards{grid-column:2;grid-template-columns:repeat(5,minmax(0,1fr));margin-bottom:16px}
        .pictures{grid-column:2;min-width:0}
        #bench .card{background:var(--panel);border:1px solid var(--line);border-left-width:4px;min-height:116px}
        .card.good{border-left-color:var(--good)!important}
        .card.warn{border-left-color:var(--alert)!important}
        .card .change{font-weight:600;white-space:nowrap}
        .card.good .change{color:var(--good)}
        .card.warn .change{color:var(--alert)}
        .card .value small{font-size:17px;font-weight:500;color:var(--muted);letter-spacing:0}
        .row{display:flex;justify-content:space-between;align-items:center;gap:12px}
        .row h2{margin:0}
        select{width:100%;padding:7px 10px}
        #about{margin:8px 0 0}
        #comparing{margin:2px 0 4px}
        #comparing .chips{padding:4px 0 8px}
        fieldset{border:0;margin:0;padding:0;min-width:0}
        legend{padding:0;font-size:13px;color:var(--muted);margin-bottom:6px}
        .chips{display:flex;flex-wrap:wrap;gap:6px}
        .chips label{display:inline-flex;align-items:center;gap:6px;font-size:13px;padding:3px 10px;border:1px solid var(--line);\
        border-radius:14px;cursor:pointer;background:var(--shade)}
        .chips label:has(:checked){border-color:var(--colour,var(--accent));background:var(--panel)}
        .chips label:has(:disabled){opacity:.5;cursor:default}
        .chips label:focus-within{outline:2px solid var(--accent);outline-offset:1px}
        .chips input{appearance:none;width:9px;height:9px;margin:0;border-radius:50%;border:1.5px solid var(--edge);outline:none}
        .chips input:checked{background:var(--colour,var(--accent));border-color:var(--colour,var(--accent))}
        .parameter{padding:10px 0 8px;border-bottom:1px solid var(--line)}
        .parameter:last-child{border-bottom:0}
        .parameter .row label{font-weight:600;font-size:13.5px;overflow-wrap:anywhere}
        .entry{display:flex;align-items:center;gap:6px;flex:none}
        .entry input{width:92px;min-height:30px;padding:3px 6px;text-align:right}
        .entry .unit{font-size:12.5px;color:var(--muted)}
        .entry .unit:empty{display:none}
        .parameter .meaning{margin:2px 0 6px;font-size:12.5px;color:var(--muted);line-height:1.35}
        .track{position:relative;padding-top:2px}
        .track i{position:absolute;top:20px;width:2px;height:7px;background:var(--edge);transform:translateX(-1px);pointer-events:none}
        input[type=range]{width:100%;margin:0;height:22px;accent-color:var(--s0);cursor:pointer;display:block}
        .ends{display:flex;justify-content:space-between;gap:16px;font-size:12px;color:var(--muted);line-height:1.3;margin-top:5px}
        .ends span{max-width:48%}
        .ends span:last-child{text-align:right}
        .parameter.changed label{color:var(--s0)}
        .parameter button{visibility:hidden;min-height:0;padding:0 6px;font-size:12.5px;line-height:1.5;color:var(--accent)}
        .parameter.changed button{visibility:visible}
        .parameter.bad input[type=number]{border-color:var(--alert);outline:1px solid var(--alert)}
        summary{cursor:pointer;font-size:13.5px;color:var(--accent);padding:6px 0}
        .keep #save{width:100%}
        #saved{margin:8px 0 0;overflow-wrap:anywhere}
        #options{display:block;margin:2px 0 8px;padding:8px 10px;background:var(--shade);border-radius:8px;white-space:pre-wrap;\
        overflow-wrap:anywhere;color:var(--ink)}
        .zoom{display:flex;gap:4px}
        .zoom button{min-width:34px;padding:2px 8px}
        .legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin-top:10px;font-size:13px}
        .legend span{display:inline-flex;align-items:center;gap:7px}
        .legend svg{width:24px;height:10px;overflow:visible}
        figure{position:relative;margin-top:10px}
        figure h3{margin:0 0 2px;font-weight:600}
        figure h3 em{font-weight:400;font-size:13px}
        figure svg{display:block;width:100%;touch-action:pan-y;border-radius:4px}
        figure svg text{font-size:12px;fill:var(--muted)}
        figure svg .grid{stroke:var(--ink);stroke-opacity:.1;fill:none}
        figure svg .frame{stroke:var(--edge);fill:none}
        figure svg .line{fill:none;stroke-linejoin:round;stroke-linecap:round;vector-effect:non-scaling-stroke}
        figure svg .cursor{stroke:var(--ink);stroke-opacity:.6;stroke-dasharray:3 3}
        figure svg .chosen{fill:var(--accent);fill-opacity:.16}
        .readout{position:absolute;top:34px;z-index:2;pointer-events:none;padding:6px 10px;border-radius:8px;background:var(--panel);\
        border:1px solid var(--edge);font-size:12.5px;line-height:1.5;white-space:nowrap;box-shadow:0 2px 10px rgb(0 0 0/.14)}
        .readout b,.readout span{display:block}
        .readout i{display:inline-block;width:9px;height:9px;border-radius:50%;margin-right:6px}
        #table td:last-child,#table th:last-child{text-align:right}
        #table th i{display:inline-block;width:10px;height:10px;border-radius:50%;margin-right:8px}
        #table th:first-child{min-width:10.5em}
        #table th em{font-weight:400;display:block;font-size:12px;margin-left:18px;overflow-wrap:anywhere}
        #warnings details:empty{display:none}
        @media (max-width:1080px){
        #bench{grid-template-columns:300px minmax(0,1fr)}
        #bench .cards{grid-template-columns:repeat(auto-fit,minmax(140px,1fr))}
        }
        @media (max-width:720px){
        .top{flex-direction:column;align-items:flex-start;gap:10px;padding-top:16px}
        #message{width:calc(100% - 24px)}
        #bench{display:block}
        #bench section{padding:14px;margin-bottom:12px}
        aside{position:static;max-height:none;overflow:visible}
        #bench .cards{position:sticky;top:0;z-index:5;grid-template-columns:repeat(4,minmax(0,1fr));gap:0;margin:0 -12px 12px;\
        background:var(--panel);border-bottom:1px solid var(--edge);padding:4px 6px}
        #bench .card{min-height:0;border:0;border-radius:0;padding:4px 0 4px 6px;background:none}
        #bench .card:last-child,.card .detail .more,.card .detail .than{display:none}
        .card .label{font-size:11.5px!important;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
        .card .value{font-size:18px!important}
        .card .value small{font-size:12px}
        .card .detail{font-size:11px!important;min-height:1.4em;letter-spacing:-.01em}
        .parameter .row{flex-wrap:wrap}
        .drop{padding:48px 14px}
        .readout{top:28px}
        }
        @media (prefers-reduced-motion:no-preference){.card,.chips label{transition:border-color .15s}}
        """
}
