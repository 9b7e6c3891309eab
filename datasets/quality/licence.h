/*
 * Licences as rows name them: SPDX ids, and expressions of them with OR, AND, WITH and parentheses,
 * in any case; also the names of Debian's copyright files (`GPL-2+`, `expat`) and old ids of SPDX
 * (`GPL-2.0`), which a table in licence.c turns into today's.
 *
 * Source: https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/
 */
#ifndef FL_DATASETS_QUALITY_LICENCE_H
#define FL_DATASETS_QUALITY_LICENCE_H

#include "base/error.h"
#include "base/slice.h"

/* The id of a single licence as SPDX writes it today; the text itself where it is not known. */
struct fl_slice ds_licence_id(struct fl_slice name);

/*
 * Is code under this expression allowed by a list of ids, with commas between? Of OR one side has
 * to be, of AND both; an exception (WITH) allows no less. "" is allowed by the word `unknown`. An
 * expression that is none is one name.
 */
bool ds_licence_allowed(struct fl_slice expression, struct fl_slice list);

/*
 * Is such a list whole: are its items ids or expressions, of which none is empty? FL_EINVAL says
 * where it is not. Names are not looked up.
 */
int ds_licences_check(struct fl_slice list, struct fl_error *err);

#endif
