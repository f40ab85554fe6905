// Reads doubles (ax ay az gx gy gz) from the file given, 285.714 rows a second, and prints for each
// of VQF, BasicVQF and x-io Fusion its name and the least nanoseconds of processor time that an
// update and a read of the quaternion took in ten runs.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#include "basicvqf.hpp"
#include "vqf.hpp"
extern "C" {
#include "Fusion.h"
}

static const double period = 0.0035;
static double sum;

static double processorTime() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

template <class Filter> static void runVQF(std::vector<double> &rows) {
    Filter filter(period);
    double quaternion[4];
    for (size_t i = 0; i < rows.size(); i += 6) {
        filter.update(&rows[i + 3], &rows[i]);
        filter.getQuat6D(quaternion);
        sum += quaternion[0];
    }
}

static void runFusion(std::vector<double> &rows) {
    FusionAhrs ahrs;
    FusionAhrsInitialise(&ahrs);
    const float degrees = 180 / M_PI;
    for (size_t i = 0; i < rows.size(); i += 6) {
        const double *a = &rows[i], *w = a + 3;
        const FusionVector rate = {{float(w[0]) * degrees, float(w[1]) * degrees, float(w[2]) * degrees}};
        const FusionVector force = {{float(a[0] / 9.80665), float(a[1] / 9.80665), float(a[2] / 9.80665)}};
        FusionAhrsUpdateNoMagnetometer(&ahrs, rate, force);
        sum += FusionAhrsGetQuaternion(&ahrs).element.w;
    }
}

static void measure(const char *name, void (*run)(std::vector<double> &), std::vector<double> &rows) {
    double least = INFINITY;
    for (int k = 0; k < 10; k++) {
        const double start = processorTime();
        run(rows);
        least = std::min(least, (processorTime() - start) / (rows.size() / 6));
    }
    printf("%s\t%.1f\n", name, least);
}

int main(int count, char **arguments) {
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : nullptr;
    if (!file) return 66;
    std::vector<double> rows;
    double row[6];
    while (fread(row, sizeof(double), 6, file) == 6) rows.insert(rows.end(), row, row + 6);
    fclose(file);
    measure("VQF", runVQF<VQF>, rows);
    measure("BasicVQF", runVQF<BasicVQF>, rows);
    measure("x-io Fusion", runFusion, rows);
    return std::isfinite(sum) ? 0 : 1;
}
