import Evaluation
import Files
import Foundation
import Geodesy
import Geomagnetism
import JSON
import ProjectionCore
import Vocabulary

/// The height of the ground from the user's SRTM tiles or grids, for the observer and for places without an altitude.
///
/// Three heights are distinguished: a tile's above mean sea level, the geoid's above the ellipsoid (`Geoid`), and those
/// of the projection, above the ellipsoid.
public struct Terrain: Sendable {
    /// Height of the camera above the ground, metres.
    public var eyeHeight: Double
    /// Paths of SRTM tiles by their south-western corners: south, west.
    private let tiles: [[Int]: String]
    /// Grids that GDAL reads; `nil` without any.
    private let grids: TerrainGrids?

    /// Height of a camera held in front of the eyes, metres.
    public static let usualEyeHeight = 1.6

    /// - Parameters:
    ///   - path: a tile (`N47E011.hgt`), a grid that GDAL reads (`.tif`, `.tiff`, `.vrt`), or a folder of these.
    ///   - eyeHeight: of the camera above the ground, metres.
    /// - Throws: `SensorLabError`: no input if the path does not exist; bad data for a file with another name;
    ///   input/output for grids without GDAL.
    public init(path: String, eyeHeight: Double = Self.usualEyeHeight) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw SensorLabError(
                .noInput, code: .noSuchFile, place: path, message: "there is neither a tile nor a folder",
                advice: "give an SRTM tile such as N47E011.hgt, or the folder of such tiles")
        }
        let files =
            isFolder.boolValue
            ? try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { path + "/" + $0 } : [path]
        let grids = files.filter(TerrainGrids.holds)
        var tiles = [[Int]: String]()
        for file in files where !TerrainGrids.holds(file) {
            guard !isFolder.boolValue || file.lowercased().hasSuffix(".hgt") else { continue }
            if let corner = ElevationTile.corner(file) {
                tiles[[corner.south, corner.west]] = file
            } else if !isFolder.boolValue {
                _ = try ElevationTile([], name: file)
            }
        }
        guard !tiles.isEmpty || !grids.isEmpty else {
            throw SensorLabError(
                .badData, code: .badTerrain, place: path,
                message: "found neither a tile nor a grid among \(files.count) files of the folder",
                advice: "expected SRTM tiles such as N47E011.hgt, or .tif, .tiff or .vrt")
        }
        (self.tiles, self.eyeHeight) = (tiles, eyeHeight)
        self.grids = grids.isEmpty ? nil : try TerrainGrids(files: grids)
    }

    /// Heights of the ground above the ellipsoid, metres; `nil` where nothing covers the position, or in voids. Tiles
    /// have priority over grids; each is read once and not kept.
    /// - Throws: `SensorLabError` for a damaged or unreadable tile.
    public func heights(of positions: [GeodeticPosition]) throws -> [Double?] {
        var heights = [Double?](repeating: nil, count: positions.count)
        let parts = Dictionary(grouping: positions.indices) { index -> [Int] in
            let corner = ElevationTile.corner(holding: positions[index])
            return [corner.south, corner.west]
        }
        for (corner, indices) in parts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            func measure(_ tile: ElevationTile) {
                for index in indices where heights[index] == nil {
                    let position = positions[index]
                    heights[index] = tile.height(at: position).map {
                        GeodeticPosition(
                            latitude: position.latitude, longitude: position.longitude, height: $0, above: .meanSeaLevel
                        ).height
                    }
                }
            }
            if let file = tiles[corner] {
                measure(try ElevationTile(try FileBytes.read(file, kind: "terrain tile"), name: file))
            }
            if let grids, indices.contains(where: { heights[$0] == nil }) {
                measure(try grids.tile(south: corner[0], west: corner[1]))
            }
        }
        return heights
    }

    /// Moves places without an altitude to the ground, where it is known.
    func placed(_ places: [PointOfInterest]) throws -> [PointOfInterest] { try covered(places).places }

    /// The observer at eye height above the ground; where the ground is unknown, a fix keeps its own height.
    func placed(_ path: ObserverPath) throws -> ObserverPath { try covered(path).path }

    /// The same, with the number of places without an altitude that nothing covers.
    func covered(_ places: [PointOfInterest]) throws -> (places: [PointOfInterest], uncovered: Int) {
        var (places, uncovered) = (places, 0)
        let flat = places.indices.filter { !places[$0].hasHeight }
        for (index, height) in zip(flat, try heights(of: flat.map { places[$0].position })) {
            guard let height else {
                uncovered += 1
                continue
            }
            places[index].position.height = height
            places[index].hasHeight = true
        }
        return (places, uncovered)
    }

    /// The same, with the number of the observer's positions that nothing covers.
    func covered(_ path: ObserverPath) throws -> (path: ObserverPath, uncovered: Int) {
        let found = try heights(of: path.positions)
        return (path.at(heights: found.map { $0.map { $0 + eyeHeight } }), found.count { $0 == nil })
    }
}

/// Elevation grids other than SRTM tiles (GeoTIFF, VRT, in any coordinates), converted by GDAL, if installed, to tiles
/// of one arc second. Heights are whole metres; their datum is taken as mean sea level.
struct TerrainGrids {
    /// The file endings that GDAL reads.
    static let endings = [".tif", ".tiff", ".vrt"]

    /// The grids; where several cover a place, the last one has priority.
    private let files: [String]
    private let gdalwarp: InstalledProgram

    /// - Throws: `SensorLabError` if GDAL is not installed.
    init(files: [String]) throws(SensorLabError) {
        guard let gdalwarp = InstalledProgram("gdalwarp") else {
            throw SensorLabError(
                .inputOutput, code: .badTerrain, place: files[0],
                message: "gdalwarp, which reads such grids, is not on the PATH",
                advice: "install GDAL (Debian: apt install gdal-bin), or give SRTM tiles such as N47E011.hgt")
        }
        (self.files, self.gdalwarp) = (files, gdalwarp)
    }

    /// Whether a file is such a grid, by its ending.
    static func holds(_ path: String) -> Bool {
        endings.contains { path.lowercased().hasSuffix($0) }
    }

    /// The tile with this south-western corner; void where no grid covers it.
    /// - Throws: `SensorLabError` (bad data) if GDAL cannot read the grids.
    func tile(south: Int, west: Int) throws -> ElevationTile {
        let scratch = try ScratchFolder()
        return try withExtendedLifetime(scratch) {
            let path = scratch.path + "/" + ElevationTile.name(south: south, west: west)
            // A tile's outermost samples lie on its edges; GDAL's extent is that of the cells around the samples.
            let (samples, half) = (3601, 0.5 / 3600)
            let edges = [Double(west) - half, Double(south) - half, Double(west + 1) + half, Double(south + 1) + half]
            let (status, said) = try gdalwarp.run(
                ["-q", "-of", "SRTMHGT", "-t_srs", "EPSG:4326", "-te"] + edges.map { "\($0)" }
                    + ["-ts", "\(samples)", "\(samples)", "-r", "bilinear", "-ot", "Int16", "-dstnodata", "-32768"]
                    + files + [path])
            guard status == 0 else {
                let line = said.split(whereSeparator: \.isNewline).first { $0.hasPrefix("ERROR") } ?? "no reason given"
                throw SensorLabError(
                    .badData, code: .badTerrain, place: files[0],
                    message: "GDAL cannot read it: \(line.prefix(200))",
                    advice: "check the file with gdalinfo; a grid needs coordinates and heights in metres")
            }
            return try ElevationTile(try FileBytes.read(path, kind: "terrain tile"), name: path)
        }
    }
}
