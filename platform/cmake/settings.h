/* How the settings of one target are put together. Internal to platform/cmake. */
#ifndef FL_PLATFORM_CMAKE_SETTINGS_H
#define FL_PLATFORM_CMAKE_SETTINGS_H

#include "platform/cmake/eval.h"

enum { REACH_MAX = 1 << 13 };

/* A target of the project that another is linked with. */
struct reach {
	struct cm_target *target;
	bool unsure;
	bool link_only; /* a static library's own business: nothing of its files' flags */
};

struct link {
	struct fl_slice item;
	struct plat_place at;
	bool unsure, for_users;
};

/* A target's settings under construction. */
struct maker {
	struct cm_eval *e;
	struct cm_target *t;
	struct fl_vec settings, sources, reached, links, features[2]; /* features: C, C++ */
	enum plat_languages languages; /* of the sources */
	struct fl_slice build_type;
	bool sources_unsure;
	bool flag_standard[2]; /* a flag gives one */
};

/* Add it, unless the target has it already. */
void plat_cm_setting_add(struct maker *m, struct plat_setting s);

/* A word that is not known may be anything: an empty one that is not sure says so. */
bool plat_cm_setting_blank(struct maker *m, struct fl_slice item, const struct plat_setting *like);

/* links.c: a library, a package or a flag of the linker; targets of the project are none */
void plat_cm_link_add(struct maker *m, const struct link *l);

#endif
