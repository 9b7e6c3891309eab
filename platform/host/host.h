/*
 * What is known of the assumed host, where a project would be built: Debian 12 on x86_64 Linux,
 * with glibc 2.36, gcc 12.2 and binutils 2.40. The tables come from these themselves (bench/host),
 * not from memory. A question is answered "may be" where it depends on what is not known: nothing
 * is guessed. Names are slices of any bytes; nothing is allocated and nothing fails.
 */
#ifndef FL_PLATFORM_HOST_H
#define FL_PLATFORM_HOST_H

#include "platform/model/project.h"

enum plat_three { PLAT_NO, PLAT_YES, PLAT_MAYBE };

enum plat_host_flag {
	PLAT_FLAG_REFUSED, /* an error */
	PLAT_FLAG_TAKEN, /* without a word; what it makes links without the flag */
	PLAT_FLAG_UNKNOWN,
	PLAT_FLAG_LINKED, /* taken, but what it makes links only with the flag: -fsanitize=address */
	PLAT_FLAG_FOREIGN, /* compiled, with a warning that it is another language's */
	PLAT_FLAG_NOTED /* compiled, with another warning */
};

/*
 * Flags that come with a package's .pc file on Debian 12 and say more than where headers are: each
 * index from 0 up to the first NULL. Those that ask for graphene, as GTK 4 does, get its.
 */
const char *plat_host_package_flag(struct fl_slice module, size_t index);

/* What gcc 12 (language: PLAT_FOR_C) or g++ 12 (PLAT_FOR_CXX) says to one argument, given alone. */
enum plat_host_flag plat_host_flag(struct fl_slice flag, enum plat_languages language);

/* Does the compiler link with this argument, whether the linker's warnings are errors or not? */
enum plat_three plat_host_link_flag(struct fl_slice flag);

/*
 * Is there this header, of libc6-dev, linux-libc-dev, gcc or (for C++) libstdc++-dev? Headers of
 * further packages are "may be"; only some that are of other systems are known not to be there.
 */
enum plat_three plat_host_header(struct fl_slice name, enum plat_languages language);

/* The same, and does it compile when it is included alone? */
enum plat_three plat_host_header_alone(struct fl_slice name, enum plat_languages language);

enum plat_host_function {
	PLAT_FUNCTION_ABSENT, /* nothing that is linked without being asked for has it */
	PLAT_FUNCTION_LIBC, /* in libc.so.6 */
	PLAT_FUNCTION_UNKNOWN, /* glibc's stubs, names that begin with '_', no name of C's */
	PLAT_FUNCTION_LIBM, /* in libm.so.6; gcc may make it without */
	PLAT_FUNCTION_BUILTIN /* not in a library, but gcc has a __builtin_ of the name */
};

/* Where is this function (or variable), when no further library is linked than by default? */
enum plat_host_function plat_host_function(struct fl_slice name);

/* Is the name in none of these, and neither declared nor defined by any header of libc6-dev? */
bool plat_host_nowhere(struct fl_slice name);

/*
 * Does a header declare a function of libc or libm? gnu: with _GNU_SOURCE, as g++ has it always;
 * else as gcc has it when no feature macro and no -std is given. Only what the header has itself
 * (or in bits/) is known; "no" is said of what it declares with _GNU_SOURCE only.
 */
enum plat_three plat_host_declares(struct fl_slice header, struct fl_slice function, bool gnu);

/* Does -lNAME link? Of libc6-dev and gcc, and some that only other systems have. */
enum plat_three plat_host_library(struct fl_slice name);

/* Does a program link that calls the function, with -lNAME and no further library? */
enum plat_three plat_host_exports(struct fl_slice library, struct fl_slice function);

/* Does gcc take the attribute of a function, by Meson's names ("visibility:hidden")? */
enum plat_three plat_host_attribute(struct fl_slice name);

enum plat_host_before {
	PLAT_BEFORE_NOTHING, /* only what the language has */
	PLAT_BEFORE_STDIO, /* <stdio.h> and <stddef.h> */
	PLAT_BEFORE_TYPES /* <sys/types.h>, <stdint.h> and <stddef.h> */
};

/* The bytes of a type in C, with these headers included; 0: not known, or none of that name. */
unsigned plat_host_size(struct fl_slice type, enum plat_host_before before);

#endif
