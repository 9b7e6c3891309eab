#include "datasets/reward/function.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 64 << 20 };

static const struct {
	const char *word, *cxx;
} types[DS_BASE_TYPES] = {
	[DS_BOOL] = {"bool", "bool"},
	[DS_CHAR] = {"char", "char"},
	[DS_INT] = {"int", "int"},
	[DS_LONG] = {"long long", "long long"},
	[DS_DOUBLE] = {"double", "double"},
	[DS_STRING] = {"string", "std::string"},
};

/* ---- the signature ---- */

static bool is_name(struct fl_slice s)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	for (size_t i = 0; i < s.len; i++)
		if (!s.ptr[i] || !strchr(letters, s.ptr[i]))
			return false;
	return s.len > 0 && s.len < 256 && (s.ptr[0] < '0' || s.ptr[0] > '9');
}

/* "vector<vector<int>>", with or without blanks, "std::" and "&". */
static bool read_type(struct fl_slice text, struct ds_type *ret_type)
{
	struct ds_type t = {0};
	text = fl_slice_trim(text);
	if (fl_slice_ends(text, "&"))
		text = fl_slice_trim(fl_slice_head(text, text.len - 1));
	for (;;) {
		if (fl_slice_starts(text, "std::"))
			text = fl_slice_skip(text, 5);
		if (!fl_slice_starts(text, "vector<") || !fl_slice_ends(text, ">"))
			break;
		text = fl_slice_trim(fl_slice_head(fl_slice_skip(text, 7), text.len - 8));
		if (++t.depth > DS_FUNCTION_DEPTH)
			return false;
	}
	for (t.base = 0; t.base < DS_BASE_TYPES; t.base++) {
		if (fl_slice_eqs(text, types[t.base].word)) {
			*ret_type = t;
			return true;
		}
	}
	return false;
}

static int bad_type(struct fl_slice text, struct fl_error *err)
{
	return fl_error_set(err, FL_EPARSE,
		"\"function\" has the type \"%.*s\", and bool, char, int, long long, double, "
		"string "
		"and vector<…> of them are known",
		(int)(text.len < 100 ? text.len : 100), text.ptr ? text.ptr : "");
}

int ds_function_read(
	const struct fl_json *v, struct ds_function *ret_function, struct fl_error *err)
{
	static const char *const known[] = {"name", "class", "args", "returns"};
	struct ds_function f = {.name = fl_json_str(fl_json_get(v, "name")),
		.owner = fl_json_str(fl_json_get(v, "class"))};
	const struct fl_json *args = fl_json_get(v, "args");
	struct fl_slice returns = fl_json_str(fl_json_get(v, "returns"));
	for (const struct fl_json *at = v->child; at; at = at->next) {
		size_t i = 0;
		while (i < 4 && !fl_slice_eqs(at->key, known[i]))
			i++;
		if (v->type != FL_JOBJECT || i == 4)
			return fl_error_set(err, FL_EPARSE,
				"\"function\" has to be an object with name, class, args and "
				"returns");
	}
	if (v->type != FL_JOBJECT || !is_name(f.name) || (f.owner.len && !is_name(f.owner)) ||
		!args || args->type != FL_JARRAY)
		return fl_error_set(err, FL_EPARSE,
			"\"function\" needs a name of C++, and a list of types as args");
	for (const struct fl_json *at = args->child; at; at = at->next) {
		if (f.arg_count == DS_FUNCTION_ARGS)
			return fl_error_set(err, FL_EPARSE, "\"function\" has more than %d args",
				DS_FUNCTION_ARGS);
		if (!read_type(fl_json_str(at), &f.args[f.arg_count++]))
			return bad_type(fl_json_str(at), err);
	}
	if (!read_type(returns, &f.returns))
		return bad_type(returns, err);
	*ret_function = f;
	return 0;
}

/* ---- the harness ---- */

