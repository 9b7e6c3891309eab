#include "sort.hpp"

number_set::number_set(std::vector<int> numbers) : numbers_(std::move(numbers))
{
	sort_ints(numbers_.data(), numbers_.size());
	numbers_.resize(sort_unique(numbers_.data(), numbers_.size()));
}

bool number_set::has(int value) const
{
	return sort_find(numbers_.data(), numbers_.size(), value) < numbers_.size();
}

int number_set::place(int value) const
{
	std::size_t at = sort_find(numbers_.data(), numbers_.size(), value);
	return at < numbers_.size() ? static_cast<int>(at) : -1;
}

number_set number_set::joined(const number_set &other) const
{
	std::vector<int> all = numbers_;
	all.insert(all.end(), other.numbers_.begin(), other.numbers_.end());
	return number_set(all);
}

std::string number_set::text() const
{
	std::string out;
	for (int n : numbers_)
		out += (out.empty() ? "" : " ") + std::to_string(n);
	return "{" + out + "}";
}

bool is_in_order(const std::vector<int> &numbers)
{
	return sort_is_sorted(numbers.data(), numbers.size()) != 0;
}
