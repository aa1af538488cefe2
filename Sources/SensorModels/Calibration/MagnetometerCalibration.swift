import JSON
import Rotations
import Vocabulary

/// A calibrated magnetometer.
public struct MagnetometerCalibration: SensorCalibration {
    /// The sensor that is calibrated.
    public static let sensor = SensorKind.magnetometer
    /// What the numbers mean.
    public static let formula = "m_calibrated = S (m_raw - h), microtesla, device axes"

    /// How much of S was fitted.
    public enum Rung: String, Sendable, Hashable, CaseIterable, JSONConvertible {
        /// S = identity (times the scale): hard iron alone.
        case sphere
        /// S diagonal.
        case axisAligned = "axis-aligned"
        /// S symmetric.
        case ellipsoid
        /// The misalignment against the inertial sensors as well.
        case full
    }

    /// What all sections have in common.
    public var head: CalibrationHead
    /// h and S.
    public var model: MagnetometerModel
    /// How much of S was fitted.
    public var rung: Rung
    /// Samples used, repeats left out.
    public var samples: Int
    /// Standard deviations of h, microtesla.
    public var hardIronSigma: Vector3?
    /// The intensity that S was scaled to, microtesla; `nil` where it is unknown and S has determinant 1.
    public var fieldMicrotesla: Double?
    /// The dip of the field that was used or learnt, degrees, down positive.
    public var dipDegrees: Double?
    /// By how much the readings' stamps are late against the gyroscope's, seconds; `nil` where it was not fitted.
    public var delaySeconds: Double?
    /// Standard deviation of `delaySeconds`.
    public var delaySigmaSeconds: Double?
    /// Rotation of the magnetometer's axes against the inertial ones, which S contains: rotation vector, device axes,
    /// degrees; `nil` where it was not fitted or not applied.
    public var misalignmentDegrees: Vector3?
    /// Standard deviations of `misalignmentDegrees`.
    public var misalignmentSigmaDegrees: Vector3?
    /// Whether misalignment and delay were applied, and why; `nil` where they were not asked for.
    public var alignment: String?
    /// RMS of (|m_calibrated| - F) / F in percent.
    public var residualPercent: Double?
    /// Predicted standard deviation of the heading, degrees: the worse of level and upright.
    public var headingSigmaDegrees: Double? { head.remainingSigma }
    /// The predicted standard deviation of the heading lying flat, degrees.
    public var headingSigmaLevelDegrees: Double?
    /// The predicted standard deviation of the heading held upright, degrees.
    public var headingSigmaUprightDegrees: Double?
    /// The share of directions on the sphere that the log shows, 0...1.
    public var coverage: Double?

    /// A calibration whose uncertainty is unknown.
    public init(head: CalibrationHead, model: MagnetometerModel, rung: Rung, samples: Int) {
        (self.head, self.model, self.rung, self.samples) = (head, model, rung, samples)
    }

    /// Reads the section.
    /// - Throws: `SensorLabError` (bad data) with the first broken member.
    public init(_ members: JSONMembers) throws(SensorLabError) {
        self.init(
            head: try CalibrationHead(members, of: Self.sensor, formula: Self.formula),
            model: MagnetometerModel(
                hardIron: try members.requireVector("hardIron", within: 100_000),
                softIron: try members.sensibleMatrix("softIron", scales: 0.1...10)),
            rung: try members.require("rung"), samples: try members.requireCount("samples"))
        hardIronSigma = try members.vectorSigma("hardIronSigma")
        fieldMicrotesla = try members.number("fieldMicrotesla", within: 1...1000)
        dipDegrees = try members.number("dipDegrees", within: -90...90)
        delaySeconds = try members.number("delaySeconds", within: -1...1)
        delaySigmaSeconds = try members.sigma("delaySigmaSeconds")
        misalignmentDegrees = try members.vector("misalignmentDegrees", within: 90)
        misalignmentSigmaDegrees = try members.vectorSigma("misalignmentSigmaDegrees")
        alignment = try members.read("alignment")
        residualPercent = try members.sigma("residualPercent")
        head.remainingSigma = try members.sigma("headingSigmaDegrees")
        headingSigmaLevelDegrees = try members.sigma("headingSigmaLevelDegrees")
        headingSigmaUprightDegrees = try members.sigma("headingSigmaUprightDegrees")
        coverage = try members.number("coverage", within: 0...1)
    }

    /// The sensor's own members, null where unknown.
    public var ownMembers: [String: JSONValue] {
        [
            "hardIron": model.hardIron.json, "softIron": model.softIron.json, "rung": rung.json,
            "samples": samples.json, "hardIronSigma": hardIronSigma.json, "fieldMicrotesla": fieldMicrotesla.json,
            "dipDegrees": dipDegrees.json, "delaySeconds": delaySeconds.json,
            "delaySigmaSeconds": delaySigmaSeconds.json, "misalignmentDegrees": misalignmentDegrees.json,
            "misalignmentSigmaDegrees": misalignmentSigmaDegrees.json, "alignment": alignment.json,
            "residualPercent": residualPercent.json, "headingSigmaDegrees": headingSigmaDegrees.json,
            "headingSigmaLevelDegrees": headingSigmaLevelDegrees.json,
            "headingSigmaUprightDegrees": headingSigmaUprightDegrees.json, "coverage": coverage.json,
        ]
    }
}

