// The sorting of sort.c, and a set of numbers over it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

extern "C" void sort_ints(int *a, std::size_t n);
extern "C" int sort_is_sorted(const int *a, std::size_t n);
extern "C" std::size_t sort_unique(int *a, std::size_t n);
extern "C" std::size_t sort_find(const int *a, std::size_t n, int value);

class number_set
{
      public:
	explicit number_set(std::vector<int> numbers);
	bool has(int value) const;
	int place(int value) const;
	number_set joined(const number_set &other) const;
	std::string text() const;

      private:
	std::vector<int> numbers_;
};

bool is_in_order(const std::vector<int> &numbers);
