import SensorModels
import Testing

@testable import Readers

/// Names of columns as declared formats have them.
struct DeclaredColumnsTests {
    private func matches(_ pattern: String, _ names: [String]) -> [String] {
        DeclaredColumns(.accelerometer, pattern, source: "").matches(names).map {
            "\($0.unit)|\($0.label)|\($0.columns.map(String.init).joined(separator: ","))"
        }
    }

    @Test("capital letters do not count, nor the order of the columns")
    func plainNames() {
        #expect(matches("acc_{axis}", ["t", "Acc_Z", "ACC_X", "acc_y", "acc_w"]) == ["|acc|2,3,1"])
        #expect(matches("acc_{axis}", ["acc_x", "acc_y", "bacc_z", "acc_zz"]).isEmpty)
        #expect(matches("{axis}", ["z", "y", "x"]) == ["||2,1,0"])
    }

    @Test("a text behind the axis is the same for all three")
    func unitsBehindNames() {
        let names = ["w_RS_S_x [rad s^-1]", "w_RS_S_y [rad s^-1]", "w_RS_S_z [rad s^-1]"]
        #expect(matches("w_RS_S_{axis}{}", names) == ["|w_RS_S|0,1,2"])
        #expect(matches("w_RS_S_{axis}{}", ["w_RS_S_x [a]", "w_RS_S_y [b]", "w_RS_S_z [c]"]).isEmpty)
    }

    @Test("units and several sensors of one")
    func unitsBeforeNames() {
        let names = ["S_1", "S_2"].flatMap { device in
            ["LN", "WR"].flatMap { kind in ["X", "Y", "Z"].map { "\(device)_Accel_\(kind)_\($0)_CAL" } }
        }
        #expect(
            matches("{unit}_Accel{}_{axis}_CAL", names) == [
                "S_1|Accel_LN|0,1,2", "S_1|Accel_WR|3,4,5", "S_2|Accel_LN|6,7,8", "S_2|Accel_WR|9,10,11",
            ])
        #expect(
            matches("{unit}/Acceleration/{axis}", ["/Acceleration/X", "/Acceleration/Y", "/Acceleration/Z"]).isEmpty)
        #expect(DeclaredColumns.position("{unit}_Timestamp{}_CAL", in: ["a", "S_Timestamp_Unix_CAL"]) == 1)
        #expect(DeclaredColumns.position("{}", in: []) == nil)
    }

    @Test("no format occurs twice, and each has something to read")
    func rows() {
        #expect(Set(DeclaredTables.names).count == DeclaredTables.names.count)
        #expect(DeclaredFormat.all.allSatisfy { !$0.streams.isEmpty || $0.hasLocation })
    }
}
