/*
 * Linkers: who speaks, and what their words have in common. Their formats are in bfd.c,
 * gold.c and lld.c.
 */
#include "diag/linker/demangle.h"
#include "diag/linker/linker.h"

void diag_linker_init(struct diag_linker *ld)
{
	fl_buf_init(&ld->object, DIAG_LINE_MAX);
	fl_buf_init(&ld->function, DIAG_LINE_MAX);
}

void diag_linker_release(struct diag_linker *ld)
{
	fl_buf_release(&ld->object);
	fl_buf_release(&ld->function);
}

enum ld_kind { LD_NONE, LD_ANY, LD_BFD, LD_GOLD, LD_LLD, LD_MOLD };

static const struct {
	const char *name;
	enum ld_kind kind;
} linkers[] = {
	{"wasm-ld", LD_LLD},
	{"ld", LD_ANY},
	{"ld.bfd", LD_BFD},
	{"ld.gold", LD_GOLD},
	{"gold", LD_GOLD},
	{"ld.lld", LD_LLD},
	{"ld64.lld", LD_LLD},
	{"lld", LD_LLD},
	{"ld.mold", LD_MOLD},
	{"mold", LD_MOLD},
};

/* "x86_64-linux-gnu-ld.bfd" and "ld.lld-19" count as their last and first part. */
static enum ld_kind linker_kind(struct fl_slice name)
{
	name = fl_slice_skip(name, (size_t)(fl_slice_rchr(name, '/') + 1));
	if (fl_slice_ends(name, ".exe")) {
		name = fl_slice_skip(name, (size_t)(fl_slice_rchr(name, '\\') + 1));
		name.len -= strlen(".exe");
	}
	ptrdiff_t dash = fl_slice_rchr(name, '-');
	if (dash > 0 && (size_t)dash + 1 < name.len && name.ptr[dash + 1] >= '0' &&
		name.ptr[dash + 1] <= '9')
		name.len = (size_t)dash;
	if (!fl_slice_ends(name, "d")) /* as all of them do */
		return LD_NONE;
	for (size_t i = 0; i < sizeof(linkers) / sizeof(linkers[0]); i++) {
		size_t n = strlen(linkers[i].name);
		if (fl_slice_ends(name, linkers[i].name) &&
			(name.len == n || name.ptr[name.len - n - 1] == '-'))
			return linkers[i].kind;
	}
	return LD_NONE;
}

/* Cut "/usr/bin/ld: " off; a script's complaint has no blank: "/usr/bin/ld:layout.ld:5: ". */
static enum ld_kind name_cut(struct fl_slice *line)
{
	size_t drive = diag_drive_length(*line);
	ptrdiff_t colon = fl_slice_chr(fl_slice_skip(*line, drive), ':');
	if (colon < 2)
		return LD_NONE;
	colon += (ptrdiff_t)drive;
	enum ld_kind kind = linker_kind(fl_slice_head(*line, (size_t)colon));
	if (kind == LD_NONE)
		return LD_NONE;
	*line = fl_slice_skip(*line, (size_t)colon + 1);
	if (line->len && line->ptr[0] == ' ')
		*line = fl_slice_skip(*line, 1);
	return kind;
}

/* A linker that is called plain "ld" is known by its words. */
static enum ld_kind kind_by_words(struct fl_slice line)
{
	static const char *const lld[] = {"error: undefined symbol: ", "error: undefined hidden ",
		"error: duplicate symbol: ", "error: unable to find library "};
	for (size_t i = 0; i < sizeof(lld) / sizeof(lld[0]); i++)
		if (fl_slice_starts(line, lld[i]))
			return LD_LLD;
	if (fl_slice_starts(line, "error: ") && fl_slice_find(line, "lto-wrapper") < 0)
		return LD_GOLD;
	return fl_slice_ends(line, ": previous definition here") ? LD_GOLD : LD_BFD;
}

bool diag_ld_is_object(struct fl_slice s)
{
	static const char *const ends[] = {".o", ".a", ".so", ".o)", ".lo", ".obj", ".lo)"};
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (fl_slice_ends(s, ends[i]))
			return fl_slice_chr(s, ' ') < 0;
	return fl_slice_find(s, ".so.") > 0 && fl_slice_chr(s, ' ') < 0;
}

