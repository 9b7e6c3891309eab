#include "raster.hpp"

#include <algorithm>

long raster_outside = 0;

raster::raster(int width, int height, int grey)
	: width_(width), height_(height),
	  cells_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
		  static_cast<std::uint8_t>(grey))
{
}

int raster::at(int x, int y) const
{
	if (x < 0 || y < 0 || x >= width_ || y >= height_) {
		raster_outside++;
		return 0;
	}
	return cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
		      static_cast<std::size_t>(x)];
}

int raster::at(int x, int y, edge how) const
{
	switch (how) {
	case edge::clamp: return at(std::clamp(x, 0, width_ - 1), std::clamp(y, 0, height_ - 1));
	case edge::wrap: return at((x + width_) % width_, (y + height_) % height_);
	case edge::black: break;
	}
	return at(x, y);
}

void raster::set(int x, int y, int grey)
{
	if (x < 0 || y < 0 || x >= width_ || y >= height_)
		return;
	cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
		static_cast<std::size_t>(x)] =
		static_cast<std::uint8_t>(std::clamp(grey, 0, levels - 1));
}

void raster::fill(int x, int y, int width, int height, int grey)
{
	for (int j = y; j < y + height; j++)
		for (int i = x; i < x + width; i++)
			set(i, j, grey);
}

// The first of the darkest places; false when all are alike.
bool darkest(const raster &r, spot &where, int &grey)
{
	int lightest = 0;
	grey = levels;
	for (int y = 0; y < r.height(); y++)
		for (int x = 0; x < r.width(); x++) {
			int here = r.at(x, y);
			if (here < grey) {
				grey = here;
				where = {x, y};
			}
			lightest = std::max(lightest, here);
		}
	return grey < lightest;
}

std::string row_text(const raster &r, int y)
{
	static const std::string inks = " .:-=+*#";
	std::string text;
	for (int x = 0; x < r.width(); x++)
		text += inks[static_cast<std::size_t>(r.at(x, y)) * inks.size() / levels];
	return text;
}
