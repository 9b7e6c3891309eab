/* What prefixes a line has: those that are known, and new ones. */
#include "base/prefix/prefix_priv.h"
#include "base/prefix/telling.h"

enum {
	CONTINUES_MAX = 256, /* so many lines without a prefix may belong to the one before them */
	FORGET = 4096, /* after so many there is no prefix any more */
	LOOKED_AT = 256, /* so many lines behind a prefix are all looked at, then one of SAMPLE */
	SAMPLE = 8
};

static unsigned flags_of(int form)
{
	return form < FL_PREFIX_FORMS_MAX ? fl_prefix_forms[form].flags : 0;
}

/* The end of the escape sequence at s, as far as it is there. */
static size_t escape_len(struct fl_slice s)
{
	size_t n = 2;
	if (s.len < 2)
		return s.len;
	if (s.ptr[1] == '[') {
		while (n < s.len && (s.ptr[n] < '@' || s.ptr[n] > '~'))
			n++;
		return n < s.len ? n + 1 : n;
	}
	if (s.ptr[1] != ']')
		return 2;
	while (n < s.len && s.ptr[n] != '\a' && s.ptr[n] != '\033')
		n++;
	return n < s.len && s.ptr[n] == '\033' ? n + 2 : n + 1;
}

/* Look at the line's head without its escape sequences. */
static void head_set(struct head *h, struct fl_slice line)
{
	h->text = fl_slice_head(line, HEAD_MAX);
	h->mapped = fl_slice_chr(h->text, '\033') >= 0;
	if (!h->mapped)
		return;
	size_t n = 0, i = 0;
	while (n < HEAD_MAX && i < line.len && i < UINT16_MAX - HEAD_MAX) {
		if (line.ptr[i] == '\033') {
			i += escape_len(fl_slice_skip(line, i));
			continue;
		}
		h->at[n] = (uint16_t)i;
		h->bytes[n++] = line.ptr[i++];
	}
	h->at[n] = (uint16_t)(i < line.len ? i : line.len);
	h->text = fl_slice(h->bytes, n);
}

/* Where byte n of the head is in the line. */
static size_t head_at(const struct head *h, size_t n)
{
	return h->mapped ? h->at[n] : n;
}

static bool regex_match(struct fl_prefix *p, struct fl_slice text, struct fl_prefix_match *m)
{
	regmatch_t found[2] = {{.rm_so = 0, .rm_eo = (regoff_t)text.len}};
	if (!text.len || regexec(&p->regex, text.ptr, 2, found, REG_STARTEND) || found[0].rm_so ||
		!found[0].rm_eo)
		return false;
	*m = (struct fl_prefix_match){.len = (size_t)found[0].rm_eo};
	if (found[1].rm_so >= 0) {
		size_t len = (size_t)(found[1].rm_eo - found[1].rm_so);
		m->key_len = len < sizeof(m->key) ? len : sizeof(m->key) - 1;
		memcpy(m->key, text.ptr + found[1].rm_so, m->key_len);
	}
	return true;
}

static bool form_match(
	struct fl_prefix *p, const struct known *k, struct fl_slice text, struct fl_prefix_match *m)
{
	if (k->form == FORM_REGEX)
		return regex_match(p, text, m);
	m->indent = k->indent;
	return fl_prefix_may_start(&fl_prefix_forms[k->form], text.ptr[0]) &&
	       fl_prefix_match(&fl_prefix_forms[k->form], text, m);
}

static uint32_t number_of(const struct fl_prefix_match *m)
{
	uint32_t number;
	return fl_slice_uint(fl_slice(m->key, m->key_len), &number) ? number : 0;
}

/* Numbers that go up line by line count the lines. */
static void count_along(struct node *n, const struct fl_prefix_match *m)
{
	uint32_t number = number_of(m);
	if (n->number != number) /* it may be looked at twice */
		n->in_turn = n->number && number == n->number + 1 ? n->in_turn + 1 : 0;
	n->number = number;
}

