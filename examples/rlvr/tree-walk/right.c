#include <stdio.h>
#include <stdlib.h>

struct node {
	int key;
	struct node *left, *right;
};

static struct node *insert(struct node *at, int key)
{
	if (!at) {
		at = calloc(1, sizeof(*at));
		if (!at)
			exit(1);
		at->key = key;
	} else if (key < at->key) {
		at->left = insert(at->left, key);
	} else if (key > at->key) {
		at->right = insert(at->right, key);
	}
	return at;
}

static int walk(const struct node *at)
{
	if (!at)
		return 0;
	int left = walk(at->left);
	printf("%d ", at->key);
	int right = walk(at->right);
	return 1 + (left > right ? left : right);
}

static void release(struct node *at)
{
	if (!at)
		return;
	release(at->left);
	release(at->right);
	free(at);
}

int main(void)
{
	struct node *root = NULL;
	for (int key; scanf("%d", &key) == 1;)
		root = insert(root, key);
	int depth = walk(root);
	printf("\n%d\n", depth);
	release(root);
	return 0;
}
