/* Names and headers of the standard libraries that a diagnostic misses, and what they need. */
#include "diag/thought/stdnames.h"
#include "diag/thought/thought_impl.h"

/* How the compilers say that a name is not there: HEAD 'NAME' AFTER ['SCOPE' TAIL]. */
struct pattern {
	const char *head, *after, *tail; /* tail: NULL without a scope */
	bool type; /* the name is that of a type */
	bool call; /* the name is called */
};

static const struct pattern patterns[] = {
	{"", " is not a member of ", "", false, false},
	{"", " in namespace ", " does not name a", false, false},
	{"no member named ", " in namespace ", "", false, false},
	{"no type named ", " in namespace ", "", false, false},
	{"no template named ", " in namespace ", "", false, false},
	{"", " has not been declared", NULL, false, false},
	{"", " was not declared in this scope", NULL, false, false},
	{"", " undeclared", NULL, false, false},
	{"", " does not name a ", NULL, true, false},
	{"use of undeclared identifier ", "", NULL, false, false},
	{"unknown type name ", "", NULL, true, false},
	{"no template named ", "", NULL, true, false},
	{"call to undeclared function ", "", NULL, false, true},
	{"call to undeclared library function ", "", NULL, false, true},
	{"implicit declaration of function ", "", NULL, false, true},
	{"implicitly declaring library function ", "", NULL, false, true},
	{"incompatible implicit declaration of built-in function ", "", NULL, false, true},
	{"implicit instantiation of undefined template ", "", NULL, true, false},
	{"aggregate ", " has incomplete type", NULL, true, false},
	{"variable ", " has initializer but incomplete type", NULL, true, false},
};

/* What a diagnostic misses. */
struct missing {
	struct fl_slice name; /* without "std::" */
	bool std; /* it is said to be in namespace std */
	bool sure; /* by its look it is a type, a macro or a function that is called */
	struct diag_std_name about;
};

/* What the platform is, as far as that is known. */
struct target {
	bool cxx, known, strict;
	int standard; /* 98, 11, …; 0 when not known */
	uint32_t gcc; /* major version; 0: not gcc, or not known */
	const struct plat_context *platform;
};

/* Standards in their order: the years of the last century come first. */
static int ordinal(int standard)
{
	return standard >= 89 ? standard - 100 : standard;
}

static const struct {
	const char *word;
	int standard;
} standard_words[] = {
	{"++98", 98},
	{"++03", 98},
	{"++0x", 11},
	{"++11", 11},
	{"++1y", 14},
	{"++14", 14},
	{"++1z", 17},
	{"++17", 17},
	{"++2a", 20},
	{"++20", 20},
	{"++2b", 23},
	{"++23", 23},
	{"++2c", 26},
	{"++26", 26},
	{"89", 89},
	{"90", 89},
	{"ansi", 89},
	{"99", 99},
	{"9x", 99},
	{"11", 11},
	{"1x", 11},
	{"17", 17},
	{"18", 17},
	{"23", 23},
	{"2x", 23},
};

static void standard_read(struct fl_slice text, struct target *t)
{
	for (size_t i = 0; i < sizeof(standard_words) / sizeof(standard_words[0]); i++)
		if (fl_slice_ends(text, standard_words[i].word)) {
			t->standard = standard_words[i].standard;
			t->cxx = standard_words[i].word[0] == '+';
			t->strict = !fl_slice_starts(text, "gnu");
			t->known = true;
			return;
		}
}

static struct target target_of(const struct diag_diagnostic *d, const struct plat_context *platform)
{
	struct target t = {.platform = platform};
	bool c_words = fl_slice_starts(d->message, "implicit declaration") ||
		       fl_slice_find(d->message, "undeclared (first use") >= 0;
	t.cxx = !fl_slice_ends(d->file, ".c") && !c_words;
	if (!platform)
		return t;
	standard_read(platform->standard, &t);
	ptrdiff_t blank = fl_slice_chr(platform->compiler, ' ');
	struct fl_slice name = fl_slice_head(platform->compiler, blank < 0 ? 0 : (size_t)blank);
	if (fl_slice_eqs(name, "g++") || fl_slice_eqs(name, "gcc"))
		fl_slice_uint(fl_slice_skip(platform->compiler, name.len + 1), &t.gcc);
	return t;
}

/* The message with ASCII quotes. */
static struct fl_slice plain_quotes(struct fl_slice s, struct fl_arena *a)
{
	struct fl_slice copy = fl_arena_slice(a, s);
	char *to = fl_arena_alloc(a, s.len + 1);
	size_t len = 0;
	for (size_t i = 0; to && i < copy.len; i++) {
		struct fl_slice rest = fl_slice_skip(copy, i);
		bool wide = fl_slice_starts(rest, "\xe2\x80\x98") ||
			    fl_slice_starts(rest, "\xe2\x80\x99");
		to[len++] = wide || copy.ptr[i] == '`' ? '\'' : copy.ptr[i];
		i += wide ? 2 : 0;
	}
	return fl_slice(to, to ? len : 0);
}

