#include "base/opts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/same.h"
#include "base/show.h"

enum { GUESS_MAX = 40, SUGGEST_MAX = 64 };

/* Edit distance with swaps of neighbours, of words of at most GUESS_MAX bytes; else large. */
static size_t word_distance(struct fl_slice a, struct fl_slice b)
{
	size_t row[3][GUESS_MAX + 1];
	if (a.len > GUESS_MAX || b.len > GUESS_MAX)
		return SIZE_MAX;
	for (size_t j = 0; j <= b.len; j++)
		row[0][j] = j;
	for (size_t i = 1; i <= a.len; i++) {
		size_t *now = row[i % 3], *up = row[(i + 2) % 3], *up2 = row[(i + 1) % 3];
		now[0] = i;
		for (size_t j = 1; j <= b.len; j++) {
			size_t best = up[j - 1] + (a.ptr[i - 1] != b.ptr[j - 1]);
			if (up[j] + 1 < best)
				best = up[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] &&
				a.ptr[i - 2] == b.ptr[j - 1] && up2[j - 2] + 1 < best)
				best = up2[j - 2] + 1;
			now[j] = best;
		}
	}
	return row[a.len % 3][b.len];
}

/* Keep word as the better guess for what was meant by given. */
static void guess_try(struct fl_slice given, const char *word, const char **best, size_t *distance)
{
	size_t d = word_distance(given, fl_slice_str(word));
	if (d < *distance) {
		*distance = d;
		*best = word;
	}
}

/* " (did you mean PREFIXbest?)", or "" when nothing is near. */
static void guess_text(char out[SUGGEST_MAX], struct fl_slice given, const char *prefix,
	const char *best, size_t distance)
{
	out[0] = '\0';
	if (best && distance <= 1 + given.len / 4)
		snprintf(out, SUGGEST_MAX, " (did you mean %s%s?)", prefix, best);
}

static int unknown_option(const struct fl_tool *tool, struct fl_slice name, struct fl_error *err)
{
	const char *best = NULL;
	size_t distance = SIZE_MAX;
	char hint[SUGGEST_MAX];
	for (size_t i = 0; i < tool->option_count; i++)
		guess_try(name, tool->options[i].name, &best, &distance);
	guess_try(name, "help", &best, &distance);
	guess_try(name, "version", &best, &distance);
	guess_text(hint, name, "--", best, distance);
	return fl_error_set(err, FL_EINVAL, "unknown option --%.*s%s", FL_ARG(name), hint);
}

/* Decimal, with a sign where min allows one, with K, M or G for sizes. */
static bool number_parse(const struct fl_opt *opt, const char *text, int64_t *ret_value)
{
	char *end;
	if (!(text[0] >= '0' && text[0] <= '9') && !(text[0] == '-' && opt->min < 0))
		return false;
	errno = 0;
	long long v = strtoll(text, &end, 10);
	if (errno || end == text)
		return false;
	if (opt->kind == FL_OPT_SIZE && *end) {
		static const char units[] = "KMG";
		const char *unit = *end == ' ' ? NULL : strchr(units, *end & ~0x20);
		if (!unit || __builtin_mul_overflow(v, 1LL << (10 * (unit - units + 1)), &v))
			return false;
		end++;
	}
	int64_t max = opt->max ? opt->max : INT64_MAX;
	if (*end || v < opt->min || v > max)
		return false;
	*ret_value = v;
	return true;
}

static int number_refuse(const struct fl_opt *opt, const char *text, struct fl_error *err)
{
	const char *what = opt->kind == FL_OPT_SIZE ? "size in bytes (K, M, G allowed)" : "number";
	if (opt->max)
		return fl_error_set(err, FL_EINVAL,
			"option --%s needs a %s from %lld to %lld, not '%s'", opt->name, what,
			(long long)opt->min, (long long)opt->max, text);
	return fl_error_set(err, FL_EINVAL, "option --%s needs a %s from %lld, not '%s'", opt->name,
		what, (long long)opt->min, text);
}

static int word_refuse(const struct fl_opt *opt, const char *text, struct fl_error *err)
{
	struct fl_buf list;
	fl_buf_init(&list, 300);
	fl_opts_words(opt->words, &list);
	int rc = fl_error_set(
		err, FL_EINVAL, "option --%s needs %s, not '%s'", opt->name, list.data, text);
	fl_buf_release(&list);
	return rc;
}

