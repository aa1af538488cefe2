import Analysis
import ArgumentParser

/// The radar of pictures.
struct RadarOptions: ParsableArguments {
    @Option(help: "Draw a radar of the places with this at its top: north, or turning with the device (default: none).")
    var radar: Radar.Top?
    @Option(
        parsing: .unconditional,
        help:
            "Distance at the radar's rim, metres (default: the largest at which places are shown, else that of the farthest place)."
    )
    var radarRadius: Double?

    func validate() throws {
        guard let radarRadius else { return }
        guard radar != nil else { throw ValidationError("--radar-radius needs --radar north or --radar turning") }
        guard radarRadius > 0, radarRadius.isFinite else {
            throw ValidationError("--radar-radius \(radarRadius): expected metres above 0")
        }
    }

    /// - Throws: `ValidationError` for a radar of a replay without places.
    func require(_ places: InputPath?) throws {
        if radar != nil, places == nil { throw ValidationError("--radar needs --places FILE: give both") }
    }

    /// The radar that was asked for.
    var found: Radar? { radar.map { Radar(top: $0, radius: radarRadius) } }
}

extension Radar.Top: NameArgument {}
