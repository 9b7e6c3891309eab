#include "datasets/kernels/compose.h"

#include "base/hash.h"
#include "datasets/compose.h"
#include "datasets/record/instruct.h"
#include "datasets/record/prompt.h"
#include "sanitize/kinds/kinds.h"

enum { SAID_MAX = 64 << 10, PLATFORM_MAX = 64 << 10 };

/* ---- the tools ---- */

/* What a tool in the box says to an option, on either stream. */
static int ask(struct fl_box *box, const char *tool, const char *option, struct fl_arena *a,
	struct fl_slice *ret_said, struct fl_error *err)
{
	const char *const argv[] = {tool, option, NULL};
	const struct fl_run_spec spec = {.argv = argv, .out_max = SAID_MAX, .err_max = SAID_MAX};
	struct fl_process_result result;
	struct fl_buf said;
	fl_buf_init(&said, 4 * SAID_MAX);
	int rc = fl_box_run(box, &spec, &said, &said, &result, err);
	if (rc == FL_EEXEC)
		rc = fl_error_set(err, FL_EMISSING, "cannot run %s in the sandbox", tool);
	*ret_said = fl_arena_slice(a, fl_slice_trim(fl_buf_view(&said)));
	fl_buf_release(&said);
	return rc ? rc : fl_arena_error(a, "a tool's version", err);
}

static struct fl_slice first_line(struct fl_slice text)
{
	struct fl_slice line = {0};
	fl_slice_line(&text, &line);
	return line;
}

static struct fl_slice hash_of(const struct tg_kernel *k, struct fl_arena *a)
{
	struct fl_slice *parts = fl_arena_array(a, 2 * k->program.files.len + 2, sizeof(*parts));
	size_t n = 0;
	char hex[65];
	if (!parts)
		return fl_slice(NULL, 0);
	parts[n++] = k->name;
	parts[n++] = fl_slice_str(dbg_qemu_machine_words[k->machine]);
	for (size_t i = 0; i < k->program.files.len; i++) {
		parts[n++] = tg_program_at(&k->program, i)->path;
		parts[n++] = tg_program_at(&k->program, i)->content;
	}
	fl_sha256_parts(parts, n, hex);
	return fl_arena_slice(a, fl_slice_str(hex));
}

int ds_kernel_facts(const struct tg_kernel_bench *b, const struct ds_toolchain *toolchain,
	struct fl_arena *a, struct ds_kernel_facts *ret_facts, struct fl_error *err)
{
	const char *compiler = fl_arena_slice(a, b->kernel.compiler).ptr;
	const char *qemu =
		fl_arena_printf(a, "qemu-system-%s", dbg_qemu_machine_words[b->kernel.machine]).ptr;
	struct fl_slice said, emulator;
	if (!compiler || !qemu)
		return fl_arena_error(a, "a kernel", err);
	struct ds_kernel_facts f = {.program = hash_of(&b->kernel, a)};
	int rc = ask(b->box, compiler, "--version", a, &f.version, err);
	f.version = first_line(f.version);
	rc = rc ? rc : ask(b->box, compiler, "-v", a, &said, err);
	rc = rc ? rc : plat_compiler_parse(said, &f.compiler, err);
	rc = rc ? rc : ask(b->box, qemu, "--version", a, &emulator, err);
	if (rc)
		return rc;
	f.debugger = fl_arena_printf(
		a, "%.*s; %.*s", FL_ARG(toolchain->debugger), FL_ARG(first_line(emulator)));
	rc = fl_arena_error(a, "a kernel", err);
	if (rc == 0)
		*ret_facts = f;
	return rc;
}

/* ---- the record ---- */

static int platform_of(const struct ds_kernel_case *c, struct fl_arena *a,
	struct fl_slice *ret_header, struct fl_error *err)
{
	static const char target[] = "--target=";
	const struct tg_kernel *k = &c->bench->kernel;
	struct plat_compiler compiler = c->facts->compiler;
	struct fl_list argv = tg_kernel_compile_argv(k, c->site->file, a);
	const char **flags = argv.items ? tg_texts_argv(&argv, 0, a) : NULL;
	struct plat_context context;
	struct fl_buf text;
	if (!flags)
		return fl_arena_error(a, "the platform header", err);
	for (size_t i = 0; flags[i]; i++)
		if (strncmp(flags[i], target, strlen(target)) == 0)
			compiler.target = fl_slice_str(flags[i] + strlen(target));
	int rc = plat_detect(tg_program_file(&k->program, c->site->file)->content,
		plat_language_of(c->site->file), &compiler, flags, a, &context, err);
	if (rc)
		return rc;
	context.mode = FL_S("kernel");
	fl_buf_init(&text, PLATFORM_MAX);
	plat_header_write(&context, &text);
	rc = fl_buf_error(&text, "the platform header", err);
	*ret_header = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(a, "the platform header", err);
}

static struct fl_list commands_of(const struct tg_kernel *k, struct fl_arena *a)
{
	size_t sources = k->sources.len;
	struct ds_command *commands = fl_arena_array(a, sources + 1, sizeof(*commands));
	if (!commands)
		return (struct fl_list){0};
	for (size_t i = 0; i < sources; i++)
		commands[i].argv = tg_kernel_compile_argv(k, tg_text_at(&k->sources, i), a);
	commands[sources].argv = tg_kernel_link_argv(k, a);
	return (struct fl_list){commands, sources + 1};
}

static enum diag_class evidence_class(struct fl_slice kind)
{
	const struct san_kind *row = san_kind_named(SAN_TOOL_KERNEL, kind);
	return row ? row->error_class : DIAG_CLASS_LOGIC; /* another output than the right one */
}

