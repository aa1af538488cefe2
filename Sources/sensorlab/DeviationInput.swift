import Analysis
import Calibration
import Foundation
import Recordings

/// The input of `deviation`: a table or a log. Standard input and pipes are read into memory, since they can be read once only.
enum DeviationInput {
    case table([DeviationObservation])
    case log(Recording)

    init(_ options: InputOptions, place: Place?) throws {
        let path = options.log
        var status = stat()
        let isPipe = path == "-" || (stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        if isPipe {
            let name = path == "-" ? "standard input" : path
            let file = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
            let bytes = (try? file?.readToEnd()) ?? Data()
            if let table = try DeviationTable.observations(bytes, name: name) {
                self = .table(table)
            } else {
                let read = try options.readOptions(place: place, checksum: false)
                self = .log(try RecordingReader.read(bytes: Array(bytes), name: name, options: read))
            }
        } else if let table = try DeviationTable.read(path: path) {
            self = .table(table)
        } else {
            self = .log(try ReadLog(options, place: place).recording)
        }
    }
}