static int value_set(
	const struct fl_opt *opt, struct fl_opt_value *v, const char *text, struct fl_error *err)
{
	int64_t number = 0;
	switch (opt->kind) {
	case FL_OPT_FLAG: break;
	case FL_OPT_TEXT: break;
	case FL_OPT_NUMBER:
	case FL_OPT_SIZE:
		if (!number_parse(opt, text, &number))
			return number_refuse(opt, text, err);
		break;
	case FL_OPT_WORD:
		while (opt->words[number] && strcmp(opt->words[number], text) != 0)
			number++;
		if (!opt->words[number])
			return word_refuse(opt, text, err);
		break;
	}
	v->text = text;
	v->number = number;
	return 0;
}

struct parse {
	struct fl_opts *o;
	char *const *argv;
	int argc, at;
	struct fl_error *err;
};

static int option_take(struct parse *p, size_t i, const char *text)
{
	const struct fl_opt *opt = &p->o->tool->options[i];
	struct fl_opt_value *v = &p->o->values[i];
	v->count++;
	if (opt->kind == FL_OPT_FLAG) {
		v->number = v->count;
		return 0;
	}
	p->o->seen[p->o->seen_count++] = (struct fl_opt_seen){.option = i, .text = text};
	return value_set(opt, v, text, p->err);
}

static int missing_value(struct parse *p, const char *name, const char *arg)
{
	return fl_error_set(p->err, FL_EINVAL, "option --%s needs a value %s", name, arg);
}

/* The options that every tool has. Returns 1 when name is none of them. */
static int builtin_take(struct parse *p, struct fl_slice name, const char *value)
{
	if (fl_slice_eqs(name, "generate")) {
		if (!value && p->at + 1 < p->argc)
			value = p->argv[++p->at];
		if (!value || (strcmp(value, "man") != 0 && strcmp(value, "completion") != 0))
			return missing_value(p, "generate", "man or completion");
		p->o->generate = value;
		return 0;
	}
	bool help = fl_slice_eqs(name, "help");
	if (!help && !fl_slice_eqs(name, "version"))
		return 1;
	if (value)
		return fl_error_set(
			p->err, FL_EINVAL, "option --%.*s takes no value", FL_ARG(name));
	*(help ? &p->o->help : &p->o->version) = true;
	return 0;
}

static int long_take(struct parse *p, const char *arg)
{
	const struct fl_tool *tool = p->o->tool;
	const char *equals = strchr(arg, '=');
	struct fl_slice name = fl_slice(arg, equals ? (size_t)(equals - arg) : strlen(arg));
	const char *value = equals ? equals + 1 : NULL;
	size_t i = 0;
	while (i < tool->option_count && !fl_slice_eqs(name, tool->options[i].name))
		i++;
	if (i == tool->option_count) {
		int rc = builtin_take(p, name, value);
		return rc > 0 ? unknown_option(tool, name, p->err) : rc;
	}
	const struct fl_opt *opt = &tool->options[i];
	if (opt->kind == FL_OPT_FLAG && value)
		return fl_error_set(p->err, FL_EINVAL, "option --%s takes no value", opt->name);
	if (opt->bare && !value) {
		value = opt->bare;
	} else if (opt->kind != FL_OPT_FLAG && !value) {
		if (p->at + 1 >= p->argc)
			return missing_value(p, opt->name, opt->arg);
		value = p->argv[++p->at];
	}
	return option_take(p, i, value);
}

/* -isystem DIR, -isystemDIR, -std=c17. Returns 1 when arg is none of these. */
static int flat_take(struct parse *p, const char *arg)
{
	const struct fl_tool *tool = p->o->tool;
	for (size_t i = 0; i < tool->option_count; i++) {
		size_t len = tool->options[i].flat ? strlen(tool->options[i].name) : 0;
		if (!len || strncmp(arg, tool->options[i].name, len) != 0)
			continue;
		if (arg[len])
			return option_take(p, i, arg + len + (arg[len] == '='));
		if (p->at + 1 >= p->argc)
			return missing_value(p, tool->options[i].name, tool->options[i].arg);
		return option_take(p, i, p->argv[++p->at]);
	}
	return 1;
}

