import Evaluation
import ProjectionCore
import SensorModels
import Vocabulary

/// At which height places are drawn that have no altitude, or one within 2 m of the observer's: an app of road signs
/// draws markers of the road below the camera and signs above it, whatever the altitudes of map and fix say.
public enum HeightRule: String, Sendable, CaseIterable {
    /// The place's own altitude, else the observer's height.
    case own
    /// 1 m below the observer.
    case roadMarker = "road-marker"
    /// 1 m above the observer.
    case sign
    /// 2 m above the observer.
    case tallSign = "tall-sign"

    /// Metres above the observer.
    var offset: Double {
        switch self {
        case .own: 0
        case .roadMarker: -1
        case .sign: 1
        case .tallSign: 2
        }
    }

    /// Altitudes that differ less from the observer's are taken for the same, metres.
    static let sameHeight = 2.0

    /// The places with the rule applied, and a warning that says how many and what an error of the height costs.
    func applied(
        to places: [PointOfInterest], _ observers: ObserverPath, _ camera: Camera, _ warnings: inout [Warning]
    ) -> [PointOfInterest] {
        guard self != .own else { return places }
        let height = Percentile.median(observers.positions.map(\.height)) ?? 0
        let ruled = places.map { place in
            var place = place
            let above = place.hasHeight ? place.position.height - height : place.heightAboveObserver
            if above.magnitude <= Self.sameHeight {
                (place.hasHeight, place.heightAboveObserver) = (false, offset)
            }
            return place
        }
        let count = ruled.count { !$0.hasHeight && $0.heightAboveObserver == offset }
        let pixels = Int(clamping: (camera.focalY / 20).rounded())
        warnings.add(
            .floorHeight,
            "--height-rule \(rawValue): \(count) of \(places.count) places are drawn \(offset.magnitude) m "
                + "\(offset < 0 ? "below" : "above") the observer; a metre of error is \(pixels) pixels at 20 m, and less "
                + "in proportion to the distance")
        return ruled
    }
}

/// The heights of the ground at the places, in the column `floor`.
enum PlaceFloors {
    /// Where the observer's altitude is unknown or 0 throughout, each place with altitude and floor is drawn at its
    /// height above its own floor, the others at the observer's height; `nil` where no place is changed.
    static func applied(
        to places: [PointOfInterest], _ observers: ObserverPath, _ models: [ProjectionModel],
        _ warnings: inout [Warning]
    ) -> [PointOfInterest]? {
        let count = places.count { $0.floor != nil }
        guard count > 0 else { return nil }
        if let flat = models.first(where: { $0 == .sine || $0 == .sinePublished }) {
            warnings.add(
                .floorHeight,
                "the model \(flat.rawValue) draws every place on the horizon: it uses neither alt nor floor",
                advice: .given("choose another model with --projection"))
        }
        guard !observers.hasHeight || observers.positions.allSatisfy({ $0.height == 0 }) else {
            warnings.add(
                .floorHeight, "the column floor of \(count) place(s) is not used: the observer's altitude is known",
                advice: .none("altitudes are compared with the observer's"))
            return nil
        }
        warnings.add(
            .floorHeight,
            "the observer's altitude is unknown or 0: \(places.count { $0.hasHeight && $0.floor != nil }) of "
                + "\(places.count) places are drawn at their altitude above their own floor, the others at the observer's "
                + "height")
        return places.map { place in
            var place = place
            if place.hasHeight, let floor = place.floor {
                place.heightAboveObserver = place.position.height - floor
            }
            place.hasHeight = false
            return place
        }
    }
}
