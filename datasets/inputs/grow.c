#include "datasets/inputs/grow.h"

#include <ctype.h>

/* Shapes that many programs read; the shorter ones first. */
static const char *const texts[] = {
	"7\n",
	"hello world\n",
	"3\n1 2 3\n",
	"4 5\n",
	"5\n3 1 4 1 5\n",
	"1 + 2 * 3\n",
	"the quick brown fox\njumps over the lazy dog\n",
	"12 30 7 0 45\n",
	"2 3\n1 2 3\n4 5 6\n",
	"10\n20\n30\n",
	"3 4\n1 2\n2 3\n3 1\n1 3\n",
	"3\nabc\nbb\nabc\n",
	"(1 + 2) * (8 - 4) / 3\n",
	"1 2 +\n3 4 * 5 -\n",
	"name,age,city\nAda,36,London\n\"Smith, J\",41,\"New \"\"York\"\"\"\n",
	"{\"a\": 1, \"b\": [true, null, 2.5], \"c\": \"x\\ny\"}\n",
	"[main]\nname = test\n; a comment\nsize=10\n\n[other]\npath = /usr\n",
	"{[()]}()\n([)]\n",
	"apple\nbanana\napple\ncherry\nbanana\napple\n",
	"  Two  blanks,\tand a tab.\n\n\nThree Lines!\n",
	"2.5 -1.25 1e3\n",
	"-3 0 -17 8\n",
	"a\nb\nc\nd\ne\n",
	"x = 3\ny = x * 2\nprint y\n",
	"# Title\n\nSome *text* with `code`.\n\n* one\n* two\n",
	"<a href=\"x\">link</a>\n<b>bold</b> &amp; <br/>\n",
	"if (x < 10) {\n\ty = \"s\"; // no\n}\n",
	"2024-02-29\n1999-12-31\n",
	"1,2,3\n4,5,6\n7,8,9\n",
	"key1=value1\nkey2=value2\nkey1=other\n",
	"++[>++<-]>.\n",
	"aaabbbcccd\n",
	"p cnf 3 2\n1 -2 0\n2 3 0\n",
	"The year 1984 was 40 years ago; see page 12.\n",
	"0\n",
	"\n",
	"1\n",
};

/* Arguments that many programs take. */
static const char *const args[] = {"5", "3", "10", "hello", "12", "abc", "2", "100", "a b", "0"};

enum { TEXTS = sizeof(texts) / sizeof(texts[0]), ARGS = sizeof(args) / sizeof(args[0]) };

struct growing {
	const struct ds_hints *hints;
	struct fl_rng *rng;
	struct fl_arena *arena;
	struct tg_input *inputs;
	size_t count, max;
};

static void put(struct growing *g, const struct fl_slice *argv, size_t argc, struct fl_slice text)
{
	if (g->count == g->max)
		return;
	struct fl_slice *copy = fl_arena_array(g->arena, argc + 1, sizeof(*copy));
	for (size_t i = 0; copy && i < argc; i++)
		copy[i] = argv[i];
	g->inputs[g->count++] = (struct tg_input){
		.args = {copy, copy ? argc : 0}, .input = fl_slice_head(text, DS_INPUT_BYTES)};
}

static void put_text(struct growing *g, struct fl_slice text)
{
	put(g, NULL, 0, text);
}

static size_t draw(struct fl_rng *rng, size_t below)
{
	return (size_t)fl_rng_below(rng, below);
}

/* ---- what a format of scanf reads ---- */

static void put_value(struct fl_buf *out, char conversion, bool small, struct fl_rng *rng)
{
	static const char *const words[] = {"abc", "x1", "hello", "zz", "name"};
	if (strchr("diuxXo", conversion))
		fl_buf_printf(out, "%zu", draw(rng, small ? 6 : 40) + (small ? 1 : 0));
	else if (strchr("fegaEG", conversion))
		fl_buf_printf(out, "%zu.%zu", draw(rng, 10), 25 * draw(rng, 4));
	else if (conversion == 'c')
		fl_buf_char(out, "abXy"[draw(rng, 4)]);
	else
		fl_buf_str(out, words[draw(rng, 5)]);
}

