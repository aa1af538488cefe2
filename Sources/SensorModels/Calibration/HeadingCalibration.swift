import JSON
import Rotations
import Vocabulary

/// The constant difference between a filter's heading and the true one.
///
/// It belongs to a filter on calibrated readings and to the way in which the device is held or mounted; it is applied
/// after both, by turning the orientation about the vertical.
public struct HeadingCalibration: SensorCalibration {
    /// The sensor that is calibrated.
    public static let sensor = SensorKind.heading
    /// What the numbers mean.
    public static let formula =
        "heading_corrected = heading_estimated + offset, degrees, clockwise positive, the same north"

    /// What a heading is measured against.
    public enum Against: String, Sendable, Hashable, CaseIterable, JSONConvertible {
        /// A reference track.
        case reference
        /// The course over ground.
        case course
        /// Landmarks in the centre of the picture.
        case sightings
        /// Known bearings.
        case bearings
    }

    /// What all sections have in common.
    public var head: CalibrationHead
    /// The offset, degrees, (-180, 180].
    public var offsetDegrees: Double
    /// Its standard deviation, degrees; `nil` where it is unknown.
    public var sigmaDegrees: Double? { head.remainingSigma }
    /// Half width of its 95 % interval, degrees.
    public var interval95Degrees: Double?
    /// Weighted root mean square of the residuals, degrees.
    public var residualRMSDegrees: Double?
    /// Pairs of headings that were used.
    public var samples: Int
    /// References that were not used: too slow, too uncertain, or without a defined estimate at that time.
    public var rejected: Int
    /// Pairs used that deviate by more than three times the robust scale; their influence is bounded.
    public var outliers: Int
    /// The number of independent pairs with the same information.
    public var effectiveSamples: Double
    /// What it was measured against.
    public var against: Against
    /// The filter whose heading it corrects.
    public var filter: String
    /// The axis whose heading was compared.
    public var headingAxis: HeadingAxis
    /// The north of both headings.
    public var north: North

    /// An offset whose uncertainty is unknown.
    public init(
        head: CalibrationHead, offsetDegrees: Double, samples: Int, rejected: Int, outliers: Int,
        effectiveSamples: Double, against: Against, filter: String, headingAxis: HeadingAxis, north: North
    ) {
        (self.head, self.offsetDegrees) = (head, offsetDegrees)
        (self.samples, self.rejected, self.outliers) = (samples, rejected, outliers)
        self.effectiveSamples = effectiveSamples
        (self.against, self.filter, self.headingAxis, self.north) = (against, filter, headingAxis, north)
    }

    /// Reads the section.
    /// - Throws: `SensorLabError` (bad data) with the first broken member.
    public init(_ members: JSONMembers) throws(SensorLabError) {
        self.init(
            head: try CalibrationHead(members, of: Self.sensor, formula: Self.formula),
            offsetDegrees: try members.require("offsetDegrees"), samples: try members.requireCount("samples"),
            rejected: try members.requireCount("rejected"), outliers: try members.requireCount("outliers"),
            effectiveSamples: try members.require("effectiveSamples"), against: try members.require("against"),
            filter: try members.require("filter"), headingAxis: try members.require("headingAxis"),
            north: try members.require("north"))
        guard offsetDegrees.magnitude <= 360 else { throw members.fail("offsetDegrees", expected: "-360 to 360") }
        guard effectiveSamples >= 0 else { throw members.fail("effectiveSamples", expected: "a number of at least 0") }
        head.remainingSigma = try members.sigma("sigmaDegrees")
        interval95Degrees = try members.sigma("interval95Degrees")
        residualRMSDegrees = try members.sigma("residualRMSDegrees")
    }

    /// The sensor's own members, null where unknown.
    public var ownMembers: [String: JSONValue] {
        [
            "offsetDegrees": offsetDegrees.json, "sigmaDegrees": sigmaDegrees.json,
            "interval95Degrees": interval95Degrees.json, "residualRMSDegrees": residualRMSDegrees.json,
            "samples": samples.json, "rejected": rejected.json, "outliers": outliers.json,
            "effectiveSamples": effectiveSamples.json, "against": against.json, "filter": filter.json,
            "headingAxis": headingAxis.json, "north": north.json,
        ]
    }
}

extension HeadingAxis: JSONConvertible {}
