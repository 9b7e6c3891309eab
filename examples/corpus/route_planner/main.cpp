// Ways through a city and what they cost; the same search over a grid of numbers.
#include <cstdio>

#include "city.hpp"

static int plan(const city::network &net, const std::string &from, const std::string &to)
{
	std::optional<way<std::string>> w = shortest(net, from, to);
	if (!w) {
		std::printf("no way from %s to %s\n", from.c_str(), to.c_str());
		return 0;
	}
	std::printf("%s: %d minutes, %d or %d cents\n", city::tell_way(*w, " > ").c_str(), w->cost,
		city::fare_of(*w, false), city::fare_of(*w, true));
	return w->cost;
}

int main()
{
	city::network net;
	int read = city::read_network(net,
		"airport-harbour 9;harbour-market 4;market-museum 3;airport-museum 20;"
		"museum-park 5;park-zoo 2;island-tower 1;broken");
	std::printf("%d edges, %zu nodes\n", read, net.size());
	int sum = plan(net, "airport", "zoo") + plan(net, "park", "harbour");
	plan(net, "airport", "tower");
	city::base_fare += 30;
	sum += plan(net, "museum", "market");
	graph<int> grid;
	for (int i = 0; i < 20; i++) {
		grid.join(i, i + 1, 1 + i % 3);
		if (i % 4 == 0)
			grid.join(i, (i * 7 + 3) % 20, 4);
	}
	std::optional<way<int>> w = shortest(grid, 1, 18);
	std::printf("%d minutes, grid %d in %zu stops, zones %d\n", sum, w ? w->cost : -1,
		w ? w->stops.size() : 0, city::is_zone_change("harbour", "museum"));
	return 0;
}
