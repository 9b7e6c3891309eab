#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 16

int main(void)
{
	char line[256];
	long sum[COLUMNS] = {0};
	int columns = 0;
	while (fgets(line, sizeof(line), stdin)) {
		int i = 0;
		line[strcspn(line, "\n")] = '\0';
		if (!line[0])
			continue;
		for (char *at = line; at && i < COLUMNS; i++) {
			char *comma = strchr(at, ',');
			if (comma)
				*comma = '\0';
			sum[i] += strtol(at, NULL, 10);
			at = comma ? comma + 1 : NULL;
		}
		if (i > columns)
			columns = i;
	}
	for (int i = 0; i < columns; i++)
		printf("%ld%c", sum[i], i + 1 < columns ? ',' : '\n');
	return 0;
}
