import CInterface
import CSensorLab
import Testing

/// The functions as a C caller sees them. What they compute is tested where it is computed, and through Python.
@Suite struct CInterfaceTests {
    /// The status of a call, and the code of its error.
    private func outcome(_ call: (UnsafeMutablePointer<OpaquePointer?>) -> sensorlab_status) -> (
        sensorlab_status, String
    ) {
        var error: OpaquePointer?
        let status = call(&error)
        defer { freeError(error) }
        #expect(errorStatus(error) == status)
        return (status, errorCode(error).map { String(cString: $0) } ?? "")
    }

    @Test func nullIsAnError() {
        #expect(outcome { createFilter(nil, nil, 0, nil, $0) } == (64, "illegal-argument"))
        #expect(outcome { updateFilter(nil, 0, 0, nil, $0) } == (64, "illegal-argument"))
        #expect(outcome { fuse("vqf", nil, 0, nil, 0, nil, $0) } == (64, "illegal-argument"))
        #expect(outcome { copyTrack(nil, nil, $0) } == (64, "illegal-argument"))
        #expect(outcome { field(nil, nil, 1, nil, nil, $0) } == (64, "illegal-argument"))
        #expect(outcome { readLog(nil, nil, nil, $0) } == (64, "illegal-argument"))
        #expect(outcome { restoreFilter(nil, 3, nil, $0) } == (64, "illegal-argument"))
        freeFilter(nil)
        freeTrack(nil)
        freeLog(nil)
        freeText(nil)
        #expect(trackCount(nil) == 0 && textCount(nil) == 0 && textBytes(nil) == nil && heading(nil, 1).isNaN)
    }

    @Test func errorMayBeLeftOut() {
        var filter: OpaquePointer?
        #expect(createFilter("klaman", nil, 0, &filter, nil) == 64)
        #expect(filter == nil)
    }

    @Test("An error names the argument, not an option of the command line")
    func places() {
        var (filter, error): (OpaquePointer?, OpaquePointer?)
        #expect(createFilter("klaman", nil, 0, &filter, &error) == 64)
        #expect(errorPlace(error).map { String(cString: $0) } == "filter \"klaman\"")
        freeError(error)
        "x".withCString { name in
            var parameter = sensorlab_parameter(name: name, value: 1)
            #expect(createFilter("vqf", &parameter, 1, &filter, &error) == 64)
        }
        #expect(errorPlace(error).map { String(cString: $0) } == "parameter \"vqf.x\"")
        freeError(error)
    }

    @Test func impossibleCountsAreErrors() {
        var filter: OpaquePointer?
        #expect(outcome { createFilter("vqf", nil, -1, &filter, $0) } == (64, "too-many-samples"))
        #expect(outcome { createFilter("vqf", nil, .max, &filter, $0) } == (64, "too-many-samples"))
        #expect(outcome { createFilter("vqf", nil, 1, &filter, $0) } == (64, "illegal-argument"))
        #expect(filter == nil)
    }

    @Test func samplesAreChecked() throws {
        var filter: OpaquePointer?
        #expect(createFilter("kalman", nil, 0, &filter, nil) == 0)
        defer { freeFilter(filter) }
        #expect(updateFilter(filter, 1, 10, [0, 9.81, 0], nil) == 0)
        #expect(outcome { updateFilter(filter, 1, 9, [0, 9.81, 0], $0) } == (65, "time-backwards"))
        #expect(outcome { updateFilter(filter, 1, .max, [0, 9.81, 0], $0) } == (65, "time-backwards"))
        #expect(outcome { updateFilter(filter, 1, 11, [0, .nan, 0], $0) } == (65, "not-finite"))
        #expect(outcome { updateFilter(filter, 4, 11, [0, 1, 0], $0) } == (64, "illegal-argument"))
        #expect(outcome { resumeFilter(filter, 9, $0) } == (65, "time-backwards"))
    }

    @Test func estimateIsNaNUntilItIsDefined() {
        var filter: OpaquePointer?
        var estimate = sensorlab_estimate()
        #expect(createFilter("sensorlab", nil, 0, &filter, nil) == 0)
        defer { freeFilter(filter) }
        #expect(estimateOfFilter(filter, &estimate, nil) == 0)
        #expect(estimate.defined == 0 && estimate.orientation.0.isNaN && estimate.gyroscope_bias.1.isNaN)
    }

    /// Every causal filter goes on to the bit, copied and saved.
    @Test(arguments: ["lowpass", "circular", "mean-rotation", "ukf", "kalman", "vqf", "sensorlab"])
    func savedFiltersGoOn(name: String) throws {
        var first: OpaquePointer?
        var copy: OpaquePointer?
        var saved: OpaquePointer?
        var restored: OpaquePointer?
        #expect(createFilter(name, nil, 0, &first, nil) == 0)
        feed(first, 0..<150)
        #expect(copyFilter(first, &copy, nil) == 0)
        #expect(saveFilter(first, &saved, nil) == 0)
        #expect(restoreFilter(textBytes(saved), textCount(saved), &restored, nil) == 0)
        let filters = [first, copy, restored]
        defer {
            freeText(saved)
            filters.forEach { freeFilter($0) }
        }
        let orientations = filters.map { filter in
            feed(filter, 150..<200)
            var estimate = sensorlab_estimate()
            #expect(estimateOfFilter(filter, &estimate, nil) == 0)
            return [estimate.orientation.0, estimate.orientation.1, estimate.orientation.2, estimate.orientation.3]
        }
        #expect(orientations[0] == orientations[1] && orientations[0] == orientations[2])
    }

    private func feed(_ filter: OpaquePointer?, _ samples: Range<Int>) {
        for sample in samples {
            let time = Int64(sample) * 10_000_000
            let phase = Double(sample) * 0.1
            #expect(updateFilter(filter, 0, time, [0.1, phase / 100, -0.05], nil) == 0)
            #expect(updateFilter(filter, 1, time, [phase / 10, 9.5, 0.3], nil) == 0)
            #expect(updateFilter(filter, 3, time, [3, -43, phase - 20], nil) == 0)
        }
    }

    @Test func optionsSayWhatIsWrong() {
        var log: OpaquePointer?
        #expect(outcome { readLog("none.csv", "{\"strcit\": true}", &log, $0) } == (64, "bad-options"))
        #expect(outcome { readLog("none.csv", "{\"strict\": 1}", &log, $0) } == (64, "bad-options"))
        #expect(outcome { readLog("none.csv", "[", &log, $0) } == (64, "bad-json"))
        #expect(outcome { readLog("/no/such/log.csv", nil, &log, $0) }.0 == 66)
        #expect(log == nil)
    }

    @Test func versionsAgree() {
        #expect(String(cString: sensorlab_version()) == SENSORLAB_VERSION)
        #expect(sensorlab_abi_version() == SENSORLAB_ABI_VERSION)
    }
}
