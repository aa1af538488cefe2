/*
 * libsensorlab: orientation filters, calibration, geomagnetism, projection and the analysis of sensor logs, for C.
 *
 * Conventions. Units are SI, the magnetic field is in microtesla, angles are radians unless a name ends in `_degrees`. Device axes:
 * x right, y to the top edge, z out of the screen. The accelerometer is specific force: at rest it points up, face up z = +9.81.
 * The earth frame is x east, y north, z up. A quaternion (w, x, y, z) is Hamilton's and takes the device to the earth:
 * v_earth = q v q*. Headings are clockwise from north. Stamps are nanoseconds of one clock, 64 bits, of magnitude at most 2^62.
 *
 * Errors. Every function that can fail returns a `sensorlab_status`, 0 where it succeeded, and takes as last argument the address
 * of a `sensorlab_error *`, which may be NULL. After a failure it points to a new error, to be released with
 * `sensorlab_error_free`; after a success it is NULL. Nothing else is written after a failure. NULL where an argument is needed,
 * numbers that are not finite, stamps that step back and sizes beyond `SENSORLAB_MOST_SAMPLES` are errors.
 *
 * Memory. What a function hands out through `sensorlab_X **` belongs to the caller until `sensorlab_X_free`, which takes NULL.
 * Arrays that are passed in are only read during the call. Texts are UTF-8.
 *
 * Threads. There is no global state. Different handles may be used by different threads at the same time; one handle may be used
 * by several threads at the same time only where all of them pass it as a pointer to const.
 *
 * Options are a JSON object as text, or NULL for the defaults; an unknown member is an error. The members:
 *   "place"        {"latitude": degrees, "longitude": degrees, "altitude": metres}, instead of what the log says
 *   "date"         "YYYY-MM-DD", instead of what the log says
 *   "north"        "true" or "magnetic"; by default true where place and date are known
 *   "model"        a geomagnetic model by name; by default the one in force at the date
 *   "calibration"  "auto", "none" or a list of calibration files
 *   "filters"      a list of names, or of {"name": name, "parameters": {name: number}}
 *   "headingAxis"  "auto", "top" or "camera"
 *   "camera"       a camera of the catalogue, or the path of a camera file
 *   "jobs"         threads, 1 to 64
 *   "strict"       whether damaged data is an error
 *   "without"      a list of sensors to leave out
 *   "from", "to"   seconds of the log's clock, or a wall-clock time with its offset, as text
 *   "resample"     hertz: every sensor on one clock
 *   "columns"      a list of role=column[:unit],..., as the tool's --columns
 *   "assume"       a list of sensor=unit,convention, as the tool's --assume
 *   "unit"         the sensor unit (body) of a file with several
 *   "reference"    the path of a file with the reference orientation
 *   "deviceAttitude"  true: the device's own attitude is the reference
 *   "referenceNorth"  "true", "magnetic" or "arbitrary"
 *   "referenceMount", "referenceLevel"  "known" or "fit": axes and vertical of the reference
 *   "referenceDelay"  how late its stamps are: seconds, or "fit"
 *   "referenceParts"  "orientation", "heading" or "inclination"
 *   "tracks"       own filters: a list of objects with "name", "path" and, as the tool's --track-convention, "convention"
 *   "method"       of the magnetometer's fit: "map" or "geometric"
 *   "alignment"    of the magnetometer's fit: "auto" or "none"
 *   "screen"       "portrait", "right-edge-up", "upside-down" or "left-edge-up"
 *   "maximumDistance"  of places on the screen, metres
 *   "nearest"      so many of the nearest places
 * Each function says which it takes.
 */
#ifndef SENSORLAB_H
#define SENSORLAB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that this header belongs to. */
#define SENSORLAB_VERSION "0.1.0"

/* The version of the interface: it grows when a declaration changes in a way that old callers cannot use. */
#define SENSORLAB_ABI_VERSION 1

/* More samples in one array, or more bytes in one text, are refused. */
#define SENSORLAB_MOST_SAMPLES 1000000000

