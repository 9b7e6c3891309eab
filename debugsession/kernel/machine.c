#include "debugsession/kernel/machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "debugsession/answer/answer.h"

enum { READ_MAX = 1 << 20, SAY_MAX = 16 << 20, NAMES_MAX = 8192 };

/* A register that only this architecture has decides. */
static const struct {
	const char *name;
	enum dbg_arch arch;
} marks[] = {{"rip", DBG_ARCH_X86_64}, {"cpsr", DBG_ARCH_AARCH64}, {"gp", DBG_ARCH_RISCV64}};

static int stopped(struct dbg_console *c, struct fl_error *err)
{
	switch (dbg_console_state(c)) {
	case DBG_STATE_STOPPED: return 0;
	case DBG_STATE_RUNNING:
		return fl_error_set(err, FL_EREFUSED,
			"Cannot look at it while the target is running: interrupt it first");
	case DBG_STATE_DEAD: return fl_error_set(err, FL_ECLOSED, "the debugger has died");
	default: return fl_error_set(err, FL_EREFUSED, "The program is not being run.");
	}
}

static int read_names(struct dbg_machine *m, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	int rc = dbg_console_ask(m->console, "-data-list-register-names", &result, err);
	const struct dbg_mi_value *list = rc ? NULL : dbg_mi_result(result, "register-names");
	if (!list)
		return rc;
	for (const struct dbg_mi_value *v = list->child; v && m->count < NAMES_MAX; v = v->next)
		m->count++;
	m->names = fl_arena_array(&m->arena, m->count, sizeof(*m->names));
	const struct dbg_mi_value *v = list->child;
	for (size_t i = 0; m->names && i < m->count; i++, v = v->next)
		m->names[i] = fl_arena_slice(&m->arena, v->text);
	return fl_arena_error(&m->arena, "the registers' names", err);
}

int dbg_machine_find(const struct dbg_machine *m, const char *name)
{
	for (size_t i = 0; i < m->count; i++)
		if (fl_slice_eqs(m->names[i], name))
			return (int)i;
	return -1;
}

int dbg_machine_init(struct dbg_machine *m, const struct dbg_extra_in *in, struct fl_error *err)
{
	*m = (struct dbg_machine){
		.console = in->console, .qemu = in->qemu, .wall_ms = in->wall_ms, .phys_mode = -1};
	fl_arena_init(&m->arena, 32 << 20);
	int rc = stopped(in->console, err);
	if (rc == 0)
		rc = read_names(m, err);
	if (rc)
		return rc;
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks) && !m->arch; i++)
		if (dbg_machine_find(m, marks[i].name) >= 0)
			m->arch = marks[i].arch;
	m->info = dbg_arch_info(m->arch);
	if (!m->info)
		return fl_error_set(err, FL_EINVAL,
			"this command knows x86_64, aarch64 and riscv64, and the target is none of "
			"them");
	m->system = dbg_machine_find(m, m->info->system) >= 0;
	return 0;
}

void dbg_machine_release(struct dbg_machine *m)
{
	fl_arena_release(&m->arena);
}

int dbg_machine_need_system(const struct dbg_machine *m, const char *command, struct fl_error *err)
{
	if (m->system)
		return 0;
	return fl_error_set(err, FL_EINVAL,
		"%s is for whole machines (QEMU): this target has no register %s, it is a process",
		command, m->info->system);
}

int dbg_machine_need_arch(
	const struct dbg_machine *m, enum dbg_arch arch, const char *command, struct fl_error *err)
{
	if (m->arch == arch)
		return dbg_machine_need_system(m, command, err);
	return fl_error_set(err, FL_EINVAL, "%s is for %s, and this target is %s", command,
		dbg_arch_info(arch)->name, m->info->name);
}

static bool read_hex(struct fl_slice text, uint64_t *ret)
{
	uint64_t v = 0;
	size_t n = 2;
	if (!fl_slice_starts(text, "0x"))
		return false;
	for (; n < text.len && fl_hex_value(text.ptr[n]) >= 0; n++)
		v = v << 4 | (uint64_t)fl_hex_value(text.ptr[n]);
	*ret = v;
	return n > 2 && n == text.len;
}

static void take_value(struct dbg_machine *m, const struct dbg_mi_value *pair,
	struct dbg_value *values, size_t count)
{
	int64_t number = dbg_mi_int(dbg_mi_get(pair, "number"), -1);
	if (number < 0 || (size_t)number >= m->count)
		return;
	for (size_t i = 0; i < count; i++)
		if (fl_slice_eqs(m->names[number], values[i].name))
			values[i].have =
				read_hex(dbg_mi_str(dbg_mi_get(pair, "value")), &values[i].value);
}

