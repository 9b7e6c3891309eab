/* gdt, idt, tsc: what only x86_64 has. */
#include <inttypes.h>
#include <stdio.h>

#include "debugsession/kernel/cause.h"
#include "debugsession/kernel/commands.h"
#include "debugsession/kernel/descriptors.h"
#include "debugsession/answer/answer.h"

enum { TABLE_MAX = 65536, GATE_BYTES = 16, VECTORS = 256, CR0_PE = 1, CPL = 3 };
#define EFER_LMA (UINT64_C(1) << 10)
#define CR4_TSD (UINT64_C(1) << 2)

static uint64_t hex_at(struct fl_slice *s)
{
	uint64_t v = 0;
	*s = fl_slice_trim(*s);
	for (; s->len && fl_hex_value(*s->ptr) >= 0; *s = fl_slice_skip(*s, 1))
		v = v << 4 | (uint64_t)fl_hex_value(*s->ptr);
	return v;
}

/* Base and limit by QEMU's `info registers`: "GDT=     ffffffff80005000 00000037" */
static int read_table_place(struct dbg_machine *m, const char *name, uint64_t *ret_base,
	uint64_t *ret_limit, struct fl_error *err)
{
	struct fl_buf said;
	fl_buf_init(&said, 1 << 20);
	int rc = dbg_machine_monitor(m, "info registers", &said, err);
	ptrdiff_t at = fl_slice_find(fl_buf_view(&said), name);
	struct fl_slice s = fl_slice_skip(fl_buf_view(&said), (size_t)(at < 0 ? 0 : at) + 4);
	if (rc == 0 && at < 0)
		rc = fl_error_set(err, FL_EINVAL,
			"the target does not tell where its %s is: it is no QEMU", name);
	if (rc == 0) {
		*ret_base = hex_at(&s);
		*ret_limit = hex_at(&s);
	}
	fl_buf_release(&said);
	return rc;
}

static int long_mode(struct dbg_machine *m, bool *ret, struct fl_error *err)
{
	uint64_t efer;
	int rc = dbg_machine_register(m, "efer", &efer, err);
	if (rc == 0)
		*ret = efer & EFER_LMA;
	return rc;
}

static void add_descriptor(struct dbg_extra_out *out, const struct dbg_descriptor *d)
{
	fl_buf_printf(&out->text, "0x%02x  %s", d->index * 8, d->kind);
	if (!d->null)
		fl_buf_printf(&out->text, ", DPL=%u base=0x%" PRIx64 " limit=0x%" PRIx64 "%s%s%s%s",
			d->dpl, d->base, d->limit, d->present ? " P" : " not present",
			d->wide ? " L" : "", d->big ? " D/B" : "", d->granular ? " G" : "");
	fl_buf_char(&out->text, '\n');
	dbg_answer_item(&out->data);
	fl_buf_char(&out->data, '{');
	dbg_answer_hex(&out->data, "selector", d->index * 8);
	dbg_answer_hex(&out->data, "low", d->low);
	dbg_answer_hex(&out->data, "high", d->high);
	dbg_answer_text(&out->data, "kind", fl_slice_str(d->kind));
	dbg_answer_int(&out->data, "type", d->type);
	dbg_answer_bool(&out->data, "system", d->system && !d->null);
	dbg_answer_bool(&out->data, "present", d->present);
	dbg_answer_int(&out->data, "dpl", d->dpl);
	dbg_answer_hex(&out->data, "base", d->base);
	dbg_answer_hex(&out->data, "limit", d->limit);
	dbg_answer_bool(&out->data, "long", d->wide);
	dbg_answer_bool(&out->data, "big", d->big);
	dbg_answer_bool(&out->data, "granular", d->granular);
	fl_buf_char(&out->data, '}');
}

/* A table's head: text and members. */
static void add_table(struct dbg_extra_out *out, const char *name, uint64_t base, uint64_t limit)
{
	fl_buf_printf(&out->text, "%s at 0x%" PRIx64 ", limit 0x%" PRIx64 "\n", name, base, limit);
	dbg_answer_hex(&out->data, "base", base);
	dbg_answer_hex(&out->data, "limit", limit);
}

