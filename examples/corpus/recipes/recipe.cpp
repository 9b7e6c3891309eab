#include "recipe.hpp"

#include <cstdio>

int misread_parts = 0;

static double piece_of(const pantry &p, const std::string &name)
{
	int place = p.find(name);

	return place < 0 ? 50 : p.at(place).piece;
}

// Returns how many parts it has then.
int add_part(recipe &r, const std::string &name, const std::string &amount)
{
	part made{name, 0, unit::gram};

	if (read_amount(amount, made.amount, made.of))
		r.parts.push_back(made);
	else
		misread_parts++;
	return static_cast<int>(r.parts.size());
}

void print_recipe(const recipe &r, int serves, int width)
{
	static const char *const names[] = {"g", "spoons", "cups", ""};

	std::printf("%s for %d, %d minutes\n", r.name.c_str(), serves, r.minutes);
	for (const part &p : r.parts) {
		double amount = scaled(p.amount, r.serves, serves);
		bool halves = p.of != unit::gram;
		if (!halves)
			amount = rounded(amount, 5);
		std::printf("  %-*s %6s %s\n", width, p.name.c_str(), amount_text(amount, halves).c_str(),
			names[static_cast<int>(p.of)]);
	}
}

// Grams of the parts from that one on.
double weight(const recipe &r, const pantry &p, int from, int serves)
{
	double grams = 0;

	for (std::size_t i = static_cast<std::size_t>(from); i < r.parts.size(); i++) {
		double one = to_grams(r.parts[i].amount, r.parts[i].of, piece_of(p, r.parts[i].name));
		grams += scaled(one, r.serves, serves);
	}
	return grams;
}

bool can_cook(const recipe &r, const pantry &p, int serves, std::string &lacking)
{
	lacking.clear();
	for (const part &q : r.parts) {
		double grams = to_grams(q.amount, q.of, piece_of(p, q.name));
		int place = p.find(q.name);
		if (place < 0 || p.at(place).grams < scaled(grams, r.serves, serves))
			lacking += lacking.empty() ? q.name : ", " + q.name;
	}
	return lacking.empty();
}

// Returns how many parts could be taken.
int cook(const recipe &r, pantry &p, int serves, int &minutes)
{
	int taken = 0;

	minutes = r.minutes;
	for (const part &q : r.parts) {
		double lacking = 0, grams = to_grams(q.amount, q.of, piece_of(p, q.name));
		if (p.take(q.name, scaled(grams, r.serves, serves), lacking)) {
			taken++;
		} else {
			std::printf("  %s: %.0f g are lacking\n", q.name.c_str(), lacking);
			minutes += 2;
		}
	}
	return taken;
}
