/* A SARIF result as a diagnostic. */
#include "diag/report/build.h"
#include "diag/report/place.h"
#include "diag/report/snippet.h"
#include "diag/json/sarif_impl.h"

enum { ARGUMENTS_MAX = 256, ARGUMENTS_BYTES = 64 << 10 };

static const struct diag_sarif_quirk quirks[] = {
	{.driver = "clang-tidy", .tool = "clang-tidy"},
	{.driver = "clang",
		.tool = "clang",
		.main_last = true,
		.number_rules = true,
		.note_results = true},
	{.driver = "GNU ", /* "GNU C++17" */
		.tool = "gcc",
		.unit = "display", /* 13 and 14 do not say; 15 does */
		.here = "PWD",
		.level_rules = true,
		.note_results = true},
};

const struct diag_sarif_quirk *diag_sarif_quirk_find(struct fl_slice driver)
{
	for (size_t i = 0; i < sizeof(quirks) / sizeof(quirks[0]); i++)
		if (fl_slice_starts(driver, quirks[i].driver))
			return &quirks[i];
	return NULL;
}

static const struct {
	const char *word;
	enum diag_level level;
} levels[] = {
	{"error", DIAG_ERROR},
	{"warning", DIAG_WARNING},
	{"note", DIAG_NOTE},
	{"none", DIAG_REMARK},
};

/* What gcc names rules for that no flag controls. */
static const struct {
	const char *word;
	enum diag_level level;
} level_rules[] = {
	{"error", DIAG_ERROR},
	{"warning", DIAG_WARNING},
	{"note", DIAG_NOTE},
	{"fatal error", DIAG_FATAL},
	{"permerror", DIAG_ERROR},
	{"pedwarn", DIAG_WARNING},
	{"sorry, unimplemented", DIAG_ERROR},
	{"internal compiler error", DIAG_FATAL},
};

static const struct fl_json *element(const struct fl_json *array, int64_t index)
{
	const struct fl_json *v = array && array->type == FL_JARRAY ? array->child : NULL;
	for (; v && index > 0; v = v->next)
		index--;
	return index < 0 ? NULL : v;
}

/* The rule of a result: by its index, or its id; those of the tool's extensions are not read. */
static const struct fl_json *rule_of(struct diag_sarif *s, const struct fl_json *result)
{
	const struct fl_json *reference = fl_json_get(result, "rule");
	int64_t index = fl_json_int(
		fl_json_get(result, "ruleIndex"), fl_json_int(fl_json_get(reference, "index"), -1));
	if (fl_json_get(reference, "toolComponent"))
		return NULL;
	const struct fl_json *rule = diag_sarif_slot(&s->rules, index);
	return rule ? rule
		    : diag_sarif_name_find(
			      s, &s->rules, fl_json_str(fl_json_get(result, "ruleId")));
}

static bool level_find(struct fl_slice word, enum diag_level *ret_level)
{
	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
		if (fl_slice_eqs(word, levels[i].word)) {
			*ret_level = levels[i].level;
			return true;
		}
	return false;
}

/* Section 3.27.10: the result's own, or its rule's, or "warning"; "none" where nothing failed. */
static enum diag_level level_of(const struct fl_json *result, const struct fl_json *rule)
{
	const struct fl_json *usual = fl_json_get(rule, "defaultConfiguration");
	struct fl_slice kind = fl_json_str(fl_json_get(result, "kind"));
	enum diag_level level = DIAG_WARNING;
	if (level_find(fl_json_str(fl_json_get(result, "level")), &level))
		return level;
	if (kind.len && !fl_slice_eqs(kind, "fail"))
		return DIAG_REMARK;
	level_find(fl_json_str(fl_json_get(usual, "level")), &level);
	return level;
}

static bool all_digits(struct fl_slice s)
{
	uint32_t n;
	return s.len && fl_slice_uint(s, &n) == s.len;
}

/* The code, and what the rule says of the level beyond the words of SARIF. */
static void rule_read(struct diag_parser *p, const struct fl_json *result, struct diag_head *h)
{
	struct diag_sarif *s = &p->json->sarif;
	const struct fl_json *rule = rule_of(s, result);
	const struct fl_json *usual = fl_json_get(rule, "defaultConfiguration");
	h->level = level_of(result, rule);
	h->code = fl_json_str(fl_json_get(result, "ruleId"));
	if (!h->code.len)
		h->code = fl_json_str(fl_json_get(rule, "id"));
	if (s->quirk && s->quirk->number_rules && all_digits(h->code)) {
		h->code = (struct fl_slice){0};
		if (h->level == DIAG_ERROR && fl_json_int(fl_json_get(usual, "rank"), 0) == 100)
			h->level = DIAG_FATAL;
	}
	if (!s->quirk || !s->quirk->level_rules)
		return;
	for (size_t i = 0; i < sizeof(level_rules) / sizeof(level_rules[0]); i++)
		if (fl_slice_eqs(h->code, level_rules[i].word)) {
			h->code = (struct fl_slice){0};
			h->level = level_rules[i].level;
			return;
		}
}

