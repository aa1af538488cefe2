import Recordings

extension Scenario {
    /// A drive through a town.
    public static let car = Scenario(
        name: "car",
        summary:
            "the phone upright in a holder of a car that drives round blocks, stops at lights, turns left and right",
        place: Place(latitude: 45.1867, longitude: 5.7364, altitude: 260),
        date: CalendarDate(year: 2016, month: 6, day: 2),
        defaultDuration: 240, minimumDuration: 30,
        plan: { request, random in
            var plan = CarPlan()
            return plan.layOut(duration: request.duration, random: &random)
        })
}