extension JSONMembers {
    /// A matrix with a positive determinant that scales every direction by a factor in this range.
    func sensibleMatrix(_ name: String, scales: ClosedRange<Double>) throws(SensorLabError) -> Matrix3 {
        let matrix: Matrix3 = try require(name)
        // The squares of the singular values are the eigenvalues of this.
        let square = matrix.transpose * matrix
        let (least, most) = (scales.lowerBound * scales.lowerBound, scales.upperBound * scales.upperBound)
        guard matrix.symmetrized.isPositiveDefinite, (square + .identity * -least).isPositiveDefinite,
            (.identity * most + square * -1).isPositiveDefinite
        else {
            throw fail(
                name,
                expected: "a matrix that scales by \(scales.lowerBound) to \(scales.upperBound): with the determinant "
                    + "\(matrix.determinant) it mirrors, flattens or scales the field too much")
        }
        return matrix
    }

    /// A number in a range; `nil` where it is missing or null.
    func number(_ name: String, within range: ClosedRange<Double>) throws(SensorLabError) -> Double? {
        guard let number: Double = try read(name) else { return nil }
        guard range.contains(number) else {
            throw fail(name, expected: "a number of \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A standard deviation; `nil` where it is missing or null.
    func sigma(_ name: String) throws(SensorLabError) -> Double? { try number(name, within: Self.sigmas) }

    /// Three standard deviations; `nil` where they are missing or null.
    func vectorSigma(_ name: String) throws(SensorLabError) -> Vector3? {
        guard let vector: Vector3 = try read(name) else { return nil }
        try check(vector, name, within: Self.sigmas)
        return vector
    }

    /// The standard deviations of a matrix's elements; `nil` where they are missing or null.
    func matrixSigma(_ name: String) throws(SensorLabError) -> Matrix3? {
        guard let matrix: Matrix3 = try read(name) else { return nil }
        for row in [matrix.row0, matrix.row1, matrix.row2] { try check(row, name, within: Self.sigmas) }
        return matrix
    }

    private static var sigmas: ClosedRange<Double> { 0...1e6 }

    /// A count; `nil` where it is missing or null.
    func count(_ name: String) throws(SensorLabError) -> Int? {
        guard let count: Int = try read(name) else { return nil }
        guard count >= 0 else { throw fail(name, expected: "a whole number of at least 0") }
        return count
    }

    /// As `count`, of a member that must be there.
    func requireCount(_ name: String) throws(SensorLabError) -> Int {
        guard let count = try count(name) else { throw fail(name, expected: Int.expectedJSON) }
        return count
    }

    private func check(_ vector: Vector3, _ name: String, within range: ClosedRange<Double>) throws(SensorLabError) {
        for element in [vector.x, vector.y, vector.z] where !range.contains(element) {
            throw fail(name, expected: "3 numbers of \(range.lowerBound) to \(range.upperBound), not \(element)")
        }
    }

    /// Three numbers of at most a magnitude; `nil` where they are missing or null.
    func vector(_ name: String, within largest: Double) throws(SensorLabError) -> Vector3? {
        guard let vector: Vector3 = try read(name) else { return nil }
        try check(vector, name, within: -largest...largest)
        return vector
    }

    /// As `vector`, of a member that must be there.
    func requireVector(_ name: String, within largest: Double) throws(SensorLabError) -> Vector3 {
        guard let vector = try vector(name, within: largest) else { throw fail(name, expected: Vector3.expectedJSON) }
        return vector
    }
}

extension Vector3: JSONConvertible {
    /// The expected kind, for messages.
    public static var expectedJSON: String { "3 numbers" }
    /// `nil` for a value of another kind.
    public init?(json: JSONValue) {
        guard let elements = json.array, elements.count == 3, let x = elements[0].number, let y = elements[1].number,
            let z = elements[2].number
        else { return nil }
        self.init(x, y, z)
    }
    /// x, y, z; null where one is not finite.
    public var json: JSONValue { isFinite ? .array([.number(x), .number(y), .number(z)]) : .null }
}

extension Matrix3: JSONConvertible {
    /// The expected kind, for messages.
    public static var expectedJSON: String { "3 rows of 3 numbers" }
    /// `nil` for a value of another kind.
    public init?(json: JSONValue) {
        guard let rows = json.array, rows.count == 3, let row0 = Vector3(json: rows[0]),
            let row1 = Vector3(json: rows[1]), let row2 = Vector3(json: rows[2])
        else { return nil }
        self.init(row0, row1, row2)
    }
    /// The rows; null where an element is not finite.
    public var json: JSONValue {
        row0.isFinite && row1.isFinite && row2.isFinite ? .array([row0.json, row1.json, row2.json]) : .null
    }
}

extension SensorKind: JSONConvertible {}
