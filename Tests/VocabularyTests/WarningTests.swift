import Foundation
import Testing
import Vocabulary

@Suite struct WarningTests {
    private let cut = Warning(
        code: .truncatedGzip, place: "a.csv.gz", message: "it is cut off", advice: "copy it again")
    private let wild = Warning(code: .filterDiverged, message: "vqf diverged", advice: "check axes")
    private let note = Warning(code: .noReference, message: "there is no reference", advice: "give --reference")

    @Test func theGravestComesFirst() {
        let other = Warning(code: .noGyroscope, message: "no gyroscope", advice: "record it")
        #expect([note, cut, wild, other, cut].ordered == [wild, cut, other, note])
        #expect([Warning]().ordered.isEmpty && [Warning]().merged.isEmpty)
    }

    @Test func oneLogNeedsNoName() {
        #expect([cut, wild, cut].merged.map(\.text) == ["vqf diverged", "a.csv.gz: it is cut off"])
    }

    @Test func equalOnesOfSeveralLogsAreOne() {
        let names = (1...12).map { "log\($0)" }
        let all = names.map { note.named($0, path: "\($0).csv") }
        #expect(
            all.merged.map(\.text) == ["there is no reference (in 12 logs: log1, log2, log3 and 9 more)"])
        #expect(
            all[..<4].merged.map(\.text) == ["there is no reference (in 4 logs: log1, log2, log3, log4)"])
        #expect(all[..<1].merged.map(\.text) == ["log1: there is no reference"])
    }

    @Test func theLogItselfIsNoPlace() {
        #expect(cut.named("a", path: "a.csv.gz").text == "it is cut off")
        #expect(cut.named("a", path: "folder").text == "a.csv.gz: it is cut off")
    }

    @Test func manyOfOneKindAreCounted() {
        let all = (1...9).map {
            Warning(code: .cellCount, message: "\($0) row(s)", advice: "check", log: "log\(($0 + 1) / 2)")
        }
        #expect(
            all.merged.map(\.text) == [
                "log1: 1 row(s)", "log1: 2 row(s)", "log2: 3 row(s)",
                "6 more of this kind (in 4 logs: log2, log3, log4, log5)",
            ])
        // Without names there is nothing to shorten.
        let bare = all.map { Warning(code: $0.code, message: $0.message, advice: $0.advice) }
        #expect(bare.merged.count == 9)
    }

    @Test func jsonHasEveryKey() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let text = String(decoding: try encoder.encode(cut), as: UTF8.self)
        #expect(
            text
                == #"{"advice":"copy it again","code":"truncated-gzip","log":null,"message":"a.csv.gz: it is cut off","#
                + #""place":"a.csv.gz","severity":"warning","subject":"log"}"#)
        let bare = try encoder.encode(cut.named("a", path: "a.csv.gz"))
        #expect(String(decoding: bare, as: UTF8.self).contains(#""message":"it is cut off","place":null"#))
        let read = try JSONDecoder().decode(Warning.self, from: bare)
        #expect(read == Warning(code: .truncatedGzip, message: cut.message, advice: cut.advice, log: "a"))
        #expect(try JSONDecoder().decode(Warning.self, from: encoder.encode(cut)) == cut)
        // Files of earlier versions have no place.
        let before = text.replacing(#""place":"a.csv.gz","#, with: "")
        let old = try JSONDecoder().decode(Warning.self, from: Data(before.utf8))
        #expect(old.place.isEmpty && old.text == cut.text)
    }

    @Test func aWarningBecomesAnError() {
        #expect(
            cut.error(.badData)
                == SensorLabError(
                    .badData, code: .truncatedGzip, place: cut.place, message: cut.message, advice: cut.advice))
        #expect(Warning(code: .noGyroscope, message: "", advice: "").error(.badData) == nil)
    }
}