static int gdt(struct dbg_machine *m, struct fl_slice arguments, struct dbg_extra_out *out,
	struct fl_error *err)
{
	static const char none[] = "the processor has no GDT yet";
	uint64_t base, limit;
	struct dbg_descriptor d;
	bool wide = false;
	(void)arguments;
	int rc = dbg_machine_need_arch(m, DBG_ARCH_X86_64, "gdt", err);
	if (rc == 0)
		rc = read_table_place(m, "GDT=", &base, &limit, err);
	if (rc == 0)
		rc = long_mode(m, &wide, err);
	if (rc)
		return rc;
	size_t len = (size_t)limit + 1;
	if (limit == 0 || len > TABLE_MAX)
		return fl_error_set(err, FL_EINVAL, "%s", none);
	unsigned char *bytes = fl_arena_alloc(&m->arena, len);
	rc = fl_arena_error(&m->arena, "the GDT", err);
	if (rc == 0)
		rc = dbg_machine_read(m, base, bytes, len, err);
	if (rc)
		return rc;
	add_table(out, "GDT", base, limit);
	dbg_answer_key(&out->data, "descriptors");
	fl_buf_char(&out->data, '[');
	for (unsigned i = 0; dbg_descriptor_read(bytes, len, i, wide, &d); i += d.slots)
		add_descriptor(out, &d);
	fl_buf_char(&out->data, ']');
	return 0;
}

int dbg_kernel_gdt(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	return dbg_kernel_run(in, out, gdt, err);
}

static void add_gate(
	struct dbg_machine *m, struct dbg_extra_out *out, const struct dbg_gate_descriptor *g)
{
	const struct dbg_vector *v = dbg_vector_find(g->vector);
	struct dbg_place place = {.symbol = {NULL, 0}};
	if (g->present)
		dbg_machine_place(m, g->offset, &place);
	fl_buf_printf(&out->text, "%3u %-4s %-9s %02x:0x%" PRIx64 " DPL=%u IST=%u%s", g->vector,
		v ? v->mnemonic : "", g->kind, g->selector, g->offset, g->dpl, g->ist,
		g->present ? "" : " not present");
	fl_buf_str(&out->text, place.symbol.len ? "  " : "");
	dbg_place_text(&out->text, &place);
	fl_buf_char(&out->text, '\n');
	dbg_answer_item(&out->data);
	fl_buf_char(&out->data, '{');
	dbg_answer_int(&out->data, "vector", g->vector);
	dbg_answer_text(&out->data, "name", fl_slice_str(v ? v->name : ""));
	dbg_answer_bool(&out->data, "present", g->present);
	dbg_answer_text(&out->data, "kind", fl_slice_str(g->kind));
	dbg_answer_int(&out->data, "type", g->type);
	dbg_answer_int(&out->data, "dpl", g->dpl);
	dbg_answer_int(&out->data, "ist", g->ist);
	dbg_answer_hex(&out->data, "selector", g->selector);
	dbg_answer_hex(&out->data, "handler", g->offset);
	dbg_place_json(&out->data, &place);
	fl_buf_char(&out->data, '}');
}

int dbg_kernel_read_idt(struct dbg_machine *m, struct dbg_idt *ret, struct fl_error *err)
{
	uint64_t cr0;
	struct dbg_idt t = {0};
	int rc = dbg_machine_need_arch(m, DBG_ARCH_X86_64, "idt", err);
	if (rc == 0)
		rc = dbg_machine_register(m, "cr0", &cr0, err);
	if (rc == 0 && !(cr0 & CR0_PE))
		rc = fl_error_set(err, FL_EINVAL,
			"the processor is in real mode: it has vectors of 4 bytes and no IDT");
	if (rc == 0)
		rc = read_table_place(m, "IDT=", &t.base, &t.limit, err);
	if (rc == 0)
		rc = long_mode(m, &t.wide, err);
	if (rc)
		return rc;
	t.len = t.limit < VECTORS * GATE_BYTES ? (size_t)t.limit + 1 : VECTORS * GATE_BYTES;
	unsigned char *bytes = fl_arena_alloc(&m->arena, t.len);
	rc = fl_arena_error(&m->arena, "the IDT", err);
	if (rc == 0)
		rc = dbg_machine_read(m, t.base, bytes, t.len, err);
	t.bytes = bytes;
	if (rc == 0)
		*ret = t;
	return rc;
}

int dbg_kernel_vector(
	struct dbg_machine *m, struct fl_slice expression, uint64_t *ret, struct fl_error *err)
{
	uint64_t vector;
	int rc = dbg_machine_evaluate(m, expression, &vector, err);
	if (rc == 0 && vector >= VECTORS)
		rc = fl_error_set(err, FL_EINVAL,
			"a vector is a number from 0 to %d, and %.*s is 0x%" PRIx64, VECTORS - 1,
			FL_ARG(fl_slice_head(expression, 100)), vector);
	if (rc == 0)
		*ret = vector;
	return rc;
}

