/* A library of the user's own, which calls back. */
int counter_read(const int *cells, int at, int (*visit)(const int *));

static int step(const int *cell, int (*visit)(const int *))
{
	return visit(cell) + 1;
}

int counter_read(const int *cells, int at, int (*visit)(const int *))
{
	return step(cells + at, visit);
}
