// Reads an ELF-like object: header, section table and string table, byte by byte.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using bytes = std::vector<unsigned char>;

class reader {
public:
	explicit reader(const bytes &data) : data_(data) {}

	std::uint16_t u16(std::size_t at) const
	{
		const unsigned char *p = need(at, 2);
		return static_cast<std::uint16_t>(p[0] | p[1] << 8);
	}

	std::uint32_t u32(std::size_t at) const
	{
		const unsigned char *p = need(at, 4);
		return static_cast<std::uint32_t>(p[0]) | static_cast<std::uint32_t>(p[1]) << 8 |
		       static_cast<std::uint32_t>(p[2]) << 16 | static_cast<std::uint32_t>(p[3]) << 24;
	}

	std::uint64_t u64(std::size_t at) const
	{
		std::uint64_t low = u32(at);
		std::uint64_t high = u32(at + 4);
		return high << 32 | low;
	}

	std::string text(std::size_t at) const
	{
		std::string s;
		while (*need(at, 1) != 0)
			s += static_cast<char>(data_[at++]);
		return s;
	}

private:
	const unsigned char *need(std::size_t at, std::size_t n) const
	{
		if (at + n > data_.size())
			throw std::out_of_range("cut at " + std::to_string(at));
		return data_.data() + at;
	}

	const bytes &data_;
};

struct section {
	std::string name;
	std::uint64_t address = 0;
	std::uint64_t size = 0;
};

void put(bytes &out, std::uint64_t v, int n)
{
	for (int i = 0; i < n; i++)
		out.push_back(static_cast<unsigned char>(v >> (8 * i)));
}

bytes sample()
{
	bytes b = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0};
	put(b, 0xffffffff80000000u, 8); // entry
	put(b, 3, 2);			// sections
	put(b, 20 + 3 * 18, 2);		// strings
	const std::uint64_t sizes[] = {0x1200, 0x180000000u, 64};
	for (unsigned i = 0; i < 3; i++) {
		put(b, i * 6, 2);
		put(b, 0xffffffff81000000u + i * 0x100000u, 8);
		put(b, sizes[i], 8);
	}
	for (const char *name : {".text", ".bssx", ".note"})
		b.insert(b.end(), name, name + 6);
	return b;
}

std::vector<section> sections(const reader &r)
{
	std::vector<section> all;
	unsigned count = r.u16(16);
	std::size_t strings = r.u16(18);
	for (unsigned i = 0; i < count; i++) {
		std::size_t at = 20 + i * 18;
		section s;
		s.name = r.text(strings + r.u16(at));
		s.address = r.u64(at + 2);
		s.size = r.u64(at + 10);
		all.push_back(s);
	}
	return all;
}

} // namespace

int main()
{
	bytes object = sample();
	reader r(object);
	std::uint64_t total = 0;
	std::printf("magic %08x entry %llx\n", r.u32(0), static_cast<unsigned long long>(r.u64(8)));
	for (const section &s : sections(r)) {
		std::printf("%-6s at %llx, %llu bytes\n", s.name.c_str(),
			static_cast<unsigned long long>(s.address),
			static_cast<unsigned long long>(s.size));
		total += s.size;
	}
	std::printf("total %llu\n", static_cast<unsigned long long>(total));
	object.resize(60);
	try {
		sections(reader(object));
	} catch (const std::out_of_range &e) {
		std::printf("refused: %s\n", e.what());
	}
	return 0;
}
