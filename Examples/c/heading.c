/*
 * The heading of a phone that is held up and turned to the right, sample by sample and over arrays, with the declination of
 * Munich. Prints both, and ends with 1 where they differ or where a wrong call is not refused.
 */
#include <math.h>
#include <sensorlab.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 2000, NANOSECONDS = 10000000 };

static const double PI = 3.14159265358979323846;
static const double DEGREES_PER_SECOND = 9.0;

/* Says what went wrong and ends the program. */
static void check(sensorlab_status status, sensorlab_error *error) {
    if (status == SENSORLAB_OK) return;
    fprintf(stderr, "%s: %s; %s (%s)\n", sensorlab_error_place(error), sensorlab_error_message(error),
            sensorlab_error_advice(error), sensorlab_error_code(error));
    sensorlab_error_free(error);
    exit(status);
}

/* What the sensors read while the camera's heading is `heading`, the phone upright: x to the right, y up. */
static void readings(double heading, double *gyr, double *acc, double *mag) {
    gyr[0] = 0, gyr[1] = -DEGREES_PER_SECOND * PI / 180, gyr[2] = 0; /* clockwise seen from above */
    acc[0] = 0, acc[1] = 9.81, acc[2] = 0;
    mag[0] = -20 * sin(heading), mag[1] = -43, mag[2] = -20 * cos(heading);
}

int main(void) {
    static int64_t times[SAMPLES];
    static double gyr[SAMPLES][3], acc[SAMPLES][3], mag[SAMPLES][3];
    static double headings[SAMPLES];
    sensorlab_error *error = NULL;

    if (sensorlab_abi_version() != SENSORLAB_ABI_VERSION) {
        fprintf(stderr, "the library has another interface than the header\n");
        return 1;
    }
    for (int k = 0; k < SAMPLES; k++) {
        times[k] = (int64_t)k * NANOSECONDS;
        readings(DEGREES_PER_SECOND * PI / 180 * 1e-9 * (double)times[k], gyr[k], acc[k], mag[k]);
    }

    /* Sample by sample, as an app does. */
    const sensorlab_parameter changes[] = {{"magnetometerNoise", 0.05}};
    sensorlab_filter *filter = NULL;
    check(sensorlab_filter_create("kalman", changes, 1, &filter, &error), error);
    for (int k = 0; k < SAMPLES; k++) {
        check(sensorlab_filter_update(filter, SENSORLAB_GYROSCOPE, times[k], gyr[k], &error), error);
        check(sensorlab_filter_update(filter, SENSORLAB_ACCELEROMETER, times[k], acc[k], &error), error);
        check(sensorlab_filter_update(filter, SENSORLAB_MAGNETOMETER, times[k], mag[k], &error), error);
    }
    sensorlab_estimate estimate;
    check(sensorlab_filter_estimate(filter, &estimate, &error), error);
    const double live = sensorlab_heading(estimate.orientation, SENSORLAB_CAMERA);
    sensorlab_filter_free(filter);

    /* The same over arrays. */
    const sensorlab_streams streams = {
        .gyroscope = {times, gyr[0], SAMPLES},
        .accelerometer = {times, acc[0], SAMPLES},
        .magnetometer = {times, mag[0], SAMPLES},
    };
    sensorlab_track *track = NULL;
    check(sensorlab_fuse("kalman", changes, 1, &streams, SENSORLAB_AUTO, &track, &error), error);
    const size_t rows = sensorlab_track_count(track);
    const sensorlab_track_columns columns = {.rows = rows, .heading = headings};
    check(sensorlab_track_copy(track, &columns, &error), error);
    sensorlab_track_free(track);

    /* From magnetic to true north. */
    const sensorlab_place munich = {48.137, 11.575, 520};
    sensorlab_field_value field;
    double year;
    check(sensorlab_decimal_year("2026-06-01", &year, &error), error);
    check(sensorlab_field(&munich, &year, 1, NULL, &field, &error), error);

    printf("sensorlab %s: camera to %.2f degrees magnetic, sigma %.2f; %.2f true\n", sensorlab_version(),
           live * 180 / PI, estimate.heading_sigma * 180 / PI, live * 180 / PI + field.declination_degrees);

    /* Wrong calls are errors with a reason. */
    sensorlab_filter *none = NULL;
    const sensorlab_status status = sensorlab_filter_create("klaman", NULL, 0, &none, &error);
    printf("refused as expected: %s; %s\n", sensorlab_error_message(error), sensorlab_error_advice(error));
    sensorlab_error_free(error);

    const double expected = DEGREES_PER_SECOND * 1e-9 * (double)times[SAMPLES - 1];
    const int good = status == SENSORLAB_USAGE && none == NULL && live == headings[rows - 1] &&
                     fabs(live * 180 / PI - expected) < 0.5;
    if (!good) fprintf(stderr, "expected %.2f degrees from both ways\n", expected);
    return good ? 0 : 1;
}