/* All braces stand doubled, as section 3.11.5 wants; clang writes them as they are. */
static bool braces_doubled(struct fl_slice s)
{
	size_t run = 0;
	bool any = false;
	for (size_t i = 0; i <= s.len; i++) {
		bool brace = i < s.len && (s.ptr[i] == '{' || s.ptr[i] == '}');
		if (brace && run && s.ptr[i] != s.ptr[i - 1] && run % 2)
			return false;
		if (!brace && run % 2)
			return false;
		run = brace ? run + 1 : 0;
		any |= brace;
	}
	return any;
}

/*
 * Put the arguments into "{0}" and undouble braces. One that would make the message longer by more
 * than ARGUMENTS_BYTES in all stays out: each may be named as often as its number fits.
 */
static struct fl_slice message_fill(
	struct fl_arena *a, struct fl_slice text, const struct fl_json *arguments)
{
	struct fl_buf out;
	bool doubled = arguments || braces_doubled(text);
	size_t room = ARGUMENTS_BYTES;
	if (!doubled)
		return text;
	fl_buf_init(&out, DIAG_JSON_TEXT_MAX);
	for (size_t i = 0; i < text.len; i++) {
		struct fl_slice rest = fl_slice_skip(text, i);
		uint32_t index;
		size_t n = rest.ptr[0] == '{' ? fl_slice_uint(fl_slice_skip(rest, 1), &index) : 0;
		if (fl_slice_starts(rest, "{{") || fl_slice_starts(rest, "}}")) {
			fl_buf_char(&out, rest.ptr[0]);
			i++;
			continue;
		}
		struct fl_slice argument = {0};
		bool named = n && index < ARGUMENTS_MAX &&
			     fl_slice_starts(fl_slice_skip(rest, n + 1), "}");
		if (named)
			argument = fl_json_str(element(arguments, index));
		if (named && argument.len <= room) {
			fl_buf_slice(&out, argument);
			room -= argument.len;
			i += n + 1;
		} else {
			fl_buf_char(&out, rest.ptr[0]);
		}
	}
	if (out.failed == FL_ENOMEM)
		a->failed = FL_ENOMEM; /* what the caller looks at */
	text = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return text;
}

/* Section 3.11: text, or an id of a text that the rule or the driver has. */
static struct fl_slice message_of(
	struct diag_parser *p, const struct fl_json *message, const struct fl_json *rule)
{
	struct diag_json *j = p->json;
	struct fl_slice text = fl_json_str(fl_json_get(message, "text")),
			id = fl_json_str(fl_json_get(message, "id"));
	struct diag_sarif *s = &j->sarif;
	const struct fl_json *ours = fl_json_get(rule, "messageStrings");
	ours = diag_sarif_name_find(s, ours, id);
	if (!ours)
		ours = diag_sarif_name_find(s, s->strings, id);
	if (!text.len && id.len)
		text = fl_json_str(fl_json_get(ours, "text"));
	if (!text.len)
		text = fl_json_str(fl_json_get(message, "markdown"));
	return message_fill(&j->scratch, text, fl_json_get(message, "arguments"));
}

static void note_add(struct diag_parser *p, const struct diag_sarif_place *place,
	struct fl_slice message, enum diag_note_kind kind)
{
	struct diag_lane *lane = p->lane;
	struct diag_head h = {.file = place->file,
		.line = place->range.line,
		.col = place->range.col,
		.message = message};
	size_t index = lane->notes.len;
	diag_build_note(p, &h, kind);
	diag_snippet_stop(p);
	if (lane->notes.len <= index)
		return;
	struct diag_note *n = fl_vec_at(&lane->notes, index);
	n->source_line = diag_build_text(p, place->source_line);
	if (!fl_slice_eq(place->unit, lane->d.col_unit))
		n->col_unit = diag_build_text(p, place->unit);
}

/* How deep a note is nested, where the producer says so; at most as deep as one more. */
static void note_nest(struct diag_parser *p, size_t index, const struct fl_json *location)
{
	const struct fl_json *level =
		fl_json_get(fl_json_get(location, "properties"), "nestingLevel");
	const struct fl_vec *notes = &p->lane->notes;
	if (!level || index >= notes->len || index == 0)
		return;
	int64_t up = fl_json_int(level, 0), parent = (int64_t)index - 1, depth = 0;
	for (int64_t at = parent; at >= 0; depth++)
		at = ((const struct diag_note *)fl_vec_at(notes, (size_t)at))->parent;
	for (; depth > up && parent >= 0; depth--)
		parent = ((const struct diag_note *)fl_vec_at(notes, (size_t)parent))->parent;
	((struct diag_note *)fl_vec_at(notes, index))->parent = up > 0 ? parent : -1;
}

