#include "camera.hpp"

#include <cmath>

std::uint64_t cameraBytes = 0;
double cameraClosed = 0;

// A magnitude fainter takes two and a half times the light.
Exposure cameraPlan(double magnitude, double airmass, int filters)
{
    double needs = 2.0 * std::pow(2.512, magnitude - 6) * airmass;
    Exposure exposure{static_cast<int>(needs), filters};
    while (exposure.seconds > CAMERA_LONGEST) {
        exposure.seconds /= 2;
        exposure.repeats *= 2;
    }
    if (exposure.seconds < 1)
        exposure.seconds = 1;
    return exposure;
}

double cameraNoise(double signal, double sky, int repeats)
{
    return std::sqrt(signal + 2 * sky) / std::sqrt(static_cast<double>(repeats));
}

// The row behind the last is read out with the picture.
std::uint64_t cameraPixels(std::uint64_t width, std::uint64_t height, int binning)
{
    return (width / binning) * ((height + 1) / binning);
}

void cameraTake(const Exposure &exposure, std::uint64_t width, std::uint64_t height, double &minutes)
{
    cameraBytes += 4 * cameraPixels(width, height, CAMERA_BINNING) * exposure.repeats;
    cameraClosed += CAMERA_READOUT * exposure.repeats;
    minutes += exposure.repeats * (exposure.seconds + CAMERA_READOUT) / 60.0;
}

void cameraLevels(const std::vector<double> &counts, double &low, double &high, double &mean)
{
    low = high = counts.front();
    mean = 0;
    for (double count : counts) {
        if (count < low)
            low = count;
        if (count > high)
            high = count;
        mean += count / static_cast<double>(counts.size());
    }
}
