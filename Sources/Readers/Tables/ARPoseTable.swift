import Files
import Recordings
import Rotations
import SensorModels
import Vocabulary

/// The axes of the camera in a table of poses.
public enum ARCameraAxes: String, Sendable, CaseIterable {
    /// ARKit, ARCore, OpenGL: x right, y up, looking along -z.
    case arkit
    /// OpenCV and Stray Scanner: x right, y down, looking along +z.
    case opencv

    /// From ARKit's camera axes to these: half a turn about x.
    var fromARKit: Quaternion? { self == .arkit ? nil : Quaternion(0, 1, 0, 0) }
}

/// A table of AR poses in the forms in which they are exported:
///
/// - the TUM form (Sturm et al., IROS 2012): `time tx ty tz qx qy qz qw`, spaces between, comments with `#`;
/// - ARKit files of ADVIO (Cortes et al., ECCV 2018) and ios_logger: `time,tx,ty,tz,qw,qx,qy,qz`, no header;
/// - a header with `timestamp` (or `time`, `t`) and `x,y,z,qx,qy,qz,qw` or `tx,ty,tz,...`, such as Stray Scanner's
///   odometry.csv, whose camera axes are OpenCV's where the column `frame` is there too.
///
/// The world's y is up in all of them. Times are seconds.
public struct ARPoseTable: Sendable {
    /// In ARKit's frames.
    public private(set) var poses = SampleStream<ARPose>()
    /// The camera's axes in the table.
    public private(set) var axes: ARCameraAxes
    /// The camera of the pictures, where the table has `fx,fy,cx,cy`.
    public private(set) var intrinsics: ARIntrinsics?
    /// What was left out.
    public private(set) var warnings: [Warning] = []
    /// Rows that could not be read, and those out of order.
    var dropped: Int { unreadable + backwards }
    private var (unreadable, backwards) = (0, 0)

    /// Longest step between poses, nanoseconds: poses come many times a second, so longer steps show another unit.
    private static let longestStep: Int64 = 5_000_000_000
    /// Fewest rows that are judged.
    private static let fewest = 10

    /// Reads a file.
    /// - Parameters:
    ///   - path: the table, or `.gz` of it.
    ///   - offset: added to its times to get the log's clock, seconds.
    ///   - axes: of the camera; `nil` for those of the table's form.
    /// - Throws: `SensorLabError`: no input; bad data for a table of another form, and one without a usable row.
    public init(path: String, offset: Double = 0, axes: ARCameraAxes? = nil) throws {
        try self.init(LineReader(try ByteSource(path: path)), zero: offset, axes: axes)
    }

    init(_ lines: LineReader, zero offset: Double, axes: ARCameraAxes? = nil) throws {
        var columns: [Int]?
        var named: ARCameraAxes?
        let place = lines.source.name
        guard let shift = LogTime.nanoseconds(seconds: offset) else {
            throw SensorLabError(
                .usage, code: .badTable, place: place, message: "an offset of \(offset) s, expected seconds",
                advice: "give the seconds between both clocks")
        }
        self.axes = axes ?? .arkit
        var (stamps, cameras): ([Int64], [[Double]]) = ([], [])
        var cameraColumns: [Int]?
        var firstBad: (line: Int, text: String)?
        while let line = try lines.nextLine() {
            let text = line.trimmedCell
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            let hasCommas = text.contains(",")
            let cells =
                hasCommas
                ? text.commaCells.map { $0.trimmedCell } : text.split { $0 == " " || $0 == "\t" }.map(String.init)
            if columns == nil {
                if Double(cells[0]) == nil {
                    let names = cells.map { $0.lowercased() }
                    columns = Self.columns(ofHeader: names)
                    if names.contains("frame") { named = .opencv }
                    cameraColumns = names.positions(of: ["fx", "fy", "cx", "cy"])
                    if columns == nil { throw Self.unknownForm(place, text) }
                    self.axes = axes ?? named ?? .arkit
                    continue
                }
                guard cells.count == 8 else { throw Self.unknownForm(place, text) }
                // Without a header: the scalar is first between commas, last between spaces.
                columns = hasCommas ? [0, 4, 5, 6, 7, 1, 2, 3] : [0, 7, 4, 5, 6, 1, 2, 3]
            }
            guard let columns, let stamp = columns[0] < cells.count ? DecimalTime.parse(cells[columns[0]]) : nil,
                case let numbers = columns.dropFirst().map({ $0 < cells.count ? Double(cells[$0]) ?? .nan : .nan }),
                case .sample(var pose) = SampleRules.arPose(numbers, state: CellValue.missing)
            else {
                unreadable += 1
                if firstBad == nil { firstBad = (lines.lineNumber - 1, String(text.prefix(40))) }
                continue
            }
            stamps.append(stamp)
            let time = LogTime.sum(stamp, shift)
            guard poses.times.last.map({ $0 < time }) ?? true else {
                backwards += 1
                continue
            }
            if let turn = self.axes.fromARKit { pose.orientation = pose.orientation * turn }
            poses.append(pose, at: time)
            if let cameraColumns, cameraColumns.allSatisfy({ $0 < cells.count }) {
                cameras.append(cameraColumns.map { Double(cells[$0]) ?? .nan })
            }
        }
        guard !poses.isEmpty else {
            throw SensorLabError(
                .badData, code: .noSamples, place: place,
                message: firstBad.map {
                    "none of \(unreadable) poses can be read, the first in line \($0.line), \"\($0.text)\": expected a time, a "
                        + "position and a unit quaternion"
                } ?? "found no row, expected a time, a position and a unit quaternion in each",
                advice: "see docs/guide/ar-sessions.md for the forms; times are seconds")
        }
        try Self.checkTimes(stamps, backwards: backwards, place)
        intrinsics = ARIntrinsics(rows: cameras)
        report(firstBad, of: stamps.count + unreadable, place)
    }

