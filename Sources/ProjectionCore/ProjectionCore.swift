import Geodesy
import Geomagnetism
import OrientationFilters
import RealModule
import Rotations
import SensorModels
import Vocabulary

/// What an augmented reality app runs: samples and fixes in, labels out, with the parameters that the laboratory tuned.
///
///     var core = try ProjectionCore.load(path: "projection-core.json", places: places)
///     core.update(gyroscope: rate, at: nanoseconds)         // and accelerometer, magnetometer, as they come
///     try core.update(fix: position, accuracy: 8, at: nanoseconds, date: today)
///     core.project(into: &positions, at: nanoseconds)       // once per frame
///
/// The laboratory draws with the same code. Updates of sensors and frames do not allocate.
public struct ProjectionCore: Sendable {
    /// What was loaded.
    public let parameters: ParameterFile
    /// The filter, with everything that it has seen.
    public private(set) var filter: RunningFilter
    /// The places, the camera and the model.
    public private(set) var projector: Projector
    /// The position that is used.
    public private(set) var hold: PositionHold
    /// Degrees east of north by which magnetic becomes true north; 0 until it is known.
    public private(set) var declinationDegrees = 0.0
    /// The labels of the last frame, where the file's options place them.
    public private(set) var placement: LabelPlacement?
    private var smoother: OrientationSmoother
    private var declinationPosition: GeodeticPosition?

    /// The farthest that the observer may be from where the declination was computed, degrees
    /// of latitude and longitude.
    private static let declinationReach = 0.02

    /// - Parameters:
    ///   - parameters: filter, model, offsets: what `sensorlab tune` wrote.
    ///   - places: what is drawn.
    ///   - camera: the app's own; the file's where `nil`, else the catalogue's `generic`.
    ///   - screen: which edge of the device is up.
    ///   - gyroscopeBiasSigma: of calibrated readings, `CalibrationSet.gyroscopeBiasSigma`;
    ///     `nil` where it is not known.
    /// - Throws: `SensorLabError` for an unknown filter, bad parameters, bad places.
    public init(
        parameters: ParameterFile, places: [PointOfInterest], camera: Camera? = nil,
        screen: ScreenOrientation = .portrait, gyroscopeBiasSigma: Double? = nil
    ) throws(SensorLabError) {
        self.parameters = parameters
        guard let entry = FilterCatalogue.entry(named: parameters.filter) else {
            throw SensorLabError(
                .badData, code: .unknownFilter, place: "filter \(parameters.filter)",
                message: "there is no filter of that name in this version",
                advice: "there are \(FilterCatalogue.entries.map { $0.information.name }.joined(separator: ", "))")
        }
        filter = try entry.filter(parameters: parameters.parameters, gyroscopeBiasSigma: gyroscopeBiasSigma)
        var options = parameters.options
        options.screen = screen
        let eye =
            if let chosen = camera ?? parameters.camera { chosen } else { try CameraCatalogue.entries[0].camera() }
        projector = try Projector(model: parameters.model, camera: eye, places: places, options: options)
        hold = PositionHold(
            worstAccuracy: parameters.worstAccuracyMetres, floorHeight: parameters.floorHeightMetres)
        placement = options.labels.map { LabelPlacement(rule: $0) }
        smoother = OrientationSmoother(timeConstant: parameters.smoothingSeconds)
        if case .fixed(let degrees) = parameters.declination { declinationDegrees = degrees }
    }

    #if !hasFeature(Embedded)
        /// The core of a parameter file.
        /// - Throws: `SensorLabError`: no input, bad data (a newer version of the format among it), as `init`.
        public static func load(
            path: String, places: [PointOfInterest], camera: Camera? = nil, screen: ScreenOrientation = .portrait,
            gyroscopeBiasSigma: Double? = nil
        ) throws(SensorLabError) -> ProjectionCore {
            try ProjectionCore(
                parameters: ParameterFile(path: path), places: places, camera: camera, screen: screen,
                gyroscopeBiasSigma: gyroscopeBiasSigma)
        }
    #endif

    /// The core of a parameter file's content; `name` is the file's name in messages.
    public static func load(
        bytes: [UInt8], name: String, places: [PointOfInterest], camera: Camera? = nil,
        screen: ScreenOrientation = .portrait, gyroscopeBiasSigma: Double? = nil
    ) throws(SensorLabError) -> ProjectionCore {
        try ProjectionCore(
            parameters: ParameterFile(parsing: bytes, name: name), places: places, camera: camera, screen: screen,
            gyroscopeBiasSigma: gyroscopeBiasSigma)
    }

    /// Angular rate, rad/s, device axes.
    public mutating func update(gyroscope rate: Vector3, at time: Int64) { filter.update(gyroscope: rate, at: time) }
    /// Specific force, m/s^2, device axes: at rest it points up.
    public mutating func update(accelerometer force: Vector3, at time: Int64) {
        filter.update(accelerometer: force, at: time)
    }
    /// Gravity as the device computed it, where there is no accelerometer.
    public mutating func update(gravity: Vector3, at time: Int64) { filter.update(gravity: gravity, at: time) }
    /// Magnetic field, microtesla, device axes, calibrated.
    public mutating func update(magnetometer field: Vector3, at time: Int64) {
        filter.update(magnetometer: field, at: time)
    }

