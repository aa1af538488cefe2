import Rotations
import SensorModels

extension RawLog {
    /// The recording in this design's units and signs: the end of every reader that uses evidence.
    /// - Throws: `SensorLabError` (bad data) where nothing usable is in the log, or its evidence contradicts itself.
    func settled(name: String, _ options: ReadOptions) throws -> Recording {
        var log = self
        log.dropLeadingZeros(name)
        guard !log.recording.sensors.isEmpty else {
            throw SensorLabError(
                .badData, code: "no-samples", place: name,
                message: "found no sample of a sensor, expected at least one",
                advice: "see docs/formats.md for what is read")
        }
        var recording = try EvidenceJudge.settle(log, name: name, assumptions: options.assumptions)
        recording.takePlaceAndDate()
        return recording
    }

    /// Phones write zeros until a sensor has its first reading.
    private mutating func dropLeadingZeros(_ name: String) {
        for sensor in [
            SensorKind.accelerometer, .gravity, .linearAcceleration, .magnetometer, .magnetometerCorrected,
        ] {
            guard let path = Recording.vectorPath(of: sensor) else { continue }
            let zeros = recording[keyPath: path].values.prefix { $0 == .zero }.count
            guard zeros > 0, zeros < recording[keyPath: path].count else { continue }
            recording[keyPath: path].times.removeFirst(zeros)
            recording[keyPath: path].values.removeFirst(zeros)
            recording.provenance[sensor]?.dropped += zeros
            warn(
                "zero-samples",
                "\(name): \(sensor.rawValue): \(zeros) sample(s) of zeros at the beginning are left out",
                "none needed: the sensor had no reading yet")
        }
    }
}

extension Recording {
    /// Place and date from the fixes and the clock, where the log does not state them.
    fileprivate mutating func takePlaceAndDate() {
        if metadata.place == nil {
            // The first fix that is good enough for the declination, else the first one.
            metadata.place = location.values.first { $0.accuracy <= 1000 }?.place ?? location.values.first?.place
        }
        if metadata.date == nil, let zero = metadata.unixSecondsAtZero, let first = interval?.lowerBound {
            let seconds = zero + Double(first) * 1e-9
            // From 1990 on: an earlier clock was never set.
            if seconds > 631_152_000, seconds < 4e9 {
                metadata.date = CalendarDate(daysSince1970: Int(seconds / 86_400))
            }
        }
    }
}

extension CalendarDate {
    /// The day that is so many days after 1970-01-01; `nil` outside of the years 1...9999.
    init?(daysSince1970 days: Int) {
        // Years that begin in March, in eras of 400 years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        self.init(
            year: yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month: month < 10 ? month + 3 : month - 9,
            day: dayOfYear - (153 * month + 2) / 5 + 1)
    }
}
