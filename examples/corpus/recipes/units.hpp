// Amounts in a kitchen: what is told in spoons and cups is kept in grams.
#pragma once

#include <string>

enum class unit { gram, spoon, cup, piece };

constexpr double spoon_grams = 15;
constexpr double cup_grams = 240;

double to_grams(double amount, unit of, double piece_grams);
double scaled(double amount, int from, int to);
double rounded(double amount, double step);

// "1 1/2" or "250": what a scale or a spoon can show.
std::string amount_text(double amount, int halves);
bool read_amount(const std::string &text, double &amount, unit &of);
