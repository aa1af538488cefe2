import Geodesy
import Rotations
import Testing
import Vocabulary

@testable import ProjectionCore

/// Which places are drawn: the observer at 45 N 6 E looks north with 60 x 80 degrees on 600 x 800 pixels.
@Suite("Rules of selection")
struct SelectionRuleTests {
    static let north = Fixture.orientation(heading: 0)

    /// Ids by state, in the order of the list.
    static func states(
        _ places: [PointOfInterest], heading: Double = 0, _ change: (inout ProjectionOptions) -> Void
    ) throws -> [ScreenPosition.State] {
        var options = ProjectionOptions()
        change(&options)
        var projector = try Projector(model: .geodesic, camera: Fixture.camera(), places: places, options: options)
        try projector.prepare(observer: Fixture.observer)
        return projector.positions(Fixture.orientation(heading: heading)).map(\.state)
    }

    static func place(
        _ id: String, azimuth: Double = 0, distance: Double, category: String = "", priority: Double = 0
    ) -> PointOfInterest {
        var place = Fixture.place(id, azimuth: azimuth, distance: distance)
        (place.category, place.priority) = (category, priority)
        return place
    }

    @Test("a place 15 m away is on top of the observer at a least distance of 20 m, one 25 m away is not")
    func onTop() throws {
        let places = [
            Self.place("15", distance: 15), Self.place("25", distance: 25), Self.place("9", azimuth: 180, distance: 9),
        ]
        #expect(try Self.states(places) { _ in } == [.visible, .visible, .behind])
        #expect(try Self.states(places) { $0.minimumDistance = 20 } == [.near, .visible, .near])
        // What is on top has no coordinates and no direction, and takes no place among the nearest.
        #expect(try Self.states(places) { ($0.minimumDistance, $0.nearest) = (20, 1) } == [.near, .visible, .near])
        var options = ProjectionOptions()
        options.minimumDistance = 20
        var projector = try Projector(model: .planar, camera: Fixture.camera(), places: places, options: options)
        try projector.prepare(observer: Fixture.observer)
        let found = projector.positions(Self.north)[0]
        #expect(found.x.isNaN && found.y.isNaN && !found.isVisible && !found.isDefined)
        #expect(projector.bearing(of: 0, orientation: Self.north, position: found) == nil)
    }

    @Test("categories: AND, OR, NOT, parentheses, several per place; a list is an OR")
    func categories() throws {
        let places = [
            Self.place("a", distance: 100, category: "food|open"),
            Self.place("b", distance: 100, category: "food | bar"),
            Self.place("c", distance: 100, category: "food"),
            Self.place("d", distance: 100, category: "bar|national park"),
            Self.place("e", distance: 100),
        ]
        func seen(_ text: String) throws -> String {
            let expression = try CategoryExpression(parsing: text)
            let states = try Self.states(places) { $0.categories = expression }
            return zip(places, states).filter { $0.1 == .visible }.map(\.0.id).joined()
        }
        #expect(try seen("food") == "abc")
        #expect(try seen("food AND (open OR bar)") == "ab")
        #expect(try seen("food AND open OR bar") == "abd")
        #expect(try seen("open OR bar AND food") == "ab")
        #expect(try seen("NOT food") == "de")
        #expect(try seen("NOT (food OR bar)") == "e")
        #expect(try seen("NOT NOT bar AND food") == "b")
        #expect(try seen("national park") == "d")
        #expect(try seen(#""national park" OR """#) == "de")
        #expect(try seen("FOOD") == "")
        let list = try Self.states(places) { $0.categories = .any([.name("open"), .name("national park")]) }
        #expect(list == [.visible, .filtered, .filtered, .visible, .filtered])
    }

    @Test("an expression's text is parsed as the same expression")
    func roundTrip() throws {
        var random = SplitMix64(seed: 7)
        let names = ["food", "open now", "AND", "a(b", "say \"hi\"", "", "NOT x", " edge ", "\t"]
        func expression(_ depth: Int) -> CategoryExpression {
            switch depth == 0 ? 0 : Int.random(in: 0...3, using: &random) {
            case 0: return .name(names[Int.random(in: 0..<names.count, using: &random)])
            case 1: return .not(expression(depth - 1))
            case 2: return .all((0..<Int.random(in: 2...3, using: &random)).map { _ in expression(depth - 1) })
            default: return .any((0..<Int.random(in: 2...3, using: &random)).map { _ in expression(depth - 1) })
            }
        }
        for _ in 0..<500 {
            let made = expression(3)
            #expect(try CategoryExpression(parsing: made.description) == made, "\(made)")
        }
    }

