/*
 * Linkers. ld.bfd writes, with and without a leading "/usr/bin/ld: ":
 *
 *	main.o: in function `main':
 *	main.c:(.text+0x12): undefined reference to `f'		without -g
 *	/src/main.c:13: undefined reference to `f'		with -g
 *	two.o:(.data+0x0): multiple definition of `v'; one.o:(.data+0x0): first defined here
 *	cannot find -lx: No such file or directory
 *	main.o: warning: relocation against `v' in read-only section `.text'
 *
 * and nothing says "error" but the driver's last line. Any other line of a linker is an error too,
 * unless it says "warning". lld's ">>>" lines become notes.
 */
#include "diag/parse_impl.h"

static bool is_linker(struct fl_slice name)
{
	static const char *const names[] = {
		"ld", "ld.bfd", "ld.gold", "ld.lld", "ld64.lld", "gold", "mold"};
	name = fl_slice_skip(name, (size_t)(fl_slice_rchr(name, '/') + 1));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t n = strlen(names[i]);
		if (fl_slice_ends(name, names[i]) &&
			(name.len == n || name.ptr[name.len - n - 1] == '-'))
			return true;
	}
	return false;
}

/* Cut "/usr/bin/ld: " off. */
static bool prefix_cut(struct fl_slice *line)
{
	ptrdiff_t colon = fl_slice_find(*line, ": ");
	if (colon < 0 || !is_linker(fl_slice_head(*line, (size_t)colon)))
		return false;
	*line = fl_slice_skip(*line, (size_t)colon + 2);
	return true;
}

static bool is_object(struct fl_slice s)
{
	return fl_slice_ends(s, ".o") || fl_slice_ends(s, ".a") || fl_slice_ends(s, ".so") ||
	       fl_slice_ends(s, ".o)") || fl_slice_ends(s, ".lo");
}

/*
 * "[OBJECT:][FILE:](SECTION+OFFSET)" or "[OBJECT:]FILE:LINE" to file and line. True when there is
 * an object: then ld did not know the function.
 */
static bool place_parse(struct fl_slice s, struct diag_head *h)
{
	h->line = h->col = 0;
	if (s.len && s.ptr[s.len - 1] == ')') {
		ptrdiff_t open = fl_slice_rchr(s, '(');
		s = fl_slice_head(s, open < 0 ? 0 : (size_t)open);
		if (fl_slice_ends(s, ":"))
			s.len--;
	} else {
		diag_place_parse(s, h);
		s = h->file;
	}
	h->file = s;
	if (is_object(s))
		return true;
	ptrdiff_t colon = fl_slice_chr(s, ':');
	if (colon < 0 || !is_object(fl_slice_head(s, (size_t)colon)))
		return false;
	h->file = fl_slice_skip(s, (size_t)colon + 1);
	return true;
}

static void function_set(struct diag_parser *p, struct fl_slice object, struct fl_slice function)
{
	fl_buf_clear(&p->ld_object);
	fl_buf_clear(&p->ld_function);
	fl_buf_slice(&p->ld_object, object);
	fl_buf_slice(&p->ld_function, function);
}

static void begin(struct diag_parser *p, struct diag_head *h, struct fl_slice symbol, bool known)
{
	p->ld_spoke = true;
	if (known && p->ld_function.len) {
		struct diag_head f = {.file = fl_buf_view(&p->ld_object),
			.message = fl_buf_view(&p->ld_function)};
		diag_build_pending(p, DIAG_NOTE_FUNCTION, &f, "ld");
	}
	diag_build_begin(p, h, "ld");
	p->lane->d.symbol = diag_build_text(p, symbol);
	p->lane->snippet.active = false;
}

/* "OBJECT: in function `F':" */
static bool function_line(struct diag_parser *p, struct fl_slice line)
{
	ptrdiff_t at = fl_slice_find(line, ": in function `");
	if (at < 0)
		at = fl_slice_find(line, ": In function `");
	if (at < 0 || !fl_slice_ends(line, "':"))
		return false;
	struct fl_slice message = fl_slice_skip(line, (size_t)at + 2);
	message.len--;
	function_set(p, fl_slice_head(line, (size_t)at), message);
	return true;
}

