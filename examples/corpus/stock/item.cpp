#include "item.hpp"

namespace goods
{
static int number(std::string_view text)
{
	int n = 0;
	for (char c : text)
		if (c >= '0' && c <= '9')
			n = n * 10 + (c - '0');
	return n;
}

std::string format_cents(int cents)
{
	std::string rest = std::to_string(cents % 100);
	return std::to_string(cents / 100) + (rest.size() < 2 ? ".0" : ".") + rest;
}

item parse_item(std::string_view line, int fallback)
{
	item i;
	std::size_t a = line.find(':'), b = line.rfind(':');
	i.name = line.substr(0, a);
	if (a != std::string_view::npos)
		i.count = number(line.substr(a, a == b ? std::string_view::npos : b - a));
	i.cents = a == b ? fallback : number(line.substr(b));
	return i;
}

int count_letters(std::string_view text, char letter)
{
	int n = 0;
	for (char c : text)
		n += c == letter;
	return n;
}
} // namespace goods
