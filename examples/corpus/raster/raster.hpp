// Pictures of grey values, row by row, and where to look in them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

enum class edge { clamp, wrap, black };

constexpr int levels = 256;

struct spot {
	int x = 0, y = 0;
};

class raster
{
      public:
	raster(int width, int height, int grey = 0);

	int width() const { return width_; }
	int height() const { return height_; }
	int at(int x, int y) const;
	int at(int x, int y, edge how) const;
	void set(int x, int y, int grey);
	void fill(int x, int y, int width, int height, int grey);

      private:
	int width_, height_;
	std::vector<std::uint8_t> cells_;
};

// How often a place outside of a picture was asked for.
extern long raster_outside;

bool darkest(const raster &r, spot &where, int &grey);
std::string row_text(const raster &r, int y);
