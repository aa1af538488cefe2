import CSQLite
import Vocabulary

/// A function of SQL whose result depends on its arguments alone.
package final class DatabaseFunction: Sendable {
    /// A function of the values of one row.
    package typealias Scalar = @Sendable ([DatabaseValue]) throws -> any Storable

    /// The state of one group of rows.
    private typealias Group = (step: ([DatabaseValue]) -> Void, finish: () -> any Storable)

    private let name: String
    private let argumentCount: Int
    private let scalar: Scalar?
    private let group: (@Sendable () -> Group)?

    /// A function of the values of one row.
    /// - Parameters:
    ///   - name: in SQL.
    ///   - arguments: their number.
    ///   - scalar: an error that it throws is the statement's.
    package init(_ name: String, arguments: Int, scalar: @escaping Scalar) {
        (self.name, argumentCount, self.scalar, group) = (name, arguments, scalar, nil)
    }

    /// A function of the values of all rows of a group.
    /// - Parameters:
    ///   - name: in SQL.
    ///   - arguments: their number.
    ///   - start: the state before the first row.
    ///   - step: adds a row to the state.
    ///   - finish: the result; of `start` where there is no row.
    package init<State: Sendable>(
        _ name: String, arguments: Int, from start: State,
        step: @escaping @Sendable (_ state: inout State, _ values: [DatabaseValue]) -> Void,
        finish: @escaping @Sendable (State) -> any Storable
    ) {
        (self.name, argumentCount, scalar) = (name, arguments, nil)
        group = {
            var state = start
            return ({ step(&state, $0) }, { finish(state) })
        }
    }

    /// Adds the function to a connection, which keeps it until it is closed.
    /// - Returns: the result code.
    func add(to database: OpaquePointer) -> Int32 {
        sqlite3_create_function_v2(
            database, name, Int32(argumentCount), SQLITE_UTF8 | SQLITE_DETERMINISTIC,
            Unmanaged.passRetained(self).toOpaque(),
            scalar == nil ? nil : { DatabaseFunction.of($0)?.scalar(in: $0, of: DatabaseValue.arguments($1, $2)) },
            group == nil ? nil : { DatabaseFunction.of($0)?.step(in: $0, with: DatabaseValue.arguments($1, $2)) },
            group == nil ? nil : { DatabaseFunction.of($0)?.finish(in: $0) },
            { if let function = $0 { Unmanaged<DatabaseFunction>.fromOpaque(function).release() } })
    }

    private static func of(_ context: OpaquePointer?) -> DatabaseFunction? {
        sqlite3_user_data(context).map { Unmanaged<DatabaseFunction>.fromOpaque($0).takeUnretainedValue() }
    }

    private func scalar(in context: OpaquePointer?, of values: [DatabaseValue]) {
        do {
            (try scalar?(values))?.stored.result(in: context)
        } catch {
            let known = error as? DatabaseError
            // The message first: setting it resets the code.
            sqlite3_result_error(context, known?.message ?? "\(error)", -1)
            sqlite3_result_error_code(context, (known?.code ?? .error).rawValue)
        }
    }

    /// A group as an object that SQLite's memory of the group can refer to.
    private final class Box {
        let group: Group
        init(_ group: Group) { self.group = group }
    }

    private func step(in context: OpaquePointer?, with values: [DatabaseValue]) {
        let size = MemoryLayout<Unmanaged<Box>?>.size
        guard let group, let memory = sqlite3_aggregate_context(context, Int32(size)) else {
            return sqlite3_result_error_nomem(context)
        }
        // Zero, which is nil, in the first call for a group.
        let slot = memory.assumingMemoryBound(to: Unmanaged<Box>?.self)
        let current = slot.pointee ?? Unmanaged.passRetained(Box(group()))
        slot.pointee = current
        current.takeUnretainedValue().group.step(values)
    }

    private func finish(in context: OpaquePointer?) {
        // There is no memory where there was no row.
        let slot = sqlite3_aggregate_context(context, 0)?.assumingMemoryBound(to: Unmanaged<Box>?.self)
        let current = slot?.pointee?.takeRetainedValue().group ?? group?()
        current?.finish().stored.result(in: context)
    }
}
