/* Calculator: an expression a line, variables, and the line's number beside what is wrong. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parser {
	const char *at;
	long values[26];
	const char *problem;
};

static long expression(struct parser *p);

static void skip_blanks(struct parser *p)
{
	while (isspace((unsigned char)*p->at))
		p->at++;
}

static int take(struct parser *p, char c)
{
	skip_blanks(p);
	if (*p->at != c)
		return 0;
	p->at++;
	return 1;
}

static long atom(struct parser *p)
{
	long value = 0;

	if (take(p, '(')) {
		value = expression(p);
		if (!take(p, ')'))
			p->problem = "missing )";
		return value;
	}
	if (take(p, '-'))
		return -atom(p);
	skip_blanks(p);
	if (islower((unsigned char)*p->at))
		return p->values[*p->at++ - 'a'];
	if (!isdigit((unsigned char)*p->at)) {
		p->problem = "a number is wanted";
		return 0;
	}
	while (isdigit((unsigned char)*p->at) && value < 100000000)
		value = value * 10 + (*p->at++ - '0');
	return value;
}

static long product(struct parser *p)
{
	long value = atom(p);

	for (;;) {
		if (take(p, '*')) {
			value = value % 1000000 * (atom(p) % 1000000);
		} else if (take(p, '/')) {
			long by = atom(p);

			if (by == 0) {
				p->problem = "division by zero";
				return 0;
			}
			value /= by;
		} else if (take(p, '%')) {
			long by = atom(p);

			value = by == 0 ? value : value % by;
		} else {
			return value;
		}
	}
}

static long expression(struct parser *p)
{
	long value = product(p);

	for (;;) {
		if (take(p, '+'))
			value += product(p);
		else if (take(p, '-'))
			value -= product(p);
		else
			return value;
	}
}

/* "x = 3 * 4" keeps the value; anything else prints it. */
static void statement(struct parser *p, const char *line, int number)
{
	int target = -1;
	long value;

	p->at = line;
	p->problem = NULL;
	skip_blanks(p);
	if (*p->at == '\0' || *p->at == '#')
		return;
	if (islower((unsigned char)p->at[0])) {
		const char *after = p->at + 1;

		while (*after == ' ')
			after++;
		if (*after == '=') {
			target = *p->at - 'a';
			p->at = after + 1;
		}
	}
	value = expression(p);
	skip_blanks(p);
	if (*p->at && !p->problem)
		p->problem = "something is left over";
	if (p->problem)
		printf("line %d: %s\n", number, p->problem);
	else if (target >= 0)
		p->values[target] = value;
	else
		printf("%ld\n", value);
}

int main(void)
{
	struct parser p = {.at = NULL};
	char line[256];
	int number = 0;

	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = '\0';
		statement(&p, line, ++number);
	}
	return 0;
}
