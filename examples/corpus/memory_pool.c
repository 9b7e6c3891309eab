/* Fixed-size object pool with a free list, growing by slabs; used for a tree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLAB_ITEMS 8

struct slab {
	struct slab *next;
	char *items;
};

struct pool {
	size_t item_size;
	struct slab *slabs;
	void *free_list;
	int slab_count;
	int max_slabs;
	int live;
	int peak;
	int failures;
};

struct tree {
	int key;
	int hits;
	struct tree *left, *right;
};

struct pool *pool_new(size_t item_size, int max_slabs);
void *pool_take(struct pool *p);
void pool_give(struct pool *p, void *item);
int pool_delete(struct pool *p);
static int pool_grow(struct pool *p);
struct tree *tree_insert(struct pool *p, struct tree *t, int key);
struct tree *tree_find(struct tree *t, int key);
struct tree *tree_remove(struct pool *p, struct tree *t, int key);
int tree_release(struct pool *p, struct tree *t);
int tree_height(const struct tree *t);
void tree_print(const struct tree *t);

struct pool *pool_new(size_t item_size, int max_slabs)
{
	struct pool *p;

	if (item_size < sizeof(void *) || max_slabs < 1)
		return NULL;
	p = calloc(1, sizeof *p);
	p->item_size = item_size;
	p->max_slabs = max_slabs;
	return p;
}

static int pool_grow(struct pool *p)
{
	struct slab *s;

	if (p->slab_count == p->max_slabs)
		return 0;
	s = malloc(sizeof *s);
	s->items = malloc(SLAB_ITEMS * p->item_size);
	for (int i = SLAB_ITEMS - 1; i >= 0; i--) {
		void *item = s->items + (size_t)i * p->item_size;

		memcpy(item, &p->free_list, sizeof p->free_list);
		p->free_list = item;
	}
	s->next = p->slabs;
	p->slabs = s;
	p->slab_count++;
	return 1;
}

void *pool_take(struct pool *p)
{
	void *item;

	if (p->free_list == NULL && !pool_grow(p)) {
		p->failures++;
		return NULL;
	}
	item = p->free_list;
	memcpy(&p->free_list, item, sizeof p->free_list);
	p->live++;
	if (p->live > p->peak)
		p->peak = p->live;
	return item;
}

void pool_give(struct pool *p, void *item)
{
	if (item == NULL)
		return;
	memcpy(item, &p->free_list, sizeof p->free_list);
	p->free_list = item;
	p->live--;
}

int pool_delete(struct pool *p)
{
	int score;

	if (p == NULL)
		return -1;
	while (p->slabs != NULL) {
		struct slab *s = p->slabs;

		p->slabs = s->next;
		free(s->items);
		free(s);
	}
	score = p->slab_count * 1000 + p->peak * 10 + p->live;
	free(p);
	return score;
}

struct tree *tree_insert(struct pool *p, struct tree *t, int key)
{
	if (t == NULL) {
		t = pool_take(p);
		if (t == NULL) {
			printf("no room for %d\n", key);
			return NULL;
		}
		t->key = key;
		t->hits = 1;
		t->left = NULL;
		t->right = NULL;
		return t;
	}
	if (key == t->key)
		t->hits++;
	else if (key < t->key)
		t->left = tree_insert(p, t->left, key);
	else
		t->right = tree_insert(p, t->right, key);
	return t;
}

struct tree *tree_find(struct tree *t, int key)
{
	while (t && t->key != key)
		t = key < t->key ? t->left : t->right;
	return t;
}

struct tree *tree_remove(struct pool *p, struct tree *t, int key)
{
	struct tree *keep, *leftmost;

	if (!t)
		return NULL;
	if (key < t->key) {
		t->left = tree_remove(p, t->left, key);
		return t;
	}
	if (key > t->key) {
		t->right = tree_remove(p, t->right, key);
		return t;
	}
	keep = t->left;
	if (t->right != NULL) {
		leftmost = t->right;
		while (leftmost->left != NULL)
			leftmost = leftmost->left;
		leftmost->left = t->left;
		keep = t->right;
	}
	pool_give(p, t);
	return keep;
}

int tree_release(struct pool *p, struct tree *t)
{
	int n;

	if (t == NULL)
		return 0;
	n = t->hits + tree_release(p, t->left) + tree_release(p, t->right);
	pool_give(p, t);
	return n;
}

int tree_height(const struct tree *t)
{
	int l, r;

	if (t == NULL)
		return 0;
	l = tree_height(t->left);
	r = tree_height(t->right);
	return 1 + (l > r ? l : r);
}

void tree_print(const struct tree *t)
{
	if (t == NULL)
		return;
	tree_print(t->left);
	printf(" %d", t->key);
	if (t->hits > 1)
		printf("x%d", t->hits);
	tree_print(t->right);
}

int main(void)
{
	struct pool *pool = pool_new(sizeof(struct tree), 2);
	struct tree *root = NULL;
	const struct tree *t;
	int key = 37, found = 0;

	for (int i = 0; i < 24; i++) {
		key = (key * 29 + 11) % 64;
		root = tree_insert(pool, root, i % 6 == 5 ? 50 : key);
	}
	tree_print(root);
	printf("\nlive %d slabs %d failures %d height %d\n", pool->live,
	       pool->slab_count, pool->failures, tree_height(root));

	for (int k = 0; k < 64; k += 3) {
		t = tree_find(root, k);
		if (t == NULL)
			continue;
		found = found * 2 + t->key;
	}
	printf("found %d\n", found);
	for (int k = 10; k < 61; k += 5)
		root = tree_remove(pool, root, k);
	printf("live %d height %d:", pool->live, tree_height(root));
	tree_print(root);
	printf("\n");
	for (int k = 100; k < 103; k++)
		root = tree_insert(pool, root, k);
	pool_give(pool, NULL);
	t = tree_find(root, 101);
	printf("101 %s, 25 %s\n", t != NULL ? "in" : "out",
	       tree_find(root, 25) != NULL ? "in" : "out");
	printf("hits %d, empty %d\n", tree_release(pool, root), tree_release(pool, NULL));
	printf("score %d %d %d\n", pool_delete(pool), pool_delete(pool_new(2, 4)),
	       pool_delete(pool_new(64, 0)));
	return 0;
}
