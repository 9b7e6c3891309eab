/*
 * Microsoft's compiler, linker and MSBuild, whose messages have codes:
 *
 *	D:\a\x.cpp(12,5): error C2065: 'x': undeclared identifier [D:\a\x.vcxproj]
 *	x.cpp(12) : fatal error C1083: Cannot open include file: 'y.h': No such file or directory
 *	C:\include\string.h(112) : see declaration of 'strcpy'
 *	x.obj : error LNK2019: unresolved external symbol "int f(void)" (?f@@YAHXZ) referenced in
 *		function main
 *	LINK : fatal error LNK1104: cannot open file 'y.lib'
 *	cl : Command line error D8021 : invalid numeric argument '/wd"4996"'
 *
 *	  D:\a\x.h(3,6): note: see declaration of 'f'
 *
 *	x.h(3,6): message : see declaration of 'f'		Visual Studio 2019
 *
 *	x.h(3,6): error C2039: 'f': is not a member of 'S'	2022, from 17.8 on
 *	  (compiling source file 'x.cpp')
 *	      D:\a\x.hpp(345,69):
 *	      see declaration of 'S'
 *
 * The linker's columns are none; what the compiler's count is not documented.
 */
#include "diag/tools/tools.h"

#include "diag/report/build.h"
#include "diag/report/place.h"

static const struct {
	const char *words;
	enum diag_level level;
} kinds[] = {
	{": fatal error ", DIAG_FATAL},
	{": error ", DIAG_ERROR},
	{": warning ", DIAG_WARNING},
	{": Command line error ", DIAG_ERROR},
	{": Command line warning ", DIAG_WARNING},
};

/* "C2065", "LNK2019", "D8021", "MSB8020": its length at the start of s, 0 for none. */
static size_t code_length(struct fl_slice s)
{
	size_t letters = 0, n;
	while (letters < s.len && s.ptr[letters] >= 'A' && s.ptr[letters] <= 'Z')
		letters++;
	for (n = letters; n < s.len && s.ptr[n] >= '0' && s.ptr[n] <= '9';)
		n++;
	return letters && letters <= 4 && n - letters >= 4 && n - letters <= 5 ? n : 0;
}

/* MSBuild's " [D:\a\x.vcxproj]" at the end. */
static struct fl_slice project_cut(struct fl_slice s)
{
	ptrdiff_t open = fl_slice_ends(s, "proj]") ? fl_slice_rchr(s, '[') : -1;
	return open > 1 && s.ptr[open - 1] == ' ' ? fl_slice_head(s, (size_t)open - 1) : s;
}

/* `NAME referenced in function F`: the symbol, as far as the linker says it, and the function. */
static void symbol_take(struct diag_parser *p, struct fl_slice message)
{
	static const char in[] = " referenced in function ";
	static const char *const before[] = {
		"unresolved external symbol ", "inconsistent dll linkage for "};
	struct fl_slice symbol = {0}, raw;
	for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
		if (fl_slice_starts(message, before[i]))
			symbol = fl_slice_skip(message, strlen(before[i]));
	ptrdiff_t already = fl_slice_find(message, " already defined in ");
	if (already > 0)
		symbol = fl_slice_head(message, (size_t)already);
	ptrdiff_t at = fl_slice_find(symbol, in);
	struct diag_head note = {.level = DIAG_NOTE, .message = message};
	if (at > 0) {
		note.message = fl_slice_skip(symbol, (size_t)at + 1);
		symbol.len = (size_t)at;
		diag_build_note(p, &note, DIAG_NOTE_FUNCTION);
	}
	raw = symbol;
	ptrdiff_t open = fl_slice_starts(symbol, "\"") ? fl_slice_find(symbol, "\" (") : -1;
	if (open > 0 && symbol.ptr[symbol.len - 1] == ')') {
		raw = fl_slice(symbol.ptr + open + 3, symbol.len - (size_t)open - 4);
		symbol = fl_slice(symbol.ptr + 1, (size_t)open - 1);
	}
	p->lane->d.symbol = diag_build_text(p, symbol);
	p->lane->d.raw_symbol = diag_build_text(p, raw);
}