void diag_ld_source(struct fl_slice s, struct diag_ld_place *place)
{
	struct diag_head h = {0};
	if (fl_slice_eqs(s, "<artificial>") || fl_slice_eqs(s, "ld-temp.o"))
		return;
	if (!diag_place_parse(s, &h) && diag_ld_is_object(s)) {
		place->object = s;
		return;
	}
	place->file = h.file;
	place->line = h.line;
}

/* What stands before a quoted symbol; the first row that occurs counts. */
static const char *const quoted_after[] = {"reference to symbol", "symbol", "references to",
	"reference to", "definition of", "references", "common of", "use of", "against"};

/* Behind these the rest of the message is the symbol, or up to the words of the second column. */
static const struct {
	struct fl_slice before;
	const char *behind;
	bool colon; /* it ends in ": " */
} bare_after[] = {
	{FL_LIT("undefined symbol: "), NULL, true},
	{FL_LIT("undefined hidden symbol: "), NULL, true},
	{FL_LIT("undefined internal symbol: "), NULL, true},
	{FL_LIT("undefined protected symbol: "), NULL, true},
	{FL_LIT("undefined reference: "), NULL, true},
	{FL_LIT("duplicate symbol: "), NULL, true},
	{FL_LIT("symbol not found: "), NULL, true},
	{FL_LIT("absolute symbol: "), NULL, true},
	{FL_LIT("in a discarded section: "), NULL, true},
	{FL_LIT("to a discarded section: "), NULL, true},
	{FL_LIT("multiple common of "), NULL, false},
	{FL_LIT("unable to find library "), NULL, false},
	{FL_LIT("cannot find "), ": ", false},
	{FL_LIT("cannot open "), ": ", false},
	{FL_LIT("to symbol "), " failed", false},
};

/* These, which have a ": ", too, stand behind a symbol that starts the message. */
static const char *const starts_before[] = {": TLS definition in ", ": undefined version: "};

/*
 * The text between the quote that starts s and the one that ends it. Demangled names may hold
 * quotes ("main::'lambda'()"): the last one has a blank, a stop or nothing behind it.
 */
static struct fl_slice unquote(struct fl_slice s)
{
	if (s.len < 2 || !strchr("`'\"", s.ptr[0]))
		return (struct fl_slice){0};
	char close = s.ptr[0] == '"' ? '"' : '\'';
	for (size_t i = 1; i < s.len; i++)
		if (s.ptr[i] == close && (i + 1 == s.len || strchr(" ;,.:", s.ptr[i + 1])) &&
			!(i + 2 < s.len && s.ptr[i + 1] == ':' && s.ptr[i + 2] == ':'))
			return fl_slice(s.ptr + 1, i - 1);
	return (struct fl_slice){0};
}

/* A quoted text right behind the words. */
static struct fl_slice quoted_behind(struct fl_slice message, const char *words)
{
	struct fl_slice rest = message;
	for (ptrdiff_t at; (at = fl_slice_find(rest, words)) >= 0;) {
		rest = fl_slice_skip(rest, (size_t)at + strlen(words));
		if (rest.len < 2 || rest.ptr[0] != ' ')
			continue;
		struct fl_slice found = unquote(fl_slice_skip(rest, 1));
		if (found.len)
			return found;
	}
	return (struct fl_slice){0};
}