/* Cut 'TEXT' off the start of *s. */
static bool quoted_cut(struct fl_slice *s, struct fl_slice *ret_text)
{
	if (!fl_slice_starts(*s, "'"))
		return false;
	struct fl_slice rest = fl_slice_skip(*s, 1);
	ptrdiff_t end = fl_slice_chr(rest, '\'');
	if (end <= 0)
		return false;
	*ret_text = fl_slice_head(rest, (size_t)end);
	*s = fl_slice_skip(rest, (size_t)end + 1);
	return true;
}

static bool pattern_match(const struct pattern *p, struct fl_slice message,
	struct fl_slice *ret_name, struct fl_slice *ret_scope)
{
	struct fl_slice name, scope = {0}, rest = message;
	if (!fl_slice_starts(rest, p->head))
		return false;
	rest = fl_slice_skip(rest, strlen(p->head));
	if (!quoted_cut(&rest, &name) || !fl_slice_starts(rest, p->after))
		return false;
	rest = fl_slice_skip(rest, strlen(p->after));
	if (p->tail && (!quoted_cut(&rest, &scope) || !fl_slice_starts(rest, p->tail)))
		return false;
	*ret_name = name;
	*ret_scope = scope;
	return true;
}

static bool skip_word(struct fl_slice *s, const char *word)
{
	if (!fl_slice_starts(*s, word))
		return false;
	*s = fl_slice_skip(*s, strlen(word));
	return true;
}

/* A name as the tables have it: without its namespace std, arguments, and what follows a type. */
static void name_clean(
	struct fl_slice name, struct fl_slice scope, struct missing *m, struct fl_arena *a)
{
	for (size_t i = 0; i < name.len; i++)
		if (strchr("<( ", name.ptr[i]))
			name.len = i;
	m->std = skip_word(&name, "std::") || fl_slice_eqs(scope, "std") ||
		 fl_slice_starts(scope, "std::");
	skip_word(&name, "__cxx11::");
	if (skip_word(&scope, "std::") && scope.len) {
		skip_word(&scope, "__cxx11::");
		name = fl_arena_printf(a, "%.*s::%.*s", FL_ARG(scope), FL_ARG(name));
	}
	if (fl_slice_starts(name, "ranges::views::"))
		skip_word(&name, "ranges::");
	m->name = name;
}

/* Is the name called in the printed source line? */
static bool called(const struct diag_diagnostic *d, struct fl_slice name)
{
	struct fl_slice line = d->source_line;
	while (name.len && line.len >= name.len) {
		const char *at = memmem(line.ptr, line.len, name.ptr, name.len);
		if (!at)
			return false;
		line = fl_slice_skip(line, (size_t)(at - line.ptr) + name.len);
		struct fl_slice rest = fl_slice_trim(line);
		if (fl_slice_starts(rest, "("))
			return true;
	}
	return false;
}

/* Macros and types look like it; so do the few lower-case objects of C. */
static bool looks_like(struct fl_slice name)
{
	static const char *const objects[] = {
		"errno", "stdin", "stdout", "stderr", "bool", "true", "false", "optarg", "optind"};
	bool upper = false, lower = false;
	for (size_t i = 0; i < name.len; i++) {
		upper = upper || (name.ptr[i] >= 'A' && name.ptr[i] <= 'Z');
		lower = lower || (name.ptr[i] >= 'a' && name.ptr[i] <= 'z');
	}
	for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++)
		if (fl_slice_eqs(name, objects[i]))
			return true;
	return (upper && !lower) || fl_slice_ends(name, "_t");
}

/* Does the tool itself say that it is in std: in a suggestion or a note? */
static bool tool_says_std(const struct diag_diagnostic *d, struct fl_slice name, struct fl_arena *a)
{
	struct fl_slice full = fl_arena_printf(a, "std::%.*s", FL_ARG(name));
	const struct diag_note *n = d->notes.items;
	if (!full.len)
		return false;
	if (fl_slice_find(d->message, full.ptr) >= 0)
		return true;
	for (size_t i = 0; i < d->notes.len; i++)
		if (n[i].kind == DIAG_NOTE_NOTE && fl_slice_find(n[i].message, full.ptr) >= 0)
			return true;
	return false;
}

