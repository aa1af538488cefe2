import Mustache

/// The templates of `report.html`. Double braces escape what they insert; triple braces insert the report's own markup
/// (pictures, style) and never text of a log.
enum ReportTemplates {
    static func library() throws -> MustacheLibrary {
        var library = MustacheLibrary()
        for (name, text) in [
            ("page", page), ("head", head), ("summary", summary), ("budget", budget), ("warnings", warnings),
            ("time", time), ("deviation", deviation), ("magnetometer", magnetometer), ("noise", noise),
            ("filters", filters),
            ("recording", recording), ("calibration", calibration), ("details", details), ("figure", figure),
            ("table", table), ("facts", facts),
        ] {
            try library.register(text, named: name)
        }
        return library
    }

    private static let page = """
        <!DOCTYPE html>
        <html lang="en">
        {{> head}}
        <body>
        <header class="top">
        <p class="brand">SensorLab report</p>
        <h1>{{name}}</h1>
        <p class="subtitle">{{subtitle}}</p>
        </header>
        <nav aria-label="Sections"><a href="#summary">Summary</a><a href="#budget">Budget</a><a href="#warnings">Warnings</a>\
        <a href="#heading">Heading</a><a href="#replay">Replay</a><a href="#error">Error</a><a href="#distribution">Distribution</a><a href="#rho">rho</a><a href="#deviation">Deviation</a>\
        <a href="#magnetometer">Magnetometer</a><a href="#noise">Noise</a><a href="#filters">Filters</a><a href="#recording">Recording</a>\
        <a href="#calibration">Calibration</a><a href="#details">Details</a></nav>
        <main>
        {{> summary}}
        {{> budget}}
        {{> warnings}}
        {{> time}}
        {{> deviation}}
        {{> magnetometer}}
        {{> noise}}
        {{> filters}}
        {{> recording}}
        {{> calibration}}
        {{> details}}
        <button type="button" class="whole">Show the whole recording</button>
        </main>
        <footer><p>Made by sensorlab from the log named above; the same figures, for programs, stand in \
        <code>report.json</code>, the tracks in <code>tracks.csv</code>.</p></footer>
        {{{script}}}
        </body>
        </html>

        """

    static let head = """
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="light dark"/>
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src {{{scriptPolicy}}}"/>
        <title>{{name}} \u{2013} SensorLab report</title>
        <style>
        {{{style}}}
        </style>
        </head>

        """

    private static let summary = """
        <section id="summary" class="summary">
        <h2 class="headline">{{summary.headline}}</h2>
        <div class="cards">
        {{#cards}}
        <div class="card {{state}}"><p class="label">{{label}}</p><p class="value">{{value}}</p><p class="detail">{{detail}}</p></div>
        {{/cards}}
        </div>
        <div class="answers">
        <div><h3>How far off is the compass?</h3>
        {{#summary.findings}}<p>{{.}}</p>
        {{/summary.findings}}
        {{^summary.findings}}<p>Nothing in this log tells.</p>{{/summary.findings}}
        </div>
        <div><h3>What to do about it</h3>
        <ul>
        {{#summary.actions}}<li>{{.}}</li>
        {{/summary.actions}}
        {{^summary.actions}}<li>Nothing: all is well.</li>{{/summary.actions}}
        </ul>
        </div>
        <div><h3>Which filter</h3><p>{{summary.filter}}</p></div>
        <div><h3>How sure</h3><p>{{summary.confidence}}</p></div>
        </div>
        </section>

        """

