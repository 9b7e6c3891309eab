#include "sky.hpp"

#include <cmath>

int skyLookups = 0;

// It sinks by fourteen degrees in an hour.
double skyHeight(const Target &target, double hour)
{
    skyLookups++;
    return target.highest - 14 * std::fabs(hour - target.hour);
}

double skyApart(const Target &one, const Target &other)
{
    double aside = 15 * (one.hour - other.hour);
    double above = one.highest - other.highest;
    return std::sqrt(aside * aside + above * above);
}

// The part of a night in which it is high enough.
bool skyWindow(const Target &target, double begin, double end, double &from, double &to)
{
    double half = (target.highest - SKY_LOWEST) / 14;
    from = target.hour - half;
    to = target.hour + half;
    if (from < begin)
        from = begin;
    if (to > end)
        to = end;
    return half > 0 && from < to;
}

double skyAirmass(double height, double ground)
{
    return (1 - ground / 20) * 90 / (height > 5 ? height : 5);
}

void skyBest(const std::vector<Target> &targets, double hour, int &index, double &height)
{
    index = -1;
    height = SKY_LOWEST;
    for (std::size_t i = 0; i < targets.size(); i++) {
        double stands = skyHeight(targets[i], hour);
        if (stands > height) {
            height = stands;
            index = static_cast<int>(i);
        }
    }
}

int skyCount(const std::vector<Target> &targets, double faintest, double lowest, double hour)
{
    int count = 0;
    for (const Target &target : targets)
        if (target.magnitude <= faintest && skyHeight(target, hour) >= lowest)
            count++;
    return count;
}
