// Where things stand in the sky, in degrees and hours.
#pragma once

#include <string>
#include <vector>

#define SKY_LOWEST 18 // degrees above the horizon
#define SKY_MOON_APART 35

struct Target {
    std::string name;
    double hour;    // of its highest stand
    double highest; // degrees
    double magnitude;
};

extern int skyLookups;

double skyHeight(const Target &target, double hour);
double skyApart(const Target &one, const Target &other);
bool skyWindow(const Target &target, double begin, double end, double &from, double &to);
double skyAirmass(double height, double ground);
void skyBest(const std::vector<Target> &targets, double hour, int &index, double &height);
int skyCount(const std::vector<Target> &targets, double faintest, double lowest, double hour);
