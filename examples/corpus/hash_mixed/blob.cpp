#include "blob.hpp"

namespace blobs
{
sums sums_of(const bytes &data)
{
	return {checksum_adler(data.data(), data.size()),
		checksum_fletcher(data.data(), data.size())};
}

bytes pack(const bytes &data, std::size_t spare)
{
	bytes out(data.size() + spare);
	out.resize(rle_pack(data.data(), data.size(), out.data(), out.size()));
	return out;
}

bytes unpack(const bytes &data, std::size_t room)
{
	bytes out(room);
	out.resize(rle_unpack(data.data(), data.size(), out.data(), out.size()));
	return out;
}
} // namespace blobs
