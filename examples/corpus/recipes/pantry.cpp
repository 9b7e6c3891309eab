#include "pantry.hpp"

double wasted_grams = 0;

int pantry::find(const std::string &name) const
{
	int place = static_cast<int>(foods_.size()) - 1;

	while (place >= 0 && foods_[static_cast<std::size_t>(place)].name != name)
		place--;
	return place;
}

void pantry::put(const std::string &name, double grams, double piece, int days)
{
	int place = find(name);

	if (place < 0) {
		foods_.push_back({name, grams, piece, days});
		return;
	}
	food &f = foods_[static_cast<std::size_t>(place)];
	f.grams += grams;
	if (days < f.days)
		f.days = days;
}

// Nothing is taken when there is too little; lacking says how much.
bool pantry::take(const std::string &name, double grams, double &lacking)
{
	int place = find(name);
	double has = place < 0 ? 0 : at(place).grams;

	lacking = grams - has;
	if (lacking > 0)
		return false;
	lacking = 0;
	foods_[static_cast<std::size_t>(place)].grams -= grams;
	return true;
}

// Days go by. Returns how many foods are left.
int pantry::pass(int days, std::vector<std::string> &bad)
{
	std::vector<food> left;

	for (food &f : foods_) {
		f.days -= days;
		if (f.days < 0) {
			bad.push_back(f.name);
			wasted_grams += f.grams;
		} else {
			left.push_back(f);
		}
	}
	foods_ = left;
	return static_cast<int>(foods_.size());
}

void pantry::totals(double &grams, int &kinds) const
{
	grams = 0;
	kinds = 0;
	for (const food &f : foods_) {
		grams += f.grams;
		kinds += f.grams > 0;
	}
}