static int short_take(struct parse *p, const char *arg)
{
	const struct fl_tool *tool = p->o->tool;
	for (; *arg; arg++) {
		size_t i = 0;
		while (i < tool->option_count && tool->options[i].letter != *arg)
			i++;
		if (i == tool->option_count && *arg == 'h') {
			p->o->help = true;
			continue;
		}
		if (i == tool->option_count)
			return fl_error_set(p->err, FL_EINVAL, "unknown option -%c", *arg);
		const struct fl_opt *opt = &tool->options[i];
		if (opt->kind == FL_OPT_FLAG) {
			option_take(p, i, NULL);
			continue;
		}
		if (arg[1])
			return option_take(p, i, arg + 1);
		if (p->at + 1 >= p->argc)
			return missing_value(p, opt->name, opt->arg);
		return option_take(p, i, p->argv[++p->at]);
	}
	return 0;
}

static int arguments_take(struct parse *p)
{
	struct fl_opts *o = p->o;
	int rc = 0;
	for (p->at = 1; p->at < p->argc && !rc; p->at++) {
		const char *arg = p->argv[p->at];
		if (o->has_dash || arg[0] != '-' || !arg[1]) {
			o->operands[o->operand_count++] = arg;
		} else if (strcmp(arg, "--") == 0) {
			o->has_dash = true;
			o->dash = o->operand_count;
		} else {
			rc = arg[1] == '-' ? long_take(p, arg + 2) : flat_take(p, arg + 1);
			if (rc > 0)
				rc = short_take(p, arg + 1);
		}
	}
	if (!o->has_dash)
		o->dash = o->operand_count;
	return rc;
}

