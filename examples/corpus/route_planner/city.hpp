// A city's network, read from text, with fares.
#pragma once

#include <string>
#include <string_view>

#include "graph.hpp"

namespace city
{
using network = graph<std::string>;

inline int base_fare = 120;

inline int round_fare(int cents)
{
	return (cents + 9) / 10 * 10;
}

int read_network(network &net, std::string_view text);
int fare_of(const way<std::string> &w, bool reduced);
std::string tell_way(const way<std::string> &w, const char *arrow);
bool is_zone_change(std::string_view a, std::string_view b);
} // namespace city
