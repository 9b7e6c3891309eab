// The plan of a night: what is looked at, one after the other.
#pragma once

#include <string>
#include <vector>

#include "sky.hpp"

#define NIGHT_SETTLE 6 // minutes from one target to the next
#define NIGHT_TARGETS 5

struct Visit {
    int target;
    double begins, ends; // hours
};

struct Night {
    double dusk, dawn;
    Target moon;
    std::vector<Visit> visits;
};

extern int nightSkipped;

int nightNext(const Night &night, const std::vector<Target> &targets, double hour);
int nightPlan(Night &night, const std::vector<Target> &targets, int filters, double ground);
double nightUse(const Night &night, double from, double to);
void nightShift(Night &night, double hours, double after);
int nightFind(const Night &night, int target);
std::string nightClock(double hour, int width);
