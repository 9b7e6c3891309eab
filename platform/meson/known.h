/* What gcc 12 and glibc on Linux are known to have, and what they are known to lack. */
#ifndef FL_PLATFORM_MESON_KNOWN_H
#define FL_PLATFORM_MESON_KNOWN_H

#include "platform/meson/value.h"

/* Does the compiler take this argument? languages: of the compiler that is asked. */
enum mes_three plat_mes_takes(struct fl_slice argument, enum plat_languages languages);
enum mes_three plat_mes_takes_link(struct fl_slice argument);

enum mes_three plat_mes_has_header(struct fl_slice name);
enum mes_three plat_mes_has_function(struct fl_slice name);
enum mes_three plat_mes_has_attribute(struct fl_slice name);

/* Is there a -lNAME of the C library or the compiler, which every system has? */
enum mes_three plat_mes_has_library(struct fl_slice name);

/* The size of a type on x86_64, 0: not known. */
unsigned plat_mes_sizeof(struct fl_slice type);

#endif