/* A text that the format takes: its own characters, and values for its conversions. */
static void put_scanned(struct fl_buf *out, struct fl_slice format, bool small, struct fl_rng *rng)
{
	for (size_t i = 0; i < format.len; i++) {
		if (format.ptr[i] != '%') {
			fl_buf_char(out, format.ptr[i]);
			continue;
		}
		for (i++; i < format.len && strchr("0123456789lhjzqL*", format.ptr[i]); i++)
			;
		if (i < format.len && format.ptr[i] == '[') {
			ptrdiff_t end = fl_slice_chr(fl_slice_skip(format, i + 2), ']');
			i += end < 0 ? 0 : (size_t)end + 2;
			put_value(out, 's', small, rng);
		} else if (i < format.len) {
			put_value(out, format.ptr[i], small, rng);
		}
	}
}

/* One line of each format, then the first again and again: a count, and what is counted. */
static void put_formats(struct growing *g)
{
	const struct ds_hints *h = g->hints;
	struct fl_buf text;
	fl_buf_init(&text, DS_INPUT_BYTES);
	for (int shape = 0; shape < 4 && h->format_count; shape++) {
		fl_buf_clear(&text);
		for (size_t i = 0; i < h->format_count; i++) {
			put_scanned(&text, h->formats[i], i == 0, g->rng);
			fl_buf_char(&text, shape == 0 ? '\n' : ' ');
		}
		for (int more = 0; more < 4 * shape; more++) {
			put_scanned(&text, h->formats[h->format_count - 1], shape == 1, g->rng);
			fl_buf_char(&text, more % 2 ? '\n' : ' ');
		}
		fl_buf_char(&text, '\n');
		put_text(g, fl_arena_slice(g->arena, fl_buf_view(&text)));
	}
	fl_buf_release(&text);
}

/* ---- the words that it compares with ---- */

/* A script: each word as a line with nothing, a number or a name behind it. */
static void put_commands(struct growing *g)
{
	static const char *const tails[] = {"", " 3", " a 5", " x", " 2 4"};
	const struct ds_hints *h = g->hints;
	struct fl_buf text;
	fl_buf_init(&text, DS_INPUT_BYTES);
	for (size_t shape = 0; shape < 6 && h->word_count; shape++) {
		fl_buf_clear(&text);
		for (size_t i = 0; i < h->word_count && text.len < DS_INPUT_BYTES / 2; i++) {
			size_t tail = shape < 4 ? shape : draw(g->rng, 5);
			fl_buf_slice(&text, h->words[shape < 4 ? i : draw(g->rng, h->word_count)]);
			fl_buf_printf(&text, "%s\n", tails[tail]);
			if (shape == 3)
				fl_buf_printf(&text, "%zu\n", draw(g->rng, 9));
		}
		put_text(g, fl_arena_slice(g->arena, fl_buf_view(&text)));
	}
	fl_buf_release(&text);
}

/* The characters that it compares with, between numbers or names. */
static void put_chars(struct growing *g)
{
	const struct ds_hints *h = g->hints;
	struct fl_buf text;
	fl_buf_init(&text, DS_INPUT_BYTES);
	for (int shape = 0; shape < 3 && h->char_count; shape++) {
		fl_buf_clear(&text);
		for (size_t i = 0; i < h->char_count; i++) {
			if (shape == 1)
				fl_buf_char(&text, 'a');
			if (shape == 2)
				fl_buf_printf(&text, " %zu ", draw(g->rng, 20));
			fl_buf_char(&text, h->chars[i]);
			if (i % 8 == 7)
				fl_buf_char(&text, '\n');
		}
		fl_buf_str(&text, shape ? " 1\n" : "\n");
		put_text(g, fl_arena_slice(g->arena, fl_buf_view(&text)));
	}
	fl_buf_release(&text);
}

/* ---- arguments ---- */

