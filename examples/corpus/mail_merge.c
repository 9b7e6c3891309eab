/* Letters from a template and a list: both are files that the program writes first. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	if (!f)
		return -1;
	int rc = fputs(text, f) < 0 ? -1 : 0;
	if (fclose(f))
		rc = -1;
	return rc;
}

static char *read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	if (!f)
		return NULL;
	size_t len = 0, room = 32;
	char *text = malloc(room);
	for (int c; text && (c = fgetc(f)) != EOF;) {
		if (len + 1 == room) {
			char *grown = realloc(text, room * 2);
			if (!grown) {
				free(text);
				fclose(f);
				return NULL;
			}
			text = grown;
			room *= 2;
		}
		text[len++] = (char)c;
	}
	if (text)
		text[len] = '\0';
	fclose(f);
	return text;
}

/* The field of that number in a line "a,b,c". */
static size_t field(const char *line, int number, char *to, size_t room)
{
	size_t len = 0;
	while (number > 0 && *line && *line != '\n')
		number -= *line++ == ',';
	while (len + 1 < room && line[len] && line[len] != ',' && line[len] != '\n') {
		to[len] = line[len];
		len++;
	}
	to[len] = '\0';
	return len;
}

static int merge(const char *letter, const char *line, FILE *out)
{
	char text[24];
	int put = 0;
	for (const char *c = letter; *c; c++) {
		if (*c != '$' || !isdigit((unsigned char)c[1])) {
			fputc(*c, out);
			continue;
		}
		c++;
		if (field(line, *c - '0', text, sizeof(text)) == 0)
			strcpy(text, "friend");
		fputs(text, out);
		put++;
	}
	return put;
}

static int merge_all(const char *letter_path, const char *list_path, const char *out_path)
{
	char line[64];
	int fields = 0;
	char *letter = read_file(letter_path);
	if (!letter)
		return -1;
	FILE *list = fopen(list_path, "r");
	if (!list) {
		free(letter);
		return -2;
	}
	FILE *out = fopen(out_path, "w");
	if (!out) {
		fclose(list);
		free(letter);
		return -3;
	}
	while (fgets(line, sizeof(line), list))
		fields += merge(letter, line, out);
	fclose(list);
	fclose(out);
	free(letter);
	return fields;
}

int main(void)
{
	static const char *const files[] = {"letter.txt", "people.csv", "letters.out"};
	if (write_file(files[0], "Dear $0,\nyour $1 is due on day $2 of $3.\n\n") ||
		write_file(files[1], "Ada,book,3,May\nLin,,14,June\nOmar,radio and a lamp,,July\n"))
		return 1;
	int fields = merge_all(files[0], files[1], files[2]);
	int missing = merge_all(files[0], "nobody.csv", "none.out");
	char *letters = read_file(files[2]);
	printf("%s%d fields, %d\n", letters ? letters : "?", fields, missing);
	free(letters);
	for (int i = 0; i < 3; i++)
		remove(files[i]);
	return 0;
}
