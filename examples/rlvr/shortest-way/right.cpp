#include <functional>
#include <iostream>
#include <queue>
#include <utility>
#include <vector>

int main()
{
	int n, m;
	std::cin >> n >> m;
	std::vector<std::vector<std::pair<int, long>>> roads(static_cast<std::size_t>(n));
	for (int a, b, length; m-- > 0 && std::cin >> a >> b >> length;) {
		roads[static_cast<std::size_t>(a)].emplace_back(b, length);
		roads[static_cast<std::size_t>(b)].emplace_back(a, length);
	}
	std::vector<long> best(static_cast<std::size_t>(n), -1);
	std::priority_queue<std::pair<long, int>, std::vector<std::pair<long, int>>, std::greater<>> queue;
	queue.emplace(0, 0);
	while (!queue.empty()) {
		const auto [length, at] = queue.top();
		queue.pop();
		if (best[static_cast<std::size_t>(at)] >= 0)
			continue;
		best[static_cast<std::size_t>(at)] = length;
		for (const auto &[to, more] : roads[static_cast<std::size_t>(at)])
			queue.emplace(length + more, to);
	}
	std::cout << best.back() << '\n';
}
