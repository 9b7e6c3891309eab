#include "debugsession/kernel/qemu_commands.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debugsession/answer/answer.h"

enum { PHYS_DEFAULT = 64, PHYS_MAX = 65536, ROW = 16, RUNS_MAX = 1000, MONITOR_MAX = 64 << 20 };

static struct dbg_qemu *need_qemu(const struct dbg_extra_in *in, struct fl_error *err)
{
	struct dbg_qemu *q = in->qemu;
	if (!q)
		fl_error_set(err, FL_EINVAL,
			"this session has no QEMU of its own: start one with --qemu");
	return q;
}

static int closed(struct dbg_qemu *q, int rc, struct fl_error *err)
{
	return rc == FL_ECLOSED ? dbg_qemu_end(q, err) : rc;
}

/* What the monitor prints to a command, from QEMU. */
static int ask(const struct dbg_extra_in *in, struct dbg_qemu *q, struct fl_slice line,
	struct fl_buf *out, struct fl_error *err)
{
	struct dbg_qmp *qmp = dbg_qemu_qmp(q, err);
	if (!qmp)
		return FL_EMISSING;
	int rc = closed(q, dbg_qmp_monitor(qmp, line, in->wall_ms, out, err), err);
	if (rc == 0 && fl_slice_starts(fl_buf_view(out), "unknown command: "))
		rc = fl_error_set(err, FL_EREFUSED, "%.*s",
			FL_ARG(fl_slice_head(fl_slice_trim(fl_buf_view(out)), 300)));
	return rc;
}

/* What the monitor was told may have changed what the debugger remembers. */
static void forget(const struct dbg_extra_in *in)
{
	static const char *const caches[] = {
		"-interpreter-exec console \"maintenance flush register-cache\"",
		"-interpreter-exec console \"maintenance flush dcache\"",
	};
	if (dbg_console_state(in->console) != DBG_STATE_STOPPED)
		return;
	for (size_t i = 0; i < sizeof(caches) / sizeof(*caches); i++)
		dbg_console_ask(in->console, caches[i], NULL, NULL);
}

/* Others of its commands write files, start programs and open ports. */
static bool only_looks(struct fl_slice line)
{
	static const char *const words[] = {"info", "x", "xp", "print", "p"};
	size_t n = 0;
	while (n < line.len && line.ptr[n] >= 'a' && line.ptr[n] <= 'z')
		n++;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (fl_slice_eqs(fl_slice_head(line, n), words[i]))
			return true;
	return false;
}

int dbg_run_monitor(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	struct dbg_qemu *q = in->qemu;
	if (fl_slice_chr(in->arguments, '\n') >= 0)
		return fl_error_set(err, FL_EINVAL, "monitor takes one line");
	if (in->gate && !(q && only_looks(in->arguments)))
		return fl_error_set(err, FL_EREFUSED,
			"refused by the gate: monitor %.*s may do more than look",
			FL_ARG(fl_slice_head(in->arguments, 80)));
	if (q) {
		int rc = ask(in, q, in->arguments, &out->text, err);
		forget(in);
		return rc;
	}
	struct fl_buf line;
	fl_buf_init(&line, 1 << 20);
	fl_buf_str(&line, "monitor ");
	fl_buf_slice(&line, in->arguments);
	int rc = fl_buf_error(&line, "a command", err);
	if (rc == 0)
		rc = dbg_console_run(
			in->console, fl_buf_view(&line), in->wall_ms, &out->reply, err);
	fl_buf_release(&line);
	return rc;
}

