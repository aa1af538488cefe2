import Recordings
import Rotations
import SensorModels
import Vocabulary

/// A folder with one table per sensor (`accelerometer.csv.gz`, ...) and `meta.json` with units, signs and clock.
///
/// The layout of the phone recordings with motion-capture reference that were made from T. Michel et al., On Attitude
/// Estimation with Smartphones (IEEE PerCom 2017). Nothing but the tables below and `meta.json` is opened: the
/// ground truth of biases and disturbances beside them is for scoring alone.
enum PhonesFormat: RecordingFormat {
    static let name = "phones"

    static func recognises(_ input: LogInput) -> Bool {
        guard case .folder(let folder) = input, folder.entries.contains(metaFile) else { return false }
        return sensors.contains { folder.table($0.stem) != nil }
    }

    static let metaFile = "meta.json"

    /// The tables with three columns x, y, z that hold a sensor.
    private static let sensors: [(stem: String, sensor: SensorKind)] = [
        ("accelerometer", .accelerometer), ("gyroscope", .gyroscope), ("magnetometer", .magnetometer),
        ("magnetometer_device", .magnetometerCorrected), ("linear_acceleration", .linearAcceleration),
    ]

    /// The tables with four columns qw, qx, qy, qz that hold an orientation.
    private static let orientations: [(stem: String, sensor: SensorKind)] = [
        ("attitude", .attitude), ("reference", .reference),
    ]

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard case .folder(let folder) = input else { throw input.unrecognised }
        let meta = try PhoneMetadata(folder, options.assumptions)
        var recording = Recording(metadata: meta.metadata)
        for (stem, sensor) in sensors + orientations {
            guard let file = folder.table(stem) else { continue }
            recording.provenance[sensor] = try meta.provenance(of: sensor, file: file)
            let factor = LogUnit.Quantity(of: sensor) == nil ? 1 : try meta.factor(of: sensor)
            let turn = sensor == .attitude ? meta.attitudeTurn : nil
            try readTable(folder, file, sensor, factor: factor, turn: turn, into: &recording)
        }
        try addCorrected(.gyroscopeCorrected, from: \.gyroscope, "gyroscope_bias_device", folder, meta, &recording)
        try addCorrected(
            .magnetometerCorrected, from: \.magnetometer, "magnetometer_bias_device", folder, meta, &recording)
        addGravity(&recording)
        return recording
    }

    /// Reads one table; one without samples becomes a warning, since the other files may be usable.
    private static func readTable(
        _ folder: LogFolder, _ file: String, _ sensor: SensorKind, factor: Double = 1, turn: Quaternion? = nil,
        into recording: inout Recording
    ) throws {
        let isOrientation = orientations.contains { $0.sensor == sensor }
        let columns = isOrientation ? ["qw", "qx", "qy", "qz"] : ["x", "y", "z"]
        try folder.read(file) { lines in
            guard let header = try lines.nextLine() else {
                return recording.warnings.add(
                    .emptyStream, "\(lines.source.name): the file has no complete line", "copy or record it again")
            }
            let names = header.commaCells
            let positions = columns.compactMap(names.firstIndex(of:))
            guard let time = names.firstIndex(of: "t"), positions.count == columns.count else {
                throw lines.error(
                    .unknownHeader, line: 1,
                    "found \"\(header.prefix(60))\", expected t,\(columns.joined(separator: ","))",
                    "copy the file again")
            }
            let channel = TableSchema.Channel(
                sensor: sensor, columns: positions, turn: turn, factor: factor, claim: StreamClaim(source: file))
            do {
                try [channel].read(lines, TableLayout(names: names, time: time, numeric: []), into: &recording)
            } catch let error as SensorLabError where error.code == .noSamples {
                recording.warnings.add(.emptyStream, error.place + ": " + error.message, error.advice)
            }
        }
    }

    /// Corrected by the device = raw - bias, the bias held from its last change; the first one also before it was written.
    private static func addCorrected(
        _ sensor: SensorKind, from raw: KeyPath<Recording, VectorStream>, _ stem: String, _ folder: LogFolder,
        _ meta: PhoneMetadata, _ recording: inout Recording
    ) throws {
        guard let file = folder.table(stem), let path = Recording.vectorPath(of: sensor) else { return }
        var table = Recording()
        try readTable(folder, file, sensor, factor: try meta.factor(of: sensor), into: &table)
        recording.warnings += table.warnings
        let bias = table[keyPath: path]
        guard !bias.isEmpty else { return }
        var corrected = recording[keyPath: raw]
        var current = 0
        for index in corrected.times.indices {
            while current + 1 < bias.count && bias.times[current + 1] <= corrected.times[index] { current += 1 }
            corrected.values[index] -= bias.values[current]
        }
        recording[keyPath: path] = corrected
        recording.provenance[sensor] = try meta.provenance(of: sensor, file: "raw minus \(file)")
    }

    /// Gravity = accelerometer - linear acceleration at the latter's stamps (some phones gave it five times a second), the
    /// accelerometer interpolated in time between neighbours at most 0.1 s apart.
    ///
    /// Of interpolated, held and nearest readings of either, this comes nearest to the constant length that the phones'
    /// gravity had.
    private static func addGravity(_ recording: inout Recording) {
        guard !recording.linearAcceleration.isEmpty else { return }
        recording.gravity = recording.accelerometer.combined(with: recording.linearAcceleration) { $0 - $1 }
        recording.provenance[.gravity] = StreamProvenance(
            unit: "m/s^2", convention: "the accelerometer's sign: face up z = +9.81",
            decidedBy: "derived: accelerometer minus linear_acceleration, the log has no gravity of its own",
            source: "accelerometer, interpolated, minus linear_acceleration")
    }
}
