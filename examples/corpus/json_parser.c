/* Recursive-descent JSON parser, lookups and compact printer. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { J_NULL, J_BOOL, J_NUMBER, J_STRING, J_ARRAY, J_OBJECT };

struct json {
	enum kind kind;
	double number;
	char *string;
	char *name; /* key, when inside an object */
	struct json *child;
	struct json *next;
};

struct parser {
	const char *at;
	const char *error;
};

struct json *json_parse(const char *text, const char **error);
struct json *json_get(const struct json *j, const char *name);
struct json *json_at(const struct json *j, int index);
int json_length(const struct json *j);
double json_sum(const struct json *j);
void json_print(const struct json *j);
int json_free(struct json *j);
static struct json *parse_value(struct parser *p);
static struct json *parse_list(struct parser *p, enum kind kind, char close);
static char *parse_string(struct parser *p);
static void skip_space(struct parser *p);

static struct json *json_new(enum kind kind)
{
	struct json *j = calloc(1, sizeof *j);

	j->kind = kind;
	return j;
}

static void skip_space(struct parser *p)
{
	while (isspace((unsigned char)*p->at))
		p->at++;
}

static char *parse_string(struct parser *p)
{
	size_t n = 0;
	char *s;

	if (*p->at != '"') {
		p->error = "expected string";
		return NULL;
	}
	p->at++;
	s = malloc(strlen(p->at) + 1);
	while (*p->at != '"') {
		if (*p->at == '\0') {
			p->error = "unterminated string";
			free(s);
			return NULL;
		}
		if (*p->at == '\\') {
			p->at++;
			s[n++] = *p->at == 'n' ? '\n' : *p->at;
			p->at++;
			continue;
		}
		s[n++] = *p->at++;
	}
	s[n] = '\0';
	p->at++;
	return s;
}

static struct json *parse_list(struct parser *p, enum kind kind, char close)
{
	struct json *list = json_new(kind);
	struct json **tail = &list->child;

	p->at++;
	skip_space(p);
	while (*p->at != close) {
		char *name = NULL;
		struct json *item;

		if (kind == J_OBJECT) {
			name = parse_string(p);
			if (name == NULL)
				break;
			skip_space(p);
			if (*p->at != ':') {
				p->error = "expected ':'";
				free(name);
				break;
			}
			p->at++;
		}
		item = parse_value(p);
		if (item == NULL) {
			free(name);
			break;
		}
		item->name = name;
		*tail = item;
		tail = &item->next;
		skip_space(p);
		if (*p->at == ',') {
			p->at++;
			skip_space(p);
		} else if (*p->at != close) {
			p->error = "expected ',' or end";
			break;
		}
	}
	if (p->error != NULL) {
		json_free(list);
		return NULL;
	}
	p->at++;
	return list;
}

static struct json *parse_value(struct parser *p)
{
	struct json *j;

	skip_space(p);
	switch (*p->at) {
	case '{':
		return parse_list(p, J_OBJECT, '}');
	case '[':
		return parse_list(p, J_ARRAY, ']');
	case '"':
		j = json_new(J_STRING);
		j->string = parse_string(p);
		if (j->string == NULL) {
			free(j);
			return NULL;
		}
		return j;
	default:
		break;
	}
	if (isdigit((unsigned char)*p->at) || *p->at == '-') {
		char *end = NULL;

		j = json_new(J_NUMBER);
		j->number = strtod(p->at, &end);
		p->at = end;
		return j;
	}
	if (strncmp(p->at, "true", 4) == 0 || strncmp(p->at, "null", 4) == 0) {
		j = json_new(*p->at == 't' ? J_BOOL : J_NULL);
		j->number = *p->at == 't';
		p->at += 4;
		return j;
	}
	p->error = "unexpected character";
	return NULL;
}

struct json *json_parse(const char *text, const char **error)
{
	struct parser p = {text, NULL};
	struct json *j = parse_value(&p);

	if (error != NULL)
		*error = p.error;
	return j;
}

struct json *json_get(const struct json *j, const char *name)
{
	if (j == NULL || j->kind != J_OBJECT)
		return NULL;
	for (struct json *c = j->child; c; c = c->next) {
		if (strcmp(c->name, name) == 0)
			return c;
	}
	return NULL;
}

struct json *json_at(const struct json *j, int index)
{
	struct json *c;

	if (!j)
		return NULL;
	c = j->child;
	while (c && index-- > 0)
		c = c->next;
	return c;
}

int json_length(const struct json *j)
{
	int n = 0;

	if (j == NULL)
		return -1;
	for (const struct json *c = j->child; c != NULL; c = c->next)
		n++;
	return n;
}

double json_sum(const struct json *j)
{
	double sum = 0;

	if (j == NULL)
		return 0;
	sum = j->number;
	for (const struct json *c = j->child; c != NULL; c = c->next)
		sum += json_sum(c);
	return sum;
}

void json_print(const struct json *j)
{
	if (j == NULL) {
		printf("(missing)");
		return;
	}
	if (j->name != NULL)
		printf("%s:", j->name);
	if (j->kind == J_NUMBER)
		printf("%g", j->number);
	else if (j->kind == J_STRING)
		printf("\"%s\"", j->string);
	else if (j->kind == J_BOOL)
		printf("true");
	else if (j->kind == J_NULL)
		printf("null");
	else {
		putchar(j->kind == J_ARRAY ? '[' : '{');
		for (const struct json *c = j->child; c; c = c->next) {
			json_print(c);
			if (c->next)
				putchar(',');
		}
		putchar(j->kind == J_ARRAY ? ']' : '}');
	}
}

int json_free(struct json *j)
{
	int count = 1;
	struct json *c;

	if (j == NULL)
		return 0;
	c = j->child;
	while (c != NULL) {
		struct json *next = c->next;

		count += json_free(c);
		c = next;
	}
	free(j->string);
	free(j->name);
	free(j);
	return count;
}

int main(void)
{
	static const char text[] =
		"{\"name\": \"pump\", \"sizes\": [3, 4.5, -1, 20], \"on\": true,"
		" \"dims\": {\"w\": 7, \"h\": 11, \"tags\": [\"a\\\"b\", null, []]}}";
	static const char *const bad[] = {
		"[1, 2", "{\"a\" 1}", "[1 2]", "{\"a\": \"b", "{1: 2}", "[3, ?]",
	};
	const char *error = "unset";
	struct json *empty = json_parse("[]", NULL);
	struct json *j = json_parse(text, &error);
	struct json *dims = json_get(j, "dims");

	json_print(j);
	printf("\nerror: %s\n", error ? error : "none");
	printf("w*h = %g\n", json_get(dims, "w")->number * json_get(dims, "h")->number);
	json_print(json_at(json_get(j, "sizes"), 1));
	json_print(json_at(json_get(j, "sizes"), 4));
	json_print(json_at(json_get(dims, "depth"), 0));
	json_print(json_get(json_get(dims, "name"), "x"));
	printf("\nlengths %d %d %d %d\n", json_length(j), json_length(empty),
	       json_length(json_get(dims, "tags")), json_length(json_get(j, "none")));
	printf("sum %g %g\n", json_sum(j), json_sum(json_get(j, "none")));

	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct json *b = json_parse(bad[i], &error);

		printf("%s: %s, %d freed\n", bad[i], error ? error : "ok", json_free(b));
	}
	printf("freed %d, %d\n", json_free(j), json_free(empty));
	return 0;
}
