#include "filters.hpp"

#include <algorithm>
#include <cmath>

raster blurred(const raster &from, const kernel &k, edge how)
{
	raster to(from.width(), from.height());
	int half = k.size / 2;
	for (int y = 0; y < from.height(); y++)
		for (int x = 0; x < from.width(); x++) {
			int sum = 0;
			for (int j = 0; j < k.size; j++)
				for (int i = 0; i < k.size; i++)
					sum += k.weights[static_cast<std::size_t>(j * k.size + i)] *
					       from.at(x + i - half, y + j - half, how);
			to.set(x, y, sum / k.divisor);
		}
	return to;
}

raster cut(const raster &from, int x, int y, int width, int height)
{
	raster to(width, height);
	for (int j = 0; j < height; j++)
		for (int i = 0; i < width; i++)
			to.set(i, j, from.at(x + i, y + j));
	return to;
}

// A quarter to the right.
raster turned(const raster &from)
{
	raster to(from.height(), from.width());
	for (int y = 0; y < from.height(); y++)
		for (int x = 0; x < from.width(); x++)
			to.set(from.height() - 1 - y, x, from.at(x, y));
	return to;
}

// What makes the darkest and the lightest grey of the picture those two.
stretch find_stretch(const raster &from, int dark, int light)
{
	stretch s{levels, 0, 1};
	for (int y = 0; y < from.height(); y++)
		for (int x = 0; x < from.width(); x++) {
			s.low = std::min(s.low, from.at(x, y));
			s.high = std::max(s.high, from.at(x, y));
		}
	if (s.high > s.low)
		s.factor = double(light - dark) / (s.high - s.low);
	return s;
}

double contrast(double grey, double factor, double middle)
{
	return middle + (grey - middle) * factor;
}

void apply(raster &to, const stretch &s)
{
	double middle = (s.low + s.high) / 2.0;
	for (int y = 0; y < to.height(); y++)
		for (int x = 0; x < to.width(); x++)
			to.set(x, y,
				static_cast<int>(std::lround(contrast(to.at(x, y), s.factor, middle))));
}

void mean(const raster &from, double &value, double &spread)
{
	double sum = 0, squares = 0;
	int cells = from.width() * from.height();
	for (int y = 0; y < from.height(); y++)
		for (int x = 0; x < from.width(); x++) {
			sum += from.at(x, y);
			squares += double(from.at(x, y)) * from.at(x, y);
		}
	value = sum / cells;
	spread = std::sqrt(squares / cells - value * value);
}

void count(const raster &from, std::vector<int> &bins, int &most)
{
	int width = levels / static_cast<int>(bins.size());
	for (int y = 0; y < from.height(); y++)
		for (int x = 0; x < from.width(); x++)
			bins[static_cast<std::size_t>(from.at(x, y) / width)]++;
	most = *std::max_element(bins.begin(), bins.end());
}
