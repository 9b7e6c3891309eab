/* Paths and function names: what is the program's own, and what to call it. */
#include "sanitize/report/frame.h"

#include "base/buf.h"

/* What runs before main() or starts a thread, and what it calls for a file's global variables. */
static const char *const startup_functions[] = {
	"__libc_start_",
	"_start",
	"clone3",
	"__clone",
	"__tsan_thread_start_func",
	"_GLOBAL__sub_I_",
	"_sub_I_",
	"asan.module_ctor",
	"fuzzer::",
	"__sanitizer_print_stack_trace",
	"__asan_register_",
};

/* The same with names that a program's own functions could have. */
static const char *const startup_names[] = {
	"start_thread", "asan_thread_start", "HwasanThreadStartFunc", "call_init"};

/* The function around the initialisers of global variables; clang numbers it. */
static const struct {
	const char *starts, *name;
} initialisers[] = {
	{"__static_initialization_and_destruction_0", "__cxx_global_var_init"},
	{"__cxx_global_var_init", "__cxx_global_var_init"},
};

/* What stands before the name of the function that is intercepted. */
static const char *const interceptor_prefixes[] = {
	"___interceptor_",
	"__interceptor_",
	"__asan_",
};

static const char *const allocators[] = {"malloc", "calloc", "realloc", "reallocarray", "free",
	"memalign", "aligned_alloc", "posix_memalign", "valloc", "pvalloc", "malloc_usable_size"};

static bool starts_any(struct fl_slice s, const char *const *words, size_t count)
{
	for (size_t i = 0; s.len && i < count; i++)
		if (words[i][0] == s.ptr[0] && fl_slice_starts(s, words[i]))
			return true;
	return false;
}

bool san_frame_is_startup(const struct san_frame *f)
{
	if (starts_any(f->function, startup_functions,
		    sizeof(startup_functions) / sizeof(*startup_functions)))
		return true;
	for (size_t i = 0; i < sizeof(startup_names) / sizeof(*startup_names); i++)
		if (fl_slice_starts(f->function, startup_names[i]) &&
			!(f->line && san_path_owner(f->file, NULL) == SAN_OWNER_PROGRAM))
			return true;
	return false;
}

/* The allocator's functions are __sanitizer_calloc and the like to HWAddressSanitizer. */
static bool is_allocator(struct fl_slice function)
{
	for (size_t i = 0; i < sizeof(allocators) / sizeof(*allocators); i++)
		if (fl_slice_eqs(function, allocators[i]))
			return true;
	return false;
}

static struct fl_slice without_prefix(struct fl_slice function)
{
	if (fl_slice_starts(function, "__sanitizer_")) {
		struct fl_slice name = fl_slice_skip(function, strlen("__sanitizer_"));
		return is_allocator(name) ? name : function;
	}
	for (size_t i = 0; i < sizeof(interceptor_prefixes) / sizeof(*interceptor_prefixes); i++)
		if (fl_slice_starts(function, interceptor_prefixes[i]))
			return fl_slice_skip(function, strlen(interceptor_prefixes[i]));
	return function;
}

/* Whose it is: in its own source, in the source of a library, or neither. */
static void set_owner(struct san_frame *f, const struct san_owners *said)
{
	enum san_owner owner =
		f->line > 0 ? san_source_owner(f->function, f->file, said) : SAN_OWNER_LIBRARY;
	f->user = f->line > 0 && !f->library && owner == SAN_OWNER_PROGRAM;
	f->source = f->line > 0 && !f->library && owner != SAN_OWNER_RUNTIME;
	f->library = f->library || san_module_is_system(f->module, said);
}