/* The version of the library that was loaded; the text lives as long as the library. */
const char *sensorlab_version(void);

/* The version of its interface, to be compared with SENSORLAB_ABI_VERSION. */
int32_t sensorlab_abi_version(void);

/* ---- Errors ---- */

/* What a call came to; the values are the exit codes of the command-line tool. */
typedef int32_t sensorlab_status;

enum {
    SENSORLAB_OK = 0,
    /* A criterion was not met, or "strict" turned a warning into an error. */
    SENSORLAB_CRITERION = 1,
    /* An argument, a name or an option that does not fit. */
    SENSORLAB_USAGE = 64,
    /* Nothing usable in the data. */
    SENSORLAB_BAD_DATA = 65,
    /* No such file. */
    SENSORLAB_NO_INPUT = 66,
    /* A file cannot be created. */
    SENSORLAB_CANNOT_CREATE = 73,
    /* Input or output failed on the way. */
    SENSORLAB_INPUT_OUTPUT = 74
};

/* What went wrong: the texts live as long as the error. */
typedef struct sensorlab_error sensorlab_error;

/* The status that the call returned; SENSORLAB_OK for NULL. */
sensorlab_status sensorlab_error_status(const sensorlab_error *error);

/* The kind of the error, stable across versions: `unknown-filter`. */
const char *sensorlab_error_code(const sensorlab_error *error);

/* File and line, or the argument; empty where there is no place. */
const char *sensorlab_error_place(const sensorlab_error *error);

/* What was found and what was expected. */
const char *sensorlab_error_message(const sensorlab_error *error);

/* What to do; may be empty. */
const char *sensorlab_error_advice(const sensorlab_error *error);

void sensorlab_error_free(sensorlab_error *error);

/* ---- Texts ---- */

/* Bytes that the library wrote: JSON, or a saved filter. */
typedef struct sensorlab_text sensorlab_text;

/* The bytes, with a zero behind the last that does not count; they live as long as the text. */
const char *sensorlab_text_bytes(const sensorlab_text *text);

/* How many bytes there are. */
size_t sensorlab_text_count(const sensorlab_text *text);

void sensorlab_text_free(sensorlab_text *text);

/* ---- Samples ---- */

/* A sensor that filters use. */
typedef int32_t sensorlab_sensor;

enum {
    /* Angular rate, rad/s. */
    SENSORLAB_GYROSCOPE = 0,
    /* Specific force, m/s^2. */
    SENSORLAB_ACCELEROMETER = 1,
    /* Gravity as the device computed it, m/s^2, with the accelerometer's sign: only where there is no accelerometer. */
    SENSORLAB_GRAVITY = 2,
    /* Magnetic field, microtesla, calibrated. */
    SENSORLAB_MAGNETOMETER = 3
};

/* The samples of one sensor; an absent sensor has count 0 and may have NULL. */
typedef struct {
    /* `count` stamps, nanoseconds, ascending; equal ones keep their order. */
    const int64_t *times;
    /* 3 `count` numbers: x, y, z of the first sample, of the second, ... */
    const double *values;
    size_t count;
} sensorlab_samples;

/* The samples of all sensors, each at its own rate with its own stamps. */
typedef struct {
    sensorlab_samples gyroscope;
    sensorlab_samples accelerometer;
    sensorlab_samples gravity;
    sensorlab_samples magnetometer;
} sensorlab_streams;

/* A change to a default by name. */
typedef struct {
    const char *name;
    double value;
} sensorlab_parameter;

/* The device axis whose heading is asked for. */
typedef int32_t sensorlab_axis;

enum {
    /* The camera's where its median elevation is within 45 degrees of the horizon, else the top edge's. */
    SENSORLAB_AUTO = 0,
    /* The top edge, +y: a phone that lies flat like a map. */
    SENSORLAB_TOP = 1,
    /* The back camera, -z: a phone that is held up. */
    SENSORLAB_CAMERA = 2
};

