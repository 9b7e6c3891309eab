#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <string>

int main()
{
	std::map<std::string, std::set<std::string>> groups;
	for (std::string word; std::cin >> word;) {
		std::string letters = word;
		std::sort(letters.begin(), letters.end());
		groups[letters].insert(word);
	}
	std::set<std::string> lines;
	for (const auto &[letters, words] : groups) {
		std::string line;
		for (const auto &word : words)
			line += (line.empty() ? "" : " ") + word;
		if (words.size() > 1)
			lines.insert(line);
	}
	for (const auto &line : lines)
		std::cout << line << '\n';
}