int dbg_machine_values(
	struct dbg_machine *m, struct dbg_value *values, size_t count, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	struct fl_buf line;
	bool any = false;
	fl_buf_init(&line, 64 << 10);
	fl_buf_str(&line, "-data-list-register-values --skip-unavailable x");
	for (size_t i = 0; i < count; i++) {
		int number = dbg_machine_find(m, values[i].name);
		values[i].have = false;
		any = any || number >= 0;
		if (number >= 0)
			fl_buf_printf(&line, " %d", number);
	}
	int rc = fl_buf_error(&line, "a list of registers", err);
	if (rc == 0 && any)
		rc = dbg_console_ask(m->console, line.data, &result, err);
	if (rc == 0 && any) {
		const struct dbg_mi_value *list = dbg_mi_result(result, "register-values");
		for (const struct dbg_mi_value *v = list ? list->child : NULL; v; v = v->next)
			take_value(m, v, values, count);
	}
	fl_buf_release(&line);
	return rc;
}

int dbg_machine_register(
	struct dbg_machine *m, const char *name, uint64_t *ret_value, struct fl_error *err)
{
	struct dbg_value v = {.name = name};
	int rc = dbg_machine_values(m, &v, 1, err);
	if (rc == 0 && !v.have)
		rc = fl_error_set(err, FL_EINVAL, "the target does not tell register %s", name);
	if (rc == 0)
		*ret_value = v.value;
	return rc;
}

int dbg_machine_say(
	struct dbg_machine *m, const char *command, struct fl_buf *out, struct fl_error *err)
{
	struct dbg_reply reply = {0};
	/* Parts of it come from the program's debug information: they may not begin a new command. */
	for (const char *c = command; *c; c++)
		if ((unsigned char)*c < ' ')
			return fl_error_set(err, FL_EINVAL, "a name holds a control character");
	int rc = dbg_console_run(m->console, fl_slice_str(command), m->wall_ms, &reply, err);
	if (rc == 0)
		rc = dbg_mi_refused(reply.result, err);
	if (rc)
		return rc;
	fl_buf_slice(out, reply.text);
	return fl_buf_error(out, "the debugger's answer", err);
}

int dbg_machine_evaluate(struct dbg_machine *m, struct fl_slice expression, uint64_t *ret_value,
	struct fl_error *err)
{
	/* Functions and arrays stand for their addresses, in C and its kin. */
	static const char *const forms[] = {"(unsigned long)", "", "&"};
	struct fl_buf line, said;
	int rc = 0;
	bool known = false, hopeless = false;
	struct fl_error why = {0};
	if (!expression.len || fl_slice_chr(expression, '\n') >= 0)
		return fl_error_set(err, FL_EINVAL,
			"an address is needed: a number, a symbol or an expression");
	fl_buf_init(&line, 1 << 16);
	fl_buf_init(&said, SAY_MAX);
	for (size_t i = 0; !known && !hopeless && i < sizeof(forms) / sizeof(*forms); i++) {
		fl_buf_clear(&line);
		fl_buf_clear(&said);
		fl_buf_printf(&line, "output/x %s(%.*s)", forms[i], FL_ARG(expression));
		rc = fl_buf_error(&line, "an expression", &why);
		if (rc == 0)
			rc = dbg_machine_say(m, line.data, &said, &why);
		known = rc == 0 && read_hex(fl_slice_trim(fl_buf_view(&said)), ret_value);
		/* gdb's words: what has no such name has none in the other forms, either */
		hopeless = rc && (strstr(why.message, "no member named") ||
					 strstr(why.message, "No symbol \""));
	}
	if (rc)
		fl_error_set(err, rc, "%s", why.message);
	if (rc == 0 && !known)
		rc = fl_error_set(err, FL_EINVAL, "%.*s is no address: its value is %.*s",
			FL_ARG(expression),
			FL_ARG(fl_slice_head(fl_slice_trim(fl_buf_view(&said)), 100)));
	fl_buf_release(&line);
	fl_buf_release(&said);
	return rc;
}