/* The symbol between ` and the last ' of s. */
static struct fl_slice quoted(struct fl_slice s)
{
	ptrdiff_t open = fl_slice_chr(s, '`'), close = fl_slice_rchr(s, '\'');
	if (open < 0 || close <= open)
		return (struct fl_slice){0};
	return fl_slice(s.ptr + open + 1, (size_t)(close - open - 1));
}

static bool reference_line(struct diag_parser *p, struct fl_slice line)
{
	static const char *const words[] = {": undefined reference to `",
		": more undefined references to `", ": relocation truncated to fit: "};
	struct diag_head h = {.level = DIAG_ERROR};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		ptrdiff_t at = fl_slice_find(line, words[i]);
		if (at < 0)
			continue;
		bool object = place_parse(fl_slice_head(line, (size_t)at), &h);
		h.message = fl_slice_skip(line, (size_t)at + 2);
		begin(p, &h, quoted(h.message), !object);
		return true;
	}
	return false;
}

/* "PLACE: multiple definition of `S'; PLACE: first defined here" */
static bool multiple_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_head h = {.level = DIAG_ERROR}, first = {.level = DIAG_NOTE};
	ptrdiff_t at = fl_slice_find(line, ": multiple definition of `");
	if (at < 0)
		return false;
	bool object = place_parse(fl_slice_head(line, (size_t)at), &h);
	h.message = fl_slice_skip(line, (size_t)at + 2);
	ptrdiff_t semicolon = fl_slice_find(h.message, "'; ");
	struct fl_slice other = {0};
	if (semicolon >= 0) {
		other = fl_slice_skip(h.message, (size_t)semicolon + 3);
		h.message.len = (size_t)semicolon + 1;
	}
	begin(p, &h, quoted(h.message), !object);
	if (!fl_slice_ends(other, ": first defined here"))
		return true;
	other.len -= strlen(": first defined here");
	place_parse(other, &first);
	first.message = FL_S("first defined here");
	diag_build_note(p, &first, DIAG_NOTE_NOTE);
	p->lane->snippet.active = false;
	return true;
}

/* What else a linker says of itself; it stood behind "ld: ". */
static void other_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_head h = {.level = DIAG_ERROR, .message = line};
	struct fl_slice symbol = {0};
	ptrdiff_t warning = fl_slice_find(line, "warning: "),
		  error = fl_slice_find(line, "error: ");
	ptrdiff_t word = warning >= 0 ? warning : error;
	if (word >= 0) {
		h.level = warning >= 0 ? DIAG_WARNING : DIAG_ERROR;
		h.file = fl_slice_head(line, word > 1 ? (size_t)word - 2 : 0);
		h.message = fl_slice_skip(line, (size_t)word + (warning >= 0 ? 9 : 7));
		symbol = quoted(h.message);
	}
	if (fl_slice_starts(line, "cannot find ")) {
		symbol = fl_slice_skip(line, strlen("cannot find "));
		ptrdiff_t colon = fl_slice_find(symbol, ": ");
		symbol = fl_slice_head(symbol, colon < 0 ? symbol.len : (size_t)colon);
	} else if (fl_slice_starts(h.message, "undefined symbol: ")) {
		symbol = fl_slice_skip(h.message, strlen("undefined symbol: "));
	}
	begin(p, &h, symbol, false);
}

bool diag_linker_line(struct diag_parser *p, struct fl_slice line)
{
	bool prefix = prefix_cut(&line);
	bool names = fl_slice_chr(line, '`') >= 0; /* most lines do not: no need to look further */
	if (names && (function_line(p, line) || reference_line(p, line) || multiple_line(p, line)))
		return true;
	if (prefix) {
		other_line(p, line);
		return true;
	}
	if (p->lane->open && p->ld_spoke && fl_slice_starts(line, ">>> ")) {
		struct diag_head h = {.level = DIAG_NOTE, .message = fl_slice_skip(line, 4)};
		diag_build_note(p, &h, DIAG_NOTE_NOTE);
		return true;
	}
	return false;
}

/* The driver's last word repeats what the linker said; alone it is all there is. */
bool diag_linker_trailer(struct diag_parser *p, struct fl_slice line)
{
	if (!p->ld_spoke)
		return false;
	if (!fl_slice_starts(line, "collect2: error: ld returned ") &&
		fl_slice_find(line, ": error: linker command failed with exit code ") < 0)
		return false;
	p->ld_spoke = false;
	function_set(p, (struct fl_slice){0}, (struct fl_slice){0});
	diag_build_trailer(p);
	return true;
}
