// Lines of words: set to the left, to the middle, or to both sides.
#pragma once

#include "words.hpp"

enum class align { left, middle, both };

constexpr int gap_least = 1;
constexpr int penalty_last = 2;

struct line {
	std::size_t first = 0, end = 0; // of the words
	int width = 0; // with one blank between two
};

struct shape {
	int width = 40;
	int indent = 0, hang = 0; // of the first line, of the others
	align how = align::left;
};

std::vector<line> broken(const std::vector<word> &words, int width, int indent);
void share(int blanks, int gaps, int &each, int &more);
std::string set_line(const std::vector<word> &words, const line &l, const shape &s, bool last);
int badness(const std::vector<line> &lines, int width, int allowed);
void measure(const std::vector<line> &lines, int &shortest, int &longest);
