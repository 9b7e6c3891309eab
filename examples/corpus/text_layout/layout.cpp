#include "layout.hpp"

#include <algorithm>

std::vector<line> broken(const std::vector<word> &words, int width, int indent)
{
	std::vector<line> lines;
	line now;
	int room = width - indent;
	for (std::size_t i = 0; i < words.size(); i++) {
		int needed = words[i].width + (i > now.first ? now.width + gap_least : 0);
		if (needed > room && i > now.first) {
			now.end = i;
			lines.push_back(now);
			now = {i, i, 0};
			room = width;
			needed = words[i].width;
		}
		now.width = needed;
	}
	now.end = words.size();
	if (now.end > now.first)
		lines.push_back(now);
	return lines;
}

// Blanks for each of the gaps, and how many of them have one more.
void share(int blanks, int gaps, int &each, int &more)
{
	each = gaps > 0 ? blanks / gaps : 0;
	more = gaps > 0 ? blanks % gaps : 0;
}

std::string set_line(const std::vector<word> &words, const line &l, const shape &s, bool last)
{
	int left = s.width - l.width, each = 0, more = 0, gaps = static_cast<int>(l.end - l.first) - 1;
	if (s.how == align::both && !last)
		share(left, gaps, each, more);
	std::string text = words[l.first].text;
	for (std::size_t i = l.first + 1; i < l.end; i++) {
		int wide = gap_least + each + (more-- > 0 ? 1 : 0);
		text += padded(words[i].text, wide, 0);
	}
	if (s.how == align::middle)
		return padded(text, left / 2, left - left / 2);
	return text;
}

// The last line may be short.
int badness(const std::vector<line> &lines, int width, int allowed)
{
	int sum = 0;
	for (std::size_t i = 0; i < lines.size(); i++) {
		int left = width - lines[i].width;
		if (left <= allowed)
			continue;
		sum += i + 1 < lines.size() ? left * left : left / penalty_last;
	}
	return sum;
}

void measure(const std::vector<line> &lines, int &shortest, int &longest)
{
	for (const line &l : lines) {
		shortest = std::min(shortest, l.width);
		longest = std::max(longest, l.width);
	}
}
