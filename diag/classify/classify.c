#include "diag/classify/classify.h"

#include "base/mix.h"
#include "diag/classify/rules.h"
#include "diag/classify/systems.h"
#include "diag/model/tool.h"

struct rule {
	enum diag_class error_class;
	const char *words, *code, *note, *tool;
	unsigned right, total;
};

static const struct rule rules[] = {
#define X(id, words, code, note, tool, right, total) \
	{DIAG_CLASS_##id, words, code, note, tool, right, total},
	DIAG_RULES(X)
#undef X
};
#define ONE(id, words, code, note, tool, right, total) +1
enum {
	RULES = sizeof(rules) / sizeof(rules[0]),
	WIDE = RULES - (0 DIAG_RULES_WIDE(ONE)),
	OWN = 0 DIAG_RULES_OWN(ONE) /* behind those of tools that have only their own */
};
#undef ONE

const size_t diag_rule_count = RULES, diag_rule_wide = WIDE;

const char *diag_rule_name(size_t rule)
{
	if (rule >= RULES)
		return "(no rule)";
	const struct rule *r = &rules[rule];
	return r->words ? r->words : r->code ? r->code : r->note;
}

enum diag_class diag_rule_class(size_t rule)
{
	return rule < RULES ? rules[rule].error_class : DIAG_CLASS_NONE;
}

/* Newton's square root of x in 0..1, so that the filters need no libm: it falls until it is met. */
static double root(double x)
{
	double r = 1, next = (r + x) / 2;
	for (int i = 0; i < 60 && next < r; i++) {
		r = next;
		next = (r + x / r) / 2;
	}
	return r;
}

/* The lower end of the 95 % Wilson interval, in 1/10000ths. */
static int64_t wilson(double right, double n)
{
	const double z = 1.959964; /* the 97.5 % quantile of the normal distribution */
	double share = right / n;
	double centre = share + z * z / (2 * n);
	double spread = z * root(share * (1 - share) / n + z * z / (4 * n * n));
	double low = (centre - spread) / (1 + z * z / n);
	return low > 0 ? (int64_t)(low * 10000) : 0;
}

int64_t diag_wilson(unsigned right, unsigned total)
{
	return total ? wilson(right, total) : 0;
}

/* The length of the quote at the start of s: ASCII, or as gcc prints it in UTF-8; 0 for none. */
static size_t quote_length(struct fl_slice s)
{
	if (fl_slice_starts(s, "'"))
		return 1;
	return fl_slice_starts(s, "\xe2\x80\x98") || fl_slice_starts(s, "\xe2\x80\x99") ? 3 : 0;
}

/* The bytes of s that piece, any quote for "'", matches at its start; 0 for none. */
static size_t piece_length(struct fl_slice s, struct fl_slice piece)
{
	size_t at = 0;
	for (size_t i = 0; i < piece.len; i++) {
		struct fl_slice rest = fl_slice_skip(s, at);
		bool same = rest.len && rest.ptr[0] == piece.ptr[i];
		size_t n = piece.ptr[i] == '\'' ? quote_length(rest) : same;
		if (!n)
			return 0;
		at += n;
	}
	return at;
}

/* Skip s to behind the first piece in it (`pinned`: at its start). False when there is none. */
static bool piece_skip(struct fl_slice *s, struct fl_slice piece, bool pinned)
{
	if (!pinned && fl_slice_chr(piece, '\'') < 0) {
		ptrdiff_t at = fl_slice_search(*s, piece);
		*s = fl_slice_skip(*s, at >= 0 ? (size_t)at + piece.len : 0);
		return at >= 0;
	}
	for (size_t i = 0; i < (pinned ? 1 : s->len); i++) {
		size_t n = piece_length(fl_slice_skip(*s, i), piece);
		if (!n)
			continue;
		*s = fl_slice_skip(*s, i + n);
		return true;
	}
	return false;
}

/* The pieces of pattern between "*" occur in s in this order; "^" pins the first to the start. */
static bool words_match(struct fl_slice s, const char *pattern)
{
	bool pinned = *pattern == '^';
	for (pattern += pinned; *pattern;) {
		size_t n = strcspn(pattern, "*");
		if (!piece_skip(&s, fl_slice(pattern, n), pinned))
			return false;
		pattern += n + (pattern[n] == '*');
		pinned = false;
	}
	return true;
}

/* "*" in pattern stands for any text. */
static bool glob_match(struct fl_slice s, const char *pattern)
{
	size_t n = strcspn(pattern, "*");
	if (!fl_slice_eq(fl_slice_head(s, n), fl_slice(pattern, n)))
		return false;
	if (!pattern[n])
		return s.len == n;
	for (s = fl_slice_skip(s, n), pattern += n + 1;; pattern += n + 1) {
		n = strcspn(pattern, "*");
		if (!pattern[n])
			return fl_slice_ends(s, pattern);
		const char *p = s.len ? memmem(s.ptr, s.len, pattern, n) : NULL;
		if (!p)
			return false;
		s = fl_slice_skip(s, (size_t)(p - s.ptr) + n);
	}
}

enum { MEMO_PLACES = 8 }; /* in the memory for the diagnostics of one message */
enum {
	CODES_MAX = 8,
	CODES_MESSAGE = 2,
	ASKED_FEW = 16,
	PAIRS = 1024,
	LETTERS = 32,
	CODED = PAIRS, /* lists by the first letter of the code */
	CODED_ANY = CODED + LETTERS,
	OTHERS,
	LISTS
};

/* Which pairs of neighbours a text has, hashed: most rules fail by it without a search. */
struct pairs {
	uint64_t bits[PAIRS / 64];
};

enum code_kind { CODE_CHECK, CODE_WARNING, CODE_ANALYZER };

/*
 * A flag or check: "-Werror=format=" and "clang-diagnostic-format" are the warning "format",
 * "clang-analyzer-core.X" and "[alpha.core.X]" the checker "core.X".
 */
struct code {
	struct fl_slice name;
	enum code_kind kind;
};

/* What the rules are compared with. */
struct subject {
	const struct diag_diagnostic *d;
	const char *rules; /* of its tool (diag/model/tool.h); NULL: it is not known */
	enum diag_words words;
	struct pairs message;
	/* clang-tidy names a check by all its aliases */
	struct code codes[CODES_MAX + CODES_MESSAGE];
	size_t count;
};

static struct code code_parse(struct fl_slice s)
{
	static const struct {
		const char *prefix;
		enum code_kind kind;
	} kinds[] = {{"-Werror=", CODE_WARNING}, {"-W", CODE_WARNING},
		{"clang-diagnostic-", CODE_WARNING}, {"clang-analyzer-alpha.", CODE_ANALYZER},
		{"clang-analyzer-", CODE_ANALYZER}};
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!fl_slice_starts(s, kinds[i].prefix))
			continue;
		s = fl_slice_skip(s, strlen(kinds[i].prefix));
		ptrdiff_t equals = kinds[i].kind == CODE_WARNING ? fl_slice_chr(s, '=') : -1;
		if (equals >= 0)
			s.len = (size_t)equals;
		return (struct code){s, kinds[i].kind};
	}
	return (struct code){s, CODE_CHECK};
}

