import Foundation
import ProjectionCore
import Recordings

/// The camera that converts angles to pixels.
public struct CameraSection: Codable, Sendable, Hashable {
    /// Its name in the catalogue or in its file.
    public var name: String
    /// Whether it is the generic camera, because the device is unknown.
    public var isGeneric: Bool
    /// Width of its upright picture, pixels.
    public var width: Double
    /// Height of its upright picture, pixels.
    public var height: Double
    /// Pixels per degree in the middle of the picture: the focal length times pi / 180.
    public var pixelsPerDegree: Double
}

extension CameraSection {
    init(_ device: DeviceCamera) {
        let camera = device.camera
        self.init(
            name: camera.name, isGeneric: device.isGeneric, width: camera.width, height: camera.height,
            pixelsPerDegree: camera.focalX * .pi / 180)
    }
}

/// The camera of a log's device.
struct DeviceCamera: Sendable {
    let camera: Camera
    /// Whether the device is unknown, so that pixels are approximate.
    let isGeneric: Bool

    /// The camera by name or file, else of the log's AR session, else of the device, else the generic one.
    /// - Throws: `SensorLabError` for an unknown name or a bad file.
    init(named name: String?, of recording: Recording) throws {
        if let name {
            (camera, isGeneric) = (try Camera(named: name), false)
        } else if let session = recording.metadata.arIntrinsics?.upright {
            camera = try Camera(
                name: "AR session", width: session.width, height: session.height, focalX: session.focalX,
                focalY: session.focalY, centreX: session.centreX, centreY: session.centreY)
            isGeneric = false
        } else if let entry = recording.metadata.device.flatMap({ CameraCatalogue.entry(forDevice: $0) }) {
            (camera, isGeneric) = (try entry.camera(), false)
        } else {
            (camera, isGeneric) = (try CameraCatalogue.entries[0].camera(), true)
        }
    }
}
