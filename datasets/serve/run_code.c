#include "base/base64.h"
#include "datasets/serve/foreign.h"

enum { FILE_MAX = 64 << 20, WALL_MORE_MS = 5000, COMPILE_SLOWER = 4 };

/* A request of SandboxFusion's, read. */
struct request {
	struct ds_exec_task task;
	const char *language; /* as it was asked for */
};

/* What its framework answers where a member is wrong: 422 and where. */
static int refuse(struct ds_foreign *f, const char *member, const char *message)
{
	*f->reply = (struct ds_work_reply){.status = 422};
	fl_buf_str(f->text, "{\"detail\":[{\"type\":\"value_error\",\"loc\":[\"body\"");
	if (member) {
		fl_buf_char(f->text, ',');
		ds_foreign_text(f->text, fl_slice_str(member));
	}
	fl_buf_str(f->text, "],\"msg\":");
	ds_foreign_text(f->text, fl_slice_str(message));
	fl_buf_str(f->text, "}]}");
	return FL_EINVAL;
}

static int read_seconds(
	struct ds_foreign *f, const struct fl_json *v, const char *key, struct ds_exec_limits *l)
{
	const struct fl_json *at = fl_json_get(v, key);
	double seconds = !at ? 10 : at->type == FL_JINT ? (double)at->num : at->real;
	if (at && at->type != FL_JINT && at->type != FL_JREAL)
		return refuse(f, key, "it has to be a number of seconds");
	if (!(seconds > 0 && seconds <= (double)DS_FOREIGN_SECONDS_MAX))
		return refuse(f, key, "it has to be more than 0 and at most 3600 seconds");
	l->cpu_ms = (unsigned)(seconds * 1000 + 0.5);
	l->cpu_ms += l->cpu_ms == 0;
	l->wall_ms = l->cpu_ms + WALL_MORE_MS;
	return 0;
}

/* {"path": "base 64"}; a null is no file. */
static int read_files(struct ds_foreign *f, const struct fl_json *v, struct fl_list *ret_files)
{
	struct fl_error why;
	size_t n = 0;
	struct san_file *files =
		fl_arena_array(f->a, (size_t)DS_EXEC_FILES_MAX + 1, sizeof(*files));
	if (!files)
		return fl_arena_error(f->a, "files", f->err);
	if (v && v->type != FL_JOBJECT)
		return refuse(f, "files", "it has to be an object");
	for (const struct fl_json *at = v ? v->child : NULL; at; at = at->next) {
		struct fl_buf bytes;
		if (at->type == FL_JNULL)
			continue;
		if (at->type != FL_JTEXT || n == DS_EXEC_FILES_MAX)
			return refuse(f, "files", "they have to be texts, and at most 256");
		if (ds_exec_check_name(at->key, &why))
			return refuse(f, "files", why.message);
		fl_buf_init(&bytes, FILE_MAX);
		int rc = fl_base64_decode(&bytes, at->text, &why);
		if (rc == 0)
			files[n++] = (struct san_file){.path = fl_arena_slice(f->a, at->key),
				.content = fl_arena_slice(f->a, fl_buf_view(&bytes))};
		fl_buf_release(&bytes);
		if (rc)
			return refuse(f, "files", why.message);
	}
	*ret_files = (struct fl_list){.items = files, .len = n};
	return 0;
}

static int read_language(struct ds_foreign *f, const struct fl_json *v, struct request *r)
{
	static const struct {
		const char *word, *std;
		enum san_language language;
	} known[] = {{"cpp", "c++17", SAN_CXX}, {"c++", "c++17", SAN_CXX}, {"c", "gnu17", SAN_C}};
	struct fl_slice word = fl_json_str(fl_json_get(v, "language"));
	if (f->language)
		word = fl_slice_str(f->language);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (!fl_slice_eqs(word, known[i].word))
			continue;
		r->language = known[i].word;
		r->task.language = known[i].language;
		r->task.std = known[i].std;
		return 0;
	}
	return refuse(f, "language",
		"it has to be cpp or c here; for clients that always say python, start the server "
		"with --language-override=cpp");
}

/* The first line of a fence that its reader has left there: verl's takes away letters alone. */
static struct fl_slice without_tag(struct fl_slice code)
{
	struct fl_slice rest = code, line = {0};
	fl_slice_line(&rest, &line);
	line = fl_slice_trim(line);
	return fl_slice_eqs(line, "c++") || fl_slice_eqs(line, "C++") ? rest : code;
}

static int read_code(struct ds_foreign *f, const struct fl_json *v, struct request *r)
{
	const struct fl_json *code = fl_json_get(v, "code"), *input = fl_json_get(v, "stdin");
	struct san_file *source = fl_arena_alloc(f->a, sizeof(*source));
	if (!source)
		return fl_arena_error(f->a, "a source", f->err);
	if (!code || code->type != FL_JTEXT)
		return refuse(f, "code", "it has to be a text");
	if (input && input->type != FL_JTEXT && input->type != FL_JNULL)
		return refuse(f, "stdin", "it has to be a text");
	*source = (struct san_file){
		.path = r->task.language == SAN_CXX ? FL_S("main.cpp") : FL_S("main.c"),
		.content = without_tag(code->text)};
	r->task.sources = (struct fl_list){.items = source, .len = 1};
	r->task.input = fl_json_str(input);
	return 0;
}