/* It was taken for a name on the line before, the first of all. */
static bool counts_after_all(struct fl_prefix *p, struct node *n, const struct known *k,
	const struct fl_prefix_match *m, struct fl_slice rest)
{
	if (!(flags_of(k->form) & FL_PREFIX_COUNTS) || k->counter)
		return false;
	count_along(n, m);
	if (!n->in_turn || n->last == NONE || p->nodes[n->last].form != k->form ||
		p->nodes[n->last].made + 1 != p->lines || fl_telling(rest))
		return false;
	for (int i = 1; i < NODES_MAX; i++)
		if (p->nodes[i].used && i != n->last && p->nodes + p->nodes[i].parent == n)
			return false;
	return true;
}

/*
 * The known form number i at a node has matched: the child, or NONE where the name is unknown, or
 * it may be another form's, which is looked at first.
 */
static int known_child(struct fl_prefix *p, int node, int i, const struct fl_prefix_match *m,
	struct fl_slice rest, bool again)
{
	struct node *n = &p->nodes[node];
	struct known *k = &n->known[i];
	unsigned flags = flags_of(k->form);
	k->stamp = p->lines;
	if (counts_after_all(p, n, k, m, rest)) {
		k->counter = true;
		fl_prefix_unname(p, n->last);
	}
	int child = fl_prefix_find(p, node, k->form, fl_slice(m->key, k->counter ? 0 : m->key_len));
	if (child != NONE || (flags & FL_PREFIX_KEYED) || (!again && !(flags & FL_PREFIX_SURE)))
		return child;
	return fl_prefix_child(p, node, *k, m);
}

static bool wanted(const struct fl_prefix *p, int form, int depth)
{
	if (!depth && p->form)
		return !strcmp(fl_prefix_forms[form].name, p->form);
	return depth || !(flags_of(form) & FL_PREFIX_INNER);
}

/*
 * Such a line as it stands, whatever a form says: no blank is in the place that it begins with.
 * ("[web] a.c:3:1: error: x" may tell as well, since names of files have blanks.)
 */
static bool tells_already(struct fl_slice text)
{
	ptrdiff_t blank = fl_slice_chr(text, ' '), colon = fl_slice_find(text, ": ");
	return (blank < 0 || !blank || (colon >= 0 && blank > colon)) &&
	       fl_telling(text) == FL_TELLING_STRICT;
}

struct found {
	int forms[DEPTH_MAX], count;
};

/* Much is set in that no whole log is: quotes, candidates, source. */
static bool is_set_in(const struct found *found)
{
	for (int i = 0; i < found->count; i++)
		if (flags_of(found->forms[i]) & FL_PREFIX_INDENT)
			return true;
	return false;
}

/* Does it tell behind the last of the forms? */
static bool tells_behind(
	const struct fl_prefix *p, const struct found *found, int depth, struct fl_slice rest)
{
	bool sure = flags_of(found->forms[found->count - 1]) & FL_PREFIX_SURE;
	if (!depth && p->form)
		return true;
	if (is_set_in(found))
		return sure ? fl_telling(rest) == FL_TELLING_STRICT : fl_telling_certain(rest);
	return fl_telling(rest) >= (sure ? FL_TELLING_LOOSE : FL_TELLING_STRICT);
}

