/*
 * Localised gcc: lines in German, French, Spanish, Chinese or Japanese become the English lines
 * that the other formats know. The level words and the starts of the lines around a diagnostic
 * stand in the tables below; messages are mapped back by the compiler's own catalogue
 * (diag/language/catalogue.h), where the caller has one, and stay as they are where it has none.
 *
 * Nothing is looked at until a word of another language shows up where a level or a context stands;
 * from then on all lines are taken as that language's, until another one shows up. "error:" is
 * Spanish, too: there the message has to show it.
 */
#include "diag/language/local.h"
#include "base/lanes.h"
#include "diag/report/build.h"
#include "diag/report/place.h"
#include "diag/report/snippet.h"
#include "diag/language/catalogue.h"

struct word_row {
	const char *language, *word, *english;
};

/* Levels. Those that are English, too, tell no language. */
static const struct word_row level_rows[] = {
	{"de", "Fehler: ", "error: "},
	{"de", "Warnung: ", "warning: "},
	{"de", "Anmerkung: ", "note: "},
	{"de", "schwerwiegender Fehler: ", "fatal error: "},
	{"de", "interner Compiler-Fehler: ", "internal compiler error: "},
	{"de", "nicht implementiert: ", "sorry, unimplemented: "},
	{"fr", "erreur: ", "error: "},
	{"fr", "attention: ", "warning: "},
	{"fr", "erreur fatale: ", "fatal error: "},
	{"fr", "erreur interne du compilateur: ", "internal compiler error: "},
	{"fr", "d\xc3\xa9sol\xc3\xa9, pas impl\xc3\xa9ment\xc3\xa9: ", "sorry, unimplemented: "},
	{"fr", "note: ", "note: "},
	{"es", "aviso: ", "warning: "},
	{"es", "nota: ", "note: "},
	{"es", "error fatal: ", "fatal error: "},
	{"es", "error interno del compilador: ", "internal compiler error: "},
	{"es", "lo sentimos, sin implementar: ", "sorry, unimplemented: "},
	{"es", "error: ", "error: "},
	{"zh_CN", "\xe9\x94\x99\xe8\xaf\xaf\xef\xbc\x9a", "error: "},
	{"zh_CN", "\xe8\xad\xa6\xe5\x91\x8a\xef\xbc\x9a", "warning: "},
	{"zh_CN", "\xe9\x99\x84\xe6\xb3\xa8\xef\xbc\x9a", "note: "},
	{"zh_CN", "\xe8\x87\xb4\xe5\x91\xbd\xe9\x94\x99\xe8\xaf\xaf\xef\xbc\x9a", "fatal error: "},
	{"zh_CN",
		"\xe7\xbc\x96\xe8\xaf\x91\xe5\x99\xa8\xe5\x86\x85\xe9\x83\xa8"
		"\xe9\x94\x99\xe8\xaf\xaf\xef\xbc\x9a",
		"internal compiler error: "},
	{"ja", "\xe3\x82\xa8\xe3\x83\xa9\xe3\x83\xbc: ", "error: "},
	{"ja", "\xe8\xad\xa6\xe5\x91\x8a: ", "warning: "},
	{"ja", "\xe5\x82\x99\xe8\x80\x83: ", "note: "},
	{"ja", "\xe8\x87\xb4\xe5\x91\xbd\xe7\x9a\x84\xe3\x82\xa8\xe3\x83\xa9\xe3\x83\xbc: ",
		"fatal error: "},
};

/* How "FILE: In function 'f':" and its like go on behind "FILE: ". */
static const struct word_row context_rows[] = {
	{"de", "In Funktion ", NULL},
	{"de", "In Element", NULL},
	{"de", "In statischer ", NULL},
	{"de", "In Konstruktor ", NULL},
	{"de", "In Kopierkonstruktor ", NULL},
	{"de", "In Destruktor ", NULL},
	{"de", "In Lambda-", NULL},
	{"de", "In Instanziierung ", NULL},
	{"de", "In Ersetzung ", NULL},
	{"de", "Im globalen ", NULL},
	{"de",
		"Auf h\xc3\xb6"
		"chster ",
		NULL},
	{"fr", "Dans la ", NULL},
	{"fr", "Dans le ", NULL},
	{"fr", "Dans l'", NULL},
	{"fr", "Au niveau ", NULL},
	{"es", "En la ", NULL},
	{"es", "En el ", NULL},
	{"es", "En \xc3\xa1mbito ", NULL},
	{"es", "En el \xc3\xa1mbito ", NULL},
	{"zh_CN", "\xe5\x9c\xa8", NULL},
	{"ja", "\xe9\x96\xa2\xe6\x95\xb0", NULL},
	{"ja", "\xe3\x83\xa1\xe3\x83\xb3\xe3\x83\x90", NULL},
	{"ja", "\xe9\x9d\x99\xe7\x9a\x84", NULL},
};

