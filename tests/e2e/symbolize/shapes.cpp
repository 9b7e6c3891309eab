// library: counter.c
// Frames of every sort: templates, lambdas, members, what the optimiser inlines, a library.
#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

extern "C" int counter_read(const int *cells, int at, int (*visit)(const int *));

namespace shapes {
namespace {

template <typename T, int N> struct Grid {
	std::vector<T> cells = std::vector<T>(N);
	T &at(int i) { return cells.data()[i]; }
	const T &operator[](int i) const { return *(cells.data() + i); }
};

struct Visitor {
	virtual ~Visitor() = default;
	virtual int visit(const Grid<int, 4> &grid, int i) const { return grid[i]; }
};

inline int twice(const Visitor &v, const Grid<int, 4> &grid, int i)
{
	return 2 * v.visit(grid, i);
}

} // namespace
} // namespace shapes

static int look(const int *cell)
{
	return *cell;
}

int main(int argc, char **argv)
{
	shapes::Grid<int, 4> grid;
	std::vector<int> order(4);
	auto pick = [&](int i) {
		struct Local {
			static int read(const shapes::Grid<int, 4> &g, int at)
			{
				return shapes::twice(shapes::Visitor(), g, at);
			}
		};
		return Local::read(grid, i);
	};
	std::iota(order.begin(), order.end(), argc > 1 ? argc : 0);
	std::function<int(int)> chosen = pick;
	if (argc > 1 && argv[1][0] == 'l')
		return counter_read(&grid.at(0), 6, look);
	return std::accumulate(order.begin(), order.end(), 0,
		[&](int sum, int i) { return sum + chosen(i + argc * 3); });
}
