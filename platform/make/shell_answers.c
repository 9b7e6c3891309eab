#include "platform/make/state.h"

/* Commands whose output is the same on each Linux system on x86_64, and of a plain environment. */
static const struct {
	const char *command, *output;
} answers[] = {
	{"uname", "Linux"},
	{"uname -s", "Linux"},
	{"uname --kernel-name", "Linux"},
	{"uname -o", "GNU/Linux"},
	{"uname -m", "x86_64"},
	{"uname -p", "unknown"},
	{"arch", "x86_64"},
	{"getconf LONG_BIT", "64"},
	{"getconf LFS_CFLAGS", ""},
	{"getconf LFS_LDFLAGS", ""},
	{"getconf LFS_LIBS", ""},
	{"dpkg-architecture -qDEB_HOST_MULTIARCH", "x86_64-linux-gnu"},
	{"dpkg-architecture -qDEB_HOST_ARCH", "amd64"},
	{"dpkg-architecture -qDEB_HOST_ARCH_OS", "linux"},
	{"dpkg-architecture -qDEB_BUILD_ARCH", "amd64"},
	{"gcc -dumpmachine", "x86_64-linux-gnu"},
	{"cc -dumpmachine", "x86_64-linux-gnu"},
	{"true", ""},
};

/* Scripts that say the flags of one library, and what pkg-config calls it. */
static const struct {
	const char *script, *package;
} scripts[] = {
	{"sdl-config", "sdl"},
	{"sdl2-config", "sdl2"},
	{"xml2-config", "libxml-2.0"},
	{"xslt-config", "libxslt"},
	{"freetype-config", "freetype2"},
	{"libpng-config", "libpng"},
	{"libpng12-config", "libpng12"},
	{"libpng16-config", "libpng16"},
	{"curl-config", "libcurl"},
	{"pcre-config", "libpcre"},
	{"pcre2-config", "libpcre2-8"},
	{"gpgme-config", "gpgme"},
	{"libgcrypt-config", "libgcrypt"},
	{"ncurses5-config", "ncurses"},
	{"ncurses6-config", "ncurses"},
	{"ncursesw5-config", "ncursesw"},
	{"ncursesw6-config", "ncursesw"},
	{"mysql_config", "mysqlclient"},
	{"mariadb_config", "mariadb"},
	{"pg_config", NULL},
	{"net-snmp-config", "netsnmp"},
	{"glib-config", "glib"},
	{"gtk-config", "gtk"},
	{"imlib2-config", "imlib2"},
	{"cups-config", "cups"},
	{"pcap-config", "libpcap"},
	{"apu-1-config", "apr-util-1"},
	{"apr-1-config", "apr-1"},
	{"gsl-config", "gsl"},
	{"fltk-config", "fltk"},
	{"wx-config", "wxwidgets"},
	{"taglib-config", "taglib"},
	{"neon-config", "neon"},
	{"dmapi-config", NULL},
};

/* Without what it does with its error output, and what is done if it fails. */
static struct fl_slice bare(struct fl_slice s, bool *ret_falls_back)
{
	static const char *const quiet[] = {"2>/dev/null", "2> /dev/null", "2>&1", "2>/dev/stdout"};
	ptrdiff_t other = fl_slice_find(s, "||");
	*ret_falls_back = other >= 0;
	if (other >= 0)
		s = fl_slice_head(s, (size_t)other);
	s = fl_slice_trim(s);
	for (size_t i = 0; i < sizeof(quiet) / sizeof(quiet[0]); i++)
		if (fl_slice_ends(s, quiet[i]))
			s = fl_slice_trim(fl_slice_head(s, s.len - strlen(quiet[i])));
	return fl_slice_ends(s, ";") ? fl_slice_trim(fl_slice_head(s, s.len - 1)) : s;
}

static struct fl_slice unquoted(struct fl_slice s)
{
	bool quoted =
		s.len > 1 && (s.ptr[0] == '\'' || s.ptr[0] == '"') && s.ptr[s.len - 1] == s.ptr[0];
	return quoted ? fl_slice(s.ptr + 1, s.len - 2) : s;
}

static void package(struct mk_list *l, struct fl_slice name, bool perhaps)
{
	struct fl_buf b;
	fl_buf_init(&b, 1 << 12);
	fl_buf_char(&b, MK_PACKAGE);
	fl_buf_slice(&b, name);
	plat_mk_put(l, fl_buf_view(&b), perhaps);
	fl_buf_release(&b);
}

