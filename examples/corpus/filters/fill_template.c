/* A letter from a template: lines NAME=VALUE, an empty line, then text with {NAME} in it. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value {
	char *name, *text;
	int used;
	struct value *next;
};

static char *copy(const char *s, size_t n)
{
	char *to = malloc(n + 1);

	memcpy(to, s, n);
	to[n] = '\0';
	return to;
}

static struct value *add_value(struct value *first, const char *line)
{
	const char *equals = strchr(line, '=');

	if (equals == NULL || equals == line) {
		printf("no value: %s\n", line);
		return first;
	}
	struct value *v = malloc(sizeof *v);

	v->name = copy(line, (size_t)(equals - line));
	v->text = copy(equals + 1, strlen(equals + 1));
	v->used = 0;
	v->next = first;
	return v;
}

static struct value *look_up(struct value *v, const char *name, size_t n)
{
	while (v && !(strlen(v->name) == n && strncmp(v->name, name, n) == 0))
		v = v->next;
	return v;
}

/* "{{" is a brace; {NAME:u} is in capitals. */
static int expand(struct value *values, const char *line)
{
	int missing = 0;

	while (*line) {
		if (line[0] != '{' || line[1] == '{') {
			line += line[0] == '{';
			putchar(*line++);
			continue;
		}
		const char *end = strchr(line, '}');

		if (end == NULL) {
			printf("{?");
			return missing + 1;
		}
		size_t n = (size_t)(end - line - 1);
		int capitals = n > 2 && line[n - 1] == ':' && line[n] == 'u';
		struct value *v = look_up(values, line + 1, capitals ? n - 2 : n);

		if (v == NULL) {
			printf("{%.*s?}", (int)n, line + 1);
			missing++;
		} else {
			v->used++;
			for (const char *p = v->text; *p; p++)
				putchar(capitals ? toupper((unsigned char)*p) : *p);
		}
		line = end + 1;
	}
	putchar('\n');
	return missing;
}

int main(void)
{
	struct value *values = NULL;
	char line[256];
	int missing = 0, head = 1;

	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = '\0';
		if (head && line[0] == '\0')
			head = 0;
		else if (head)
			values = add_value(values, line);
		else
			missing += expand(values, line);
	}
	while (values) {
		struct value *v = values;

		if (v->used == 0)
			printf("%s was not used\n", v->name);
		values = v->next;
		free(v->name);
		free(v->text);
		free(v);
	}
	printf("%d missing\n", missing);
	return 0;
}
