import Recordings

/// Walks in the hall of the recordings that they were modelled on.
extension Scenario {
    /// Inria Grenoble, 45.187778 N, 5.726945 E, 200 m.
    static let hall = Place(latitude: 45.187778, longitude: 5.726945, altitude: 200)

    /// Walking while looking about through the camera.
    public static let arWalking = walk(
        "ar-walking", "a walk in a room with the phone held up to look about through its camera", .looking)
    /// Walking while texting.
    public static let texting = walk(
        "texting", "a walk in a room with the phone flat in the hand", .texting)
    /// Walking while phoning.
    public static let phoning = walk("phoning", "a walk in a room with the phone at the right ear", .phoning)
    /// Walking with a swinging arm.
    public static let swinging = walk("swinging", "a walk in a room with the phone in a swinging hand", .swinging)
    /// The phone in the front pocket.
    public static let pocket = walk("pocket", "a walk in a room with the phone in the front pocket", .frontPocket)
    /// The phone in the back pocket.
    public static let backPocket = walk(
        "back-pocket", "a walk in a room with the phone in the back pocket", .backPocket)

    private static func walk(_ name: String, _ summary: String, _ style: WalkingStyle) -> Scenario {
        Scenario(
            name: name, summary: summary, place: hall, date: CalendarDate(year: 2016, month: 6, day: 2),
            defaultDuration: 120, minimumDuration: 10,
            plan: { request, random in
                var plan = WalkingPlan(style)
                return plan.layOut(duration: request.duration, random: &random)
            })
    }
}
