import AllocationCounter
import Rotations
import Testing
import Vocabulary

@testable import ProjectionCore

@Suite("Labels that do not overlap")
struct LabelPlacementTests {
    private struct Point {
        var x, y, scale: Double
    }

    private static func place(_ points: [Point], _ placement: inout LabelPlacement) {
        placement.begin(count: points.count, width: 600, height: 800)
        for (index, point) in points.enumerated() {
            placement.add(index, x: point.x, y: point.y, scale: point.scale)
        }
    }

    private static func points(_ seed: UInt64, count: Int) -> [Point] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            Point(
                x: Double.random(in: 0...600, using: &random), y: Double.random(in: 0...800, using: &random),
                scale: Double.random(in: 0.2...1, using: &random))
        }
    }

    private static func overlaps(_ a: PlacedLabel, _ b: PlacedLabel) -> Bool {
        min(a.x + a.width, b.x + b.width) > max(a.x, b.x) && min(a.y + a.height, b.y + b.height) > max(a.y, b.y)
    }

    @Test("two points beside each other: the first has the upper right, the second the next free side")
    func two() {
        var placement = LabelPlacement(rule: LabelRule(width: 100, height: 30))
        Self.place([Point(x: 300, y: 400, scale: 1), Point(x: 330, y: 400, scale: 1)], &placement)
        let (first, second) = (placement.labels[0], placement.labels[1])
        #expect(first.outcome == .preferred && first.x == 306 && first.y == 400 - 36 && first.width == 100)
        // The upper left would cover the first label: the lower left is next.
        #expect(second.outcome == .moved && second.side == 2 && second.x == 330 - 106 && second.y == 406)
        // In a corner only one side is on the screen, and the third label there is left out.
        let corner = Point(x: 597, y: 3, scale: 1)
        Self.place([corner, corner, Point(x: -500, y: 900, scale: 1)], &placement)
        #expect(placement.labels.map(\.outcome) == [.moved, .hidden, .hidden])
        #expect(placement.labels[0].side == 2)
        #expect(placement.labels[1].x.isNaN && !placement.labels[1].isDrawn)
    }

    @Test("no label covers another or leaves the screen, whatever the points")
    func free() {
        for seed in UInt64(1)...100 {
            var placement = LabelPlacement(rule: LabelRule(width: seed.isMultiple(of: 3) ? 3 : 120, height: 30))
            // Two frames, so that sides of the frame before are tried, too.
            for frame in 0...1 { Self.place(Self.points(seed * 2 + UInt64(frame), count: 80), &placement) }
            let drawn = placement.labels.filter(\.isDrawn)
            #expect(drawn.count > 10)
            for (index, label) in drawn.enumerated() {
                #expect(label.x >= 0 && label.y >= 0 && label.x + label.width <= 600 && label.y + label.height <= 800)
                for other in drawn[(index + 1)...] { #expect(!Self.overlaps(label, other), "seed \(seed)") }
            }
        }
    }

    /// The same greedy order without a grid: every label against every one before.
    private static func exhaustive(_ points: [Point], _ rule: LabelRule) -> [Int?] {
        var placed: [PlacedLabel] = []
        return points.map { point in
            for (number, side) in LabelPlacement.sides.enumerated() {
                var label = PlacedLabel()
                (label.width, label.height) = (rule.width * point.scale, rule.height * point.scale)
                label.x = point.x + side.x * label.width + side.gapX * rule.gap
                label.y = point.y + side.y * label.height + side.gapY * rule.gap
                let isInside =
                    label.x >= 0 && label.y >= 0 && label.x + label.width <= 600 && label.y + label.height <= 800
                guard isInside, !placed.contains(where: { overlaps($0, label) }) else { continue }
                placed.append(label)
                return number
            }
            return nil
        }
    }

    @Test("the grid finds the same sides as comparing every pair")
    func grid() {
        for seed in UInt64(1)...100 {
            var rule = LabelRule(width: 90, height: 25)
            rule.isSteady = false
            var placement = LabelPlacement(rule: rule)
            let points = Self.points(seed, count: 120)
            Self.place(points, &placement)
            let found = placement.labels.map { $0.isDrawn ? Int($0.side) : nil }
            #expect(found == Self.exhaustive(points, rule), "seed \(seed)")
        }
    }

    @Test("a steady label stays at its side when the neighbour that moved it has gone")
    func steady() {
        for isSteady in [true, false] {
            var rule = LabelRule(width: 100, height: 30)
            rule.isSteady = isSteady
            var placement = LabelPlacement(rule: rule)
            let (first, second) = (Point(x: 300, y: 400, scale: 1), Point(x: 330, y: 400, scale: 1))
            Self.place([first, second], &placement)
            #expect(placement.labels[1].side == 2)
            Self.place([Point(x: 300, y: 100, scale: 1), second], &placement)
            #expect(placement.labels[1].side == (isSteady ? 2 : 0))
        }
    }

    @Test("of two places at one point the one of the higher priority has the label, then the nearer")
    func importance() throws {
        var places = [100.0, 101].map { Fixture.place("\($0)", azimuth: 0, distance: $0) }
        var options = ProjectionOptions()
        // So large that only one fits.
        options.labels = LabelRule(width: 280, height: 380)
        func outcomes() throws -> [PlacedLabel.Outcome] {
            var projector = try Projector(
                model: .geodesic, camera: Fixture.camera(), places: places, options: options)
            try projector.prepare(observer: Fixture.observer)
            var placement = LabelPlacement(rule: try #require(options.labels))
            placement.place(projector.positions(Fixture.orientation(heading: 0)), of: projector)
            return placement.labels.map(\.outcome)
        }
        options.labels?.height = 790
        options.labels?.width = 590
        #expect(try outcomes() == [.hidden, .hidden])
        options.labels?.height = 380
        options.labels?.width = 280
        #expect(try outcomes() == [.preferred, .moved])
        places[1].priority = 2
        #expect(try outcomes() == [.moved, .preferred])
    }

    @Test("shares of hidden and moved labels; points without a label do not count")
    func count() {
        var count = LabelCount()
        #expect(count.hiddenShare.isNaN)
        let outcomes: [PlacedLabel.Outcome] = [.preferred, .moved, .hidden, .none, .preferred]
        count.add(
            outcomes.map { outcome in
                var label = PlacedLabel()
                label.outcome = outcome
                return label
            })
        #expect(count.labels == 4 && count.hiddenShare == 0.25 && count.movedShare == 0.25)
    }

    @Test(
        "no allocation once the storage has grown",
        .enabled(if: allocation_count_works() != 0, "allocations are counted with the GNU C library alone"))
    func allocations() throws {
        let places = (0..<300).map {
            Fixture.place("\($0)", azimuth: Double($0) * 0.2 - 30, distance: 100 + Double($0))
        }
        var options = ProjectionOptions()
        options.labels = LabelRule(width: 90, height: 25)
        options.nearestInView = 200
        var projector = try Projector(model: .geodesic, camera: Fixture.camera(), places: places, options: options)
        try projector.prepare(observer: Fixture.observer)
        var placement = LabelPlacement(rule: LabelRule(width: 90, height: 25))
        var positions = [ScreenPosition](repeating: .none(.undefined), count: places.count)
        let q = Fixture.orientation(heading: 0)
        func frames(_ count: Int) {
            for _ in 0..<count {
                projector.project(q, into: &positions)
                placement.place(positions, of: projector)
            }
        }
        frames(10)
        let before = allocation_count()
        frames(100)
        let after = allocation_count()
        #expect(after - before == 0)
        #expect(placement.labels.contains { $0.isDrawn })
    }
}
