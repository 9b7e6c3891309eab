/*
 * misremembered-name: somebody remembers a name of another place (a member, a function, a constant)
 * as another one, and writes that wherever the function uses it.
 */
#include "tracegen/operators/files.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/spelling.h"
#include "tracegen/operators/throughout.h"

static struct fl_slice remembered(const struct tg_unit *u, const struct fl_vec *words,
	struct fl_arena *a, const struct tg_node *n)
{
	struct fl_slice word = tg_other_word(a, n->name, n->name_at);
	/* Nobody who writes line_count all day has lineCount in mind. */
	bool plain = fl_slice_chr(n->name, '_') >= 0 || tg_draw(u, n, 2);
	struct fl_slice style = tg_other_style(a, n->name, plain);
	bool word_first = tg_draw(u, n, 3) || !style.len;
	struct fl_slice first = word_first ? word : style, second = word_first ? style : word;
	if (first.len && !tg_words_have(words, first))
		return first;
	return second.len && !tg_words_have(words, second) ? second : fl_slice(NULL, 0);
}

void tg_op_misremembered_name(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct fl_vec words;
	fl_vec_init(&words, sizeof(struct fl_slice), TG_NODES_MAX);
	tg_words_of(unit->text, &words);
	TG_EACH(n, unit)
	{
		struct tg_throughout uses;
		bool used = n->kind == TG_N_REF || n->kind == TG_N_MEMBER;
		if (words.failed || !used || !(n->flags & TG_F_IN_PROGRAM) ||
			!tg_may_misspell(unit, n) || !tg_node_function(n) || tg_is_own_name(n) ||
			!tg_find_throughout(unit, n, &uses))
			continue;
		struct fl_slice name = remembered(unit, &words, sink->arena, n);
		struct tg_file_part parts[TG_THROUGHOUT_MAX];
		for (size_t i = 0; i < uses.count; i++)
			parts[i] = tg_renamed(unit, uses.nodes[i], n->name, name);
		if (name.len)
			tg_put_throughout(unit, sink, parts, uses.count);
	}
	if (words.failed)
		sink->sites.failed = words.failed;
	fl_vec_release(&words);
}