static struct fl_slice some_text(struct growing *g)
{
	return g->hints->reads || g->hints->opens ? fl_slice_str(texts[draw(g->rng, TEXTS)])
						  : fl_slice(NULL, 0);
}

static void put_options(struct growing *g)
{
	const struct ds_hints *h = g->hints;
	for (size_t i = 0; i < h->option_count; i++) {
		struct fl_slice argv[4] = {h->options[i].text};
		size_t n = 1;
		if (h->options[i].valued)
			argv[n++] = fl_slice_str(args[draw(g->rng, ARGS)]);
		put(g, argv, n, some_text(g));
		argv[n] = fl_slice_str(args[draw(g->rng, ARGS)]);
		put(g, argv, n + 1, some_text(g));
	}
}

static void put_arguments(struct growing *g)
{
	const struct ds_hints *h = g->hints;
	struct fl_slice argv[3];
	for (size_t i = 0; i < ARGS; i++) {
		argv[0] = fl_slice_str(args[i]);
		put(g, argv, 1, some_text(g));
		argv[1] = fl_slice_str(args[draw(g->rng, ARGS)]);
		put(g, argv, 2, some_text(g));
		argv[2] = fl_slice_str(args[draw(g->rng, ARGS)]);
		put(g, argv, 3, some_text(g));
	}
	for (size_t i = 0; i < h->word_count && i < 16; i++) {
		if (!isalpha((unsigned char)h->words[i].ptr[0]))
			continue;
		argv[0] = h->words[i];
		put(g, argv, 1, some_text(g));
		argv[1] = fl_slice_str(args[draw(g->rng, ARGS)]);
		argv[2] = fl_slice_str(args[draw(g->rng, ARGS)]);
		put(g, argv, 2 + (i & 1), some_text(g));
	}
	/* What names a file may name the standard input. */
	for (size_t i = 0; h->opens && i < 16; i++) {
		argv[0] = FL_S("/dev/stdin");
		put(g, argv, 1, fl_slice_str(texts[i]));
	}
}

int ds_inputs_first(const struct ds_hints *h, struct fl_rng *rng, size_t max, struct fl_arena *a,
	struct fl_list *ret_inputs, size_t *ret_natural, struct fl_error *err)
{
	struct growing g = {.hints = h, .rng = rng, .arena = a, .max = max};
	g.inputs = fl_arena_array(a, max, sizeof(*g.inputs));
	if (!g.inputs)
		return fl_arena_error(a, "the inputs to try", err);
	put_text(&g, fl_slice(NULL, 0));
	if (h->reads) {
		put_formats(&g);
		for (size_t i = 0; i < TEXTS; i++)
			put_text(&g, fl_slice_str(texts[i]));
	}
	if (h->takes) {
		put_options(&g);
		put_arguments(&g);
	}
	*ret_natural = g.count;
	if (h->reads) {
		put_commands(&g);
		put_chars(&g);
	}
	*ret_inputs = (struct fl_list){g.inputs, g.count};
	return fl_arena_error(a, "the inputs to try", err);
}

/* ---- offspring ---- */

/* A line, or a piece of one between blanks. */
struct piece {
	size_t start, end;
};

static struct piece piece_at(struct fl_slice s, size_t at, bool line)
{
	struct piece p = {at, at};
	while (p.start > 0 && s.ptr[p.start - 1] != '\n' &&
		(line || !isspace((unsigned char)s.ptr[p.start - 1])))
		p.start--;
	while (p.end < s.len && s.ptr[p.end] != '\n' &&
		(line || !isspace((unsigned char)s.ptr[p.end])))
		p.end++;
	p.end += line && p.end < s.len;
	return p;
}

