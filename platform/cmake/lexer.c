#include "platform/cmake/lexer.h"

struct lexer {
	struct fl_slice text;
	size_t at;
	int64_t line;
	struct fl_arena *arena;
	struct fl_error *err;
};

static char here(const struct lexer *l)
{
	return l->at < l->text.len ? l->text.ptr[l->at] : '\0';
}

static bool ended(const struct lexer *l)
{
	return l->at >= l->text.len;
}

static int refuse(const struct lexer *l, const char *what)
{
	return fl_error_at(l->err, FL_EPARSE, (unsigned)l->line, 0, l->at, "line %lld: %s",
		(long long)l->line, what);
}

static void step(struct lexer *l, size_t n)
{
	for (; n && l->at < l->text.len; n--)
		l->line += l->text.ptr[l->at++] == '\n';
}

/* The length of "[==[" at the place, 0 when there is none; *ret_equals: how many '='. */
static size_t bracket_opens(const struct lexer *l, size_t at, size_t *ret_equals)
{
	size_t i = at + 1;
	if (at >= l->text.len || l->text.ptr[at] != '[')
		return 0;
	while (i < l->text.len && l->text.ptr[i] == '=')
		i++;
	*ret_equals = i - at - 1;
	return i < l->text.len && l->text.ptr[i] == '[' ? i + 1 - at : 0;
}

/* What is between the brackets; the place is at the opening one. */
static int take_bracket(struct lexer *l, size_t opening, size_t equals, struct fl_slice *ret_text)
{
	step(l, opening);
	if (here(l) == '\r')
		step(l, 1);
	if (here(l) == '\n')
		step(l, 1);
	size_t start = l->at;
	for (size_t i = start; i + equals + 1 < l->text.len; i++) {
		size_t n = 0;
		if (l->text.ptr[i] != ']')
			continue;
		while (n < equals && l->text.ptr[i + 1 + n] == '=')
			n++;
		if (n == equals && l->text.ptr[i + 1 + n] == ']') {
			*ret_text = fl_slice(l->text.ptr + start, i - start);
			step(l, i + equals + 2 - start);
			return 0;
		}
	}
	return refuse(l, "a bracket is not closed");
}

/* Over blanks, line ends and comments. */
static int skip_space(struct lexer *l)
{
	while (!ended(l)) {
		char c = here(l);
		size_t equals, opening;
		if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
			step(l, 1);
		} else if (c == '#') {
			struct fl_slice ignored;
			opening = bracket_opens(l, l->at + 1, &equals);
			if (opening) {
				step(l, 1);
				int rc = take_bracket(l, opening, equals, &ignored);
				if (rc)
					return rc;
				continue;
			}
			while (!ended(l) && here(l) != '\n')
				l->at++;
		} else {
			break;
		}
	}
	return 0;
}

static int take_quoted(struct lexer *l, struct fl_slice *ret_text)
{
	step(l, 1);
	size_t start = l->at;
	while (!ended(l) && here(l) != '"')
		step(l, here(l) == '\\' ? 2 : 1);
	if (ended(l))
		return refuse(l, "a quoted argument is not closed");
	*ret_text = fl_slice(l->text.ptr + start, l->at - start);
	step(l, 1);
	return 0;
}

/* The length of a part in quotes inside an unquoted argument (-DX="a b"); 1: a lone quote. */
static size_t quotes_inside(const struct lexer *l, size_t at)
{
	for (size_t i = at + 1; i < l->text.len; i++) {
		char c = l->text.ptr[i];
		if (c == '"')
			return i + 1 - at;
		if (c == '\n' || c == '\r' || c == '(' || c == ')' || c == '#' || !c)
			return 1;
		i += c == '\\';
	}
	return 1;
}

/* The length of "$(NAME)", 0 when there is none. */
static size_t make_variable(const struct lexer *l, size_t at)
{
	size_t i = at + 2;
	if (at + 1 >= l->text.len || l->text.ptr[at] != '$' || l->text.ptr[at + 1] != '(')
		return 0;
	while (i < l->text.len && fl_is_word(l->text.ptr[i]))
		i++;
	return i < l->text.len && l->text.ptr[i] == ')' ? i + 1 - at : 0;
}

static struct fl_slice take_unquoted(struct lexer *l)
{
	size_t start = l->at;
	while (!ended(l)) {
		char c = here(l);
		size_t n = 1;
		if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ')' || c == '#' ||
			c == '(')
			break;
		if (c == '\\')
			n = 2;
		else if (c == '"')
			n = quotes_inside(l, l->at);
		else if (c == '$' && make_variable(l, l->at))
			n = make_variable(l, l->at);
		step(l, n);
	}
	return fl_slice(l->text.ptr + start, l->at - start);
}

static int take_word(struct lexer *l, struct cm_word *ret_word)
{
	size_t equals, opening = bracket_opens(l, l->at, &equals);
	ret_word->quoting = opening ? CM_BRACKET : here(l) == '"' ? CM_QUOTED : CM_UNQUOTED;
	if (opening)
		return take_bracket(l, opening, equals, &ret_word->text);
	if (ret_word->quoting == CM_QUOTED)
		return take_quoted(l, &ret_word->text);
	ret_word->text = fl_slice(l->text.ptr + l->at, 1);
	if (here(l) == '(' || here(l) == ')')
		l->at++;
	else
		ret_word->text = take_unquoted(l);
	return 0;
}

