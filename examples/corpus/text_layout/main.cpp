// A paragraph in three shapes.
#include <cstdio>

#include "layout.hpp"

static const std::string paragraph =
	"The harbour lay still. A single lamp burned at the end of the pier, and under it sat the "
	"keeper with his net. Had he seen the boat? He had seen nothing, he said, but the "
	"lighthousekeepersdaughter passing by. Nobody believed him!";

static void print(const shape &s, int sentences, const std::vector<word> &words)
{
	std::vector<line> lines = broken(words, s.width, s.indent);
	int shortest = s.width, longest = 0;
	for (std::size_t i = 0; i < lines.size(); i++) {
		int indent = i == 0 ? s.indent : s.hang;
		bool last = i + 1 == lines.size();
		shape inner = s;
		inner.width = i == 0 ? s.width - s.indent : s.width;
		std::printf("[%s]\n", padded(set_line(words, lines[i], inner, last), indent, 0).c_str());
	}
	measure(lines, shortest, longest);
	std::printf("%zu lines of %d to %d, %d sentences, badness %d\n", lines.size(), shortest, longest,
		sentences, badness(lines, s.width, 2));
}

int main()
{
	const shape shapes[] = {
		{36, 2, 0, align::left}, {30, 0, 4, align::both}, {20, 0, 0, align::middle}};
	for (const shape &s : shapes) {
		std::vector<word> words;
		int sentences = 0;
		split(paragraph, s.width, words, sentences);
		print(s, sentences, words);
	}
	tab_width = 4;
	std::printf("%d and %d, %d broken\n", width_of("a\tbc\td", 0), width_of("\tx", 3), words_broken);
	return 0;
}