    /// - Throws: `SensorLabError` (bad data): times that fall, or are not seconds.
    private static func checkTimes(_ stamps: [Int64], backwards: Int, _ place: String) throws(SensorLabError) {
        func bad(_ message: String, _ advice: String) -> SensorLabError {
            SensorLabError(.badData, code: .badTable, place: place, message: message, advice: advice)
        }
        guard stamps.count >= fewest else { return }
        guard 2 * backwards < stamps.count else {
            throw bad(
                "the times fall from row to row in most of \(stamps.count) rows, expected them to grow",
                "sort the rows by time")
        }
        let steps = zip(stamps.dropFirst(), stamps).map { LogTime.difference($0, $1) }.filter { $0 > 0 }
        guard let step = Percentile.upperMedian(steps), step > longestStep else { return }
        let seconds = LogTime.seconds(step)
        let unit = seconds > 1e6 ? "nanoseconds" : seconds > 1e3 ? "microseconds" : "milliseconds"
        throw bad(
            "the times are \(seconds) apart, which looks like \(unit), expected seconds", "convert them to seconds")
    }

    private mutating func report(_ first: (line: Int, text: String)?, of rows: Int, _ place: String) {
        if let first {
            warnings.add(
                .unreadableLines, place: place,
                "\(unreadable) of \(rows) poses cannot be read, the first in line \(first.line), found "
                    + "\"\(first.text)\", expected a time, a position and a unit quaternion: left out")
        }
        if backwards > 0 {
            warnings.add(
                .timeBackwards, place: place,
                "\(backwards) of \(rows) poses are not later than the one before: left out", advice: .sortRows)
        }
    }

    private static func unknownForm(_ place: String, _ line: String) -> SensorLabError {
        SensorLabError(
            .badData, code: .badTable, place: place,
            message: "found \"\(line.prefix(80))\", expected a time, a position and a quaternion in every row",
            advice: "see docs/guide/ar-sessions.md for the forms; poses without time cannot be aligned")
    }

    /// Time, w, x, y, z, position; `nil` where one of them has no column.
    private static func columns(ofHeader names: [String]) -> [Int]? {
        let wanted = [
            ["timestamp", "time", "t"], ["qw", "arw"], ["qx", "arx"], ["qy", "ary"], ["qz", "arz"],
            ["tx", "artx", "x"], ["ty", "arty", "y"], ["tz", "artz", "z"],
        ]
        let found = wanted.compactMap { aliases in names.firstIndex { aliases.contains($0) } }
        return found.count == wanted.count ? found : nil
    }
}

extension ARIntrinsics {
    /// The sizes of ARKit's pictures (`ARConfiguration.supportedVideoFormats`).
    private static let sizes: [(width: Double, height: Double)] = [
        (1920, 1440), (1920, 1080), (1280, 720), (3840, 2160), (1440, 1080), (640, 480),
    ]
    /// Largest distance of a principal point from the middle of its picture, as a share of width and height.
    private static let offCentre = 0.08

    /// From the focal lengths and principal points of many pictures, `fx, fy, cx, cy` in pixels: their medians, since
    /// focus and stabilisation move them. The size of the picture is that of ARKit's whose middle is nearest to the
    /// principal point; `nil` where there is none, and without a row.
    init?(rows: [[Double]]) {
        let known = rows.filter { $0.count == 4 && $0.allSatisfy { $0.isFinite && $0 > 0 } }
        guard !known.isEmpty else { return nil }
        let median = (0..<4).map { column in Percentile.of(known.map { $0[column] }, 0.5) }
        func distance(_ size: (width: Double, height: Double)) -> Double {
            max((median[2] / size.width - 0.5).magnitude, (median[3] / size.height - 0.5).magnitude)
        }
        guard let size = Self.sizes.min(by: { distance($0) < distance($1) }), distance(size) < Self.offCentre else {
            return nil
        }
        self.init(
            focalX: median[0], focalY: median[1], centreX: median[2], centreY: median[3], width: size.width,
            height: size.height)
    }
}

extension ARTracking {
    /// The state as ARKit and ARCore call it, in any spelling and with any reason behind it (`limited(.initializing)`);
    /// `nil` for other words.
    init?(word: String) {
        let letters = word.lowercased().filter(\.isLetter)
        if letters.contains("relocali") {
            self = .relocalizing
        } else if letters.hasPrefix("limited") || letters == "paused" {
            self = .limited
        } else if letters == "normal" || letters == "tracking" {
            self = .normal
        } else if letters == "notavailable" || letters == "stopped" {
            self = .notAvailable
        } else {
            return nil
        }
    }
}
