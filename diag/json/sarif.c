/* SARIF in the stream: what of a log is looked at, and when. */
#include "diag/report/build.h"
#include <stdio.h>

#include "diag/json/sarif_impl.h"

/* A result or a notification, and what to do with it. */
struct waiting {
	const struct fl_json *value;
	void (*emit)(struct diag_parser *p, const struct fl_json *value);
};

void diag_sarif_init(struct diag_sarif *s)
{
	*s = (struct diag_sarif){0};
	fl_vec_init(&s->artifacts, sizeof(const struct fl_json *), DIAG_SARIF_SLOTS_MAX);
	fl_vec_init(&s->rules, sizeof(const struct fl_json *), DIAG_SARIF_SLOTS_MAX);
	diag_sarif_names_init(&s->names);
	fl_vec_init(&s->waiting, sizeof(struct waiting), DIAG_SARIF_WAIT);
}

void diag_sarif_release(struct diag_sarif *s)
{
	fl_vec_release(&s->artifacts);
	fl_vec_release(&s->rules);
	fl_vec_release(&s->names);
	fl_vec_release(&s->waiting);
}

/* What waits is emitted with what is known now. */
static void flush(struct diag_parser *p)
{
	struct diag_json *j = p->json;
	for (size_t i = 0; i < j->sarif.waiting.len && !p->rc; i++) {
		const struct waiting *w = fl_vec_at(&j->sarif.waiting, i);
		w->emit(p, w->value);
		if (j->scratch.failed == FL_ENOMEM)
			diag_build_fail(p, FL_ENOMEM);
		fl_arena_clear(&j->scratch);
	}
	j->sarif.waiting.len = 0;
	j->keep = false;
}

/* Say what results may have named and could not be kept. */
static void lost_tell(struct diag_parser *p)
{
	char message[160];
	int n = snprintf(message, sizeof(message),
		"SARIF: %llu of the rules, messages, bases and artifacts of a run are lost: there "
		"is room for %d MiB of them, and for %d of a kind",
		(unsigned long long)p->json->lost, DIAG_JSON_KEPT_MAX >> 20, DIAG_SARIF_SLOTS_MAX);
	struct diag_head h = {
		.level = DIAG_WARNING, .message = fl_slice(message, n > 0 ? (size_t)n : 0)};
	diag_build_begin(p, &h, NULL);
	diag_build_end(p);
}

static void run_end(struct diag_parser *p)
{
	struct diag_sarif *s = &p->json->sarif;
	flush(p);
	diag_lanes_finish(p); /* none may outlive the name of its tool */
	if (p->json->lost)
		lost_tell(p);
	p->json->lost = 0;
	s->artifacts.len = s->rules.len = s->names.len = 0;
	s->strings = s->bases = NULL;
	s->driver = (struct fl_slice){0};
	s->quirk = NULL;
	s->unit = NULL;
}

static void run_enter(struct diag_parser *p)
{
	run_end(p);
	fl_arena_clear(&p->json->arena);
	fl_arena_clear(&p->json->kept);
}

static void driver_take(struct diag_parser *p, const struct fl_json *v)
{
	struct diag_sarif *s = &p->json->sarif;
	s->driver = fl_json_str(v);
	s->quirk = diag_sarif_quirk_find(s->driver);
}

static void strings_take(struct diag_parser *p, const struct fl_json *v)
{
	p->json->sarif.strings = v;
	diag_sarif_names_of(p, v);
}

static void bases_take(struct diag_parser *p, const struct fl_json *v)
{
	p->json->sarif.bases = v;
	diag_sarif_names_of(p, v);
}

static void columns_take(struct diag_parser *p, const struct fl_json *v)
{
	struct fl_slice kind = fl_json_str(v);
	p->json->sarif.unit = fl_slice_eqs(kind, "utf16CodeUnits")      ? "utf16"
			      : fl_slice_eqs(kind, "unicodeCodePoints") ? "codepoint"
									: NULL;
}

/* Each artifact has an index, whether it has a location or not. */
static void artifact_enter(struct diag_parser *p)
{
	diag_sarif_slot_add(p, &p->json->sarif.artifacts);
}

static void artifact_take(struct diag_parser *p, const struct fl_json *v)
{
	diag_sarif_slot_set(p, &p->json->sarif.artifacts, v);
}

static void rule_take(struct diag_parser *p, const struct fl_json *v)
{
	struct diag_sarif *s = &p->json->sarif;
	diag_sarif_slot_add(p, &s->rules);
	diag_sarif_slot_set(p, &s->rules, v);
	diag_sarif_name_add(p, &s->rules, fl_json_str(fl_json_get(v, "id")), v);
	diag_sarif_names_of(p, fl_json_get(v, "messageStrings"));
}

static void wait(struct diag_parser *p, struct waiting waiting)
{
	struct diag_json *j = p->json;
	struct waiting *at = fl_vec_add(&j->sarif.waiting);
	if (!at) {
		diag_build_fail(p, FL_ENOMEM);
		return;
	}
	*at = waiting;
	j->keep = true;
	if (j->arena.used > DIAG_SARIF_WAIT || j->arena.failed)
		flush(p);
}

static void result_take(struct diag_parser *p, const struct fl_json *v)
{
	wait(p, (struct waiting){v, diag_sarif_result});
}

static void notification_take(struct diag_parser *p, const struct fl_json *v)
{
	wait(p, (struct waiting){v, diag_sarif_notification});
}

static const struct diag_json_part parts[] = {
	{"runs[]", .enter = run_enter},
	{"runs[].tool.driver.name", .take = driver_take, .kept = true},
	{"runs[].tool.driver.rules[]", .take = rule_take, .kept = true},
	{"runs[].tool.driver.globalMessageStrings", .take = strings_take, .kept = true},
	{"runs[].originalUriBaseIds", .take = bases_take, .kept = true},
	{"runs[].columnKind", .take = columns_take},
	{"runs[].artifacts[]", .enter = artifact_enter},
	{"runs[].artifacts[].location", .take = artifact_take, .kept = true},
	{"runs[].invocations[].toolExecutionNotifications[]", .take = notification_take},
	{"runs[].results[]", .take = result_take},
};

/* An object whose keys are those of a log, once it is sure that it has runs. */
static enum diag_json_verdict judge(const struct diag_json *j, const struct fl_json_token *t)
{
	static const char *const keys[] = {
		"$schema", "version", "runs", "inlineExternalProperties", "properties"};
	if (t->depth == 0)
		return t->what == FL_JSON_CLOSE ? DIAG_JSON_OTHER : DIAG_JSON_UNSURE;
	if (t->depth > 1)
		return DIAG_JSON_UNSURE;
	if (t->what == FL_JSON_OPEN && fl_slice_eqs(fl_slice(j->path, j->path_len), "runs[]"))
		return DIAG_JSON_SURE;
	if (t->what != FL_JSON_KEY)
		return DIAG_JSON_UNSURE;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (fl_slice_eqs(t->text, keys[i]))
			return DIAG_JSON_UNSURE;
	return DIAG_JSON_OTHER;
}

const struct diag_json_format diag_sarif_format = {.name = "SARIF",
	.first = '{',
	.from = 1U << DIAG_FROM_AUTO | 1U << DIAG_FROM_SARIF,
	.judge = judge,
	.parts = parts,
	.part_count = sizeof(parts) / sizeof(parts[0]),
	.end = run_end};