/* A number, or else what the debugger makes of the expression. */
static int number(const struct dbg_extra_in *in, struct fl_slice text, uint64_t *ret_value,
	struct fl_error *err)
{
	char digits[32];
	char *end;
	const struct dbg_mi_record *result;
	struct fl_buf line;
	fl_buf_init(&line, 1 << 16);
	fl_buf_slice(&line, text);
	uint64_t value = strtoull(line.data, &end, 0);
	bool plain = line.len && *end == '\0' && line.data[0] != '-';
	fl_buf_clear(&line);
	fl_buf_str(&line, "-data-evaluate-expression ");
	struct fl_buf quoted;
	fl_buf_init(&quoted, 1 << 16);
	fl_buf_printf(&quoted, "(unsigned long)(%.*s)", FL_ARG(text));
	dbg_mi_quote(&line, fl_buf_view(&quoted));
	fl_buf_release(&quoted);
	int rc = fl_buf_error(&line, "an expression", err);
	if (rc == 0 && !plain) {
		rc = dbg_console_ask(in->console, line.data, &result, err);
		if (rc == 0) {
			struct fl_slice s = dbg_mi_str(dbg_mi_result(result, "value"));
			s = fl_slice_head(s, sizeof(digits) - 1);
			memcpy(digits, s.ptr, s.len);
			digits[s.len] = '\0';
			value = strtoull(digits, &end, 0);
		}
	}
	fl_buf_release(&line);
	if (rc == 0)
		*ret_value = value;
	return rc;
}

static void dump(struct fl_buf *text, uint64_t address, const unsigned char *bytes, size_t len)
{
	for (size_t row = 0; row < len; row += ROW) {
		size_t n = len - row < ROW ? len - row : ROW;
		fl_buf_printf(text, "0x%016" PRIx64 ":", address + row);
		for (size_t i = 0; i < ROW; i++)
			if (i < n)
				fl_buf_printf(text, " %02x", bytes[row + i]);
			else
				fl_buf_str(text, "   ");
		fl_buf_str(text, "  ");
		for (size_t i = 0; i < n; i++)
			fl_buf_char(text, isprint(bytes[row + i]) ? (char)bytes[row + i] : '.');
		fl_buf_char(text, '\n');
	}
}

/* The last word that is a number is the length, when something stands before it. */
static int phys_arguments(const struct dbg_extra_in *in, uint64_t *ret_address, uint64_t *ret_len,
	struct fl_error *err)
{
	struct fl_slice address = in->arguments;
	ptrdiff_t blank = fl_slice_rchr(address, ' ');
	uint64_t len = PHYS_DEFAULT;
	int rc = 0;
	if (address.len == 0)
		return fl_error_set(err, FL_EINVAL, "which address? phys ADDRESS [LENGTH]");
	if (blank > 0 && isdigit((unsigned char)address.ptr[blank + 1])) {
		rc = number(in, fl_slice_skip(address, (size_t)blank + 1), &len, err);
		address = fl_slice_trim(fl_slice_head(address, (size_t)blank));
	}
	if (rc == 0 && (len == 0 || len > PHYS_MAX))
		rc = fl_error_set(err, FL_EINVAL, "the length is not within 1 and %d", PHYS_MAX);
	if (rc == 0)
		rc = number(in, address, ret_address, err);
	*ret_len = len;
	return rc;
}

int dbg_run_phys(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	uint64_t address = 0, len = 0;
	struct dbg_qemu *q = need_qemu(in, err);
	if (!q)
		return FL_EINVAL;
	int rc = phys_arguments(in, &address, &len, err);
	unsigned char *bytes = rc ? NULL : malloc((size_t)len);
	if (rc == 0 && !bytes)
		rc = fl_error_set(err, FL_ENOMEM, "out of memory for physical memory");
	if (rc == 0)
		rc = dbg_qemu_read_physical(q, address, bytes, (size_t)len, err);
	if (rc == 0) {
		char hex[24];
		snprintf(hex, sizeof(hex), "0x%016" PRIx64, address);
		dump(&out->text, address, bytes, (size_t)len);
		dbg_answer_text(&out->data, "address", fl_slice_str(hex));
		dbg_answer_int(&out->data, "length", (int64_t)len);
		dbg_answer_key(&out->data, "bytes");
		fl_buf_char(&out->data, '"');
		for (size_t i = 0; i < len; i++)
			fl_buf_printf(&out->data, "%02x", bytes[i]);
		fl_buf_char(&out->data, '"');
	}
	free(bytes);
	return closed(q, rc, err);
}