static int idt(struct dbg_machine *m, struct fl_slice arguments, struct dbg_extra_out *out,
	struct fl_error *err)
{
	uint64_t vector = 0;
	struct dbg_idt t;
	struct dbg_gate_descriptor g;
	int rc = dbg_kernel_read_idt(m, &t, err);
	if (rc == 0 && arguments.len)
		rc = dbg_kernel_vector(m, arguments, &vector, err);
	if (rc == 0 && !dbg_gate_descriptor_read(t.bytes, t.len, (unsigned)vector, t.wide, &g))
		rc = fl_error_set(err, FL_EINVAL,
			"the IDT has no vector %" PRIu64 ": its limit is 0x%" PRIx64, vector,
			t.limit);
	if (rc)
		return rc;
	add_table(out, "IDT", t.base, t.limit);
	dbg_answer_key(&out->data, "gates");
	fl_buf_char(&out->data, '[');
	if (arguments.len)
		add_gate(m, out, &g);
	for (unsigned i = 0; !arguments.len && i < VECTORS; i++)
		if (dbg_gate_descriptor_read(t.bytes, t.len, i, t.wide, &g) && g.present)
			add_gate(m, out, &g);
	fl_buf_char(&out->data, ']');
	return 0;
}

int dbg_kernel_idt(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	return dbg_kernel_run(in, out, idt, err);
}

/*
 * Packets go past the debugger: it sees no step and no stop, its breakpoints stay as they are, and
 * since all is put back, what it remembers of the target stays true. The numbers are those of
 * QEMU's 64-bit core registers.
 */
enum { RAX, RDX, RIP, KEPT };
static const unsigned packet_numbers[KEPT] = {[RAX] = 0, [RDX] = 3, [RIP] = 16};

static int ok_packet(struct dbg_machine *m, const char *packet, struct fl_error *err)
{
	char answer[32];
	int rc = dbg_machine_packet(m, packet, answer, sizeof(answer), err);
	if (rc == 0 && strcmp(answer, "OK") != 0)
		rc = fl_error_set(
			err, FL_EREFUSED, "the target answered \"%s\" to %s", answer, packet);
	return rc;
}

static int read_register(struct dbg_machine *m, int which, uint64_t *ret, struct fl_error *err)
{
	char packet[16], answer[32];
	snprintf(packet, sizeof(packet), "p%x", packet_numbers[which]);
	int rc = dbg_machine_packet(m, packet, answer, sizeof(answer), err);
	if (rc == 0 && strlen(answer) != 16)
		rc = fl_error_set(err, FL_EREFUSED, "the target does not tell its registers");
	for (int i = 14; rc == 0 && i >= 0; i -= 2)
		*ret = *ret << 8 |
		       (uint64_t)(fl_hex_value(answer[i]) << 4 | fl_hex_value(answer[i + 1]));
	return rc;
}

static int write_register(struct dbg_machine *m, int which, uint64_t value, struct fl_error *err)
{
	char packet[48];
	size_t n = (size_t)snprintf(packet, sizeof(packet), "P%x=", packet_numbers[which]);
	for (int i = 0; i < 8; i++, n += 2)
		snprintf(packet + n, sizeof(packet) - n, "%02x", (unsigned)(value >> 8 * i & 0xff));
	return ok_packet(m, packet, err);
}

static int write_bytes(
	struct dbg_machine *m, uint64_t at, const unsigned char bytes[2], struct fl_error *err)
{
	char packet[48];
	snprintf(packet, sizeof(packet), "M%" PRIx64 ",2:%02x%02x", at, bytes[0], bytes[1]);
	return ok_packet(m, packet, err);
}

