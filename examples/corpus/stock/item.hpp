// Items of a warehouse and how they are written.
#pragma once

#include <string>
#include <string_view>

namespace goods
{
struct item {
	std::string name;
	int count = 0;
	int cents = 0;
};

inline int low_mark = 5;

inline bool is_low(const item &i)
{
	return i.count < low_mark;
}

inline int value_of(const item &i)
{
	return i.count * i.cents;
}

std::string format_cents(int cents);
item parse_item(std::string_view line, int fallback);
int count_letters(std::string_view text, char letter);
} // namespace goods
