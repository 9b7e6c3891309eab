#include "platform/make/state.h"

bool plat_mk_spend(struct mk_maker *m, size_t bytes)
{
	struct mk_work *w = m->work;
	if (w->steps >= MK_STEPS_MAX)
		return false;
	w->steps += bytes + 8;
	if (w->steps >= MK_STEPS_MAX)
		plat_mk_skip(w, m->at, "the makefiles expand to too much");
	return w->steps < MK_STEPS_MAX;
}

/* Put a variable on the list of those that a recipe is made of. */
static void note(struct mk_work *w, struct mk_var *v)
{
	if (!w->noting || v->round == w->round)
		return;
	struct mk_var **slot = fl_vec_add(&w->noted);
	if (slot)
		*slot = v;
	v->round = w->round;
}

static void expand_var(
	struct mk_maker *m, struct mk_var *v, const struct mk_vars *at, struct fl_buf *out)
{
	note(m->work, v);
	if (v->value.appends) {
		struct mk_var *under = NULL;
		for (at = at->up; at && !under; at = under ? at : at->up) {
			under = at->len ? plat_mk_var_here(at, v->name) : NULL;
			if (under && under->value.origin == MK_UNDEFINED)
				under = NULL;
			if (under)
				break;
		}
		if (under && under != v && m->depth < MK_DEPTH_MAX) {
			m->depth++;
			expand_var(m, under, at, out);
			m->depth--;
			fl_buf_char(out, ' ');
		}
	}
	if (!v->value.recursive) {
		fl_buf_slice(out, plat_mk_spend(m, v->value.text.len) ? v->value.text : FL_S("\1"));
	} else if (v->expanding) {
		fl_buf_char(out, MK_UNKNOWN);
	} else {
		v->expanding = true;
		plat_mk_expand(m, v->value.text, out);
		v->expanding = false;
	}
}

/* "$(@D)", "$(<F)": the directory or the name of each word of an automatic variable. */
static bool expand_part(struct mk_maker *m, struct fl_slice name, struct fl_buf *out)
{
	if (name.len != 2 || !strchr("@<^+*?|%", name.ptr[0]) || !name.ptr[0] ||
		(name.ptr[1] != 'D' && name.ptr[1] != 'F'))
		return false;
	struct fl_buf b;
	struct mk_list l = {.out = out};
	struct mk_word word;
	fl_buf_init(&b, MK_TEXT_MAX);
	plat_mk_value_of(m, fl_slice_head(name, 1), &b);
	struct mk_words w = plat_mk_words(fl_buf_view(&b));
	while (plat_mk_next(&w, &word)) {
		struct fl_slice dir = fl_path_directory(word.text);
		if (name.ptr[1] == 'F')
			dir = fl_path_name(word.text);
		else if (!dir.len)
			dir = FL_S(".");
		plat_mk_put(&l, dir, word.perhaps);
	}
	fl_buf_release(&b);
	return true;
}

void plat_mk_value_of(struct mk_maker *m, struct fl_slice name, struct fl_buf *out)
{
	for (struct mk_vars *at = m->scope; at; at = at->up) {
		struct mk_var *v = at->len ? plat_mk_var_here(at, name) : NULL;
		if (v && v->value.origin != MK_UNDEFINED) {
			expand_var(m, v, at, out);
			return;
		}
	}
	bool option = m->kbuild && fl_slice_starts(name, "CONFIG_");
	if (!expand_part(m, name, out) && (m->blind || option))
		fl_buf_char(out, MK_UNKNOWN);
}

/* "$(VAR:.c=.o)" and "$(VAR:%.c=%.o)": at is the place of the ':' */
static void substitute(struct mk_maker *m, struct fl_slice text, size_t at, struct fl_buf *out)
{
	struct fl_slice from = fl_slice_skip(text, at + 1), to;
	ptrdiff_t equals = fl_slice_chr(from, '=');
	to = fl_slice_skip(from, (size_t)equals + 1);
	from = fl_slice_head(from, (size_t)equals);
	bool percent = fl_slice_chr(from, '%') >= 0;
	struct fl_buf b;
	struct mk_list l = {.out = out};
	struct mk_word word;
	fl_buf_init(&b, MK_TEXT_MAX);
	plat_mk_value_of(m, fl_slice_head(text, at), &b);
	struct mk_words w = plat_mk_words(fl_buf_view(&b));
	while (plat_mk_next(&w, &word) && plat_mk_spend(m, word.text.len)) {
		struct fl_buf one;
		struct fl_slice stem;
		fl_buf_init(&one, MK_TEXT_MAX);
		if (percent && plat_mk_match(from, word.text, &stem)) {
			plat_mk_fill(&one, to, stem);
		} else if (!percent && fl_slice_ends_with(word.text, from)) {
			fl_buf_slice(&one, fl_slice_head(word.text, word.text.len - from.len));
			fl_buf_slice(&one, to);
		} else if (word.unknown && fl_slice_chr(word.text, MK_PACKAGE) < 0) {
			fl_buf_char(&one, MK_UNKNOWN);
		} else {
			fl_buf_slice(&one, word.text);
		}
		plat_mk_put(&l, fl_buf_view(&one), word.perhaps);
		fl_buf_release(&one);
	}
	fl_buf_release(&b);
}