static bool missing_find(const struct diag_diagnostic *d, const struct target *t,
	struct fl_arena *a, struct missing *ret_missing)
{
	struct fl_slice message = plain_quotes(d->message, a), name, scope;
	struct missing m = {0};
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]) && !m.name.len; i++) {
		if (!pattern_match(&patterns[i], message, &name, &scope))
			continue;
		if (scope.len && !fl_slice_eqs(scope, "std") && !fl_slice_starts(scope, "std::"))
			return false;
		name_clean(name, scope, &m, a);
		m.sure = patterns[i].type || patterns[i].call || called(d, m.name) ||
			 looks_like(m.name);
	}
	if (!m.name.len || a->failed)
		return false;
	if (!m.std && m.sure && diag_std_find_c(m.name, &m.about)) {
		*ret_missing = m;
		return true;
	}
	m.std = m.std || (t->cxx && tool_says_std(d, m.name, a));
	if (!m.std || !diag_std_find(m.name, &m.about))
		return false;
	*ret_missing = m;
	return true;
}

static struct fl_slice standard_name(bool c, int standard, struct fl_arena *a)
{
	return fl_arena_printf(a, "%s%02d", c ? "C" : "C++", standard);
}

/* "-std=c++23", in the platform's own dialect. */
static struct fl_slice standard_flag(
	const struct target *t, bool c, int standard, struct fl_arena *a)
{
	return fl_arena_printf(
		a, "-std=%s%s%02d", t->known && !t->strict ? "gnu" : "c", c ? "" : "++", standard);
}

static struct fl_slice instead(
	const struct diag_std_name *n, const char *before, struct fl_arena *a)
{
	return n->instead ? fl_arena_printf(a, "%suse %s instead", before, n->instead)
			  : (struct fl_slice){0};
}

/* The standard in use is too old for it. */
static void think_too_new(const struct target *t, struct fl_slice full, const char *header,
	const struct diag_std_name *n, struct fl_arena *a, struct fl_slice *cause,
	struct fl_slice *fix)
{
	struct fl_slice needs = standard_name(n->c, n->since, a);
	struct fl_slice flag = standard_flag(t, n->c, n->since, a);
	*cause = fl_arena_printf(a, "%.*s is %.*s, declared in <%s>; this is compiled as %.*s",
		FL_ARG(full), FL_ARG(needs), header, FL_ARG(t->platform->standard));
	struct fl_slice other = instead(n, ", or ", a);
	*fix = fl_arena_printf(a, "compile with %.*s%.*s", FL_ARG(flag), FL_ARG(other));
}

/* libstdc++ has it only in a later version. */
static void think_library(const struct target *t, struct fl_slice full, const char *header,
	const struct diag_std_name *n, struct fl_arena *a, struct fl_slice *cause,
	struct fl_slice *fix)
{
	struct fl_slice needs = standard_name(n->c, n->since, a);
	*cause = fl_arena_printf(a,
		"%.*s is %.*s, declared in <%s>, and libstdc++ has it from gcc %d on; this is %.*s",
		FL_ARG(full), FL_ARG(needs), header, n->gcc, FL_ARG(t->platform->compiler));
	struct fl_slice other = instead(n, "", a);
	*fix = fl_arena_printf(a, "%.*s%sbuild with gcc %d or later", FL_ARG(other),
		other.len ? ", or " : "", n->gcc);
}

static const char *feature_kind(const char *feature)
{
	return strcmp(feature, "_GNU_SOURCE") == 0       ? "a GNU extension"
	       : strcmp(feature, "_DEFAULT_SOURCE") == 0 ? "a BSD extension"
							 : "POSIX";
}

/* C: glibc's header hides it unless a feature test macro asks for it. */
static bool think_feature(const struct target *t, struct fl_slice full,
	const struct diag_std_name *n, struct fl_arena *a, struct fl_slice *cause,
	struct fl_slice *fix)
{
	if (!n->feature || t->cxx)
		return false;
	bool gnu = strcmp(n->feature, "_GNU_SOURCE") == 0;
	if (t->known && !t->strict && !gnu)
		return false; /* the dialects of GNU ask for the others by themselves */
	struct fl_slice standard = t->known ? t->platform->standard : (struct fl_slice){0};
	*cause = fl_arena_printf(a, "%.*s is %s: <%s> declares it%s%.*s only with %s", FL_ARG(full),
		feature_kind(n->feature), n->header,
		gnu        ? ""
		: t->known ? " under -std="
			   : " under a strict -std=cNN",
		gnu ? 0 : (int)standard.len, standard.len ? standard.ptr : "", n->feature);
	const char *equals = strchr(n->feature, '=');
	int len = equals ? (int)(equals - n->feature) : (int)strlen(n->feature);
	struct fl_slice flag = gnu ? (struct fl_slice){0} : FL_S(", or compile with -std=gnu17");
	*fix = fl_arena_printf(a,
		"add #define %.*s%s%s before the first #include, and #include <%s>%.*s", len,
		n->feature, equals ? " " : "", equals ? equals + 1 : "", n->header, FL_ARG(flag));
	return true;
}

