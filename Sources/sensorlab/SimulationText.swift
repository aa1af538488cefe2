import Simulation

/// `simulate --list` for people.
enum SimulationText {
    static var list: String {
        var lines = ["scenarios"]
        for scenario in Scenario.all {
            lines.append("  \(padded(scenario.name))  \(scenario.summary) (\(Int(scenario.defaultDuration)) s)")
        }
        lines.append("devices")
        for device in DeviceModel.all { lines.append("  \(padded(device.name))  \(device.summary)") }
        lines.append("effects")
        for effect in DeviceEffect.allCases { lines.append("  \(padded(effect.rawValue))  \(effect.summary)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 13 - name.count))
    }
}
