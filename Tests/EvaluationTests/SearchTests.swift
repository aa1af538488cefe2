import OrientationFilters
import RealModule
import SensorModels
import Testing
import Vocabulary

@testable import Evaluation

@Suite("Searches")
struct SearchTests {
    static func space(_ names: [String]) throws -> SearchSpace {
        try SearchSpace(names, of: try #require(FilterCatalogue.entry(named: "complementary")))
    }

    @Test("axes: logarithmic about a positive default with a wide range, linear otherwise, clamped to the range")
    func axes() throws {
        let times = try Self.space(["accelerometerTime"]).axes[0]
        #expect(times.isLogarithmic)
        #expect((times.value(Double.log(2)) - 6).magnitude < 1e-12)
        #expect(times.value(100) == 3000)
        #expect((times.value(-100) - 0.003).magnitude < 1e-15)
        #expect((times.coordinate(6) - Double.log(2)).magnitude < 1e-12)
        let lowPass = try #require(FilterCatalogue.entry(named: "lowpass"))
        let weight = try SearchSpace(["accelerometerWeight=magnetometerWeight"], of: lowPass).axes[0]
        #expect(!weight.isLogarithmic)
        #expect(weight.names == ["accelerometerWeight", "magnetometerWeight"])
        #expect(weight.value(0) == 0.8)
        #expect(weight.value(10) == 0.999999)
        #expect(weight.value(-10) == 0)
        let space = try SearchSpace(["smoothing", "accelerometerweight"], of: lowPass)
        let (filter, smoothing) = space.parameters(at: [1, 0])
        #expect(filter == ["accelerometerWeight": 0.8])
        #expect(smoothing == 0.125)
    }

    @Test("unknown names and names that stand twice are refused")
    func names() {
        func message(_ names: [String]) -> String {
            do { _ = try Self.space(names) } catch let error as SensorLabError { return error.description } catch {}
            return ""
        }
        #expect(message(["acelerometerTime"]).contains("did you mean accelerometerTime?"))
        #expect(message(["biasTime", "biastime"]).contains("twice"))
        #expect(message(["biasTime=biasTime"]).contains("twice"))
        #expect(message([]) == "")
    }

    /// An ill-conditioned bowl with its bottom, 1, at (0.7, -0.4, 0.3).
    static func bowl(_ p: [Double]) -> Double {
        let target = [0.7, -0.4, 0.3]
        let d = zip(p, target).map { $0 - $1 }
        let scales = [1.0, 30, 5]
        var sum = 1.0
        for i in p.indices { sum += scales[i] * d[i] * d[i] }
        return p.count > 1 ? sum + 3 * d[0] * d[1] : sum
    }

    @Test("the simplex and the evolution strategy find the bottom", arguments: [SearchMethod.nelderMead, .cmaES])
    func minimum(_ method: SearchMethod) throws {
        for count in 1...3 {
            let space = try Self.space(Array(["accelerometerTime", "magnetometerTime", "biasTime"].prefix(count)))
            var asked = 0
            let best = Search(method: method, budget: 400, seed: 3).minimum(in: space) { points in
                asked += points.count
                return points.map(Self.bowl)
            }
            #expect(best.value - 1 < 2e-3, "\(count) parameters")
            #expect((best.point[0] - 0.7).magnitude < 0.05)
            #expect(asked <= 400)
        }
    }

    @Test("the budget is kept, and the default is never made worse", arguments: SearchMethod.allCases)
    func budget(_ method: SearchMethod) throws {
        let space = try Self.space(["accelerometerTime", "magnetometerTime"])
        for budget in [1, 2, 3, 7, 20] {
            var asked = 0
            let best = Search(method: method, budget: budget, seed: 1).minimum(in: space) { points in
                asked += points.count
                return points.map { $0.reduce(5) { $0 + $1 * $1 } }
            }
            #expect(asked <= budget)
            #expect(best.value == 5)
            #expect(best.point == [0, 0])
        }
    }

    @Test("a search that is stopped ends with the best until then", arguments: SearchMethod.allCases)
    func stopped(method: SearchMethod) throws {
        let space = try Self.space(["accelerometerTime", "magnetometerTime", "biasTime"])
        var values: [Double] = []
        let best = Search(method: method, budget: 4000, seed: 1).minimum(in: space) { points in
            let found = points.map(Self.bowl)
            values += found
            return found
        } isStopped: {
            values.count >= 20
        }
        // A batch that is computed at once is completed.
        #expect(values.count < 100)
        #expect(best.value == values.min())
    }

    @Test("the same seed, the same search; another seed, another one")
    func seeds() throws {
        let space = try Self.space(["accelerometerTime", "magnetometerTime", "biasTime"])
        func trail(_ seed: UInt64) -> [SearchStep] {
            var steps: [SearchStep] = []
            _ = Search(method: .cmaES, budget: 60, seed: seed).minimum(in: space) {
                $0.map(Self.bowl)
            } step: {
                steps.append($0)
            }
            return steps
        }
        #expect(trail(1) == trail(1))
        #expect(trail(1) != trail(2))
        #expect(zip(trail(1), trail(1).dropFirst()).allSatisfy { $0.value > $1.value })
    }

    @Test("the grid: every combination, within the range, ends included")
    func grid() throws {
        let lowPass = try #require(FilterCatalogue.entry(named: "lowpass"))
        let space = try SearchSpace(["accelerometerWeight", "magnetometerWeight"], of: lowPass)
        let points = Grid.batches(in: space, budget: 30).flatMap { $0 }
        #expect(points.count == 25)
        let values = Set(points.map { space.axes[0].value($0[0]) })
        #expect(values.count == 5)
        #expect(values.min() == 0)
        #expect((try #require(values.max()) - 0.999999).magnitude < 1e-12)
        #expect(Grid.batches(in: space, budget: 3).isEmpty)
    }

    @Test("a search that runs over the edge turns back to it")
    func edge() throws {
        let lowPass = try #require(FilterCatalogue.entry(named: "lowpass"))
        let space = try SearchSpace(["accelerometerWeight"], of: lowPass)
        let best = Search(method: .nelderMead, budget: 100).minimum(in: space) { points in
            points.map { 2 - space.axes[0].value($0[0]) }
        }
        #expect(space.axes[0].value(best.point[0]) > 0.99)
        #expect(space.axes[0].limits.contains(best.point[0]))
    }

    /// The start is the only good point, so that reflection and contraction fail: the corners move towards it (d = 2:
    /// by half).
    @Test("the simplex shrinks towards its best corner")
    func shrinking() {
        var batches: [[[Double]]] = []
        var budget = 8
        NelderMead.run(start: [0, 0], value: 0, hasBudget: { $0 <= budget }) { points in
            batches.append(points)
            budget -= points.count
            return points.map { point in
                let isCorner = point.contains(NelderMead.firstStep) && point.contains(0)
                return isCorner ? 1 : 2
            }
        }
        let half = NelderMead.firstStep / 2
        let shrunk = batches.dropFirst().first { $0.count == 2 } ?? []
        #expect(Set(shrunk) == [[half, 0], [0, half]])
    }
}
