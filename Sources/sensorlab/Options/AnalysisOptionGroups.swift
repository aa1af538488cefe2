import Analysis
import ArgumentParser
import Evaluation
import Fleet
import Foundation
import Geomagnetism
import HighResolutionField
import ProjectionCore
import Readers
import Recordings
import Vocabulary

/// Where a log was recorded.
struct PlaceOptions: ParsableArguments {
    @Option(
        parsing: .unconditional, help: "Place: LAT,LON[,ALTITUDE], degrees north and east, metres.",
        transform: PlaceArgument.parse)
    var place: PlaceArgument?

    @Option(help: "Reference of all altitudes: ellipsoid or msl (mean sea level, EGM96 to degree 12).")
    var heightAbove: HeightReference = .ellipsoid

    /// The place, its height above the ellipsoid.
    var position: GeodeticPosition? { place.map { above($0.position, $0.hasHeight) } }

    /// A position of the log or of a list, its height above the ellipsoid; one without a height as it is.
    func above(_ position: GeodeticPosition, _ hasHeight: Bool) -> GeodeticPosition {
        hasHeight
            ? GeodeticPosition(
                latitude: position.latitude, longitude: position.longitude, height: position.height,
                above: heightAbove) : position
    }

    /// A list of places, their heights above the ellipsoid; empty without a file.
    func places(_ file: InputPath?) throws -> [PointOfInterest] {
        try (file.map { try PlacesFile.read(path: $0.path) } ?? []).map { place in
            var place = place
            place.position = above(place.position, place.hasHeight)
            return place
        }
    }
}

/// The height of the ground.
struct TerrainOptions: ParsableArguments {
    @Option(
        help:
            "Terrain for unknown heights: an SRTM tile (N47E011.hgt), a GeoTIFF (with GDAL) or a folder of them.",
        completion: .file(extensions: ["hgt", "tif", "tiff", "vrt"])) var terrain: InputPath?
    @Option(
        parsing: .unconditional, help: "Height of the camera above the terrain, metres (default: 1.6).")
    var eyeHeight: Double?

    func validate() throws {
        guard let eyeHeight else { return }
        guard terrain != nil else { throw ValidationError("--eye-height: expected --terrain too") }
        guard (-100...10_000).contains(eyeHeight) else {
            throw ValidationError("--eye-height \(eyeHeight): expected metres of -100 to 10000")
        }
    }

    /// `nil` without tiles.
    func found() throws -> Terrain? {
        try terrain.map { try Terrain(path: $0.path, eyeHeight: eyeHeight ?? Terrain.usualEyeHeight) }
    }
}

/// Where and when: advised commands for the same log repeat these options.
struct GeomagneticOptions: ParsableArguments {
    @OptionGroup var site: PlaceOptions

    @Option(help: "Date, YYYY-MM-DD.")
    var date: CalendarDate?

    @Option(
        help:
            "Geomagnetic model: \(GeomagneticCatalogue.names.joined(separator: ", ")) (default: by date).",
        completion: .geomagneticModel)
    var model: String?

    @Option(help: "Coefficient file (.COF) of another geomagnetic model.", completion: .file())
    var coefficients: InputPath?
}

/// Which heading.
struct HeadingOptions: ParsableArguments {
    @Option(help: "Axis of the heading: top, camera or auto.")
    var headingAxis: HeadingAxisChoice = .auto

    @Option(help: "North of headings: true or magnetic (default: true if place and date are known).")
    var north: North?
}

/// Which calibration: by default what the log itself determines.
struct CalibrationOptions: ParsableArguments {
    @Option(
        help:
            "auto (from the log itself; default without files), none or a calibration file; repeatable, one file per sensor; with auto, files and log give one common estimate, with none files are applied as they are.",
        completion: .file())
    var calibration: [CalibrationArgument] = []

    /// - Parameter refining: whether files become one estimate with the log; with `none` they are applied as they are.
    func choice(refining: Bool = false) throws -> CalibrationChoice {
        let calibration = calibration.map(\.text)
        let words = calibration.map { $0.lowercased() }
        switch words {
        case [], ["auto"]: return .auto
        case ["none"]: return .none
        case _ where words.contains("none") && words.contains("auto"):
            throw ValidationError("--calibration none excludes --calibration auto")
        case _ where words.contains("none"): return .files(calibration.filter { $0.lowercased() != "none" })
        default: return .files(calibration + (refining && !words.contains("auto") ? ["auto"] : []))
        }
    }
}

