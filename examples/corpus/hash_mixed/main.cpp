// Texts packed by runs, unpacked again and compared by their checksums.
#include <cstdio>
#include <string>

#include "blob.hpp"

static bool round_trip(const blobs::bytes &data)
{
	blobs::bytes packed = blobs::pack(data, 8);
	blobs::bytes back = blobs::unpack(packed, data.size());
	blobs::sums a = blobs::sums_of(data), b = blobs::sums_of(back);
	std::printf("%3zu -> %3zu bytes, %08x %04x%s\n", data.size(), packed.size(),
		static_cast<unsigned>(a.adler), static_cast<unsigned>(a.fletcher),
		packed.empty() ? " (too long)" : "");
	return a.adler == b.adler && a.fletcher == b.fletcher;
}

int main()
{
	int same = 0;
	std::uint32_t mixed = 7;
	for (const std::string &text : {std::string(40, 'x'), std::string("aaabbbcccc"),
		     std::string("no runs at all in here"), std::string(300, '-') + "end"}) {
		blobs::bytes data = blobs::from_text(text);
		same += round_trip(data);
		mixed = checksum_mix(mixed, blobs::sums_of(data).adler);
	}
	checksum_seed = 5;
	blobs::sums other = blobs::sums_of(blobs::from_text("aaabbbcccc"));
	std::printf("%d the same, mixed %08x, with another seed %08x\n", same,
		static_cast<unsigned>(mixed), static_cast<unsigned>(other.adler));
	return 0;
}
