#include <iostream>
#include <string>

int main()
{
	std::string text, open;
	bool good = true;
	for (char c; std::cin.get(c);) {
		const std::string left = "([{", right = ")]}";
		if (left.find(c) != std::string::npos)
			open += right[left.find(c)];
		else if (right.find(c) != std::string::npos) {
			good = good && !open.empty() && open.back() == c;
			if (!open.empty())
				open.pop_back();
		}
	}
	std::cout << (good && open.empty() ? "yes" : "no") << '\n';
}