/* Reading is of numbers and counted strings; what is printed has a blank around each token. */
static const char head[] =
	"#include <algorithm>\n#include <array>\n#include <bitset>\n#include <cctype>\n"
	"#include <climits>\n#include <cmath>\n#include <cstdint>\n#include <cstdio>\n"
	"#include <cstdlib>\n#include <cstring>\n#include <deque>\n#include <functional>\n"
	"#include <iostream>\n#include <limits>\n#include <list>\n#include <map>\n"
	"#include <memory>\n#include <numeric>\n#include <optional>\n#include <queue>\n"
	"#include <set>\n#include <sstream>\n#include <stack>\n#include <string>\n"
	"#include <tuple>\n#include <unordered_map>\n#include <unordered_set>\n"
	"#include <utility>\n#include <vector>\n"
	"using namespace std;\n"
	"#define main solution_main\n"
	"#include \"" DS_FUNCTION_FILE "\"\n"
	"#undef main\n"
	"#include <fcntl.h>\n#include <unistd.h>\n"
	"namespace fl_harness {\n"
	"FILE *out;\n"
	"long long number() { long long n; if (std::scanf(\"%lld\", &n) != 1) std::_Exit(97); "
	"return n; }\n"
	"void read(bool &v) { v = number() != 0; }\n"
	"void read(char &v) { v = static_cast<char>(number()); }\n"
	"void read(int &v) { v = static_cast<int>(number()); }\n"
	"void read(long long &v) { v = number(); }\n"
	"void read(double &v) { if (std::scanf(\"%lf\", &v) != 1) std::_Exit(97); }\n"
	"void read(std::string &v) { v.resize(static_cast<std::size_t>(number())); "
	"std::getchar();\n"
	"\tfor (char &c : v) c = static_cast<char>(std::getchar()); }\n"
	"template <class T> void read(std::vector<T> &v) { auto n = number();\n"
	"\tfor (long long i = 0; i < n; i++) { T item{}; read(item); v.push_back(item); } }\n"
	"void put(bool v) { std::fputs(v ? \"true\" : \"false\", out); }\n"
	"void put(int v) { std::fprintf(out, \"%d\", v); }\n"
	"void put(long long v) { std::fprintf(out, \"%lld\", v); }\n"
	"void put(double v) { std::fprintf(out, \"%.17g\", v); }\n"
	"void put(const std::string &v) { std::fputc('\"', out); for (unsigned char c : v)\n"
	"\tif (c <= ' ' || c == '\"' || c == '\\\\' || c == 127) std::fprintf(out, \"\\\\x%02x\", "
	"c);\n"
	"\telse std::fputc(c, out);\n"
	"\tstd::fputc('\"', out); }\n"
	"void put(char v) { put(std::string(1, v)); }\n"
	"template <class T> void put(const std::vector<T> &v) { std::fputc('[', out); bool first = "
	"true;\n"
	"\tfor (const T &item : v) { std::fputs(first ? \" \" : \" , \", out); first = false; "
	"put(item); }\n"
	"\tstd::fputs(\" ]\", out); }\n"
	"}\n"
	"int main() {\n"
	"\tfl_harness::out = ::fdopen(::dup(1), \"w\");\n"
	"\tint fl_null = ::open(\"/dev/null\", O_WRONLY);\n"
	"\tif (!fl_harness::out || fl_null < 0 || ::dup2(fl_null, 1) < 0) std::_Exit(97);\n";

static void put_type(struct fl_buf *out, struct ds_type t)
{
	for (unsigned i = 0; i < t.depth; i++)
		fl_buf_str(out, "std::vector<");
	fl_buf_str(out, types[t.base].cxx);
	for (unsigned i = 0; i < t.depth; i++)
		fl_buf_char(out, '>');
}

struct fl_slice ds_function_harness(const struct ds_function *f, struct fl_arena *a)
{
	struct fl_buf out;
	fl_buf_init(&out, TEXT_MAX);
	fl_buf_str(&out, head);
	for (size_t i = 0; i < f->arg_count; i++) {
		fl_buf_char(&out, '\t');
		put_type(&out, f->args[i]);
		fl_buf_printf(&out, " fl_arg%zu{};\n\tfl_harness::read(fl_arg%zu);\n", i, i);
	}
	fl_buf_char(&out, '\t');
	put_type(&out, f->returns);
	fl_buf_str(&out, " fl_result = ");
	if (f->owner.len)
		fl_buf_printf(&out, "%.*s().", FL_ARG(f->owner));
	else
		fl_buf_str(&out, "::");
	fl_buf_printf(&out, "%.*s(", FL_ARG(f->name));
	for (size_t i = 0; i < f->arg_count; i++)
		fl_buf_printf(&out, "%sfl_arg%zu", i ? ", " : "", i);
	fl_buf_str(&out, ");\n\tfl_harness::put(fl_result);\n"
			 "\treturn std::fputc('\\n', fl_harness::out) == EOF || "
			 "std::fclose(fl_harness::out) != 0;\n}\n");
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return text;
}

/* ---- values ---- */

