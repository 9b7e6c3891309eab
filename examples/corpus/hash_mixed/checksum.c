#include "checksum.h"

uint32_t checksum_seed = 1;

uint32_t checksum_adler(const unsigned char *bytes, size_t len)
{
	uint32_t a = checksum_seed, b = 0;
	for (size_t i = 0; i < len; i++) {
		a = (a + bytes[i]) % 65521;
		b = (b + a) % 65521;
	}
	return b << 16 | a;
}

uint32_t checksum_fletcher(const unsigned char *bytes, size_t len)
{
	uint32_t a = 0, b = 0;
	for (size_t i = 0; i < len; i++) {
		a = (a + bytes[i]) % 255;
		b = (b + a) % 255;
	}
	return b << 8 | a;
}

uint32_t checksum_mix(uint32_t a, uint32_t b)
{
	a ^= b + 0x9e3779b9u + (a << 6) + (a >> 2);
	return a * 2654435761u;
}
