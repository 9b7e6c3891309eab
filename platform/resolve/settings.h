/* The settings of a project's model as facts. Internal to the room. */
#ifndef FL_PLATFORM_RESOLVE_SETTINGS_H
#define FL_PLATFORM_RESOLVE_SETTINGS_H

#include "platform/flags/flags.h"

/* Is it the name of a library that the project builds itself? */
typedef bool (*plat_own_library)(const void *context, struct fl_slice name);

struct plat_settings {
	struct plat_flags flags, link; /* arguments of the compiler and of the linker */
	enum plat_from from;
	plat_own_library is_own; /* may be NULL */
	const void *context;
};

void plat_settings_init(
	struct plat_settings *s, struct plat_facts *to, bool cxx, enum plat_from from);

/* Take a list of struct plat_setting, in order. */
void plat_settings_take(struct plat_settings *s, const struct fl_list *settings);

/*
 * Do its settings tell with what a target is linked? Archives and objects are not linked, but
 * their build files may name what they need.
 */
bool plat_settings_tell_links(const struct plat_target *t);

#endif