/* Include chains; blanks may follow. */
static const struct word_row include_rows[] = {
	{"de", "In Datei, eingebunden von ", "In file included from "},
	{"de", "                 von ", "                 from "},
	{"fr", "Dans le fichier inclus depuis ", "In file included from "},
	{"fr", "                 depuis ", "                 from "},
	{"es", "En el fichero incluido desde ", "In file included from "},
	{"es", "                 desde ", "                 from "},
	{"zh_CN", "\xe5\x9c\xa8\xe5\x8c\x85\xe5\x90\xab\xe8\x87\xaa ", "In file included from "},
	{"ja",
		"\xe6\xac\xa1\xe3\x81\xae\xe3\x83\x95\xe3\x82\xa1\xe3\x82\xa4\xe3\x83\xab"
		"\xe3\x81\x8b\xe3\x82\x89\xe8\xaa\xad\xe3\x81\xbf\xe8\xbe\xbc\xe3\x81\xbf:",
		"In file included from "},
	{"ja",
		"         \xe6\xac\xa1\xe3\x81\x8b\xe3\x82\x89\xe8\xaa\xad\xe3\x81\xbf"
		"\xe8\xbe\xbc\xe3\x81\xbf:",
		"                 from "},
};

enum {
	LEVELS = sizeof(level_rows) / sizeof(level_rows[0]),
	CONTEXTS = sizeof(context_rows) / sizeof(context_rows[0]),
	INCLUDES = sizeof(include_rows) / sizeof(include_rows[0]),
	COLONS_MAX = 16
};

void diag_local_init(struct diag_local *l)
{
	fl_buf_init(&l->line, DIAG_LINE_MAX);
	for (size_t i = 0; i < LEVELS; i++)
		if (strcmp(level_rows[i].word, level_rows[i].english) != 0)
			l->words |= DIAG_BIT(level_rows[i].word[0]);
	for (size_t i = 0; i < CONTEXTS; i++)
		l->words |= DIAG_BIT(context_rows[i].word[0]);
	for (size_t i = 0; i < INCLUDES; i++)
		l->words |= DIAG_BIT(include_rows[i].word[0]);
}

void diag_local_release(struct diag_local *l)
{
	fl_buf_release(&l->line);
}

/* The row whose word s starts with, of the language (NULL: any, by a word that is not English). */
static const struct word_row *row_at(
	const struct word_row *rows, size_t count, struct fl_slice s, const char *language)
{
	for (size_t i = 0; i < count && s.len; i++) {
		const struct word_row *r = &rows[i];
		if (r->word[0] != s.ptr[0] || !fl_slice_starts(s, r->word))
			continue;
		bool foreign = !r->english || strcmp(r->word, r->english) != 0;
		if (language ? strcmp(language, r->language) == 0 : foreign)
			return r;
	}
	return NULL;
}

/* Cut "PLACE: " off *line where a word of the rows follows. */
static const struct word_row *place_cut(const struct word_row *rows, size_t count,
	struct fl_slice *line, const char *language, struct fl_slice *ret_place)
{
	size_t at = 0;
	for (int i = 0; i < COLONS_MAX; i++) {
		ptrdiff_t colon = fl_slice_find(fl_slice_skip(*line, at), ": ");
		if (colon < 0)
			return NULL;
		at += (size_t)colon + 2;
		const struct word_row *r = row_at(rows, count, fl_slice_skip(*line, at), language);
		if (r) {
			*ret_place = fl_slice_head(*line, at);
			*line = fl_slice_skip(*line, at);
			return r;
		}
	}
	return NULL;
}

