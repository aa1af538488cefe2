import Recordings
import SensorModels

/// Where the trials of a data set are in its folder, nothing of which is calibrated.
///
/// What is known of a reference (north, mount, vertical, delay) is said by the set's format; that of canonical logs by
/// `terms`.
struct BenchmarkLayout: Sendable {
    /// A file or folder that has one trial, or one of every sensor unit.
    struct Trial {
        /// Path below the benchmark's folder.
        var path: [String]
        var name: String
        var group: String?
        /// The units of the file that are trials of their own; none where it has one.
        var units: [String] = []
    }

    /// How deep below the folder trials are.
    var depth = 1
    /// Whether headings have a north.
    var hasNorth = false
    /// What is known of the references beside what the format says.
    var terms: ReferenceTerms?
    /// The trial of a file; `nil` for other files.
    let trial: @Sendable (_ path: [String]) -> Trial?

    /// BROAD (D. Laidig et al., Data 6(7), 72, 2021): `NN_name.csv`, where NN is the number of the trial, and the name
    /// begins with `undisturbed` or `disturbed`.
    static let broad = BenchmarkLayout(hasNorth: true) { path in
        let name = path[0]
        guard isCSV(name), name.prefix(2).allSatisfy(\.isNumber), name.dropFirst(2).first == "_" else { return nil }
        let stem = ComparisonLog.stem(of: name)
        return Trial(path: path, name: stem, group: stem.split(separator: "_").dropFirst().first.map(String.init))
    }

    /// `GROUP-name.csv`: canonical logs whose reference has an arbitrary yaw.
    static let references = BenchmarkLayout(terms: ReferenceTerms(north: .arbitrary)) { path in
        guard isCSV(path[0]) else { return nil }
        let stem = ComparisonLog.stem(of: path[0])
        return Trial(path: path, name: stem, group: stem.split(separator: "-", maxSplits: 1).first.map(String.init))
    }

    /// RepoIMU (A. Szczesna et al., ICCVG 2016): `TStick/TStick_TestNN_TrialN.csv`. The pendulum's files are left
    /// out: their readings are held to the stamps of the motion capture.
    static let repoIMU = BenchmarkLayout(depth: 2) { path in
        guard let name = path.last, isCSV(name), name.hasPrefix("TStick_Test") else { return nil }
        let stem = ComparisonLog.stem(of: name)
        return Trial(path: path, name: stem, group: stem.split(separator: "_").dropFirst().first.map(String.init))
    }

    /// RING's supplementary material (S. Bachhuber et al., 2024): `trialN/imu_rigid.csv` with `omc.csv` beside it, and
    /// five units in each.
    static let ring = BenchmarkLayout(depth: 2) { path in
        guard path.count == 2, ["imu_rigid.csv", "imu_rigid.csv.gz"].contains(path[1]) else { return nil }
        return Trial(path: [path[0]], name: path[0], group: path[0], units: (1...5).map { "seg\($0)" })
    }

    /// IMU_dataset (M. Rasteiro et al., ICCE-TW 2015): `VELOCITY/PATH/SENSOR.mat`, the sensors that have readings.
    static let robot = BenchmarkLayout(depth: 4) { path in
        guard let name = path.last, name.hasSuffix(".mat") else { return nil }
        let stem = String(name.dropLast(4))
        guard let sensor = ["MPU9150", "LSM9DS0", "MPU6050RM3100", "MPU6500RM3100"].first(where: stem.hasSuffix)
        else { return nil }
        let folders = path.dropLast().filter { $0 != "DataSets" }
        return Trial(path: path, name: (folders + [stem]).joined(separator: "-"), group: sensor)
    }

    /// EuRoC MAV (M. Burri et al., IJRR 35(10), 2016) and TUM-VI (D. Schubert et al., IROS 2018): `SEQUENCE/mav0/`.
    static let euroC = BenchmarkLayout(depth: 4) { path in
        guard path.count > 3, path.suffix(3) == ["mav0", "imu0", "data.csv"] else { return nil }
        return Trial(path: path.dropLast(3), name: path.dropLast(3).joined(separator: "-"))
    }

    private static func isCSV(_ name: String) -> Bool { name.hasSuffix(".csv") || name.hasSuffix(".csv.gz") }

    /// - Throws: `SensorLabError` (no input) for a missing folder.
    func plan(folder: String) throws -> Benchmark.Plan {
        var plan = Benchmark.Plan()
        for file in try BenchmarkFolder.files(folder, depth: depth) {
            guard let trial = trial(file) else { continue }
            for unit in trial.units.isEmpty ? [nil] : trial.units.map(Optional.some) {
                var log = ComparisonLog(
                    path: ([folder] + trial.path).joined(separator: "/"),
                    name: ([trial.name] + [unit].compactMap { $0 }).joined(separator: "-"), group: trial.group)
                log.calibration = CalibrationChoice.none
                log.referenceTerms = terms
                log.unit = unit
                plan.logs.append(log)
            }
        }
        return plan
    }
}
