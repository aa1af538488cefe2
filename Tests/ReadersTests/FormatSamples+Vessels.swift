import Rotations

extension FormatSamples {
    /// Logs of boats: heading and course of the device's top edge, 48.1 degrees north, 11.6 east.
    static let vessels: [Sample] = [
        Sample(
            format: "NMEA 0183", name: "boat.nmea",
            bytes: text("") { row in
                let heading = Angle.degrees(row.attitude.heading(of: .top) ?? 0)
                let degrees = (Angle.wrapHeadingDegrees(heading) * 10).rounded() / 10
                // 2023-11-14 22:13:20 is second 1,700,000,000.
                let seconds = "\(20 + row.milliseconds / 1000).\(row.milliseconds % 1000 / 10 + 100)".split(
                    separator: ".")
                return sentence(
                    "GPRMC,2213\(seconds[0]).\(seconds[1].dropFirst()),A,4806.000,N,01136.000,E,5.8,\(degrees),141123,3.0,E,A"
                ) + sentence("HCHDG,\(degrees),,,3.0,E")
            }, sensors: [.heading, .location]),
        Sample(
            format: "Signal K", name: "boat.jsonl",
            bytes: text(
                "{\"name\":\"signalk-server\",\"version\":\"2.8.0\",\"self\":\"vessels.self\",\"roles\":[\"main\"]}\n"
            ) {
                row in
                let heading = row.attitude.heading(of: .top) ?? 0
                let turned = heading < 0 ? heading + 2 * .pi : heading
                let time = "2023-11-14T22:13:20.\(String(1000 + row.milliseconds).dropFirst())Z"
                func value(_ path: String, _ text: String) -> String {
                    "{\"path\":\"navigation.\(path)\",\"value\":\(text)}"
                }
                return
                    "{\"context\":\"vessels.self\",\"updates\":[{\"$source\":\"can0.3\",\"timestamp\":\"\(time)\",\"values\":["
                    + [
                        value("headingMagnetic", "\(turned)"), value("courseOverGroundTrue", "\(turned)"),
                        value("speedOverGround", "3.1"), value("position", "{\"latitude\":48.1,\"longitude\":11.6}"),
                    ].joined(separator: ",") + "]}]}\n"
            }, sensors: [.heading, .location]),
    ]
}