/* Who it is said of: a place, an object, or the tool itself. */
static void who_take(struct fl_slice who, struct diag_head *h, struct fl_slice *ret_object)
{
	static const char *const tools[] = {"LINK", "cl", "LIB", "NMAKE", "CVTRES", "MSBUILD"};
	who = fl_slice_trim(who);
	if (fl_slice_ends(who, ")") && diag_place_parse(who, h))
		return;
	h->line = h->col = 0;
	h->file = *ret_object = (struct fl_slice){0};
	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
		if (fl_slice_eqs(who, tools[i]))
			return;
	*ret_object = who;
}

static bool speaks(const struct diag_lane *lane)
{
	return lane->open && lane->evidence && lane->evidence[0] == 'm' &&
	       strcmp(lane->evidence, "msvc") == 0;
}

/* Set in below what they explain; those of compilers before 2015 have no level. */
static bool note_take(struct diag_parser *p, struct fl_slice line)
{
	static const char *const words[] = {
		"): note: ", ") : note: ", "): message : ", ") : message : ", ") : "};
	struct diag_head h = {.level = DIAG_NOTE};
	ptrdiff_t at = -1;
	size_t i = 0;
	for (; at < 0 && i < sizeof(words) / sizeof(words[0]); i++)
		at = fl_slice_find(line, words[i]);
	if (at <= 0 || !diag_place_parse(fl_slice_trim(fl_slice_head(line, (size_t)at + 1)), &h))
		return false;
	h.message = project_cut(fl_slice_skip(line, (size_t)at + strlen(words[i - 1])));
	diag_build_note(p, &h, DIAG_NOTE_NOTE);
	return true;
}

/* The last note, where its place alone was told yet. */
static struct diag_note *untold(struct diag_lane *lane)
{
	struct diag_note *n = lane->notes.len ? fl_vec_at(&lane->notes, lane->notes.len - 1) : NULL;
	return n && n->line && !n->message.len ? n : NULL;
}

/* A place in one line, and what it is in the next; and which source was compiled. */
bool diag_msvc_step(struct diag_parser *p, struct fl_slice line)
{
	static const char compiling[] = "(compiling source file '";
	struct diag_head h = {.level = DIAG_NOTE};
	if (!speaks(p->lane))
		return false;
	struct fl_slice text = fl_slice_trim(line);
	if (!text.len)
		return false;
	if (fl_slice_starts(text, compiling) && fl_slice_ends(text, "')")) {
		h.file = fl_slice(
			text.ptr + strlen(compiling), text.len - strlen(compiling) - strlen("')"));
		h.message = fl_slice_str("compiling source file");
		diag_build_note(p, &h, DIAG_NOTE_INCLUDE);
		return true;
	}
	if (fl_slice_ends(text, "):") && diag_place_parse(fl_slice_head(text, text.len - 1), &h) &&
		h.line) {
		diag_build_note(p, &h, DIAG_NOTE_NOTE);
		return true;
	}
	struct diag_note *note = untold(p->lane);
	if (!note)
		return false;
	note->message = diag_build_text(p, project_cut(text));
	p->lane->judged = false;
	return true;
}

/* Does one of the kinds' words start so? */
static bool may_be_kind(char first)
{
	return first == 'f' || first == 'e' || first == 'w' || first == 'C';
}

bool diag_msvc_line(struct diag_parser *p, struct fl_slice line)
{
	ptrdiff_t at = p->look.said; /* no name before it has a colon and a blank */
	struct fl_slice words = fl_slice_skip(line, at > 0 ? (size_t)at : line.len);
	bool may = words.len > 2 && may_be_kind(words.ptr[2]);
	for (size_t i = 0; may && i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!fl_slice_starts(words, kinds[i].words))
			continue;
		struct diag_head h = {.level = kinds[i].level};
		struct fl_slice said = fl_slice_skip(line, (size_t)at + strlen(kinds[i].words));
		struct fl_slice object = {0};
		size_t n = code_length(said);
		struct fl_slice rest = fl_slice_skip(said, n);
		rest = fl_slice_skip(rest, fl_slice_starts(rest, " "));
		if (!n || !fl_slice_starts(rest, ":"))
			continue;
		who_take(fl_slice_head(line, (size_t)at), &h, &object);
		h.code = fl_slice_head(said, n);
		h.message = project_cut(fl_slice_trim(fl_slice_skip(rest, 1)));
		bool link = fl_slice_starts(h.code, "LNK");
		diag_build_begin(p, &h, link ? "link" : "msvc");
		p->lane->d.object = diag_build_text(p, object);
		if (link)
			symbol_take(p, h.message);
		return true;
	}
	return speaks(p->lane) && note_take(p, line);
}