/* What stands within the parentheses. */
static void expand_inner(struct mk_maker *m, struct fl_slice text, struct fl_buf *out)
{
	if (plat_mk_function(m, text, out))
		return;
	struct fl_buf b;
	fl_buf_init(&b, MK_TEXT_MAX);
	if (fl_slice_chr(text, '$') >= 0)
		plat_mk_expand(m, text, &b);
	else
		fl_buf_slice(&b, text);
	struct fl_slice name = fl_buf_view(&b);
	ptrdiff_t colon = fl_slice_chr(name, ':');
	if (colon > 0 && fl_slice_chr(fl_slice_skip(name, (size_t)colon), '=') > 0)
		substitute(m, name, (size_t)colon, out);
	else if (!plat_mk_clear(name))
		fl_buf_char(out, MK_UNKNOWN);
	else
		plat_mk_value_of(m, name, out);
	fl_buf_release(&b);
}

void plat_mk_expand(struct mk_maker *m, struct fl_slice text, struct fl_buf *out)
{
	if (m->depth >= MK_DEPTH_MAX || !plat_mk_spend(m, text.len)) {
		fl_buf_char(out, MK_UNKNOWN);
		return;
	}
	m->depth++;
	while (text.len) {
		ptrdiff_t dollar = fl_slice_chr(text, '$');
		size_t plain = dollar < 0 ? text.len : (size_t)dollar;
		fl_buf_add(out, text.ptr, plain);
		if (dollar < 0)
			break;
		size_t end = plat_mk_reference(text, plain);
		char c = plain + 1 < text.len ? text.ptr[plain + 1] : '\0';
		bool closed = end && strchr(")}", text.ptr[end - 1]);
		if (c == '$')
			fl_buf_char(out, '$');
		else if ((c == '(' || c == '{') && !closed)
			fl_buf_char(out, MK_UNKNOWN);
		else if (c == '(' || c == '{')
			expand_inner(m, fl_slice(text.ptr + plain + 2, end - plain - 3), out);
		else if (c)
			plat_mk_value_of(m, fl_slice(text.ptr + plain + 1, 1), out);
		text = fl_slice_skip(text, end);
		if (!plat_mk_spend(m, end - plain))
			break;
	}
	m->depth--;
}

struct fl_slice plat_mk_expanded(struct mk_maker *m, struct fl_slice text)
{
	struct fl_buf b;
	if (fl_slice_chr(text, '$') < 0)
		return fl_arena_slice(&m->work->arena, text);
	fl_buf_init(&b, MK_TEXT_MAX);
	plat_mk_expand(m, text, &b);
	if (b.failed)
		fl_buf_clear(&b), fl_buf_char(&b, MK_UNKNOWN);
	struct fl_slice s = fl_arena_slice(&m->work->arena, fl_buf_view(&b));
	fl_buf_release(&b);
	return s;
}

struct fl_slice plat_mk_plain(struct mk_maker *m, struct fl_slice word)
{
	struct fl_buf b;
	if (fl_slice_chr(word, MK_ROOT) < 0 && plat_mk_clear(word))
		return word;
	fl_buf_init(&b, MK_TEXT_MAX);
	for (size_t i = 0; i < word.len; i++) {
		bool behind = i + 1 < word.len && word.ptr[i + 1] == '/';
		if (word.ptr[i] >= MK_UNKNOWN && word.ptr[i] <= MK_CERTAIN)
			continue;
		if (word.ptr[i] != MK_ROOT)
			fl_buf_char(&b, word.ptr[i]);
		else if (behind)
			i++;
		else
			fl_buf_char(&b, '.');
	}
	struct fl_slice s = fl_arena_slice(&m->work->arena, fl_buf_view(&b));
	fl_buf_release(&b);
	return s;
}