void san_frame_clean(struct san_frame *f, const struct san_parse_opts *opts, struct fl_arena *a)
{
	bool runtime = san_function_is_runtime(f->function) ||
		       fl_slice_find(f->file, "/libsanitizer/") >= 0;
	if (runtime) {
		f->file = fl_slice(NULL, 0);
		f->line = f->col = 0;
	}
	set_owner(f, &opts->owners);
	f->function = fl_arena_slice(a, without_prefix(f->function));
	f->file = san_path_clean(f->file, opts->strip, a);
	if (opts->unresolved && !f->function.len && !f->file.len) {
		f->module = fl_arena_slice(a, f->module);
		return;
	}
	f->module = f->function.len || f->file.len
			    ? fl_slice(NULL, 0)
			    : fl_slice_skip(f->module, (size_t)(fl_slice_rchr(f->module, '/') + 1));
	f->module = fl_arena_slice(a, f->module);
	f->spot = f->offset;
	if (!opts->addresses)
		f->offset = 0;
}

void san_frames_drop_startup(struct fl_vec *frames)
{
	while (frames->len > 1) {
		const struct san_frame *f = fl_vec_at(frames, frames->len - 1);
		if (f->function.len || f->file.len || !f->library)
			return;
		frames->len--;
	}
}

void san_stack_drop_nameless(struct san_stack *s)
{
	struct san_frame *f = s->frames.items;
	size_t n = 0;
	for (size_t i = 0; i < s->frames.len; i++)
		if (f[i].function.len || f[i].file.len || !f[i].library) {
			f[n] = f[i];
			f[n].depth = (int64_t)n;
			n++;
		}
	if (n)
		s->frames.len = n;
}

static bool same_place(const struct san_frame *a, const struct san_frame *b)
{
	return fl_slice_eq(a->function, b->function) && fl_slice_eq(a->file, b->file) &&
	       a->line == b->line && a->col == b->col;
}

/* How many frames from `at` repeat those `period` before them, in whole periods. */
static size_t repeated(const struct san_frame *f, size_t len, size_t at, size_t period)
{
	size_t n = 0;
	while (at + n < len && same_place(&f[at + n], &f[at + n - period]))
		n++;
	return n - n % period;
}

size_t san_stack_fold(struct san_stack *s)
{
	enum { PERIOD_MAX = 8, LEAST = 8 /* frames that are worth it */ };
	struct san_frame *f = s->frames.items;
	size_t len = s->frames.len, n = 0;
	while (n < len) {
		size_t more = 0, period = 0;
		while (more < LEAST && ++period <= PERIOD_MAX)
			/* two rounds stay: it is seen what repeats */
			more = n >= 2 * period && repeated(f, n, n - period, period) == period
				       ? repeated(f, len, n, period)
				       : 0;
		if (more >= LEAST) {
			memmove(&f[n], &f[n + more], (len - n - more) * sizeof(*f));
			len -= more;
		}
		if (n < len)
			f[n].depth = (int64_t)n;
		n++;
	}
	size_t gone = s->frames.len - len;
	s->frames.len = len;
	return gone;
}

/* Add one part of an absolute path to out, which holds the path so far without a final slash. */
static void add_part(struct fl_buf *out, struct fl_slice part)
{
	if (part.len == 0 || fl_slice_eqs(part, "."))
		return;
	if (fl_slice_eqs(part, "..")) {
		ptrdiff_t slash = fl_slice_rchr(fl_buf_view(out), '/');
		fl_buf_truncate(out, slash < 0 ? 0 : (size_t)slash);
		return;
	}
	fl_buf_char(out, '/');
	fl_buf_slice(out, part);
}

static struct fl_slice fold(struct fl_slice path, struct fl_arena *a)
{
	struct fl_buf out;
	fl_buf_init(&out, path.len + 1);
	while (path.len) {
		ptrdiff_t slash = fl_slice_chr(path, '/');
		size_t len = slash < 0 ? path.len : (size_t)slash;
		add_part(&out, fl_slice_head(path, len));
		path = fl_slice_skip(path, len + 1);
	}
	struct fl_slice folded = fl_arena_slice(a, fl_buf_view(&out));
	if (out.failed)
		a->failed = out.failed;
	fl_buf_release(&out);
	return folded;
}

