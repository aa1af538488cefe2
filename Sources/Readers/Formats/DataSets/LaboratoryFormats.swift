import Recordings
import SensorModels

/// Data sets of laboratories with motion capture, as they are downloaded. The yaw of their references is arbitrary, and
/// the bodies of the markers are turned against the sensors.
extension DeclaredFormat {
    /// RepoIMU (A. Szczesna et al., ICCVG 2016): semicolons, a header of two lines, seconds; an Xsens MTi-G and Vicon's
    /// orientation of the body, whose vertical is that of the cameras' calibration.
    static let repoIMU = DeclaredFormat(
        name: "RepoIMU", documentation: "the header and the data set's paper",
        guide: FormatGuide("`TStick_...csv`", by: "`Time (s);Vicon Orientation;`", clock: "s"),
        begins: { lines, _ in lines.first?.hasPrefix("Time (s);Vicon Orientation;") == true },
        head: { TableHead(grouped: $0, around: 0) }, clock: decimal("Time (s)", exponent: 9),
        streams: [
            .init(.accelerometer, "IMU Acceleration {axis}", .metresPerSecondSquared, source: "IMU Acceleration"),
            .init(.gyroscope, "IMU Gyroscope {axis}", .radiansPerSecond, source: "IMU Gyroscope"),
            .init(
                .magnetometer, "IMU Magnetometer {axis}", .microtesla, source: "IMU Magnetometer",
                note: "normalised, times 50", factor: 50),
            .init(
                .reference, "{axis}", axes: ["W", "X", "Y", "Z"], source: "Vicon Orientation",
                note: "body to cameras"),
        ],
        finish: { log, _, lines, _ in
            log.warnOfField(lines)
            log.recording.metadata.reference = ReferenceTerms(north: .arbitrary, mount: .fit, level: .fit)
        })

    /// RING's supplementary material (2024): `imu_rigid.csv` with five units (`seg1_acc_x`), rows at the rate of the
    /// first line; `omc.csv` beside it with the orientations of their bodies, from the same instant on and
    /// gravity-aligned.
    static let ring = unitsAtRate(
        places: ["imu_rigid.csv", "imu_rigid.csv.gz"],
        [
            .init(.accelerometer, "{unit}_acc_{axis}", .metresPerSecondSquared, source: "{unit}_acc"),
            .init(.gyroscope, "{unit}_gyr_{axis}", .radiansPerSecond, source: "{unit}_gyr"),
            .init(
                .magnetometer, "{unit}_mag_{axis}", .microtesla, source: "{unit}_mag",
                note: "in units of its own, times 70", factor: 70),
        ],
        beside: [
            unitsAtRate(
                places: ["omc.csv", "omc.csv.gz"],
                [
                    .init(
                        .reference, "{unit}_quat_{axis}", axes: ["w", "x", "y", "z"], source: "{unit}_quat",
                        note: "body to cameras")
                ])
        ])

    private static func unitsAtRate(
        places: [String], _ streams: [DeclaredColumns], beside: [DeclaredFormat] = []
    ) -> DeclaredFormat {
        DeclaredFormat(
            name: "RING", documentation: "the lines above the header",
            guide: FormatGuide(
                "`imu_rigid.csv`, `omc.csv`", by: "`# units are seconds/meters/radians/a.u.`",
                clock: "rows at the first line's rate"),
            begins: { lines, _ in rate(lines) != nil }, head: { TableHead($0) { $0.hasPrefix("#") } }, places: places,
            clock: { _, lines, options, _, _ in
                (options.assumptions.rateHz ?? rate(lines.firstLines)).map { (0, .rows(rateHz: $0), nil) }
            }, streams: streams, beside: beside,
            finish: { log, _, lines, unit in
                if !log.recording.magnetometer.isEmpty { log.warnOfField(lines) }
                log.recording.metadata.other["unit"] = unit
                log.recording.metadata.reference = ReferenceTerms(north: .arbitrary, mount: .fit)
            })
    }

    private static func rate(_ lines: [String]) -> Double? {
        guard lines.count > 2, lines[1].hasPrefix("# units are seconds/meters/radians/a.u.") else { return nil }
        return lines[0].components(after: "# sampling frequency:").flatMap { Double($0.trimmedCell) }.flatMap {
            $0 > 0 && $0 < 100_000 ? $0 : nil
        }
    }
}

extension RawLog {
    fileprivate mutating func warnOfField(_ lines: LineReader) {
        guard !recording.warnings.contains(where: { $0.code == .normalisedField }) else { return }
        warn(.normalisedField, place: lines.source.name, RawLog.withoutUnit(.magnetometer))
    }
}
