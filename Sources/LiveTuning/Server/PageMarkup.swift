import Foundation
import Reporting

/// The page of `serve`: one file, no network but its own server, the style of the report.
///
/// It holds nothing of a log. Names and messages come as JSON and are put in as text, so that they cannot become markup.
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
        let script = [Script.charts, Script.controls, Script.page, Script.start].joined(separator: "\n")
        return Markup.page
            .replacing("{{nonce}}", with: nonce)
            .replacing("{{style}}", with: "\(ReportStyle.css)\n\(StyleSheet.page)")
            .replacing("{{script}}", with: "\"use strict\";\n(() => {\n\(script)\n})();")
    }
}
