// Filters of pictures.
#pragma once

#include <vector>

#include "raster.hpp"

struct stretch {
	int low = 0, high = 0;
	double factor = 1;
};

struct kernel {
	int size;
	std::vector<int> weights;
	int divisor;
};

raster blurred(const raster &from, const kernel &k, edge how);
raster cut(const raster &from, int x, int y, int width, int height);
raster turned(const raster &from);
stretch find_stretch(const raster &from, int dark, int light);
double contrast(double grey, double factor, double middle);
void apply(raster &to, const stretch &s);
void mean(const raster &from, double &value, double &spread);
void count(const raster &from, std::vector<int> &bins, int &most);