/* A range of the diagnostic; the first one around its place says where that ends. */
static void range_add(struct diag_parser *p, const struct diag_sarif_place *place)
{
	struct diag_diagnostic *d = &p->lane->d;
	if (!place->wide || !fl_slice_eq(place->file, d->file))
		return;
	if (!d->end_line && diag_range_contains(&place->range, d->line, d->col)) {
		d->end_line = place->range.end_line;
		d->end_col = place->range.end_col;
	}
	diag_build_range(p, place->range);
}

/* "includes" and "isIncludedBy" lead to the files that include this one. */
static bool is_including(const struct fl_json *location)
{
	const struct fl_json *links = fl_json_get(location, "relationships");
	for (const struct fl_json *l = links ? links->child : NULL; l; l = l->next) {
		const struct fl_json *kinds = fl_json_get(l, "kinds");
		for (const struct fl_json *k = kinds ? kinds->child : NULL; k; k = k->next)
			if (fl_slice_eqs(fl_json_str(k), "includes"))
				return true;
	}
	return false;
}

static void related_add(struct diag_parser *p, const struct fl_json *result)
{
	const struct fl_json *related = fl_json_get(result, "relatedLocations");
	for (const struct fl_json *l = related ? related->child : NULL; l; l = l->next) {
		struct diag_sarif_place place;
		size_t index = p->lane->notes.len;
		struct fl_slice message = message_of(p, fl_json_get(l, "message"), NULL);
		diag_sarif_place_read(p, l, &place);
		if (message.len)
			note_add(p, &place, message, diag_note_kind_of(message));
		else if (is_including(l))
			note_add(p, &place, FL_S("in file included from here"), DIAG_NOTE_INCLUDE);
		else
			range_add(p, &place);
		note_nest(p, index, l);
	}
}

/* The function that the place is in. */
static void function_add(struct diag_parser *p, const struct fl_json *location)
{
	const struct fl_json *logical = element(fl_json_get(location, "logicalLocations"), 0);
	struct fl_slice name = fl_json_str(fl_json_get(logical, "fullyQualifiedName"));
	struct diag_sarif_place place = {.file = p->lane->d.file};
	if (!name.len)
		name = fl_json_str(fl_json_get(logical, "name"));
	if (name.len && fl_slice_eqs(fl_json_str(fl_json_get(logical, "kind")), "function"))
		note_add(p, &place,
			fl_arena_printf(&p->json->scratch, "In function '%.*s'", FL_ARG(name)),
			DIAG_NOTE_FUNCTION);
}

static void flows_add(struct diag_parser *p, const struct fl_json *result)
{
	const struct fl_json *flow = element(fl_json_get(result, "codeFlows"), 0);
	const struct fl_json *threads = fl_json_get(flow, "threadFlows");
	int number = 0;
	for (const struct fl_json *t = threads ? threads->child : NULL; t; t = t->next) {
		const struct fl_json *steps = fl_json_get(t, "locations");
		for (const struct fl_json *s = steps ? steps->child : NULL; s; s = s->next) {
			const struct fl_json *l = fl_json_get(s, "location");
			struct fl_slice message = message_of(p, fl_json_get(l, "message"), NULL);
			struct diag_sarif_place place;
			diag_sarif_place_read(p, l, &place);
			/* As the text numbers them. */
			message = fl_arena_printf(
				&p->json->scratch, "(%d) %.*s", ++number, FL_ARG(message));
			note_add(p, &place, message, DIAG_NOTE_EVENT);
		}
	}
}

/* Each fix is an alternative: the first one is taken, the edits of the others are left out. */
static void fixes_add(struct diag_parser *p, const struct fl_json *result)
{
	const struct fl_json *fixes = fl_json_get(result, "fixes");
	for (const struct fl_json *f = fixes ? fixes->child : NULL; f; f = f->next) {
		const struct fl_json *changes = fl_json_get(f, "artifactChanges");
		for (const struct fl_json *c = changes ? changes->child : NULL; c; c = c->next) {
			const struct fl_json *edits = fl_json_get(c, "replacements");
			struct fl_slice file =
				diag_sarif_file(p, fl_json_get(c, "artifactLocation"));
			for (const struct fl_json *e = edits ? edits->child : NULL; e;
				e = e->next) {
				struct diag_range r;
				diag_sarif_region_read(fl_json_get(e, "deletedRegion"), &r);
				if (f != fixes->child || !r.line) {
					p->lane->d.omitted++;
					continue;
				}
				struct fl_slice text = fl_json_str(
					fl_json_get(fl_json_get(e, "insertedContent"), "text"));
				diag_build_fixit(
					p, (struct diag_fixit){.note = -1,
						   .file = file,
						   .line = r.line,
						   .col = r.col,
						   .end_line = r.end_line,
						   .end_col = r.end_col ? r.end_col : r.col,
						   .text = text});
			}
		}
	}
}

