// Allocates blocks from a bitmap of machine words: first fit, runs, and a summary.
#include <climits>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

class BlockMap {
public:
	explicit BlockMap(std::size_t blocks)
	    : blocks_(blocks), words_((blocks + kBits - 1) / kBits, 0)
	{
	}

	bool test(std::size_t i) const { return words_[i / kBits] >> (i % kBits) & 1; }

	void mark(std::size_t from, std::size_t count)
	{
		for (std::size_t i = from; i < from + count; ++i)
			words_[i / kBits] |= static_cast<unsigned long>(1) << (i % kBits);
	}

	void clear(std::size_t from, std::size_t count)
	{
		for (std::size_t i = from; i < from + count; ++i)
			words_[i / kBits] &= ~(static_cast<unsigned long>(1) << (i % kBits));
	}

	// The first run of that many free blocks, or the count of blocks.
	std::size_t allocate(std::size_t count)
	{
		std::size_t run = 0;
		for (std::size_t i = 0; i < blocks_; ++i) {
			run = test(i) ? 0 : run + 1;
			if (run == count) {
				mark(i + 1 - count, count);
				return i + 1 - count;
			}
		}
		return blocks_;
	}

	std::size_t used() const
	{
		std::size_t n = 0;
		for (unsigned long w : words_)
			for (; w != 0; w &= w - 1)
				++n;
		return n;
	}

	std::string picture() const
	{
		std::string s;
		for (std::size_t i = 0; i < blocks_; ++i)
			s += test(i) ? '#' : '-';
		return s;
	}

private:
	static constexpr std::size_t kBits = sizeof(unsigned long) * CHAR_BIT;
	std::size_t blocks_;
	std::vector<unsigned long> words_;
};

// Where blocks lie on a disk of more than four gigabytes.
static std::uint64_t byte_offset(std::size_t block, unsigned shift)
{
	return static_cast<std::uint64_t>(block) << shift;
}

int main()
{
	BlockMap map(100);
	std::vector<std::size_t> starts;
	for (std::size_t want : {10, 25, 40, 8, 30}) {
		std::size_t at = map.allocate(want);
		if (at == 100) {
			std::cout << "no room for " << want << '\n';
			continue;
		}
		starts.push_back(at);
		std::cout << want << " blocks at " << at << ", byte " << byte_offset(at, 27) << '\n';
	}
	std::cout << map.picture() << '\n';
	map.clear(starts[1], 25);
	std::cout << map.used() << " used, " << map.allocate(20) << " is next\n";
	std::cout << map.picture() << '\n';
	std::uint64_t limit = 1ULL << 36;
	std::cout << "limit " << limit << ", last " << byte_offset(99, 27) << '\n';
	return 0;
}
