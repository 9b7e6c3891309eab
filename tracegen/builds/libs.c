#include "tracegen/builds/libs.h"

/*
 * Names, or starts of names that end in '*', by library. What needs another library stands before
 * it. glibc has had those of -lpthread, -ldl, -lrt and -lutil itself since 2.34.
 */
static const struct {
	const char *lib;
	const char *names[40];
} table[] = {
	{"-lreadline", {"readline", "add_history", "using_history", "rl_*"}},
	{"-lncurses", {"initscr", "endwin", "newwin", "wrefresh", "wgetch", "wmove", "printw",
			      "mvprintw", "waddch", "waddnstr", "wprintw", "cbreak", "noecho",
			      "start_color", "stdscr"}},
	{"-ltinfo", {"tputs", "tgetent", "tgetstr", "tgetnum", "tgetflag", "setupterm", "tigetstr",
			    "tparm"}},
	{"-lpng", {"png_*"}},
	{"-ljpeg", {"jpeg_*"}},
	{"-lz", {"deflate*", "inflate*", "compress", "compress2", "compressBound", "uncompress",
			"crc32", "adler32", "gzopen*", "gzread", "gzwrite", "gzclose*", "gzgets",
			"gzputs", "gzprintf", "gzeof", "gzseek", "gztell", "gzgetc", "gzputc",
			"zlibVersion", "zError"}},
	{"-lbz2", {"BZ2_*"}},
	{"-llzma", {"lzma_*"}},
	{"-lzstd", {"ZSTD_*"}},
	{"-lsqlite3", {"sqlite3_*"}},
	{"-lcurl", {"curl_*"}},
	{"-lssl", {"SSL_*", "TLS_*"}},
	{"-lcrypto",
		{"EVP_*", "SHA1*", "SHA256*", "MD5*", "BN_*", "RSA_*", "RAND_*", "ERR_*", "BIO_*"}},
	{"-lcrypt", {"crypt", "crypt_r"}},
	{"-lexpat", {"XML_*"}},
	{"-luuid", {"uuid_*"}},
	{"-lresolv", {"res_*", "dn_expand", "ns_*"}},
	{"-lpthread", {"pthread_*", "sem_*"}},
	{"-lrt", {"clock_gettime", "timer_*", "shm_open", "shm_unlink", "mq_*", "aio_*"}},
	{"-ldl", {"dlopen", "dlsym", "dlclose", "dlerror", "dladdr"}},
	{"-lutil", {"openpty", "forkpty", "login_tty"}},
	{"-lm", {"sqrt", "pow", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin",
			"cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
			"floor", "ceil", "round", "lround", "llround", "rint", "lrint", "trunc",
			"fabs", "fmod", "hypot", "cbrt", "erf", "erfc", "tgamma", "lgamma", "fmin",
			"fmax", "ldexp", "sincos", "nearbyint"}},
};

/* "sqrtf" and "sqrtl" are of the family of "sqrt". */
static bool is_of_family(struct fl_slice symbol, const char *name, bool floats)
{
	size_t len = strlen(name);
	if (name[len - 1] == '*')
		return fl_slice_starts_with(symbol, fl_slice(name, len - 1));
	if (!fl_slice_starts(symbol, name))
		return false;
	return symbol.len == len ||
	       (floats && symbol.len == len + 1 && strchr("fl", symbol.ptr[len]) != NULL);
}

static bool has_symbol(size_t row, struct fl_slice symbol)
{
	bool floats = strcmp(table[row].lib, "-lm") == 0;
	for (size_t i = 0; i < sizeof(table[row].names) / sizeof(*table[row].names); i++)
		if (table[row].names[i] && is_of_family(symbol, table[row].names[i], floats))
			return true;
	return false;
}

/* The name in "undefined reference to `sqrt'" (GNU, gold: 'sqrt') or "undefined symbol: sqrt". */
static struct fl_slice undefined_in(struct fl_slice line)
{
	static const char gnu[] = "undefined reference to ", lld[] = "undefined symbol: ";
	ptrdiff_t at = fl_slice_find(line, gnu);
	if (at >= 0) {
		struct fl_slice s = fl_slice_skip(line, (size_t)at + sizeof(gnu));
		ptrdiff_t end = fl_slice_chr(s, '\'');
		return fl_slice_head(s, end < 0 ? s.len : (size_t)end);
	}
	at = fl_slice_find(line, lld);
	return at < 0 ? fl_slice(NULL, 0)
		      : fl_slice_trim(fl_slice_skip(line, (size_t)at + sizeof(lld) - 1));
}

int tg_libs_wanted(struct fl_slice diagnostics, const struct fl_list *has, struct fl_arena *a,
	struct fl_list *ret_libs, struct fl_error *err)
{
	enum { ROWS = sizeof(table) / sizeof(*table) };
	bool wanted[ROWS] = {false};
	struct fl_slice *libs = fl_arena_array(a, ROWS, sizeof(*libs)), line;
	size_t n = 0;
	while (fl_slice_line(&diagnostics, &line)) {
		struct fl_slice symbol = undefined_in(line);
		for (size_t i = 0; symbol.len && i < ROWS; i++)
			wanted[i] = wanted[i] || has_symbol(i, symbol);
	}
	for (size_t i = 0; libs && i < ROWS; i++)
		if (wanted[i] && !fl_texts_have(has, fl_slice_str(table[i].lib)))
			libs[n++] = fl_slice_str(table[i].lib);
	*ret_libs = (struct fl_list){libs, n};
	return fl_arena_error(a, "the libraries", err);
}

int tg_libs_add(struct tg_program *p, struct fl_slice diagnostics, struct fl_arena *a,
	bool *ret_more, struct fl_error *err)
{
	struct fl_list more;
	int rc = tg_libs_wanted(diagnostics, &p->libs, a, &more, err);
	struct fl_slice *libs = fl_arena_array(a, p->libs.len + more.len, sizeof(*libs));
	if (rc || !libs)
		return rc ? rc : fl_arena_error(a, "the libraries", err);
	for (size_t i = 0; i < p->libs.len; i++)
		libs[i] = tg_text_at(&p->libs, i);
	for (size_t i = 0; i < more.len; i++)
		libs[p->libs.len + i] = tg_text_at(&more, i);
	p->libs = (struct fl_list){libs, p->libs.len + more.len};
	*ret_more = more.len > 0;
	return 0;
}
