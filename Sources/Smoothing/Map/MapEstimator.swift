import OrientationFilters
import SensorModels
import Vocabulary

/// The maximum a posteriori estimate over a whole recording: the model of `fixed-lag`, solved when the end is known.
public enum MapEstimator {
    /// The entry of the catalogue.
    public static let entry = FilterEntry(
        offline: FilterInformation(
            name: "map",
            summary: "maximum a posteriori over the whole recording: attitude, bias, scale, iron and field at once",
            reference: "docs/reference/filters-offline.md; M. Kok, T. B. Schon, IEEE Sensors J. 16(14), 2016",
            withoutGyroscope: nil, worksWithoutMagnetometer: true, isOffline: true, calibratesItself: true)
    ) { track($1, parameters: $0) }

    static func track(_ input: FilterInput, parameters: MapParameters) -> OrientationTrack {
        var track = OrientationTrack(name: "map")
        guard !input.gyroscope.isEmpty, !input.force.isEmpty else { return track }
        for part in RecordingParts.of(input) where !part.gyroscope.isEmpty && !part.force.isEmpty {
            let times = part.gyroscope.times
            guard let first = times.min(), let last = times.max() else { continue }
            var pass = MapPass(parameters, first...last)
            _ = pass.replay(part, name: track.name)
            guard let (rows, findings) = pass.finished() else { continue }
            if findings.refusal == nil {
                track.times += rows.times
                track.estimates += rows.estimates
            }
            track.findings.append(findings)
        }
        track.doubt = track.findings.lazy.compactMap(\.doubt).first
        if track.count == 0 { track.refusal = track.findings.lazy.compactMap(\.refusal).last }
        return track
    }
}
