/* Records of fixed size in a file: appended, read back, changed in place, and summed up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
	char name[12];
	int value;
};

static const char path[] = "records.bin";

static int append(const char *name, int value)
{
	struct record r = {"", value};
	FILE *f = fopen(path, "ab");
	if (!f)
		return -1;
	strncpy(r.name, name, sizeof(r.name) - 1);
	size_t written = fwrite(&r, sizeof(r), 1, f);
	fclose(f);
	return written == 1 ? 0 : -1;
}

static long count(void)
{
	FILE *f = fopen(path, "rb");
	if (!f)
		return 0;
	if (fseek(f, 0, SEEK_END)) {
		fclose(f);
		return -1;
	}
	long size = ftell(f);
	fclose(f);
	return size / (long)sizeof(struct record);
}

static int get(long index, struct record *ret)
{
	FILE *f = fopen(path, "rb");
	if (!f)
		return -1;
	if (index < 0 || fseek(f, index * (long)sizeof(*ret), SEEK_SET) ||
		fread(ret, sizeof(*ret), 1, f) != 1) {
		fclose(f);
		return -1;
	}
	fclose(f);
	return 0;
}

static int change(long index, int by)
{
	struct record r;
	FILE *f = fopen(path, "r+b");
	if (!f)
		return -1;
	int rc = -1;
	if (fseek(f, index * (long)sizeof(r), SEEK_SET) == 0 && fread(&r, sizeof(r), 1, f) == 1) {
		r.value += by;
		if (fseek(f, -(long)sizeof(r), SEEK_CUR) == 0 && fwrite(&r, sizeof(r), 1, f) == 1)
			rc = 0;
	}
	fclose(f);
	return rc;
}

static long sum(void)
{
	struct record r;
	long total = 0;
	FILE *f = fopen(path, "rb");
	if (!f)
		return -1;
	while (fread(&r, sizeof(r), 1, f) == 1)
		total += r.value;
	fclose(f);
	return total;
}

int main(void)
{
	static const char *const names[] = {"kettle", "lamp", "mirror", "a name that is cut"};
	struct record r;
	remove(path);
	printf("%ld records before\n", count());
	for (int i = 0; i < 4; i++)
		if (append(names[i], 10 * i + 5))
			return 1;
	int changed = change(1, 100) == 0, refused = change(9, 1) != 0;
	for (long i = 0; i < count(); i++)
		if (get(i, &r) == 0)
			printf("%ld %-12s %d\n", i, r.name, r.value);
	printf("%d %d %d, sum %ld\n", changed, refused, get(-1, &r), sum());
	remove(path);
	return 0;
}