/* The heading of an axis of an orientation (w, x, y, z), [0, 2 pi); NaN where the axis is within 5 degrees of the vertical, where
 * the quaternion is NULL or not finite, and for another axis than SENSORLAB_TOP and SENSORLAB_CAMERA. */
double sensorlab_heading(const double *orientation, sensorlab_axis axis);

/* ---- Filters, sample by sample ---- */

/* A causal filter with everything that it has seen. */
typedef struct sensorlab_filter sensorlab_filter;

/* The estimate of a filter at one instant. */
typedef struct {
    /* (w, x, y, z), device to earth, magnetic north. */
    double orientation[4];
    /* What is to be subtracted from the gyroscope's readings, rad/s; 0 where it is not estimated. */
    double gyroscope_bias[3];
    /* Its standard deviation per axis, rad/s; 0 where the filter cannot say. */
    double gyroscope_bias_sigma[3];
    /* Standard deviation of the heading, rad; NaN where the filter cannot say. */
    double heading_sigma;
    /* Standard deviation of the direction of the vertical, rad per axis; NaN likewise. */
    double inclination_sigma;
    /* Whether the device is at rest: 1, 0, or -1 where the filter cannot say. */
    int32_t rest;
    /* Whether the magnetic field is disturbed: 1, 0 or -1. */
    int32_t disturbed;
    /* 1 where the orientation is defined; 0 before, with NaN for every number. */
    int32_t defined;
    int32_t reserved;
} sensorlab_estimate;

/* The catalogue of all filters as JSON (schema `sensorlab.filters/1`): what each is, its parameters, units, defaults, ranges. */
sensorlab_status sensorlab_filters(sensorlab_text **json, sensorlab_error **error);

/* A causal filter by name, with changes to its defaults; `parameters` may be NULL where `count` is 0. */
sensorlab_status sensorlab_filter_create(const char *name, const sensorlab_parameter *parameters, size_t count,
                                         sensorlab_filter **filter, sensorlab_error **error);

/* Takes one sample of three numbers. Stamps must not step back; samples of equal stamp come in the order gyroscope, accelerometer,
 * gravity, magnetometer. A refused sample leaves the filter as it was. */
sensorlab_status sensorlab_filter_update(sensorlab_filter *filter, sensorlab_sensor sensor, int64_t time,
                                         const double *xyz, sensorlab_error **error);

/* Goes on behind a hole in which nothing is known of the motion: before the first sample behind it, with its stamp. */
sensorlab_status sensorlab_filter_resume(sensorlab_filter *filter, int64_t time, sensorlab_error **error);

/* The estimate after the samples so far. */
sensorlab_status sensorlab_filter_estimate(const sensorlab_filter *filter, sensorlab_estimate *estimate,
                                           sensorlab_error **error);

/* Whether an app may show a heading: ready or not, with hysteresis on the stated sigma, on time and on disturbance. It holds no memory:
 * copy it as you like. */
typedef struct {
    /* Largest sigma of the heading to become ready, and to stay it, rad: 5 and 10 degrees. */
    double ready_sigma;
    double lost_sigma;
    /* For how long it has to be good to become ready, and bad to be lost; for how long a disturbance is borne; s: 1, 0.5, 3. */
    double ready_time;
    double lost_time;
    double disturbed_time;
    /* Its memory: stamps, or INT64_MIN. */
    int64_t contradicted;
    int64_t disturbed_since;
    int64_t last;
    /* 1 where the heading may be shown. */
    int32_t ready;
    /* What speaks against the last estimate: 0 nothing, 1 it is not defined or has no sigma, 2 its sigma is too large, 3 the field has
     * been disturbed for too long. */
    int32_t obstacle;
} sensorlab_gate;

/* A gate that is not ready, with the default limits; change its limits behind this call. */
void sensorlab_gate_begin(sensorlab_gate *gate);

/* Takes the next estimate, NULL where there is none, with its stamp in nanoseconds; returns `ready`. Behind a step back or a hole of
 * more than 5 s the gate begins anew. */
