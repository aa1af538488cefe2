// Written by scripts/embed-resources from Sources/FleetReporting/Resources; not to be edited.
// swift-format-ignore-file

enum Template {
    static let fleet: String = ##"""
        <!DOCTYPE html>
        <html lang="en">
        {{> head}}
        <body class="tables">
        <header class="top">
        <p class="brand">SensorLab fleet</p>
        <h1>{{headline}}</h1>
        <p class="subtitle">{{subtitle}}</p>
        </header>
        <main>
        {{#hasFigures}}
        <section class="summary">
        {{#figures}}
        {{> figure}}
        {{/figures}}
        </section>
        {{/hasFigures}}
        {{#sections}}
        <section>
        <h2>{{title}}</h2>
        <p class="lead">{{note}}</p>
        {{#table}}
        {{> table}}
        {{/table}}
        </section>
        {{/sections}}
        {{#hasOutliers}}
        <section>
        <h2>Outliers</h2>
        <p class="lead">Logs whose heading error is more than three times the median of the filter over all logs.</p>
        <ul class="warnings">
        {{#outliers}}
        <li><p><strong>{{#link}}<a href="{{.}}">{{/link}}{{name}}{{#link}}</a>{{/link}}</strong></p><p>{{text}}</p></li>
        {{/outliers}}
        </ul>
        </section>
        {{/hasOutliers}}
        {{#hasReports}}
        <section>
        <h2>Reports</h2>
        <p class="lead">The page of every log. {{otherReports}}</p>
        <ul class="pages">
        {{#reports}}
        <li><a href="{{link}}">{{name}}</a> {{text}}</li>
        {{/reports}}
        </ul>
        </section>
        {{/hasReports}}
        {{#hasItems}}
        <section>
        <h2>Failures and warnings</h2>
        <ul class="warnings">
        {{#items}}
        <li><p><strong>{{message}}</strong></p><p class="code">{{code}}</p></li>
        {{/items}}
        </ul>
        </section>
        {{/hasItems}}
        </main>
        <footer><p>Made by sensorlab; the same figures in machine-readable form: <code>fleet.json</code>, and for queries: <code>fleet.sqlite</code>\##
        .</p></footer>
        {{{script}}}
        </body>
        </html>

        """##
    static let study: String = ##"""
        <!DOCTYPE html>
        <html lang="en">
        {{> head}}
        <body class="tables">
        <header class="top">
        <p class="brand">SensorLab study</p>
        <h1>{{headline}}</h1>
        <p class="subtitle">{{subtitle}}</p>
        </header>
        <main>
        <section class="summary">
        <h2 class="headline">{{answer}}</h2>
        {{#figures}}
        {{> figure}}
        {{/figures}}
        </section>
        <section>
        <h2>Method</h2>
        <p>Every trial was run with the calibrations {{calibrations}} through every filter. The error is the rotation e = q_est q_ref* of the estima\##
        te against the trial&#39;s reference; the heading error is its rotation about the vertical, 2 atan2(z, w), the inclination error 2 acos sqrt\##
        (w² + z²). The estimate is interpolated to the reference&#39;s stamps; both have the same north.</p>
        <p>Every trial has the same weight: means are plain means over trials, and 95 % intervals are percentile bootstraps over trials (2000 resamp\##
        les, seeded), expanded for few units (T. Hesterberg, The American Statistician 69(4), 2015). Shares and root mean squares over samples are p\##
        ooled, with whole trials resampled, since the samples of a trial are correlated. Fewer than five trials have no interval. Trials of one devi\##
        ce on one day share its calibration and are not fully independent.</p>
        <p>Choices, a filter with a calibration, are compared on the trials that all of them have, so that a failed run gives no choice an advantage\##
        ; a choice that would exclude more than half of the trials is not compared. Here these are {{compared}}.</p>
        <p>A device&#39;s claim has its own definition: 100 % of the errors are expected within a maximum, 68 % within a 68 % radius, 68.3 % within \##
        a sigma. Filters are measured against their own sigma.</p>
        <p>{{subtitle}}{{options}}; the checksum of every log is in tables/trials.csv. The same manifest, options and version give the same bytes.</\##
        p>
        </section>
        {{#sections}}
        <section>
        <h2>{{title}}</h2>
        <p class="lead">{{note}}</p>
        {{#table}}
        {{> table}}
        {{/table}}
        </section>
        {{/sections}}
        {{#hasItems}}
        <section>
        <h2>Failures</h2>
        <ul class="warnings">
        {{#items}}
        <li><p><strong>{{message}}</strong></p><p class="code">{{code}}</p></li>
        {{/items}}
        </ul>
        </section>
        {{/hasItems}}
        {{#hasWarnings}}
        <section>
        <h2>Warnings about the manifest</h2>
        <ul class="warnings">
        {{#warnings}}
        <li><p><strong>{{message}}</strong></p><p class="code">{{code}}</p></li>
        {{/warnings}}
        </ul>
        </section>
        {{/hasWarnings}}
        </main>
        <footer><p>Made by sensorlab; the same figures in machine-readable form: <code>study.json</code>, <code>tables/*.csv</code>, <code>study.sql\##
        ite</code>; for print: <code>study.tex</code>, <code>figures/*.svg</code>.</p></footer>
        {{{script}}}
        </body>
        </html>

        """##
    /// Every template by the name of its file.
    static let all = [
        "fleet": fleet,
        "study": study,
    ]
}
