#include <string.h>
#include <unistd.h>

#include "datasets/card/card.h"
#include "datasets/cmd/datasets/out.h"
#include "datasets/cmd/datasets/sub.h"

enum { CARD_MAX = 16 << 20 };

int ds_cmd_card(const struct fl_opts *o, struct fl_error *err)
{
	const char *out = fl_opt_text(o, OPT_OUT);
	struct fl_buf text;
	if (sub_count(o) != 1) {
		fl_error_set(err, FL_EINVAL, "card needs one directory");
		return FL_RUN_FAILED;
	}
	fl_buf_init(&text, CARD_MAX);
	int rc = sub_check_apart(o, out, err);
	rc = rc ? rc : ds_card_write(sub_at(o, 0), &text, err);
	rc = rc ? rc : sub_write(out ? out : "-", fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc ? FL_RUN_FAILED : 0;
}
