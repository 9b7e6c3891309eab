/* Checksums of bytes. */
#ifndef CHECKSUM_H
#define CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

extern uint32_t checksum_seed;

uint32_t checksum_adler(const unsigned char *bytes, size_t len);
uint32_t checksum_fletcher(const unsigned char *bytes, size_t len);
uint32_t checksum_mix(uint32_t a, uint32_t b);

#endif