/* Append the English of the text; true when it is more than other quotes. */
static bool english_add(struct diag_parser *p, struct fl_slice text)
{
	if (p->local->catalogue)
		return diag_catalogue_english(p->local->catalogue, text, &p->local->line);
	fl_buf_slice(&p->local->line, text);
	return false;
}

void diag_local_text(struct diag_parser *p, struct fl_slice text, struct fl_buf *out)
{
	if (p->local->language && p->local->catalogue)
		diag_catalogue_english(p->local->catalogue, text, out);
	else
		fl_buf_slice(out, text);
}

/* Append the English of the text if the catalogue has it. */
static bool english_try(struct diag_parser *p, struct fl_slice before, struct fl_slice text)
{
	size_t start = p->local->line.len;
	if (!p->local->possible)
		return false;
	fl_buf_slice(&p->local->line, before);
	if (text.len && english_add(p, text))
		return true;
	fl_buf_truncate(&p->local->line, start);
	return false;
}

static bool include_line(struct diag_parser *p, struct fl_slice line)
{
	const struct word_row *r = row_at(include_rows, INCLUDES, line, p->local->language);
	if (!r)
		return false;
	struct fl_slice rest = fl_slice_skip(line, strlen(r->word));
	fl_buf_str(&p->local->line, r->english);
	fl_buf_slice(&p->local->line, fl_slice_trim(rest));
	return true;
}

/* May a level stand behind it? */
static bool is_place(struct fl_slice s)
{
	struct diag_head h;
	return diag_place_parse(s, &h) || diag_driver_name(s, NULL) || fl_slice_starts(s, "<");
}

/* "PLACE: LEVEL: MESSAGE [-Wflag]" */
static bool head_line(struct diag_parser *p, struct fl_slice line)
{
	struct fl_slice place, rest = line;
	const struct word_row *r = place_cut(level_rows, LEVELS, &rest, p->local->language, &place);
	if (!r || !is_place(fl_slice_head(place, place.len - 2)))
		return false;
	struct diag_head h = {.message = fl_slice_skip(rest, strlen(r->word))};
	struct fl_slice whole = h.message;
	diag_code_cut(&h);
	size_t end = h.message.len ? (size_t)(h.message.ptr + h.message.len - whole.ptr) : 0;
	struct fl_slice text = fl_slice_head(whole, end);
	if (fl_slice_starts(place, "<")) /* "<command-line>" */
		english_add(p, place);
	else
		fl_buf_slice(&p->local->line, place);
	fl_buf_str(&p->local->line, r->english);
	p->local->possible = true;
	if (!english_try(p, (struct fl_slice){0}, text)) {
		size_t blanks = 0;
		while (blanks < text.len && text.ptr[blanks] == ' ')
			blanks++;
		fl_buf_fill(&p->local->line, ' ', blanks);
		english_add(p, fl_slice_skip(text, blanks));
	}
	fl_buf_slice(&p->local->line, fl_slice_skip(whole, end));
	return true;
}

/* "FILE: In function 'f':", "FILE: At top level:", "FILE:LINE:   required from here" */
static bool context_line(struct diag_parser *p, struct fl_slice line)
{
	ptrdiff_t colon = fl_slice_find(line, ": "), step = fl_slice_find(line, ":   ");
	if (colon < 0)
		return false;
	struct diag_head h = {0};
	if (step > 0 && diag_place_parse(fl_slice_head(line, (size_t)step), &h)) {
		fl_buf_slice(&p->local->line, fl_slice_head(line, (size_t)step + 4));
		english_add(p, fl_slice_skip(line, (size_t)step + 4));
		return true;
	}
	struct fl_slice file = fl_slice_head(line, (size_t)colon + 2);
	struct fl_slice rest = fl_slice_skip(line, file.len);
	if (english_try(p, file, rest))
		return true;
	if (!rest.len || !strchr(":,", rest.ptr[rest.len - 1]) ||
		!english_try(p, file, fl_slice_head(rest, rest.len - 1)))
		return false;
	fl_buf_char(&p->local->line, rest.ptr[rest.len - 1]);
	return true;
}

