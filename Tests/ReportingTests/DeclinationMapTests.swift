import Testing

@testable import Reporting

@Suite("Map of the declination")
struct DeclinationMapTests {
    /// On a plane the lines are straight and lie where the value is: at level 2.5 of x + y.
    @Test func isolinesOfAPlane() {
        let values = (0..<5).flatMap { row in (0..<6).map { Double($0 + row) } }
        let lines = Isolines(values: values, columns: 6, rows: 5, largestDifference: 90)
        let segments = lines.segments(at: 2.5)
        #expect(segments.count == 5)
        for segment in segments {
            #expect(abs(segment.from.x + segment.from.y - 2.5) < 1e-12)
            #expect(abs(segment.to.x + segment.to.y - 2.5) < 1e-12)
        }
        #expect(lines.segments(at: 100).isEmpty)
    }

    @Test func jumpsAndHolesHaveNoLines() {
        let jump = Isolines(values: [179, -179, 179, -179], columns: 2, rows: 2, largestDifference: 90)
        #expect(jump.segments(at: 0).isEmpty)
        let hole = Isolines(values: [1, -1, .nan, -1], columns: 2, rows: 2, largestDifference: 90)
        #expect(hole.segments(at: 0).isEmpty)
    }

    /// Two lines through a saddle, which do not cross: the mean is above the level, so the high corners hang together.
    @Test func aSaddle() {
        let saddle = Isolines(values: [3, -1, -1, 3], columns: 2, rows: 2, largestDifference: 90)
        let segments = saddle.segments(at: 0)
        #expect(segments.count == 2)
        for segment in segments {
            let middle = (segment.from + segment.to) / 2
            // Each cuts off a low corner: (1, 0) or (0, 1).
            #expect(abs(middle.x - middle.y) > 0.5)
        }
    }

    @Test func classesAreRoundAndHoldTheirValues() {
        let values = (0...100).map { -3 + 0.11 * Double($0) }
        let scale = DeclinationScale(values + [.nan])
        #expect(scale.step == 1)
        #expect(scale.bounds.contains(0))
        for value in values where value >= scale.bounds[0] && value < scale.bounds[scale.bounds.count - 1] {
            let index = scale.index(value)
            #expect(value >= scale.bounds[index] && value < scale.bounds[index + 1])
        }
        #expect(scale.index(-180) == 0 && scale.index(180) == scale.bounds.count - 2)
        let colours = (0..<(scale.bounds.count - 1)).map { scale.colour($0) }
        #expect(Set(colours).count == colours.count)
    }

    @Test func equalValuesMakeOneClass() {
        let scale = DeclinationScale([2, 2, 2])
        #expect(scale.bounds.count >= 2 && scale.bounds[0] <= 2)
        #expect(!DeclinationScale([]).bounds.isEmpty)
    }

    /// Headlands that everybody can find, and the empty middle of an ocean.
    @Test(arguments: [
        (-5.6, 36.0, 0.6), (18.5, -34.3, 0.8), (-68.0, -55.5, 1.5), (25.7, 71.1, 1.0), (103.9, 1.3, 1.0),
    ])
    func coastsAreWhereTheyAre(_ longitude: Double, _ latitude: Double, _ reach: Double) {
        let points = Coastline.strokes.flatMap { $0 }
        let nearest = points.map { (($0.x - longitude) * ($0.x - longitude) + ($0.y - latitude) * ($0.y - latitude)) }
            .min()
        #expect((nearest ?? .infinity).squareRoot() < reach)
        #expect(points.allSatisfy { abs($0.x) <= 180 && abs($0.y) <= 90 })
        #expect(!points.contains { $0.x < -120 && $0.x > -150 && abs($0.y) < 10 })
    }
}
