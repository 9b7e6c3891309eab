#include "datasets/terms/stated.h"

#include <ctype.h>

#include "datasets/terms/blocks.h"
#include "datasets/terms/profile.h"

/* Lines of one word that were read: all say the same, or none counts. */
struct lines {
	bool any, differ;
	int64_t value; /* -1: it cannot be read */
};

static void take(struct lines *l, int64_t value)
{
	l->differ = l->any && (l->differ || value != l->value);
	l->any = true;
	l->value = value;
}

/* "0.93 that …": a decimal number from 0 to 1 which ends there. In 1/10000ths, or -1. */
static int64_t read_confidence(struct fl_slice text)
{
	int64_t value = 0, unit = DS_WHOLE;
	bool more = false;
	size_t n = 0;
	if (!text.len || (text.ptr[0] != '0' && text.ptr[0] != '1'))
		return -1;
	value = text.ptr[n++] == '1' ? DS_WHOLE : 0;
	if (n + 1 < text.len && text.ptr[n] == '.' && isdigit((unsigned char)text.ptr[n + 1]))
		for (n++; n < text.len && isdigit((unsigned char)text.ptr[n]); n++) {
			unit /= 10;
			value += unit * (text.ptr[n] - '0');
			more = more || (unit == 0 && text.ptr[n] != '0');
		}
	bool ends = n == text.len || strchr(" \t,;", text.ptr[n]) ||
		    (text.ptr[n] == '.' && n + 1 == text.len);
	struct fl_slice rest = fl_slice_trim(fl_slice_skip(text, n));
	if (!ends || fl_slice_starts(rest, "%") || value > DS_WHOLE || (more && value == DS_WHOLE))
		return -1;
	return value;
}

static struct ds_stated settle(
	const struct lines *c, const struct lines *p, const char *what_if_none)
{
	struct ds_stated s = {.error_class = -1, .confidence = -1};
	if (c->any && !c->differ)
		s.error_class = (int)c->value;
	if (p->any && !p->differ)
		s.confidence = p->value;
	const char *problem = !c->any             ? what_if_none
			      : c->differ         ? "several classes are stated"
			      : s.error_class < 0 ? "what is stated is no class"
			      : !p->any           ? "no confidence is stated"
			      : p->differ         ? "several confidences are stated"
			      : s.confidence < 0  ? "the confidence is no number from 0 to 1"
						  : "";
	s.problem = fl_slice_str(problem);
	return s;
}

struct ds_stated ds_stated_read(struct fl_slice answer)
{
	struct ds_block_choice choice = ds_blocks_choose(answer);
	struct lines classes = {0}, confidences = {0};
	struct ds_block_walk w;
	struct ds_block b;
	ds_blocks_start(&w, answer);
	while (ds_blocks_next(&w, &b)) {
		struct fl_slice rest = fl_slice(answer.ptr + b.start, b.end - b.start), line, value;
		while (ds_block_counts(&b, &choice) && fl_slice_line(&rest, &line)) {
			line = ds_block_line(line);
			if (ds_block_word(line, "ERROR_CLASS", &value))
				take(&classes, fl_names_find(&diag_class_names, value));
			else if (ds_block_word(line, "CONFIDENCE", &value))
				take(&confidences, read_confidence(value));
		}
	}
	return settle(&classes, &confidences,
		choice.whole || !choice.broken ? "no class is stated"
					       : "the block of thought is not well-formed");
}

static int64_t member_confidence(const struct fl_json *v)
{
	if (v->type == FL_JINT)
		return v->num == 0 || v->num == 1 ? v->num * DS_WHOLE : -1;
	if (v->type != FL_JREAL || !(v->real >= 0) || v->real > 1)
		return -1;
	return (int64_t)(v->real * (double)DS_WHOLE + 0.5);
}

struct ds_stated ds_stated_member(const struct fl_json *v)
{
	struct lines classes = {0}, confidences = {0};
	for (const struct fl_json *at = v->type == FL_JOBJECT ? v->child : NULL; at;
		at = at->next) {
		if (fl_slice_eqs(at->key, "error_class"))
			take(&classes, fl_names_find(&diag_class_names, fl_json_str(at)));
		else if (fl_slice_eqs(at->key, "confidence"))
			take(&confidences, member_confidence(at));
	}
	return settle(&classes, &confidences, "no class is stated");
}

int64_t ds_stated_class_score(const struct ds_stated *s, int found)
{
	return s->error_class == found ? DS_WHOLE : 0;
}

int64_t ds_stated_confidence_score(const struct ds_stated *s, int found)
{
	int64_t right = s->error_class == found ? DS_WHOLE : 0, off = s->confidence - right;
	if (s->error_class < 0 || s->confidence < 0)
		return 0;
	return (DS_WHOLE + right - (off * off + DS_WHOLE / 2) / DS_WHOLE) / 2;
}