int32_t sensorlab_gate_update(sensorlab_gate *gate, const sensorlab_estimate *estimate, int64_t time);

/* What a filter that calibrates itself (fixed-lag) has learnt of the sensors: of what it was fed. Device axes, but for the field's;
 * matrices row by row; each sigma is a standard deviation of the member before it, per axis or element. */
typedef struct {
    /* Reading of the magnetometer = soft_iron field + hard_iron, microtesla. */
    double hard_iron[3];
    double hard_iron_sigma[3];
    double soft_iron[9];
    double soft_iron_sigma[9];
    /* Rate = reading - bias - distortion reading, rad/s. */
    double gyroscope_bias[3];
    double gyroscope_bias_sigma[3];
    double gyroscope_distortion[9];
    double gyroscope_distortion_sigma[9];
    /* m/s^2. */
    double accelerometer_bias[3];
    double accelerometer_bias_sigma[3];
    /* The mean field: east (0), magnetic north, up, microtesla; zero without a magnetometer. */
    double field[3];
    double field_sigma[3];
    /* By how much the magnetometer's stamps are late, s. */
    double magnetometer_delay;
    double magnetometer_delay_sigma;
    /* The share of 48 directions of the field, in device axes, that were seen so far, 0 to 1. */
    double seen_share;
    /* Readings of the magnetometer that were used so far. */
    int64_t readings;
    /* Whether the field is disturbed here and now: 1, 0 or -1 where the filter cannot say. */
    int32_t disturbed;
    /* 1 where something was learnt; 0 before, and for filters that do not calibrate, with NaN for every number. */
    int32_t defined;
} sensorlab_self_calibration;

/* What a filter has learnt of the sensors so far. */
sensorlab_status sensorlab_filter_calibration(const sensorlab_filter *filter, sensorlab_self_calibration *calibration,
                                              sensorlab_error **error);

/* The same as a calibration file (schema `sensorlab.calibration/1`); bad data where nothing was learnt. `date` is the day of the
 * readings, YYYY-MM-DD, or NULL. */
sensorlab_status sensorlab_filter_calibration_file(const sensorlab_filter *filter, const char *date, sensorlab_text **json,
                                                   sensorlab_error **error);

/* Another filter in the same state. */
sensorlab_status sensorlab_filter_copy(const sensorlab_filter *filter, sensorlab_filter **copy, sensorlab_error **error);

/* Name, parameters and state as bytes, for this version of the library; a filter that is restored goes on to the bit. */
sensorlab_status sensorlab_filter_save(const sensorlab_filter *filter, sensorlab_text **bytes, sensorlab_error **error);

/* The filter of saved bytes. They end in a checksum, so damage is an error; they are not meant for bytes of an enemy. */
sensorlab_status sensorlab_filter_restore(const void *bytes, size_t count, sensorlab_filter **filter,
                                          sensorlab_error **error);

void sensorlab_filter_free(sensorlab_filter *filter);

/* ---- Filters over arrays ---- */

/* A filter's answer over time: one row per sample of the gyroscope (else of the accelerometer, gravity, magnetometer), from the
 * first at which the orientation is defined. */
typedef struct sensorlab_track sensorlab_track;

/* Where the rows of a track go: each is NULL, or has room for `rows` rows. */
typedef struct {
    size_t rows;
    int64_t *times;               /* nanoseconds */
    double *orientation;          /* 4 per row */
    double *gyroscope_bias;       /* 3 per row */
    double *gyroscope_bias_sigma; /* 3 per row */
    double *heading;              /* rad; NaN where undefined */
    double *heading_sigma;        /* rad */
    double *inclination_sigma;    /* rad */
    int8_t *rest;                 /* 1, 0, -1 */
    int8_t *disturbed;            /* 1, 0, -1 */
} sensorlab_track_columns;

/* Runs a filter of the catalogue, those of whole recordings included, with magnetic north and readings as they are. Samples go in
 * by their stamps, as a log's do; behind a hole of the clock stream the filter resumes. */
