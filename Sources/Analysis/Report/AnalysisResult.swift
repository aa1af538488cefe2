import ProjectionCore
import Recordings
import Rotations
import SensorModels

/// What `analyze` found: the report, and the series that pictures and `tracks.csv` are made from.
public struct AnalysisResult: Sendable {
    /// The numbers.
    public var report: AnalysisReport
    /// The log as it was read, uncalibrated.
    public var recording: Recording
    /// The magnetometer that was analysed, after calibration (microtesla); empty without a magnetometer.
    public var calibratedMagnetometer: VectorStream
    /// One track per filter, in the order of `report.filters`, turned to `north`.
    public var tracks: [OrientationTrack]
    /// The north of the tracks' orientations and of `reference`.
    public var north: North
    /// The axis whose heading is shown.
    public var headingAxis: HeadingAxis
    /// The reference, turned to `north`; empty where the log has none.
    public var reference: QuaternionStream
    /// The camera through which the replay looks; `nil` where there is none.
    public var camera: Camera?
    /// What the replay shows, in the frame of the tracks.
    public var landmarks: [Landmark] = Landmark.compass

    /// From its parts.
    public init(
        report: AnalysisReport, recording: Recording, calibratedMagnetometer: VectorStream, tracks: [OrientationTrack],
        north: North, headingAxis: HeadingAxis, reference: QuaternionStream
    ) {
        self.report = report
        self.recording = recording
        self.calibratedMagnetometer = calibratedMagnetometer
        self.tracks = tracks
        self.north = north
        self.headingAxis = headingAxis
        self.reference = reference
    }
}
