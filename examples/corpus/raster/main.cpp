// A small picture, filtered and told.
#include <cstdio>

#include "filters.hpp"

static void show(const char *name, const raster &r)
{
	std::printf("%s, %d by %d\n", name, r.width(), r.height());
	for (int y = 0; y < r.height(); y++)
		std::printf("|%s|\n", row_text(r, y).c_str());
}

static void tell(const raster &r)
{
	double value = 0, spread = 0;
	int most = 0, grey = 0;
	spot where;
	std::vector<int> bins(4);
	mean(r, value, spread);
	count(r, bins, most);
	std::printf("mean %.2f, spread %.2f, bins", value, spread);
	for (int bin : bins)
		std::printf(" %d", bin);
	std::printf(", at most %d\n", most);
	if (darkest(r, where, grey))
		std::printf("darkest %d at %d %d\n", grey, where.x, where.y);
}

int main()
{
	raster picture(14, 7, 40);
	picture.fill(2, 1, 6, 3, 150);
	picture.fill(4, 2, 9, 2, 220);
	picture.fill(11, 0, 6, 2, 90);
	picture.set(6, 5, 12);
	show("picture", picture);
	tell(picture);
	const kernel soft{3, {1, 2, 1, 2, 4, 2, 1, 2, 1}, 16};
	show("clamped", blurred(picture, soft, edge::clamp));
	tell(blurred(picture, soft, edge::wrap));
	raster part = cut(picture, 9, 0, 6, 4);
	show("part", turned(part));
	stretch s = find_stretch(part, 0, 250);
	apply(part, s);
	std::printf("from %d to %d by %.3f, %.1f\n", s.low, s.high, s.factor,
		contrast(100, s.factor, 128));
	show("stretched", part);
	tell(part);
	std::printf("%ld outside\n", raster_outside);
	return 0;
}