    private static let budget = """
        <section id="budget">
        <h2>Heading budget</h2>
        <p class="lead">Where the heading's error comes from, one standard deviation each.</p>
        <div class="scroll"><table class="budget"><caption class="hidden">Heading budget</caption>
        <thead><tr><th scope="col">source</th><th scope="col">\u{3C3}</th><th scope="col">pixels</th><th scope="col"><span class="hidden">share</span></th></tr></thead>
        <tbody>
        {{#budget}}
        <tr><th scope="row">{{source}}</th><td>{{value}}</td><td>{{pixels}}</td><td class="bar">{{#known}}<span style="width:{{width}}%"></span>{{/known}}\
        {{^known}}<em>not known from this log</em>{{/known}}</td></tr>
        {{/budget}}
        {{^budget}}
        <tr><th scope="row">nothing known</th><td>\u{2013}</td><td>\u{2013}</td><td><em>no source could be quantified</em></td></tr>
        {{/budget}}
        </tbody>
        <tfoot><tr><th scope="row">known sources together</th><td>{{budgetTotal}}</td><td>{{budgetPixels}}</td><td class="note">root of the sum of squares</td></tr></tfoot>
        </table></div>
        <p class="note">{{budgetNote}}</p>
        </section>

        """

    private static let warnings = """
        <section id="warnings">
        <h2>Warnings</h2>
        {{#hasWarnings}}
        <ul class="warnings">
        {{#warnings}}
        <li><p><strong>{{message}}</strong></p><p>{{advice}}</p><p class="code">{{code}}</p></li>
        {{/warnings}}
        </ul>
        {{/hasWarnings}}
        {{^hasWarnings}}
        <p class="empty">None: nothing in the log was damaged or missing.</p>
        {{/hasWarnings}}
        </section>

        """

    private static let time = """
        <section id="heading">
        <h2>Heading over time</h2>
        <p class="hint note">Move over a picture to read its values; drag across a stretch of time to enlarge it in all pictures, \
        double-click for the whole. Keys: arrows move the cursor, + and \u{2212} zoom, Shift and arrows pan, 0 shows all.</p>
        {{#time.heading}}
        {{> figure}}
        {{/time.heading}}
        </section>
        <section id="replay">
        <h2>What an AR app would have shown</h2>
        {{#replay.missing}}
        <p class="empty">{{.}}</p>
        {{/replay.missing}}
        {{^replay.missing}}
        {{#replay}}
        <div class="replay {{turn}}" data-frames="{{frames}}" data-interval="{{interval}}" data-camera="{{camera}}" data-landmarks="{{landmarks}}">
        <div>{{{picture}}}</div>
        <div><ul class="marks">{{#tracks}}<li data-mark="{{mark}}" data-colour="{{colour}}"><svg viewBox="-11 -11 22 22" width="22" height="22" aria-hidden="true"></svg><span>{{name}}</span> <output></output></li>{{/tracks}}</ul>
        <div class="controls"><button type="button" class="play">Play</button>
        <label>Time <input type="range" min="0" max="{{steps}}" step="1" value="0"/></label> <output class="time"></output></div>
        <p class="note">{{caption}}</p></div>
        </div>
        {{/replay}}
        {{/replay.missing}}
        </section>
        <section id="error">
        <h2>Heading error over time</h2>
        {{#time.error}}
        {{> figure}}
        {{/time.error}}
        <div class="panels">
        {{#time.panels}}
        <div class="panel"><h3>{{name}}</h3>{{#figure}}{{> figure}}{{/figure}}<p class="note">{{note}}</p></div>
        {{/time.panels}}
        </div>
        </section>
        <section id="distribution">
        <h2>How large, how often</h2>
        {{#distribution.cumulative.missing}}
        <p class="empty">{{.}}</p>
        {{/distribution.cumulative.missing}}
        {{^distribution.cumulative.missing}}
        <div class="halves">
        <div>{{#distribution.cumulative}}{{> figure}}{{/distribution.cumulative}}</div>
        <div>{{#distribution.histogram}}{{> figure}}{{/distribution.histogram}}</div>
        </div>
        {{/distribution.cumulative.missing}}
        </section>
        <section id="rho">
        <h2>rho: the tilt of the camera</h2>
        {{#time.rho}}
        {{> figure}}
        {{/time.rho}}
        {{#time.zenith}}
        {{> figure}}
        {{/time.zenith}}
        </section>

        """