/* The processor of the selected thread, as the protocol names it: "p1.2" of "Thread 1.2 (…)". */
static int find_processor(struct dbg_machine *m, char *ret, size_t size, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	uint32_t process, thread;
	int rc = dbg_console_ask(m->console, "-thread-info", &result, err);
	if (rc)
		return rc;
	struct fl_slice current = dbg_mi_str(dbg_mi_result(result, "current-thread-id"));
	const struct dbg_mi_value *list = dbg_mi_result(result, "threads");
	for (const struct dbg_mi_value *t = list ? list->child : NULL; t; t = t->next) {
		struct fl_slice id = dbg_mi_str(dbg_mi_get(t, "target-id"));
		if (!fl_slice_eq(dbg_mi_str(dbg_mi_get(t, "id")), current) ||
			!fl_slice_starts(id, "Thread "))
			continue;
		id = fl_slice_skip(id, 7);
		if (fl_slice_find(dbg_mi_str(dbg_mi_get(t, "details")), "[halted") >= 0)
			return fl_error_set(err, FL_EINVAL,
				"the processor is halted (hlt, or not started): it makes no step");
		size_t n = fl_slice_uint(id, &process);
		if (!n || !fl_slice_uint(fl_slice_skip(id, n + 1), &thread))
			continue;
		snprintf(ret, size, "p%x.%x", process, thread);
		return 0;
	}
	return fl_error_set(err, FL_EINVAL, "the target has no processors as QEMU numbers them");
}

/* Put an rdtsc where the processor stands, step over it, put all back. */
static int step_rdtsc(struct dbg_machine *m, uint64_t *ret_tsc, struct fl_error *err)
{
	static const unsigned char rdtsc[] = {0x0f, 0x31};
	unsigned char code[sizeof(rdtsc)];
	uint64_t before[KEPT] = {0}, after[KEPT] = {0}, rip;
	char cpu[32], step[48], answer[128] = "";
	int rc = find_processor(m, cpu, sizeof(cpu), err);
	if (rc == 0)
		rc = dbg_machine_register(m, "rip", &rip, err);
	/* With this the debugger tells the stub which processor the packets mean. */
	if (rc == 0)
		rc = dbg_machine_read(m, rip, code, sizeof(code), err);
	for (int i = 0; rc == 0 && i < KEPT; i++)
		rc = read_register(m, i, &before[i], err);
	if (rc == 0 && before[RIP] != rip)
		rc = fl_error_set(
			err, FL_EINVAL, "select frame 0 and the processor's thread first");
	if (rc == 0)
		rc = write_bytes(m, before[RIP], rdtsc, err);
	if (rc)
		return rc;
	snprintf(step, sizeof(step), "vCont;s:%s", cpu);
	rc = dbg_machine_packet(m, step, answer, sizeof(answer), err);
	for (int i = 0; rc == 0 && i < KEPT; i++)
		rc = read_register(m, i, &after[i], err);
	int back = write_bytes(m, before[RIP], code, rc ? NULL : err);
	for (int i = 0; back == 0 && i < KEPT; i++)
		back = write_register(m, i, before[i], rc ? NULL : err);
	rc = rc ? rc : back;
	if (rc == 0 && after[RIP] != before[RIP] + sizeof(rdtsc))
		rc = fl_error_set(err, FL_EINVAL,
			"rdtsc did not get through: the processor answered %s and went to "
			"0x%" PRIx64,
			answer, after[RIP]);
	*ret_tsc = after[RDX] << 32 | (after[RAX] & UINT32_MAX);
	return rc;
}

/* Where an rdtsc would trap the handler would run, and that cannot be taken back. */
static int check_tsc(struct dbg_machine *m, struct fl_error *err)
{
	struct dbg_value v[] = {{.name = "cs"}, {.name = "cr4"}};
	char answer[32];
	int rc = dbg_machine_need_arch(m, DBG_ARCH_X86_64, "tsc", err);
	if (rc == 0)
		rc = dbg_machine_values(m, v, 2, err);
	if (rc == 0 && (v[1].value & CR4_TSD) && (v[0].value & CPL))
		rc = fl_error_set(
			err, FL_EINVAL, "CR4.TSD forbids user code to read the time stamp counter");
	if (rc == 0)
		rc = dbg_machine_packet(m, "qqemu.sstep", answer, sizeof(answer), err);
	if (rc == 0 && strncmp(answer, "0x", 2) != 0)
		rc = fl_error_set(err, FL_EINVAL, "tsc is for QEMU, and the target is none");
	return rc;
}

static int tsc(struct dbg_machine *m, struct fl_slice arguments, struct dbg_extra_out *out,
	struct fl_error *err)
{
	uint64_t value = 0;
	(void)arguments;
	int rc = check_tsc(m, err);
	if (rc == 0)
		rc = step_rdtsc(m, &value, err);
	if (rc)
		return rc;
	fl_buf_printf(&out->text, "TSC: %" PRIu64 " (0x%" PRIx64 ")\n", value, value);
	dbg_answer_hex(&out->data, "tsc", value);
	return 0;
}

int dbg_kernel_tsc(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	return dbg_kernel_run(in, out, tsc, err);
}
