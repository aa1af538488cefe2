import Recordings
import SensorModels
import Vocabulary

extension Recording {
    /// A stream as sensorlab.h names it.
    /// - Throws: usage for an unknown name, with the nearest one.
    static func stream(named name: String) throws(SensorLabError) -> any RecordedStream {
        let sensor = SensorKind(rawValue: name)
        guard sensor != nil || name == "moving" else {
            let names = SensorKind.allCases.map(\.rawValue) + ["moving"]
            let nearest = NearestName.of(name, in: names).map { "did you mean \($0)?" }
            throw SensorLabError(
                .usage, code: .unknownStream, place: "stream", message: "there is no stream \(name)",
                advice: nearest ?? "there are \(names.joined(separator: ", "))")
        }
        return stream(of: sensor)
    }
}

extension RecordedStream {
    /// Writes the samples as a table of numbers, whose columns sensorlab.h describes; there must be room for `width`
    /// numbers each.
    func copyValues(of recording: Recording, to target: UnsafeMutablePointer<Double>) {
        let values = recording[keyPath: path].values
        for index in 0..<values.count {
            for column in 0..<width { target[width * index + column] = Value.number(column, of: index, in: values) }
        }
    }
}
