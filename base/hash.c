#include "base/hash.h"

#include <nettle/sha2.h>

static void digest_parts(
	const struct fl_slice *parts, size_t count, uint8_t ret[SHA256_DIGEST_SIZE])
{
	struct sha256_ctx ctx;
	sha256_init(&ctx);
	for (size_t i = 0; i < count; i++) {
		uint8_t length[8];
		for (unsigned b = 0; b < 8; b++)
			length[b] = (uint8_t)((uint64_t)parts[i].len >> (8 * b));
		sha256_update(&ctx, sizeof(length), length);
		if (parts[i].len)
			sha256_update(&ctx, parts[i].len, (const uint8_t *)parts[i].ptr);
	}
	sha256_digest(&ctx, SHA256_DIGEST_SIZE, ret);
}

static void digest_hex(const uint8_t digest[SHA256_DIGEST_SIZE], char ret_hex[65])
{
	static const char digits[] = "0123456789abcdef";
	for (size_t i = 0; i < SHA256_DIGEST_SIZE; i++) {
		ret_hex[2 * i] = digits[digest[i] >> 4];
		ret_hex[2 * i + 1] = digits[digest[i] & 15];
	}
	ret_hex[64] = '\0';
}

void fl_sha256_joined(const struct fl_slice *parts, size_t count, char ret_hex[65])
{
	struct sha256_ctx ctx;
	uint8_t digest[SHA256_DIGEST_SIZE];
	sha256_init(&ctx);
	for (size_t i = 0; i < count; i++)
		if (parts[i].len)
			sha256_update(&ctx, parts[i].len, (const uint8_t *)parts[i].ptr);
	sha256_digest(&ctx, sizeof(digest), digest);
	digest_hex(digest, ret_hex);
}

void fl_sha256_hex(struct fl_slice bytes, char ret_hex[65])
{
	fl_sha256_joined(&bytes, 1, ret_hex);
}

void fl_sha256_parts(const struct fl_slice *parts, size_t count, char ret_hex[65])
{
	uint8_t digest[SHA256_DIGEST_SIZE];
	digest_parts(parts, count, digest);
	digest_hex(digest, ret_hex);
}

uint64_t fl_hash64_parts(const struct fl_slice *parts, size_t count)
{
	uint8_t digest[SHA256_DIGEST_SIZE];
	digest_parts(parts, count, digest);
	uint64_t v = 0;
	for (unsigned i = 0; i < 8; i++)
		v = v << 8 | digest[i];
	return v;
}
