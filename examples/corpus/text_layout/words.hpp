// Words of a text and how wide they are in columns.
#pragma once

#include <string>
#include <vector>

struct word {
	std::string text;
	int width = 0;
	bool ends_sentence = false;
};

// Columns that a tab goes to, and how many words had to be broken.
extern int tab_width;
extern int words_broken;

int width_of(const std::string &text, int column);
bool next_word(const std::string &text, std::size_t &at, std::string &found);
void split(const std::string &text, int most, std::vector<word> &words, int &sentences);
std::string padded(const std::string &text, int left, int right);
