import Calibration
import Rotations
import SensorModels
import TestSupport
import Testing

/// Each convention against its own formula, written out by hand for one reading.
struct MagnetometerConventionTests {
    let model = MagnetometerModel(
        hardIron: Vector3(35, -22, 14),
        softIron: Matrix3(Vector3(1.1, 0.02, -0.03), Vector3(0.04, 0.9, 0.05), Vector3(-0.06, 0.07, 1.2)))
    let raw = Vector3(50, 10, -20)
    /// S (m - h) with m - h = (15, 32, -34): 16.5 + 0.64 + 1.02, 0.6 + 28.8 - 1.7, -0.9 + 2.24 - 40.8.
    let calibrated = Vector3(18.16, 27.7, -39.46)

    @Test func ownFormula() { expectVector(model.apply(raw), calibrated, within: 1e-12) }

    /// C = (D - b) A: a row vector times the columns of A.
    @Test func matlab() {
        let n = MagnetometerConvention.matlab.numbers(of: model)
        let d = raw - n.offset
        let c = (0..<3).map { j in d.x * n.matrix[0, j] + d.y * n.matrix[1, j] + d.z * n.matrix[2, j] }
        expectVector(Vector3(c[0], c[1], c[2]), calibrated, within: 1e-12)
        #expect(n.matrix[0, 1] == 0.04)
    }

    /// The offset is added, in milligauss: 35 microtesla of hard iron are -350.
    @Test func ardupilot() {
        var symmetric = model
        symmetric.softIron = model.softIron.symmetrized
        let n = MagnetometerConvention.ardupilot.numbers(of: symmetric)
        #expect(n.offset == Vector3(-350, 220, -140))
        expectVector(0.1 * (n.matrix * (10 * raw + n.offset)), symmetric.apply(raw), within: 1e-12)
        let text = MagnetometerConvention.ardupilot.text(of: symmetric)
        #expect(text.hasPrefix("COMPASS_OFS_X -350.0\n") && text.contains("COMPASS_DIA_Y 0.9\n"))
    }

    @Test func fusion() {
        let n = MagnetometerConvention.fusion.numbers(of: model)
        expectVector(n.matrix * (raw - n.offset), calibrated, within: 1e-12)
        let old = MagnetometerConvention.fusionLegacy.numbers(of: model)
        expectVector(old.matrix * raw - old.offset, calibrated, within: 1e-12)
    }

    @Test func freescale() {
        let n = MagnetometerConvention.freescale.numbers(of: model)
        expectVector(n.matrix * (raw - n.offset), calibrated, within: 1e-12)
    }

    /// There and back gives the same model.
    @Test(arguments: MagnetometerConvention.allCases)
    func roundTrip(convention: MagnetometerConvention) throws {
        var model = model
        if convention == .ardupilot { model.softIron = model.softIron.symmetrized }
        let back = try #require(convention.model(of: convention.numbers(of: model)))
        expectVector(back.hardIron, model.hardIron, within: 1e-12)
        expectVector(back.apply(raw), model.apply(raw), within: 1e-12)
    }
}
