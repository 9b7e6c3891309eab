/* show-control, show-segments, show-all-registers. */
#include <inttypes.h>
#include <stdio.h>

#include "debugsession/kernel/commands.h"
#include "debugsession/answer/answer.h"

int dbg_kernel_run(const struct dbg_extra_in *in, struct dbg_extra_out *out, dbg_kernel_fn body,
	struct fl_error *err)
{
	struct dbg_machine m;
	int rc = dbg_machine_init(&m, in, err);
	if (rc == 0)
		rc = body(&m, in->arguments, out, err);
	dbg_machine_release(&m);
	return rc;
}

/* By the name that the target knows. */
static const char *known_name(const struct dbg_machine *m, const struct dbg_sysreg *r)
{
	return dbg_machine_find(m, r->name) < 0 && r->alias ? r->alias : r->name;
}

static void add_control(struct dbg_extra_out *out, const struct dbg_sysreg *r, uint64_t value)
{
	fl_buf_printf(&out->text, "%-10s 0x%016" PRIx64, r->name, value);
	dbg_answer_hex(&out->output, r->name, value);
	dbg_answer_item(&out->data);
	fl_buf_char(&out->data, '{');
	dbg_answer_text(&out->data, "name", fl_slice_str(r->name));
	dbg_answer_hex(&out->data, "value", value);
	if (r->bits) {
		dbg_bits_text(&out->text, "  ", r->bits, value);
		dbg_bits_json(&out->data, r->bits, value);
	}
	fl_buf_char(&out->text, '\n');
	fl_buf_char(&out->data, '}');
}

/* The control registers: text, members of output, a member of data. */
static int add_controls(struct dbg_machine *m, struct dbg_extra_out *out, struct fl_error *err)
{
	struct dbg_value values[32];
	size_t count = 0;
	for (const struct dbg_sysreg *r = m->info->control; r->name; r++)
		values[count++].name = known_name(m, r);
	int rc = dbg_machine_values(m, values, count, err);
	dbg_answer_key(&out->data, "control");
	fl_buf_char(&out->data, '[');
	for (size_t i = 0; rc == 0 && i < count; i++)
		if (values[i].have)
			add_control(out, &m->info->control[i], values[i].value);
	fl_buf_char(&out->data, ']');
	return rc;
}

static int control(struct dbg_machine *m, struct fl_slice arguments, struct dbg_extra_out *out,
	struct fl_error *err)
{
	(void)arguments;
	int rc = dbg_machine_need_system(m, "show-control", err);
	if (rc)
		return rc;
	fl_buf_char(&out->output, '{');
	rc = add_controls(m, out, err);
	fl_buf_char(&out->output, '}');
	return rc;
}

int dbg_kernel_control(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	return dbg_kernel_run(in, out, control, err);
}

/* Registers by name, a line each; data says the same as output. */
static int add_named(struct dbg_machine *m, const char *const *names, const char *key,
	struct dbg_extra_out *out, struct fl_error *err)
{
	struct dbg_value values[DBG_VALUES_MAX];
	size_t count = 0;
	for (; names[count] && count < DBG_VALUES_MAX; count++)
		values[count].name = names[count];
	int rc = dbg_machine_values(m, values, count, err);
	dbg_answer_key(&out->data, key);
	fl_buf_char(&out->data, '{');
	for (size_t i = 0; rc == 0 && i < count; i++) {
		if (!values[i].have)
			continue;
		fl_buf_printf(
			&out->text, "%-10s 0x%016" PRIx64 "\n", values[i].name, values[i].value);
		dbg_answer_hex(&out->output, values[i].name, values[i].value);
		dbg_answer_hex(&out->data, values[i].name, values[i].value);
	}
	fl_buf_char(&out->data, '}');
	return rc;
}

static int segments(struct dbg_machine *m, struct fl_slice arguments, struct dbg_extra_out *out,
	struct fl_error *err)
{
	(void)arguments;
	if (!m->info->segments)
		return fl_error_set(err, FL_EINVAL,
			"show-segments is for x86_64: %s has no segments", m->info->name);
	fl_buf_char(&out->output, '{');
	int rc = add_named(m, m->info->segments, "segments", out, err);
	fl_buf_char(&out->output, '}');
	return rc;
}

int dbg_kernel_segments(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	return dbg_kernel_run(in, out, segments, err);
}

static int registers(struct dbg_machine *m, struct fl_slice arguments, struct dbg_extra_out *out,
	struct fl_error *err)
{
	(void)arguments;
	fl_buf_char(&out->output, '{');
	int rc = add_named(m, m->info->general, "general", out, err);
	if (rc == 0 && m->info->segments)
		rc = add_named(m, m->info->segments, "segments", out, err);
	if (rc == 0 && m->system)
		rc = add_controls(m, out, err);
	fl_buf_char(&out->output, '}');
	return rc;
}

int dbg_kernel_registers(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err)
{
	return dbg_kernel_run(in, out, registers, err);
}
