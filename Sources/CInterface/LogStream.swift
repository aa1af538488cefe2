import Recordings
import SensorModels
import Vocabulary

/// A stream of a log as a table of numbers, whose columns sensorlab.h describes.
struct LogStream {
    private let stream: any RecordedStream

    /// - Throws: usage for an unknown name, with the nearest one.
    init(named name: String) throws(SensorLabError) {
        let sensor = SensorKind(rawValue: name)
        guard sensor != nil || name == "moving" else {
            let names = SensorKind.allCases.map(\.rawValue) + ["moving"]
            let nearest = NearestName.of(name, in: names).map { "did you mean \($0)?" }
            throw SensorLabError(
                .usage, code: .unknownStream, place: "stream", message: "there is no stream \(name)",
                advice: nearest ?? "there are \(names.joined(separator: ", "))")
        }
        stream = Recording.stream(of: sensor)
    }

    /// Numbers per sample.
    var width: Int { stream.width }

    /// Nanoseconds.
    func times(in recording: Recording) -> [Int64] { stream.times(in: recording) }

    /// Writes the samples, one after another; there must be room for `width` numbers each.
    func copyValues(of recording: Recording, to target: UnsafeMutablePointer<Double>) {
        func copy<Value>(_ stream: some RecordedStream<Value>) {
            let values = recording[keyPath: stream.path].values
            for index in 0..<values.count {
                for column in 0..<width { target[width * index + column] = Value.number(column, of: index, in: values) }
            }
        }
        copy(stream)
    }
}