/* The name in a rule's code, and its kind. */
static const char *code_glob(const char *pattern, enum code_kind *ret_kind)
{
	static const char analyzer[] = "clang-analyzer-";
	*ret_kind = CODE_CHECK;
	if (pattern[0] == '-' && pattern[1] == 'W') {
		*ret_kind = CODE_WARNING;
		return pattern + 2;
	}
	if (strncmp(pattern, analyzer, strlen(analyzer)) != 0)
		return pattern;
	*ret_kind = CODE_ANALYZER;
	return pattern + strlen(analyzer);
}

static bool code_match(const struct subject *s, const char *pattern)
{
	enum code_kind kind;
	const char *glob = code_glob(pattern, &kind);
	for (size_t i = 0; i < s->count; i++) {
		struct fl_slice name = s->codes[i].name;
		bool possible = *glob == '*' || !name.len || *glob == name.ptr[0];
		if (s->codes[i].kind == kind && possible && glob_match(name, glob))
			return true;
	}
	return !s->count && !*pattern;
}

static bool note_match(const struct diag_diagnostic *d, const char *words)
{
	const struct diag_note *notes = d->notes.items;
	for (size_t i = 0; i < d->notes.len; i++)
		if (words_match(notes[i].message, words))
			return true;
	return false;
}

static unsigned pair_hash(const char *p)
{
	return ((unsigned char)p[0] * 37U + (unsigned char)p[1]) % PAIRS;
}

