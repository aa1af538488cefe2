import Analysis
import Recordings

/// What the user asked of `serve`.
public struct PageOptions: Sendable {
    /// The port on 127.0.0.1; 0 takes a free one.
    public var port: UInt16 = 0
    /// Where parameters are saved.
    public var output = "projection-core.json"
    /// The filter whose parameters are moved at first, with changes to its defaults.
    public var tuned = FilterRequest(name: "lowpass")
    /// The filters shown beside it at first.
    public var compared = ["sensorlab"]
    /// Place, date, calibration, heading axis and north, of every log that is opened.
    public var analysis = AnalysisOptions()
    /// How dropped logs are read.
    public var reading = ReadOptions()
    /// The version of the program, for the saved file.
    public var version = ""
    /// The largest log that can be dropped, bytes.
    public var uploadLimit = 256 << 20

    /// The classic low-pass beside the best filter, on a free port.
    public init() {}
}
