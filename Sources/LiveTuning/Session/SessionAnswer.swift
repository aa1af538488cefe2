import Analysis
import Figures
import OrientationFilters
import Reporting
import SensorModels
import Smoothing
import Vocabulary

/// What the page needs to begin: the opened log, the catalogue, where parameters are saved.
struct SessionAnswer: Encodable, Sendable {
    /// The opened log; null where none is open.
    @Nullable var log: LogAnswer?
    /// Every open log, in the order in which they were opened.
    let logs: [LogEntry]
    let filters: [FilterAnswer]
    /// The filter that is tuned at first, and its parameters.
    let tuned: TunedFilter
    /// Whether the recommended filter takes its place once it is known.
    let opensOnRecommended: Bool
    /// The filters beside it at first.
    let compared: [String]
    /// How the lines of the device's own attitude look.
    let device = Look(.filter(PreparedLog.deviceName))
    /// The options that a command repeats to give the same numbers, each with its value.
    let given: [String]
    /// Those of the heading.
    let givenHeading: [String]
    /// Where parameters are saved.
    let output: String
    /// The largest log that can be dropped, bytes.
    let uploadLimit: Int

    struct TunedFilter: Encodable, Sendable {
        let name: String
        let parameters: [String: Double]
    }

    /// A filter of the catalogue with what the page needs beside it.
    struct FilterAnswer: Encodable, Sendable {
        let filter: CatalogueListing.Filter
        /// One slider per parameter, in their order.
        let sliders: [SliderScale]
        /// Why the filter cannot run on the log; null where it can.
        @Nullable var obstacle: String?
        /// How its lines look, as in the report.
        let look: Look
    }

    /// A line of the page.
    struct Look: Encodable, Sendable {
        /// A colour of the style sheet.
        let colour: String
        /// Lengths of dash and gap, pixels; empty for a solid line.
        let dash: [Double]

        init(_ style: ChartStyle) {
            colour = style.css
            dash = style.dashes
        }
    }

    /// One of the open logs.
    struct LogEntry: Encodable, Sendable {
        let number: Int
        let name: String
        /// Where commands find it; null where it was dropped on the page or came from standard input.
        @Nullable var path: String?
        let durationSeconds: Double
        let hasReference: Bool
    }

    /// The opened log.
    struct LogAnswer: Codable, Sendable {
        let number: Int
        let name: String
        let format: String
        let durationSeconds: Double
        let sensors: [String]
        /// `true` or `magnetic`.
        let north: String
        /// `camera` or `top`.
        let headingAxis: String
        let hasReference: Bool
        /// Whether the device's own attitude is in it, with a north.
        let hasDevice: Bool
        /// The strength of the undisturbed field, microtesla; null where it is unknown.
        @Nullable var fieldMicrotesla: Double?
        /// Where that is from: `model` or `log`.
        @Nullable var fieldSource: String?
        /// The intervals in which the strength of the field was not the Earth's, seconds from the first sample.
        let disturbed: [[Double]]
        /// What the picture of the screen needs; null without an orientation of a reference or of the device.
        @Nullable var stage: StageAnswer?
        /// The motion against which lag and jitter are measured: `reference`, `gyroscope`, or null.
        @Nullable var motion: String?
        let calibration: [String]
        let warnings: [Warning]
    }

    /// What the picture of the screen needs to know of a log.
    struct StageAnswer: Codable, Sendable {
        /// Width, height, focal lengths and centre of the screen as it is held, units of the picture.
        let camera: [Double]
        /// The focal length across the screen, pixels of the device.
        let focal: Double
        let landmarks: [LandmarkAnswer]

        struct LandmarkAnswer: Codable, Sendable {
            let name: String
            /// East, north, up in the frame of the tracks.
            let v: [Double]
            /// Metres; 0 for a direction.
            let distance: Double
        }
    }