static struct pairs pairs_of(struct fl_slice s)
{
	struct pairs all = {0};
	for (size_t i = 0; i + 1 < s.len; i++) {
		unsigned h = pair_hash(s.ptr + i);
		all.bits[h / 64] |= 1ULL << h % 64;
	}
	return all;
}

static bool is_plain(char c)
{
	return c != '^' && c != '*' && c != '\'';
}

/* False when the pattern's words cannot all be in the text of those pairs. */
static bool words_possible(const struct pairs *all, const char *pattern)
{
	for (; pattern[0] && pattern[1]; pattern++) {
		unsigned h = pair_hash(pattern);
		if (is_plain(pattern[0]) && is_plain(pattern[1]) &&
			!(all->bits[h / 64] & 1ULL << h % 64))
			return false;
	}
	return true;
}

/* Of a linker's words only the rules of "ld" and of LINKER tell. */
static bool tool_match(const struct rule *r, const struct subject *s)
{
	if (s->words == DIAG_WORDS_OWN)
		return r->tool && strcmp(s->rules, r->tool) == 0;
	if (r->tool && !strcmp(r->tool, "ld"))
		return s->words == DIAG_WORDS_LINKER;
	if (s->words == DIAG_WORDS_LINKER)
		return !r->tool && r->error_class == DIAG_CLASS_LINKER;
	return !r->tool || !s->rules || strcmp(s->rules, r->tool) == 0;
}

/* The wide rules are those of compilers, about the program. */
static bool wide_match(const struct subject *s)
{
	return s->d->level != DIAG_FATAL && s->words == DIAG_WORDS_COMPILER;
}

/* What is cheap to compare first. */
static bool rule_match(const struct rule *r, const struct subject *s)
{
	return (!r->code || code_match(s, r->code)) && tool_match(r, s) &&
	       (!r->note || note_match(s->d, r->note)) &&
	       (!r->words || (words_possible(&s->message, r->words) &&
				     words_match(s->d->message, r->words)));
}

/*
 * Of each kind of rules with a labelled case, the right answers and all on labels that no rule had
 * seen: those of labels_fresh_tune.tsv when they were first asked about, before they were tuned on.
 */
enum { KIND_CODE, KIND_WORDS, KIND_WIDE };
static const struct {
	double right, total;
} first_sight[] = {[KIND_CODE] = {78, 79}, [KIND_WORDS] = {52, 55}, [KIND_WIDE] = {15, 25}};

/*
 * The rule's own cases are those it was made for, so it is counted as if it had `prior` more, with
 * the luck of its kind with labels that it was not made for. A rule without a case borrows none:
 * what was measured of others says nothing of it.
 */
static int64_t confidence_of(const struct rule *r)
{
	const double prior = 40;
	int kind = r >= rules + WIDE ? KIND_WIDE : r->words || !r->code ? KIND_WORDS : KIND_CODE;
	if (!r->total)
		return 0;
	return wilson(r->right + prior * first_sight[kind].right / first_sight[kind].total,
		r->total + prior);
}

/* clang's analyzer names its checker behind the message: "… [unix.Malloc]". */
static struct fl_slice checker_of(const struct diag_diagnostic *d)
{
	static const char *const packages[] = {"alpha.", "core.", "cplusplus.", "deadcode.",
		"nullability.", "optin.", "osx.", "security.", "unix.", "valist."};
	ptrdiff_t open = d->code.len ? -1 : fl_slice_rchr(d->message, '[');
	if (open < 1 || !fl_slice_ends(d->message, "]"))
		return (struct fl_slice){0};
	struct fl_slice name = fl_slice_skip(d->message, (size_t)open + 1);
	name.len--;
	for (size_t i = 0; i < sizeof(packages) / sizeof(packages[0]); i++)
		if (fl_slice_starts(name, packages[i]) && fl_slice_chr(name, ' ') < 0)
			return fl_slice_skip(name, i ? 0 : strlen(packages[i]));
	return (struct fl_slice){0};
}

/* What the message alone tells, and as a code so that the rules can ask for it. */
static void codes_of_message(struct subject *s)
{
	struct fl_slice checker = checker_of(s->d);
	if (checker.len)
		s->codes[s->count++] = (struct code){checker, CODE_ANALYZER};
	if (s->words >= DIAG_WORDS_LINKER)
		return;
	if (diag_system_header_missing(s->d->message))
		s->codes[s->count++] = (struct code){FL_S("(system header)"), CODE_CHECK};
	else if (diag_system_name_missing(s->d->message))
		s->codes[s->count++] = (struct code){FL_S("(system name)"), CODE_CHECK};
}

