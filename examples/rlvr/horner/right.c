#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int degree;
	double x, result = 0;
	if (scanf("%d %lf", &degree, &x) != 2 || degree < 0)
		return 1;
	double *c = malloc(((size_t)degree + 1) * sizeof(*c));
	if (!c)
		return 1;
	for (int i = degree; i >= 0; i--)
		if (scanf("%lf", &c[i]) != 1)
			c[i] = 0;
	for (int i = degree; i >= 0; i--)
		result = result * x + c[i];
	printf("%.6f\n", result);
	free(c);
	return 0;
}