/* Is word one of the blank-separated words of list? */
static bool list_has(const char *list, const char *word)
{
	size_t n = strlen(word);
	for (const char *p = list; (p = strstr(p, word)); p += n)
		if ((p == list || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
			return true;
	return false;
}

static int command_check(const struct fl_opts *o, struct fl_error *err)
{
	const struct fl_tool *tool = o->tool;
	if (!tool->commands)
		return 0;
	if (!o->operand_count)
		return fl_error_set(err, FL_EINVAL, "say what to do: a command is missing");
	const struct fl_opt_pair *c = tool->commands;
	const char *given = o->operands[0], *best = NULL;
	size_t distance = SIZE_MAX;
	for (; c->left && strcmp(c->left, given) != 0; c++)
		guess_try(fl_slice_str(given), c->left, &best, &distance);
	if (!c->left) {
		char hint[SUGGEST_MAX];
		guess_text(hint, fl_slice_str(given), "", best, distance);
		return fl_error_set(err, FL_EINVAL, "unknown command '%s'%s", given, hint);
	}
	for (size_t i = 0; i < tool->option_count; i++)
		if (o->values[i].count && tool->options[i].only &&
			!list_has(tool->options[i].only, given))
			return fl_error_set(err, FL_EINVAL, "option --%s does not go with '%s'",
				tool->options[i].name, given);
	return 0;
}

static int fallbacks_set(struct fl_opts *o, struct fl_error *err)
{
	for (size_t i = 0; i < o->tool->option_count; i++) {
		const char *text = o->tool->options[i].fallback;
		int rc = text ? value_set(&o->tool->options[i], &o->values[i], text, err) : 0;
		if (rc) {
			fl_error_wrap(err, "bad default in the option table");
			return rc;
		}
	}
	return 0;
}

int fl_opts_parse(const struct fl_tool *tool, int argc, char *const *argv, struct fl_opts *ret_opts,
	struct fl_error *err)
{
	size_t count = argc > 0 ? (size_t)argc : 0;
	struct fl_opts o = {.tool = tool,
		.values = calloc(tool->option_count + 1, sizeof(*o.values)),
		.seen = calloc(count + 1, sizeof(*o.seen)),
		.operands = calloc(count + 1, sizeof(*o.operands))};
	struct parse p = {.o = &o, .argv = argv, .argc = argc, .err = err};
	int rc = o.values && o.seen && o.operands
			 ? fallbacks_set(&o, err)
			 : fl_error_set(err, FL_ENOMEM, "out of memory for the command line");
	if (!rc)
		rc = arguments_take(&p);
	if (!rc && !o.help && !o.version && !o.generate)
		rc = command_check(&o, err);
	if (rc) {
		fl_opts_release(&o);
		return rc;
	}
	*ret_opts = o;
	return 0;
}

void fl_opts_release(struct fl_opts *o)
{
	free(o->values);
	free(o->seen);
	free(o->operands);
	*o = (struct fl_opts){.tool = o->tool};
}

const char *fl_opt_text_at(const struct fl_opts *o, size_t i, size_t nth)
{
	for (size_t s = 0; s < o->seen_count; s++)
		if (o->seen[s].option == i && nth-- == 0)
			return o->seen[s].text;
	return NULL;
}

size_t fl_opts_command(const struct fl_opts *o)
{
	size_t i = 0;
	if (!o->tool->commands || !o->operand_count)
		return 0;
	while (o->tool->commands[i].left && strcmp(o->tool->commands[i].left, o->operands[0]) != 0)
		i++;
	return i;
}

bool fl_opts_reads(const struct fl_opts *o, const struct stat *file)
{
	struct stat st;
	size_t i = o->tool->commands ? 1 : 0;
	if (!S_ISREG(file->st_mode))
		return false;
	if (o->operand_count <= i)
		return fstat(STDIN_FILENO, &st) == 0 && fl_same_file(&st, file);
	for (; i < o->operand_count; i++) {
		const char *path = o->operands[i];
		int rc = strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &st) : stat(path, &st);
		if (rc == 0 && fl_same_file(&st, file))
			return true;
	}
	return false;
}

void fl_opts_complaint(const struct fl_tool *tool, const struct fl_error *e, struct fl_buf *out)
{
	fl_buf_printf(out, "%s: ", tool->name);
	if (e->line)
		fl_buf_printf(out, "%u:%u: ", e->line, e->col);
	fl_show(out, fl_slice_str(e->message));
	fl_buf_char(out, '\n');
	if (e->code == FL_EINVAL)
		fl_buf_printf(out, "Try '%s --help'.\n", tool->name);
}

int fl_opts_complain(const struct fl_tool *tool, const struct fl_error *e, struct fl_error *err)
{
	struct fl_buf text;
	fl_buf_init(&text, 1 << 16);
	fl_opts_complaint(tool, e, &text);
	int rc = fl_write_all(2, fl_buf_view(&text), err);
	fl_buf_release(&text);
	return rc;
}

bool fl_opts_begin(const struct fl_tool *tool, int argc, char *const *argv,
	struct fl_opts *ret_opts, struct fl_reply *ret_reply)
{
	struct fl_error err = {0};
	struct fl_opts o;
	struct fl_reply reply = {.fd = 1};
	fl_buf_init(&reply.text, 1 << 20);
	if (fl_opts_parse(tool, argc, argv, &o, &err)) {
		fl_opts_complaint(tool, &err, &reply.text);
		reply.fd = 2;
		reply.status = fl_error_exit(&err);
		*ret_reply = reply;
		return false;
	}
	if (o.help)
		fl_opts_help(tool, &reply.text);
	else if (o.version)
		fl_buf_printf(&reply.text, "%s (Faultline) %s\n", tool->name, FL_VERSION);
	else if (o.generate)
		(strcmp(o.generate, "man") == 0 ? fl_opts_man : fl_opts_completion)(
			tool, &reply.text);
	if (!o.help && !o.version && !o.generate) {
		*ret_opts = o;
		return true;
	}
	fl_opts_release(&o);
	*ret_reply = reply;
	return false;
}

/*
 * What is opened next would take the place of a standard stream that is closed, and be read or
 * written in its stead: it gets one of which neither can be done.
 */
static void hold_streams(void)
{
	static const int useless[] = {O_WRONLY, O_RDONLY, O_RDONLY};
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", useless[fd]) != fd)
			return; /* where there is no such file there is nothing to hold it by */
}

int fl_opts_main(const struct fl_tool *tool, int argc, char *const *argv, fl_opts_run run)
{
	struct fl_error err = {0};
	struct fl_opts o;
	struct fl_reply reply;
	hold_streams();
	if (fl_opts_begin(tool, argc, argv, &o, &reply)) {
		int status = run(&o, &err);
		fl_opts_release(&o);
		if (status != FL_RUN_FAILED)
			return status;
		reply.fd = 2;
		reply.status = fl_error_exit(&err);
		fl_buf_init(&reply.text, 1 << 16);
		fl_opts_complaint(tool, &err, &reply.text);
	}
	if (fl_write_all(reply.fd, fl_buf_view(&reply.text), &err) && reply.fd == 1) {
		reply.status = fl_error_exit(&err);
		fl_buf_clear(&reply.text);
		fl_opts_complaint(tool, &err, &reply.text);
		/* When even this cannot be written there is nobody left to tell. */
		fl_write_all(2, fl_buf_view(&reply.text), NULL);
	}
	fl_buf_release(&reply.text);
	return reply.status;
}