static struct subject subject_of(const struct diag_diagnostic *d)
{
	const struct diag_tool *tool = diag_tool_find(d->tool);
	struct subject s = {.d = d, .message = pairs_of(d->message)};
	if (tool) {
		s.rules = tool->rules;
		s.words = tool->words;
	} else if (d->tool.len) { /* somebody, but nobody whose words are known */
		s.rules = "";
		s.words = DIAG_WORDS_SHARED;
	}
	struct fl_slice rest = d->code;
	while (rest.len && s.count < CODES_MAX) {
		ptrdiff_t comma = fl_slice_chr(rest, ',');
		struct fl_slice one = fl_slice_head(rest, comma < 0 ? rest.len : (size_t)comma);
		rest = fl_slice_skip(rest, one.len + 1);
		if (fl_slice_starts(one, "clang-diagnostic-")) {
			s.rules = "clang";
			s.words = DIAG_WORDS_COMPILER;
		}
		if (!fl_slice_eqs(one, "clang-diagnostic-error"))
			s.codes[s.count++] = code_parse(one);
	}
	codes_of_message(&s);
	return s;
}

/* A set of rules. */
struct candidates {
	uint64_t bits[RULES / 64 + 1];
};

/*
 * A rule stands in the list of one pair of its words, of which its shortest list so far; or in the
 * list of those that need a code, by how it starts, or of those that need neither.
 */
static size_t code_list(const char *pattern)
{
	enum code_kind kind;
	const char *glob = code_glob(pattern, &kind);
	return *glob && *glob != '*' ? CODED + (unsigned char)*glob % LETTERS : CODED_ANY;
}

static size_t rule_list(const struct rule *r, const uint16_t *lengths)
{
	size_t best = r->code && *r->code ? code_list(r->code) : OTHERS;
	for (const char *words = r->words ? r->words : ""; words[0] && words[1]; words++) {
		unsigned h = pair_hash(words);
		if (is_plain(words[0]) && is_plain(words[1]) &&
			(best >= PAIRS || lengths[h] < lengths[best]))
			best = h;
	}
	return best;
}

static void rules_list(struct diag_memory *m)
{
	_Static_assert((int)RULES <= (int)DIAG_RULES_MAX, "the memory has too few rules");
	_Static_assert((int)RULES <= UINT16_MAX, "a memo has too little room for a rule");
	_Static_assert((int)LISTS == (int)DIAG_RULE_LISTS, "the memory has other lists");
	uint16_t lengths[LISTS] = {0};
	for (size_t i = OWN; i < RULES; i++) {
		size_t list = rule_list(&rules[i], lengths);
		lengths[list]++;
		m->next[i] = m->first[list];
		m->first[list] = (uint16_t)(i + 1);
	}
}

static void list_add(struct candidates *all, const struct diag_memory *m, size_t list)
{
	for (uint16_t r = m->first[list]; r; r = m->next[r - 1])
		all->bits[(r - 1) / 64] |= UINT64_C(1) << (r - 1) % 64;
}

/* The rules that may fit; without a memory of lists all of them may. */
static struct candidates candidates_of(const struct subject *s, const struct diag_memory *m)
{
	struct candidates all = {0};
	if (!m || s->words == DIAG_WORDS_OWN) {
		memset(&all, 0xff, sizeof(all));
		return all;
	}
	list_add(&all, m, OTHERS);
	if (s->count)
		list_add(&all, m, CODED_ANY);
	for (size_t i = 0; i < s->count; i++)
		if (s->codes[i].name.len)
			list_add(&all, m, CODED + (unsigned char)s->codes[i].name.ptr[0] % LETTERS);
	for (size_t i = 0; i < PAIRS; i += 64)
		for (uint64_t bits = s->message.bits[i / 64]; bits; bits &= bits - 1)
			list_add(&all, m, i + (size_t)__builtin_ctzll(bits));
	return all;
}

