import Rotations

@testable import Files

/// The bytes of an MCAP file, written record by record from its specification.
struct MCAPBytes {
    private(set) var bytes: [UInt8] = Self.magic

    static let magic: [UInt8] = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a]

    /// Records that are put into a chunk.
    static func records(_ make: (inout MCAPBytes) -> Void) -> [UInt8] {
        var part = MCAPBytes()
        part.bytes = []
        make(&part)
        return part.bytes
    }

    static func text(_ text: String) -> [UInt8] { Packed.of(UInt32(text.utf8.count)) + Array(text.utf8) }

    mutating func append(_ more: [UInt8]) { bytes += more }

    mutating func record(_ kind: UInt8, _ content: [UInt8]) {
        bytes += [kind] + Packed.of(UInt64(content.count)) + content
    }

    mutating func header(_ profile: String = "ros2") { record(1, Self.text(profile) + Self.text("test")) }

    /// A schema and the channel of one topic, both with one number.
    mutating func channel(_ number: UInt16, _ topic: String, _ schema: String, _ encoding: String = "cdr") {
        record(3, Packed.of(number) + Self.text(schema) + Self.text("ros2msg") + Self.text("string definition\n"))
        record(4, Packed.of(number) + Packed.of(number) + Self.text(topic) + Self.text(encoding) + Packed.of(UInt32(0)))
    }

    mutating func message(_ channel: UInt16, _ content: [UInt8], at time: Int64) {
        let logged = UInt64(bitPattern: time)
        record(5, Packed.of(channel) + Packed.of(UInt32(0)) + Packed.of(logged) + Packed.of(logged) + content)
    }

    /// - Parameters:
    ///   - packed: the records as stored.
    ///   - size: what the chunk says that they expand to.
    ///   - checksum: 0 for none.
    mutating func chunk(
        _ records: [UInt8], _ packing: String = "", packed: [UInt8]? = nil, size: Int? = nil, checksum: Int? = nil
    ) {
        let packed = packed ?? records
        let sum = checksum ?? FormatSamples.crc32(records)
        record(
            6,
            Packed.of(UInt64(0)) + Packed.of(UInt64(0)) + Packed.of(UInt64(size ?? records.count))
                + Packed.of(UInt32(sum)) + Self.text(packing) + Packed.of(UInt64(packed.count)) + packed)
    }

    mutating func end() {
        record(15, Packed.of(UInt32(0)))
        record(2, Packed.of(UInt64(0)) + Packed.of(UInt64(0)) + Packed.of(UInt32(0)))
        bytes += Self.magic
    }
}

/// The bytes of a message of ROS, field by field.
struct ROSMessageBytes {
    enum Form: CaseIterable { case cdr, bigEndian, ros1 }

    private let form: Form
    private(set) var bytes: [UInt8]

    /// With its header.
    init(_ form: Form = .cdr, stamp: Int64, frame: String) {
        self.form = form
        bytes = form == .ros1 ? [] : [0, form == .cdr ? 1 : 0, 0, 0]
        if form == .ros1 { add(UInt32(7)) }
        add(UInt32(stamp / 1_000_000_000))
        add(UInt32(stamp % 1_000_000_000))
        let text = Array(frame.utf8) + (form == .ros1 ? [] : [0])
        add(UInt32(text.count))
        bytes += text
    }

    mutating func add<Number: FixedWidthInteger>(_ number: Number) {
        let size = MemoryLayout<Number>.size
        if form != .ros1 { while (bytes.count - 4) % size != 0 { bytes.append(0) } }
        let stored = Packed.of(number)
        bytes += form == .bigEndian ? stored.reversed() : stored
    }

    mutating func add(_ numbers: [Double]) {
        for number in numbers { add(number.bitPattern) }
    }

    mutating func add(_ v: Vector3) { add([v.x, v.y, v.z]) }

    /// A covariance with a first element.
    mutating func covariance(_ first: Double = 0) { add([first] + [Double](repeating: 0, count: 8)) }