static const struct fl_json *last_of(const struct fl_json *v)
{
	while (v && v->next)
		v = v->next;
	return v;
}

/* The place of the result itself, and the ranges that stand beside it. */
static const struct fl_json *main_location(struct diag_parser *p, const struct fl_json *result)
{
	const struct diag_sarif_quirk *quirk = p->json->sarif.quirk;
	const struct fl_json *locations = fl_json_get(result, "locations");
	const struct fl_json *first = locations ? locations->child : NULL;
	return quirk && quirk->main_last ? last_of(first) : first;
}

static void ranges_add(
	struct diag_parser *p, const struct fl_json *result, const struct fl_json *own)
{
	const struct fl_json *locations = fl_json_get(result, "locations"),
			     *annotations = fl_json_get(own, "annotations");
	struct diag_sarif_place place;
	for (const struct fl_json *l = locations ? locations->child : NULL; l; l = l->next) {
		diag_sarif_place_read(p, l, &place);
		range_add(p, &place);
	}
	for (const struct fl_json *r = annotations ? annotations->child : NULL; r; r = r->next) {
		place = (struct diag_sarif_place){.file = p->lane->d.file, .wide = true};
		diag_sarif_region_read(r, &place.range);
		range_add(p, &place);
	}
}

static void tool_set(struct diag_parser *p)
{
	p->lane->told = true;
	const struct diag_sarif *s = &p->json->sarif;
	p->lane->d.tool = s->quirk ? fl_slice_str(s->quirk->tool) : diag_build_text(p, s->driver);
}

/* Start a diagnostic at the place. */
static void begin(struct diag_parser *p, struct diag_head *h, const struct diag_sarif_place *place)
{
	h->file = place->file;
	h->line = place->range.line;
	h->col = place->range.col;
	diag_build_begin(p, h, NULL);
	diag_snippet_stop(p);
	tool_set(p);
	struct diag_diagnostic *d = &p->lane->d;
	d->source_line = diag_build_text(p, place->source_line);
	d->col_unit = place->unit;
	if (place->wide) {
		d->end_line = place->range.end_line;
		d->end_col = place->range.end_col;
	}
}

/* Nothing is wrong, or not any more. */
static bool is_over(const struct fl_json *result)
{
	struct fl_slice kind = fl_json_str(fl_json_get(result, "kind"));
	return fl_slice_eqs(kind, "pass") || fl_slice_eqs(kind, "notApplicable") ||
	       fl_slice_eqs(fl_json_str(fl_json_get(result, "baselineState")), "absent");
}

void diag_sarif_result(struct diag_parser *p, const struct fl_json *result)
{
	struct diag_sarif *s = &p->json->sarif;
	struct diag_head h = {0};
	struct diag_sarif_place place;
	if (is_over(result) || diag_sarif_own(p, result))
		return;
	const struct fl_json *own = main_location(p, result);
	rule_read(p, result, &h);
	h.message =
		fl_slice_trim(message_of(p, fl_json_get(result, "message"), rule_of(s, result)));
	diag_sarif_place_read(p, own, &place);
	if (h.level == DIAG_NOTE && s->quirk && s->quirk->note_results && p->lane->open) {
		note_add(p, &place, h.message, diag_note_kind_of(h.message));
		return;
	}
	begin(p, &h, &place);
	ranges_add(p, result, own);
	function_add(p, own);
	related_add(p, result);
	flows_add(p, result);
	fixes_add(p, result);
}

/* What the tool says of its own run: gcc's internal errors, say. */
void diag_sarif_notification(struct diag_parser *p, const struct fl_json *notification)
{
	const struct fl_json *locations = fl_json_get(notification, "locations");
	struct fl_slice id =
		fl_json_str(fl_json_get(fl_json_get(notification, "descriptor"), "id"));
	struct diag_head h = {.level = level_of(notification, NULL),
		.message = message_of(p, fl_json_get(notification, "message"), NULL)};
	struct diag_sarif_place place;
	if (fl_slice_find(id, "INTERNAL COMPILER ERROR") >= 0)
		h.level = DIAG_FATAL;
	diag_sarif_place_read(p, locations ? locations->child : NULL, &place);
	begin(p, &h, &place);
	diag_build_end(p);
}
