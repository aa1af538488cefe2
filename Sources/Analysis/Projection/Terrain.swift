import Evaluation
import Foundation
import Geodesy
import Geomagnetism
import JSON
import ProjectionCore
import Vocabulary

/// The height of the ground, from SRTM tiles that the user names: for places without an altitude and for the observer.
///
/// Three heights are kept apart: a tile's above mean sea level, the geoid's above the ellipsoid (``Geoid``), and what projection works
/// with, above the ellipsoid.
public struct Terrain: Sendable {
    /// How far the camera is above the ground, metres.
    public var eyeHeight: Double
    /// A tile, or a folder of tiles.
    private let path: String
    private let isFolder: Bool

    /// A camera that is held in front of the eyes, metres.
    public static let usualEyeHeight = 1.6

    /// - Parameter path: a tile (`N47E011.hgt`) or a folder of tiles.
    /// - Throws: `SensorLabError`: no input where there is nothing; bad data for a file with another name.
    public init(path: String, eyeHeight: Double = Self.usualEyeHeight) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw SensorLabError(
                .noInput, code: .noSuchFile, place: path, message: "there is neither a tile nor a folder",
                advice: "give an SRTM tile such as N47E011.hgt, or the folder of such tiles")
        }
        (self.path, self.isFolder, self.eyeHeight) = (path, isFolder.boolValue, eyeHeight)
        if !self.isFolder, ElevationTile.corner(path) == nil { _ = try ElevationTile([], name: path) }
    }

    /// Metres of the ground above the ellipsoid; `nil` where no tile covers a position or nothing was measured. Every tile is read
    /// once and not kept.
    /// - Throws: `SensorLabError` for a tile that is damaged or cannot be read.
    public func heights(of positions: [GeodeticPosition]) throws -> [Double?] {
        var heights = [Double?](repeating: nil, count: positions.count)
        let files = Dictionary(try tiles().map { ([$0.south, $0.west], $0.path) }) { first, _ in first }
        let parts = Dictionary(grouping: positions.indices) { index -> [Int] in
            let corner = ElevationTile.corner(holding: positions[index])
            return [corner.south, corner.west]
        }
        for (corner, indices) in parts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            guard let file = files[corner] else { continue }
            let tile = try ElevationTile(try FileBytes.read(file, kind: "terrain tile"), name: file)
            for index in indices {
                let position = positions[index]
                heights[index] = tile.height(at: position).map {
                    GeodeticPosition(
                        latitude: position.latitude, longitude: position.longitude, height: $0, above: .meanSeaLevel
                    ).height
                }
            }
        }
        return heights
    }

    private func tiles() throws -> [(south: Int, west: Int, path: String)] {
        guard isFolder else { return ElevationTile.corner(path).map { [($0.south, $0.west, path)] } ?? [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        return names.compactMap { name in
            guard name.lowercased().hasSuffix(".hgt"), let corner = ElevationTile.corner(name) else { return nil }
            return (corner.south, corner.west, path + "/" + name)
        }
    }

    /// Places without an altitude are on the ground, where it is known.
    func placed(_ places: [PointOfInterest]) throws -> [PointOfInterest] {
        var places = places
        let flat = places.indices.filter { !places[$0].hasHeight }
        for (index, height) in zip(flat, try heights(of: flat.map { places[$0].position })) {
            guard let height else { continue }
            places[index].position.height = height
            places[index].hasHeight = true
        }
        return places
    }

    /// The observer at eye height above the ground; a fix where the ground is not known keeps its own height.
    func placed(_ path: ObserverPath) throws -> ObserverPath {
        path.at(heights: try heights(of: path.positions).map { $0.map { $0 + eyeHeight } })
    }
}
