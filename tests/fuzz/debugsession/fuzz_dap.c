/* Any bytes in any two chunks give the same messages, and the same failure, as in one. */
#include <stdlib.h>

#include "debugsession/dap/protocol.h"
#include "debugsession/answer/answer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int on_message(void *ctx, struct dbg_dap_message *m)
{
	struct fl_buf *out = ctx;
	if (m->root)
		dbg_answer_tree(out, m->root);
	else
		fl_buf_slice(out, m->body);
	fl_buf_char(out, '\n');
	return 0;
}

static int run(struct fl_slice text, size_t cut, struct fl_buf *out)
{
	struct dbg_dap d;
	dbg_dap_init(&d, 4096, on_message, out);
	int rc = dbg_dap_push(&d, fl_slice_head(text, cut), NULL);
	if (rc == 0)
		rc = dbg_dap_push(&d, fl_slice_skip(text, cut), NULL);
	if (rc == 0)
		rc = dbg_dap_end(&d, NULL);
	dbg_dap_release(&d);
	return rc;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice text = fl_slice((const char *)data, size);
	struct fl_buf whole, parts;
	fl_buf_init(&whole, 16 << 20);
	fl_buf_init(&parts, 16 << 20);
	int rc = run(text, size, &whole);
	for (size_t i = 2; i < 5; i++) {
		fl_buf_clear(&parts);
		if (run(text, size / i, &parts) != rc ||
			!fl_slice_eq(fl_buf_view(&whole), fl_buf_view(&parts)))
			abort();
	}
	fl_buf_release(&whole);
	fl_buf_release(&parts);
	return 0;
}
