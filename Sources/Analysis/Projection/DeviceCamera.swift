import ProjectionCore
import Recordings

/// The camera through which a log's orientations are seen.
struct DeviceCamera: Sendable {
    let camera: Camera
    /// Whether the device is not known, so that pixels are a rough guide.
    let isGeneric: Bool

    /// The camera by its name or file, else the device's, else the generic one.
    /// - Throws: `SensorLabError` for an unknown name and a bad file.
    init(named name: String?, of recording: Recording) throws {
        if let name {
            (camera, isGeneric) = (try Camera(named: name), false)
        } else if let entry = recording.metadata.device.flatMap({ CameraCatalogue.entry(forDevice: $0) }) {
            (camera, isGeneric) = (try entry.camera(), false)
        } else {
            (camera, isGeneric) = (try CameraCatalogue.entries[0].camera(), true)
        }
    }
}
