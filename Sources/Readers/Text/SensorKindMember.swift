/// The member that says of a row which sensor it is of.
enum SensorKindMember {
    private static let names: Set<String> = ["sensor", "type", "kind", "name", "sensortype", "sensorname"]

    /// Among a row's members; `nil` without one.
    static func name(in members: some Sequence<String>) -> String? {
        members.filter { names.contains($0.lowercased().filter(\.isLetter)) }.min()
    }

    /// The sensor that its value names: `android.sensor.accelerometer` without what is in front.
    static func sensor(_ value: String) -> String { String(value.split(separator: ".").last ?? "") }
}
