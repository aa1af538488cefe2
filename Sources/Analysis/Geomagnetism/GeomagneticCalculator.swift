import Foundation
import Geomagnetism
import HighResolutionField
import SensorModels
import Vocabulary

/// Computes fields at any number of places and dates, with one choice of model.
public struct GeomagneticCalculator: Sendable {
    /// The reference of the altitudes.
    public let heightAbove: HeightReference
    private let choice: Choice

    private enum Choice: Sendable {
        case byDate
        case name(String)
        case file(GeomagneticModel)
    }

    /// - Parameters:
    ///   - model: a name; `nil` selects the model by date.
    ///   - coefficients: path of a coefficient file, which overrides `model`.
    ///   - heightAbove: the reference of the altitudes.
    /// - Throws: `SensorLabError`: no input (no such coefficient file), bad data (a damaged one).
    public init(model: String? = nil, coefficients: String? = nil, heightAbove: HeightReference = .ellipsoid) throws {
        self.heightAbove = heightAbove
        if let coefficients {
            choice = .file(try Self.model(path: coefficients))
        } else {
            choice = model.map(Choice.name) ?? .byDate
        }
    }

    private static func model(path: String) throws -> GeomagneticModel {
        let data = try InputFile.read(
            path, missing: "the coefficient file cannot be read", advice: "give the path of a .COF file")
        do {
            return try GeomagneticModel(coefficients: String(decoding: data, as: UTF8.self), source: path)
        } catch {
            throw toolError(error, kind: .badData)
        }
    }

    /// The field at one place and date.
    /// - Throws: `SensorLabError` (usage) for an unknown model, and for a place or date outside of all models.
    public func answer(_ request: FieldRequest) throws -> FieldAnswer {
        do {
            let model = try self.model(on: request.date)
            return answer(request, try model.field(at: position(request.place), on: request.date), of: model)
        } catch {
            throw Self.toolError(error, kind: .usage)
        }
    }

    /// The fields at many places, with one date or many; places with the same model are computed together.
    /// - Throws: `SensorLabError` (usage), as for one place, with the number of the first place without a field.
    public func answers(_ requests: [FieldRequest]) throws -> [FieldAnswer] {
        var groups: [String: (model: GeomagneticModel, indices: [Int])] = [:]
        var last: (date: DecimalYear, key: String)?
        do {
            for (index, request) in requests.enumerated() {
                if last?.date != request.date {
                    let model = try self.model(on: request.date)
                    let key = "\(model.name) \(model.epoch)"
                    if groups[key] == nil { groups[key] = (model, []) }
                    last = (request.date, key)
                }
                if let key = last?.key { groups[key]?.indices.append(index) }
            }
            var answers = [FieldAnswer?](repeating: nil, count: requests.count)
            for (model, indices) in groups.values {
                let fields = try model.fields(
                    at: indices.map { position(requests[$0].place) }, on: indices.map { requests[$0].date })
                for (index, field) in zip(indices, fields) {
                    answers[index] = answer(requests[index], field, of: model)
                }
            }
            return answers.compactMap { $0 }
        } catch {
            throw Self.toolError(error, kind: .usage)
        }
    }

    /// Checks that a field can be computed for a request.
    /// - Throws: `SensorLabError` of the models.
    public func check(_ request: FieldRequest) throws(SensorLabError) {
        try request.place.validateForField()
        try model(on: request.date).validate(request.date)
    }

    private func model(on date: DecimalYear) throws(SensorLabError) -> GeomagneticModel {
        switch choice {
        case .byDate: try .inForce(on: date)
        case .name(let name): try GeomagneticCatalogue.model(named: name, on: date)
        case .file(let model): model
        }
    }

    private func position(_ place: GeodeticPosition) -> GeodeticPosition {
        GeodeticPosition(
            latitude: place.latitude, longitude: place.longitude, height: place.height,
            above: heightAbove)
    }

    private func answer(_ request: FieldRequest, _ field: GeomagneticField, of model: GeomagneticModel) -> FieldAnswer {
        FieldAnswer(
            request: request, field: field, model: model.name,
            validity: model.validity.lowerBound.value...model.validity.upperBound.value, heightAbove: heightAbove,
            warnings: field.flags.isEmpty ? [] : model.warnings(for: field))
    }

    /// Converts an error of the models to one for the user.
    static func toolError(_ error: SensorLabError, kind: SensorLabError.Kind, place: String = "") -> SensorLabError {
        var shown = error
        (shown.kind, shown.place) = (kind, place)
        return shown
    }
}
