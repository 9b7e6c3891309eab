// What is in the kitchen.
#pragma once

#include <string>
#include <vector>

struct food {
	std::string name;
	double grams;
	double piece; // grams of one
	int days; // until it is bad
};

class pantry {
public:
	void put(const std::string &name, double grams, double piece, int days);
	int find(const std::string &name) const;
	const food &at(int place) const { return foods_[static_cast<std::size_t>(place)]; }
	bool take(const std::string &name, double grams, double &lacking);
	int pass(int days, std::vector<std::string> &bad);
	void totals(double &grams, int &kinds) const;

private:
	std::vector<food> foods_;
};

// Grams that were thrown away, in all.
extern double wasted_grams;