    /// - Parameter log: the one that the page shows.
    init(_ log: OpenLog?, among logs: [OpenLog], options: PageOptions) {
        self.logs = logs.map { log in
            LogEntry(
                number: log.number, name: log.trial.prepared.name, path: log.path, durationSeconds: log.duration,
                hasReference: !log.trial.reference.isEmpty)
        }
        let own = options.analysis.tracks.map { track in
            FilterAnswer(
                filter: CatalogueListing.Filter(track.listing), sliders: [],
                obstacle: log.flatMap { log in
                    log.own.filters.contains { $0.name == track.name } ? nil : "\(track.name) has no track of this log"
                }, look: Look(.filter(track.name)))
        }
        filters =
            FilterCatalogue.entries.map { entry in
                FilterAnswer(
                    filter: CatalogueListing.Filter(entry), sliders: entry.parameters.map(SliderScale.init),
                    obstacle: log.flatMap { $0.trial.prepared.obstacle(to: entry)?.message },
                    look: Look(.filter(entry.information.name)))
            } + own
        tuned = TunedFilter(name: options.tuned.name, parameters: options.tuned.parameters)
        opensOnRecommended = options.opensOnRecommended
        compared = options.compared + options.analysis.tracks.map(\.name)
        (given, givenHeading) = (options.given, options.givenHeading)
        output = options.output
        uploadLimit = options.uploadLimit
        _log = Nullable(wrappedValue: log.map(LogAnswer.init))
    }
}

extension SessionAnswer.LogAnswer {
    fileprivate init(_ log: OpenLog) {
        let trial = log.trial
        number = log.number
        name = trial.prepared.name
        format = log.format
        durationSeconds = log.duration
        sensors = log.sensors.map(\.rawValue)
        north = trial.prepared.north.rawValue
        headingAxis = trial.prepared.headingAxis.rawValue
        hasReference = !trial.reference.isEmpty
        hasDevice = trial.device != nil
        let (disturbance, model) = (trial.prepared.disturbance, trial.prepared.geomagnetism?.intensityMicrotesla)
        _fieldMicrotesla = Nullable(wrappedValue: disturbance?.fieldMicrotesla ?? model)
        _fieldSource = Nullable(
            wrappedValue: (disturbance?.fieldMicrotesla ?? model).map { $0 == model ? "model" : "log" })
        disturbed = disturbance?.episodes.map { [$0.startSeconds, $0.endSeconds] } ?? []
        _stage = Nullable(
            wrappedValue: log.screen.map { screen in
                let camera = screen.camera
                return SessionAnswer.StageAnswer(
                    camera: [
                        camera.width, camera.height, camera.focalX, camera.focalY, camera.centreX, camera.centreY,
                    ], focal: screen.focal,
                    landmarks: Landmark.compass.map { landmark in
                        let d = landmark.direction
                        return .init(name: landmark.name, v: [d.x, d.y, d.z], distance: landmark.distance ?? 0)
                    })
            })
        _motion = Nullable(wrappedValue: trial.motion.source?.rawValue)
        let set = trial.prepared.calibration
        let applied = [
            ("magnetometer", set.magnetometer?.applied), ("gyroscope", set.gyroscope?.applied),
            ("accelerometer", set.accelerometer?.applied),
        ]
        calibration = applied.filter { $0.1 == true }.map(\.0)
        warnings = trial.warnings
    }
}

/// The scale of a parameter's slider. The field beside it takes every valid value; the slider covers those worth
/// trying.
struct SliderScale: Encodable, Sendable, Hashable {
    /// The value at the slider's left end.
    let minimum: Double
    /// The value at the slider's right end.
    let maximum: Double
    /// Equal steps are equal factors.
    let isLogarithmic: Bool

    /// How far a logarithmic slider goes to either side of the default.
    static let reach = 100.0

    /// Parameters that span orders of magnitude (time constants, sigmas) get a logarithmic slider, a factor of a
    /// hundred to either side of the default as far as the range goes; the others their range.
    init(_ parameter: ParameterInformation) {
        let (range, standard) = (parameter.range, parameter.defaultValue)
        let spansMagnitudes =
            range.lowerBound > 0 ? range.upperBound / range.lowerBound >= 1000 : standard <= range.upperBound / 20
        if standard > 0 && range.lowerBound >= 0 && spansMagnitudes {
            minimum = max(range.lowerBound, standard / Self.reach)
            maximum = min(range.upperBound, standard * Self.reach)
            isLogarithmic = true
        } else {
            minimum = range.lowerBound
            maximum = range.upperBound
            isLogarithmic = false
        }
    }
}
