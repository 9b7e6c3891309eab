/* Adjacency-list graph: breadth-first distances, depth-first order, components. */
#include <stdio.h>
#include <stdlib.h>

struct edge {
	int to;
	struct edge *next;
};

struct graph {
	int nodes;
	int edges;
	struct edge **adj;
};

struct graph *graph_new(int nodes);
void graph_link(struct graph *g, int a, int b);
int graph_degree(const struct graph *g, int node);
int *bfs(const struct graph *g, int start);
int dfs(const struct graph *g, int node, int *order, int *seen, int count);
int components(const struct graph *g);
int *shortest_path(const struct graph *g, int from, int to, int *length);
void graph_free(struct graph *g);

struct graph *graph_new(int nodes)
{
	struct graph *g;

	if (nodes < 1)
		return NULL;
	g = malloc(sizeof *g);
	g->nodes = nodes;
	g->edges = 0;
	g->adj = calloc((size_t)nodes, sizeof *g->adj);
	return g;
}

static void add_edge(struct graph *g, int from, int to)
{
	struct edge *e = malloc(sizeof *e);

	e->to = to;
	e->next = g->adj[from];
	g->adj[from] = e;
}

void graph_link(struct graph *g, int a, int b)
{
	add_edge(g, a, b);
	if (a != b)
		add_edge(g, b, a);
	g->edges++;
}

int graph_degree(const struct graph *g, int node)
{
	int degree = 0;

	if (g == NULL || node < 0 || node >= g->nodes)
		return -1;
	for (const struct edge *e = g->adj[node]; e != NULL; e = e->next)
		degree++;
	return degree;
}

int *bfs(const struct graph *g, int start)
{
	int *dist, *queue;
	int head = 0, tail = 0;

	if (g == NULL || start < 0 || start >= g->nodes)
		return NULL;
	dist = malloc((size_t)g->nodes * sizeof *dist);
	queue = malloc((size_t)g->nodes * sizeof *queue);
	for (int i = 0; i < g->nodes; i++)
		dist[i] = -1;
	dist[start] = 0;
	queue[tail++] = start;
	while (head < tail) {
		int node = queue[head++];

		for (const struct edge *e = g->adj[node]; e; e = e->next) {
			if (dist[e->to] != -1)
				continue;
			dist[e->to] = dist[node] + 1;
			queue[tail++] = e->to;
		}
	}
	printf("visited %d, last %d\n", tail, queue[tail - 1]);
	free(queue);
	return dist;
}

int dfs(const struct graph *g, int node, int *order, int *seen, int count)
{
	if (seen[node])
		return count;
	seen[node] = 1;
	if (order != NULL)
		order[count] = node;
	count++;
	for (const struct edge *e = g->adj[node]; e; e = e->next)
		count = dfs(g, e->to, order, seen, count);
	return count;
}

int components(const struct graph *g)
{
	int *seen;
	int parts = 0, total = 0;

	if (g == NULL)
		return 0;
	seen = calloc((size_t)g->nodes, sizeof *seen);
	for (int i = 0; i < g->nodes; i++) {
		if (seen[i])
			continue;
		total = dfs(g, i, NULL, seen, total);
		parts++;
	}
	for (int i = 0; i < g->nodes; i++)
		total -= seen[i];
	free(seen);
	return total == 0 ? parts : -1;
}

int *shortest_path(const struct graph *g, int from, int to, int *length)
{
	int *dist = bfs(g, to);
	int *path = NULL;
	int node = from;

	*length = 0;
	if (dist == NULL)
		return NULL;
	if (dist[from] >= 0) {
		path = malloc((size_t)(dist[from] + 1) * sizeof *path);
		path[(*length)++] = node;
		while (node != to) {
			const struct edge *e = g->adj[node];

			while (dist[e->to] != dist[node] - 1)
				e = e->next;
			node = e->to;
			path[(*length)++] = node;
		}
	}
	printf("dist[%d] = %d\n", from, dist[from]);
	free(dist);
	return path;
}

void graph_free(struct graph *g)
{
	if (!g)
		return;
	for (int i = 0; i < g->nodes; i++) {
		struct edge *e = g->adj[i];

		while (e != NULL) {
			struct edge *next = e->next;

			free(e);
			e = next;
		}
	}
	free(g->adj);
	free(g);
}

static void print_path(const struct graph *g, int from, int to)
{
	int length = 0;
	int *path = shortest_path(g, from, to, &length);

	if (path == NULL) {
		printf("no path %d-%d\n", from, to);
		return;
	}
	for (int i = 0; i < length; i++)
		printf("%d%s", path[i], i + 1 < length ? " > " : "\n");
	free(path);
}

int main(void)
{
	static const int links[][2] = {
		{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {4, 5}, {2, 6}, {6, 5},
		{7, 8}, {8, 9}, {9, 7}, {10, 10},
	};
	struct graph *g = graph_new(12);
	int order[12] = {0};
	int seen[12] = {0};
	int *dist;
	int n = 0, score = 0;

	for (size_t i = 0; i < sizeof links / sizeof links[0]; i++)
		graph_link(g, links[i][0], links[i][1]);
	printf("%d edges, degrees", g->edges);
	for (int i = -1; i <= 12; i++)
		printf(" %d", graph_degree(g, i));
	printf(" %d\n%d parts, %d in none\n", graph_degree(NULL, 0), components(g),
	       components(graph_new(0)));

	dist = bfs(g, 0);
	for (int i = 0; i < g->nodes; i++)
		score += dist[i] * (i + 1);
	printf("score %d\n", score);
	free(dist);

	n = dfs(g, 0, order, seen, 0);
	n = dfs(g, 7, order, seen, n);
	for (int i = 0; i < n; i++)
		printf("%d ", order[i]);
	printf("(%d)\n", n);
	print_path(g, 1, 5);
	print_path(g, 0, 9);
	print_path(g, 8, 8);
	print_path(g, 3, 40);
	print_path(NULL, 0, 0);
	graph_free(g);
	graph_free(NULL);
	return 0;
}
