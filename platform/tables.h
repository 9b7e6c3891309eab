/* What platform/detect.c knows, as data. Internal. */
#ifndef FL_PLATFORM_TABLES_H
#define FL_PLATFORM_TABLES_H

#include "platform/detect.h"

/* The standard a compiler takes when no -std is given, from this major version on. */
struct plat_default {
	enum plat_family family;
	enum plat_language language;
	uint32_t since;
	const char *standard;
};

/* A header's name, or the start of it when it ends with '/' or '*', and what it shows. */
struct plat_header {
	const char *name;
	const char *means;
};

/* A part of a target triple and its operating system. */
struct plat_os {
	const char *part;
	const char *os;
};

/* Newest first for each family and language; rows end with a NULL standard, name or part. */
extern const struct plat_default plat_defaults[];
extern const struct plat_header plat_libs[];
extern const struct plat_header plat_modes[];
extern const struct plat_os plat_systems[];

/* Instruction sets that -mNAME asks for; NULL-terminated. */
extern const char *const plat_features[];

#endif