/* The first rule of the word of the set, of those in `wanted`, that fits; RULES when none does. */
static size_t first_match(
	const struct subject *s, const struct candidates *all, size_t word, uint64_t wanted)
{
	for (uint64_t bits = all->bits[word] & wanted; bits; bits &= bits - 1) {
		size_t i = word * 64 + (size_t)__builtin_ctzll(bits);
		if (i >= RULES || rule_match(&rules[i], s))
			return i < RULES ? i : RULES;
	}
	return RULES;
}

/* confidence_of(), which looks through all rules, once a rule. */
static int64_t confidence_once(struct diag_memory *m, size_t rule)
{
	if (!m)
		return confidence_of(&rules[rule]);
	if (!m->confidence[rule])
		m->confidence[rule] = (uint16_t)(confidence_of(&rules[rule]) + 1);
	return m->confidence[rule] - 1;
}

/* The rules from `first` on; memory: NULL, or with the lists of rules. */
static struct diag_verdict ask(
	const struct diag_diagnostic *d, size_t first, struct diag_memory *memory)
{
	struct diag_verdict v = {.rule = RULES};
	if (d->level == DIAG_NOTE || d->level == DIAG_REMARK)
		return v;
	struct subject s = subject_of(d);
	struct candidates all = candidates_of(&s, memory);
	size_t count = wide_match(&s) ? RULES : WIDE, i = RULES;
	if (s.words == DIAG_WORDS_OWN)
		count = OWN;
	else if (first < OWN)
		first = OWN;
	uint64_t wanted = UINT64_MAX << first % 64;
	for (size_t word = first / 64; word * 64 < count && i == RULES; word++) {
		i = first_match(&s, &all, word, wanted);
		wanted = UINT64_MAX;
	}
	if (i >= count)
		return v;
	v.error_class = rules[i].error_class;
	v.confidence = confidence_once(memory, i);
	v.rule = i;
	v.tool = s.words >= DIAG_WORDS_LINKER ? NULL : rules[i].tool;
	return v;
}

struct diag_verdict diag_classify(const struct diag_diagnostic *d)
{
	return ask(d, 0, NULL);
}

struct diag_verdict diag_classify_from(const struct diag_diagnostic *d, size_t first)
{
	return ask(d, first, NULL);
}

/* To make the lists pays where many different diagnostics are asked for. */
static struct diag_verdict ask_new(struct diag_memory *m, const struct diag_diagnostic *d)
{
	if (m->asked == ASKED_FEW)
		rules_list(m);
	return ask(d, 0, m->asked++ < ASKED_FEW ? NULL : m);
}

static size_t first_place(uint64_t message)
{
	return (message >> 50) % DIAG_MEMOS / MEMO_PLACES * MEMO_PLACES;
}

void diag_classify_expect(const struct diag_memory *m, uint64_t message)
{
	__builtin_prefetch(&m->memos[first_place(message)]);
}

static struct diag_memo memo_of(uint64_t key, const struct diag_verdict *v)
{
	return (struct diag_memo){.key = key,
		.confidence = (uint16_t)v->confidence,
		.rule = (uint16_t)v->rule,
		.error_class = (uint8_t)v->error_class,
		.tells = v->tool != NULL};
}

static struct diag_verdict verdict_of(const struct diag_memo *memo)
{
	return (struct diag_verdict){.error_class = (enum diag_class)memo->error_class,
		.confidence = memo->confidence,
		.rule = memo->rule,
		.tool = memo->tells ? rules[memo->rule].tool : NULL};
}

struct diag_verdict diag_classify_memo(
	struct diag_memory *m, const struct diag_diagnostic *d, uint64_t message)
{
	const struct diag_note *notes = d->notes.items;
	uint64_t key = fl_mix_text(fl_mix(message, (uint64_t)d->level), d->code);
	key = fl_mix_text(key, d->tool);
	for (size_t i = 0; i < d->notes.len; i++)
		key = fl_mix_text(key, notes[i].message);
	key |= 1; /* 0 is an empty entry */
	struct diag_memo *places = &m->memos[first_place(message)];
	size_t at = 0;
	while (at < MEMO_PLACES - 1 && places[at].key != key)
		at++;
	if (places[at].key == key && !at)
		return verdict_of(places);
	struct diag_memo found = places[at];
	if (found.key != key) {
		struct diag_verdict v = ask_new(m, d);
		found = memo_of(key, &v);
	}
	for (; at > 0; at--) /* the last one, asked for the longest ago, goes */
		places[at] = places[at - 1];
	*places = found;
	return verdict_of(places);
}