/* Something that the program may look for. */
static struct fl_slice some_token(const struct ds_hints *h, struct fl_rng *rng, struct fl_arena *a)
{
	static const char *const numbers[] = {"0", "1", "2", "-1", "10", "99", "1000", "3.5"};
	switch (draw(rng, 5)) {
	case 0:
		if (h->word_count)
			return h->words[draw(rng, h->word_count)];
		break;
	case 1:
		if (h->char_count)
			return fl_arena_printf(a, "%c", h->chars[draw(rng, h->char_count)]);
		break;
	case 2:
		if (h->number_count)
			return fl_arena_printf(
				a, "%lld", (long long)h->numbers[draw(rng, h->number_count)]);
		break;
	case 3: return fl_arena_printf(a, "%zu", draw(rng, 30));
	default: break;
	}
	return fl_slice_str(numbers[draw(rng, 8)]);
}

static struct fl_slice splice(struct fl_slice s, struct piece out, struct fl_slice in,
	const char *behind, struct fl_arena *a)
{
	struct fl_slice made =
		fl_arena_printf(a, "%.*s%.*s%s%.*s", FL_ARG(fl_slice_head(s, out.start)),
			FL_ARG(in), behind, FL_ARG(fl_slice_skip(s, out.end)));
	return fl_slice_head(made, DS_INPUT_BYTES);
}

static struct fl_slice slice_of(struct fl_slice s, struct piece p)
{
	return fl_slice(s.ptr + p.start, p.end - p.start);
}

static struct fl_slice vary_text(const struct ds_hints *h, struct fl_slice s, struct fl_slice other,
	struct fl_rng *rng, struct fl_arena *a)
{
	struct piece line = piece_at(s, draw(rng, s.len + 1), true);
	struct piece token = piece_at(s, draw(rng, s.len + 1), false);
	struct piece here = {line.start, line.start}, from;
	switch (draw(rng, 8)) {
	case 0: return splice(s, line, fl_slice(NULL, 0), "", a);
	case 1: return splice(s, here, slice_of(s, line), "", a);
	case 2: return splice(s, token, some_token(h, rng, a), "", a);
	case 3: token.end = token.start; return splice(s, token, some_token(h, rng, a), " ", a);
	case 4: token.start = token.end; return splice(s, token, some_token(h, rng, a), "", a);
	case 5: return splice(s, here, some_token(h, rng, a), "\n", a);
	case 6:
		from = piece_at(other, draw(rng, other.len + 1), true);
		return splice(s, here, slice_of(other, from), "", a);
	default:
		from = piece_at(s, draw(rng, s.len + 1), false);
		return splice(s, token, slice_of(s, from), "", a);
	}
}

/* Drop, replace or add one; options are drawn before values. */
static struct fl_list vary_args(const struct ds_hints *h, const struct fl_list *from,
	struct fl_rng *rng, struct fl_arena *a)
{
	struct fl_slice *to = fl_arena_array(a, DS_INPUT_ARGS + 2, sizeof(*to));
	size_t n = 0, at = draw(rng, from->len + 1), how = draw(rng, 4);
	if (!to)
		return (struct fl_list){0};
	for (size_t i = 0; i < from->len || i == at; i++) {
		if (i == at && how < 2 && h->option_count) {
			const struct ds_hint_option *o = &h->options[draw(rng, h->option_count)];
			to[n++] = o->text;
			if (o->valued)
				to[n++] = fl_slice_str(args[draw(rng, ARGS)]);
		} else if (i == at && how == 2) {
			to[n++] = fl_slice_str(args[draw(rng, ARGS)]);
		}
		if (i < from->len && !(i == at && how == 3) && n < DS_INPUT_ARGS)
			to[n++] = tg_text_at(from, i);
		if (n >= DS_INPUT_ARGS)
			break;
	}
	return (struct fl_list){to, n};
}

struct tg_input ds_inputs_vary(const struct ds_hints *h, const struct tg_input *from,
	const struct tg_input *other, struct fl_rng *rng, struct fl_arena *a)
{
	struct tg_input to = *from;
	bool text = h->reads || h->opens;
	size_t times = 1 + draw(rng, 3);
	for (size_t i = 0; i < times; i++) {
		if (h->takes && (!text || draw(rng, 4) == 0))
			to.args = vary_args(h, &to.args, rng, a);
		else if (text)
			to.input = vary_text(h, to.input, other->input, rng, a);
	}
	return to;
}
