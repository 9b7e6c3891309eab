// What the camera needs and gives.
#pragma once

#include <cstdint>
#include <vector>

#define CAMERA_READOUT 45 // seconds
#define CAMERA_LONGEST 180
#define CAMERA_BINNING 2

struct Exposure {
    int seconds;
    int repeats;
};

extern std::uint64_t cameraBytes; // of all pictures
extern double cameraClosed;       // seconds that were lost to reading out

Exposure cameraPlan(double magnitude, double airmass, int filters);
double cameraNoise(double signal, double sky, int repeats);
std::uint64_t cameraPixels(std::uint64_t width, std::uint64_t height, int binning);
void cameraTake(const Exposure &exposure, std::uint64_t width, std::uint64_t height, double &minutes);
void cameraLevels(const std::vector<double> &counts, double &low, double &high, double &mean);
