/* Least-recently-used cache: a doubly linked list ordered by use. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct node {
    int key;
    char *text;
    struct node *prev;
    struct node *next;
} node;

typedef struct {
    node *head;
    node *tail;
    int size;
    int capacity;
    int hits;
    int misses;
    int evictions;
} cache;

cache *cache_create(int capacity);
const char *cache_get(cache *c, int key);
void cache_put(cache *c, int key, const char *text);
int cache_drop(cache *c, int key);
int cache_destroy(cache *c);
static void unlink_node(cache *c, node *n);
static void push_front(cache *c, node *n);
static node *find_node(const cache *c, int key);

cache *cache_create(int capacity)
{
    if (capacity <= 0)
        return NULL;

    cache *c = calloc(1, sizeof(cache));
    c->capacity = capacity;
    return c;
}

static node *find_node(const cache *c, int key)
{
    for (node *n = c->head; n != NULL; n = n->next) {
        if (n->key == key)
            return n;
    }
    return NULL;
}

static void unlink_node(cache *c, node *n)
{
    if (n->prev)
        n->prev->next = n->next;
    else
        c->head = n->next;
    if (n->next)
        n->next->prev = n->prev;
    else
        c->tail = n->prev;
    n->prev = NULL;
    n->next = NULL;
    c->size--;
}

static void push_front(cache *c, node *n)
{
    n->next = c->head;
    n->prev = NULL;
    if (c->head != NULL)
        c->head->prev = n;
    c->head = n;
    if (c->tail == NULL)
        c->tail = n;
    c->size++;
}

const char *cache_get(cache *c, int key)
{
    if (c == NULL)
        return "(no cache)";

    node *n = find_node(c, key);
    if (n == NULL) {
        c->misses++;
        return NULL;
    }
    c->hits++;
    unlink_node(c, n);
    push_front(c, n);
    return n->text;
}

void cache_put(cache *c, int key, const char *text)
{
    node *n = find_node(c, key);
    size_t length = strlen(text);

    if (n) {
        printf("replace %d: %s -> %s\n", key, n->text, text);
        free(n->text);
        unlink_node(c, n);
    } else {
        if (c->size == c->capacity) {
            node *old = c->tail;
            unlink_node(c, old);
            printf("evict %d: %s\n", old->key, old->text);
            free(old->text);
            free(old);
            c->evictions++;
        }
        n = malloc(sizeof(node));
        n->key = key;
    }
    n->text = malloc(length + 1);
    memcpy(n->text, text, length + 1);
    push_front(c, n);
}

int cache_drop(cache *c, int key)
{
    node *n = find_node(c, key);
    int length = 0;

    if (!n)
        return -1;
    unlink_node(c, n);
    length = (int)strlen(n->text);
    free(n->text);
    free(n);
    return length;
}

int cache_destroy(cache *c)
{
    int dropped = 0;

    if (!c)
        return -1;
    for (node *n = c->head; n != NULL; dropped++) {
        node *next = n->next;
        free(n->text);
        free(n);
        n = next;
    }
    printf("hits %d misses %d evictions %d\n", c->hits, c->misses, c->evictions);
    free(c);
    return dropped;
}

static void show(const cache *c)
{
    printf("[%d/%d]", c->size, c->capacity);
    for (const node *n = c->head; n; n = n->next)
        printf(" %d=%s", n->key, n->text);
    printf(" | back:");
    for (const node *n = c->tail; n; n = n->prev)
        printf(" %d", n->key);
    printf("\n");
}

int main(void)
{
    cache *c = cache_create(4);
    static const int lookups[] = {3, 1, 9, 4, 1, 2, 7};

    show(c);
    cache_put(c, 1, "one");
    cache_put(c, 2, "two");
    cache_put(c, 3, "three");
    cache_put(c, 4, "four");
    show(c);
    printf("get 1: %s\n", cache_get(c, 1));
    cache_put(c, 5, "five");
    show(c);
    cache_put(c, 3, "trois");
    cache_put(c, 6, "six");
    show(c);

    for (size_t i = 0; i < sizeof lookups / sizeof lookups[0]; i++) {
        const char *text = cache_get(c, lookups[i]);
        if (text == NULL) {
            printf("miss %d\n", lookups[i]);
            continue;
        }
        printf("hit %d %s\n", lookups[i], text);
    }
    printf("drop 5: %d\n", cache_drop(c, 5));
    printf("drop 8: %d\n", cache_drop(c, 8));
    show(c);
    printf("no cache: %s\n", cache_get(cache_create(0), 1));
    printf("dropped %d\n", cache_destroy(c));
    printf("dropped %d\n", cache_destroy(NULL));
    return 0;
}
