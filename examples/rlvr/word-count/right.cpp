#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <string>
#include <vector>

int main()
{
	std::map<std::string, int> counts;
	for (std::string word; std::cin >> word;) {
		for (char &c : word)
			c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
		counts[word]++;
	}
	std::vector<std::pair<std::string, int>> order(counts.begin(), counts.end());
	std::stable_sort(order.begin(), order.end(),
		[](const auto &a, const auto &b) { return a.second > b.second; });
	if (order.size() > 3)
		order.resize(3);
	for (const auto &[word, count] : order)
		std::cout << word << ' ' << count << '\n';
}
