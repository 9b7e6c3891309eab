#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>

int main()
{
	std::vector<std::pair<int, int>> spans, merged;
	for (int a, b; std::cin >> a >> b;)
		spans.emplace_back(a, b);
	std::sort(spans.begin(), spans.end());
	for (const auto &span : spans) {
		if (!merged.empty() && span.first <= merged.back().second)
			merged.back().second = std::max(merged.back().second, span.second);
		else
			merged.push_back(span);
	}
	for (const auto &[a, b] : merged)
		std::cout << a << ' ' << b << '\n';
}
