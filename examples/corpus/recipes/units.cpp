#include "units.hpp"

#include <cmath>

double to_grams(double amount, unit of, double piece_grams)
{
	switch (of) {
	case unit::gram:
		return amount;
	case unit::spoon:
		return amount * spoon_grams;
	case unit::cup:
		return amount * cup_grams;
	case unit::piece:
		break;
	}
	return amount * piece_grams;
}

double scaled(double amount, int from, int to)
{
	return from > 0 ? amount * to / from : amount;
}

double rounded(double amount, double step)
{
	return std::round(amount / step) * step;
}

std::string amount_text(double amount, int halves)
{
	long whole = std::lround(std::floor(amount));
	double rest = amount - static_cast<double>(whole);

	if (!halves)
		return std::to_string(std::lround(amount));
	if (rest >= 0.75)
		return std::to_string(whole + 1);
	if (rest < 0.25)
		return std::to_string(whole);
	return whole ? std::to_string(whole) + " 1/2" : "1/2";
}

bool read_amount(const std::string &text, double &amount, unit &of)
{
	std::size_t used = 0;

	if (text.empty() || text[0] < '0' || text[0] > '9')
		return false;
	amount = std::stod(text, &used);
	std::string word = text.substr(used);
	if (word == "g")
		of = unit::gram;
	else if (word == "sp")
		of = unit::spoon;
	else if (word == "cup")
		of = unit::cup;
	else if (word.empty())
		of = unit::piece;
	else
		return false;
	return true;
}
