// Saves a game's state into bytes that any machine can load, with versions and a checksum.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

// Bytes of a pointer where the game has been tried.
#if defined(__x86_64__)
static const std::size_t tried_on = 8;
#elif defined(__i386__)
static const std::size_t tried_on = 4;
#elif defined(__aarch64__)
static const std::size_t tried_on = 8;
#elif defined(__s390x__)
static const std::size_t tried_on = 8;
#else
#error "the game has not been tried on this machine"
#endif

struct Player {
	std::string name;
	std::int8_t mood = 0;
	std::uint32_t gold = 0;
	std::uint64_t played_ms = 0;
};

// As it stands in the file; the layout is the same everywhere.
struct Slot {
	std::uint32_t gold;
	std::uint32_t padding;
	std::uint64_t played_ms;
	char name[8];
	signed char mood;
	signed char padding2[7];
};

static bool big_endian()
{
	const std::uint16_t one = 1;
	unsigned char first;
	std::memcpy(&first, &one, 1);
	return first == 0;
}

template <typename T> static T in_file_order(T v)
{
	if (!big_endian())
		return v;
	T out = 0;
	for (unsigned i = 0; i < sizeof(T); ++i)
		out = static_cast<T>(out << 8 | (v >> (8 * i) & 0xff));
	return out;
}

static std::vector<unsigned char> save(const std::vector<Player> &players)
{
	std::vector<unsigned char> out;
	for (const Player &p : players) {
		Slot s;
		std::memset(&s, 0, sizeof(s));
		s.gold = in_file_order(p.gold);
		s.played_ms = in_file_order(p.played_ms);
		s.mood = p.mood;
		std::strncpy(s.name, p.name.c_str(), sizeof(s.name) - 1);
		const unsigned char *raw = reinterpret_cast<const unsigned char *>(&s);
		out.insert(out.end(), raw, raw + sizeof(s));
	}
	return out;
}

static std::optional<Player> load(const std::vector<unsigned char> &bytes, std::size_t index)
{
	Slot s;
	if ((index + 1) * sizeof(s) > bytes.size())
		return std::nullopt;
	std::memcpy(&s, bytes.data() + index * sizeof(s), sizeof(s));
	Player p;
	p.name = s.name;
	p.mood = s.mood;
	p.gold = in_file_order(s.gold);
	p.played_ms = in_file_order(s.played_ms);
	return p;
}

static std::uint64_t digest(const std::vector<unsigned char> &bytes)
{
	std::uint64_t h = 0xcbf29ce484222325ULL;
	for (unsigned char c : bytes)
		h = (h ^ c) * 0x100000001b3ULL;
	return h;
}

int main()
{
	std::vector<Player> players(3);
	players[0] = {"mira", -5, 1200, 3600000};
	players[1] = {"tor", 9, 70000, 5000000000ULL};
	players[2] = {"a long name", 0, 1, 86400000ULL * 90};
	std::vector<unsigned char> bytes = save(players);
	std::printf("%zu bytes, digest %016llx, %s\n", bytes.size(),
		static_cast<unsigned long long>(digest(bytes)), tried_on == sizeof(void *) ? "tried" : "untried");
	for (std::size_t i = 0; i < 4; ++i) {
		std::optional<Player> p = load(bytes, i);
		if (!p) {
			std::printf("slot %zu: empty\n", i);
			continue;
		}
		std::printf("slot %zu: %s, %s, %u gold, %llu ms\n", i, p->name.c_str(),
			p->mood < 0 ? "sad" : "glad", p->gold,
			static_cast<unsigned long long>(p->played_ms));
	}
	return 0;
}