sensorlab_status sensorlab_fuse(const char *name, const sensorlab_parameter *parameters, size_t count,
                                const sensorlab_streams *streams, sensorlab_axis axis, sensorlab_track **track,
                                sensorlab_error **error);

/* How many rows there are. */
size_t sensorlab_track_count(const sensorlab_track *track);

/* The axis whose heading the rows hold: SENSORLAB_TOP or SENSORLAB_CAMERA. */
sensorlab_axis sensorlab_track_axis(const sensorlab_track *track);

/* What headings count from: 1 true north, 0 magnetic north. */
int32_t sensorlab_track_is_true_north(const sensorlab_track *track);

/* Copies the rows; `rows` must be the track's count. */
sensorlab_status sensorlab_track_copy(const sensorlab_track *track, const sensorlab_track_columns *columns,
                                      sensorlab_error **error);

/* What speaks against the headings of a track of a log, as JSON: a list of objects with "code", "message" and "advice"; empty for
 * the track of samples. */
sensorlab_status sensorlab_track_warnings(const sensorlab_track *track, sensorlab_text **json, sensorlab_error **error);

void sensorlab_track_free(sensorlab_track *track);

/* ---- Geomagnetic field ---- */

/* A point by geodetic latitude and longitude (degrees) and height above the WGS 84 ellipsoid (metres). */
typedef struct {
    double latitude_degrees;
    double longitude_degrees;
    double height;
} sensorlab_place;

/* The field at one point; sigmas are NaN where the model states none. */
typedef struct {
    double declination_degrees; /* true heading = magnetic heading + declination, east positive; NaN at the poles */
    double declination_sigma_degrees;
    double inclination_degrees; /* downwards positive */
    double inclination_sigma_degrees;
    double north, east, down; /* nanotesla */
    double horizontal;        /* nanotesla */
    double intensity;         /* nanotesla */
    double intensity_sigma;   /* nanotesla */
    /* 1 where date and height lie within the model's validity, else 0. */
    int32_t valid;
    int32_t reserved;
} sensorlab_field_value;

/* `YYYY-MM-DD`, perhaps with a time behind it, or a decimal year, as a decimal year. */
sensorlab_status sensorlab_decimal_year(const char *date, double *year, sensorlab_error **error);

/* The field at `count` places and decimal years. `model` is NULL for the one in force at each date, or a name. */
sensorlab_status sensorlab_field(const sensorlab_place *places, const double *years, size_t count, const char *model,
                                 sensorlab_field_value *values, sensorlab_error **error);

/* ---- Places on the screen ---- */

/* Why a place has no pixel, or has one. */
enum {
    SENSORLAB_VISIBLE = 0,
    SENSORLAB_OUTSIDE = 1,   /* in front of the camera, beside the screen; the pixel is there */
    SENSORLAB_BEHIND = 2,    /* no pixel */
    SENSORLAB_FILTERED = 3,  /* too far away, or not among the nearest; no pixel */
    SENSORLAB_UNDEFINED = 4  /* no direction; no pixel */
};

/* Where places are on the screen of an observer who holds the device in each of the orientations (TRUE north; from magnetic turn
 * by the declination).
 *
 * model         planar, planar-published, sine, sine-published, scene, frustum, geodesic; NULL for geodesic
 * camera        a name of the catalogue, the path of a camera file, or NULL for `generic`
 * orientations  4 numbers per orientation
 * options       "screen", "maximumDistance", "nearest"
 * pixels        2 per orientation and place: from the left edge, from the top edge; NaN without one. All places of the first
 *               orientation come first
 * states        1 per orientation and place; may be NULL
 * distances     metres, 1 per place; may be NULL */
sensorlab_status sensorlab_project(const char *model, const char *camera, const sensorlab_place *places,
                                   size_t place_count, const sensorlab_place *observer, const double *orientations,
                                   size_t orientation_count, const char *options, double *pixels, uint8_t *states,
                                   double *distances, sensorlab_error **error);

/* ---- Calibration ---- */