/// The reference that errors are measured against, in place of the log's own.
struct ReferenceOptions: ParsableArguments {
    @Option(
        help: "File with the reference orientation (ref_qw..ref_qz or qw..qz) in the log's clock.",
        completion: .file())
    var reference: InputPath?
    @Flag(help: "Use the device's own attitude as the reference.")
    var deviceAttitude = false
    @Option(
        help:
            "North of the reference: true, magnetic or arbitrary (removes a constant per log; default: as the log says)."
    )
    var referenceNorth: ReferenceNorth?
    @Option(help: "Axes of the reference's body: known (the device's; default) or fit (by the gyroscope).")
    var referenceMount: ReferenceMount?
    @Option(help: "Vertical of the reference: known (the Earth's; default) or fit (by the mean force).")
    var referenceLevel: ReferenceMount?
    @Option(
        parsing: .unconditional,
        help: "How late the reference's stamps are: seconds (default: 0), or fit (by the gyroscope).")
    var referenceDelay: ReferenceDelay?
    @Option(help: "What the reference is one of: orientation (default), heading or inclination.")
    var referenceParts: ReferenceParts?

    func validate() throws {
        if reference != nil && deviceAttitude {
            throw ValidationError("--reference and --device-attitude exclude each other: give only one")
        }
    }

    var choice: ReferenceChoice { deviceAttitude ? .deviceAttitude : reference.map { .file($0.path) } ?? .log }

    /// Sets the reference of an analysis.
    func apply(to options: inout AnalysisOptions) {
        options.reference = choice
        options.referenceTerms = ReferenceTerms(
            north: referenceNorth, mount: referenceMount, level: referenceLevel, delay: referenceDelay,
            parts: referenceParts)
    }
}

extension ReferenceNorth: NameArgument {}

extension ReferenceMount: NameArgument {}

extension ReferenceParts: NameArgument {}

extension ReferenceDelay: ExpressibleByArgument {
    /// Reads `fit` or seconds.
    public init?(argument: String) { self.init(argument) }
}

/// What every verb has that shows headings.
struct EstimateOptions: ParsableArguments {
    @OptionGroup var calibration: CalibrationOptions
    @OptionGroup var geomagnetic: GeomagneticOptions
    @OptionGroup var heading: HeadingOptions

    var site: PlaceOptions { geomagnetic.site }

    /// - Parameter refining: as of `CalibrationOptions.choice`.
    func options(_ filters: [FilterRequest]? = nil, refining: Bool = false) throws -> AnalysisOptions {
        var options = AnalysisOptions(geomagnetic, heading)
        if let filters { options.filters = filters }
        options.calibration = try calibration.choice(refining: refining)
        return options
    }
}

extension AnalysisOptions {
    /// Where and when, and which heading.
    init(_ geomagnetic: GeomagneticOptions, _ heading: HeadingOptions? = nil) {
        self.init()
        source = ReadOptions()
        place = geomagnetic.site.position
        placeHasHeight = geomagnetic.site.place?.hasHeight ?? true
        date = geomagnetic.date
        model = geomagnetic.model
        coefficients = geomagnetic.coefficients?.path
        if let heading { (headingAxis, north) = (heading.headingAxis, heading.north) }
    }
}

/// Work in parallel.
struct JobsOption: ParsableArguments {
    @Option(parsing: .unconditional, help: "Number of threads.")
    var jobs = max(1, ProcessInfo.processInfo.activeProcessorCount)

    func validate() throws {
        guard jobs >= 1 else { throw ValidationError("--jobs \(jobs): expected 1 or more") }
    }
}

/// Which logs are analysed in chapters.
struct ChapterOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Length of the chapters that a log is analysed in, each by itself: 60 seconds or more; whole: the log is "
                + "analysed as one; auto: 3600 in logs above 160 MiB, else whole.",
            valueName: "seconds"),
        transform: Self.length)
    var every = ChapterLength.automatic

    private static func length(_ text: String) throws -> ChapterLength {
        guard let length = ChapterLength(text) else {
            throw ValidationError("expected whole, auto or seconds from 60 to 10000000")
        }
        return length
    }
}

/// Where results are kept.
struct HistoryOption: ParsableArguments {
    @Option(
        help: "SQLite file to which the results are added, with version and options; `sensorlab history` shows it.",
        completion: .file())
    var history: InputPath?

    func validate() throws {
        if history?.path.isEmpty == true { throw ValidationError("--history: expected the name of a file") }
    }

    /// The history, opened before the work begins; `nil` without the option.
    /// - Throws: `SensorLabError` for a file that is no history or cannot be created.
    func opened() throws -> History? { try history.map { try History(path: $0.path) } }
}
