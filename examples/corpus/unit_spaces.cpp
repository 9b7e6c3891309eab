// Lengths and weights in namespaces of their own, parsed, converted and summed for a parcel.
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace text
{
std::string_view trim(std::string_view s)
{
	while (!s.empty() && s.front() == ' ')
		s.remove_prefix(1);
	while (!s.empty() && s.back() == ' ')
		s.remove_suffix(1);
	return s;
}

std::optional<int> number(std::string_view *s)
{
	int value = 0;
	std::size_t n = 0;
	while (n < s->size() && (*s)[n] >= '0' && (*s)[n] <= '9')
		value = 10 * value + ((*s)[n++] - '0');
	s->remove_prefix(n);
	return n ? std::optional<int>(value) : std::nullopt;
}

std::string padded(std::string_view s, std::size_t width)
{
	std::string out(s);
	out.resize(width, ' ');
	return out;
}
} // namespace text

namespace length
{
constexpr int per_inch = 254;

int unit(std::string_view name)
{
	return name == "cm" ? 100 : name == "in" ? per_inch : name == "mm" ? 10 : 0;
}

std::optional<int> parse(std::string_view s)
{
	std::optional<int> n = text::number(&s);
	int scale = unit(text::trim(s));
	return n && scale ? std::optional<int>(*n * scale) : std::nullopt;
}
} // namespace length

namespace weight
{
int unit(std::string_view name)
{
	return name == "g" ? 1 : name == "kg" ? 1000 : 0;
}

std::optional<int> parse(std::string_view s)
{
	std::optional<int> n = text::number(&s);
	int scale = unit(text::trim(s));
	return n && scale ? std::optional<int>(*n * scale) : std::nullopt;
}

const char *band(int grams)
{
	return grams < 500 ? "letter" : grams < 5000 ? "parcel" : "freight";
}
} // namespace weight

struct item {
	std::string name;
	int tenths; /* of a millimetre */
	int grams;
};

static std::optional<item> read_item(std::string_view line)
{
	std::size_t a = line.find(','), b = line.rfind(',');
	if (a == std::string_view::npos || a == b)
		return std::nullopt;
	std::optional<int> size = length::parse(text::trim(line.substr(a + 1, b - a - 1)));
	std::optional<int> mass = weight::parse(text::trim(line.substr(b + 1)));
	if (!size || !mass)
		return std::nullopt;
	std::string name = text::padded(text::trim(line.substr(0, a)), 8);
	return item{name, *size, *mass};
}

int main()
{
	std::vector<item> parcel;
	int refused = 0;
	for (std::string_view line : {"book, 21 cm, 420 g", "lamp, 14 in, 2kg", "ring, 18 mm, 4 g",
		     "cloud, 3 km, 1 g", "hat"}) {
		if (std::optional<item> i = read_item(line))
			parcel.push_back(*i);
		else
			refused++;
	}
	int longest = 0, mass = 0;
	for (const item &i : parcel) {
		std::string label = text::padded(i.name, 10) + weight::band(i.grams);
		std::string_view shown = text::trim(label);
		std::printf("%.*s %d.%d mm\n", static_cast<int>(shown.size()), shown.data(),
			i.tenths / 10, i.tenths % 10);
		longest = i.tenths > longest ? i.tenths : longest;
		mass += i.grams;
	}
	std::printf("%d refused, %d in, %d g: %s\n", refused, longest / length::per_inch, mass,
		weight::band(mass));
	return 0;
}
