#include "night.hpp"

#include <cmath>
#include <cstdio>

#include "camera.hpp"

int nightSkipped = 0;

int nightFind(const Night &night, int target)
{
    int index = static_cast<int>(night.visits.size()) - 1;
    while (index >= 0 && night.visits[index].target != target)
        index--;
    return index;
}

// Of those that can be seen now, the one that sets first.
int nightNext(const Night &night, const std::vector<Target> &targets, double hour)
{
    int next = -1;
    double first = night.dawn + 1;
    for (std::size_t i = 0; i < targets.size(); i++) {
        double from, to;
        if (nightFind(night, static_cast<int>(i)) >= 0 ||
            !skyWindow(targets[i], night.dusk, night.dawn, from, to) || hour < from || hour >= to)
            continue;
        if (skyApart(targets[i], night.moon) < SKY_MOON_APART) {
            nightSkipped++;
            continue;
        }
        if (to < first) {
            first = to;
            next = static_cast<int>(i);
        }
    }
    return next;
}

// How many targets are visited.
int nightPlan(Night &night, const std::vector<Target> &targets, int filters, double ground)
{
    double hour = night.dusk;
    int count = 0;
    while (hour < night.dawn && count < NIGHT_TARGETS) {
        int next = nightNext(night, targets, hour);
        if (next < 0) {
            hour += 0.25;
            continue;
        }
        double minutes = NIGHT_SETTLE;
        double height = skyHeight(targets[next], hour);
        Exposure exposure =
            cameraPlan(targets[next].magnitude, skyAirmass(height, ground), filters);
        cameraTake(exposure, 4096, 2731, minutes);
        night.visits.push_back({next, hour, hour + minutes / 60});
        std::printf("  %d x %d s at %.1f degrees\n", exposure.repeats, exposure.seconds, height);
        hour += minutes / 60;
        count++;
    }
    return count;
}

// The part of a span of hours in which something is looked at.
double nightUse(const Night &night, double from, double to)
{
    double used = 0;
    for (const Visit &visit : night.visits) {
        double begins = visit.begins > from ? visit.begins : from;
        double ends = visit.ends < to ? visit.ends : to;
        if (begins < ends)
            used += ends - begins;
    }
    return used / (to - from);
}

void nightShift(Night &night, double hours, double after)
{
    for (Visit &visit : night.visits)
        if (visit.begins >= after) {
            visit.begins += hours;
            visit.ends += hours;
        }
}

std::string nightClock(double hour, int width)
{
    char text[32];
    int minutes = static_cast<int>(std::lround(hour * 60)) % 1440;
    std::snprintf(text, sizeof text, "%*d:%02d", width, minutes / 60, minutes % 60);
    return text;
}
