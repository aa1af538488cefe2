import Foundation
import ProjectionCore

/// The camera in whose pixels errors are told.
public struct CameraSection: Codable, Sendable, Hashable {
    /// Its name in the catalogue or in its file.
    public var name: String
    /// Whether it stands for a device that is not known.
    public var isGeneric: Bool
    /// Pixels of its upright picture.
    public var width: Double
    /// Pixels of its upright picture.
    public var height: Double
    /// What one degree is in the middle of the picture: the focal length times pi / 180.
    public var pixelsPerDegree: Double

    init(_ device: DeviceCamera) {
        name = device.camera.name
        isGeneric = device.isGeneric
        width = device.camera.width
        height = device.camera.height
        pixelsPerDegree = device.camera.focalX * .pi / 180
    }

    /// From its parts.
    public init(name: String, isGeneric: Bool, width: Double, height: Double, pixelsPerDegree: Double) {
        self.name = name
        self.isGeneric = isGeneric
        self.width = width
        self.height = height
        self.pixelsPerDegree = pixelsPerDegree
    }
}
