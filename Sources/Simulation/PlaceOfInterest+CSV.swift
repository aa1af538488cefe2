/// Places of interest as a table.
extension PlaceOfInterest {
    /// CSV with the header `name,lat,lon,alt`: degrees north and east, metres above the ellipsoid.
    public static func table(of places: [PlaceOfInterest]) -> String {
        let lines = places.map { "\($0.name),\($0.place.latitude),\($0.place.longitude),\($0.place.altitude)" }
        return (["name,lat,lon,alt"] + lines).joined(separator: "\n") + "\n"
    }
}