/* A line of `info tlb` of QEMU 7.2's target/i386/monitor.c: "VIRTUAL: PHYSICAL FLAGS". */
struct page {
	uint64_t virtual, physical;
	char flags[12];
};

/* Neighbours, `stride` apart, from first to last. */
struct run {
	struct page first, last;
	uint64_t stride, pages;
};

static bool read_page(struct fl_slice line, struct page *ret)
{
	char text[64];
	line = fl_slice_trim(line);
	if (line.len >= sizeof(text))
		return false;
	memcpy(text, line.ptr, line.len);
	text[line.len] = '\0';
	return sscanf(text, "%" SCNx64 ": %" SCNx64 " %11s", &ret->virtual, &ret->physical,
		       ret->flags) == 3;
}

static bool joins(const struct run *r, const struct page *p)
{
	uint64_t step = p->virtual - r->last.virtual;
	return r->pages && strcmp(r->last.flags, p->flags) == 0 &&
	       step == p->physical - r->last.physical && (r->pages == 1 || step == r->stride);
}

static void write_run(struct fl_buf *data, const struct run *r)
{
	char letters[12];
	size_t n = 0;
	for (const char *f = r->first.flags; *f; f++)
		if (*f != '-')
			letters[n++] = *f;
	dbg_answer_item(data);
	fl_buf_printf(data,
		"{\"virtual\":\"0x%016" PRIx64 "\",\"last\":\"0x%016" PRIx64
		"\",\"physical\":\"0x%016" PRIx64 "\",\"pages\":%" PRIu64,
		r->first.virtual, r->last.virtual, r->first.physical, r->pages);
	dbg_answer_text(data, "flags", fl_slice(letters, n));
	fl_buf_char(data, '}');
}

int dbg_run_tlb(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	struct dbg_qemu *q = need_qemu(in, err);
	struct fl_slice rest, line;
	struct run run = {.pages = 0};
	size_t runs = 0;
	if (!q)
		return FL_EINVAL;
	int rc = ask(in, q, FL_S("info tlb"), &out->text, err);
	if (rc == FL_EREFUSED)
		return fl_error_set(err, FL_EREFUSED,
			"QEMU does not list the pages of this machine: page-walk shows one");
	rest = fl_buf_view(&out->text);
	dbg_answer_key(&out->data, "tlb");
	fl_buf_char(&out->data, '[');
	while (rc == 0 && fl_slice_line(&rest, &line)) {
		struct page page;
		if (!read_page(line, &page))
			continue;
		if (joins(&run, &page)) {
			run.stride = page.virtual - run.last.virtual;
			run.pages++;
		} else {
			if (run.pages && runs++ < RUNS_MAX)
				write_run(&out->data, &run);
			run = (struct run){.first = page, .pages = 1};
		}
		run.last = page;
	}
	if (run.pages && runs++ < RUNS_MAX)
		write_run(&out->data, &run);
	fl_buf_char(&out->data, ']');
	dbg_answer_bool(&out->data, "more", runs > RUNS_MAX);
	return rc;
}

int dbg_run_serial(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	uint64_t from = 0, start, end;
	if (!need_qemu(in, err))
		return FL_EINVAL;
	int rc = in->arguments.len ? number(in, in->arguments, &from, err) : 0;
	if (rc)
		return rc;
	fl_buf_slice(&out->text, dbg_console_output(in->console, from, &start, &end));
	dbg_answer_int(&out->data, "from", (int64_t)start);
	dbg_answer_int(&out->data, "next", (int64_t)end);
	dbg_answer_int(&out->data, "end", (int64_t)end);
	return 0;
}
