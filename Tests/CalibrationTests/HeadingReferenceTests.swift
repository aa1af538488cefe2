import Calibration
import Rotations
import SensorModels
import TestSupport
import Testing
import Vocabulary

@Suite struct HeadingReferenceTests {
    private let second = LogTime.nanosecondsPerSecond

    /// Walking east along the equator: a degree of longitude is 111319.49 m there.
    private func walk(speed: Double, course: Double = .nan, accuracy: Double = 5) -> SampleStream<LocationFix> {
        var fixes = SampleStream<LocationFix>()
        for i in 0..<120 {
            let place = GeodeticPosition(latitude: 0, longitude: speed * Double(i) / 111_319.490_793)
            fixes.append(
                LocationFix(
                    place: place, accuracy: accuracy, speed: course.isNaN ? .nan : speed, course: course,
                    courseAccuracy: course.isNaN ? .nan : 8),
                at: Int64(i) * second)
        }
        return fixes
    }

    @Test func statedCourses() throws {
        let found = CourseOverGround.references(walk(speed: 1.4, course: 90))
        #expect(found.references.count == 120 && found.rejected == 0)
        let first = try #require(found.references.first)
        expectAngle(Angle.degrees(first.heading), 90, within: 1e-12)
        #expect((Angle.degrees(first.sigma) - 8).magnitude < 1e-12)
    }

    @Test func slowFixesHaveNoCourse() {
        #expect(CourseOverGround.references(walk(speed: 0.3, course: 90)).references.isEmpty)
        #expect(CourseOverGround.references(walk(speed: 0.3)).references.isEmpty)
    }

    /// Without stated courses, from lines between fixes: both ends off by 5 m / 1.5158 across a line of 15.4 m (11
    /// seconds at 1.4 m/s) is 17.4 degrees.
    @Test func linesBetweenFixes() throws {
        let found = CourseOverGround.references(walk(speed: 1.4))
        #expect(found.references.count == 10)
        let first = try #require(found.references.first)
        expectAngle(Angle.degrees(first.heading), 90, within: 1e-9)
        #expect((Angle.degrees(first.sigma) - 17.36).magnitude < 0.05, "\(Angle.degrees(first.sigma))")
    }

    /// From the equator at 0 E, a landmark at 1 N 0 E is in the north, one at 0 N 1 W in the west.
    @Test func sightings() throws {
        let here = GeodeticPosition(latitude: 0, longitude: 0)
        let north = Sighting(time: 0, target: .landmark(GeodeticPosition(latitude: 1, longitude: 0)))
        let west = Sighting(time: 0, target: .landmark(GeodeticPosition(latitude: 0, longitude: -1)))
        let none = SampleStream<LocationFix>()
        expectAngle(
            Angle.degrees(try #require(north.reference(observer: here, fixes: none)).heading), 0, within: 1e-12)
        expectAngle(
            Angle.degrees(try #require(west.reference(observer: here, fixes: none)).heading), 270, within: 1e-12)
        #expect(north.reference(observer: nil, fixes: none) == nil)
    }

    /// The observer between two fixes; a landmark 100 m away turns by atan(5 / 1.5158 / 100) = 1.9 degrees with the
    /// fix.
    @Test func observerFromFixes() throws {
        let sighting = Sighting(
            time: second / 2,
            target: .landmark(GeodeticPosition(latitude: 100 / 110_574.3886, longitude: 0.7 / 111_319.490_793))
        )
        let reference = try #require(sighting.reference(observer: nil, fixes: walk(speed: 1.4)))
        expectAngle(Angle.degrees(reference.heading), 0, within: 0.01)
        #expect((Angle.degrees(reference.sigma) - 2.14).magnitude < 0.02, "\(Angle.degrees(reference.sigma))")
        let near = Sighting(time: 0, target: .landmark(GeodeticPosition(latitude: 10 / 110_574.3886, longitude: 0)))
        #expect(near.reference(observer: nil, fixes: walk(speed: 1.4)) == nil)
        let late = Sighting(time: 1000 * second, target: .landmark(GeodeticPosition(latitude: 1, longitude: 0)))
        #expect(late.reference(observer: nil, fixes: walk(speed: 1.4)) == nil)
    }

    /// 2003-10-17 12:30:30 at UTC-7 in Golden, Colorado: NREL's example has the sun at an azimuth of 194.34 degrees,
    /// 39.9 degrees high, where one degree across the picture is 1.3 degrees of azimuth. Twelve hours later it is
    /// night.
    @Test func theSunIsASighting() throws {
        let (golden, noon) = (GeodeticPosition(latitude: 39.742476, longitude: -105.1786), 1_066_419_030.0)
        let none = SampleStream<LocationFix>()
        let sun = Sighting(time: 7 * second, target: .sun(unixSeconds: noon))
        let reference = try #require(sun.reference(observer: golden, fixes: none))
        expectAngle(Angle.degrees(reference.heading), 194.34024, within: 0.01)
        #expect((Angle.degrees(reference.sigma) - 1 / Double.cos(Angle.radians(39.88))).magnitude < 1e-3)
        #expect(reference.interval.contains(7 * second))
        let night = Sighting(time: 0, target: .sun(unixSeconds: noon + 43_200))
        #expect(night.reference(observer: golden, fixes: none) == nil)
        // Overhead: noon of the equinox on the equator.
        let overhead = Sighting(time: 0, target: .sun(unixSeconds: 1_774_008_480))
        #expect(overhead.reference(observer: GeodeticPosition(latitude: 0, longitude: 0), fixes: none) == nil)
    }
}
