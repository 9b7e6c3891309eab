#include "base/base64.h"
#include "base/source_name.h"
#include "datasets/serve/piston_priv.h"

/*
 * Piston's defaults, but for two: more than its 3 s may be asked for without configuring anything,
 * and an output may be longer than 1,024 bytes.
 */
enum {
	RUN_MS = 3000,
	COMPILE_MS = 10000,
	MOST_MS = 600000,
	WALL_MORE_MS = 5000,
	COMPILE_SLOWER = 4
};

static const struct runtime {
	const char *language, *aliases[3], *std;
	enum san_language source;
	enum ds_piston_kind kind;
} runtimes[] = {
	{"c", {"gcc"}, "c11", SAN_C, DS_PISTON_PLAIN},
	{"c++", {"cpp", "g++"}, "c++17", SAN_CXX, DS_PISTON_PLAIN},
	{"c++17", {NULL}, "c++17", SAN_CXX, DS_PISTON_GRADED},
};
enum { RUNTIMES = sizeof(runtimes) / sizeof(runtimes[0]) };

void ds_foreign_runtimes(const char *version, struct fl_buf *text)
{
	fl_buf_char(text, '[');
	for (size_t i = 0; i < RUNTIMES; i++) {
		fl_buf_printf(text, "%s{\"language\":\"%s\",\"version\":\"%s\",\"aliases\":[",
			i ? "," : "", runtimes[i].language, version);
		for (size_t k = 0; k < 3 && runtimes[i].aliases[k]; k++)
			fl_buf_printf(text, "%s\"%s\"", k ? "," : "", runtimes[i].aliases[k]);
		fl_buf_str(text, "],\"runtime\":\"gcc\"}");
	}
	fl_buf_char(text, ']');
}

/* ---- the request ---- */

