#include "diag/model/class.h"

const struct diag_class_info diag_class_table[DIAG_CLASS_COUNT] = {
#define X(id, name, examples, fix, cwe) {name, examples, fix, cwe},
	DIAG_CLASSES(X)
#undef X
};

static const char *const words[DIAG_CLASS_COUNT] = {
#define X(id, name, examples, fix, cwe) name,
	DIAG_CLASSES(X)
#undef X
};

const struct fl_names diag_class_names = {
	.name = "error_class",
	.words = words,
	.count = DIAG_CLASS_COUNT,
};
