/*
 * What platform/host answers: lines "KIND LANGUAGE NAME [MORE]" from stdin, a line for each to
 * stdout. "list": the rows of its tables instead, as such lines. bench/host asks it.
 */
#include <stdio.h>

#include "platform/host/host.h"
#include "platform/host/table.h"

static const char *const three[] = {"no", "yes", "maybe"};
static const char *const flag_words[] = {"refused", "taken", "maybe", "linked", "foreign", "noted"};
static const char *const function_words[] = {"absent", "libc", "maybe", "libm", "builtin"};

struct asked {
	enum plat_languages language;
	struct fl_slice name, more;
};

static const char *flag(const struct asked *q)
{
	return flag_words[plat_host_flag(q->name, q->language)];
}

static const char *link_flag(const struct asked *q)
{
	return three[plat_host_link_flag(q->name)];
}

static const char *header(const struct asked *q)
{
	return three[plat_host_header(q->name, q->language)];
}

static const char *alone(const struct asked *q)
{
	return three[plat_host_header_alone(q->name, q->language)];
}

static const char *function(const struct asked *q)
{
	return plat_host_nowhere(q->name) ? "nowhere" : function_words[plat_host_function(q->name)];
}

static const char *declares(const struct asked *q)
{
	return three[plat_host_declares(q->name, q->more, q->language == PLAT_FOR_CXX)];
}

static const char *library(const struct asked *q)
{
	return three[plat_host_library(q->name)];
}

static const char *exports(const struct asked *q)
{
	return three[plat_host_exports(q->name, q->more)];
}

static const char *attribute(const struct asked *q)
{
	return three[plat_host_attribute(q->name)];
}

static const char *size(const struct asked *q)
{
	static char number[16];
	int before = q->more.len ? q->more.ptr[0] - '0' : 0;
	snprintf(number, sizeof(number), "%u",
		plat_host_size(q->name, (enum plat_host_before)before));
	return number;
}

static const struct {
	const char *kind;
	const char *(*answer)(const struct asked *q);
} kinds[] = {
	{"flag", flag},
	{"link", link_flag},
	{"header", header},
	{"alone", alone},
	{"function", function},
	{"declares", declares},
	{"library", library},
	{"exports", exports},
	{"attribute", attribute},
	{"size", size},
};

static const char *answer(struct fl_slice kind, const struct asked *q)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (fl_slice_eqs(kind, kinds[i].kind))
			return kinds[i].answer(q);
	return "unheard of";
}

static void list(const char *kind, const char *const *rows, size_t marks)
{
	char header[256] = "";
	for (; *rows; rows++) {
		struct fl_slice rest = fl_slice_str(*rows);
		while (rest.len) {
			ptrdiff_t blank = fl_slice_chr(rest, ' ');
			struct fl_slice word =
				fl_slice_head(rest, blank < 0 ? rest.len : (size_t)blank);
			rest = fl_slice_skip(rest, word.len + 1);
			struct fl_slice name = fl_slice_skip(word, marks);
			if (word.ptr[0] == '<')
				snprintf(header, sizeof(header), "%.*s", FL_ARG(name));
			else if (header[0])
				printf("%s c %s %.*s\n", kind, header, FL_ARG(name));
			else
				printf("%s c %.*s\n", kind, FL_ARG(name));
		}
	}
}

int main(int argc, char **argv)
{
	char line[1024], kind[16], language[8], name[256], more[256];
	(void)argv;
	if (argc > 1) {
		list("flag", plat_host_flags, 2);
		list("link", plat_host_links, 1);
		list("header", plat_host_headers, 1);
		list("function", plat_host_functions, 1);
		list("declares", plat_host_declared, 1);
		list("library", plat_host_libraries, 1);
		list("attribute", plat_host_attributes, 1);
		list("size", plat_host_sizes, 3);
		return 0;
	}
	while (fgets(line, sizeof(line), stdin)) {
		more[0] = '\0';
		if (sscanf(line, "%15s %7s %255s %255s", kind, language, name, more) < 3)
			return 2;
		for (char *c = name; *c && kind[0] == 's'; c++)
			*c = *c == '.' ? ' ' : *c;
		struct asked q = {language[1] == '+' ? PLAT_FOR_CXX : PLAT_FOR_C,
			fl_slice_str(name), fl_slice_str(more)};
		puts(answer(fl_slice_str(kind), &q));
	}
	return 0;
}