    /// - Parameter given: the first elements of the covariances of attitude, rate and force; -1 for what is not given.
    static func imu(
        _ form: Form = .cdr, stamp: Int64, frame: String = "imu_link",
        attitude q: Quaternion = Quaternion(0.5, 0.5, 0.5, 0.5),
        rate: Vector3 = Vector3(0.1, 0.2, 0.3), force: Vector3 = Vector3(0.5, 0.25, 9.8),
        given: (Double, Double, Double) = (0, 0, 0)
    ) -> [UInt8] {
        var message = ROSMessageBytes(form, stamp: stamp, frame: frame)
        message.add([q.x, q.y, q.z, q.w])
        message.covariance(given.0)
        message.add(rate)
        message.covariance(given.1)
        message.add(force)
        message.covariance(given.2)
        return message.bytes
    }

    static func field(
        _ form: Form = .cdr, stamp: Int64, frame: String = "imu_link", _ tesla: Vector3 = Vector3(20e-6, 5e-6, -40e-6)
    ) -> [UInt8] {
        var message = ROSMessageBytes(form, stamp: stamp, frame: frame)
        message.add(tesla)
        message.covariance()
        return message.bytes
    }

    static func fix(
        _ form: Form = .cdr, stamp: Int64, status: Int8 = 0, latitude: Double = 48.1, altitude: Double = 500,
        variance: Double = 4, type: UInt8 = 2
    ) -> [UInt8] {
        var message = ROSMessageBytes(form, stamp: stamp, frame: "gps")
        message.add(status)
        message.add(UInt16(1))
        message.add([latitude, 11.6, altitude])
        message.add([variance, 0, 0, 0, variance, 0, 0, 0, 9])
        message.add(type)
        return message.bytes
    }
}

/// The compressors of the system's libraries: what the reader's half of them must expand.
enum ChunkPacker: String, CaseIterable {
    case lz4, zstd, bz2

    /// `nil` where the system does not have the library.
    func packed(_ bytes: [UInt8]) -> [UInt8]? {
        typealias Bound = @convention(c) (Int) -> Int
        typealias FrameBound = @convention(c) (Int, UnsafeRawPointer?) -> Int
        typealias Frame =
            @convention(c) (UnsafeMutableRawPointer, Int, UnsafeRawPointer, Int, UnsafeRawPointer?) -> Int
        typealias Compress = @convention(c) (UnsafeMutableRawPointer, Int, UnsafeRawPointer, Int, Int32) -> Int
        guard let library = SystemLibrary("lib\(rawValue)", version: 1) ?? SystemLibrary(["libbz2.so.1.0"]) else {
            return nil
        }
        let (count, capacity): (Int, Int)
        var packed: [UInt8]
        switch self {
        case .lz4:
            guard let bound: FrameBound = library.function("LZ4F_compressFrameBound"),
                let compress: Frame = library.function("LZ4F_compressFrame")
            else { return nil }
            capacity = bound(bytes.count, nil)
            packed = [UInt8](repeating: 0, count: capacity)
            count = compress(&packed, capacity, bytes, bytes.count, nil)
        case .bz2:
            typealias Whole =
                @convention(c) (
                    UnsafeMutableRawPointer, UnsafeMutablePointer<UInt32>, UnsafeRawPointer, UInt32, Int32,
                    Int32, Int32
                ) -> Int32
            guard let compress: Whole = library.function("BZ2_bzBuffToBuffCompress") else { return nil }
            capacity = bytes.count + bytes.count / 50 + 600
            packed = [UInt8](repeating: 0, count: capacity)
            var size = UInt32(capacity)
            _ = compress(&packed, &size, bytes, UInt32(bytes.count), 9, 0, 0)
            count = Int(size)
        case .zstd:
            guard let bound: Bound = library.function("ZSTD_compressBound"),
                let compress: Compress = library.function("ZSTD_compress")
            else { return nil }
            capacity = bound(bytes.count)
            packed = [UInt8](repeating: 0, count: capacity)
            count = compress(&packed, capacity, bytes, bytes.count, 3)
        }
        return Array(packed.prefix(count))
    }
}