/* The arguments up to the closing parenthesis, which is passed. */
static int take_words(struct lexer *l, struct fl_vec *words)
{
	size_t depth = 1;
	for (;;) {
		struct cm_word *word;
		int rc = skip_space(l);
		if (rc)
			return rc;
		if (ended(l))
			return refuse(l, "the arguments of a command are not closed");
		depth += here(l) == '(';
		depth -= here(l) == ')';
		if (!depth) {
			l->at++;
			return 0;
		}
		word = fl_vec_add(words);
		if (!word)
			return fl_error_set(l->err, (enum fl_code)words->failed,
				"a command has too many arguments");
		rc = take_word(l, word);
		if (rc)
			return rc;
	}
}

static enum cm_block block_of(struct fl_slice name)
{
	static const struct {
		const char *name;
		enum cm_block block;
	} blocks[] = {{"if", CM_IF}, {"elseif", CM_ELSEIF}, {"else", CM_ELSE}, {"endif", CM_ENDIF},
		{"foreach", CM_FOREACH}, {"endforeach", CM_ENDFOREACH}, {"while", CM_WHILE},
		{"endwhile", CM_ENDWHILE}, {"function", CM_FUNCTION},
		{"endfunction", CM_ENDFUNCTION}, {"macro", CM_MACRO}, {"endmacro", CM_ENDMACRO},
		{"block", CM_BLOCK}, {"endblock", CM_ENDBLOCK}};
	for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
		if (fl_slice_eq_nocase(name, fl_slice_str(blocks[i].name)))
			return blocks[i].block;
	return CM_PLAIN;
}

/* Join the opening and the parting commands with what closes them. */
static int join_blocks(struct lexer *l, struct cm_command *commands, size_t count)
{
	size_t open[CM_NESTING_MAX], depth = 0;
	for (size_t i = 0; i < count; i++) {
		enum cm_block b = commands[i].block;
		bool opens = b == CM_IF || b == CM_FOREACH || b == CM_WHILE || b == CM_FUNCTION ||
			     b == CM_MACRO || b == CM_BLOCK;
		l->line = commands[i].line;
		if (b == CM_PLAIN)
			continue;
		if (opens) {
			if (depth == CM_NESTING_MAX)
				return fl_error_set(l->err, FL_ELIMIT, "too many nested blocks");
			open[depth++] = i;
			continue;
		}
		enum cm_block o = depth ? commands[open[depth - 1]].block : CM_PLAIN;
		bool part = b == CM_ELSEIF || b == CM_ELSE;
		if (part || b == CM_ENDIF ? o != CM_IF && o != CM_ELSEIF && o != CM_ELSE
					  : b != o + 1)
			return refuse(l, "a block ends that is not open");
		commands[open[depth - 1]].next = i - open[depth - 1];
		if (part)
			open[depth - 1] = i;
		else
			depth--;
	}
	return depth ? refuse(l, "a block is not closed") : 0;
}

static int take_command(struct lexer *l, struct fl_vec *commands)
{
	struct fl_vec words;
	size_t start = l->at;
	struct cm_command c = {.line = l->line};
	while (!ended(l) && fl_is_word(here(l)))
		l->at++;
	c.name = fl_slice(l->text.ptr + start, l->at - start);
	while (here(l) == ' ' || here(l) == '\t')
		l->at++;
	if (!c.name.len || here(l) != '(')
		return refuse(l, "a command's name and '(' are expected");
	l->at++;
	fl_vec_init(&words, sizeof(struct cm_word), CM_WORDS_MAX);
	int rc = take_words(l, &words);
	if (rc == 0) {
		c.words = fl_vec_freeze(&words, l->arena);
		c.block = block_of(c.name);
		struct cm_command *at = fl_vec_add(commands);
		if (at)
			*at = c;
		else
			rc = fl_error_set(l->err, (enum fl_code)commands->failed,
				"a file has too many commands");
	}
	fl_vec_release(&words);
	return rc;
}

int plat_cm_lex(struct fl_slice text, struct fl_arena *a, struct fl_list *ret_commands,
	struct fl_error *err)
{
	struct lexer l = {.text = text, .line = 1, .arena = a, .err = err};
	struct fl_vec commands;
	if (fl_slice_starts(text, "\xef\xbb\xbf"))
		l.at = 3;
	fl_vec_init(&commands, sizeof(struct cm_command), CM_COMMANDS_MAX);
	int rc = skip_space(&l);
	while (rc == 0 && !ended(&l)) {
		rc = take_command(&l, &commands);
		if (rc == 0)
			rc = skip_space(&l);
	}
	if (rc == 0)
		rc = join_blocks(&l, (struct cm_command *)(void *)commands.data, commands.len);
	struct fl_list list = rc ? (struct fl_list){0} : fl_vec_freeze(&commands, a);
	fl_vec_release(&commands);
	rc = rc ? rc : fl_arena_error(a, "the commands of a CMake file", err);
	if (rc == 0)
		*ret_commands = list;
	return rc;
}
