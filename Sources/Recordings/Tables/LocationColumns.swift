import SensorModels

/// The columns of location fixes.
enum LocationColumns {
    /// The channel, with speed in km/h where the header says so; `nil` without latitude and longitude.
    static func channel(_ names: [String], by: String) -> TableSchema.Channel? {
        let stems = names.map { name in
            name.lowercased().prefix { $0 != "(" && $0 != ":" }.split { !$0.isLetter }.joined(separator: " ")
        }
        func position(_ wanted: String...) -> Int? {
            for name in wanted {
                if let found = stems.firstIndex(where: { $0 == name || $0 == "location " + name }) { return found }
            }
            return nil
        }
        guard let latitude = position("latitude", "lat"), let longitude = position("longitude", "lon", "lng", "long")
        else {
            return nil
        }
        let speed = position("speed", "velocity")
        var channel = TableSchema.Channel(
            sensor: .location, columns: [latitude, longitude],
            optional: [
                position("altitude", "alt", "height"), position("horizontal accuracy", "accuracy", "horizontal"), speed,
                position("course", "bearing", "direction", "orientation"),
                position("course accuracy", "bearing accuracy"),
            ],
            claim: StreamClaim(source: "\(names[latitude]),\(names[longitude])", note: "WGS-84"))
        channel.claim.sign = nil
        if let speed, names[speed].lowercased().contains("kmh") || names[speed].lowercased().contains("km/h") {
            channel.speedFactor = 1 / 3.6
        }
        return channel
    }
}
