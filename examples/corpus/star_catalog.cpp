// A catalogue of stars in a binary format: packed entries, keys of 64 bits, names behind them.
#include <arpa/inet.h>
#include <endian.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

struct __attribute__((packed)) Entry {
    std::uint16_t name; // where it begins
    std::uint64_t key;
    std::int8_t magnitude; // in tenths
    std::uint32_t parallax;
    std::int8_t colour;
};

struct __attribute__((packed)) Head {
    std::uint8_t version;
    std::uint32_t count;
    std::uint64_t checksum;
};

struct Star {
    std::string name;
    std::uint64_t milliarcseconds; // right ascension
    int8_t magnitude, colour;
    uint32_t parallax;
};

class Writer
{
public:
    void add(const Star &star)
    {
        Entry entry;
        entry.name = htons(static_cast<std::uint16_t>(names_.size()));
        entry.key = htobe64(keyOf(star));
        entry.magnitude = star.magnitude;
        entry.colour = star.colour;
        entry.parallax = htonl(star.parallax);
        names_ += star.name;
        names_ += '\0';
        const unsigned char *bytes = reinterpret_cast<const unsigned char *>(&entry);
        entries_.insert(entries_.end(), bytes, bytes + sizeof(entry));
        count_++;
    }

    std::vector<unsigned char> finish() const
    {
        Head head;
        head.version = 200;
        head.count = htonl(count_);
        head.checksum = htobe64(sum(entries_.data(), entries_.size()));
        std::vector<unsigned char> all(sizeof(head));
        std::memcpy(all.data(), &head, sizeof(head));
        all.insert(all.end(), entries_.begin(), entries_.end());
        all.insert(all.end(), names_.begin(), names_.end());
        return all;
    }

    static std::uint64_t sum(const unsigned char *bytes, std::size_t n)
    {
        std::uint64_t total = 1469598103934665603ULL;
        for (std::size_t i = 0; i < n; i++)
            total = (total ^ bytes[i]) * 1099511628211ULL;
        return total;
    }

    // The zone above, the place in it below.
    static std::uint64_t keyOf(const Star &star)
    {
        std::uint64_t zone = star.milliarcseconds / 3600000000ULL;
        return zone << 40 | star.milliarcseconds % 3600000000ULL;
    }

private:
    std::vector<unsigned char> entries_;
    std::string names_;
    std::uint32_t count_ = 0;
};

class Reader
{
public:
    explicit Reader(const std::vector<unsigned char> &bytes) : bytes_(bytes)
    {
        std::memcpy(&head_, bytes.data(), sizeof(head_));
    }

    std::uint32_t count() const
    {
        return ntohl(head_.count);
    }

    bool good() const
    {
        std::uint64_t sum = Writer::sum(bytes_.data() + sizeof(Head), count() * sizeof(Entry));
        std::printf("version %d, checksum %016" PRIx64 "\n", head_.version, sum);
        return sum == be64toh(head_.checksum);
    }

    Star at(std::uint32_t index) const
    {
        Entry entry;
        std::memcpy(&entry, bytes_.data() + sizeof(Head) + index * sizeof(Entry), sizeof(entry));
        std::uint64_t key = be64toh(entry.key);
        Star star;
        star.name = reinterpret_cast<const char *>(bytes_.data()) + sizeof(Head) +
                    count() * sizeof(Entry) + ntohs(entry.name);
        star.milliarcseconds =
            (key >> 40) * 3600000000ULL + (key & ((static_cast<std::uint64_t>(1) << 40) - 1));
        star.magnitude = entry.magnitude;
        star.colour = entry.colour;
        star.parallax = ntohl(entry.parallax);
        return star;
    }

private:
    const std::vector<unsigned char> &bytes_;
    Head head_;
};

// Kilometres, from a parallax in microarcseconds.
static std::uint64_t distanceOf(std::uint32_t parallax)
{
    return 30856775814914ULL / parallax * 1000000u;
}

int main()
{
    Writer writer;
    writer.add({"Sirius", 364560000ULL * 25, -15, 0, 379210});
    writer.add({"Canopus", 345720000ULL * 25, -7, 16, 10550});
    writer.add({"Vega", 1005360000ULL * 25, 0, -1, 130230});
    writer.add({"Rigel", 283140000ULL * 25, 1, -3, 3780});
    writer.add({"Antares", 890640000ULL * 25, 11, 87, 5890});
    std::vector<unsigned char> bytes = writer.finish();
    std::printf("%zu bytes, entries of %zu behind %zu\n", bytes.size(), sizeof(Entry), sizeof(Head));

    Reader reader(bytes);
    std::printf("%s\n", reader.good() ? "whole" : "damaged");
    std::uint64_t farthest = 0, all = 0;
    std::int64_t offset = -4000000000LL;
    for (std::uint32_t i = 0; i < reader.count(); i++) {
        Star star = reader.at(i);
        std::int8_t magnitude = star.magnitude, colour = star.colour;
        std::uint64_t distance = distanceOf(star.parallax);
        if (distance > farthest)
            farthest = distance;
        all += star.milliarcseconds;
        offset += static_cast<std::int64_t>(magnitude) * 3000000000LL;
        std::printf("%-8s %" PRIu64 " mas, %.1f mag%s, %" PRIu64 " km, %" PRId64 "\n",
                    star.name.c_str(), star.milliarcseconds, magnitude / 10.0,
                    colour < 0 ? ", blue" : colour > 50 ? ", red" : "", distance, offset);
    }
    std::printf("farthest %" PRIu64 " km, mean %" PRIu64 " mas\n", farthest,
                all / reader.count());
    return 0;
}
