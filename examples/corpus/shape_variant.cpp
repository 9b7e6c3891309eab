// Shapes in a variant: areas, scaling and a filter that erases while it walks.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <list>
#include <string>
#include <type_traits>
#include <variant>

struct circle {
	double radius;
};
struct box {
	double width, height;
};
struct polygon {
	std::string name;
	int sides;
	double length;
};

using shape = std::variant<circle, box, polygon>;

template <class... Ts> struct overloaded : Ts... {
	using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

static double area(const shape &s)
{
	return std::visit(
		overloaded{[](const circle &c) { return 3.0 * c.radius * c.radius; },
			[](const box &b) { return b.width * b.height; },
			[](const polygon &p) { return p.sides * p.length * p.length / 2; }},
		s);
}

static void scale(shape &s, double by)
{
	std::visit(
		[by](auto &x) {
			using type = std::decay_t<decltype(x)>;
			if constexpr (std::is_same_v<type, circle>) {
				x.radius *= by;
			} else if constexpr (std::is_same_v<type, box>) {
				x.width *= by;
				x.height *= by;
			} else {
				x.length *= by;
			}
		},
		s);
}

static std::size_t drop_smaller(std::list<shape> &shapes, double least)
{
	std::size_t dropped = 0;
	for (auto it = shapes.begin(); it != shapes.end();) {
		if (area(*it) < least) {
			it = shapes.erase(it);
			dropped++;
		} else {
			++it;
		}
	}
	return dropped;
}

static std::string describe(const shape &s)
{
	if (const polygon *p = std::get_if<polygon>(&s))
		return p->name + " of " + std::to_string(p->sides) + " sides";
	return s.index() == 0 ? "circle" : "box";
}

int main()
{
	std::list<shape> shapes = {circle{1}, box{2, 3}, polygon{"hexagon with a long name", 6, 2},
		circle{0.5}, box{1, 1}};
	for (const shape &s : shapes)
		std::printf("%-34s %6.2f\n", describe(s).c_str(), area(s));
	for (shape &s : shapes)
		scale(s, 2);
	std::printf("dropped %zu\n", drop_smaller(shapes, 5));
	auto largest = std::max_element(shapes.begin(), shapes.end(),
		[](const shape &a, const shape &b) { return area(a) < area(b); });
	std::printf("largest: %s, %.1f\n", describe(*largest).c_str(), area(*largest));
	return 0;
}
