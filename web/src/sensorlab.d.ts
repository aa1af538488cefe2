export type Sensor = "gyroscope" | "accelerometer" | "gravity" | "magnetometer"
/** Stamps in nanoseconds, ascending; x, y, z of each sample one after the other: rad/s, m/s^2, microtesla. */
export interface Stream { times: BigInt64Array; values: Float64Array }
export interface Parameter { name: string; unit: string; default: number; minimum: number; maximum: number; meaning: string; small: string; large: string }
export interface FilterInformation {
    name: string; summary: string; reference: string; needsGyroscope: boolean; needsMagnetometer: boolean; parameters: Parameter[]
}
/** Sigmas in radians, NaN where the filter cannot say; flags null where it cannot. */
export interface Estimate {
    orientation: [number, number, number, number]; headingSigma: number; inclinationSigma: number
    gyroscopeBias: [number, number, number]; rest: boolean | null; disturbed: boolean | null
}
type Vector = [number, number, number]
type Matrix = [Vector, Vector, Vector]
/**
 * What a filter that calibrates itself (fixed-lag) has learnt, of what it was fed; device axes, but for the field's: east (0),
 * magnetic north, up. Reading = softIron field + hardIron, microtesla; rate = reading - bias - distortion reading, rad/s;
 * m/s^2; s. seenShare: of 48 directions of the field in device axes. Each sigma is a standard deviation.
 */
export interface SelfCalibration {
    hardIron: Vector; hardIronSigma: Vector; softIron: Matrix; softIronSigma: Matrix
    gyroscopeBias: Vector; gyroscopeBiasSigma: Vector; gyroscopeDistortion: Matrix; gyroscopeDistortionSigma: Matrix
    accelerometerBias: Vector; accelerometerBiasSigma: Vector; field: Vector; fieldSigma: Vector
    magnetometerDelay: number; magnetometerDelaySigma: number; seenShare: number; readings: number; disturbed: boolean | null
}
/** Degrees; microtesla. */
export interface Field {
    model: string; declination: number; declinationSigma: number; inclination: number; h: number; x: number; y: number; z: number; f: number
}
export class SensorLabError extends Error { code: string; place: string; advice: string }
export class Track {
    readonly times: BigInt64Array
    readonly length: number
    at(index: number): Estimate
    headings(axis?: "top" | "camera"): Float64Array
    column(name: "headingSigma" | "inclinationSigma"): Float64Array
}
export class Filter {
    update(sensor: Sensor, time: bigint, x: number, y: number, z: number): void
    readonly estimate: Estimate | null
    readonly calibration: SelfCalibration | null
    free(): void
}
/** Largest sigmas, rad, and times, s. */
export interface GateLimits { readySigma: number; lostSigma: number; readyTime: number; lostTime: number; disturbedTime: number }
export class HeadingGate {
    update(estimate: Estimate | null, time: bigint): boolean
    readonly ready: boolean
    readonly obstacle: "none" | "unknown" | "uncertain" | "disturbed"
    free(): void
}
export class SensorLab {
    filters(): FilterInformation[]
    fuse(streams: Partial<Record<Sensor, Stream>>, filter?: string, parameters?: Record<string, number>): Track
    filter(name?: string, parameters?: Record<string, number>): Filter
    gate(limits?: Partial<GateLimits>): HeadingGate
    field(latitude: number, longitude: number, height?: number, date?: Date | number): Field
}
export function load(source: BufferSource | Response | Promise<Response>): Promise<SensorLab>
export function heading(orientation: [number, number, number, number], axis?: "top" | "camera"): number
export function decimalYear(date: Date): number
