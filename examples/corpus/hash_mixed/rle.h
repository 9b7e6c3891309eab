/* Runs of equal bytes, packed and unpacked. */
#ifndef RLE_H
#define RLE_H

#include <stddef.h>

size_t rle_pack(const unsigned char *from, size_t len, unsigned char *to, size_t room);
size_t rle_unpack(const unsigned char *from, size_t len, unsigned char *to, size_t room);

#endif