static void take_outcome(struct ds_record *r, const struct ds_kernel_case *c, struct fl_arena *a)
{
	const struct fl_process_result *right = &c->bench->boot.result, *is = &c->seen->boot.result;
	r->verification = (struct ds_verification){.level = DS_EXECUTED,
		.buggy = {.status = c->seen->look.kind,
			.end = fl_slice_str(fl_end_names[is->end]),
			.exit_status = is->exit_status,
			.signal = is->signal,
			.output_hash = ds_hash_text(c->seen->boot.serial, a)},
		.fixed = {.same = true,
			.exit_status = right->exit_status,
			.output_hash = ds_hash_text(c->bench->boot.serial, a)}};
}

/* The self-test is all that there is to run. */
static int take_test(struct ds_record *r, const struct ds_kernel_case *c, struct fl_arena *a,
	struct fl_error *err)
{
	struct fl_slice serial = c->bench->boot.serial;
	struct ds_test *t = fl_arena_alloc(a, sizeof(*t));
	r->run.argv = tg_kernel_boot_argv(&c->bench->kernel, TG_KERNEL_PLAIN, a);
	if (!t || !r->run.argv.items)
		return fl_arena_error(a, "the tests", err);
	*t = (struct ds_test){.shown = true,
		.argv = r->run.argv,
		.output = serial.len > DS_STDOUT_MAX ? FL_S("") : serial,
		.output_hash = r->verification.fixed.output_hash,
		.exit_status = r->verification.fixed.exit_status,
		.faulty = FL_S("fails")};
	r->tests = (struct fl_list){t, 1};
	ds_record_count_hidden(r);
	return 0;
}

static void take_provenance(struct ds_record *r, const struct ds_kernel_case *c, struct fl_arena *a)
{
	const struct tg_kernel *k = &c->bench->kernel;
	r->provenance = (struct ds_provenance){.origin = DS_SYNTHETIC,
		.source = k->name,
		.sha256 = ds_hash_text(r->fixed, a),
		.licence = k->licence,
		.faultline = FL_S(FL_VERSION),
		.compiler = c->facts->version,
		.debugger = c->facts->debugger,
		.seed = (int64_t)c->seed};
}

static int take_code(struct ds_record *r, const struct ds_kernel_case *c, struct fl_arena *a,
	struct fl_error *err)
{
	const struct tg_program *p = &c->bench->kernel.program;
	struct tg_program faulty;
	struct fl_list changed;
	int rc = tg_apply_all(p, c->site, a, &changed, err);
	rc = rc ? rc : tg_program_changed(p, &changed, a, &faulty, err);
	if (rc)
		return rc;
	r->fixed = tg_program_file(p, c->site->file)->content;
	r->buggy = tg_program_file(&faulty, c->site->file)->content;
	r->language = plat_language_of(c->site->file) == PLAT_C ? DS_LANG_C : DS_LANG_CXX;
	r->files = faulty.files;
	r->build = commands_of(&c->bench->kernel, a);
	return fl_arena_error(a, "a record", err);
}

static void take_class(struct ds_record *r, const struct ds_kernel_case *c)
{
	int op = tg_op_find(c->site->op);
	enum diag_class seen = evidence_class(c->seen->look.kind);
	r->evidence_class = (int)seen;
	r->error_class = (int)tg_op_class(op, seen, c->seen->look.kind);
	r->cwe = fl_slice_str(tg_ops[op].cwe);
}

/* What follows from the columns that are filled, in the order in which it does. */
static int derive(struct ds_record *r, const struct ds_kernel_case *c, struct fl_arena *a,
	struct fl_error *err)
{
	const struct ds_confidence confidence = {0};
	int rc = ds_compose_edits(r, &c->bench->kernel.program, c->site, a, err);
	rc = rc ? rc : ds_record_fault(r, a, &r->fault, err);
	if (rc)
		return rc;
	r->instruction = ds_instruction(r, a);
	rc = ds_prompt_make(r, a, &r->prompt, err);
	rc = rc ? rc : ds_reason_make(r, &confidence, a, &r->reasoning, err);
	rc = rc ? rc : ds_record_seal(r, a, err);
	return rc ? rc : ds_record_check(r, err);
}

int ds_kernel_compose(const struct ds_kernel_case *c, struct fl_arena *a,
	struct ds_record *ret_record, struct fl_error *err)
{
	struct ds_record *r = fl_object_new(a, &ds_record_shape);
	struct fl_error failed = {0};
	if (!r)
		return fl_arena_error(a, "a record", err);
	r->kind = DS_KIND_TRACE_FIX;
	int rc = platform_of(c, a, &r->platform, err);
	rc = rc ? rc : take_code(r, c, a, err);
	if (rc)
		return rc;
	take_class(r, c);
	take_outcome(r, c, a);
	take_provenance(r, c, a);
	r->context = ds_context_text(&c->seen->look.items, DS_KIND_TRACE_FIX, a, &failed);
	r->events = ds_events_text(&c->seen->look.items, a);
	if (failed.code)
		return fl_error_set(err, failed.code, "%s", failed.message);
	r->program = c->facts->program;
	r->group = c->bench->kernel.name;
	r->form = (int)c->form;
	r->prompt_bytes = c->prompt_bytes;
	rc = take_test(r, c, a, err);
	rc = rc ? rc : derive(r, c, a, err);
	if (rc == 0)
		*ret_record = *r;
	return rc;
}
