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
    static let usesEvidence = false

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

    static func read(_ input: LogInput, _ options: ReadOptions) throws -> Recording {
        guard case .folder(let folder) = input else { throw input.unrecognised(RecordingFormats.names) }
        let meta = try PhoneMetadata(folder)
        var recording = Recording(metadata: meta.metadata)
        for (stem, sensor) in sensors {
            guard let file = folder.table(stem) else { continue }
            recording.provenance[sensor] = try meta.provenance(of: sensor, file: file)
            let factor = try meta.factor(of: sensor)
            try readTable(folder, file, ["x", "y", "z"], into: &recording) { assembler in
                assembler.add(sensor, VectorDecoder(0, 1, 2, factor: factor))
            }
        }
        for (stem, sensor) in [("attitude", SensorKind.attitude), ("reference", .reference)] {
            guard let file = folder.table(stem) else { continue }
            recording.provenance[sensor] = try meta.provenance(of: sensor, file: file)
            let turn = sensor == .attitude ? meta.attitudeTurn : nil
            try readTable(folder, file, ["qw", "qx", "qy", "qz"], into: &recording) { assembler in
                assembler.add(sensor, QuaternionDecoder([0, 1, 2, 3], turn: turn))
            }
        }
        try addCorrected(.gyroscopeCorrected, from: \.gyroscope, "gyroscope_bias_device", folder, meta, &recording)
        try addCorrected(
            .magnetometerCorrected, from: \.magnetometer, "magnetometer_bias_device", folder, meta, &recording)
        addGravity(&recording)
        return recording
    }

    /// Reads one table; one without samples becomes a warning, since the other files may be usable.
    private static func readTable(
        _ folder: LogFolder, _ file: String, _ columns: [String], into recording: inout Recording,
        _ plan: (inout StreamAssembler) -> Void
    ) throws {
        var assembler = StreamAssembler()
        plan(&assembler)
        try folder.read(file) { lines in
            guard let header = try lines.nextLine() else {
                recording.warnings.append(
                    Warning(
                        code: .emptyStream, message: "\(lines.source.name): the file has no complete line",
                        advice: "copy or record it again"))
                return
            }
            let names = header.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmedCell }
            let positions = columns.compactMap(names.firstIndex(of:))
            guard let time = names.firstIndex(of: "t"), positions.count == columns.count else {
                throw SensorLabError(
                    .badData, code: .unknownHeader, place: "\(lines.source.name):1",
                    message: "found \"\(header.prefix(60))\", expected t,\(columns.joined(separator: ","))",
                    advice: "copy the file again")
            }
            var table = TableReader(lines, layout: TableLayout(names: names, time: time, numeric: positions))
            do {
                try assembler.read(&table, into: &recording)
            } catch let error as SensorLabError where error.code == .noSamples {
                recording.warnings.append(
                    Warning(code: .emptyStream, message: error.place + ": " + error.message, advice: error.advice))
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
        try readTable(folder, file, ["x", "y", "z"], into: &table) { assembler in
            assembler.add(sensor, VectorDecoder(0, 1, 2))
        }
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
        let force = recording.accelerometer
        let linear = recording.linearAcceleration
        guard !linear.isEmpty else { return }
        var gravity = VectorStream()
        gravity.times.reserveCapacity(linear.count)
        gravity.values.reserveCapacity(linear.count)
        var interpolation = Interpolation(force.times, longestGap: 100_000_000)
        for (time, value) in zip(linear.times, linear.values) {
            guard let (index, fraction) = interpolation.bracket(time) else { continue }
            let (a, b) = (force.values[index], force.values[min(index + 1, force.count - 1)])
            gravity.append(a + fraction * (b - a) - value, at: time)
        }
        recording.gravity = gravity
        recording.provenance[.gravity] = StreamProvenance(
            unit: "m/s^2", convention: "the accelerometer's sign: face up z = +9.81",
            decidedBy: "derived: accelerometer minus linear_acceleration, the log has no gravity of its own",
            source: "accelerometer, interpolated, minus linear_acceleration")
    }
}
