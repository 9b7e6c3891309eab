// Two recipes cooked for guests out of a pantry that ages.
#include <cstdio>

#include "pantry.hpp"
#include "recipe.hpp"
#include "units.hpp"

static void fill(pantry &p)
{
	p.put("flour", 1000, 1, 200);
	p.put("milk", 900, 1, 5);
	p.put("egg", 360, 60, 14);
	p.put("butter", 250, 1, 30);
	p.put("apple", 800, 160, 9);
	p.put("flour", 250, 1, 90);
}

static void show(const pantry &p)
{
	double grams;
	int kinds;

	p.totals(grams, kinds);
	std::printf("%d kinds, %.1f g\n", kinds, grams);
}

int main()
{
	pantry p;
	recipe pancakes{"pancakes", 2, 25, {}}, cake{"cake", 8, 70, {}};
	std::vector<std::string> bad;
	std::string lacking;
	int minutes = 0, all = 0;

	fill(p);
	show(p);
	add_part(pancakes, "flour", "1cup");
	add_part(pancakes, "milk", "300g");
	add_part(pancakes, "egg", "2");
	add_part(pancakes, "butter", "2sp");
	add_part(cake, "flour", "350g");
	add_part(cake, "butter", "0.5cup");
	add_part(cake, "apple", "3");
	add_part(cake, "salt", "some");
	std::printf("%d and %d parts\n", add_part(pancakes, "salt", "5lb"), add_part(cake, "egg", "4"));
	print_recipe(pancakes, 3, 8);
	print_recipe(cake, 4, 10);
	std::printf("%.1f g, without the first two %.1f g\n", weight(pancakes, p, 0, 2),
		weight(cake, p, 2, 8));
	std::printf("pancakes: %d of 4", cook(pancakes, p, 3, minutes));
	std::printf(" in %d minutes\n", minutes);
	all += minutes;
	show(p);
	std::printf("left after a week: %d\n", p.pass(7, bad));
	std::printf("cake for 12: %s", can_cook(cake, p, 12, lacking) ? "yes" : "no");
	std::printf(" (%s)\n", lacking.c_str());
	std::printf("cake: %d of 4", cook(cake, p, 8, minutes));
	std::printf(" in %d minutes\n", minutes);
	all += minutes;
	std::printf("left after ten days: %d\n", p.pass(3, bad));
	for (const std::string &name : bad)
		std::printf("  bad: %s\n", name.c_str());
	show(p);
	std::printf("%d minutes, %d misread, %.1f g wasted\n", all, misread_parts, wasted_grams);
	return 0;
}
