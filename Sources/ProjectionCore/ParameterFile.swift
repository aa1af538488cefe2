/// The parameters that were tuned in the laboratory and ship with the app: `projection-core.json`.
///
/// Written by `sensorlab tune`, read by `ProjectionCore.load`; docs/guide/projection-core.md describes every member.
public struct ParameterFile: Sendable, Hashable {
    /// The schema that this version reads and writes.
    public static let schema = "sensorlab.projection/1"

    /// The filter's name in the catalogue.
    public var filter: String
    /// Its parameters that differ from the defaults, by name.
    public var parameters: [String: Double]
    /// The projection model.
    public var model = ProjectionModel.geodesic
    /// The model's options; `screen` is the app's own and not stored.
    public var options = ProjectionOptions()
    /// true heading = estimated heading + offset, degrees, clockwise positive.
    public var headingOffsetDegrees = 0.0
    /// How the app finds true north.
    public var declination = DeclinationPolicy.model
    /// The camera; `nil` where the app brings its own.
    public var camera: Camera?
    /// The time constant of the drawn orientation's low-pass, seconds; 0 for none.
    public var smoothingSeconds = 0.0
    /// Fixes with a worse horizontal accuracy, metres, are ignored.
    public var worstAccuracyMetres = 100.0
    /// The observer's height where the fix has none or 0, metres above the ellipsoid; the fix's own where `nil`.
    public var floorHeightMetres: Double?
    /// Where it came from: texts by name, such as `tool`, `logs`, `objective`; not read by the app.
    public var provenance: [String: String] = [:]

    /// A filter with its changed parameters, everything else at its default.
    public init(filter: String = "sensorlab", parameters: [String: Double] = [:]) {
        (self.filter, self.parameters) = (filter, parameters)
    }
}

/// How the app gets from magnetic to true north.
public enum DeclinationPolicy: Sendable, Hashable {
    /// The World Magnetic Model at the observer's position and the day's date.
    case model
    /// A constant, degrees east of north.
    case fixed(Double)
    /// The filter's north is taken for true north.
    case none

    var name: String {
        switch self {
        case .model: return "model"
        case .fixed: return "fixed"
        case .none: return "none"
        }
    }
}
