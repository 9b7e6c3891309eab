/* The command line in a flattened device tree (Devicetree Specification 0.4, 5.2). */
#include "common/kernel.h"

enum { TREE_MAGIC = 0xedfe0dd0 }; /* big-endian */

static uint32_t big_endian(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* No other property's text has "fault=". */
void fault_from_tree(const void *tree)
{
	static const char key[] = "fault=";
	const unsigned char *at = tree;
	if (*(const uint32_t *)tree != TREE_MAGIC)
		return;
	for (const unsigned char *end = at + big_endian(at + 4) - sizeof(key); at < end; at++) {
		size_t i = 0;
		while (key[i] && at[i] == (unsigned char)key[i])
			i++;
		if (!key[i])
			fault_from((const char *)at);
	}
}
