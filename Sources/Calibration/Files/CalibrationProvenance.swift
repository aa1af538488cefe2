import Recordings
import SensorModels
import Vocabulary

/// Where a calibration came from.
public struct CalibrationProvenance: Codable, Sendable, Equatable {
    /// The version of the program that made it.
    public var toolVersion: String
    /// Paths as the user gave them, with the checksum of the content.
    public var logs: [CalibrationSource]
    /// The device, as the log names it.
    @Nullable public var device: String?
    /// `YYYY-MM-DD`.
    @Nullable public var date: String?
    /// Where the log was made.
    @Nullable public var place: GeodeticPosition?
    /// The geomagnetic model whose intensity and dip were used.
    @Nullable public var geomagneticModel: String?

    /// From its parts; what is not given is null.
    public init(
        toolVersion: String, logs: [CalibrationSource], device: String? = nil, date: String? = nil,
        place: GeodeticPosition? = nil,
        geomagneticModel: String? = nil
    ) {
        self.toolVersion = toolVersion
        self.logs = logs
        self.device = device
        self.date = date
        self.place = place
        self.geomagneticModel = geomagneticModel
    }
}