/* The names behind "pkg-config --cflags", without versions that they must have. */
static void packages(struct mk_words w, bool falls_back, struct fl_buf *out)
{
	struct mk_list l = {.out = out};
	struct mk_word word;
	bool asks = false;
	struct mk_words look = w;
	while (plat_mk_next(&look, &word)) {
		asks |= fl_slice_starts(word.text, "--cflags") ||
			fl_slice_starts(word.text, "--libs");
		if (fl_slice_eqs(word.text, "--exists") ||
			fl_slice_eqs(word.text, "--modversion") ||
			fl_slice_starts(word.text, "--variable") ||
			fl_slice_starts(word.text, "--atleast")) {
			asks = false;
			break;
		}
	}
	if (!asks) {
		fl_buf_char(out, MK_UNKNOWN);
		return;
	}
	while (plat_mk_next(&w, &word)) {
		struct fl_slice name = word.text;
		/* quotes may hold a name and the version that it must have */
		while (name.len && strchr("'\"", name.ptr[0]))
			name = fl_slice_skip(name, 1);
		while (name.len && strchr("'\"", name.ptr[name.len - 1]))
			name.len--;
		bool compares = name.len && strchr("<>=!", name.ptr[0]);
		if (compares)
			plat_mk_next(&w, &word);
		else if (word.unknown)
			plat_mk_put(&l, FL_S("\1"), false);
		else if (name.len && name.ptr[0] != '-')
			package(&l, name, falls_back || word.perhaps);
	}
}

static bool pkg_config(struct fl_slice s, bool falls_back, struct fl_buf *out)
{
	struct mk_words w = plat_mk_words(s);
	struct mk_word word;
	if (!plat_mk_next(&w, &word))
		return false;
	struct fl_slice name = fl_path_name(word.text);
	if (fl_slice_ends(name, "pkg-config") || fl_slice_ends(name, "pkgconf")) {
		packages(w, falls_back, out);
		return true;
	}
	for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
		if (!fl_slice_eqs(name, scripts[i].script) || !scripts[i].package)
			continue;
		bool flags = fl_slice_find(w.rest, "--cflags") >= 0 ||
			     fl_slice_find(w.rest, "--libs") >= 0 ||
			     fl_slice_find(w.rest, "--cxxflags") >= 0;
		struct mk_list l = {.out = out};
		if (flags)
			package(&l, fl_slice_str(scripts[i].package), falls_back);
		else
			fl_buf_char(out, MK_UNKNOWN);
		return true;
	}
	return false;
}

/* "echo words", "printf words": with nothing in them that the shell would answer. */
static bool echo(struct mk_maker *m, struct fl_slice s, struct fl_buf *out)
{
	struct mk_list l = {.out = out};
	struct mk_word word;
	if (!fl_slice_starts(s, "echo ") || fl_slice_starts(s, "echo -"))
		return false;
	s = fl_slice_skip(s, 5);
	for (size_t i = 0; i < s.len; i++)
		if (strchr("$`|;&<>\\(){}", s.ptr[i]))
			return false;
	struct mk_words w = plat_mk_words(s);
	bool quotes = fl_slice_chr(s, '\'') >= 0 || fl_slice_chr(s, '"') >= 0;
	while (plat_mk_next(&w, &word)) {
		bool pattern = fl_slice_chr(word.text, '*') >= 0 && !quotes;
		struct fl_buf b;
		fl_buf_init(&b, MK_TEXT_MAX);
		for (size_t i = 0; i < word.text.len; i++)
			if (word.text.ptr[i] != '\'' && word.text.ptr[i] != '"')
				fl_buf_char(&b, word.text.ptr[i]);
		if (pattern)
			plat_mk_wildcard(m, word.text, &l);
		else
			plat_mk_put(&l, fl_buf_view(&b), word.perhaps);
		fl_buf_release(&b);
	}
	return true;
}

/* "cat FILE", "ls PATTERN" beneath the root. */
static bool files(struct mk_maker *m, struct fl_slice s, struct fl_buf *out)
{
	struct mk_list l = {.out = out};
	struct mk_word word;
	struct fl_slice path, text;
	bool cat = fl_slice_starts(s, "cat "), ls = fl_slice_starts(s, "ls ");
	if ((!cat && !ls) || !plat_mk_clear(s))
		return false;
	for (size_t i = 0; i < s.len; i++)
		if (strchr("$`|;&<>\\(){}'\"", s.ptr[i]))
			return false;
	struct mk_words w = plat_mk_words(fl_slice_skip(s, cat ? 4 : 3));
	while (plat_mk_next(&w, &word)) {
		if (fl_slice_starts(word.text, "-"))
			return false;
		if (ls && fl_slice_chr(word.text, '*') >= 0) {
			plat_mk_wildcard(m, word.text, &l);
		} else if (cat && plat_mk_path(m, word.text, &path) &&
			   plat_tree_read(m->work->tree, path, &m->work->arena, &text, NULL) == 0 &&
			   text.len < 4096) {
			for (size_t i = 0; i < text.len; i++)
				fl_buf_char(out, text.ptr[i] == '\n' ? ' ' : text.ptr[i]);
			while (out->len && out->data[out->len - 1] == ' ')
				fl_buf_truncate(out, out->len - 1);
		} else {
			return false;
		}
	}
	return true;
}

