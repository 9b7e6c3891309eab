// A recipe: what goes into it, for how many.
#pragma once

#include <string>
#include <vector>

#include "pantry.hpp"
#include "units.hpp"

struct part {
	std::string name;
	double amount;
	unit of;
};

struct recipe {
	std::string name;
	int serves;
	int minutes;
	std::vector<part> parts;
};

extern int misread_parts;

int add_part(recipe &r, const std::string &name, const std::string &amount);
void print_recipe(const recipe &r, int serves, int width);
double weight(const recipe &r, const pantry &p, int from, int serves);
bool can_cook(const recipe &r, const pantry &p, int serves, std::string &lacking);
int cook(const recipe &r, pantry &p, int serves, int &minutes);