static int refuse(struct ds_foreign *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static int refuse(struct ds_foreign *f, const char *fmt, ...)
{
	char message[512];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(message, sizeof(message), fmt, ap);
	va_end(ap);
	*f->reply = (struct ds_work_reply){.status = 400};
	fl_buf_str(f->text, "{\"message\":");
	ds_foreign_text(f->text, fl_slice_str(message));
	fl_buf_char(f->text, '}');
	return FL_EINVAL;
}

static struct fl_slice text_of(const struct fl_json *v, const char *key)
{
	const struct fl_json *at = fl_json_get(v, key);
	return at && at->type == FL_JTEXT ? at->text : (struct fl_slice){0};
}

/* "*", "12", "12.x", "12.2.0": does it ask for that version? */
static bool is_version(struct fl_slice asked, const char *version)
{
	size_t n = asked.len;
	while (n && strchr("*xX.", asked.ptr[n - 1]))
		n--;
	if (n > strlen(version) || strncmp(asked.ptr, version, n) != 0)
		return false;
	return n == 0 || !version[n] || version[n] == '.';
}

static bool is_language(const struct runtime *r, struct fl_slice asked)
{
	bool is = fl_slice_eqs(asked, r->language);
	for (size_t i = 0; i < 3 && r->aliases[i]; i++)
		is = is || fl_slice_eqs(asked, r->aliases[i]);
	return is;
}

static int read_runtime(
	struct ds_foreign *f, const struct fl_json *v, const struct runtime **ret_runtime)
{
	struct fl_slice language = text_of(v, "language"), version = text_of(v, "version");
	for (size_t i = 0; i < RUNTIMES; i++) {
		if (is_language(&runtimes[i], language) &&
			is_version(version, ds_executor_version(f->executor))) {
			*ret_runtime = &runtimes[i];
			return 0;
		}
	}
	return refuse(f, "%.100s-%.100s runtime is unknown", fl_arena_slice(f->a, language).ptr,
		fl_arena_slice(f->a, version).ptr);
}

static int decode_hex(struct fl_slice text, struct fl_buf *out)
{
	static const char digits[] = "0123456789abcdef";
	for (size_t i = 0; i + 1 < text.len; i += 2) {
		const char *high = strchr(digits, text.ptr[i] | 0x20);
		const char *low = strchr(digits, text.ptr[i + 1] | 0x20);
		if (!high || !low)
			return FL_EPARSE;
		fl_buf_char(out, (char)((high - digits) << 4 | (low - digits)));
	}
	return 0;
}

/* One of `files`; its text as its encoding has it. */
static int read_file(
	struct ds_foreign *f, const struct fl_json *v, size_t i, struct ds_piston_file *ret_file)
{
	struct fl_slice name = text_of(v, "name"), encoding = text_of(v, "encoding");
	const struct fl_json *content = fl_json_get(v, "content");
	struct fl_error why;
	struct fl_buf bytes;
	int rc = 0;
	if (!content || content->type != FL_JTEXT)
		return refuse(f, "files[%zu].content is required as a string", i);
	if (!name.len)
		name = fl_arena_printf(f->a, "file%zu.code", i);
	if (ds_exec_check_name(name, &why))
		return refuse(f, "files[%zu]: %s", i, why.message);
	fl_buf_init(&bytes, content->text.len);
	bool base64 = fl_slice_eqs(encoding, "base64"), hex = fl_slice_eqs(encoding, "hex");
	if (base64)
		rc = fl_base64_decode(&bytes, content->text, &why);
	else if (hex)
		rc = decode_hex(content->text, &bytes);
	*ret_file = (struct ds_piston_file){.text = !base64 && !hex,
		.file = {.path = fl_arena_slice(f->a, name),
			.content = base64 || hex ? fl_arena_slice(f->a, fl_buf_view(&bytes))
						 : content->text}};
	fl_buf_release(&bytes);
	return rc ? refuse(f, "files[%zu].content is not %s", i, base64 ? "base64" : "hex") : 0;
}

static int read_files(struct ds_foreign *f, const struct fl_json *v, struct ds_piston *p)
{
	const struct fl_json *files = fl_json_get(v, "files");
	bool any = false;
	int rc = 0;
	for (const struct fl_json *at = files->child; at && rc == 0; at = at->next) {
		if (p->file_count == DS_EXEC_FILES_MAX)
			return refuse(f, "there are more than %d files", DS_EXEC_FILES_MAX);
		rc = read_file(f, at, p->file_count, &p->files[p->file_count]);
		any = any || (rc == 0 && p->files[p->file_count].text);
		p->file_count++;
	}
	if (rc == 0 && !any)
		rc = refuse(f, "files must include at least one utf8 encoded file");
	return rc;
}

/* A limit in milliseconds or bytes; missing, null and 0 are the fallback. */
static int read_limit(struct ds_foreign *f, const struct fl_json *v, const char *key, double most,
	double fallback, double *ret_value)
{
	const struct fl_json *at = fl_json_get(v, key);
	double value = !at ? 0 : at->type == FL_JINT ? (double)at->num : at->real;
	if (at && at->type != FL_JNULL && at->type != FL_JINT && at->type != FL_JREAL)
		return refuse(f, "If specified, %s must be a number", key);
	if (at && value > most)
		return refuse(f, "%s cannot exceed the configured limit of %.0f", key, most);
	if (at && value < 0 && most == (double)MOST_MS)
		return refuse(f, "%s must be non-negative", key);
	*ret_value = at && value > 0 ? value : fallback;
	return 0;
}

static int read_limits(struct ds_foreign *f, const struct fl_json *v, const char *stage,
	double fallback_ms, struct ds_exec_limits *l)
{
	char key[64];
	double wall = 0, cpu = 0, bytes = 0;
	snprintf(key, sizeof(key), "%s_timeout", stage);
	int rc = read_limit(f, v, key, MOST_MS, fallback_ms, &wall);
	snprintf(key, sizeof(key), "%s_cpu_time", stage);
	rc = rc ? rc : read_limit(f, v, key, MOST_MS, wall, &cpu);
	snprintf(key, sizeof(key), "%s_memory_limit", stage);
	rc = rc ? rc : read_limit(f, v, key, 64e9, 0, &bytes);
	if (rc)
		return rc;
	*l = (struct ds_exec_limits){.cpu_ms = 1 + (unsigned)(cpu < wall ? cpu : wall),
		.wall_ms = (unsigned)wall + WALL_MORE_MS,
		.memory_mb = (size_t)(bytes / 1048576 + 0.999)};
	return 0;
}

static int read_input(struct ds_foreign *f, const struct fl_json *v, struct ds_piston *p)
{
	struct fl_error why;
	struct fl_slice input = text_of(v, "stdin");
	bool ended = fl_slice_ends(input, "\n");
	p->task.input = ended ? input : fl_arena_printf(f->a, "%.*s\n", FL_ARG(input));
	if (!ended && input.len && fl_slice_chr(input, '\0') >= 0)
		p->task.input = input; /* what printf would cut */
	if (ds_foreign_texts(f, fl_json_get(v, "args"), false, &p->task.args, &why))
		return refuse(f, "%s", why.message);
	return 0;
}

static int read_request(struct ds_foreign *f, const struct fl_json *v, struct ds_piston *p,
	const struct runtime **ret_runtime)
{
	const struct fl_json *files = fl_json_get(v, "files");
	if (!text_of(v, "language").len)
		return refuse(f, "language is required as a string");
	if (!text_of(v, "version").len)
		return refuse(f, "version is required as a string");
	if (!files || files->type != FL_JARRAY)
		return refuse(f, "files is required as an array");
	p->files = fl_arena_array(f->a, (size_t)DS_EXEC_FILES_MAX + 1, sizeof(*p->files));
	if (!p->files)
		return fl_arena_error(f->a, "a request", f->err);
	int rc = read_files(f, v, p);
	rc = rc ? rc : read_runtime(f, v, ret_runtime);
	rc = rc ? rc : read_limits(f, v, "compile", COMPILE_MS, &p->task.compile);
	rc = rc ? rc : read_limits(f, v, "run", RUN_MS, &p->task.run);
	p->task.compile.wall_ms *= COMPILE_SLOWER; /* it never waits for anything */
	return rc ? rc : read_input(f, v, p);
}

/* ---- what is compiled ---- */

/*
 * Sources by their endings; of files without any source the first one is it. (Piston's package adds
 * an ending to all of them, and so compiles headers, too.)
 */
int ds_piston_sources(struct ds_foreign *f, struct ds_piston *p)
{
	struct san_file *sources = fl_arena_array(f->a, p->file_count + 1, sizeof(*sources));
	struct san_file *others = fl_arena_array(f->a, p->file_count + 1, sizeof(*others));
	const char *ending = p->task.language == SAN_CXX ? "cpp" : "c";
	size_t n = 0, m = 0;
	bool cxx;
	if (!sources || !others)
		return fl_arena_error(f->a, "files", f->err);
	for (size_t i = 0; i < p->file_count; i++) {
		struct san_file *file = &p->files[i].file;
		if (p->files[i].text && fl_source_is_unit(file->path, &cxx))
			sources[n++] = *file;
		else
			others[m++] = *file;
	}
	for (size_t i = 0; i < p->file_count && n == 0; i++) {
		if (!p->files[i].text)
			continue;
		sources[n] = p->files[i].file;
		sources[n++].path =
			fl_arena_printf(f->a, "%.*s.%s", FL_ARG(p->files[i].file.path), ending);
	}
	p->task.sources = (struct fl_list){.items = sources, .len = n};
	p->task.files = (struct fl_list){.items = others, .len = m};
	return fl_arena_error(f->a, "files", f->err);
}

/* ---- the answer ---- */

static const struct {
	const char *status, *message;
} ends[FL_END_COUNT] = {
	[FL_END_CPU] = {"TO", "Time limit exceeded"},
	[FL_END_WALL] = {"TO", "Time limit exceeded (wall clock)"},
	[FL_END_OUTPUT] = {"OL", "stdout length exceeded"},
	[FL_END_MEMORY] = {"SG", "Caught fatal signal 9"},
};

static void put_end(struct fl_buf *out, const struct fl_process_result *r)
{
	if (r->end == FL_END_EXIT && r->exit_status == 0)
		fl_buf_str(out, "\"code\":0,\"signal\":null,\"message\":null,\"status\":null");
	else if (r->end == FL_END_EXIT)
		fl_buf_printf(out,
			"\"code\":%d,\"signal\":null,\"message\":\"Exited with error status %d\","
			"\"status\":\"RE\"",
			r->exit_status, r->exit_status);
	else if (r->end == FL_END_SIGNAL)
		fl_buf_printf(out,
			"\"code\":null,\"signal\":\"SIG%s\",\"message\":\"Caught fatal signal %d\","
			"\"status\":\"SG\"",
			sigabbrev_np(r->signal) ? sigabbrev_np(r->signal) : "KILL", r->signal);
	else
		fl_buf_printf(out,
			"\"code\":null,\"signal\":\"SIGKILL\",\"message\":\"%s\",\"status\":\"%s\"",
			ends[r->end].message, ends[r->end].status);
}

/* `output` is both: first what it printed, then what it said (we read them apart). */
static void put_step(struct ds_foreign *f, const char *key, const struct ds_exec_step *s)
{
	struct fl_slice both = fl_arena_printf(f->a, "%.*s%.*s", FL_ARG(s->out), FL_ARG(s->err));
	fl_buf_printf(f->text, "\"%s\":{", key);
	put_end(f->text, &s->result);
	fl_buf_str(f->text, ",\"stdout\":");
	ds_foreign_text(f->text, s->out);
	fl_buf_str(f->text, ",\"stderr\":");
	ds_foreign_text(f->text, s->err);
	fl_buf_str(f->text, ",\"output\":");
	ds_foreign_text(f->text, !s->err.len ? s->out : both);
	fl_buf_printf(f->text, ",\"memory\":%llu,\"cpu_time\":%u,\"wall_time\":%u},",
		(unsigned long long)s->result.max_rss_kb * 1024, s->result.cpu_ms,
		s->result.wall_ms);
}

static void put_answer(struct ds_foreign *f, const struct ds_exec_result *r, const char *language)
{
	*f->reply = (struct ds_work_reply){.status = 200};
	fl_buf_char(f->text, '{');
	put_step(f, "compile", &r->compile);
	put_step(f, "run", r->run.ran ? &r->run : &r->compile);
	fl_buf_printf(f->text, "\"language\":\"%s\",\"version\":\"%s\"}", language,
		ds_executor_version(f->executor));
}

int ds_foreign_piston(struct ds_foreign *f)
{
	static const char *const flags[] = {"-O2", NULL};
	const struct fl_json *v = NULL;
	const struct runtime *runtime = NULL;
	struct ds_piston p = {.task = {.flags = flags, .deadline_ms = f->deadline_ms}};
	struct ds_exec_result result = {0};
	struct fl_error why;
	int rc = fl_json_parse(f->body, f->a, &v, &why);
	if (rc == FL_ENOMEM)
		return fl_error_set(f->err, rc, "%s", why.message);
	rc = rc ? refuse(f, "%s", why.message) : read_request(f, v, &p, &runtime);
	if (rc)
		return rc == FL_EINVAL ? 0 : rc;
	p.task.language = runtime->source;
	p.task.std = runtime->std;
	if (runtime->kind == DS_PISTON_GRADED) {
		rc = ds_piston_grade(f, &p, &result);
	} else {
		rc = ds_piston_sources(f, &p);
		rc = rc ? rc : ds_execute(f->executor, &p.task, f->a, &result, f->err);
	}
	if (rc == FL_EMISSING) {
		refuse(f, "%s", f->err->message);
		return 0;
	}
	if (rc || ds_foreign_starved(&result))
		return ds_foreign_infra(f, rc);
	put_answer(f, &result, runtime->language);
	return 0;
}