    @Test(
        "what is no expression is refused with the reason",
        arguments: [
            ("", "ends where a name"), ("food AND", "ends where a name"), ("AND food", "operator where a name"),
            ("(food", "no )"), ("food)", ") without"), ("()", "where a name"), (#""food"#, "no end"),
            (#"food "bar""#, "no operator"), ("food (bar)", "no operator"), ("NOT", "ends where a name"),
            (String(repeating: "(", count: 65) + "a", "nested"), (String(repeating: "NOT ", count: 65) + "a", "nested"),
        ])
    func refused(_ text: String, _ part: String) {
        let error = #expect(throws: SensorLabError.self) { try CategoryExpression(parsing: text) }
        #expect(error?.message.contains(part) == true, "\(text): \(error?.message ?? "")")
        #expect(error?.kind == .usage)
    }

    @Test("the nearest of the list, and the nearest on the screen; a higher priority first where that is asked for")
    func nearest() throws {
        // Two behind the observer are nearer than all in front.
        let places = [
            Self.place("far", azimuth: 5, distance: 900), Self.place("behind", azimuth: 180, distance: 50),
            Self.place("near", azimuth: -5, distance: 100), Self.place("middle", azimuth: 0, distance: 400),
            Self.place("aside", azimuth: 120, distance: 60),
        ]
        #expect(
            try Self.states(places) { $0.nearest = 2 } == [.filtered, .behind, .filtered, .filtered, .behind])
        #expect(
            try Self.states(places) { $0.nearestInView = 2 } == [.filtered, .behind, .visible, .visible, .behind])
        #expect(
            try Self.states(places, heading: 180) { $0.nearestInView = 1 }
                == [.behind, .visible, .behind, .behind, .outside])
        #expect(try Self.states(places) { $0.nearestInView = 0 }.contains(.visible) == false)
        #expect(try Self.states(places) { $0.nearestInView = 10 } == Self.states(places) { _ in })
        var ranked = places
        ranked[0].priority = 1
        for limit in 1...3 {
            // Distance alone decides.
            #expect(
                try Self.states(ranked) { $0.nearestInView = limit } == Self.states(places) { $0.nearestInView = limit }
            )
            #expect(try Self.states(ranked) { $0.nearest = limit } == Self.states(places) { $0.nearest = limit })
        }
        #expect(
            try Self.states(ranked) { ($0.nearestInView, $0.priorityFirst) = (1, true) }
                == [.visible, .behind, .filtered, .filtered, .behind])
        #expect(
            try Self.states(ranked) { ($0.nearest, $0.priorityFirst) = (2, true) }
                == [.visible, .behind, .filtered, .filtered, .filtered])
    }

    @Test("places are known within the radius of the last query, which is made anew beyond half of it")
    func query() throws {
        var area = QueryArea(radius: 1000)
        func position(north: Double) -> GeodeticPosition {
            Geodesic.wgs84.direct(from: Fixture.observer, azimuth: 0, distance: north).end
        }
        let asked = [0.0, 499, 501, 900, 1000, 1002, 480].map { area.update(position(north: $0)) }
        #expect(asked == [true, false, true, false, false, true, true])
        #expect(area.queries == 4)
        // A place 1400 m ahead: unknown at the start and after 450 m, though it is 950 m away then; known after 600 m.
        var options = ProjectionOptions()
        options.queryRadius = 1000
        var projector = try Projector(
            model: .geodesic, camera: Fixture.camera(), places: [Fixture.place(azimuth: 0, distance: 1400)],
            options: options)
        func state(_ north: Double) throws -> ScreenPosition.State {
            try projector.prepare(observer: position(north: north))
            return projector.positions(Self.north)[0].state
        }
        #expect(try state(0) == .filtered)
        #expect(try state(450) == .filtered)
        #expect(try state(600) == .visible)
        #expect(try state(200) == .visible)
        #expect(projector.query?.queries == 2)
        #expect(try state(0) == .filtered)
        #expect(projector.query?.queries == 3)
    }

    @Test("rules out of range are refused by the option's name")
    func ranges() {
        func expect(_ option: String, _ change: (inout ProjectionOptions) -> Void) {
            var options = ProjectionOptions()
            change(&options)
            let error = #expect(throws: SensorLabError.self) { try options.validate(for: .geodesic) }
            #expect(error?.place.hasPrefix(option) == true, "\(error?.description ?? "")")
        }
        expect("--min-distance") { $0.minimumDistance = 0 }
        expect("--min-distance") { $0.minimumDistance = .nan }
        expect("--min-distance") { ($0.minimumDistance, $0.maximumDistance) = (50, 50) }
        expect("--nearest-in-view") { $0.nearestInView = -1 }
        expect("--query-radius") { $0.queryRadius = -5 }
        expect("--hold-within") { $0.holdDistance = 0 }
        expect("--scale-distance") { $0.scaleDistance = .infinity }
        expect("--min-scale") { $0.minimumScale = 1.5 }
        expect("--label-turn") { $0.labelTurn = 81 }
        expect("--label-turn") { $0.labelTurn = .nan }
        expect("--layout-span") { $0.layoutSpan = 0 }
        expect("--fade") { $0.fade = DistanceFade(start: 10, end: 10) }
        expect("--fade") { $0.fade = DistanceFade(start: 0, end: 10, least: -1) }
        expect("--label-size") { $0.labels = LabelRule(width: 0, height: 10) }
    }

    @Test("far-is-higher is refused for models that draw every place on the horizon")
    func layoutOfSine() {
        var options = ProjectionOptions()
        options.layout = .farIsHigher
        #expect(throws: SensorLabError.self) { try options.validate(for: .sine) }
        #expect(throws: Never.self) { try options.validate(for: .planar) }
    }
}