/* One that is no vector; `reads`: as the harness reads it, else as it prints it. */
static bool put_scalar(
	struct fl_buf *out, enum ds_base_type base, const struct fl_json *v, bool reads)
{
	bool text = v->type == FL_JTEXT, whole = v->type == FL_JINT;
	switch (base) {
	case DS_BOOL:
		if (v->type == FL_JBOOL)
			fl_buf_str(out, reads ? (v->num ? "1" : "0") : v->num ? "true" : "false");
		return v->type == FL_JBOOL;
	case DS_INT:
		whole = whole && v->num >= INT32_MIN && v->num <= INT32_MAX;
		/* fall through */
	case DS_LONG:
		if (whole)
			fl_buf_printf(out, "%lld", (long long)v->num);
		return whole;
	case DS_DOUBLE:
		if (whole || v->type == FL_JREAL)
			fl_buf_printf(out, "%.17g", whole ? (double)v->num : v->real);
		return whole || v->type == FL_JREAL;
	case DS_CHAR:
		if (text && v->text.len == 1 && reads)
			fl_buf_printf(out, "%d", v->text.ptr[0]);
		if (!text || v->text.len != 1 || reads)
			return text && v->text.len == 1;
		break;
	default:
		if (text && reads) {
			fl_buf_printf(out, "%zu ", v->text.len);
			fl_buf_slice(out, v->text);
		}
		if (!text || reads)
			return text;
		break;
	}
	fl_buf_char(out, '"');
	for (size_t i = 0; i < v->text.len; i++) {
		unsigned char c = (unsigned char)v->text.ptr[i];
		if (c <= ' ' || c == '"' || c == '\\' || c == 127)
			fl_buf_printf(out, "\\x%02x", c);
		else
			fl_buf_char(out, (char)c);
	}
	fl_buf_char(out, '"');
	return true;
}

static bool put_value(struct fl_buf *out, struct ds_type t, const struct fl_json *v, bool reads)
{
	struct ds_type item = {.base = t.base, .depth = t.depth - 1};
	size_t count = 0;
	if (t.depth == 0)
		return put_scalar(out, t.base, v, reads);
	if (v->type != FL_JARRAY)
		return false;
	for (const struct fl_json *at = v->child; at; at = at->next)
		count++;
	if (reads)
		fl_buf_printf(out, "%zu", count);
	else
		fl_buf_char(out, '[');
	for (const struct fl_json *at = v->child; at; at = at->next) {
		fl_buf_str(out, reads || at == v->child ? " " : " , ");
		if (!put_value(out, item, at, reads))
			return false;
	}
	if (!reads)
		fl_buf_str(out, " ]");
	return true;
}

static int finish(
	struct fl_buf *out, struct fl_arena *a, struct fl_slice *ret_text, struct fl_error *err)
{
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(out));
	int rc = fl_buf_error(out, "a test", err);
	fl_buf_release(out);
	rc = rc ? rc : fl_arena_error(a, "a test", err);
	if (rc == 0)
		*ret_text = text;
	return rc;
}

int ds_function_input(const struct ds_function *f, const struct fl_json *args, struct fl_arena *a,
	struct fl_slice *ret_input, struct fl_error *err)
{
	const struct fl_json *at = args->type == FL_JARRAY ? args->child : NULL;
	struct fl_buf out;
	size_t i = 0;
	fl_buf_init(&out, TEXT_MAX);
	for (; at && i < f->arg_count; at = at->next, i++) {
		if (!put_value(&out, f->args[i], at, true))
			break;
		fl_buf_char(&out, '\n');
	}
	if (at || i < f->arg_count) {
		fl_buf_release(&out);
		return fl_error_set(err, FL_EPARSE,
			i < f->arg_count && at ? "args[%zu] is not of its type in \"function\""
					       : "it has not as many args as \"function\" (the "
						 "difference is at %zu)",
			i);
	}
	return finish(&out, a, ret_input, err);
}

int ds_function_output(const struct ds_function *f, const struct fl_json *result,
	struct fl_arena *a, struct fl_slice *ret_output, struct fl_error *err)
{
	struct fl_buf out;
	fl_buf_init(&out, TEXT_MAX);
	if (!put_value(&out, f->returns, result, false)) {
		fl_buf_release(&out);
		return fl_error_set(
			err, FL_EPARSE, "\"result\" is not of its type in \"function\"");
	}
	fl_buf_char(&out, '\n');
	return finish(&out, a, ret_output, err);
}
