/* page-walk ADDRESS */
#include <inttypes.h>

#include "debugsession/kernel/commands.h"
#include "debugsession/answer/answer.h"

static void size_text(struct fl_buf *out, uint64_t bytes)
{
	static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
	size_t unit = 0;
	for (; bytes >= 1024 && unit < 4; unit++)
		bytes /= 1024;
	fl_buf_printf(out, "%" PRIu64 " %s", bytes, units[unit]);
}

static void rights_text(struct fl_buf *out, const char *who, const struct dbg_rights *r)
{
	fl_buf_printf(out, "%s %c%c%c", who, r->read ? 'r' : '-', r->write ? 'w' : '-',
		r->execute ? 'x' : '-');
}

void dbg_kernel_walk_text(struct fl_buf *out, uint64_t address, const struct dbg_walk *w)
{
	fl_buf_printf(out, "0x%" PRIx64 " (%s)", address, w->mode);
	if (w->count)
		fl_buf_printf(out, ", tables from 0x%" PRIx64, w->root);
	fl_buf_char(out, '\n');
	for (unsigned i = 0; i < w->count; i++) {
		const struct dbg_walk_entry *e = &w->entries[i];
		fl_buf_printf(out, "  %-18s %3u at 0x%012" PRIx64 ": 0x%016" PRIx64, e->name,
			e->index, e->address, e->value);
		dbg_bits_text(out, "  ", e->bits, e->value);
		fl_buf_char(out, '\n');
	}
	if (w->end != DBG_WALK_MAPPED) {
		fl_buf_printf(out, "not mapped: %s\n", w->reason);
		return;
	}
	fl_buf_printf(out, "physical 0x%" PRIx64, w->physical);
	if (w->page_bytes) {
		fl_buf_str(out, ", page of ");
		size_text(out, w->page_bytes);
		rights_text(out, ", kernel", &w->kernel);
		rights_text(out, ", user", &w->user);
		fl_buf_str(out, w->accessed ? "" : ", not accessed yet");
	}
	fl_buf_char(out, '\n');
}

static void rights_json(struct fl_buf *out, const char *key, const struct dbg_rights *r)
{
	dbg_answer_key(out, key);
	fl_buf_char(out, '{');
	dbg_answer_bool(out, "read", r->read);
	dbg_answer_bool(out, "write", r->write);
	dbg_answer_bool(out, "execute", r->execute);
	fl_buf_char(out, '}');
}

void dbg_kernel_walk_json(struct fl_buf *out, uint64_t address, const struct dbg_walk *w)
{
	dbg_answer_hex(out, "address", address);
	dbg_answer_text(out, "mode", fl_slice_str(w->mode));
	dbg_answer_hex(out, "root", w->root);
	dbg_answer_key(out, "entries");
	fl_buf_char(out, '[');
	for (unsigned i = 0; i < w->count; i++) {
		const struct dbg_walk_entry *e = &w->entries[i];
		dbg_answer_item(out);
		fl_buf_char(out, '{');
		dbg_answer_text(out, "level", fl_slice_str(e->name));
		dbg_answer_int(out, "index", e->index);
		dbg_answer_hex(out, "address", e->address);
		dbg_answer_hex(out, "value", e->value);
		dbg_bits_json(out, e->bits, e->value);
		fl_buf_char(out, '}');
	}
	fl_buf_char(out, ']');
	dbg_answer_bool(out, "mapped", w->end == DBG_WALK_MAPPED);
	dbg_answer_text(out, "result", fl_slice_str(dbg_walk_end_words[w->end]));
	if (w->end != DBG_WALK_MAPPED) {
		dbg_answer_text(out, "reason", fl_slice_str(w->reason));
		return;
	}
	dbg_answer_hex(out, "physical", w->physical);
	dbg_answer_int(out, "page_bytes", (int64_t)w->page_bytes);
	rights_json(out, "kernel", &w->kernel);
	rights_json(out, "user", &w->user);
	dbg_answer_bool(out, "accessed", w->accessed);
}

static int page_walk(struct dbg_machine *m, struct fl_slice arguments, struct dbg_extra_out *out,
	struct fl_error *err)
{
	struct dbg_walk w;
	uint64_t address;
	int rc = dbg_machine_need_system(m, "page-walk", err);
	if (rc == 0)
		rc = dbg_machine_evaluate(m, arguments, &address, err);
	if (rc == 0)
		rc = dbg_machine_walk(m, address, &w, err);
	if (rc)
		return rc;
	dbg_kernel_walk_text(&out->text, address, &w);
	dbg_kernel_walk_json(&out->data, address, &w);
	return 0;
}

int dbg_kernel_page_walk(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	return dbg_kernel_run(in, out, page_walk, err);
}
