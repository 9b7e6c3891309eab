// Two nights at a small observatory.
#include <cstdio>

#include "camera.hpp"
#include "night.hpp"
#include "sky.hpp"

static const std::vector<Target> targets = {
    {"Ring Nebula", 19.5, 71, 8.8},  {"Andromeda", 24.2, 80, 3.4}, {"Crab Nebula", 28.6, 62, 8.4},
    {"Double Cluster", 25.1, 83, 4.3}, {"Neptune", 22.9, 34, 7.8},   {"Far Galaxy", 26.4, 55, 12.1},
    {"Low Star", 23.3, 17, 5.0},
};

static void show(const Night &night)
{
    for (const Visit &visit : night.visits)
        std::printf("%s to %s %s\n", nightClock(visit.begins, 2).c_str(),
                    nightClock(visit.ends, 2).c_str(), targets[visit.target].name.c_str());
    std::printf("used: %.3f, %.3f before midnight\n", nightUse(night, night.dusk, night.dawn),
                nightUse(night, night.dusk, 24));
}

static void showHour(double hour)
{
    int best;
    double height;
    skyBest(targets, hour, best, height);
    std::printf("%s: %s at %.2f, airmass %.3f, %d to be seen\n", nightClock(hour, 1).c_str(),
                best < 0 ? "nothing" : targets[best].name.c_str(), height,
                skyAirmass(height, 2.2), skyCount(targets, 8.5, 25, hour));
}

int main()
{
    Night first{20.25, 29.5, {"Moon", 21.4, 41, -11}, {}};
    Night second{20.3, 23.75, {"Moon", 28.8, 47, -10}, {}};

    for (double hour = 20; hour < 30; hour += 3.1)
        showHour(hour);
    std::printf("first: %d targets\n", nightPlan(first, targets, 3, 2.2));
    show(first);
    nightShift(first, 0.4, 22);
    std::printf("clouds: %.3f after ten\n", nightUse(first, 22, 26.5));
    std::printf("second: %d targets\n", nightPlan(second, targets, 2, 2.2));
    show(second);
    std::printf("Neptune is visit %d, the galaxy %d\n", nightFind(first, 4), nightFind(second, 5));
    std::printf("after the second: %d\n", nightNext(second, targets, 23.5));

    double low, high, mean;
    cameraLevels({311.5, 298.25, 1204, 640.75}, low, high, mean);
    std::printf("levels %.2f to %.2f, mean %.4f, noise %.4f\n", low, high, mean,
                cameraNoise(mean, low, 6));
    Exposure faint = cameraPlan(11.2, skyAirmass(40, 0.8), 4);
    std::printf("%d x %d s, %.2f degrees from the moon\n", faint.repeats, faint.seconds,
                skyApart(targets[5], second.moon));
    std::printf("%llu pixels, %llu bytes, %.0f s closed\n",
                static_cast<unsigned long long>(cameraPixels(1601, 1200, 3)),
                static_cast<unsigned long long>(cameraBytes), cameraClosed);
    std::printf("%d lookups, %d near the moon\n", skyLookups, nightSkipped);
    return 0;
}
