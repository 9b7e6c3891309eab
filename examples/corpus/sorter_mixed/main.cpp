// Sets of numbers, sorted and searched by a library in C.
#include <cstdio>

#include "sort.hpp"

int main()
{
	number_set small({5, 3, 9, 3, 1}), large({40, 9, 22, 31, 5, 40, 17});
	number_set both = small.joined(large);
	std::printf(
		"%s\n%s\n%s\n", small.text().c_str(), large.text().c_str(), both.text().c_str());
	for (int n : {1, 9, 23, 40})
		std::printf("%d: %d %d, place %d\n", n, small.has(n), large.has(n), both.place(n));
	std::vector<int> numbers = {4, 8, 15, 16, 23, 42};
	bool before = is_in_order(numbers);
	numbers[2] = 7;
	std::printf("%d %d %d\n", before, is_in_order(numbers), is_in_order({}));
	return 0;
}
