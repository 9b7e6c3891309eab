#include "city.hpp"

namespace city
{
/* "a-b 7;" */
int read_network(network &net, std::string_view text)
{
	int read = 0;
	while (!text.empty()) {
		std::size_t end = text.find(';');
		std::string_view part = text.substr(0, end);
		std::size_t dash = part.find('-'), blank = part.rfind(' ');
		if (dash != std::string_view::npos && blank != std::string_view::npos) {
			std::string a(part.substr(0, dash)),
				b(part.substr(dash + 1, blank - dash - 1));
			net.join(a, b, std::stoi(std::string(part.substr(blank + 1))));
			read++;
		}
		text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
	}
	return read;
}

bool is_zone_change(std::string_view a, std::string_view b)
{
	return a.empty() || b.empty() || (a.front() < 'm') != (b.front() < 'm');
}

int fare_of(const way<std::string> &w, bool reduced)
{
	int cents = base_fare + 15 * w.cost;
	for (std::size_t i = 1; i < w.stops.size(); i++)
		if (is_zone_change(w.stops[i - 1], w.stops[i]))
			cents += 40;
	return round_fare(reduced ? cents * 6 / 10 : cents);
}

std::string tell_way(const way<std::string> &w, const char *arrow)
{
	std::string text;
	for (const std::string &stop : w.stops)
		text += (text.empty() ? "" : arrow) + stop;
	return text;
}
} // namespace city
