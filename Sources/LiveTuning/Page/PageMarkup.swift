import Foundation
import Reporting

/// The page of `serve`: one file, no network but its own server, the style of the report.
///
/// Nothing of a log stands in it. Names and messages come as JSON and are put in as text, so that they cannot become markup.
enum PageMarkup {
    /// The page, under a policy that runs its own script and no other.
    static func response() -> PageResponse {
        let nonce = AccessRule.randomToken()
        let policy = [
            "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'", "connect-src 'self'",
            "img-src data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
        return PageResponse(
            status: 200, contentType: PageResponse.html, body: Data(html(nonce: nonce).utf8),
            headers: ["Content-Security-Policy": policy.joined(separator: "; ")])
    }

    private static func html(nonce: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>SensorLab live tuning</title>
        <link rel="icon" href="data:,">
        <style nonce="\(nonce)">
        \(ReportStyle.css)
        \(PageStyle.css)
        </style>
        </head>
        \(body)
        <script nonce="\(nonce)">
        "use strict";
        (() => {
        \(PageScript.charts)
        \(PageScript.controls)
        \(PageScript.page)
        \(PageScript.start)
        })();
        </script>
        </html>

        """
    }

    private static let body = #"""
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
        (a folder of per-sensor files: zip it). It goes to this machine's own <code>sensorlab</code> and nowhere else.</p>
        <p><label class="button primary" for="file">Choose a file&hellip;</label></p>
        </section>
        </main>
        <main id="bench">
        <div class="cards" id="cards"></div>
        <aside aria-label="Filter and parameters">
        <section>
        <h2><label for="tuned">Filter</label></h2>
        <select id="tuned"></select>
        <p class="note" id="about"></p>
        </section>
        <section>
        <div class="row"><h2>Parameters</h2><button type="button" id="defaults">Defaults</button></div>
        <div id="parameters"></div>
        <details id="more"><summary></summary><div></div></details>
        </section>
        <section class="keep">
        <button type="button" class="primary" id="save">Save</button>
        <p class="note" id="saved" role="status"></p>
        <details><summary>As options of a command</summary><code id="options"></code>
        <button type="button" id="copy">Copy</button></details>
        </section>
        </aside>
        <div class="pictures">
        <section id="pictures">
        <div class="row"><h2>Over time</h2><div class="zoom" role="group" aria-label="Part of the log">
        <button type="button" id="in" aria-label="Zoom in">+</button><button type="button" id="out" aria-label="Zoom out">&#8722;</button>
        <button type="button" id="back" aria-label="Earlier">&#8592;</button><button type="button" id="on" aria-label="Later">&#8594;</button>
        <button type="button" id="all">All</button></div></div>
        <div class="legend" id="legend"></div>
        <details id="comparing"><summary>Compare with other filters</summary>
        <fieldset><legend class="hidden">Compare with</legend><div class="chips" id="compared"></div></fieldset></details>
        <figure id="heading"><h3></h3></figure>
        <figure id="error"><h3></h3></figure>
        <figure id="rho"><h3></h3></figure>
        <p class="note">Drag over a picture to enlarge a stretch, double-click for all. Keys on a picture: arrows move the cursor, + and
        &#8722; zoom, Shift and arrows pan, 0 shows all.</p>
        </section>
        <section id="table">
        <h2>Side by side</h2>
        <div class="scroll" tabindex="0" role="region" aria-label="Filters side by side"><table><caption class="hidden">Filters side by side</caption>
        <thead></thead><tbody></tbody></table></div>
        <p class="note" id="tablenote"></p>
        </section>
        <section id="warnings"><details><summary></summary><ul class="warnings"></ul></details></section>
        </div>
        </main>
        <div id="curtain" hidden><p>Drop the log to open it</p></div>
        </body>
        """#
}