/* Nothing is known to be in the way: its header is missing. */
static void think_include(const struct target *t, struct fl_slice full, const char *header,
	const struct diag_std_name *n, bool counts, struct fl_arena *a, struct fl_slice *cause,
	struct fl_slice *fix)
{
	if (counts && n->gcc && !t->gcc) { /* nobody knows whose library it is */
		struct fl_slice other = instead(n, ", or where the library lacks it ", a);
		*cause = fl_arena_printf(a,
			"%.*s is declared in <%s>, which libstdc++ has from gcc %d on",
			FL_ARG(full), header, n->gcc);
		*fix = fl_arena_printf(a, "add #include <%s>%.*s", header, FL_ARG(other));
	} else if (!counts || t->known || ordinal(n->since) < 0) {
		*cause = fl_arena_printf(
			a, "%.*s is declared in <%s>, which is not included", FL_ARG(full), header);
		*fix = fl_arena_printf(a, "add #include <%s>", header);
	} else {
		struct fl_slice needs = standard_name(n->c, n->since, a);
		struct fl_slice flag = standard_flag(t, n->c, n->since, a);
		*cause = fl_arena_printf(
			a, "%.*s is %.*s, declared in <%s>", FL_ARG(full), FL_ARG(needs), header);
		*fix = fl_arena_printf(a, "add #include <%s> and compile with %.*s or later",
			header, FL_ARG(flag));
	}
}

static void think_name(const struct missing *m, const struct target *t, struct fl_arena *a,
	struct fl_slice *cause, struct fl_slice *fix)
{
	const struct diag_std_name *n = &m->about;
	const char *cxx_header = n->c ? diag_std_cxx_header(n->header) : NULL;
	const char *header = t->cxx && cxx_header ? cxx_header : n->header;
	struct fl_slice full = fl_arena_printf(a, "%s%.*s", m->std ? "std::" : "", FL_ARG(m->name));
	/* Does the standard of the language in use decide? */
	bool counts = n->since && n->c != t->cxx && !n->every;
	if (counts && n->gcc && t->gcc && t->gcc < (uint32_t)n->gcc) {
		think_library(t, full, header, n, a, cause, fix);
	} else if (counts && t->known && ordinal(t->standard) < ordinal(n->since)) {
		think_too_new(t, full, header, n, a, cause, fix);
	} else if (!think_feature(t, full, n, a, cause, fix)) {
		think_include(t, full, header, n, counts, a, cause, fix);
	}
}

/* "NAME: No such file or directory" (gcc), "'NAME' file not found" (clang). */
static struct fl_slice header_missing(const struct diag_diagnostic *d, struct fl_arena *a)
{
	static const char gcc[] = ": No such file or directory";
	struct fl_slice message = plain_quotes(d->message, a), name = {0};
	if (fl_slice_ends(message, gcc))
		return fl_slice_head(message, message.len - (sizeof(gcc) - 1));
	if (!quoted_cut(&message, &name) || !fl_slice_eqs(message, " file not found"))
		return (struct fl_slice){0};
	return name;
}

static bool think_header(const struct diag_diagnostic *d, const struct target *t,
	struct fl_arena *a, struct fl_slice *cause, struct fl_slice *fix)
{
	struct diag_std_name n;
	struct fl_slice name = header_missing(d, a);
	if (!name.len || !t->cxx || !diag_std_find_header(name, &n))
		return false;
	struct fl_slice needs = standard_name(false, n.since, a);
	struct fl_slice compiler = t->gcc ? t->platform->compiler : (struct fl_slice){0};
	struct fl_slice from =
		n.gcc ? fl_arena_printf(a, "; libstdc++ has it from gcc %d on", n.gcc)
		      : (struct fl_slice){0};
	*cause = fl_arena_printf(a, "<%.*s> is a header of %.*s%.*s%s%.*s", FL_ARG(name),
		FL_ARG(needs), FL_ARG(from), compiler.len ? "; this is " : "", FL_ARG(compiler));
	struct fl_slice other = instead(&n, ", or ", a);
	*fix = fl_arena_printf(
		a, "build with a library that has <%.*s>%.*s", FL_ARG(name), FL_ARG(other));
	return true;
}

bool diag_think_std(const struct diag_diagnostic *d, const struct plat_context *platform,
	struct fl_arena *a, struct fl_slice *ret_cause, struct fl_slice *ret_fix)
{
	struct target t = target_of(d, platform);
	struct missing m;
	struct fl_slice cause, fix;
	if (think_header(d, &t, a, &cause, &fix)) {
		*ret_cause = cause;
		*ret_fix = fix;
		return true;
	}
	if (!missing_find(d, &t, a, &m))
		return false;
	think_name(&m, &t, a, &cause, &fix);
	*ret_cause = cause;
	*ret_fix = fix;
	return true;
}
