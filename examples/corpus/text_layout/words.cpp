#include "words.hpp"

int tab_width = 8;
int words_broken;

int width_of(const std::string &text, int column)
{
	int start = column;
	for (char c : text)
		column += c == '\t' ? tab_width - column % tab_width : 1;
	return column - start;
}

bool next_word(const std::string &text, std::size_t &at, std::string &found)
{
	at = text.find_first_not_of(" \n", at);
	if (at == std::string::npos)
		return false;
	std::size_t end = text.find_first_of(" \n", at);
	if (end == std::string::npos)
		end = text.size();
	found = text.substr(at, end - at);
	at = end;
	return true;
}

void split(const std::string &text, int most, std::vector<word> &words, int &sentences)
{
	std::size_t at = 0;
	std::string found;
	while (next_word(text, at, found)) {
		while (width_of(found, 0) > most) {
			std::string head = found.substr(0, static_cast<std::size_t>(most) - 1) + "-";
			words.push_back({head, width_of(head, 0), false});
			found = found.substr(static_cast<std::size_t>(most) - 1);
			words_broken++;
		}
		bool ends = found.back() == '.' || found.back() == '?' || found.back() == '!';
		words.push_back({found, width_of(found, 0), ends});
		sentences += ends;
	}
}

std::string padded(const std::string &text, int left, int right)
{
	return std::string(static_cast<std::size_t>(left), ' ') + text +
	       std::string(static_cast<std::size_t>(right), ' ');
}
