#include <algorithm>
#include <iostream>
#include <vector>

int main()
{
	std::vector<int> v, best;
	int all = 0;
	for (int x; std::cin >> x; v.push_back(x)) {
		int here = 1;
		for (std::size_t i = 0; i < v.size(); i++)
			if (v[i] < x)
				here = std::max(here, best[i] + 1);
		best.push_back(here);
		all = std::max(all, here);
	}
	std::cout << all << '\n';
}
