#include "datasets/tree/header.h"

#include "base/path.h"
#include "base/source_name.h"

/* Without the ending of its name. */
static struct fl_slice stem_of(struct fl_slice path)
{
	struct fl_slice name = fl_path_name(path);
	ptrdiff_t point = fl_slice_rchr(name, '.');
	return point > 0 ? fl_slice_head(name, (size_t)point) : name;
}

/* How many units there are of each language. */
struct units {
	size_t c, cxx;
};

static void count(struct units *u, bool cxx)
{
	u->c += !cxx;
	u->cxx += cxx;
}

int ds_tree_header_is_cxx(
	struct ds_tree *t, struct fl_slice path, bool *ret_cxx, struct fl_error *err)
{
	struct units namesakes = {0}, beside = {0}, all = {0};
	int rc = ds_tree_list(t, err);
	const struct fl_slice *paths = t->paths.items;
	for (size_t i = 0; rc == 0 && i < t->paths.len; i++) {
		bool cxx;
		if (!fl_source_is_unit(paths[i], &cxx))
			continue;
		count(&all, cxx);
		if (fl_slice_eq(fl_path_directory(paths[i]), fl_path_directory(path)))
			count(&beside, cxx);
		if (fl_slice_eq(stem_of(paths[i]), stem_of(path)))
			count(&namesakes, cxx);
	}
	const struct units *asked = namesakes.c + namesakes.cxx ? &namesakes
				    : beside.c + beside.cxx     ? &beside
								: &all;
	*ret_cxx = asked->cxx > asked->c;
	return rc;
}
