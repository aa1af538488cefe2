// Written by scripts/embed-resources from Sources/LiveTuning/Resources; not to be edited.
// swift-format-ignore-file

enum StyleSheet {
    static let page: String = ##"""
        .top,main{max-width:1440px}
        [hidden]{display:none!important}
        body.waiting main,body.waiting #bench,body.logless #bench,body:not(.logless) #welcome{display:none}
        .top{display:flex;justify-content:space-between;align-items:flex-end;gap:24px;padding-top:24px}
        .top>div:first-child{min-width:0}
        .actions{flex:none}
        button,.button,select,input[type=number]{font:inherit;font-size:13.5px;color:var(--ink);background:var(--panel);border:1px solid var(--edge)\##
        ;border-radius:8px;padding:6px 12px;min-height:34px}
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
        #message{max-width:1392px;margin:16px auto 0;padding:12px 16px;display:flex;gap:16px;justify-content:space-between;align-items:flex-start;ba\##
        ckground:var(--panel);border:1px solid var(--alert);border-left-width:4px;border-radius:8px;width:calc(100% - 48px);overflow-wrap:anywhere}
        #message p{margin:4px 0}
        #message button{padding:0 10px}
        .drop{text-align:center;padding:90px 28px;border-style:dashed;border-width:2px;border-color:var(--edge)}
        .drop .lead{max-width:46em;margin:0 auto 20px}
        #curtain{position:fixed;inset:0;z-index:9;display:grid;place-items:center;background:color-mix(in srgb,var(--paper) 82%,transparent)}
        #curtain p{padding:36px 60px;border:3px dashed var(--accent);border-radius:16px;background:var(--panel);font-size:20px}
        #bench{display:grid;grid-template-columns:350px minmax(0,1fr);gap:0 20px;align-items:start;margin-top:16px}
        #bench section{margin:0 0 16px;padding:18px 20px 16px}
        .over{grid-column:1/3;min-width:0}
        #bench #verdict{padding:12px 20px;background:var(--shade)}
        #bench #verdict.good{background:color-mix(in srgb,var(--good) 14%,var(--panel))}
        #bench #verdict.warn{background:color-mix(in srgb,var(--caution) 17%,var(--panel))}
        #bench #verdict.bad{background:color-mix(in srgb,var(--alert) 15%,var(--panel))}
        #verdict p{margin:0;color:var(--ink)}
        #verdict .headline{font-size:18px;margin:4px 0}
        #verdict .headline:empty{display:none}
        .plain,.plain:hover{border:0;background:none;min-height:0;padding:0 6px;color:var(--accent);text-decoration:underline}
        #logs .scroll{max-height:290px;overflow:auto}
        #logs thead th{position:sticky;top:0;background:var(--panel);z-index:1}
        #logs tbody tr{cursor:pointer}
        #logs tbody .mean{cursor:default;font-weight:600}
        #logs .shown>*{background:var(--shade)}
        #logs tbody th .plain{color:inherit;text-decoration:none;text-align:left;overflow-wrap:anywhere;padding-left:0}
        #logs tbody .shown th .plain:first-child{font-weight:700}
        #logs tbody th .close{color:var(--muted);padding:0 6px}
        #logs td.good{color:var(--good)}
        #logs td.warn{color:var(--alert)}
        #searching .row{margin-top:10px}
        #searching .row:first-child{margin-top:0}
        #searching select{width:auto}
        progress{flex:1;min-width:40px;accent-color:var(--accent)}
        #found{margin:8px 0 0}
        #found:empty{display:none}
        #tools{grid-column:1/3;position:sticky;top:0;z-index:6;display:flex;flex-wrap:wrap;gap:8px;align-items:center;padding:8px 0;margin-bottom:8p\##
        x;background:var(--paper)}
        #tools [aria-pressed=true]{border-color:var(--accent);color:var(--accent)}
        aside{grid-row:3/5;grid-column:1;position:sticky;top:58px;max-height:calc(100vh - 70px);overflow-y:auto;scrollbar-width:thin;border-radius:1\##
        2px}
        aside h2{font-size:15px;margin:0 0 8px}
        .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(215px,1fr));gap:12px}
        .card{padding:14px 16px 12px;border-radius:10px;background:var(--shade);border-left:4px solid var(--line)}
        .card.good{border-left-color:var(--good)}
        .card.warn{border-left-color:var(--caution)}
        .card p{margin:0}
        .card .label{font-size:13px;color:var(--muted)}
        .card .value{font-size:30px;line-height:1.25;font-weight:600;letter-spacing:-.02em}
        .card .detail{font-size:13px;color:var(--muted);line-height:1.4}
        .card .value.words{font-size:19px;line-height:1.6;letter-spacing:0}
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
        .chips label{display:inline-flex;align-items:center;gap:6px;font-size:13px;padding:3px 10px;border:1px solid var(--line);border-radius:14px;\##
        cursor:pointer;background:var(--shade)}
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
        #saved{overflow-wrap:anywhere}
        #command,#holds{display:block;margin:6px 0 8px;padding:8px 10px;background:var(--shade);border-radius:8px;overflow-wrap:anywhere;color:var(-\##
        -ink);font-size:12.5px}
        .zoom{display:flex;gap:4px}
        .zoom button{min-width:34px;padding:2px 8px}
        figure{position:relative;margin-top:10px}
        figure h3{margin:0 0 2px;font-weight:600}
        figure h3 em{font-weight:400;font-size:13px}
        .readout{z-index:2;border-color:var(--edge)}
        .readout b{display:block}
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
        .cards{grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:8px}
        .card{padding:10px 12px}
        .card .value{font-size:24px}
        .top{flex-direction:column;align-items:flex-start;gap:10px;padding-top:16px}
        #message{width:calc(100% - 24px)}
        #bench{display:flex;flex-direction:column;align-items:stretch;gap:0}
        .pictures{display:contents}
        #sensors,#view,#table,#warnings{order:2}
        #bench section{padding:14px;margin-bottom:12px}
        #tools{position:fixed;inset:auto 0 0;margin:0;padding:6px 12px;border-top:1px solid var(--edge)}
        body:not(.logless,.waiting){padding-bottom:60px}
        aside{order:1;position:static;max-height:none;overflow:visible}
        #bench .cards{position:sticky;top:0;z-index:5;grid-template-columns:repeat(4,minmax(0,1fr));gap:0;margin:0 -12px 12px;background:var(--panel\##
        );border-bottom:1px solid var(--edge);padding:4px 6px}
        #bench .card{min-height:0;border:0;border-radius:0;padding:4px 0 4px 6px;background:none}
        #bench .card:last-child,.card .detail .more,.card .detail .than{display:none}
        .card .label{font-size:11.5px!important;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
        .card .value{font-size:18px!important}
        .card .value small{font-size:12px}
        .card .detail{font-size:11px!important;min-height:1.4em;letter-spacing:-.01em}
        .parameter .row{flex-wrap:wrap}
        #save .file{display:none}
        #logs .minor{display:none}
        .drop{padding:48px 14px}
        }
        @media (prefers-reduced-motion:no-preference){.card,.chips label{transition:border-color .15s}}
        """##
}

enum Markup {
    static let page: String = ##"""
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>SensorLab live tuning</title>
        <link rel="icon" href="data:,">
        <style nonce="{{nonce}}">
        {{style}}
        </style>
        </head>
        <body class="waiting">
        <header class="top">
        <div>
        <p class="brand">SensorLab live tuning</p>
        <h1 id="name">&#8203;</h1>
        <p class="subtitle" id="subtitle">&#8203;</p>
        </div>
        <div class="actions">
        <label class="button" for="file">Open a log&hellip;</label>
        <input id="file" type="file" class="hidden">
        </div>
        </header>
        <div id="message" role="alert" hidden><p><strong id="problem"></strong> <span id="advice"></span></p>
        <button type="button" id="dismiss" aria-label="Dismiss this message">&#215;</button></div>
        <p class="hidden" id="spoken" role="status"></p>
        <main id="welcome">
        <section class="drop">
        <h2>Drop a log here</h2>
        <p class="lead">A file of any format that <code>sensorlab analyze</code> reads, plain, <code>.gz</code> or <code>.zip</code>
        (a folder of per-sensor files: zip it). The log goes only to <code>sensorlab</code> on this machine.</p>
        <p><label class="button primary" for="file">Choose a file&hellip;</label></p>
        </section>
        </main>
        <main id="bench">
        <div class="over">
        <section id="verdict" aria-label="Whether the headings of this log can be used">
        <p class="grade" id="grade"></p>
        <p class="headline" id="headline"></p>
        <p class="note" id="basis"></p>
        </section>
        <section id="logs" hidden>
        <div class="scroll" tabindex="0" role="region" aria-label="The open logs"><table><caption class="hidden">The open logs, the shown one marked\##
        </caption>
        <thead></thead><tbody></tbody></table></div>
        <p class="note" id="logsnote" role="status"></p>
        </section>
        </div>
        <div id="tools" role="toolbar" aria-label="What is tuned">
        <button type="button" class="primary" id="save">Save</button>
        <button type="button" id="undo" title="Undo the last change (Ctrl+Z)">Undo</button>
        <button type="button" id="pin" aria-pressed="false" title="Keep the curves of these values for comparison">Pin</button>
        <button type="button" id="swap" title="Exchange the pinned and the tuned values">A/B</button>
        <span class="note" id="saved" role="status"></span>
        </div>
        <div class="cards" id="cards"></div>
        <aside aria-label="Filter and parameters">
        <section>
        <h2><label for="tuned">Filter</label></h2>
        <select id="tuned"></select>
        <p class="note" id="about"></p>
        </section>
        <section id="searching">
        <div class="row"><h2><label for="objective">Measure</label></h2>
        <select id="objective"><option value="heading">heading error</option><option value="total">total error</option></select></div>
        <div class="row"><button type="button" id="optimise">Optimise</button><progress id="share" aria-label="Part of the search that is done" hidd\##
        en></progress>
        <button type="button" id="cancel" hidden>Cancel</button></div>
        <p class="note" id="found" role="status"></p>
        <code id="holds" hidden></code>
        </section>
        <section>
        <div class="row"><h2>Parameters</h2><button type="button" id="defaults">Defaults</button></div>
        <p class="note" id="order"></p>
        <div id="parameters"></div>
        <div id="groups"></div>
        </section>
        <section class="keep">
        <details><summary>As a command</summary><code id="command"></code>
        <p class="note" id="commandnote"></p>
        <button type="button" id="copy">Copy</button></details>
        </section>
        </aside>
        <div class="pictures">
        <section id="pictures">
        <div class="row"><h2>Over time</h2><div class="zoom" role="group" aria-label="Part of the log">
        <button type="button" id="in" aria-label="Zoom in">+</button><button type="button" id="out" aria-label="Zoom out">&#8722;</button>
        <button type="button" id="back" aria-label="Earlier">&#8592;</button><button type="button" id="on" aria-label="Later">&#8594;</button>
        <button type="button" id="all">All</button></div></div>
        <details id="comparing"><summary>Compare with other filters</summary>
        <fieldset><legend class="hidden">Compare with</legend><div class="chips" id="compared"></div></fieldset></details>
        <figure id="heading"><h3></h3></figure>
        <figure id="error"><h3></h3></figure>
        <figure id="rho"><h3></h3></figure>
        <p class="note">Drag sideways over a picture to enlarge a part of the time, up or down to enlarge the values, double-click to show all; a na\##
        me above hides
        its line. Keys on a picture: arrows move the cursor, + and &#8722; zoom, Shift and arrows pan and stretch, 0 shows all. Fingers: one
        reads and pans, two zoom.</p>
        </section>
        <section id="sensors"><details id="signals" open><summary>What the sensors measured</summary>
        <figure id="strength"><h3></h3></figure>
        <figure id="force"><h3></h3></figure>
        <figure id="turn"><h3></h3></figure>
        <figure id="field"><h3></h3></figure>
        </details></section>
        <section id="view">
        <h2>What an AR app would show</h2>
        <div class="sight"><svg class="screen" role="img" viewBox="0 0 480 420" font-size="13" font-family="inherit"><title>Where directions are dra\##
        wn at the cursor's time</title>
        <g class="moment"></g></svg></div>
        <ul class="marks" id="marks"></ul>
        <p class="note" id="viewnote"></p>
        </section>
        <section id="table">
        <h2>Side by side</h2>
        <div class="scroll" tabindex="0" role="region" aria-label="Filters side by side"><table><caption class="hidden">Filters side by side</captio\##
        n>
        <thead></thead><tbody></tbody></table></div>
        <p class="note" id="tablenote"></p>
        </section>
        <section id="warnings"><details><summary></summary><ul class="warnings"></ul></details></section>
        </div>
        </main>
        <div id="curtain" hidden><p>Drop the log to open it</p></div>
        </body>
        <script nonce="{{nonce}}">
        {{script}}
        </script>
        </html>

        """##
}

enum Script {
    static let controls: String = ##"""
        const element = (name, parent, properties = {}, ...children) => {
          const node = Object.assign(document.createElement(name), properties);
          node.append(...children);
          if (parent) parent.append(node);
          return node;
        };

        const $ = id => document.getElementById(id);
        const base = location.pathname.replace(/\/?$/, "/");

        class Refusal extends Error {
          constructor({ message, advice }) { super(message); this.advice = advice || ""; }
        }

        const ask = async (path, body, signal) => {
          const content = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
          let response, answer;
          try {
            response = await fetch(base + path, { method: body === undefined ? "GET" : "POST", body: content, signal });
            answer = await response.json();
          } catch (error) {
            if (error.name === "AbortError") throw error;
            throw new Refusal({ message: "sensorlab serve does not answer", advice: "start it again and open the address that it prints" });
          }
          if (!response.ok) throw new Refusal(answer.error || { message: "the request failed" });
          return answer;
        };

        // Curves come as 32-bit floating-point numbers in base64.
        const floats = text => {
          const letters = atob(text), bytes = new Uint8Array(letters.length);
          for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
          return new Float32Array(bytes.buffer);
        };
        const decode = curves => {
          for (const curve of Object.values(curves)) if (curve && curve.x) Object.assign(curve, { x: floats(curve.x), y: floats(curve.y) });
          return curves;
        };

        // One question of a kind is on its way at a time; of those asked meanwhile only the newest is sent.
        class Line {
          // failed: what becomes of a refusal; it is shown as a message otherwise.
          ask(path, body, done, failed = complain) {
            this.next = { path, body, done, failed };
            if (!this.running) this.run();
          }

          async run() {
            this.running = true;
            while (this.next) {
              const { path, body, done, failed } = this.next;
              this.next = null;
              this.controller = new AbortController();
              try {
                const answer = await ask(path, body, this.controller.signal);
                done(answer);
              } catch (error) {
                if (error.name !== "AbortError") failed(error, path);
              }
            }
            this.running = false;
          }

          cancel() { this.next = null; if (this.controller) this.controller.abort(); }
        }

        // A message stays until it is dismissed, or until what failed succeeds: `cause` is the request that it came from.
        const complain = (error, cause) => {
          $("message").dataset.cause = cause;
          $("problem").textContent = error.message + (error.advice ? ";" : "");
          $("advice").textContent = error.advice || "";
          $("message").hidden = false;
        };
        const quiet = cause => { if (cause === undefined || $("message").dataset.cause === cause) $("message").hidden = true; };

        // Numbers as a person would type them: three significant digits from a slider, all from a field.
        const digits = value => String(+value.toPrecision(12));
        const fromSlider = (share, { minimum, maximum, isLogarithmic }) => {
          if (share <= 0) return minimum;
          if (share >= 1) return maximum;
          if (isLogarithmic) return +(minimum * (maximum / minimum) ** share).toPrecision(3);
          const unit = 10 ** Math.floor(Math.log10((maximum - minimum) / 500));
          return Math.min(maximum, Math.max(minimum, +(Math.round((minimum + share * (maximum - minimum)) / unit) * unit).toPrecision(12)));
        };
        const toSlider = (value, { minimum, maximum, isLogarithmic }) => {
          const share = isLogarithmic ? Math.log(value / minimum) / Math.log(maximum / minimum) : (value - minimum) / (maximum - minimum);
          return Math.min(1, Math.max(0, share || 0));
        };

        let serial = 0;

        // A parameter as the page shows it: angles in degrees, which the filters have in radians.
        const inDegrees = (description, scale) => {
          if (!description.unit.startsWith("rad")) return { factor: 1, description, scale };
          const factor = 180 / Math.PI, places = { minimum: 9, maximum: 9, defaultValue: 4 };
          const turned = object => Object.fromEntries(Object.entries(object).map(([key, value]) =>
            [key, places[key] ? +(value * factor).toPrecision(places[key]) : value]));
          return { factor, scale: turned(scale), description: { ...turned(description), unit: description.unit.replace("rad", "\u00b0") } };
        };

        // One parameter: name, field with unit, meaning, slider with the effect of small and large values.
        class Parameter {
          constructor(parent, original, originalScale, value, changed) {
            const { factor, description, scale } = inDegrees(original, originalScale);
            Object.assign(this, { original, factor, description, scale, changed });
            const id = "parameter" + serial++, { name, unit, meaning, small, large, minimum, maximum, defaultValue } = description;
            this.box = element("div", parent, { className: "parameter" });
            const row = element("div", this.box, { className: "row" });
            element("label", row, { htmlFor: id }, name);
            const entry = element("span", row, { className: "entry" });
            this.field = element("input", entry, { type: "number", step: "any", min: minimum, max: maximum });
            this.field.setAttribute("aria-label", name + (unit ? ", " + unit : ""));
            this.field.title = `${digits(minimum)} to ${digits(maximum)}${unit ? " " + unit : ""}; default ${digits(defaultValue)}`;
            element("span", entry, { className: "unit" }, unit);
            const about = element("p", this.box, { className: "meaning" }), standard = digits(defaultValue) + (unit ? " " + unit : "");
            element("span", about, { id: id + "m" }, `${meaning}; default ${standard}`);
            about.append(" ");
            const reset = element("button", about, { type: "button" }, "reset");
            reset.setAttribute("aria-label", `Reset ${name} to ${standard}`);
            reset.addEventListener("click", () => { this.set(defaultValue, false, true); this.slider.focus(); });
            const track = element("div", this.box, { className: "track" });
            this.slider = element("input", track, { type: "range", id, min: 0, max: 1000, step: 1 });
            this.slider.setAttribute("aria-describedby", id + "m");
            // The thumb's middle runs from half its width to the other end less that.
            const share = toSlider(defaultValue, scale);
            element("i", track).style.left = `calc(${share * 100}% + ${(0.5 - share) * 16}px)`;
            const ends = element("div", this.box, { className: "ends" });
            element("span", ends, {}, "\u2190\u00a0" + small);
            element("span", ends, {}, large + "\u00a0\u2192");
            this.slider.addEventListener("input", () => this.set(fromSlider(this.slider.value / 1000, scale), true, true));
            this.field.addEventListener("input", () => {
              const value = this.field.value === "" ? NaN : Number(this.field.value);
              const isGood = value >= minimum && value <= maximum;
              this.box.classList.toggle("bad", !isGood);
              this.field.setAttribute("aria-invalid", String(!isGood));
              if (isGood) this.set(value, false, true, true);
            });
            this.field.addEventListener("blur", () => this.set(this.value, false, false));
            this.set(value === original.defaultValue ? defaultValue : +(value * factor).toPrecision(6), false, false);
          }

          // In the unit of the page.
          set(value, bySlider, tell, byField) {
            this.value = value;
            if (!bySlider) this.slider.value = Math.round(toSlider(value, this.scale) * 1000);
            if (!byField) { this.field.value = digits(value); this.box.classList.remove("bad"); this.field.setAttribute("aria-invalid", "false"); }
            const { unit, name, defaultValue } = this.description;
            this.slider.setAttribute("aria-valuetext", digits(value) + (unit ? " " + unit : ""));
            this.box.classList.toggle("changed", value !== defaultValue);
            if (tell) this.changed(name, value === defaultValue ? this.original.defaultValue
              : Math.min(this.original.maximum, Math.max(this.original.minimum, value / this.factor)));
          }
        }
        """##
    static let logs: String = ##"""
        const scoreKey = (number, filter, values) => JSON.stringify([number, filter, Object.entries(values).sort()]);
        const isSeveral = () => state.session.logs.length > 1;
        const tunedSetting = () => ({ filter: state.tuned, values: valuesOf(state.tuned) });
        const earlierSetting = () => state.pinned
          ? { filter: state.pinned.filter, values: { ...defaultsOf(state.pinned.filter), ...state.pinned.values } }
          : { filter: state.tuned, values: defaultsOf(state.tuned) };
        const scoreOf = (number, { filter, values }) => state.scores.get(scoreKey(number, filter, values));

        // One log after the other, once the sliders rest; a change stops it.
        let scoring = 0, scoringSoon = 0;
        const scoreLogs = () => {
          scoring++;
          clearTimeout(scoringSoon);
          if (!log()) return;
          drawLogs();
          if (isSeveral()) scoringSoon = setTimeout(scoreEach, 250);
        };
        const scoreEach = async () => {
          const turn = ++scoring;
          for (const setting of [tunedSetting(), earlierSetting()]) {
            for (const { number } of state.session.logs) {
              const key = scoreKey(number, setting.filter, setting.values);
              if (state.scores.has(key)) continue;
              try {
                const { scores } = await ask("score", { log: number, filter: setting.filter, parameters: setting.values });
                state.scores.set(key, scores);
              } catch (error) {
                state.scores.set(key, { accuracy: null, jitterDegrees: null, lagMilliseconds: null, refusal: error.message });
              }
              if (turn !== scoring) return;
              drawLogs();
            }
          }
        };

        const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;
        const drawLogs = () => {
          $("logs").hidden = !log() || !isSeveral();
          if ($("logs").hidden) return;
          const head = $("logs").querySelector("thead"), body = $("logs").querySelector("tbody"), focused = document.activeElement && document.activ\##
        eElement.value;
          const tuned = tunedSetting(), earlier = earlierSetting(), isChanged = scoreKey(0, tuned.filter, tuned.values) !== scoreKey(0, earlier.filt\##
        er, earlier.values);
          const before = state.pinned ? "pinned" : "defaults", { label } = MEASURES[state.objective];
          head.replaceChildren();
          body.replaceChildren();
          const titles = element("tr", head);
          ["log", label.toLowerCase(), ...(isChanged ? [before, "change"] : []), "jitter", "lag", "length"].forEach((text, i) =>
            element("th", titles, { scope: "col", className: i > (isChanged ? 3 : 1) ? "minor" : "" }, text));
          const cells = (row, now, past, scores, seconds) => {
            const known = now !== null && now !== undefined, change = known && past !== null && past !== undefined ? now - past : null;
            const shown = change === null ? "\u2013" : Math.abs(change) < 0.005 ? "unchanged" : `${change < 0 ? "\u25bc" : "\u25b2"}\u00a0${fixed(Ma\##
        th.abs(change), 2)}\u00b0`;
            element("td", row, {}, known ? degrees(now) + "\u00b0" : scores === undefined ? "\u2026" : "\u2013");
            if (isChanged) {
              element("td", row, {}, past !== null && past !== undefined ? degrees(past) + "\u00b0" : "\u2013");
              element("td", row, { className: change === null || Math.abs(change) < 0.005 ? "" : change < 0 ? "good" : "warn" }, shown);
            }
            element("td", row, { className: "minor" }, scores && scores.jitterDegrees !== null ? fixed(scores.jitterDegrees, 2) + "\u00b0" : "\u2013\##
        ");
            element("td", row, { className: "minor" }, scores && scores.lagMilliseconds !== null ? fixed(scores.lagMilliseconds, 0) + " ms" : "\u201\##
        3");
            element("td", row, { className: "minor" }, seconds === null ? "" : clock(seconds));
          };
          const entries = state.session.logs.map(entry => ({ ...entry, now: scoreOf(entry.number, tuned), past: scoreOf(entry.number, earlier) }));
          // The same logs for both.
          const counted = entries.filter(({ now, past }) => typeof measured(now) === "number" && typeof measured(past) === "number");
          const scorable = entries.filter(({ hasReference, now }) => hasReference && !(now && now.refusal));
          const top = element("tr", body, { className: "mean" });
          element("th", top, { scope: "row" }, counted.length ? `mean of ${counted.length} logs` : "mean");
          const average = name => {
            const values = counted.map(({ now }) => now[name]).filter(value => value !== null);
            return values.length ? mean(values) : null;
          };
          cells(top, counted.length ? mean(counted.map(({ now }) => measured(now))) : null, counted.length ? mean(counted.map(({ past }) => measured\##
        (past))) : null,
            counted.length ? { jitterDegrees: average("jitterDegrees"), lagMilliseconds: average("lagMilliseconds") } : undefined, null);
          for (const { number, name, durationSeconds, now, past, hasReference } of entries) {
            const isShown = number === log().number, row = element("tr", body, { className: isShown ? "shown" : "" }), title = element("th", row, { \##
        scope: "row" });
            const button = element("button", title, { type: "button", className: "plain", value: "log" + number, title: name }, name.split("/").filt\##
        er(part => part).pop() || name);
            if (isShown) button.setAttribute("aria-current", "true");
            row.addEventListener("click", event => { if (!event.target.closest(".close")) showLog(number); });
            const close = element("button", title, { type: "button", className: "plain close", value: "close" + number }, "\u00d7");
            close.setAttribute("aria-label", "Close " + name);
            close.addEventListener("click", () => closeLog(number));
            cells(row, measured(now), measured(past), now, durationSeconds);
            if (now && now.refusal) row.title = now.refusal;
            else if (!hasReference) row.title = "no reference to measure errors against";
            if (focused === "log" + number) button.focus();
            if (focused === "close" + number) close.focus();
          }
          $("logsnote").textContent = counted.length < scorable.length ? `${counted.length} of ${scorable.length} logs with a reference scored \u202\##
        6`
            : `${label} of ${state.tuned}: RMSE, mean over the ${counted.length} logs that have one. Click a row to show its log.`;
        };

        const showLog = async number => {
          if (number === log().number) return;
          try { show(await ask("session?log=" + number)); } catch (error) { complain(error, "session"); }
        };
        const closeLog = async number => {
          try { show(await ask("close", { log: number })); } catch (error) { complain(error, "close"); }
        };
        """##
    static let page: String = ##"""
        const DEFAULTS = "\u0000defaults", PINNED = "\u0000pinned";
        const state = {
          session: null, tuned: "", values: new Map(), compared: [], window: { from: 0, to: Infinity }, pinned: null, past: [],
          runs: new Map(), reference: null, lines: new Map(), asked: 0, pending: 0, objective: "heading", scores: new Map(), verdict: null,
          effects: new Map(),
        };

        // What the first card shows, logs are compared by and Optimise makes small.
        const MEASURES = {
          heading: { label: "Heading error", key: "headingRMSEDegrees" }, total: { label: "Total error", key: "totalRMSEDegrees" },
        };
        const measured = scores => scores && scores.accuracy ? scores.accuracy[MEASURES[state.objective].key] : null;

        const log = () => state.session && state.session.log;
        const hasNorth = () => log().sensors.some(sensor => sensor.startsWith("magnetometer"));
        const filterOf = name => state.session.filters.find(entry => entry.filter.name === name);
        const defaultsOf = name => Object.fromEntries(filterOf(name).filter.parameters.map(p => [p.name, p.defaultValue]));
        const valuesOf = name => ({ ...defaultsOf(name), ...state.values.get(name) });
        const changesAmong = (name, values) => Object.entries({ ...defaultsOf(name), ...values }).filter(([key, value]) => value !== defaultsOf(name\##
        )[key]);
        const changesOf = name => changesAmong(name, valuesOf(name));
        const shown = () => [state.tuned, ...state.compared.filter(name => name !== state.tuned)];
        const lookOf = name => filterOf(name).look;
        const colourOf = name => lookOf(name).colour;
        const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

        // Questions to the server

        const lineOf = key => {
          if (!state.lines.has(key)) state.lines.set(key, new Line());
          return state.lines.get(key);
        };
        const windowNow = () => ({
          from: state.window.from, to: isFinite(state.window.to) ? state.window.to : null,
          columns: clamp(Math.round($("heading").clientWidth - 56), 50, 4000),
        });

        // key is the filter's name, DEFAULTS for the tuned filter as it comes, or PINNED for what was pinned.
        const run = key => {
          const number = log().number, filter = key === DEFAULTS ? state.tuned : key === PINNED ? state.pinned.filter : key;
          const parameters = key === DEFAULTS ? {} : key === PINNED ? state.pinned.values : valuesOf(filter), begin = performance.now();
          lineOf(key).ask("run", { log: number, filter, parameters, window: windowNow() }, answer => {
            if (!log() || log().number !== number) return;
            decode(answer.curves);
            if (key === PINNED && !state.pinned) return;
            state.runs.set(key, answer);
            state.scores.set(scoreKey(number, answer.filter, answer.parameters), answer.scores);
            quiet("run");
            redraw(() => {
              if (key !== state.tuned) return;
              state.milliseconds = performance.now() - begin;
              document.body.dataset.answers = ++state.asked;
              document.body.dataset.milliseconds = state.milliseconds.toFixed(1);
              cards();
              drawLogs();
              look();
            });
          });
        };
        const runDefaults = () => { if (changesOf(state.tuned).length) run(DEFAULTS); else state.runs.delete(DEFAULTS); };
        const runAll = () => {
          if (!log()) return;
          run(state.tuned);
          runDefaults();
          if (state.pinned) run(PINNED);
          state.compared.forEach(name => { if (name !== state.tuned) run(name); });
          scoreLogs();
          if (log().hasReference || log().hasDevice) {
            const number = log().number;
            lineOf("\u0000reference").ask("reference", { log: number, window: windowNow() }, answer => {
              if (!log() || log().number !== number) return;
              state.reference = decode(answer);
              if (answer.device) decode(answer.device);
              redraw();
            });
          }
          askSignals();
        };
        // Found in the background, once per log.
        const askVerdict = () => {
          state.verdict = null;
          drawVerdict();
          const number = log().number, shows = answer => {
            if (!log() || log().number !== number) return;
            state.verdict = answer;
            drawVerdict();
            openOnRecommended();
          };
          lineOf("\u0000verdict").ask("verdict", { log: number }, shows, error =>
            shows({ text: "No verdict", state: "bad", headline: error.message, reason: error.advice, filter: null, verdict: null }));
        };
        const drawVerdict = () => {
          const verdict = state.verdict;
          $("verdict").className = verdict ? verdict.state : "none";
          $("grade").replaceChildren();
          $("basis").replaceChildren();
          if (!verdict) {
            $("grade").append("sensorlab determines whether these headings are usable, as sensorlab analyze does \u2026");
            $("headline").textContent = "";
            return;
          }
          element("strong", $("grade"), {}, verdict.text + ".");
          $("headline").textContent = verdict.headline;
          if (!verdict.filter) return;
          $("basis").append(`The verdict of sensorlab analyze on this log, by ${verdict.filter} with its defaults; all values below are of the filte\##
        rs that are tuned and compared here.`);
          if (verdict.filter === state.tuned) return;
          const button = element("button", $("basis"), { type: "button", className: "plain" }, "Tune " + verdict.filter);
          button.addEventListener("click", () => choose(verdict.filter));
        };

        // Drawing

        let frame = 0, after = [];
        const redraw = done => {
          if (done) after.push(done);
          if (frame) return;
          frame = requestAnimationFrame(() => {
            frame = 0;
            draw();
            const list = after;
            after = [];
            list.forEach(act => act());
          });
        };

        const duration = () => log().durationSeconds || 1e-3;
        const view = () => ({ from: state.window.from, to: Math.min(duration(), state.window.to) });

        const link = new Link(0, 1);
        link.changed = () => {
          const [from, to] = link.view, before = state.window;
          state.window = link.isWhole ? { from: 0, to: Infinity } : { from, to };
          if (state.window.from === before.from && state.window.to === before.to) return;
          zoomButtons();
          remember();
          runAll();
        };
        const act = { show(a, b) { link.zoom(Math.max(a, -1e9), Math.min(b, 1e9)); } };
        const SIGNALS = ["strength", "force", "turn", "field"];
        const NOTHING = { title: "", summary: "", height: 200, x: { kind: "time", label: "" }, y: { kind: "angle", unit: "\u00b0", label: "" }, curv\##
        es: [], bands: [], spans: [], marks: [], rules: [] };
        const pictures = Object.fromEntries(["heading", "error", "rho", ...SIGNALS].map(id => [id, new Plot(element("div", $(id)), link, NOTHING)]))\##
        ;

        const zoomButtons = () => {
          const { from, to } = view();
          $("out").disabled = $("all").disabled = !isFinite(state.window.to);
          $("back").disabled = from <= 0;
          $("on").disabled = to >= duration();
        };

        // What was asked for and has been answered: what it is compared with first, the tuned filter last and above the others.
        const deviceRun = () => {
          const { device, deviceScores } = state.reference || {};
          return device ? [{ name: "device", key: "device", ...state.session.device, width: 1.4, opacity: 1, answer: { curves: device, scores: devic\##
        eScores, filterSeconds: null } }] : [];
        };
        const runsShown = () => {
          const quietly = { colour: "var(--muted)", dash: [], width: 3.5, opacity: 0.55 };
          return [
            { name: state.tuned, key: state.tuned, ...lookOf(state.tuned), dash: [], width: 2.2, opacity: 1 },
            { name: state.tuned + ", defaults", key: DEFAULTS, ...quietly },
            ...(state.pinned ? [{ name: "pinned: " + state.pinned.filter, key: PINNED, colour: "var(--ink)", dash: [3, 3], width: 1.6, opacity: 0.9 \##
        }] : []),
            ...shown().slice(1).map(name => ({ name, key: name, ...lookOf(name), width: 1.4, opacity: 1 })),
          ].map(entry => ({ ...entry, answer: state.runs.get(entry.key) })).filter(entry => entry.answer).concat(deviceRun());
        };

        // The picture of a figure's element, and its heading.
        const picture = (id, title, note, height, parts) => {
          const heading = $(id).querySelector("h3");
          heading.replaceChildren(title + " ");
          element("em", heading, {}, note);
          const { y, ...rest } = parts;
          pictures[id].show({
            title, summary: note + (SIGNALS.includes(id) ? "." : ". One line per filter over time; the values are in the table below."), height, isP\##
        lain: true, x: { kind: "time", label: "" }, y: { unit: "\u00b0", label: "", kind: "angle", ...y },
            bands: [], spans: [], marks: [], rules: [], gutter: 60, ...rest,
          });
        };

        const draw = () => {
          if (!log()) return;
          const runs = runsShown(), narrow = innerWidth <= 720, [tunedRun, ...others] = runs;
          const behind = others.filter(({ key }) => key === DEFAULTS), beside = others.filter(({ key }) => key !== DEFAULTS);
          const lines = (kind, withReference) => [
            ...(withReference && log().hasReference && state.reference ? [{ name: "reference", colour: "var(--ink)", width: 5, dash: [], opacity: 0.\##
        22, ...state.reference[kind] }] : []),
            ...[...behind, ...beside, ...(tunedRun ? [tunedRun] : [])].map(({ name, answer, colour, width, dash, opacity }) =>
              ({ name, colour, width, dash, opacity, ...answer.curves[kind] })),
          ].map(curve => ({ ...curve, wraps: false, pause: Infinity }));
          const reaches = curves => curves.flatMap(({ y }) => [...y].filter(value => !isNaN(value))).reduce(([a, b], v) => [Math.min(a, v), Math.max\##
        (b, v)], [Infinity, -Infinity]);
          const axis = log().headingAxis === "camera" ? "of the back camera" : "of the top edge";
          const headings = lines("heading", true), [low, high] = reaches(headings), isCircle = high - low > 300;
          picture("heading", "Heading", `${axis}, degrees clockwise from ${hasNorth() ? log().north + " north" : "an arbitrary direction"}`, narrow \##
        ? 210 : 260,
            { isPlain: false, curves: headings, y: isCircle ? { low: 0, high: 360, kind: hasNorth() ? "heading" : "angle" } : { least: 2 } });

          $("error").hidden = !log().hasReference;
          if (log().hasReference) {
            const tuned = state.runs.get(state.tuned), sigma = tuned && tuned.curves.sigma, hasSigma = sigma && sigma.x.length;
            const disturbed = tuned ? tuned.curves.disturbed : [];
            picture("error", "Heading error", "degrees, reference minus estimate" + (hasSigma ? `; band: 95 % by ${state.tuned}'s sigma` : "")
              + (disturbed.length ? "; shaded: disturbed field" : ""), narrow ? 190 : 230, {
              curves: lines("error", false), y: { least: 1, zero: true },
              bands: hasSigma ? [{ name: "", colour: colourOf(state.tuned), opacity: 0.16, x: sigma.x, low: sigma.y.map(v => -1.96 * v), high: sigma\##
        .y.map(v => 1.96 * v) }] : [],
              spans: [{ name: "", colour: "var(--alert)", opacity: 0.12, list: disturbed }],
              rules: [{ y: 0, colour: "var(--ink)", width: 1, dash: [], opacity: 0.5 }],
            });
          }
          picture("rho", "Tilt", "rho, degrees: 90 camera level, 180 lying face up", narrow ? 160 : 180, { curves: lines("rho", true), y: { least: 2\##
         } });
          table();
          cards();
        };

        // Numbers

        const degrees = value => fixed(value, Math.abs(value) < 9.995 ? 2 : 1);
        const cards = () => {
          const tuned = state.runs.get(state.tuned), before = state.pinned ? state.runs.get(PINNED) : state.runs.get(DEFAULTS), has = log().hasRefer\##
        ence;
          const scores = tuned && tuned.scores, old = before && before.scores, a = scores && scores.accuracy, b = old && old.accuracy;
          const against = { reference: "the reference", gyroscope: "the gyroscope" }[log().motion];
          $("cards").replaceChildren();
          const card = (label, value, unit, was, text, note, score = Math.abs) => {
            const box = element("div", $("cards"), { className: "card" });
            element("p", box, { className: "label" }, label);
            const line = element("p", box, { className: "value" }, text(value));
            if (value !== null && value !== undefined) element("small", line, {}, unit);
            const detail = element("p", box, { className: "detail" });
            if (was !== undefined && was !== null && value !== null && value !== undefined) {
              const change = score(value) - score(was), size = text(Math.abs(change));
              const same = !/[1-9]/.test(size);
              box.classList.add(...(same ? [] : [change < 0 ? "good" : "warn"]));
              element("span", detail, { className: "change" }, same ? "unchanged" : `${change < 0 ? "\u25bc" : "\u25b2"} ${size}${unit} ${change < 0\##
         ? "better" : "worse"}`);
              element("span", detail, { className: "than" }, `${same ? " from" : " than with"} ${state.pinned ? "the pinned values" : "the defaults"\##
        } (${text(was)}${unit.replace(" ", "\u00a0")})`);
            } else {
              element("span", detail, { className: "more" }, note);
            }
          };
          const { label: measure, key } = MEASURES[state.objective];
          card(measure, a && a[key], "\u00b0", b && b[key], degrees,
            has ? "RMSE against the reference" : "needs a reference in the log");
          card("Inclination", a && a.inclinationRMSEDegrees, "\u00b0", b && b.inclinationRMSEDegrees, degrees,
            has ? "RMSE of the vertical against the reference" : "needs a reference in the log");
          card("Jitter", scores && scores.jitterDegrees, "\u00b0", old && old.jitterDegrees, value => fixed(value, 2),
            against ? `of the heading, beyond that of ${against}` : "of the heading about its mean of half a second");
          card("Lag", scores && scores.lagMilliseconds, " ms", old && old.lagMilliseconds, value => fixed(value, 0),
            !against ? "needs a reference or a gyroscope" : !scores || scores.lagMilliseconds !== null ? `of the heading behind ${against}`
              : "not determined: no clear turn, or more than half a second late");
          const box = element("div", $("cards"), { className: "card" });
          element("p", box, { className: "label" }, "Answer");
          const value = element("p", box, { className: "value", id: "milliseconds" }, state.milliseconds ? fixed(state.milliseconds, 0) : "\u2013");
          element("small", value, {}, " ms");
          element("p", box, { className: "detail" }, tuned ? `until drawn; the filter ${fixed(tuned.filterSeconds * 1000, 0)} ms` : "");
        };

        const table = () => {
          const has = log().hasReference, heads = [
            "filter", ...(has ? ["total", "heading", "after offset", "offset", "inclination", "95 % of total"] : []), "jitter", "lag", "filter time"\##
        ];
          const box = $("table"), head = box.querySelector("thead"), body = box.querySelector("tbody");
          head.replaceChildren();
          body.replaceChildren();
          const row = element("tr", head);
          heads.forEach(text => element("th", row, { scope: "col" }, text));
          for (const { name, key, answer, colour } of runsShown()) {
            const line = element("tr", body), title = element("th", line, { scope: "row" });
            element("i", title).style.background = colour;
            title.append(name);
            const changes = key === DEFAULTS || key === "device" ? [] : key === PINNED ? changesAmong(state.pinned.filter, state.pinned.values) : ch\##
        angesOf(key);
            if (changes.length) element("em", title, {}, changes.map(([key, value]) => `${key} ${digits(value)}`).join(", "));
            const { accuracy: a, jitterDegrees, lagMilliseconds } = answer.scores;
            const cells = has ? (a ? [a.totalRMSEDegrees, a.headingRMSEDegrees, a.headingRMSEAfterOffsetDegrees, a.headingOffsetDegrees,
              a.inclinationRMSEDegrees, a.p95Degrees] : Array(6).fill(null)).map(value => value === null ? "\u2013" : degrees(value) + "\u00b0") : [\##
        ];
            cells.push(jitterDegrees === null ? "\u2013" : fixed(jitterDegrees, 2) + "\u00b0", lagMilliseconds === null ? "\u2013" : fixed(lagMillis\##
        econds, 0) + " ms",
              answer.filterSeconds === null ? "\u2013" : fixed(answer.filterSeconds * 1000, 0) + " ms");
            cells.forEach(text => element("td", line, {}, text));
          }
          $("tablenote").textContent = has
            ? "RMSE over the whole log, as in the report; offset: the constant to add to the heading."
            : "The log has no reference orientation, so errors cannot be measured.";
        };

        // Filter and parameters

        const changed = (name, value) => {
          keepPast(state.tuned + "." + name);
          state.values.set(state.tuned, { ...state.values.get(state.tuned), [name]: value });
          controlsChanged();
          run(state.tuned);
          scoreLogs();
          if (state.runs.has(DEFAULTS) !== changesOf(state.tuned).length > 0) { runDefaults(); redraw(); }
        };
        const controlsChanged = () => {
          const changes = changesOf(state.tuned);
          $("defaults").disabled = !changes.length;
          drawCommand();
          $("saved").textContent = "";
          $("undo").disabled = !state.past.length;
          $("pin").setAttribute("aria-pressed", String(state.pinned !== null));
          $("pin").textContent = state.pinned ? "Unpin" : "Pin";
          $("swap").disabled = !state.pinned;
          remember();
        };

        // A command that gives the same numbers as the page, from the folder where `serve` runs.
        const quoted = word => /^[\w/.,:@%=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
        const commandLine = (verb, names, options) => ["sensorlab", verb, ...[...names, ...state.session.given, ...options].map(quoted)].join(" ");
        // A log without a path was dropped, or came from standard input: the reader has to give its file.
        const withoutPath = () => state.session.logs.filter(({ path }) => !path);
        const pathOf = ({ number, path }) => path || (withoutPath().length > 1 ? `FILE${number}` : "FILE");
        const pathNote = entries => entries.filter(({ path }) => !path).map(entry => ` ${pathOf(entry)}: the path of ${entry.name}.`).join("");
        const settingsOf = name => changesOf(name).flatMap(([key, value]) => ["--set", `${name}.${key}=${value}`]);
        const drawCommand = () => {
          const shownLog = log() && state.session.logs.filter(({ number }) => number === log().number);
          $("command").textContent = shownLog ? commandLine("compare", shownLog.map(pathOf), [...state.session.givenHeading, "--filters", shown().jo\##
        in(","), ...shown().flatMap(settingsOf)]) : "";
          $("commandnote").textContent = "Runs the same filters on the log, from the folder where sensorlab serve runs." + pathNote(shownLog || []);
        };

        // What was chosen before: a slider that is drawn is one step.
        const keepPast = step => {
          const now = performance.now(), last = state.past[state.past.length - 1];
          if (!last || last.step !== step || now - last.at > 1500) {
            state.past.push({ step, tuned: state.tuned, values: new Map([...state.values].map(([key, value]) => [key, { ...value }])) });
            if (state.past.length > 100) state.past.shift();
          }
          state.past[state.past.length - 1].at = now;
        };
        const restored = ({ tuned, values }) => {
          state.values = values;
          state.runs.delete(DEFAULTS);
          state.compared = state.compared.filter(name => name !== tuned);
          tune(tuned);
          redraw();
          runAll();
        };
        const undo = () => { if (state.past.length) restored(state.past.pop()); };
        const pin = () => {
          state.pinned = state.pinned ? null : { filter: state.tuned, values: valuesOf(state.tuned) };
          state.runs.delete(PINNED);
          if (state.pinned) run(PINNED);
          controlsChanged();
          redraw();
          scoreLogs();
        };
        // What is pinned and what is tuned change places.
        const swap = () => {
          const { filter, values } = state.pinned;
          keepPast("swap" + performance.now());
          state.pinned = { filter: state.tuned, values: valuesOf(state.tuned) };
          state.runs.delete(PINNED);
          restored({ tuned: filter, values: new Map([...state.values, [filter, values]]) });
        };

        // The state of the page in its address, so that it survives a reload and can be sent to oneself.
        const remember = () => {
          if (!log()) return;
          const fields = new URLSearchParams(), text = (name, values) => changesAmong(name, values).map(([key, value]) => key + ":" + value).join(",\##
        ");
          fields.set("filter", state.tuned);
          if (state.session.logs.length > 1) fields.set("log", log().number);
          if (state.objective !== "heading") fields.set("measure", state.objective);
          fields.set("compare", state.compared.filter(name => name !== state.tuned).join(","));
          for (const [name, values] of state.values) if (text(name, values)) fields.set("set." + name, text(name, values));
          if (state.pinned) fields.set("pin", state.pinned.filter + ";" + text(state.pinned.filter, state.pinned.values));
          if (isFinite(state.window.to)) fields.set("view", state.window.from.toFixed(3) + "," + state.window.to.toFixed(3));
          history.replaceState(null, "", "#" + fields);
        };
        // Whether the address holds a filter.
        const recalled = () => {
          const fields = new URLSearchParams(location.hash.slice(1)), isKnown = name => state.session.filters.some(entry => entry.filter.name === na\##
        me);
          const values = (name, text) => Object.fromEntries((text || "").split(",").map(part => part.split(":")).filter(([key, value]) => {
            const parameter = filterOf(name).filter.parameters.find(p => p.name === key);
            return parameter && +value >= parameter.minimum && +value <= parameter.maximum;
          }).map(([key, value]) => [key, +value]));
          if (MEASURES[fields.get("measure")]) state.objective = fields.get("measure");
          if (!isKnown(fields.get("filter"))) return false;
          state.tuned = fields.get("filter");
          state.compared = (fields.get("compare") || "").split(",").filter(isKnown);
          for (const [key, text] of fields) if (key.startsWith("set.") && isKnown(key.slice(4))) state.values.set(key.slice(4), values(key.slice(4),\##
         text));
          const [pinned, text] = (fields.get("pin") || "").split(";");
          if (isKnown(pinned)) state.pinned = { filter: pinned, values: values(pinned, text) };
          const [from, to] = (fields.get("view") || "").split(",").map(Number);
          if (to > from) state.recalledView = [from, to];
          return true;
        };
        // Many parameters stand in groups, by what they do on this log: a few that move its orientations most, the others folded.
        const FEW = 7, FIRST = 5;
        const groupsOf = name => {
          const all = filterOf(name).filter.parameters.map(p => p.name), effects = state.effects.get(log().number + name);
          if (all.length <= FEW) return { first: all, less: [], none: [] };
          if (!effects) return { first: all.slice(0, FIRST), less: all.slice(FIRST), none: [] };
          return { first: effects.seen.slice(0, FIRST), less: effects.seen.slice(FIRST), none: effects.unseen };
        };
        const askEffects = name => {
          const number = log().number, key = number + name;
          if (filterOf(name).filter.parameters.length <= FEW || state.effects.has(key)) return;
          lineOf("\u0000effects").ask("effects", { log: number, filter: name }, answer => {
            state.effects.set(key, answer);
            // Not under the hand of somebody who moves a slider.
            if (log() && log().number === number && state.tuned === name && !document.querySelector("aside").contains(document.activeElement)) slide\##
        rs();
          }, () => {});
        };
        const sliders = () => {
          const { filter, sliders: scales } = filterOf(state.tuned), values = valuesOf(state.tuned), { first, less, none } = groupsOf(state.tuned);
          const isKnown = state.effects.has(log().number + state.tuned), isOpen = [...document.querySelectorAll("#groups details")].map(group => gro\##
        up.open);
          const into = (parent, names) => names.forEach(name => {
            const i = filter.parameters.findIndex(p => p.name === name);
            new Parameter(parent, filter.parameters[i], scales[i], values[name], changed);
          });
          $("parameters").replaceChildren();
          $("groups").replaceChildren();
          $("order").textContent = isKnown ? "The parameters that change the orientations of this log most." : "";
          into($("parameters"), first);
          if (!filter.parameters.length) element("p", $("parameters"), { className: "note" }, "This filter has none.");
          [[less, isKnown ? "with less effect" : "more"], [none, "without effect here: sigmas, or sensors that the log lacks"]].forEach(([names, tex\##
        t], i) => {
            if (!names.length) return;
            const group = element("details", $("groups"), { open: Boolean(isOpen[i]) });
            element("summary", group, {}, `${names.length} ${text}`);
            into(element("div", group), names);
          });
        };
        const tune = name => {
          state.tuned = name;
          $("tuned").value = name;
          $("about").textContent = filterOf(name).filter.summary;
          drawVerdict();
          sliders();
          askEffects(name);
          chips();
          controlsChanged();
        };
        const choose = name => {
          const before = state.tuned;
          keepPast("filter " + name);
          tune(name);
          state.compared = [...state.compared.filter(other => other !== name), ...(before !== name ? [before] : [])].slice(-4);
          state.runs.delete(DEFAULTS);
          chips();
          controlsChanged();
          redraw();
          runAll();
        };
        // The page opens on the recommended filter, unless something was chosen before that was known.
        const openOnRecommended = () => {
          const name = state.verdict.filter, entry = name && filterOf(name);
          if (!state.isOpening || state.past.length || !entry || entry.obstacle !== null) return;
          state.isOpening = false;
          if (name === state.tuned) return;
          state.compared = state.compared.filter(other => other !== name);
          state.runs.delete(DEFAULTS);
          tune(name);
          redraw();
          runAll();
        };
        const chips = () => {
          const focused = document.activeElement && document.activeElement.value;
          $("compared").replaceChildren();
          for (const { filter: { name }, obstacle } of state.session.filters) {
            if (name === state.tuned) continue;
            const label = element("label", $("compared"), { title: obstacle || "" });
            const box = element("input", label, { type: "checkbox", value: name, checked: state.compared.includes(name) });
            box.disabled = obstacle !== null || (!box.checked && state.compared.length >= 5);
            if (box.checked) label.style.setProperty("--colour", colourOf(name));
            label.append(name);
            box.addEventListener("change", () => {
              state.compared = state.compared.filter(other => other !== name);
              if (box.checked) { state.compared.push(name); run(name); }
              chips();
              controlsChanged();
              redraw();
            });
            if (name === focused) box.focus();
          }
        };

        // Logs

        const show = session => {
          state.lines.forEach(line => line.cancel());
          state.lines.clear();
          Object.assign(state, { session, runs: new Map(), reference: null, window: { from: 0, to: Infinity }, milliseconds: 0, verdict: null });
          if (session.log) Object.assign(link, { from: 0, to: duration(), least: Math.min(duration(), 0.2), view: [0, duration()] });
          document.body.className = session.log ? "" : "logless";
          $("save").replaceChildren("Save", element("span", null, { className: "file" }, " " + session.output.split("/").pop()));
          if (!session.log) { $("name").textContent = "No log is open"; return; }
          const { name, durationSeconds: s, format, sensors, north, calibration, warnings } = session.log;
          $("name").textContent = name.split("/").filter(part => part).pop() || name;
          document.title = $("name").textContent.slice(0, 80) + " \u2013 SensorLab live tuning";
          const length = s < 120 ? s.toFixed(1) + " s" : `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;
          $("subtitle").textContent = [length, `format ${format}`, sensors.join(", "), hasNorth() ? `${north} north` : "no magnetometer, no north",
            calibration.length ? `calibrated: ${calibration.join(", ")}` : "uncalibrated"].join(" \u00b7 ");
          $("warnings").hidden = !warnings.length;
          $("warnings").querySelector("summary").textContent = warnings.length === 1 ? "1 warning about this log" : `${warnings.length} warnings abo\##
        ut this log`;
          const list = $("warnings").querySelector("ul");
          list.replaceChildren();
          for (const { code, message, advice } of warnings) {
            const item = element("li", list);
            element("p", item).append(element("strong", null, {}, message));
            element("p", item, {}, advice);
            element("p", item, { className: "code" }, code);
          }
          if (!state.tuned) {
            state.values.set(session.tuned.name, session.tuned.parameters);
            state.compared = session.compared.filter(other => other !== session.tuned.name);
            state.tuned = session.tuned.name;
            const isRecalled = recalled();
            state.isOpening = session.opensOnRecommended && !isRecalled;
          }
          const able = entry => entry.obstacle === null;
          state.compared = state.compared.filter(other => able(filterOf(other)));
          if (!able(filterOf(state.tuned))) state.tuned = (session.filters.find(able) || session.filters[0]).filter.name;
          $("tuned").replaceChildren();
          for (const entry of session.filters) {
            element("option", $("tuned"), { value: entry.filter.name, disabled: !able(entry) }, entry.filter.name);
          }
          $("objective").value = state.objective;
          showView();
          canSearch();
          askVerdict();
          const recalledView = state.recalledView;
          state.recalledView = null;
          tune(state.tuned);
          zoomButtons();
          if (recalledView) link.zoom(...recalledView);
          else runAll();
        };

        const open = async file => {
          if (!file) return;
          quiet("log");
          if (file.size > state.session.uploadLimit) {
            complain(new Refusal({ message: `${file.name.slice(0, 80)} has ${Math.round(file.size / 1048576)} MiB, the page accepts ${state.session.\##
        uploadLimit / 1048576}`,
              advice: "give it to sensorlab serve on the command line" }), "log");
            return;
          }
          $("subtitle").textContent = `reading ${file.name.slice(0, 80)} \u2026`;
          try {
            show(await ask("log?name=" + encodeURIComponent(file.name), file));
          } catch (error) {
            complain(error, "log");
            try { show(await ask("session")); } catch (other) { complain(other, "session"); return; }
            complain(error, "log");
          }
        };
        """##
    static let search: String = ##"""
        const pauses = milliseconds => new Promise(done => setTimeout(done, milliseconds));
        const scorableLogs = () => state.session.logs.filter(({ hasReference }) => hasReference).length;
        const canSearch = () => {
          const count = scorableLogs();
          $("optimise").disabled = !count || Boolean(state.search);
          $("optimise").title = count ? "Search for the parameters with the smallest error" : "needs a log with a reference";
          $("optimise").textContent = count > 1 ? `Optimise on ${count} logs` : "Optimise";
        };

        const optimise = async () => {
          const filter = state.tuned, objective = state.objective, label = MEASURES[objective].label;
          const isMine = answer => state.search && answer.search === state.search;
          $("found").textContent = "";
          $("holds").hidden = true;
          try {
            let answer = await ask("search", { filter, parameters: valuesOf(filter), objective });
            state.search = answer.search;
            quiet("search");
            canSearch();
            $("share").hidden = $("cancel").hidden = false;
            $("cancel").disabled = false;
            while (answer.state === "running" && isMine(answer)) {
              if (answer.most) Object.assign($("share"), { max: answer.most, value: answer.runs }); else $("share").removeAttribute("value");
              $("found").textContent = answer.most ? `${answer.runs} of at most ${answer.most} runs` + (answer.value === null ? "" : `; smallest unt\##
        il now ${degrees(answer.value)}\u00b0`)
                : "looking for the parameters that matter \u2026";
              await pauses(250);
              answer = await ask("progress");
            }
            if (isMine(answer)) showFound(filter, label, answer);
          } catch (error) {
            complain(error, "search");
            $("found").textContent = "";
          } finally {
            state.search = null;
            $("share").hidden = $("cancel").hidden = true;
            canSearch();
          }
        };

        // The result becomes the sliders, as one step that can be taken back.
        const showFound = (filter, label, { state: end, value, given, parameters, logs }) => {
          const on = logs > 1 ? `mean of ${logs} logs` : "this log", stopped = end === "cancelled" ? "Stopped early. " : "";
          if (!(value < given)) {
            $("found").textContent = `${stopped}Nothing better was found: ${label.toLowerCase()} ${degrees(given)}\u00b0, ${on}.`;
            return;
          }
          keepPast("optimise" + performance.now());
          const isFromDefaults = !changesOf(filter).length;
          state.values.set(filter, { ...parameters });
          $("found").textContent = `${stopped}${label} ${degrees(given)}\u00b0 \u2192 ${degrees(value)}\u00b0, ${on}. The values fit the logs of the\##
         search; check them by cross-validation${isFromDefaults ? "" : ", which starts from the defaults"}:`;
          const scored = state.session.logs.filter(({ hasReference }) => hasReference);
          $("found").textContent += pathNote(scored);
          $("holds").textContent = commandLine("tune", scored.map(pathOf), ["--filter", filter, "--objective", state.objective]);
          $("holds").hidden = false;
          if (state.tuned !== filter) { controlsChanged(); return; }
          state.runs.delete(DEFAULTS);
          tune(filter);
          redraw();
          runAll();
        };
        const stopSearch = async () => {
          $("cancel").disabled = true;
          try { await ask("cancel", {}); } catch (error) { complain(error, "search"); }
        };
        """##
    static let signals: String = ##"""
        let signalsOf = "";
        const askSignals = () => {
          if (!log() || !$("signals").open) return;
          const number = log().number, window = windowNow(), key = JSON.stringify([number, window]);
          if (key === signalsOf) return;
          signalsOf = key;
          lineOf("\u0000signals").ask("signals", { log: number, window }, answer => {
            if (!log() || log().number !== number) return;
            for (const kind of ["force", "turn", "field"]) answer[kind].forEach((curve, i) => { answer[kind][i] = decode({ curve }).curve; });
            drawSignals(decode(answer));
          }, (error, path) => { signalsOf = ""; complain(error, path); });
        };

        const drawSignals = ({ strength, force, turn, field }) => {
          const height = innerWidth <= 720 ? 130 : 140, { fieldMicrotesla: expected, fieldSource, disturbed, calibration } = log();
          const line = (name, colour, dash, curve) => ({ name, colour, dash, width: 1.3, opacity: 1, wraps: false, pause: Infinity, ...curve });
          const vector = (id, title, note, unit, curves) => {
            $(id).hidden = !curves[0].x.length;
            picture(id, title, note, height, {
              isPlain: false, y: { unit: " " + unit, kind: "number", least: 0.1, zero: true }, rules: [{ y: 0, colour: "var(--ink)", width: 1, dash:\##
         [], opacity: 0.4 }],
              curves: curves.map((curve, i) => line("xyz"[i], `var(--s${i})`, [[], [7, 2], [2, 2]][i], curve)),
            });
          };
          const is = sensor => calibration.includes(sensor) ? "calibrated" : "as recorded";
          $("strength").hidden = !strength.x.length;
          // A magnet must not flatten the rest; an enlarged stretch shows it whole.
          const highest = strength.y.reduce((most, value) => value > most ? value : most, 0), isCut = expected !== null && highest > 3 * expected;
          picture("strength", "Field strength", "\u00b5T" + (expected === null ? "; the undisturbed field is unknown"
            : `; dashed: ${fixed(expected, 1)} expected by ${fieldSource === "model" ? "the geomagnetic model" : "this log's undisturbed part"}`)
            + (disturbed.length ? "; shaded: a magnet or iron nearby" : "") + (isCut ? `; maximum ${fixed(highest, 0)}` : ""), height, {
            y: { unit: " \u00b5T", kind: "number", least: 10, ...(isCut ? { low: 0, high: 3 * expected } : {}) }, curves: [line("strength", "var(--s\##
        0)", [], strength),
              ...(expected === null ? [] : [{ ...line("expected", "var(--ink)", [6, 4], { x: [0, duration()], y: [expected, expected] }), pause: dur\##
        ation() }])],
            spans: [{ name: "", colour: "var(--alert)", opacity: 0.12, list: disturbed }],
          });
          vector("force", "Specific force", `m/s\u00b2, in the device, ${is("accelerometer")}`, "m/s\u00b2", force);
          vector("turn", "Turn rate", `\u00b0/s, in the device, ${is("gyroscope")}`, "\u00b0/s", turn);
          vector("field", "Magnetic field", `\u00b5T, in the device, ${is("magnetometer")}`, "\u00b5T", field);
        };
        """##
    static let start: String = ##"""
        $("tuned").addEventListener("change", () => choose($("tuned").value));
        $("defaults").addEventListener("click", () => {
          keepPast("defaults of " + state.tuned);
          state.values.delete(state.tuned);
          state.runs.delete(DEFAULTS);
          tune(state.tuned);
          run(state.tuned);
        });
        $("save").addEventListener("click", async () => {
          const body = { log: log().number, filter: state.tuned, parameters: valuesOf(state.tuned) };
          try {
            const { path, replaced } = await ask("save", body);
            quiet("save");
            const refused = state.verdict && state.verdict.state === "bad" ? `; the verdict on this log is: ${state.verdict.text.toLowerCase()}` : "\##
        ";
            $("saved").textContent = `${replaced ? "Replaced" : "Saved"} ${path}${refused}`;
          } catch (error) { complain(error, "save"); }
        });
        $("undo").addEventListener("click", undo);
        $("pin").addEventListener("click", pin);
        $("swap").addEventListener("click", swap);
        addEventListener("keydown", event => {
          if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.matches("input[type=number]")) { event.preventDefault(); undo()\##
        ; }
        });
        $("objective").addEventListener("change", () => {
          state.objective = $("objective").value;
          remember();
          cards();
          scoreLogs();
        });
        $("optimise").addEventListener("click", optimise);
        $("cancel").addEventListener("click", stopSearch);
        $("signals").addEventListener("toggle", askSignals);
        link.pointed = look;
        new IntersectionObserver(entries => {
          state.isViewSeen = entries[entries.length - 1].isIntersecting;
          look();
        }, { rootMargin: "200px" }).observe($("view"));
        $("copy").addEventListener("click", async () => {
          try {
            await navigator.clipboard.writeText($("command").textContent);
          } catch {
            // Not allowed: marked, for the keyboard to copy.
            getSelection().selectAllChildren($("command"));
            return;
          }
          $("copy").textContent = "Copied";
          setTimeout(() => { $("copy").textContent = "Copy"; }, 1500);
        });
        $("dismiss").addEventListener("click", () => quiet());
        $("file").addEventListener("change", () => { open($("file").files[0]); $("file").value = ""; });

        // What a screen reader hears once a slider has come to rest.
        $("bench").addEventListener("change", () => setTimeout(() => {
          $("spoken").textContent = [...$("cards").querySelectorAll(".card")].slice(0, 4).map(card =>
            card.querySelector(".label").textContent + " " + card.querySelector(".value").textContent).join(", ");
        }, 400));

        const zoomed = act => () => { const { from, to } = view(), span = to - from; act(from, to, span); };
        $("in").addEventListener("click", zoomed((a, b, s) => act.show(a + s / 4, b - s / 4)));
        $("out").addEventListener("click", zoomed((a, b, s) => act.show(a - s / 2, b + s / 2)));
        $("back").addEventListener("click", zoomed((a, b, s) => act.show(a - s / 2, b - s / 2)));
        $("on").addEventListener("click", zoomed((a, b, s) => act.show(a + s / 2, b + s / 2)));
        $("all").addEventListener("click", () => act.show(0, Infinity));

        let depth = 0;
        const carries = event => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
        addEventListener("dragenter", event => { if (carries(event)) { depth++; $("curtain").hidden = false; } });
        addEventListener("dragleave", event => { if (carries(event) && --depth <= 0) { depth = 0; $("curtain").hidden = true; } });
        addEventListener("dragover", event => { if (carries(event)) event.preventDefault(); });
        addEventListener("drop", event => {
          if (!carries(event)) return;
          event.preventDefault();
          depth = 0;
          $("curtain").hidden = true;
          open(event.dataTransfer.files[0]);
        });

        let width = innerWidth, settle = 0;
        addEventListener("resize", () => {
          if (innerWidth === width || !state.session || !log()) return;
          width = innerWidth;
          redraw();
          clearTimeout(settle);
          settle = setTimeout(runAll, 200);
        });

        const asked = new URLSearchParams(location.hash.slice(1)).get("log");
        ask(/^\d+$/.test(asked) ? "session?log=" + asked : "session").then(show, error => { document.body.className = "broken"; complain(error, "ses\##
        sion"); });
        """##
    static let view: String = ##"""
        let phones = null, viewTracks = [], viewAt = null;
        const showView = () => {
          const { stage, hasReference, hasDevice } = log();
          viewAt = null;
          phones = stage && new Phones(document.querySelector("#view .moment"), stage.camera, stage.focal, stage.landmarks);
          document.querySelector("#view .sight").hidden = !stage;
          $("marks").replaceChildren();
          $("viewnote").textContent = stage
            ? `Rings: directions by the ${hasReference ? "reference" : "device's own attitude"}; labels: where they are drawn. Move the cursor over \##
        a picture above.`
            : "The log has neither a reference nor an attitude of the device, so the correct directions are unknown.";
          viewTracks = [
            ...(hasReference ? [{ name: "reference", part: "reference", colour: "currentColor" }] : []),
            ...(hasDevice ? [{ name: "device", part: "device", colour: "var(--muted)", title: hasReference ? "device" : "" }] : []), { name: "", par\##
        t: "filter", colour: "" },
          ].map((track, i) => ({ ...track, mark: i === 0 ? "ring" : track.part === "device" ? "diamond" : "dot" }));
        };

        // Without a cursor the moment at which the tuned filter is furthest off, of those at which the camera is level enough to see places.
        const worstMoment = () => {
          const run = state.runs.get(state.tuned);
          if (!run) return duration() / 2;
          const { error: { x, y }, rho } = run.curves, worst = { level: -1, any: -1 };
          for (let i = 0; i < x.length; i++) {
            if (isNaN(y[i])) continue;
            const at = lowerBound(rho.x, x[i]), isLevel = rho.y.slice(Math.max(0, at - 5), at + 6).every(tilt => Math.abs(tilt - 90) < 25);
            for (const kind of isLevel ? ["level", "any"] : ["any"]) if (worst[kind] < 0 || Math.abs(y[i]) > Math.abs(y[worst[kind]])) worst[kind] =\##
         i;
          }
          const best = worst.level < 0 ? worst.any : worst.level;
          return best < 0 ? duration() / 2 : x[best];
        };

        const look = (seconds = viewAt) => {
          if (!log() || !phones || !state.runs.has(state.tuned)) return;
          if (seconds !== null) viewAt = seconds;
          if (!state.isViewSeen) return;
          const number = log().number, filter = state.tuned;
          lineOf("\u0000moment").ask("moment", { log: number, filter, parameters: valuesOf(filter), seconds: viewAt === null ? worstMoment() : viewA\##
        t }, answer => {
            if (!log() || log().number !== number || filter !== state.tuned) return;
            Object.assign(viewTracks[viewTracks.length - 1], { name: filter, title: filter, colour: colourOf(filter) });
            const said = phones.draw(viewTracks, viewTracks.map(({ part }) => answer[part]));
            $("marks").replaceChildren();
            viewTracks.forEach((track, i) => {
              const item = element("li", $("marks")), mark = item.appendChild(Phones.shape("svg", { viewBox: "-11 -11 22 22", width: 22, height: 22,\##
         "aria-hidden": "true" }));
              mark.append(Phones.mark(track));
              element("span", item, {}, track.name);
              element("output", item, {}, i ? said[i] : "at " + clock(answer.seconds, 0.1));
            });
          });
        };
        """##
}
