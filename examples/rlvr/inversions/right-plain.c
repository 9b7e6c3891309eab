#include <stdio.h>

int main(void)
{
	static int v[100000];
	int n, count = 0;
	scanf("%d", &n);
	for (int i = 0; i < n; i++) {
		scanf("%d", &v[i]);
		for (int k = 0; k < i; k++)
			count += v[k] > v[i];
	}
	printf("%d\n", count);
	return 0;
}
