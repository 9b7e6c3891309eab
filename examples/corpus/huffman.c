/* Huffman coder: builds the tree from counts, encodes to bits and decodes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOLS 256

struct node {
	int symbol; /* -1 for an inner node */
	unsigned weight;
	struct node *left, *right;
	struct node *next; /* in the work list */
};

struct bits {
	unsigned char *data;
	size_t count;
	size_t room;
};

struct node *node_new(int symbol, unsigned weight, struct node *left, struct node *right);
void insert_sorted(struct node **list, struct node *n);
struct node *build_tree(const char *text);
void assign_codes(const struct node *n, char *prefix, int depth, char *codes[]);
struct bits *encode(const char *text, char *codes[]);
char *decode(const struct node *tree, const struct bits *b);
int tree_free(struct node *n);
static void put_bit(struct bits *b, int bit);
static int get_bit(const struct bits *b, size_t at);

struct node *node_new(int symbol, unsigned weight, struct node *left, struct node *right)
{
	struct node *n = malloc(sizeof *n);

	n->symbol = symbol;
	n->weight = weight;
	n->left = left;
	n->right = right;
	n->next = NULL;
	return n;
}

void insert_sorted(struct node **list, struct node *n)
{
	while (*list != NULL && (*list)->weight <= n->weight)
		list = &(*list)->next;
	n->next = *list;
	*list = n;
}

struct node *build_tree(const char *text)
{
	unsigned counts[SYMBOLS] = {0};
	struct node *list = NULL;

	if (text == NULL)
		return NULL;
	for (size_t i = 0; text[i] != '\0'; i++)
		counts[(unsigned char)text[i]]++;
	for (int s = 0; s < SYMBOLS; s++) {
		if (counts[s] > 0)
			insert_sorted(&list, node_new(s, counts[s], NULL, NULL));
	}
	while (list != NULL && list->next != NULL) {
		struct node *a = list;
		struct node *b = a->next;

		list = b->next;
		insert_sorted(&list, node_new(-1, a->weight + b->weight, a, b));
	}
	return list;
}

void assign_codes(const struct node *n, char *prefix, int depth, char *codes[])
{
	if (n == NULL)
		return;
	if (n->symbol >= 0) {
		if (depth == 0)
			prefix[depth++] = '0';
		prefix[depth] = '\0';
		codes[n->symbol] = malloc((size_t)depth + 1);
		strcpy(codes[n->symbol], prefix);
		return;
	}
	prefix[depth] = '0';
	assign_codes(n->left, prefix, depth + 1, codes);
	prefix[depth] = '1';
	assign_codes(n->right, prefix, depth + 1, codes);
}

static void put_bit(struct bits *b, int bit)
{
	if (b->count == b->room * 8) {
		size_t room = b->room * 2 + 4;

		b->data = realloc(b->data, room);
		memset(b->data + b->room, 0, room - b->room);
		b->room = room;
	}
	if (bit)
		b->data[b->count / 8] |= (unsigned char)(1u << b->count % 8);
	b->count++;
}

static int get_bit(const struct bits *b, size_t at)
{
	return b->data[at / 8] >> at % 8 & 1;
}

struct bits *encode(const char *text, char *codes[])
{
	struct bits *b = calloc(1, sizeof *b);

	if (text == NULL)
		return b;
	for (; *text != '\0'; text++) {
		const char *code = codes[(unsigned char)*text];

		if (code == NULL) {
			printf("no code for '%c'\n", *text);
			continue;
		}
		for (; *code != '\0'; code++)
			put_bit(b, *code == '1');
	}
	return b;
}

char *decode(const struct node *tree, const struct bits *b)
{
	const struct node *n = tree;
	char *out;
	size_t length = 0;

	if (tree == NULL)
		return NULL;
	out = malloc(b->count + 1);
	for (size_t i = 0; i < b->count; i++) {
		if (n->symbol < 0)
			n = get_bit(b, i) ? n->right : n->left;
		if (n->symbol >= 0) {
			out[length++] = (char)n->symbol;
			n = tree;
		}
	}
	out[length] = '\0';
	return out;
}

int tree_free(struct node *n)
{
	int count;

	if (n == NULL)
		return 0;
	count = 1 + tree_free(n->left) + tree_free(n->right);
	free(n);
	return count;
}

static unsigned coded(const char *text, const char *extra)
{
	struct node *tree = build_tree(text);
	char prefix[SYMBOLS + 1];
	char *codes[SYMBOLS] = {NULL};
	struct bits *b;
	char *back;
	unsigned sum = 5;

	assign_codes(tree, prefix, 0, codes);
	for (int s = 0; s < SYMBOLS; s++) {
		if (codes[s] != NULL)
			printf("%c=%s ", s, codes[s]);
	}
	b = encode(text, codes);
	for (size_t i = 0; i < b->count; i++)
		sum = sum * 3 + (unsigned)get_bit(b, i);
	back = decode(tree, b);
	printf("\n%zu bits, sum %u\n", b->count, sum);
	free(b->data);
	free(b);
	if (back == NULL) {
		printf("nothing to decode\n");
	} else {
		printf("[%s] same %d\n", back, strcmp(back, text) == 0);
		free(back);
	}
	if (extra != NULL) {
		b = encode(extra, codes);
		back = decode(tree, b);
		printf("[%s] from %zu bits\n", back, b->count);
		free(back);
		free(b->data);
		free(b);
	}
	for (int s = 0; s < SYMBOLS; s++) {
		if (codes[s] == NULL)
			continue;
		sum += (unsigned)strlen(codes[s]);
		free(codes[s]);
	}
	return sum * 100 + (unsigned)tree_free(tree);
}

int main(void)
{
	unsigned total = 0;

	total += coded("mississippi river", "spire, prim");
	total += coded("aaaa", "aa");
	total += coded("abababcd", NULL);
	total += coded("", NULL);
	total += coded(NULL, NULL);
	printf("total %u\n", total);
	return 0;
}
