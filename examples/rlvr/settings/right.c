#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[128], section[32] = "", key[32], value[64], wanted[2][32];
	const char *found = "none";
	static char kept[64];
	if (!fgets(line, sizeof(line), stdin) || sscanf(line, "%31s %31s", wanted[0], wanted[1]) != 2)
		return 1;
	while (fgets(line, sizeof(line), stdin)) {
		if (line[0] == ';')
			continue;
		if (sscanf(line, "[%31[^]]]", section) == 1)
			continue;
		if (sscanf(line, "%31[^= ] = %63[^\n]", key, value) != 2)
			continue;
		if (strcmp(section, wanted[0]) == 0 && strcmp(key, wanted[1]) == 0) {
			memcpy(kept, value, sizeof(kept));
			found = kept;
		}
	}
	puts(found);
	return 0;
}
