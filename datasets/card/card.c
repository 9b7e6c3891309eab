#include "datasets/card/card.h"

int ds_card_write(const char *dir, struct fl_buf *out, struct fl_error *err)
{
	struct ds_card_counts counts;
	struct fl_arena a;
	fl_arena_init(&a, (size_t)1 << 30);
	int rc = ds_card_count(dir, &a, &counts, err);
	if (rc == 0) {
		ds_card_head(out, &counts);
		ds_card_text(out, &counts);
		rc = fl_buf_error(out, "the card", err);
	}
	fl_arena_release(&a);
	return rc;
}
