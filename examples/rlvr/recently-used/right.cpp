#include <iostream>
#include <list>
#include <string>
#include <unordered_map>
#include <utility>

int main()
{
	std::size_t room;
	std::cin >> room;
	std::list<std::pair<std::string, int>> order;
	std::unordered_map<std::string, std::list<std::pair<std::string, int>>::iterator> places;
	for (std::string word, key; std::cin >> word >> key;) {
		auto found = places.find(key);
		if (word == "get") {
			if (found == places.end()) {
				std::cout << "none\n";
				continue;
			}
			order.splice(order.begin(), order, found->second);
			std::cout << found->second->second << '\n';
			continue;
		}
		int value;
		std::cin >> value;
		if (found != places.end()) {
			order.erase(found->second);
			places.erase(found);
		}
		if (order.size() == room) {
			places.erase(order.back().first);
			order.pop_back();
		}
		order.emplace_front(key, value);
		places[key] = order.begin();
	}
}
