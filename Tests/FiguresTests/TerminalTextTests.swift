import Testing

@testable import Figures

/// Lines for terminals: progress, tables of limited width, styles.
@Suite struct TerminalTextTests {
    @Test func progressTellsRateAndRest() {
        #expect(
            ProgressText.line("comparing", unit: "logs", done: 0, total: 40, seconds: 0, width: 79)
                == "comparing  [....................]  0 of 40 logs")
        // 10 in 4 s are 2.5 each second; the 30 that are left take 12 s.
        #expect(
            ProgressText.line("comparing", unit: "logs", done: 10, total: 40, seconds: 4, width: 79)
                == "comparing  [#####...............]  10 of 40 logs  2.5/s  0:12 left")
        // One in 90 s; three more take 4 minutes and a half.
        #expect(
            ProgressText.line("reading", unit: "logs", done: 1, total: 4, seconds: 90, width: 79)
                == "reading  [#####...............]  1 of 4 logs  90 s each  4:30 left")
        #expect(
            ProgressText.line("searching", unit: "runs", done: 1, total: 101, seconds: 72, width: 79)
                .hasSuffix("2:00:00 left"))
        #expect(
            ProgressText.line("reading", unit: "logs", done: 4, total: 4, seconds: 2, width: 79)
                == "reading  [####################]  4 of 4 logs  2.0/s")
    }

    @Test(arguments: [0, 5, 20, 40, 60, 79])
    func progressFitsAnyWidth(_ width: Int) {
        let line = ProgressText.line("comparing", unit: "logs", done: 7, total: 9, seconds: 100, width: width)
        #expect(line.count <= width)
    }

    @Test func nothingInvisibleReachesTheTerminal() {
        let nasty = "a\u{1B}]0;title\u{7}b\u{202E}c\u{2028}d\ne\u{9B}31mf\u{200B}\r"
        #expect(PlainText.oneLine(nasty) == "a ]0;title b c d e 31mf  ")
        #expect(PlainText.visible(nasty) == "a ]0;title b c d\ne 31mf  ")
        #expect(PlainText.withoutCommands("a ##[error]b ##vso[task]\n ::c") == "a # #[error]b # #vso[task]\n : :c")
        // The marks of our own style stay, in text of several lines.
        let own = TextStyle.terminal.strong("title") + "\n\ttext"
        #expect(PlainText.visible(own) == own)
        #expect(PlainText.visible("\u{1B}[31mx", keepsStyles: false) == " [31mx")
        #expect(PlainText.visible("\u{1B}[2J\u{1B}[31;1mx") == " [2J\u{1B}[31;1mx")
        #expect(PlainText.visible("Zürich 北 🧭") == "Zürich 北 🧭")
    }

    @Test func moreThanWasExpectedIsNoMoreThanAll() {
        let line = ProgressText.line("searching", unit: "runs", done: 9, total: 3, seconds: 1, width: 79)
        #expect(line.hasPrefix("searching  [####################]  3 of 3 runs"))
        // For work of unknown length the line shows the elapsed time.
        #expect(ProgressText.line("fitting", unit: "", done: 0, total: 0, seconds: 64.2, width: 79) == "fitting  1:05")
        #expect(ProgressText.line("fitting", unit: "", done: 0, total: 0, seconds: 64.2, width: 4) == "fitt")
    }

    @Test func wideTablesGoOnBelow() {
        let rows = [["filter", "aaaa", "bbbb", "cccc"], ["x", "1", "2", "3"]]
        #expect(
            TextTable.lines(rows, leftAligned: [0], indent: 1, width: 19) == [
                " filter  aaaa  bbbb", " x          1     2", "", " filter  cccc", " x          3",
            ])
        #expect(TextTable.lines(rows, leftAligned: [0], indent: 1, width: 25).count == 2)
        // Two columns say what a row is about.
        #expect(
            TextTable.lines(rows, leftAligned: [0, 1], indent: 0, heads: 2, width: 20) == [
                "filter  aaaa  bbbb", "x       1        2", "", "filter  aaaa  cccc", "x       1        3",
            ])
        // A column that is too wide by itself is shown all the same.
        #expect(TextTable.lines(rows, leftAligned: [0], indent: 0, width: 3).count == 3 * 2 + 2)
    }

    @Test func headsLeaveRoomForTheOtherColumns() {
        let rows = [["recording", "error"], [String(repeating: "a", count: 40), "1.5"]]
        let lines = TextTable.lines(rows, leftAligned: [0], indent: 2, width: 30)
        #expect(lines.allSatisfy { $0.count <= 30 } && lines[1].hasPrefix("  aaa") && lines[1].hasSuffix("  1.5"))
        #expect(lines[1].contains("\u{2026}"))
    }

    @Test func longLinesGoOnBelowTheirLastColumn() {
        #expect(PlainText.fitted("a short line\n\nand another\n", width: 20) == "a short line\n\nand another\n")
        #expect(PlainText.fitted("one two three four five", width: 12) == "one two\nthree four\nfive")
        #expect(PlainText.fitted("  x  one two three four", width: 14) == "  x  one two\n     three\n     four")
        // Nothing that is copied is broken.
        for whole in ["  sensorlab analyze walk.csv --out folder", "a/path/without/any/blank"] {
            #expect(PlainText.fitted(whole, width: 12) == whole)
        }
        #expect(
            PlainText.wrapped("see a/path/without/any/blank now", width: 12) == [
                "see", "a/path/without/any/blank", "now",
            ])
        #expect(PlainText.wrapped("make it with `a b c d`, then", width: 14) == ["make it with", "`a b c d`,", "then"])
        #expect(PlainText.wrapped("a tick ` is no quote", width: 8) == ["a tick `", "is no", "quote"])
        // Marks of style take no columns.
        let style = TextStyle.terminal
        #expect(PlainText.fitted(style.strong("one two") + " three", width: 13) == style.strong("one two") + " three")
    }

    @Test func namesInATableAreNoOrders() {
        let rows = [["name", "error"], ["a\u{1B}[31;5mb\nc\u{202E}", "3"]]
        let lines = TextTable.lines(rows, leftAligned: [0], indent: 0)
        #expect(lines == ["name          error", "a [31;5mb c       3"])
    }

    @Test func stylesLeaveTheWords() {
        #expect(TextStyle.plain.strong("a") == "a" && TextStyle.plain.caution("!") == "!")
        #expect(TextStyle.terminal.strong("a") == "\u{1B}[1ma\u{1B}[0m")
        #expect(TextStyle.terminal.strong("") == "")
        let marked = TextStyle.terminal.marking("!", in: "  ! a ! b", TextStyle.terminal.caution)
        #expect(marked == "  \u{1B}[1;33m!\u{1B}[0m a ! b")
        #expect(TextStyle.terminal.marking("!", in: "  a !", TextStyle.terminal.caution) == "  a !")
    }
}