/* Is there a prefix of forms behind which the text tells? `counting`: whose lines these are. */
static bool detect(struct fl_prefix *p, struct fl_slice text, int depth, struct node *counting,
	struct found *found)
{
	struct fl_prefix_match m;
	int at = found->count;
	bool looked = false;
	if (at == DEPTH_MAX || !text.len)
		return false;
	const struct fl_prefix_forms_set set = fl_prefix_fitting(p, text);
	for (int form = fl_prefix_next(&set, 0); form < FL_PREFIX_FORMS_MAX;
		form = fl_prefix_next(&set, form + 1)) {
		const struct fl_prefix_form *f = &fl_prefix_forms[form];
		m.indent = 0;
		if (!wanted(p, form, depth) || !fl_prefix_match(f, text, &m))
			continue;
		if (!looked && !(f->flags & FL_PREFIX_LIKE_PLACE)) {
			if (tells_already(text))
				return false;
			looked = true;
		}
		struct fl_slice rest = fl_slice_skip(text, m.len);
		if ((flags_of(form) & FL_PREFIX_COUNTS) && counting)
			count_along(counting, &m);
		found->forms[at] = form;
		found->count = at + 1;
		if (detect(p, rest, depth + 1, NULL, found))
			return true;
		found->count = at + 1;
		if (tells_behind(p, found, depth, rest))
			return true;
	}
	found->count = at;
	return false;
}

static int depth_of(const struct fl_prefix *p, int node)
{
	int depth = 0;
	while ((node = p->nodes[node].parent) != NONE)
		depth++;
	return depth;
}

/* On to a child, whose prefix the match is. */
static void go_to(struct fl_prefix *p, struct way *way, int child, const struct fl_prefix_match *m)
{
	struct node *n = &p->nodes[way->node];
	n->last = child;
	n->between = 0;
	way->node = child;
	way->len += m->len;
	way->flags |= flags_of(p->nodes[child].form);
	way->joins = way->joins || m->joins;
	way->piece = way->piece || m->piece;
	if (m->piece || p->nodes[child].midline)
		way->carrier = child;
}

/*
 * A known form: go on to its child. *ret_unknown: it has a name that was not told; again: what is
 * new was looked at, so a name that was not seen yet is one.
 */
static bool go_known(
	struct fl_prefix *p, struct way *way, struct fl_slice text, bool again, bool *ret_unknown)
{
	struct node *n = &p->nodes[way->node];
	struct fl_prefix_match m;
	*ret_unknown = false;
	for (int i = 0; i < n->known_count && text.len; i++) {
		int form = n->known[i].form;
		if (form == FORM_RECORD || !form_match(p, &n->known[i], text, &m))
			continue;
		int child = known_child(p, way->node, i, &m, fl_slice_skip(text, m.len), again);
		if (child == NONE) {
			*ret_unknown = true;
			continue;
		}
		go_to(p, way, child, &m);
		return true;
	}
	return false;
}

/* The number is that of the line in the stream. */
static bool is_ordinal(const struct fl_prefix *p, int node, const struct fl_prefix_match *m)
{
	return node == ROOT && !p->skipped && number_of(m) == p->lines;
}

/* Something new at the way's node: it is known from now on. */
static bool go_new(struct fl_prefix *p, struct way *way, struct fl_slice text)
{
	struct found found = {.count = 0};
	struct node *n = &p->nodes[way->node];
	if (p->has_regex && way->node == ROOT)
		return false;
	if (!detect(p, text, depth_of(p, way->node), n, &found))
		return false;
	for (int i = 0; i < found.count; i++) {
		struct fl_prefix_match m;
		struct known *k = fl_prefix_know(p, way->node, found.forms[i]);
		k->indent = 0;
		if (!form_match(p, k, text, &m))
			return true;
		if (flags_of(k->form) & FL_PREFIX_INDENT)
			k->indent = m.indent;
		if (flags_of(k->form) & FL_PREFIX_COUNTS)
			k->counter = !i && (n->in_turn > 1 || is_ordinal(p, way->node, &m));
		text = fl_slice_skip(text, m.len);
		go_to(p, way, fl_prefix_child(p, way->node, *k, &m), &m);
	}
	return true;
}