/* "… | tr A-Z a-z" */
static bool lower_case(struct fl_slice *s)
{
	static const char *const ways[] = {"tr A-Z a-z", "tr '[A-Z]' '[a-z]'", "tr \"A-Z\" \"a-z\"",
		"tr '[:upper:]' '[:lower:]'", "tr [A-Z] [a-z]", "tr [:upper:] [:lower:]",
		"tr 'A-Z' 'a-z'", "tr \"[:upper:]\" \"[:lower:]\"", "tr \"[A-Z]\" \"[a-z]\""};
	ptrdiff_t bar = fl_slice_rchr(*s, '|');
	if (bar < 0)
		return false;
	struct fl_slice last = fl_slice_trim(fl_slice_skip(*s, (size_t)bar + 1));
	if (!fl_slice_is_one(last, ways, sizeof(ways) / sizeof(ways[0])))
		return false;
	*s = fl_slice_trim(fl_slice_head(*s, (size_t)bar));
	return true;
}

/*
 * "… | sed s/SunOS/solaris/", "… | cut -d_ -f1": true where each of its patterns begins with
 * letters that the text does not have, so that it stays as it is.
 */
static bool unchanged(struct fl_slice sed, struct fl_slice text)
{
	struct mk_words w = plat_mk_words(fl_slice_skip(sed, 4));
	struct mk_word word;
	/* "cut -d_ -f1": all of it, where it has no such sign */
	if (fl_slice_starts(sed, "cut -d"))
		return sed.len > 7 && fl_is_name(sed.ptr[6]) && sed.ptr[7] == ' ' &&
		       fl_slice_ends(sed, "-f1") && fl_slice_chr(text, sed.ptr[6]) < 0;
	while (plat_mk_next(&w, &word)) {
		struct fl_slice s = unquoted(word.text);
		size_t n = 2;
		if (fl_slice_eqs(s, "-e") || fl_slice_eqs(s, "-E") || fl_slice_eqs(s, "-r"))
			continue;
		if (fl_slice_starts(s, "s/^"))
			n = 3;
		struct fl_slice head = fl_slice_skip(s, n);
		size_t len = 0;
		while (len < head.len && fl_is_word(head.ptr[len]))
			len++;
		/* the last letter may be one that may be missing: "ab*" */
		if (!fl_slice_starts(s, "s/") || len < 3 ||
			fl_slice_search(text, fl_slice_head(head, len - 1)) >= 0)
			return false;
	}
	return true;
}

/* A command whose output passes through seds that do not change it. */
static void cut_seds(struct fl_slice *s, struct fl_slice *ret_sed)
{
	ptrdiff_t bar = fl_slice_chr(*s, '|');
	struct fl_slice sed;
	*ret_sed = fl_slice(NULL, 0);
	if (bar < 0 || fl_slice_starts(fl_slice_skip(*s, (size_t)bar), "||"))
		return;
	sed = fl_slice_trim(fl_slice_skip(*s, (size_t)bar + 1));
	if ((!fl_slice_starts(sed, "sed ") && !fl_slice_starts(sed, "cut -d")) ||
		fl_slice_chr(sed, '|') >= 0)
		return;
	*ret_sed = sed;
	*s = fl_slice_trim(fl_slice_head(*s, (size_t)bar));
}

static bool from_table(struct mk_maker *m, struct fl_slice s, struct fl_buf *out)
{
	if (fl_slice_eqs(s, "pwd") || fl_slice_eqs(s, "pwd -P") || fl_slice_eqs(s, "/bin/pwd")) {
		fl_buf_char(out, MK_ROOT);
		if (m->dir.len)
			fl_buf_char(out, '/');
		fl_buf_slice(out, m->dir);
		return true;
	}
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
		if (fl_slice_eqs(s, answers[i].command)) {
			fl_buf_str(out, answers[i].output);
			return true;
		}
	return false;
}

void plat_mk_shell_answer(struct mk_maker *m, struct fl_slice command, struct fl_buf *out)
{
	bool falls_back, lower;
	struct fl_slice sed, s = fl_slice_trim(command);
	if (fl_slice_starts(s, "sh -c "))
		s = unquoted(fl_slice_trim(fl_slice_skip(s, 6)));
	lower = lower_case(&s);
	cut_seds(&s, &sed);
	s = bare(s, &falls_back);
	if (!plat_mk_spend(m, s.len))
		return;
	size_t start = out->len;
	if (fl_slice_starts(s, "LC_ALL=C ") || fl_slice_starts(s, "LANG=C "))
		s = fl_slice_trim(fl_slice_skip(s, (size_t)fl_slice_chr(s, ' ')));
	if (!pkg_config(s, falls_back, out) &&
		(!plat_mk_clear(s) ||
			(!from_table(m, s, out) && !echo(m, s, out) && !files(m, s, out)))) {
		fl_buf_truncate(out, start);
		fl_buf_char(out, MK_UNKNOWN);
	}
	if (sed.len && !unchanged(sed, fl_slice(out->data + start, out->len - start))) {
		fl_buf_truncate(out, start);
		fl_buf_char(out, MK_UNKNOWN);
	}
	for (size_t i = start; lower && i < out->len; i++)
		if (out->data[i] >= 'A' && out->data[i] <= 'Z')
			out->data[i] = (char)(out->data[i] | 0x20);
}