struct fl_slice diag_ld_symbol(struct fl_slice message)
{
	struct fl_slice found = {0};
	const bool colon = fl_slice_find(message, ": ") >= 0;
	for (size_t i = 0; i < sizeof(bare_after) / sizeof(bare_after[0]); i++) {
		ptrdiff_t at = bare_after[i].colon && !colon
				       ? -1
				       : fl_slice_search(message, bare_after[i].before);
		if (at < 0)
			continue;
		found = fl_slice_skip(message, (size_t)at + bare_after[i].before.len);
		ptrdiff_t end =
			bare_after[i].behind ? fl_slice_find(found, bare_after[i].behind) : -1;
		found = fl_slice_head(found, end < 0 ? found.len : (size_t)end);
		struct fl_slice inner = unquote(found);
		return inner.len ? inner : found;
	}
	if (fl_slice_starts(message, "`"))
		return unquote(message);
	for (size_t i = 0; colon && i < sizeof(starts_before) / sizeof(starts_before[0]); i++) {
		ptrdiff_t at = fl_slice_find(message, starts_before[i]);
		if (at > 0)
			return fl_slice_head(message, (size_t)at);
	}
	for (size_t i = 0; i < sizeof(quoted_after) / sizeof(quoted_after[0]) && !found.len; i++)
		found = quoted_behind(message, quoted_after[i]);
	return found;
}

struct fl_slice diag_ld_object(struct fl_slice message)
{
	while (message.len) {
		ptrdiff_t blank = fl_slice_chr(message, ' ');
		struct fl_slice word =
			fl_slice_head(message, blank < 0 ? message.len : (size_t)blank);
		message = fl_slice_skip(message, word.len + 1);
		while (word.len && strchr("`'\"", word.ptr[0]))
			word = fl_slice_skip(word, 1);
		while (word.len && strchr("'\":;,", word.ptr[word.len - 1]))
			word.len--;
		if (diag_ld_is_object(word))
			return word;
	}
	return (struct fl_slice){0};
}

/* A name that a C++ compiler would not mangle: what is printed is what the object has. */
static bool is_plain(struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
			    (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
		if (!word)
			return false;
	}
	return s.len > 0 && s.ptr[0] != '.';
}

static void symbol_set(struct diag_parser *p, struct fl_slice symbol)
{
	struct diag_diagnostic *d = &p->lane->d;
	struct fl_buf name;
	ptrdiff_t version = fl_slice_chr(symbol, '@');
	if (version > 0 && is_plain(fl_slice_head(symbol, (size_t)version)))
		symbol.len = (size_t)version;
	fl_buf_init(&name, DIAG_DEMANGLED_MAX);
	bool mangled = diag_demangle(symbol, &name);
	d->symbol = diag_build_text(p, mangled ? fl_buf_view(&name) : symbol);
	if (mangled || is_plain(symbol))
		d->raw_symbol = diag_build_text(p, symbol);
	fl_buf_release(&name);
}

struct fl_slice diag_ld_join(struct diag_parser *p, const struct fl_slice *parts, size_t count)
{
	struct fl_buf all;
	fl_buf_init(&all, (size_t)4 * DIAG_LINE_MAX);
	for (size_t i = 0; i < count; i++)
		fl_buf_slice(&all, parts[i]);
	if (all.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	struct fl_slice s = diag_build_text(p, fl_buf_view(&all));
	fl_buf_release(&all);
	return s;
}

void diag_ld_function(struct diag_parser *p, struct fl_slice object, struct fl_slice function)
{
	struct fl_slice parts[] = {FL_LIT("in function `"), function, FL_LIT("'")};
	if (!function.len)
		return;
	struct diag_head h = {.file = object, .message = diag_ld_join(p, parts, 3)};
	diag_build_note(p, &h, DIAG_NOTE_FUNCTION);
	p->lane->snippet.active = false;
}

void diag_ld_begin(struct diag_parser *p, const char *tool, const struct diag_ld_place *place,
	enum diag_level level, struct fl_slice message, struct fl_slice symbol)
{
	struct diag_head h = {
		.file = place->file, .line = place->line, .message = message, .level = level};
	p->ld->spoke = true;
	p->ld->block = DIAG_LLD_NONE;
	diag_build_begin(p, &h, tool);
	p->lane->snippet.active = false;
	p->lane->d.object = diag_build_text(p, place->object);
	symbol_set(p, symbol);
	diag_ld_function(p, place->object, place->function);
}

void diag_ld_note(struct diag_parser *p, const struct diag_ld_place *place, struct fl_slice message)
{
	struct diag_head h = {.level = DIAG_NOTE,
		.file = place->file.len ? place->file : place->object,
		.line = place->line,
		.message = message};
	diag_build_note(p, &h, DIAG_NOTE_NOTE);
	p->lane->snippet.active = false;
}

bool diag_ld_level(struct fl_slice *s, enum diag_level *level)
{
	static const struct {
		const char *word;
		enum diag_level level;
	} words[] = {{"error: ", DIAG_ERROR}, {"warning: ", DIAG_WARNING}, {"note: ", DIAG_NOTE},
		{"fatal error: ", DIAG_FATAL}, {"fatal: ", DIAG_FATAL},
		{"internal error ", DIAG_FATAL}};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_starts(*s, words[i].word)) {
			*level = words[i].level;
			if (fl_slice_ends(fl_slice_str(words[i].word), ": "))
				*s = fl_slice_skip(*s, strlen(words[i].word));
			return true;
		}
	return false;
}

