#include "datasets/import/guess.h"

#include <ctype.h>

#include "base/source_name.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* ---- the language ---- */

/* What languages are called in data sets. */
static const struct {
	const char *word;
	int language;
} names[] = {
	{"c", TG_C},
	{"c99", TG_C},
	{"ansi c", TG_C},
	{"c++", TG_CXX},
	{"cpp", TG_CXX},
	{"cxx", TG_CXX},
	{"cplusplus", TG_CXX},
};

static bool by_word(struct fl_slice word, int *ret_language)
{
	for (size_t i = 0; i < COUNT(names); i++)
		if (word.len == strlen(names[i].word) &&
			fl_slice_find_nocase(word, names[i].word) == 0) {
			*ret_language = names[i].language;
			return true;
		}
	return false;
}

/* What only C++ has at the start of a line, and anywhere. */
static const char *const cxx_starts[] = {"class ", "template<", "template <", "namespace ",
	"using ", "public:", "private:", "protected:", "#include <iostream>", "#include <string>",
	"#include <vector>", "#include <map>", "#include <memory>", "#include <algorithm>",
	"#include <utility>", "#include <functional>", "#include <cstd", "extern \"C\""};
static const char *const cxx_words[] = {"std::", "static_cast<", "reinterpret_cast<",
	"operator=", "virtual ", "constexpr auto", " = default;", "nullptr)"};
static const char *const c_starts[] = {
	"#include", "#define", "#ifdef", "#ifndef", "#if ", "int ", "void ", "static ", "struct "};

static bool has_start(struct fl_slice text, const char *const *starts, size_t count)
{
	struct fl_slice line;
	while (fl_slice_line(&text, &line)) {
		line = fl_slice_trim(line);
		for (size_t i = 0; i < count; i++)
			if (fl_slice_starts(line, starts[i]))
				return true;
	}
	return false;
}

static bool is_cxx_text(struct fl_slice text)
{
	for (size_t i = 0; i < COUNT(cxx_words); i++)
		if (fl_slice_find(text, cxx_words[i]) >= 0)
			return true;
	return has_start(text, cxx_starts, COUNT(cxx_starts));
}

static bool by_text(struct fl_slice text, int *ret_language)
{
	if (fl_slice_find(text, ";") < 0 || !has_start(text, c_starts, COUNT(c_starts)))
		return false;
	*ret_language = is_cxx_text(text) ? TG_CXX : TG_C;
	return true;
}

bool ds_guess_language(const struct ds_guess_of *of, int *ret_language)
{
	const struct fl_source_name *n = fl_source_name(of->name);
	bool said = by_word(of->language, ret_language);
	if (of->language.len && !said)
		return false;
	if (n && n->language > FL_SOURCE_CXX)
		return false;
	if (n && n->role == FL_SOURCE_UNIT) {
		*ret_language = n->language == FL_SOURCE_CXX ? TG_CXX : TG_C;
		return true;
	}
	if (said)
		return true;
	if (n) {
		bool cxx = n->language == FL_SOURCE_CXX || is_cxx_text(of->text);
		*ret_language = cxx ? TG_CXX : TG_C;
		return true;
	}
	/* A name that is no source's says that it is none. */
	return !of->name.len && by_text(of->text, ret_language);
}

/* ---- the standard ---- */

/* What gcc 12 and clang 19 take without -std=. */
static const char *const defaults[] = {[TG_C] = "gnu17", [TG_CXX] = "gnu++17"};

/* Words that need another standard, or may not be there in the default. */
static const struct {
	int language;
	const char *standard;
	const char *words[24];
} others[] = {
	{TG_CXX, "gnu++20",
		{"concept ", "requires", "co_await", "co_return", "co_yield", "<=>", "consteval",
			"constinit", "<span>", "<ranges>", "<concepts>", "<bit>", "<compare>",
			"<numbers>", "<coroutine>", "<semaphore>", "<source_location>", "char8_t",
			"using enum", "starts_with", "std::ranges", "std::jthread", "[[likely]]"}},
	{TG_CXX, "gnu++23",
		{"<expected>", "<stacktrace>", "<print>", "<generator>", "if consteval",
			"std::unreachable", "std::byteswap", "std::to_underlying", "<spanstream>",
			"this auto", ".contains("}},
	{TG_CXX, "gnu++14",
		{"register ", "throw(", "throw (", "auto_ptr", "random_shuffle", "bind1st",
			"bind2nd", "ptr_fun", "mem_fun", "unary_function", "binary_function",
			"unexpected_handler"}},
	{TG_C, "gnu2x",
		{"nullptr", "constexpr ", "bool ", "static_assert(", "[[", "true", "false",
			"typeof_unqual", "#elifdef", "thread_local "}},
	{TG_C, "gnu89", {"inline ", "gets("}},
};

size_t ds_guess_standards(
	int language, struct fl_slice text, const char *ret_standards[DS_STANDARDS_MAX])
{
	size_t n = 0;
	ret_standards[n++] = defaults[language];
	for (size_t i = 0; i < COUNT(others) && n < DS_STANDARDS_MAX; i++) {
		size_t w = 0;
		if (others[i].language != language)
			continue;
		while (w < COUNT(others[i].words) && others[i].words[w] &&
			fl_slice_find(text, others[i].words[w]) < 0)
			w++;
		if (w < COUNT(others[i].words) && others[i].words[w])
			ret_standards[n++] = others[i].standard;
	}
	return n;
}
