import Files
import Foundation
import Geodesy
import JSON
import Vocabulary

/// Elevation grids in other formats and coordinates than SRTM tiles (GeoTIFF, VRT), as tiles of one arc second that GDAL makes of
/// them where it is installed: whole metres, above whatever the grid counts from, taken as mean sea level.
struct TerrainGrids {
    /// The endings of the files that are left to GDAL.
    static let endings = [".tif", ".tiff", ".vrt"]

    /// The grids; where several cover a place, the last one counts.
    private let files: [String]
    private let gdalwarp: InstalledProgram

    /// - Throws: `SensorLabError` where GDAL is not installed.
    init(files: [String]) throws(SensorLabError) {
        guard let gdalwarp = InstalledProgram("gdalwarp") else {
            throw SensorLabError(
                .inputOutput, code: .badTerrain, place: files[0],
                message: "found no gdalwarp on the PATH, which reads such grids",
                advice: "install GDAL (Debian: apt install gdal-bin), or give SRTM tiles such as N47E011.hgt")
        }
        (self.files, self.gdalwarp) = (files, gdalwarp)
    }

    /// Whether a file is such a grid, by its ending.
    static func holds(_ path: String) -> Bool {
        endings.contains { path.lowercased().hasSuffix($0) }
    }

    /// The tile with a south-western corner; void where no grid covers it.
    /// - Throws: `SensorLabError` (bad data) where GDAL cannot read the grids.
    func tile(south: Int, west: Int) throws -> ElevationTile {
        let scratch = try ScratchFolder()
        return try withExtendedLifetime(scratch) {
            let path = scratch.path + "/" + ElevationTile.name(south: south, west: west)
            // A tile's outermost samples are on its edges, GDAL's extent is that of the cells around the samples.
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
                    advice: "see what gdalinfo says of it; a grid needs coordinates and heights in metres")
            }
            return try ElevationTile(try FileBytes.read(path, kind: "terrain tile"), name: path)
        }
    }
}
