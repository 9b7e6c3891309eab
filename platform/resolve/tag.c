#include "platform/resolve/tag.h"

enum { LINE_SHOWN = 200 }; /* bytes of a line that are shown */

#define ROW(m, ...) FL_ROW(struct plat_evidence, m, __VA_ARGS__)
static const struct fl_field evidence_fields[] = {
	ROW(file, FL_TEXT, .doc = "file, relative to the project's root"),
	ROW(line, FL_INT, .doc = "line from 1; 0: all of the file"),
	ROW(text, FL_TEXT, .doc = "the line, or the words that say so"),
};
#undef ROW

static const struct fl_shape evidence_shape = {
	.name = "platform_evidence",
	.size = sizeof(struct plat_evidence),
	FL_SHAPE_FIELDS(evidence_fields),
	.doc = "A line that says what a file is written for.",
};

#define ROW(m, ...) FL_ROW(struct plat_reason, m, __VA_ARGS__)
static const struct fl_field reason_fields[] = {
	ROW(field, FL_TEXT, .doc = "field of the header"),
	ROW(from, FL_TEXT, .doc = "the source that decides"),
	ROW(confidence, FL_RATIO, .doc = "share of such claims that are right"),
	{FL_KEY("default"), .offset = offsetof(struct plat_reason, by_default), .kind = FL_BOOL,
		.doc = "nothing sets it: the compiler's default"},
	ROW(verified, FL_BOOL, .doc = "it compiles with it and not with less"),
	ROW(unknown, FL_TEXT, .doc = "why it has no value"),
	ROW(evidence, FL_LIST, .shape = &evidence_shape, .item = "line", .doc = "where it stands"),
};
#undef ROW

static const struct fl_shape reason_shape = {
	.name = "platform_reason",
	.size = sizeof(struct plat_reason),
	FL_SHAPE_FIELDS(reason_fields),
	.doc = "Why a field of a platform header is what it is.",
};

#define ROW(m, ...) FL_ROW(struct plat_tag, m, __VA_ARGS__)
#define OF_CONTEXT(m, k, d)                                                \
	{                                                                  \
		FL_KEY(#m), .kind = k, .doc = d,                           \
			    .offset = offsetof(struct plat_tag, context) + \
				      offsetof(struct plat_context, m)     \
	}
static const struct fl_field tag_fields[] = {
	ROW(file, FL_TEXT, .doc = "the file, relative to the project's root; empty: of a target"),
	ROW(target, FL_TEXT, .doc = "the target that compiles it; empty: several, or none"),
	OF_CONTEXT(platform, FL_TEXT, "target triple without the vendor"),
	OF_CONTEXT(compiler, FL_TEXT, "compiler and its version"),
	OF_CONTEXT(standard, FL_TEXT, "language standard"),
	OF_CONTEXT(mode, FL_TEXT, "user, kernel or firmware"),
	OF_CONTEXT(os, FL_TEXT, "operating system"),
	OF_CONTEXT(arch, FL_TEXT, "processor architecture"),
	OF_CONTEXT(features, FL_TEXTS, "instruction sets beyond the processor's least"),
	OF_CONTEXT(libs, FL_TEXTS, "libraries, with the version where one is stated"),
	OF_CONTEXT(sanitizers, FL_TEXTS, "sanitizers compiled in"),
	OF_CONTEXT(build, FL_TEXT, "build system, with the version where one is stated"),
	OF_CONTEXT(debug, FL_BOOL, "compiled with debug information"),
	ROW(reasons, FL_LIST, .shape = &reason_shape, .item = "reason",
		.doc = "why the fields are what they are"),
};
#undef ROW

const struct fl_shape plat_tag_reasons_shape = {
	.name = "platform_tag",
	.size = sizeof(struct plat_tag),
	FL_SHAPE_FIELDS(tag_fields),
	.doc = "What a file or target is built for, and why.",
};

const struct fl_shape plat_tag_shape = {
	.name = "platform_tag",
	.size = sizeof(struct plat_tag),
	.fields = tag_fields,
	.count = sizeof(tag_fields) / sizeof(tag_fields[0]) - 1,
	.doc = "What a file or target is built for.",
};

/*
 * How sources are called, and how often what they claim is right. The shares are set by hand, in
 * the order of the sources, until docs/platform-tag.md has measured ones.
 */
static const struct {
	const char *name;
	int64_t confidence;
} sources[] = {
	[PLAT_FROM_GIVEN] = {"flags", 10000},
	[PLAT_FROM_COMMANDS] = {"compile_commands", 9900},
	[PLAT_FROM_CONFIGURED] = {"configured", 9800},
	[PLAT_FROM_STATIC] = {"static", 9500},
	[PLAT_FROM_SOURCE] = {"source", 8500},
	[PLAT_FROM_COMPILER] = {"compiler", 8000},
	[PLAT_FROMS] = {"", 0},
};

static struct fl_slice shown(struct fl_slice text)
{
	return fl_slice_head(fl_slice_trim(text), LINE_SHOWN);
}

/* The line itself, of a build file; of commands and sources it is the words that say so. */
static struct plat_evidence evidence_of(
	const struct plat_fact *fact, struct plat_tree *tree, struct fl_arena *a)
{
	struct plat_evidence e = {fact->at.file, fact->at.line, shown(fact->text)};
	struct fl_slice text;
	if (fact->from == PLAT_FROM_STATIC && tree && e.file.len && e.line > 0 &&
		plat_tree_read(tree, e.file, a, &text, NULL) == 0)
		e.text = shown(fl_slice_line_at(text, e.line));
	return e;
}

static struct fl_list evidence_list(
	const struct plat_claim *c, struct plat_tree *tree, struct fl_arena *a)
{
	const struct plat_fact *facts = c->because.items;
	struct plat_evidence *list = fl_arena_array(a, c->because.len + 1, sizeof(*list));
	for (size_t i = 0; list && i < c->because.len; i++)
		list[i] = evidence_of(&facts[i], tree, a);
	return (struct fl_list){list, list ? c->because.len : 0};
}

int plat_tag_make(const struct plat_result *result, struct plat_tree *tree, struct fl_arena *a,
	struct plat_tag *ret_tag, struct fl_error *err)
{
	struct plat_tag tag = {.file = result->file, .target = result->target};
	struct plat_reason *reasons = fl_arena_array(a, PLAT_FIELDS, sizeof(*reasons));
	plat_claims_context(&result->claims, a, &tag.context);
	for (int f = 0; reasons && f < PLAT_FIELDS; f++) {
		const struct plat_claim *c = &result->claims.at[f];
		if (!c->seen)
			continue;
		reasons[tag.reasons.len++] = (struct plat_reason){
			.field = fl_slice_str(plat_context_shape.fields[f].name),
			.from = fl_slice_str(sources[c->from].name),
			.confidence = c->known ? sources[c->from].confidence : 0,
			.by_default = c->known && c->from == PLAT_FROM_COMPILER,
			.verified = c->checked,
			.unknown = fl_slice_str(c->known ? "" : c->why),
			.evidence = evidence_list(c, tree, a)};
	}
	tag.reasons.items = reasons;
	int rc = fl_arena_error(a, "a platform tag", err);
	if (rc)
		return rc;
	*ret_tag = tag;
	return 0;
}
