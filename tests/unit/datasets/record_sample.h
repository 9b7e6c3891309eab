/* A record that passes every check, for tests to damage. */
#ifndef FL_TESTS_RECORD_SAMPLE_H
#define FL_TESTS_RECORD_SAMPLE_H

#include "base/hash.h"
#include "base/json.h"
#include "base/literal/literal.h"
#include "datasets/registry.h"
#include "datasets/record/edits.h"
#include "debugsession/model.h"
#include "diag/model/class.h"
#include "sanitize/report/report.h"
#include "tracegen/evidence/symptom.h"
#include "tracegen/program.h"

static const char sample_fixed[] = "#include <stdio.h>\n"
				   "int main(void)\n"
				   "{\n"
				   "\tint a[3] = {1, 2, 3}, sum = 0;\n"
				   "\tfor (int i = 0; i < 3; i++)\n"
				   "\t\tsum += a[i];\n"
				   "\tprintf(\"%d\\n\", sum);\n"
				   "}\n";
static const char sample_buggy[] = "#include <stdio.h>\n"
				   "int main(void)\n"
				   "{\n"
				   "\tint a[3] = {1, 2, 3}, sum = 0;\n"
				   "\tfor (int i = 0; i <= 3; i++)\n"
				   "\t\tsum += a[i];\n"
				   "\tprintf(\"%d\\n\", sum);\n"
				   "}\n";

static inline struct fl_list sample_texts(struct fl_arena *a, const char *one, const char *two)
{
	struct fl_slice *s = fl_arena_array(a, 2, sizeof(*s));
	s[0] = fl_slice_str(one);
	s[1] = fl_slice_str(two);
	return (struct fl_list){s, 2};
}

static inline struct fl_slice sample_styled(
	struct fl_arena *a, const struct fl_shape *shape, const void *object, enum fl_style style)
{
	struct fl_item item = {.shape = shape, .object = object};
	const struct fl_items items = {.at = &item, .len = 1};
	struct fl_buf b;
	fl_buf_init(&b, 1 << 20);
	fl_literal_write(&b, &items, style, FL_MARK_DEBUG);
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&b));
	fl_buf_release(&b);
	return text;
}

static inline struct fl_slice sample_literal(
	struct fl_arena *a, const struct fl_shape *shape, const void *object)
{
	return sample_styled(a, shape, object, FL_TERSE);
}

static inline struct fl_slice sample_symptom(
	struct fl_arena *a, const char *kind, const char *message)
{
	struct tg_symptom *symptom = fl_object_new(a, &tg_symptom_shape);
	symptom->kind = fl_slice_str(kind);
	symptom->message = fl_slice_str(message);
	symptom->access = FL_S("read");
	symptom->size = 4;
	symptom->region = FL_S("stack variable 'a' of 12 bytes");
	return sample_literal(a, &tg_symptom_shape, symptom);
}

/* The objects of a context as JSON. */
static inline struct fl_slice sample_events(struct fl_arena *a, struct fl_slice context)
{
	struct fl_items items = {0};
	struct fl_buf b;
	fl_buf_init(&b, 1 << 20);
	if (fl_literal_read(context, &ds_registry, a, &items, NULL) == 0)
		fl_json_items(&b, &items);
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&b));
	fl_buf_release(&b);
	return text;
}

/* What a sanitizer said, with this message. */
static inline struct fl_slice sample_report(struct fl_arena *a, const char *message)
{
	return sample_symptom(a, "stack-buffer-overflow", message);
}

/* The prompt that goes with the context. */
static inline void sample_prompt(struct ds_record *r, struct fl_arena *a)
{
	r->instruction = FL_S("Mend this. Answer with a unified diff.");
	r->prompt = fl_arena_printf(a, "// program of %.*s\n// task: %.*s\n%s%.*s",
		FL_ARG(r->group), FL_ARG(r->instruction), sample_buggy, FL_ARG(r->context));
}

