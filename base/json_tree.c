/* Trees of the tokens of base/json_push.h. */
#include "base/json_push.h"

void fl_json_tree_init(struct fl_json_tree *b, struct fl_arena *a)
{
	b->arena = a;
	b->root = NULL;
	b->key = fl_slice(NULL, 0);
	b->depth = 0;
}

static bool node_add(struct fl_json_tree *b, const struct fl_json_token *token)
{
	struct fl_json *v = fl_arena_alloc(b->arena, sizeof(*v));
	if (!v)
		return false;
	*v = (struct fl_json){
		.type = token->type, .num = token->num, .real = token->real, .key = b->key};
	b->key = fl_slice(NULL, 0);
	if (token->type == FL_JTEXT)
		v->text = fl_arena_slice(b->arena, token->text);
	if (!b->depth)
		b->root = v;
	else if (b->last[b->depth - 1])
		b->last[b->depth - 1]->next = v;
	else
		b->open[b->depth - 1]->child = v;
	if (b->depth)
		b->last[b->depth - 1] = v;
	if (token->what == FL_JSON_OPEN) {
		b->open[b->depth] = v;
		b->last[b->depth++] = NULL;
	}
	return true;
}

bool fl_json_tree_add(struct fl_json_tree *b, const struct fl_json_token *token)
{
	/* Of a tree that does not fit only the end is looked for. */
	bool fits = !b->arena->failed;
	if (token->what == FL_JSON_KEY)
		b->key = fl_arena_slice(b->arena, token->text);
	else if (token->what == FL_JSON_CLOSE)
		b->depth--;
	else if (!fits || !node_add(b, token))
		b->depth += token->what == FL_JSON_OPEN;
	return !b->depth && token->what != FL_JSON_KEY;
}
