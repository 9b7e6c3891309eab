/* The flags as data. Internal to the room. */
#ifndef FL_PLATFORM_FLAGS_TABLE_H
#define FL_PLATFORM_FLAGS_TABLE_H

#include "platform/flags/flags.h"

enum plat_flag_does {
	PLAT_DOES_SET, /* the field is `value` */
	PLAT_DOES_ADD, /* `value` to the list of the field */
	PLAT_DOES_NOT_USER,
	PLAT_DOES_NARROW,
	/* These read what stands behind the flag's text. */
	PLAT_DOES_STANDARD,
	PLAT_DOES_SANITIZE,
	PLAT_DOES_UNSANITIZE,
	PLAT_DOES_FEATURE,
	PLAT_DOES_UNFEATURE,
	PLAT_DOES_TARGET,
	PLAT_DOES_ARCH, /* Apple's -arch, which is an architecture and no more */
	PLAT_DOES_CPU, /* -march=, -mcpu= */
	PLAT_DOES_FPU, /* -mfpu= */
	PLAT_DOES_DEFINE,
	PLAT_DOES_LIB,
	PLAT_DOES_LIB_FILE, /* msvc: "ws2_32.lib"; it is the end that tells */
	PLAT_DOES_MSVC_ARCH,
	PLAT_DOES_LINKER, /* -Wl,: its parts are arguments of their own */
	PLAT_DOES_NOTHING /* its value in the next argument is not looked at */
};

enum plat_flag_form {
	PLAT_FORM_WORD, /* all of the argument */
	PLAT_FORM_HEAD, /* its start, the value behind it */
	PLAT_FORM_NEXT, /* all of it, the value is the next one */
	PLAT_FORM_BOTH /* its start, the value behind it or, where there is none, next */
};

struct plat_flag_row {
	const char *text;
	enum plat_flag_form form;
	enum plat_flag_does does;
	enum plat_field field;
	const char *value;
};

/* The first row that fits counts; ends with a NULL text. */
extern const struct plat_flag_row plat_flag_rows[];

/* A processor, or a level of an architecture, and what is sure of it. NULL: nothing. */
struct plat_cpu {
	const char *name; /* '*' at its end: any name that starts so */
	const char *arch;
	const char *features; /* blank-separated */
	bool firmware; /* no system runs on it */
};

extern const struct plat_cpu plat_cpus[];

/* Other names of architectures, as triples and build systems have them. */
struct plat_alias {
	const char *name, *means;
};

extern const struct plat_alias plat_arch_names[];
extern const struct plat_alias plat_os_names[];

#endif