/* A message of the compiler's that is a line of its own: "compilation terminated." */
static bool whole_line(struct diag_parser *p, struct fl_slice line)
{
	if (english_try(p, (struct fl_slice){0}, line))
		return true;
	char last = line.len ? line.ptr[line.len - 1] : '\0';
	if ((last != ':' && last != ',') ||
		!english_try(p, (struct fl_slice){0}, fl_slice_head(line, line.len - 1)))
		return false;
	fl_buf_char(&p->local->line, last);
	return true;
}

struct fl_slice diag_local_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_gutter g;
	if (!p->local->language || !line.len || diag_gutter_cut(line, &g))
		return line;
	fl_buf_clear(&p->local->line);
	bool done = include_line(p, line) || head_line(p, line);
	if (!done && p->local->catalogue) {
		p->local->possible = diag_catalogue_possible(p->local->catalogue, line);
		done = whole_line(p, line) || context_line(p, line);
	}
	if (p->local->line.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	return done ? fl_buf_view(&p->local->line) : line;
}

static void language_set(struct diag_parser *p, const char *language)
{
	p->local->language = language;
	p->local->catalogue = p->local->find ? p->local->find(p->local->find_ctx, language) : NULL;
}

/* Each word has a blank before and behind it. */
static bool starts_any(struct fl_slice s, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count && s.len > 1; i++)
		if (s.ptr[1] == words[i][1] && fl_slice_starts(s, words[i]))
			return true;
	return false;
}

/* Words between quoted names that no English message has, and accented letters. */
static bool is_spanish(struct fl_slice s)
{
	static const char *const words[] = {
		" se ", " el ", " la ", " un ", " una ", " del ", " est\xc3\xa1 "};
	static const char opening[] = "\xe2\x80\x98", closing[] = "\xe2\x80\x99";
	enum { WORDS = sizeof(words) / sizeof(words[0]) };
	if (fl_slice_starts(s, "se ") || fl_slice_starts(s, "no se "))
		return true;
	bool quoted = false; /* names may have any letter in any language */
	size_t letters = fl_slice_chr(s, '\xc3') < 0 ? 0 : s.len; /* most messages have none */
	for (size_t i = 0; i < letters; i++) {
		if (s.ptr[i] == '\'')
			quoted = !quoted;
		else if (s.ptr[i] == '\xe2' && fl_slice_starts(fl_slice_skip(s, i), opening))
			quoted = true;
		else if (s.ptr[i] == '\xe2' && fl_slice_starts(fl_slice_skip(s, i), closing))
			quoted = false;
		if (s.ptr[i] == '\xc3' && !quoted)
			return true;
	}
	size_t i = 0;
	for (; s.len - i >= FL_LANES; i += FL_LANES) {
		unsigned blanks = fl_lanes_mask(fl_lanes_load(s.ptr + i) == fl_lanes_of(' '));
		for (; blanks; blanks &= blanks - 1)
			if (starts_any(fl_slice_skip(s, i + (size_t)__builtin_ctz(blanks)), words,
				    WORDS))
				return true;
	}
	for (; i < s.len; i++)
		if (s.ptr[i] == ' ' && starts_any(fl_slice_skip(s, i), words, WORDS))
			return true;
	return false;
}

void diag_local_head(struct diag_parser *p, struct diag_head *h)
{
	if (p->local->language || !p->local->find || h->level != DIAG_ERROR ||
		!is_spanish(h->message))
		return;
	language_set(p, "es");
	fl_buf_clear(&p->local->line);
	diag_local_text(p, h->message, &p->local->line);
	if (p->local->line.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	h->message = fl_buf_view(&p->local->line);
}

bool diag_local_detect(struct diag_parser *p, struct fl_slice line)
{
	struct fl_slice place, rest = line;
	const struct word_row *r = row_at(include_rows, INCLUDES, line, NULL);
	if (!r) {
		r = place_cut(level_rows, LEVELS, &rest, NULL, &place);
		if (r && !is_place(fl_slice_head(place, place.len - 2)))
			r = NULL;
	}
	if (!r && line.len && strchr(":\x9a", line.ptr[line.len - 1]))
		r = place_cut(context_rows, CONTEXTS, &rest, NULL, &place);
	if (!r || (p->local->language && strcmp(r->language, p->local->language) == 0))
		return false;
	language_set(p, r->language);
	return true;
}
