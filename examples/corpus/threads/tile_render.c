/* Tiles of a picture are drawn by workers that have a list each and take from a neighbour when it is empty. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define WORKERS 3
#define TILES 36
#define SHADES 4

typedef struct tile {
	int x, y;
	struct tile *next;
} tile;

typedef struct {
	pthread_mutex_t lock;
	tile *head;
	int given, stolen;
} tile_list;

typedef struct {
	tile_list lists[WORKERS];
	pthread_mutex_t shade_lock, border_lock;
	int shades[SHADES];
	int drawn, borders;
	long brightness;
	int scale;
	_Atomic int open;
	_Atomic long pixels;
} picture;

typedef struct {
	picture *picture;
	int self, drawn;
} worker_arg;

static void list_push(tile_list *l, int x, int y)
{
	tile *t = malloc(sizeof(*t));
	*t = (tile){x, y, NULL};
	pthread_mutex_lock(&l->lock);
	t->next = l->head;
	l->head = t;
	l->given++;
	pthread_mutex_unlock(&l->lock);
}

static tile *list_take(tile_list *l, int foreign)
{
	pthread_mutex_lock(&l->lock);
	l->stolen += foreign;
	tile *t = l->head;
	if (t != NULL)
		l->head = t->next;
	pthread_mutex_unlock(&l->lock);
	return t;
}

/* Half of what a neighbour has is more than one tile; both lists are held meanwhile. */
static void even_out(tile_list *a, tile_list *b)
{
	tile_list *low = a < b ? a : b;
	tile_list *high = a < b ? b : a;
	pthread_mutex_lock(&low->lock);
	pthread_mutex_lock(&high->lock);
	if (a->head == NULL && b->head != NULL) {
		a->head = b->head;
		b->head = b->head->next;
		a->head->next = NULL;
	}
	a->stolen++;
	pthread_mutex_unlock(&high->lock);
	pthread_mutex_unlock(&low->lock);
}

static tile *find_tile(picture *p, int self)
{
	tile *t = list_take(&p->lists[self], 0);
	for (int i = 1; t == NULL && i < WORKERS; i++)
		t = list_take(&p->lists[(self + i) % WORKERS], 1);
	return t;
}

static void add_shade(picture *p, int light)
{
	pthread_mutex_lock(&p->shade_lock);
	p->drawn++;
	p->brightness += light;
	p->shades[light % SHADES]++;
	pthread_mutex_unlock(&p->shade_lock);
}

static void add_border(picture *p, int length)
{
	pthread_mutex_lock(&p->border_lock);
	p->borders += length;
	pthread_mutex_unlock(&p->border_lock);
}

static void draw(picture *p, const tile *t)
{
	int light = (t->x * 31 + t->y * 17) % 97 * p->scale;
	add_shade(p, light);
	add_border(p, t->x == 0 || t->y == 0);
	atomic_fetch_add(&p->pixels, 64);
	usleep(60);
}

static void *worker(void *arg)
{
	worker_arg *w = arg;
	picture *p = w->picture;
	while (atomic_load(&p->open) > 0) {
		tile *t = find_tile(p, w->self);
		if (t == NULL) {
			usleep(30);
			continue;
		}
		draw(p, t);
		free(t);
		w->drawn++;
		if (w->drawn % 3 == 1)
			even_out(&p->lists[w->self], &p->lists[(w->self + 1) % WORKERS]);
		atomic_fetch_sub(&p->open, 1);
	}
	return NULL;
}

static int render(picture *p)
{
	pthread_t threads[WORKERS];
	static worker_arg args[WORKERS];
	int drawn = 0;

	for (int i = 0; i < WORKERS; i++)
		pthread_mutex_init(&p->lists[i].lock, NULL);
	for (int i = 0; i < TILES; i++)
		list_push(&p->lists[i % 2], i % 6, i / 6);
	for (int i = 0; i < WORKERS; i++)
		args[i] = (worker_arg){p, i, 0};
	p->open = TILES;
	p->scale = 2;
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&threads[i], NULL, worker, &args[i]);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < WORKERS; i++)
		drawn += args[i].drawn;
	return drawn;
}

int main(void)
{
	picture *p = calloc(1, sizeof(*p));
	pthread_mutex_init(&p->shade_lock, NULL);
	pthread_mutex_init(&p->border_lock, NULL);
	int drawn = render(p);
	printf("%d drawn, %d counted, %ld pixels, %d on the border\n", drawn, p->drawn, (long)p->pixels,
		p->borders);
	printf("brightness %ld:", p->brightness);
	for (int i = 0; i < SHADES; i++)
		printf(" %d", p->shades[i]);
	printf(", given %d\n", p->lists[0].given + p->lists[1].given);
	free(p);
	return 0;
}