/* Copy what an MI list of memory blocks holds of [address, address + len). */
static size_t take_bytes(
	const struct dbg_mi_value *list, uint64_t address, unsigned char *bytes, size_t len)
{
	const struct dbg_mi_value *block = list ? list->child : NULL;
	struct fl_slice contents = dbg_mi_str(dbg_mi_get(block, "contents"));
	uint64_t begin = 0;
	size_t n = 0;
	if (!read_hex(dbg_mi_str(dbg_mi_get(block, "begin")), &begin) || begin != address)
		return 0;
	for (; n < len && 2 * n + 1 < contents.len; n++)
		bytes[n] = (unsigned char)(fl_hex_value(contents.ptr[2 * n]) << 4 |
					   fl_hex_value(contents.ptr[2 * n + 1]));
	return n;
}

/* As much as there is of len bytes from address on. */
static int read_some(struct dbg_machine *m, uint64_t address, unsigned char *bytes, size_t len,
	size_t *ret_len, struct fl_error *err)
{
	const struct dbg_mi_record *result;
	char command[96];
	if (len > READ_MAX)
		return fl_error_set(err, FL_ELIMIT, "more than 1 MiB of memory at once");
	snprintf(command, sizeof(command), "-data-read-memory-bytes 0x%" PRIx64 " %zu", address,
		len);
	int rc = dbg_console_ask(m->console, command, &result, err);
	if (rc == 0)
		*ret_len = take_bytes(dbg_mi_result(result, "memory"), address, bytes, len);
	return rc;
}

static int no_memory(uint64_t address, struct fl_error *err)
{
	return fl_error_set(
		err, FL_EREFUSED, "Cannot access memory at address 0x%" PRIx64, address);
}

int dbg_machine_read(
	struct dbg_machine *m, uint64_t address, void *bytes, size_t len, struct fl_error *err)
{
	size_t got = 0;
	int rc = read_some(m, address, bytes, len, &got, err);
	return rc == 0 && got != len ? no_memory(address, err) : rc;
}

int dbg_machine_words(struct dbg_machine *m, uint64_t address, size_t count, uint64_t *ret_words,
	size_t *ret_count, struct fl_error *err)
{
	size_t got = 0;
	unsigned char *bytes = fl_arena_array(&m->arena, count, 8);
	int rc = fl_arena_error(&m->arena, "memory", err);
	if (rc == 0)
		rc = read_some(m, address, bytes, count * 8, &got, err);
	if (rc == 0 && got < 8)
		rc = no_memory(address, err);
	if (rc)
		return rc;
	*ret_count = got / 8;
	for (size_t i = 0; i < *ret_count; i++) {
		ret_words[i] = 0;
		for (int k = 7; k >= 0; k--)
			ret_words[i] = ret_words[i] << 8 | bytes[8 * i + (size_t)k];
	}
	return 0;
}

int dbg_machine_word(
	struct dbg_machine *m, uint64_t address, uint64_t *ret_value, struct fl_error *err)
{
	size_t count;
	return dbg_machine_words(m, address, 1, ret_value, &count, err);
}

/* `received: "OK"` */
int dbg_machine_packet(
	struct dbg_machine *m, const char *packet, char *ret, size_t size, struct fl_error *err)
{
	char command[96];
	struct fl_buf said;
	fl_buf_init(&said, 1 << 16);
	snprintf(command, sizeof(command), "maint packet %s", packet);
	int rc = dbg_machine_say(m, command, &said, err);
	ptrdiff_t at = fl_slice_find(fl_buf_view(&said), "received: \"");
	struct fl_slice answer =
		at < 0 ? fl_slice(NULL, 0) : fl_slice_skip(fl_buf_view(&said), (size_t)at + 11);
	ptrdiff_t end = fl_slice_chr(answer, '"');
	snprintf(ret, size, "%.*s", end < 0 ? 0 : (int)end, answer.ptr ? answer.ptr : "");
	fl_buf_release(&said);
	return rc;
}

/* Over QMP where the session has it; else the stub gives the words as output of the program. */
int dbg_machine_monitor(
	struct dbg_machine *m, const char *command, struct fl_buf *out, struct fl_error *err)
{
	struct dbg_qmp *qmp = m->qemu ? dbg_qemu_qmp(m->qemu, NULL) : NULL;
	struct dbg_reply reply = {0};
	char line[128];
	if (qmp)
		return dbg_qmp_monitor(qmp, fl_slice_str(command), m->wall_ms, out, err);
	snprintf(line, sizeof(line), "monitor %s", command);
	int rc = dbg_console_run(m->console, fl_slice_str(line), m->wall_ms, &reply, err);
	if (rc == 0)
		rc = dbg_mi_refused(reply.result, err);
	if (rc)
		return rc;
	fl_buf_slice(out, reply.text);
	fl_buf_slice(out, reply.program_output);
	return fl_buf_error(out, "the monitor's answer", err);
}