static int read_memory(struct ds_foreign *f, const struct fl_json *v, struct request *r)
{
	const struct fl_json *at = fl_json_get(v, "memory_limit_MB");
	if (at && (at->type != FL_JINT || at->num > 65536))
		return refuse(f, "memory_limit_MB", "it has to be a number of at most 65536");
	if (at && at->num > 0)
		r->task.run.memory_mb = (size_t)at->num;
	return 0;
}

static int read_request(struct ds_foreign *f, const struct fl_json *v, struct request *r)
{
	static const char *const flags[] = {"-O2", NULL};
	struct fl_error why;
	r->task.flags = flags;
	int rc = read_language(f, v, r);
	rc = rc ? rc : read_code(f, v, r);
	rc = rc ? rc : read_seconds(f, v, "compile_timeout", &r->task.compile);
	rc = rc ? rc : read_seconds(f, v, "run_timeout", &r->task.run);
	r->task.compile.wall_ms *= COMPILE_SLOWER; /* it never waits for anything */
	rc = rc ? rc : read_memory(f, v, r);
	rc = rc ? rc : read_files(f, fl_json_get(v, "files"), &r->task.files);
	if (rc == 0 &&
		ds_foreign_texts(f, fl_json_get(v, "fetch_files"), true, &r->task.fetch, &why))
		rc = refuse(f, "fetch_files", why.message);
	return rc;
}

/* ---- the answer ---- */

/* As Python's subprocess has it: a signal is its number, negative; -9 for what was ended by us. */
static int return_code(const struct fl_process_result *r)
{
	if (r->end == FL_END_EXIT)
		return r->exit_status;
	return r->end == FL_END_SIGNAL ? -r->signal : -9;
}

static void put_step(struct fl_buf *out, const struct ds_exec_step *s)
{
	const struct fl_process_result *r = &s->result;
	bool late = r->end == FL_END_CPU || r->end == FL_END_WALL;
	if (!s->ran) {
		fl_buf_str(out, "null");
		return;
	}
	fl_buf_printf(out, "{\"status\":\"%s\",\"execution_time\":%u.%03u,\"return_code\":",
		late ? "TimeLimitExceeded" : "Finished", r->wall_ms / 1000, r->wall_ms % 1000);
	if (late)
		fl_buf_str(out, "null");
	else
		fl_buf_printf(out, "%d", return_code(r));
	fl_buf_str(out, ",\"stdout\":");
	ds_foreign_text(out, s->out);
	fl_buf_str(out, ",\"stderr\":");
	ds_foreign_text(out, s->err);
	fl_buf_char(out, '}');
}

static bool succeeded(const struct ds_exec_step *s)
{
	return s->ran && s->result.end == FL_END_EXIT && s->result.exit_status == 0;
}

static void put_answer(struct ds_foreign *f, const struct ds_exec_result *r)
{
	const struct san_file *files = r->fetched.items;
	bool done = succeeded(&r->compile) && succeeded(&r->run);
	*f->reply = (struct ds_work_reply){.status = 200, .passed = done};
	fl_buf_printf(f->text, "{\"status\":\"%s\",\"message\":\"\",\"compile_result\":",
		done ? "Success" : "Failed");
	put_step(f->text, &r->compile);
	fl_buf_str(f->text, ",\"run_result\":");
	put_step(f->text, &r->run);
	fl_buf_str(f->text, ",\"executor_pod_name\":null,\"files\":{");
	for (size_t i = 0; i < r->fetched.len; i++) {
		fl_buf_str(f->text, i ? "," : "");
		ds_foreign_text(f->text, files[i].path);
		fl_buf_str(f->text, ":\"");
		fl_base64_encode(f->text, files[i].content);
		fl_buf_char(f->text, '"');
	}
	fl_buf_str(f->text, "}}");
}

int ds_foreign_run_code(struct ds_foreign *f)
{
	const struct fl_json *v = NULL;
	struct request request = {.task = {.deadline_ms = f->deadline_ms}};
	struct ds_exec_result result;
	struct fl_error why;
	int rc = fl_json_parse(f->body, f->a, &v, &why);
	if (rc == FL_ENOMEM)
		return fl_error_set(f->err, rc, "%s", why.message);
	if (rc || v->type != FL_JOBJECT) {
		refuse(f, NULL, rc ? why.message : "it has to be a JSON object");
		return 0;
	}
	rc = read_request(f, v, &request);
	if (rc)
		return rc == FL_EINVAL ? 0 : rc;
	rc = ds_execute(f->executor, &request.task, f->a, &result, f->err);
	if (rc || ds_foreign_starved(&result))
		return ds_foreign_infra(f, rc);
	put_answer(f, &result);
	return 0;
}
