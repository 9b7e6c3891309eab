// Bytes with their checksums, over libraries written in C.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

extern "C" {
#include "checksum.h"
#include "rle.h"
}

namespace blobs
{
using bytes = std::vector<unsigned char>;

inline bytes from_text(std::string_view text)
{
	return bytes(text.begin(), text.end());
}

struct sums {
	std::uint32_t adler, fletcher;
};

sums sums_of(const bytes &data);
bytes pack(const bytes &data, std::size_t spare);
bytes unpack(const bytes &data, std::size_t room);
} // namespace blobs