/* What only says that something before it failed: both texts, in this order. */
static const struct {
	const char *first, *then;
} last_words[] = {
	{"collect2: error: ld returned ", ""},
	{"collect2.exe: error: ld returned ", ""},
	{": error: linker command failed with exit code ", ""},
	{": error: assembler command failed with exit code ", ""},
	{"lto-wrapper: fatal error: ", " returned 1 exit status"},
	{"lto-wrapper failed", ""},
	{"final link failed: bad value", ""},
	{"failed to set dynamic section sizes: bad value", ""},
	{": error adding symbols: bad value", ""},
	{"unable to parse script file ", ""},
	{"unable to parse version script file ", ""},
};
enum { DRIVER_WORDS = 3 };

static bool says_last(struct fl_slice line, size_t row)
{
	ptrdiff_t at = fl_slice_find(line, last_words[row].first);
	return at >= 0 && fl_slice_find(fl_slice_skip(line, (size_t)at), last_words[row].then) >= 0;
}

/* Each row of last_words has one of these: most lines end here. */
static bool may_be_last(const struct diag_parser *p, struct fl_slice line)
{
	/* What stands behind a ": " in all rows but the two of the other branch. */
	const uint64_t behind = DIAG_BIT('e') | DIAG_BIT('f') | DIAG_BIT('b');
	if (!(p->look.after & behind))
		return (p->look.after & (DIAG_BIT('l') | DIAG_BIT('u'))) &&
		       (fl_slice_find(line, "lto-wrapper failed") >= 0 ||
			       fl_slice_find(line, "unable to parse ") >= 0);
	return fl_slice_find(line, "fail") >= 0 || fl_slice_find(line, "return") >= 0 ||
	       fl_slice_find(line, ": bad value") >= 0 ||
	       fl_slice_find(line, "unable to parse ") >= 0;
}

/* Alone they are all there is: the driver's words without a linker's, the others without any. */
bool diag_linker_trailer(struct diag_parser *p, struct fl_slice line)
{
	if ((!p->ld->spoke && !p->lane->open) || !may_be_last(p, line))
		return false;
	for (size_t i = 0; i < sizeof(last_words) / sizeof(last_words[0]); i++) {
		if ((i < DRIVER_WORDS && !p->ld->spoke) || !says_last(line, i))
			continue;
		p->ld->spoke = i >= DRIVER_WORDS;
		diag_build_trailer(p);
		return true;
	}
	return false;
}

bool diag_linker_line(struct diag_parser *p, struct fl_slice line)
{
	struct fl_slice said = line;
	enum ld_kind kind = name_cut(&said);
	if (kind == LD_ANY)
		kind = kind_by_words(said);
	switch (kind) {
	case LD_LLD: return diag_lld_line(p, said, "lld");
	case LD_MOLD: return diag_lld_line(p, said, "mold");
	case LD_GOLD: return diag_gold_line(p, said, true);
	case LD_BFD: return diag_bfd_line(p, said, true);
	default: break;
	}
	return diag_bfd_line(p, line, false) || diag_gold_line(p, line, false);
}

bool diag_linker_detail(struct diag_parser *p, struct fl_slice line)
{
	return diag_lld_detail(p, line) || diag_gold_detail(p, line);
}