    /// Takes a fix; one that is worse than the limit is ignored and the last good one held.
    ///
    /// - Parameters:
    ///   - fix: degrees, and metres above the ellipsoid.
    ///   - accuracy: horizontal, metres; NaN where unknown.
    ///   - time: nanoseconds in the clock of the samples.
    ///   - date: for the declination, where the file asks for the model's; without it the declination stays as it is.
    /// - Returns: whether the fix is used.
    /// - Throws: `SensorLabError` where the date is not covered by a model.
    @discardableResult
    public mutating func update(
        fix: GeodeticPosition, accuracy: Double = .nan, at time: Int64, date: DecimalYear? = nil
    ) throws(SensorLabError) -> Bool {
        guard hold.update(fix, accuracy: accuracy, at: time), let observer = hold.position else { return false }
        if parameters.declination == .model, let date { try updateDeclination(at: observer, date: date) }
        try projector.prepare(observer: observer)
        return true
    }

    /// The orientation that is drawn now: the filter's, turned to true north and by the heading offset, smoothed; `nil`
    /// until the filter's is defined. Device to earth.
    public mutating func orientation(at time: Int64) -> Quaternion? {
        guard let estimate = filter.estimate else { return nil }
        let turn = declinationDegrees + parameters.headingOffsetDegrees
        return smoother.update(Quaternion.aboutVertical(-Angle.radians(turn)) * estimate.orientation, at: time)
    }

    /// Draws all places; call once per frame. Positions are undefined until orientation and place are known.
    public mutating func project(into positions: inout [ScreenPosition], at time: Int64) {
        guard let orientation = orientation(at: time), projector.observer != nil else {
            for index in positions.indices { positions[index] = .none(.undefined) }
            placement?.place(positions, of: projector)
            return
        }
        projector.project(orientation, into: &positions)
        placement?.place(positions, of: projector)
    }

    private mutating func updateDeclination(at fix: GeodeticPosition, date: DecimalYear) throws(SensorLabError) {
        if let old = declinationPosition, (fix.latitude - old.latitude).magnitude < Self.declinationReach,
            Angle.wrapDegrees(fix.longitude - old.longitude).magnitude < Self.declinationReach
        {
            return
        }
        do {
            let field = try GeomagneticModel.inForce(on: date).field(
                at: GeodeticPosition(
                    latitude: fix.latitude, longitude: Angle.wrapDegrees(fix.longitude),
                    height: fix.height), on: date)
            declinationDegrees = field.elements.declinationDegrees
            declinationPosition = fix
        } catch {
            throw SensorLabError(
                .badData, code: .noDeclination, place: "declination", message: error.message, advice: error.advice)
        }
    }
}

/// A first-order low-pass of the drawn orientation, in time and not in samples: what remains of the difference after dt
/// is exp(-dt / time constant), along the shorter arc. It trades the trembling of labels for their lag.
public struct OrientationSmoother: Sendable, Hashable {
    /// Seconds; 0 passes everything through.
    public let timeConstant: Double
    /// The smoothed orientation; `nil` before the first.
    public private(set) var orientation: Quaternion?
    private var time: Int64 = 0

    /// A smoother that has seen nothing.
    public init(timeConstant: Double) { self.timeConstant = timeConstant }

    /// Takes an orientation and gives the smoothed one; a step back in time restarts it.
    public mutating func update(_ next: Quaternion, at stamp: Int64) -> Quaternion {
        guard timeConstant > 0, let old = orientation, stamp >= time else {
            (orientation, time) = (next, stamp)
            return next
        }
        let kept = Double.exp(-Double(stamp - time) * 1e-9 / timeConstant)
        let smoothed = old.slerp(to: next, fraction: 1 - kept).renormalized
        (orientation, time) = (smoothed, stamp)
        return smoothed
    }
}

/// The position that the projection uses: the last fix that was good enough, held while fixes are missing or worse.
public struct PositionHold: Sendable, Hashable {
    /// Fixes with a worse horizontal accuracy, metres, are ignored; a fix without an accuracy counts as good.
    public let worstAccuracy: Double
    /// The last good fix; `nil` before the first.
    public private(set) var position: GeodeticPosition?
    /// Its horizontal accuracy, metres; NaN where unknown.
    public private(set) var accuracy = Double.nan
    /// Its stamp, nanoseconds.
    public private(set) var time: Int64?
    /// Fixes that were ignored.
    public private(set) var ignored = 0
    /// The height of positions that have none (NaN) or 0, metres above the ellipsoid; theirs where `nil`.
    public let floorHeight: Double?
    /// Positions that got the floor's height.
    public private(set) var floored = 0

    /// Nothing known yet. The limit of 100 m is that of the model `frustum`.
    public init(worstAccuracy: Double = 100, floorHeight: Double? = nil) {
        (self.worstAccuracy, self.floorHeight) = (worstAccuracy, floorHeight)
    }

    /// The age of the position, seconds; `nil` before the first.
    public func age(at now: Int64) -> Double? { time.map { Double(now - $0) * 1e-9 } }

    /// Takes a fix.
    /// - Returns: whether it is used.
    @discardableResult
    public mutating func update(_ fix: GeodeticPosition, accuracy: Double = .nan, at time: Int64) -> Bool {
        var fix = fix
        let isFloored = floorHeight != nil && (fix.height == 0 || fix.height.isNaN)
        if isFloored, let floorHeight { fix.height = floorHeight }
        guard fix.isValid, !(accuracy > worstAccuracy), !(accuracy < 0) else {
            ignored += 1
            return false
        }
        if isFloored { floored += 1 }
        position = fix
        self.accuracy = accuracy
        self.time = time
        return true
    }
}