/* Everything but what sealing fills in. number makes records differ. */
static inline struct ds_record *sample_record(struct fl_arena *a, unsigned number)
{
	struct ds_record *r = fl_object_new(a, &ds_record_shape);
	struct ds_command *c = fl_arena_alloc(a, sizeof(*c));
	struct tg_file *f = fl_arena_alloc(a, sizeof(*f));
	struct ds_edit *e = fl_arena_alloc(a, sizeof(*e));
	struct ds_test *t = fl_arena_array(a, 3, sizeof(*t));
	char hex[65];
	const char *end = strchr(strstr(sample_fixed, "i < 3"), '<');
	r->kind = DS_KIND_SANITIZER_FIX;
	r->error_class = DIAG_CLASS_LOGIC;
	r->evidence_class = DIAG_CLASS_UB;
	r->cwe = FL_S("CWE-193");
	r->language = DS_LANG_C;
	r->platform = FL_S("// x86_64, gnu17\n");
	r->buggy = fl_slice_str(sample_buggy);
	r->fixed = fl_slice_str(sample_fixed);
	r->context = sample_report(a, "out of bounds");
	r->mutation = (struct ds_mutation){.operator= FL_S("loop-bound"),
		.file = FL_S("sum.c"),
		.line = 5,
		.col = 20,
		.original = FL_S("<"),
		.replacement = FL_S("<="),
		.offset = end - sample_fixed,
		.function = FL_S("main")};
	*e = (struct ds_edit){.operator= FL_S("loop-bound"),
		.file = FL_S("sum.c"),
		.original = FL_S("<"),
		.replacement = FL_S("<="),
		.offset = end - sample_fixed,
		.function = FL_S("main")};
	ds_edits_place(e, 1, r->fixed);
	r->edits = (struct fl_list){e, 1};
	r->reasoning = FL_S("<THOUGHT_START>\n/* ERROR_CLASS: logic\n"
			    " * ROOT_CAUSE: sum.c:5\n */\n<THOUGHT_END>\n");
	*f = (struct tg_file){.path = FL_S("sum.c"), .content = r->buggy};
	r->files = (struct fl_list){f, 1};
	c->argv = sample_texts(a, "gcc", "sum.c");
	r->build = (struct fl_list){c, 1};
	r->run.argv = sample_texts(a, "./program", "x");
	r->verification.level = DS_EXECUTED;
	r->verification.buggy.status = FL_S("stack-buffer-overflow");
	r->verification.buggy.end = FL_S("exit");
	r->verification.buggy.exit_status = 1;
	r->verification.buggy.sanitizer_kind = FL_S("stack-buffer-overflow");
	r->verification.fixed.same = true;
	r->verification.fixed.exit_status = 0;
	for (int i = 0; i < 3; i++) {
		static const char *const outputs[] = {"6\n", "6\n", "7\n"};
		t[i] = (struct ds_test){.shown = i == 0,
			.argv = sample_texts(a, "./program", i ? "y" : "x"),
			.output = fl_slice_str(outputs[i]),
			.faulty = FL_S("fails")};
		fl_sha256_hex(t[i].output, hex);
		t[i].output_hash = fl_arena_slice(a, fl_slice_str(hex));
	}
	r->tests = (struct fl_list){t, 3};
	ds_record_count_hidden(r);
	r->verification.fixed.output_hash = t[0].output_hash;
	r->provenance.source = FL_S("sum.c");
	fl_sha256_hex(r->fixed, hex);
	r->provenance.sha256 = fl_arena_slice(a, fl_slice_str(hex));
	r->provenance.faultline = FL_S("0.1.0");
	r->provenance.compiler = FL_S("gcc 12.2.0");
	r->program = r->group = fl_arena_printf(a, "group %u", number);
	sample_prompt(r, a);
	return r;
}

/* The same fault as a run without sanitizers shows it. */
static inline void sample_crash(struct ds_record *r, struct fl_arena *a)
{
	r->kind = DS_KIND_CRASH_REPORT;
	struct dbg_frame frame = {.function = FL_LIT("main"), .file = FL_LIT("sum.c"), .line = 6};
	struct tg_symptom_stack stack = {.role = SAN_ROLE_ACCESS, .frames = {&frame, 1}};
	struct tg_symptom *symptom = fl_object_new(a, &tg_symptom_shape);
	symptom->kind = FL_S("segv");
	symptom->message = FL_S("killed by signal 11 (SIGSEGV)");
	symptom->stacks = (struct fl_list){&stack, 1};
	r->context = sample_literal(a, &tg_symptom_shape, symptom);
	sample_prompt(r, a);
	r->verification.buggy.status = FL_S("segv");
	r->verification.buggy.end = FL_S("signal");
	r->verification.buggy.exit_status = -1;
	r->verification.buggy.signal = 11;
	r->verification.buggy.sanitizer_kind = FL_S("");
}

/* The same fault as a trace shows it. */
static inline void sample_trace(struct ds_record *r, struct fl_arena *a)
{
	r->kind = DS_KIND_TRACE_FIX;
	r->context = sample_symptom(a, fl_arena_slice(a, r->verification.buggy.status).ptr, "");
	r->events = sample_events(a, r->context);
	sample_prompt(r, a);
}

#endif
