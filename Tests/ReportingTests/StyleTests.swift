import Figures
import OrientationFilters
import Testing

@testable import Analysis
@testable import Reporting

/// Colours and lines of the pages.
@Suite struct StyleTests {
    /// A filter looks the same in every picture, and none of the catalogue like another.
    @Test func everyFilterHasItsOwnLook() {
        let styles = FilterCatalogue.entries.map { ChartStyle.filter($0.information.name) }
        #expect(Set(styles).count == styles.count)
        #expect(!styles.contains(.filter("device")) && !styles.contains(.filter("another")))
        #expect(ChartStyle.filter("another") == .filter("another"))
        let shown = FilterRequest.defaults.map { ChartStyle.filter($0.name).colour }
        #expect(Set(shown).count == shown.count, "those compared by default differ in colour")
    }

    /// The pages' backgrounds are those that the contrast of the charts' colours is measured against (`ChartTests`).
    @Test func panelsAreThoseOfTheCharts() {
        #expect(ReportStyle.css.contains("--panel:#ffffff") && ReportStyle.css.contains("--panel:#1a1d22"))
    }
}