/* A headline that is not set in: the lines from here on are not. */
static void indent_end(struct fl_prefix *p, struct node *n, struct fl_slice text)
{
	for (int i = 0; i < n->known_count; i++) {
		if (!(flags_of(n->known[i].form) & FL_PREFIX_INDENT) || !text.len ||
			text.ptr[0] == ' ' || fl_telling(text) != FL_TELLING_STRICT)
			continue;
		n->known_count--;
		memmove(n->known + i, n->known + i + 1,
			(size_t)(n->known_count - i) * sizeof(n->known[0]));
		if (n->last != NONE && flags_of(p->nodes[n->last].form) & FL_PREFIX_INDENT)
			n->last = NONE;
	}
}

/* A line without the prefix that others have continues the last of them, if not long after. */
static void go_on(struct fl_prefix *p, struct way *way, bool unknown)
{
	struct node *n = &p->nodes[way->node];
	if (++n->between > FORGET && way->node == ROOT && !p->has_regex && !p->form)
		n->known_count = 0;
	while (!unknown && n->last != NONE && n->between <= CONTINUES_MAX) {
		way->node = n->last;
		n = &p->nodes[way->node];
	}
}

/* What continues a line in the middle starts with no prefix: it goes where that line went. */
static bool goes_on(struct fl_prefix *p, struct way *way)
{
	if (!way->joins && !p->nodes[way->node].midline)
		return false;
	while (p->nodes[way->node].last != NONE)
		way->node = p->nodes[way->node].last;
	return true;
}

/* Behind a prefix that has long had no other behind it, a few lines stand for all. */
static bool worth_a_look(struct node *n)
{
	return n->looked++ < LOOKED_AT || n->looked % SAMPLE == 0;
}

/* Down the tree from a node, by what the line has. */
struct way fl_prefix_walk(struct fl_prefix *p, int node, struct fl_slice line)
{
	struct way way = {.node = node, .carrier = NONE};
	head_set(&p->head, line);
	bool unknown = false;
	for (int depth = 0; depth < DEPTH_MAX && !goes_on(p, &way); depth++) {
		struct fl_slice rest = fl_slice_skip(p->head.text, way.len);
		p->nodes[way.node].stamp = p->lines;
		if (go_known(p, &way, rest, false, &unknown))
			continue;
		if ((unknown || worth_a_look(&p->nodes[way.node])) && go_new(p, &way, rest))
			break;
		if (unknown && go_known(p, &way, rest, true, &unknown))
			continue;
		indent_end(p, &p->nodes[way.node], rest);
		if (p->nodes[way.node].known_count)
			go_on(p, &way, unknown);
		break;
	}
	if (way.carrier != NONE)
		p->nodes[way.carrier].midline = way.piece;
	way.len = way.len ? head_at(&p->head, way.len) : 0;
	return way;
}

bool fl_prefix_starts(struct fl_prefix *p, struct fl_slice line)
{
	struct fl_prefix_match m;
	struct found found = {.count = 0};
	if (!line.len)
		return false;
	fl_buf_clear(&p->decoded);
	if (fl_prefix_record_may(line) && fl_prefix_record(line, &p->decoded, &m))
		return true;
	head_set(&p->head, line);
	return detect(p, p->head.text, 0, &p->nodes[ROOT], &found);
}

bool fl_prefix_may(struct fl_prefix *p, struct fl_slice line)
{
	struct fl_prefix_match m;
	struct found found = {.count = 0};
	if (fl_prefix_record_may(line))
		return true;
	head_set(&p->head, line);
	struct fl_slice text = p->head.text;
	if (!text.len)
		return false;
	const struct fl_prefix_forms_set set = fl_prefix_fitting(p, text);
	for (int form = fl_prefix_next(&set, 0); form < FL_PREFIX_FORMS_MAX;
		form = fl_prefix_next(&set, form + 1)) {
		const struct fl_prefix_form *f = &fl_prefix_forms[form];
		m.indent = 0;
		if ((f->flags & FL_PREFIX_SURE) && wanted(p, form, 0) &&
			fl_prefix_match(f, text, &m))
			return true;
	}
	return detect(p, text, 0, NULL, &found);
}
