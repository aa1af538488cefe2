import Rotations
import SensorModels

/// A stream of a recording, whatever its values are. What is the same for all streams takes `some RecordedStream`.
package protocol RecordedStream<Value> {
    associatedtype Value: RecordedValue
    /// Where a recording stores it.
    var path: WritableKeyPath<Recording, SampleStream<Value>> { get }
}

extension RecordedStream {
    /// Numbers per sample.
    package var width: Int { Value.width }

    /// Its stamps in a recording.
    package func times(in recording: Recording) -> [Int64] { recording[keyPath: path].times }
}

private struct StoredStream<Value: RecordedValue>: RecordedStream {
    let path: WritableKeyPath<Recording, SampleStream<Value>>
}

extension Recording {
    /// The stream of a sensor; `nil` stands for `moving`, which no sensor measures.
    package static func stream(of sensor: SensorKind?) -> any RecordedStream {
        switch sensor {
        case .accelerometer: StoredStream(path: \.accelerometer)
        case .gyroscope: StoredStream(path: \.gyroscope)
        case .magnetometer: StoredStream(path: \.magnetometer)
        case .gravity: StoredStream(path: \.gravity)
        case .linearAcceleration: StoredStream(path: \.linearAcceleration)
        case .gyroscopeCorrected: StoredStream(path: \.gyroscopeCorrected)
        case .magnetometerCorrected: StoredStream(path: \.magnetometerCorrected)
        case .attitude: StoredStream(path: \.attitude)
        case .location: StoredStream(path: \.location)
        case .heading: StoredStream(path: \.heading)
        case .reference: StoredStream(path: \.reference)
        case .referenceHeading: StoredStream(path: \.referenceHeading)
        case .arPose: StoredStream(path: \.arPoses)
        case .geospatialPose: StoredStream(path: \.geospatialPoses)
        case nil: StoredStream(path: \.moving)
        }
    }

    /// Every stream: those of the sensors, then `moving`.
    package static var streams: [any RecordedStream] { SensorKind.allCases.map(stream(of:)) + [stream(of: nil)] }

    /// Where the stream of a sensor (`nil`: `moving`) is stored; `nil` where its values are of another type.
    package static func path<Value: RecordedValue>(
        of sensor: SensorKind?
    ) -> WritableKeyPath<Recording, SampleStream<Value>>? {
        (stream(of: sensor) as? StoredStream<Value>)?.path
    }
}

/// A value of a recording's streams: a row of numbers.
///
/// Code for `some RecordedStream` is not compiled for each type of value. Its loops over samples call the static
/// functions: these are requirements, so that each type has its own, compiled for it.
package protocol RecordedValue: Sendable, Equatable {
    /// How many numbers there are.
    static var width: Int { get }
    /// A number in the value's own unit, in the order of the canonical log's columns; NaN where it is unknown.
    func number(_ column: Int) -> Double
    /// A number of one of the values.
    static func number(_ column: Int, of index: Int, in values: [Self]) -> Double
    /// Whether a value equals the one before it.
    static func isRepeated(_ index: Int, in values: [Self]) -> Bool
}

extension RecordedValue {
    package static func number(_ column: Int, of index: Int, in values: [Self]) -> Double {
        values[index].number(column)
    }

    package static func isRepeated(_ index: Int, in values: [Self]) -> Bool { values[index] == values[index - 1] }
}

extension Vector3: RecordedValue {
    package static var width: Int { 3 }

    package func number(_ column: Int) -> Double { self[column] }
}

extension Quaternion: RecordedValue {
    package static var width: Int { 4 }

    package func number(_ column: Int) -> Double { column == 0 ? w : vector[column - 1] }
}

extension Double: RecordedValue {
    package static var width: Int { 1 }

    package func number(_ column: Int) -> Double { self }
}

extension Bool: RecordedValue {
    package static var width: Int { 1 }

    package func number(_ column: Int) -> Double { self ? 1 : 0 }
}

extension LocationFix: RecordedValue {
    package static var width: Int { 7 }

    package func number(_ column: Int) -> Double {
        [
            place.latitude, place.longitude, hasHeight ? place.height : .nan, accuracy, speed, course, courseAccuracy,
        ][column]
    }
}

extension ARPose: RecordedValue {
    package static var width: Int { 8 }

    package func number(_ column: Int) -> Double {
        switch column {
        case 0...3: orientation.number(column)
        case 4...6: position[column - 4]
        default: Double(tracking.rawValue)
        }
    }
}

extension GeospatialPose: RecordedValue {
    package static var width: Int { 10 }

    package func number(_ column: Int) -> Double {
        [
            place.latitude, place.longitude, orientation.w, orientation.x, orientation.y, orientation.z,
            hasHeight ? place.height : .nan, horizontalAccuracy, verticalAccuracy, yawAccuracy,
        ][column]
    }
}
