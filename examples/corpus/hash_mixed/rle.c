#include "rle.h"

size_t rle_pack(const unsigned char *from, size_t len, unsigned char *to, size_t room)
{
	size_t out = 0;
	for (size_t i = 0; i < len;) {
		size_t run = 1;
		while (i + run < len && from[i + run] == from[i] && run < 255)
			run++;
		if (out + 2 > room)
			return 0;
		to[out++] = (unsigned char)run;
		to[out++] = from[i];
		i += run;
	}
	return out;
}

size_t rle_unpack(const unsigned char *from, size_t len, unsigned char *to, size_t room)
{
	size_t out = 0;
	for (size_t i = 0; i + 1 < len; i += 2)
		for (unsigned n = 0; n < from[i]; n++) {
			if (out == room)
				return 0;
			to[out++] = from[i + 1];
		}
	return out;
}
