/* Dijkstra's shortest paths on a road map, with a binary heap of candidates. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CITIES 16

typedef struct road {
    int to;
    int km;
    struct road *next;
} road;

typedef struct city {
    char name[16];
    road *roads;
} city;

typedef struct {
    int node;
    int cost;
} candidate;

typedef struct {
    candidate *items;
    int count;
    int room;
} heap;

static city cities[MAX_CITIES];
static int city_count;

int city_id(const char *name);
city *city_find(const char *name);
void road_add(const char *a, const char *b, int km);
void heap_push(heap *h, int node, int cost);
candidate heap_pop(heap *h);
int *shortest(int from, int *previous);
void print_route(const int *previous, int to);
int map_free(void);

int city_id(const char *name)
{
    for (int i = 0; i < city_count; i++) {
        if (strcmp(cities[i].name, name) == 0)
            return i;
    }
    return -1;
}

city *city_find(const char *name)
{
    int id = -1;
    if (name != NULL)
        id = city_id(name);
    return id < 0 ? NULL : &cities[id];
}

static int city_intern(const char *name)
{
    city *known = city_find(name);
    if (known)
        return (int)(known - cities);
    snprintf(cities[city_count].name, sizeof cities[city_count].name, "%s", name);
    return city_count++;
}

void road_add(const char *a, const char *b, int km)
{
    int ends[2] = {city_intern(a), city_intern(b)};
    for (int i = 0; i < 2; i++) {
        road *r = malloc(sizeof *r);
        r->to = ends[1 - i];
        r->km = km;
        r->next = cities[ends[i]].roads;
        cities[ends[i]].roads = r;
    }
}

void heap_push(heap *h, int node, int cost)
{
    if (h->count == h->room) {
        h->room = h->room * 2 + 2;
        h->items = realloc(h->items, (size_t)h->room * sizeof *h->items);
    }
    int i = h->count++;
    while (i > 0 && h->items[(i - 1) / 2].cost > cost) {
        h->items[i] = h->items[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    h->items[i].node = node;
    h->items[i].cost = cost;
}

candidate heap_pop(heap *h)
{
    candidate top = h->items[0];
    candidate last = h->items[--h->count];
    int i = 0;

    while (2 * i + 1 < h->count) {
        int child = 2 * i + 1;
        if (child + 1 < h->count && h->items[child + 1].cost < h->items[child].cost)
            child++;
        if (last.cost <= h->items[child].cost)
            break;
        h->items[i] = h->items[child];
        i = child;
    }
    h->items[i] = last;
    return top;
}

int *shortest(int from, int *previous)
{
    if (from < 0 || from >= city_count)
        return NULL;

    int *cost = malloc((size_t)city_count * sizeof *cost);
    heap *h = calloc(1, sizeof *h);
    int pops = 0, stale = 0;

    for (int i = 0; i < city_count; i++) {
        cost[i] = INT_MAX;
        if (previous)
            previous[i] = -1;
    }
    cost[from] = 0;
    heap_push(h, from, 0);
    while (h->count > 0) {
        candidate c = heap_pop(h);
        pops++;
        if (c.cost > cost[c.node]) {
            stale++;
            continue;
        }
        for (const road *r = cities[c.node].roads; r != NULL; r = r->next) {
            int total = c.cost + r->km;
            if (total >= cost[r->to])
                continue;
            cost[r->to] = total;
            if (previous)
                previous[r->to] = c.node;
            heap_push(h, r->to, total);
        }
    }
    printf("from %s: %d pops, %d stale, room %d\n", cities[from].name, pops, stale, h->room);
    free(h->items);
    free(h);
    return cost;
}

void print_route(const int *previous, int to)
{
    if (previous[to] >= 0) {
        print_route(previous, previous[to]);
        printf(" - ");
    }
    printf("%s", cities[to].name);
}

int map_free(void)
{
    int km = 0;
    for (int i = 0; i < city_count; i++) {
        while (cities[i].roads != NULL) {
            road *r = cities[i].roads;
            cities[i].roads = r->next;
            km += r->km;
            free(r);
        }
    }
    return km;
}

int main(void)
{
    road_add("Arden", "Brill", 7);
    road_add("Arden", "Corby", 9);
    road_add("Arden", "Flint", 14);
    road_add("Brill", "Corby", 10);
    road_add("Brill", "Derry", 15);
    road_add("Corby", "Derry", 11);
    road_add("Corby", "Flint", 2);
    road_add("Derry", "Eston", 6);
    road_add("Eston", "Flint", 9);
    road_add("Skerry", "Holm", 3);

    int *previous = malloc((size_t)city_count * sizeof *previous);
    int *cost = shortest(city_id("Arden"), previous);
    for (int i = 0; i < city_count; i++) {
        if (cost[i] == INT_MAX) {
            printf("%-7s unreachable\n", cities[i].name);
            continue;
        }
        printf("%-7s %3d  ", cities[i].name, cost[i]);
        print_route(previous, i);
        printf("\n");
    }
    free(cost);
    free(previous);

    static const char *const starts[] = {"Eston", "Atlantis", "Holm", NULL};
    long total = 0;
    for (int i = 0; i < 4; i++) {
        const city *c = city_find(starts[i]);
        if (c == NULL) {
            printf("unknown start %d\n", i);
            continue;
        }
        int *from = shortest((int)(c - cities), NULL);
        for (int k = 0; k < city_count; k++)
            total += from[k] == INT_MAX ? 1 : from[k];
        free(from);
    }
    if (shortest(99, NULL) == NULL)
        printf("no such city\n");
    printf("total %ld, map of %d km\n", total, map_free());
    return 0;
}