struct fl_slice san_path_clean(struct fl_slice path, struct fl_slice prefix, struct fl_arena *a)
{
	if (fl_slice_starts(path, "/") && fl_slice_find(path, "/.") >= 0)
		path = fold(path, a);
	if (prefix.len && path.len > prefix.len &&
		fl_slice_eq(fl_slice_head(path, prefix.len), prefix))
		path = fl_slice_skip(path, prefix.len);
	if (prefix.len && fl_slice_starts(path, SAN_OUTER "/"))
		path = fl_slice_skip(path, strlen(SAN_OUTER));
	return fl_arena_slice(a, path);
}

/* Index of the parenthesis that the one at the end of s closes, or -1. */
static ptrdiff_t matching(struct fl_slice s)
{
	int depth = 0;
	for (size_t i = s.len; i-- > 0;) {
		if (s.ptr[i] == ')')
			depth++;
		else if (s.ptr[i] == '(' && --depth == 0)
			return (ptrdiff_t)i;
	}
	return -1;
}

/* Without "(args)", " const", " [clone .isra.0]" and the like at the end. */
static struct fl_slice without_parameters(struct fl_slice s)
{
	static const char *const tails[] = {" const", " volatile", " &", " &&"};
	for (size_t i = 0; i < sizeof(tails) / sizeof(*tails); i++)
		if (fl_slice_ends(s, tails[i]))
			return without_parameters(fl_slice_head(s, s.len - strlen(tails[i])));
	if (fl_slice_ends(s, "]") && fl_slice_find(s, " [clone ") > 0)
		return without_parameters(fl_slice_head(s, (size_t)fl_slice_find(s, " [clone ")));
	if (!fl_slice_ends(s, ")") || fl_slice_ends(s, "operator()"))
		return s;
	ptrdiff_t open = matching(s);
	if (open <= 0)
		return s;
	struct fl_slice name = fl_slice_head(s, (size_t)open);
	if (fl_slice_ends(name, "[abi:cxx11]"))
		return fl_slice_head(name, name.len - strlen("[abi:cxx11]"));
	return fl_slice_ends(name, " ") ? s : name;
}

/*
 * clang says "main::$_0::operator()" or "main::'lambda'()::operator()", gcc "operator()" or
 * "main::{lambda()#1}::operator()".
 */
static bool is_lambda(struct fl_slice s)
{
	return fl_slice_ends(s, "operator()") &&
	       (fl_slice_find(s, "$_") >= 0 || fl_slice_find(s, "{lambda(") >= 0 ||
		       fl_slice_find(s, "'lambda") >= 0);
}

struct fl_slice san_function_bare(struct fl_slice function, struct fl_arena *a)
{
	struct fl_slice s = without_parameters(function);
	if (is_lambda(s))
		return FL_S("operator()");
	struct fl_buf out;
	for (size_t i = 0; i < sizeof(initialisers) / sizeof(*initialisers); i++)
		if (fl_slice_starts(function, initialisers[i].starts))
			return fl_slice_str(initialisers[i].name);
	int angles = 0, parens = 0;
	bool quoted = false;
	ptrdiff_t op = fl_slice_find(s, "operator");
	fl_buf_init(&out, s.len + 1);
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		if (op >= 0 && (size_t)op == i && angles == 0) {
			fl_buf_slice(&out, fl_slice_skip(s, i));
			break;
		}
		parens += c == '(' || c == '`' ? 1 : c == ')' || (c == '\'' && quoted) ? -1 : 0;
		quoted = c == '`' || (quoted && c != '\''); /* `anonymous namespace' of Windows */
		angles += c == '<' ? 1 : 0;
		if (angles == 0 && parens == 0 && c == ' ')
			fl_buf_clear(&out); /* what was before is the return type */
		else if (angles == 0)
			fl_buf_char(&out, c);
		angles -= c == '>' && angles > 0 ? 1 : 0;
	}
	struct fl_slice bare = fl_arena_slice(a, fl_buf_view(&out));
	if (out.failed)
		a->failed = out.failed;
	fl_buf_release(&out);
	return bare;
}
