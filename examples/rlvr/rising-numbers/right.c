#include <stdio.h>

int main(void)
{
	int ends[1000], length = 0, v;
	while (scanf("%d", &v) == 1) {
		int low = 0, high = length;
		while (low < high) {
			int middle = low + (high - low) / 2;
			if (ends[middle] < v)
				low = middle + 1;
			else
				high = middle;
		}
		if (low == 1000)
			return 1;
		ends[low] = v;
		if (low == length)
			length++;
	}
	printf("%d\n", length);
	return 0;
}