/* Fits a calibration to logs and writes the calibration file's JSON (schema `sensorlab.calibration/1`). A refused fit is no error:
 * its section says `"accepted": false` and why.
 *
 * kind     magnetometer, gyroscope, accelerometer, in-use
 * options  "place", "date", "model", "method", "alignment" (magnetometer), "strict", "without", "from", "to" */
sensorlab_status sensorlab_calibrate(const char *kind, const char *path, const char *options, sensorlab_text **json,
                                     sensorlab_error **error);

/* The same of arrays, whose readings are raw. Options: "place", "date", "model", "method", "alignment". */
sensorlab_status sensorlab_calibrate_streams(const char *kind, const sensorlab_streams *streams, const char *options,
                                             sensorlab_text **json, sensorlab_error **error);

/* Applies the section of a sensor of a calibration file's JSON to `count` readings of three numbers; `readings` and `calibrated` may
 * be the same array. A magnetometer's delay concerns stamps and is not applied. */
sensorlab_status sensorlab_calibration_apply(const char *json, size_t json_count, sensorlab_sensor sensor,
                                             const double *readings, size_t count, double *calibrated,
                                             sensorlab_error **error);

/* ---- Logs ---- */

/* A log that was read: every stream with its own stamps, in the conventions above. */
typedef struct sensorlab_log sensorlab_log;

/* Reads a file or folder of any known format. Options: "place", "strict", "without", "from", "to", "resample",
 * "columns", "assume", "unit". */
sensorlab_status sensorlab_log_read(const char *path, const char *options, sensorlab_log **log, sensorlab_error **error);

/* What was recognised, as JSON: "recording" with its "streams", "metadata", "warnings". */
sensorlab_status sensorlab_log_information(const sensorlab_log *log, sensorlab_text **json, sensorlab_error **error);

/* How many samples a stream has and how many numbers a sample has.
 *
 * stream  accelerometer, gyroscope, gyroscopeCorrected, magnetometer, magnetometerCorrected, gravity, linearAcceleration (3 each),
 *         attitude, reference (4: w, x, y, z), heading (1: rad), referenceHeading (2: heading and its sigma, rad), moving (1: 1 or 0), location (7: latitude, longitude in degrees,
 *         height, accuracy in metres, speed in m/s, course and its accuracy in degrees; NaN where unknown), arPose (8: w, x, y, z, position in metres, tracking state 0 to 3),
 *         geospatialPose (10: latitude, longitude in degrees, w, x, y, z, height, accuracies of place and height in metres, of
 *         the yaw in degrees; NaN where unknown) */
sensorlab_status sensorlab_log_stream(const sensorlab_log *log, const char *stream, size_t *count, size_t *width,
                                      sensorlab_error **error);

/* Copies a stream; `times` has room for `count` stamps and `values` for `count` times its width, which must be the stream's. */
sensorlab_status sensorlab_log_copy(const sensorlab_log *log, const char *stream, int64_t *times, double *values,
                                    size_t count, sensorlab_error **error);

/* Runs a filter over a log as the tool's `fuse` does: uncalibrated and with true north where it is known, unless the options say
 * otherwise. Options: "place", "date", "north", "model", "calibration", "headingAxis". */
sensorlab_status sensorlab_log_fuse(const sensorlab_log *log, const char *name, const sensorlab_parameter *parameters,
                                    size_t count, const char *options, sensorlab_track **track, sensorlab_error **error);

void sensorlab_log_free(sensorlab_log *log);

/* The report of `sensorlab analyze` as JSON. Options: "place", "date", "north", "model", "calibration", "filters", "headingAxis",
 * "camera", "jobs", "reference", "deviceAttitude", "referenceNorth", "referenceMount", "referenceLevel", "referenceDelay",
 * "referenceParts", "tracks", and those of sensorlab_log_read. */
sensorlab_status sensorlab_analyze(const char *path, const char *options, sensorlab_text **report, sensorlab_error **error);

#ifdef __cplusplus
}
#endif

#endif
