import Rotations
import SensorModels
import Vocabulary

@testable import Recordings

/// A recording with every stream, numbers of every size, several rates, negative and equal stamps.
enum SampleRecording {
    static let everything: Recording = {
        var random = SplitMix64(seed: 14)
        var recording = Recording()
        recording.metadata.name = "everything"
        recording.metadata.device = "Generated"
        recording.metadata.operatingSystem = "none"
        recording.metadata.start = "2016-06-03, 11:34:15"
        recording.metadata.date = CalendarDate(year: 2016, month: 6, day: 3)
        recording.metadata.place = GeodeticPosition(latitude: -33.8568, longitude: 151.2153, height: 4.1)
        recording.metadata.unixSecondsAtZero = 1_464_872_308.25
        recording.metadata.referenceNorth = .true
        recording.metadata.attitudeNorth = .magnetic
        recording.metadata.seed = 14
        recording.metadata.other = ["remark": "a: b, # c"]
        for (offset, sensor) in SensorKind.allCases.enumerated() {
            guard let path = Recording.vectorPath(of: sensor) else { continue }
            recording[keyPath: path] = vectors(step: 9_999_991 + Int64(offset) * 1_000_000, &random)
        }
        for index in 0..<400 {
            let time = Int64(index) * 16_666_667 - 1_000_000_000
            recording.attitude.append(orientation(&random), at: time)
            if index % 7 != 0 { recording.reference.append(orientation(&random), at: time + 5) }
            recording.moving.append(index % 3 == 0, at: time)
            recording.heading.append(Angle.radians(Double(Int(clamping: random.uniform() * 3600)) / 10), at: time + 1)
        }
        for index in 0..<5 {
            let place = GeodeticPosition(
                latitude: 41.375 + random.uniform(), longitude: 2.149 - random.uniform(), height: random.uniform())
            recording.location.append(
                LocationFix(place: place, accuracy: index == 2 ? .nan : 4.5, speed: random.uniform(), course: 359.9),
                at: Int64(index) * 1_000_000_000)
        }
        return recording
    }()

    private static func vectors(step: Int64, _ random: inout SplitMix64) -> VectorStream {
        var stream = VectorStream()
        var time: Int64 = -1_000_000_123
        for index in 0..<700 {
            if index % 50 != 0 { time += step }  // every fiftieth stamp twice
            // Many magnitudes, tiny and negative zero among them.
            let scale = Double(sign: .plus, exponent: Int(random.next() % 60) - 45, significand: 1)
            let x = index % 31 == 0 ? -0.0 : (random.uniform() - 0.5) * scale
            stream.append(
                Vector3(
                    x, random.uniform() * 100 - 50, index % 17 == 0 ? Double.leastNonzeroMagnitude : random.uniform()),
                at: time)
        }
        return stream
    }

    private static func orientation(_ random: inout SplitMix64) -> Quaternion {
        Quaternion(random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5)
            .normalized
            ?? .identity
    }
}
