import Recordings

extension Scenario {
    /// A phone held up for augmented reality in Barcelona: at rest on a table, waved through all directions, then turned
    /// round from one place of interest to the next, with a short walk now and then.
    public static let arPanning = Scenario(
        name: "ar-panning",
        summary: "a phone held up in Barcelona, turned from one place of interest to the next, with short walks",
        place: Place(latitude: 41.375, longitude: 2.149, altitude: 80),
        date: CalendarDate(year: 2015, month: 6, day: 22),
        defaultDuration: 110, minimumDuration: 30,
        plan: { request, random in
            var plan = ARPanningPlan()
            return plan.layOut(duration: request.duration, random: &random)
        })

    /// Places that can be seen from there, rounded public coordinates. Altitudes are those of a visible point in metres above
    /// the ellipsoid (sea level is 49 m above it in Barcelona).
    public static let barcelonaPlaces: [PlaceOfInterest] = [
        PlaceOfInterest("Sagrada Familia", latitude: 41.4036, longitude: 2.1744, altitude: 215),
        PlaceOfInterest("Torre Glories", latitude: 41.4034, longitude: 2.1896, altitude: 175),
        PlaceOfInterest("Columbus Monument", latitude: 41.3758, longitude: 2.1778, altitude: 110),
        PlaceOfInterest("Montjuic Castle", latitude: 41.3634, longitude: 2.1660, altitude: 230),
        PlaceOfInterest("Palau Nacional", latitude: 41.3684, longitude: 2.1536, altitude: 150),
        PlaceOfInterest("Montjuic Tower", latitude: 41.3644, longitude: 2.1505, altitude: 280),
        PlaceOfInterest("Camp Nou", latitude: 41.3809, longitude: 2.1228, altitude: 130),
        PlaceOfInterest("Torre de Collserola", latitude: 41.4174, longitude: 2.1142, altitude: 700),
        PlaceOfInterest("Tibidabo", latitude: 41.4225, longitude: 2.1187, altitude: 590),
        PlaceOfInterest("Park Guell", latitude: 41.4145, longitude: 2.1527, altitude: 220),
        PlaceOfInterest("Casa Mila", latitude: 41.3953, longitude: 2.1619, altitude: 110),
    ]
}
