// Logs of the formats that the page reads, for its tests: one motion, a phone held up and panned for 20 s.
import { crc32, deflateRawSync } from "node:zlib"

/** A zip of texts by their paths, deflated. */
export function zip(members) {
    const locals = [], directory = []
    let offset = 0
    for (const [path, text] of members) {
        const [name, data] = [Buffer.from(path), Buffer.from(text)]
        const packed = deflateRawSync(data)
        const head = Buffer.alloc(26)
        head.writeUInt16LE(20, 0)
        head.writeUInt16LE(8, 4)
        head.writeUInt32LE(crc32?.(data) ?? 0, 10)
        head.writeUInt32LE(packed.length, 14)
        head.writeUInt32LE(data.length, 18)
        head.writeUInt16LE(name.length, 22)
        locals.push(Buffer.from("PK\x03\x04", "latin1"), head, name, packed)
        const rest = Buffer.alloc(14)
        rest.writeUInt32LE(offset, 10)
        directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, rest, name)
        offset += 30 + name.length + packed.length
    }
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(members.length, 8)
    end.writeUInt16LE(members.length, 10)
    end.writeUInt32LE(Buffer.concat(directory).length, 12)
    end.writeUInt32LE(offset, 16)
    const bytes = Buffer.concat([...locals, ...directory, end])
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
}

const RATE = 100, ROWS = 2000
const angle = t => 1.2 * Math.sin(0.5 * t)
const SENSORS = {
    accelerometer: () => [0, 9.81, 0],
    gyroscope: t => [0.002, 0.6 * Math.cos(0.5 * t), -0.001],
    magnetometer: t => [21 * Math.sin(angle(t)), -43, -21 * Math.cos(angle(t))],
}
/** A table of one sensor: a header, and a line per sample from its time, seconds, and its values. */
const tableOf = (sensor, header, line) => [header, ...Array.from({ length: ROWS }, (_, row) => line(row / RATE, SENSORS[sensor](row / RATE)))].join("\n") + "\n"

/** A canonical log. */
export const canonical = () => ["# schema: sensorlab.log/1", "t,ax,ay,az,gx,gy,gz,mx,my,mz",
    ...Array.from({ length: ROWS }, (_, row) => [row / RATE, ...Object.values(SENSORS).flatMap(sensor => sensor(row / RATE))].join(","))].join("\n") + "\n"

/** The members of a Sensor Logger recording of Android in a folder. */
export const sensorLogger = folder => [
    [`${folder}Metadata.csv`, "version,device name,platform\n1,phone,android\n"],
    ...Object.entries({ TotalAcceleration: "accelerometer", Gyroscope: "gyroscope", Magnetometer: "magnetometer" }).map(([name, sensor]) =>
        [`${folder}${name}.csv`, tableOf(sensor, "time,seconds_elapsed,z,y,x", (t, [x, y, z]) =>
            [1_700_000_000_000_000_000n + BigInt(Math.round(t * 1e9)), t, z, y, x].join(","))]),
]

/** The members of a phyphox export. */
export const phyphox = () => Object.entries({ accelerometer: ["Accelerometer", "m/s^2"], gyroscope: ["Gyroscope", "rad/s"], magnetometer: ["Magnetometer", "µT"] })
    .map(([sensor, [name, unit]]) => [`${name}.csv`, tableOf(sensor, ["Time (s)", ...["X", "Y", "Z"].map(axis => `${axis} (${unit})`)].map(cell => `"${cell}"`).join(","),
        (t, vector) => [t, ...vector].map(value => value.toExponential(9)).join(","))])
