/* The tree of prefixes that were seen, and which lane each is. */
#include "base/hash.h"
#include "base/prefix/prefix_priv.h"

/* FNV-1a over what makes a child what it is; never 0. */
static uint32_t tag_of(int node, int form, struct fl_slice key)
{
	return fl_fnv32(FL_FNV32 ^ (uint32_t)node ^ (uint32_t)form << 8, key) | 1;
}

static bool is_child(const struct fl_prefix *p, int i, int node, int form, struct fl_slice key)
{
	const struct node *n = &p->nodes[i];
	return n->used && n->parent == node && n->form == form && n->key_len == key.len &&
	       !memcmp(n->key, key.ptr, key.len);
}

int fl_prefix_find(const struct fl_prefix *p, int node, int form, struct fl_slice key)
{
	int last = p->nodes[node].last;
	if (last != NONE && is_child(p, last, node, form, key))
		return last;
	uint32_t tag = tag_of(node, form, key);
	for (int i = 1; i < NODES_MAX; i++)
		if (p->tags[i] == tag && is_child(p, i, node, form, key))
			return i;
	return NONE;
}

static bool has_children(const struct fl_prefix *p, int node)
{
	for (int i = 1; i < NODES_MAX; i++)
		if (p->nodes[i].used && p->nodes[i].parent == node)
			return true;
	return false;
}

static void drop(struct fl_prefix *p, int node)
{
	struct node *n = &p->nodes[node];
	n->used = false;
	p->tags[node] = 0;
	for (int i = 0; i < NODES_MAX; i++)
		if (p->nodes[i].last == node)
			p->nodes[i].last = NONE;
	if (n->lane)
		fl_prefix_end(p, n->lane);
}

/* The one without children that was silent for the longest; not `keep` and what it hangs on. */
static int oldest(const struct fl_prefix *p, int keep)
{
	int best = NONE;
	for (int i = 1; i < NODES_MAX; i++)
		if (p->nodes[i].used && i != keep && !has_children(p, i) &&
			(best == NONE || p->nodes[i].stamp < p->nodes[best].stamp))
			best = i;
	return best;
}

static int node_spare(struct fl_prefix *p, int keep)
{
	for (;;) {
		for (int i = 1; i < NODES_MAX; i++)
			if (!p->nodes[i].used)
				return i;
		int old = oldest(p, keep);
		if (old == NONE)
			return NONE;
		drop(p, old);
	}
}

/* 0: none. */
static size_t lane_spare(struct fl_prefix *p, int keep)
{
	for (;;) {
		for (size_t i = 1; i < FL_PREFIX_LANES; i++)
			if (!p->lanes[i].used)
				return i;
		int old = oldest(p, keep);
		if (old == NONE)
			return 0;
		drop(p, old);
	}
}

static void lane_name(struct fl_prefix *p, size_t lane, int node)
{
	struct lane *l = &p->lanes[lane];
	const struct node *way[DEPTH_MAX + 1], *n = &p->nodes[node];
	int count = 0;
	for (; n->parent != NONE && count <= DEPTH_MAX; n = &p->nodes[n->parent])
		way[count++] = n;
	l->name_len = 0;
	while (count--) {
		size_t room = sizeof(l->name) - l->name_len;
		struct fl_slice key = fl_slice(way[count]->key, way[count]->key_len);
		if (l->name_len && key.len && room > 1)
			l->name[l->name_len++] = ' ', room--;
		key = fl_slice_head(key, room);
		memcpy(l->name + l->name_len, key.ptr, key.len);
		l->name_len += key.len;
	}
}

size_t fl_prefix_lane_of(struct fl_prefix *p, int node)
{
	while (!p->nodes[node].lane && !p->nodes[node].key_len && p->nodes[node].parent != NONE)
		node = p->nodes[node].parent;
	struct node *n = &p->nodes[node];
	if (n->lane || node == ROOT)
		return n->lane;
	size_t lane = lane_spare(p, node);
	if (!lane)
		return 0;
	n->lane = lane;
	p->lanes[lane].used = true;
	p->lanes[lane].held = false;
	fl_buf_init(&p->lanes[lane].out, 2 * HELD_MAX);
	lane_name(p, lane, node);
	return lane;
}

int fl_prefix_child(
	struct fl_prefix *p, int node, struct known known, const struct fl_prefix_match *m)
{
	struct fl_slice key = fl_slice(m->key, known.counter ? 0 : m->key_len);
	int child = fl_prefix_find(p, node, known.form, key);
	if (child != NONE)
		return child;
	child = node_spare(p, node);
	if (child == NONE)
		return node;
	struct node *n = &p->nodes[child];
	*n = (struct node){.used = true,
		.parent = node,
		.last = NONE,
		.form = known.form,
		.stamp = p->lines,
		.made = p->lines,
		.key_len = key.len};
	memcpy(n->key, key.ptr, key.len);
	p->tags[child] = tag_of(node, known.form, key);
	return child;
}

/* Make room for one more: what was not seen for the longest goes. */
static void forget_one(struct node *n)
{
	int old = 0;
	for (int i = 1; i < n->known_count; i++)
		if (n->known[i].stamp < n->known[old].stamp)
			old = i;
	n->known_count--;
	memmove(n->known + old, n->known + old + 1,
		(size_t)(n->known_count - old) * sizeof(n->known[0]));
}

struct known *fl_prefix_know(struct fl_prefix *p, int node, int form)
{
	struct node *n = &p->nodes[node];
	int at = 0;
	if (n->known_count == KNOWN_MAX)
		forget_one(n);
	while (at < n->known_count && n->known[at].form < form)
		at++;
	if (at == n->known_count || n->known[at].form != form) {
		memmove(n->known + at + 1, n->known + at,
			(size_t)(n->known_count - at) * sizeof(n->known[0]));
		n->known_count++;
		n->known[at] = (struct known){.form = form};
	}
	n->known[at].stamp = p->lines;
	return &n->known[at];
}

void fl_prefix_unname(struct fl_prefix *p, int node)
{
	struct node *n = &p->nodes[node];
	n->key_len = 0;
	p->tags[node] = tag_of(n->parent, n->form, FL_S(""));
	if (n->lane)
		lane_name(p, n->lane, node);
}

void fl_prefix_tree_init(struct fl_prefix *p)
{
	for (int i = 0; i < NODES_MAX; i++)
		p->nodes[i].used = false;
	p->nodes[ROOT] = (struct node){.used = true, .parent = NONE, .last = NONE};
	p->lanes[0].used = true;
	memset(p->tags, 0, sizeof(p->tags));
	if (p->has_regex)
		fl_prefix_know(p, ROOT, FORM_REGEX);
}