    private static let deviation = """
        <section id="deviation">
        <h2>Compass deviation</h2>
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
        </section>

        """

    private static let magnetometer = """
        <section id="magnetometer">
        <h2>Magnetometer before and after calibration</h2>
        {{#magnetometer.missing}}
        <p class="empty">{{.}}</p>
        {{/magnetometer.missing}}
        {{^magnetometer.missing}}
        <p class="lead">{{magnetometer.caption}}</p>
        <h3>Before</h3>
        <div class="three">
        {{#magnetometer.before}}<div>{{> figure}}</div>{{/magnetometer.before}}
        </div>
        <h3>After</h3>
        <div class="three">
        {{#magnetometer.after}}<div>{{> figure}}</div>{{/magnetometer.after}}
        </div>
        <h3>Directions</h3>
        {{#magnetometer.coverage}}{{> figure}}{{/magnetometer.coverage}}
        {{/magnetometer.missing}}
        </section>

        """

    private static let noise = """
        <section id="noise">
        <h2>Noise at rest</h2>
        {{#noise.missing}}
        <p class="empty">{{.}}</p>
        {{/noise.missing}}
        <div class="halves">
        {{#noise.figures}}<div>{{> figure}}</div>{{/noise.figures}}
        </div>
        </section>

        """

    private static let filters = """
        <section id="filters">
        <h2>Filters compared</h2>
        {{#filters}}
        {{> table}}
        {{/filters}}
        <p class="note">{{accuracyNote}}</p>
        <h3>Parameters</h3>
        <dl class="parameters">
        {{#parameters}}<div><dt>{{filter}}</dt><dd>{{#values}}<span>{{.}}</span> {{/values}}{{^values}}none{{/values}}</dd></div>
        {{/parameters}}
        </dl>
        </section>

        """

    private static let recording = """
        <section id="recording">
        <h2>Recording</h2>
        {{#streams}}
        {{> table}}
        {{/streams}}
        </section>

        """

    private static let calibration = """
        <section id="calibration">
        <h2>Calibration</h2>
        <div class="columns">
        {{#calibrations}}
        <div class="block"><h3>{{title}} <span class="verdict{{#isAccepted}} good{{/isAccepted}}{{#isRefused}} warn{{/isRefused}}">{{verdict}}</span></h3>
        <p>{{reason}}</p>
        {{> facts}}
        </div>
        {{/calibrations}}
        </div>
        </section>

        """

    private static let details = """
        <section id="details">
        <h2>Details</h2>
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
        {{#conventionsTable}}{{> facts}}{{/conventionsTable}}
        </div>
        <div class="block"><h3>Source and performance</h3>
        {{#sourceTable}}{{> facts}}{{/sourceTable}}
        {{#performanceTable}}{{> facts}}{{/performanceTable}}
        </div>
        </div>
        </section>

        """

    static let figure = """
        <figure>{{#missing}}<p class="empty">{{.}}</p>{{/missing}}{{^missing}}{{#narrow}}<div class="wide">{{{wide}}}</div><div class="narrow">{{{narrow}}}</div>{{/narrow}}{{^narrow}}{{{wide}}}{{/narrow}}<figcaption>{{caption}}</figcaption>{{/missing}}</figure>
        """

    static let table = """
        <div class="scroll" tabindex="0" role="region" aria-label="{{caption}}"><table><caption class="hidden">{{caption}}</caption>
        <thead><tr>{{#columns}}<th scope="col">{{.}}</th>{{/columns}}</tr></thead>
        <tbody>
        {{#rows}}
        <tr{{#isMarked}} class="marked"{{/isMarked}}><th scope="row">{{head}}{{#isMarked}} <span class="verdict good">recommended</span>{{/isMarked}}</th>{{#tail}}<td>{{.}}</td>{{/tail}}</tr>
        {{/rows}}
        </tbody></table></div>

        """

    private static let facts = """
        <dl>{{#facts}}<div><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/facts}}</dl>

        """
}
