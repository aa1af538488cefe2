import ArgumentParser
import Rotations
import Simulation

/// The field around the simulated device, and the error of its location.
struct SimulatedFieldOptions: ParsableArguments {
    @Option("Earth's field, microtesla (default: from the model at place and date).", form: "east,north,up")
    var earthField: Triple?
    @Option(
        "Field of a building: root mean square, microtesla, and correlation length, metres (default: 1.5).",
        form: "field[,length]") var building: NumberList?
    @Option(
        "Magnet attached to the device: interval in seconds, field in microtesla, device axes (repeatable).",
        form: "from,to,x,y,z") var attachedMagnet: [NumberList] = []
    @Option("Magnet in the room: metres from the place, moment in A m^2 (repeatable).", form: "east,north,up,me,mn,mu")
    var dipole: [NumberList] = []
    @Option(
        "Approaching magnet: interval in seconds, nearest distance in metres, moment in A m^2 (repeatable).",
        form: "from,to,distance,me,mn,mu") var approachingMagnet: [NumberList] = []
    @Flag(help: "Simulate a magnet approaching about every ten seconds.")
    var magnets = false
    @Option(
        help: "Surroundings: \(RoomField.all.map(\.name).joined(separator: ", ")) (default: even).",
        completion: .list(RoomField.all.map(\.name))) var field: String?
    @Option(
        "Error of the location per axis, metres, and its correlation time, seconds (default: 4,60).",
        form: "metres[,seconds]") var locationError: NumberList?
    @Option(
        "AR session beside the sensors: true heading minus the session's heading at the start, degrees, and drift, degrees per minute (default: 0).",
        form: "yaw[,drift]") var arSession: NumberList?
    @Option("Sudden turn of the AR session's world: seconds, degrees (repeatable).", form: "time,size")
    var arJump: [NumberList] = []

    func apply(to options: inout SimulationOptions) throws {
        options.earthField = earthField?.vector
        options.magnetsComeNear = magnets
        if let building {
            let numbers = try building.expect([1, 2], "--building", "FIELD[,LENGTH]")
            options.buildingField = numbers[0]
            if numbers.count == 2 { options.buildingLength = numbers[1] }
        }
        if let locationError {
            let numbers = try locationError.expect([1, 2], "--location-error", "METRES[,SECONDS]")
            options.location.setError(horizontal: numbers[0])
            if numbers.count == 2 { options.location.correlationTime = numbers[1] }
        }
        if let arSession {
            let numbers = try arSession.expect([1, 2], "--ar-session", "YAW[,DRIFT]")
            options.arSession = ARSessionModel(
                yaw: Angle.radians(numbers[0]), drift: Angle.radians(numbers.count == 2 ? numbers[1] : 0) / 60,
                jumps: try arJump.map { jump in
                    let n = try jump.expect([2], "--ar-jump", "TIME,SIZE")
                    return ARSessionModel.Jump(time: n[0], size: Angle.radians(n[1]))
                })
        } else if !arJump.isEmpty {
            throw ValidationError("--ar-jump: expected --ar-session YAW[,DRIFT] too")
        }
        for magnet in attachedMagnet {
            let n = try magnet.expect([5], "--attached-magnet", "FROM,TO,X,Y,Z")
            let interval = try interval(n, "--attached-magnet")
            options.disturbances.append(.attached(AttachedMagnet(interval: interval, field: Vector3(n[2], n[3], n[4]))))
        }
        for magnet in dipole {
            let n = try magnet.expect([6], "--dipole", "EAST,NORTH,UP,ME,MN,MU")
            options.disturbances.append(
                .dipole(position: Vector3(n[0], n[1], n[2]), moment: Vector3(n[3], n[4], n[5])))
        }
        for magnet in approachingMagnet {
            let n = try magnet.expect([6], "--approaching-magnet", "FROM,TO,DISTANCE,ME,MN,MU")
            options.disturbances.append(
                .approaching(
                    ApproachingMagnet(
                        interval: try interval(n, "--approaching-magnet"), distance: n[2],
                        direction: Vector3(1, 0, 0), moment: Vector3(n[3], n[4], n[5]))))
        }
    }

    private func interval(_ numbers: [Double], _ option: String) throws -> ClosedRange<Double> {
        guard numbers[0] < numbers[1] else {
            throw ValidationError("\(option): from \(numbers[0]) to \(numbers[1]) s, expected FROM before TO")
        }
        return numbers[0]...numbers[1]
    }
}
