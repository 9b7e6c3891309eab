/*
 * Threads: an access that another thread may come between, and who does not take the lock for it;
 * a lock that is waited for in vain, and who goes away with it.
 */
#include "datasets/dialogue/code.h"
#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/joined.h"
#include "datasets/dialogue/policies/owner.h"
#include "datasets/dialogue/policy.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/source.h"
#include "tracegen/node.h"

enum { STACK = 8, FUNCTIONS = 128, MESSAGE_MAX = 150 };

/* ---- what the text says of locks ---- */

static bool is_guard(struct fl_slice s)
{
	static const char *const words[] = {
		"lock_guard", "unique_lock", "scoped_lock", "shared_lock"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_find(s, words[i]) >= 0)
			return true;
	return false;
}

static bool takes_lock(struct fl_slice s)
{
	static const char *const others[] = {
		"unlock", "wait", "signal", "notify", "init", "destroy", "broadcast", "trylock"};
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (fl_slice_find(s, others[i]) >= 0 && !is_guard(s))
			return false;
	return true;
}

/* Does a guard that stands in the line still hold where the other line is? */
static bool reaches(struct fl_slice text, int64_t guard, int64_t line)
{
	struct ds_block block;
	return ds_code_blocks(text, guard, &block, 1) == 1 && line <= block.last;
}

/* The lock that is held in front of a line of its function, and the line that took it; 0: none. */
static int64_t held_at(
	struct fl_slice text, const struct ds_block *f, int64_t line, struct fl_slice *ret_lock)
{
	int64_t taken = 0;
	for (int64_t at = f->first; at < line; at++) {
		struct fl_slice s = ds_code_line(text, at), lock = tg_locked(s);
		if (!lock.len)
			continue;
		if (takes_lock(s) && (!is_guard(s) || reaches(text, at, line))) {
			taken = at;
			*ret_lock = lock;
		} else if (taken && fl_slice_find(s, "unlock") >= 0 &&
			   fl_slice_eq(lock, *ret_lock)) {
			taken = 0;
		}
	}
	return taken;
}

/* One side of a race: the innermost own frame, and which lock any of its frames holds. */
struct side {
	struct dbg_frame at;
	struct fl_slice text, lock;
	struct ds_block function;
	int64_t taken;
	/* Not taken, but the function takes it: who gave it back before, or takes it only then. */
	int64_t given, later; /* lines; 0: none does */
};

/* Is it a lock of what the statement is about: `b->lock` for `b->count++`; one of no object? */
static bool is_for(struct fl_slice lock, struct fl_slice statement)
{
	size_t end = 0;
	if (ds_expr_is_name(lock))
		return true;
	while (end < lock.len && fl_is_word(lock.ptr[end]))
		end++;
	return end && end < lock.len && tg_mentions(statement, fl_slice_head(lock, end));
}

/* A lock for that statement which the function has, but not around it. */
static void find_around(struct side *x)
{
	struct fl_slice held = {0}, statement = tg_statement_at(x->text, x->at.line);
	for (int64_t at = x->function.first; at <= x->function.last; at++) {
		struct fl_slice s = ds_code_line(x->text, at), lock = tg_locked(s);
		if (!lock.len || !is_for(lock, statement) || (is_guard(s) && at < x->at.line))
			continue;
		bool takes = takes_lock(s);
		if (at > x->at.line && takes && !x->given && !x->later) {
			x->later = at;
			x->lock = lock;
		}
		if (at > x->at.line)
			continue;
		if (takes) {
			held = lock;
			x->given = 0;
		} else if (fl_slice_find(s, "unlock") >= 0 && fl_slice_eq(lock, held)) {
			x->given = at;
			x->lock = lock;
		}
	}
}

static bool read_side(const struct ds_talk *t, enum san_role role, struct side *ret)
{
	const struct dbg_frame *stack[STACK];
	size_t n = ds_talk_stack(t, role, stack, STACK);
	if (!n)
		return false;
	*ret = (struct side){.at = *stack[0], .text = ds_talk_text(t, stack[0]->file)};
	if (!ds_code_function(ret->text, ret->at.line, &ret->function))
		return false;
	for (size_t i = 0; i < n && !ret->taken; i++) {
		struct fl_slice text = ds_talk_text(t, stack[i]->file);
		struct ds_block f;
		if (ds_code_function(text, stack[i]->line, &f))
			ret->taken = held_at(text, &f, stack[i]->line, &ret->lock);
	}
	if (!ret->taken)
		find_around(ret);
	return true;
}

/* ---- a race ---- */

/* Does the report say of both threads that they hold none? */
static bool both_go_without(struct fl_slice message)
{
	static const char none[] = "holds no lock";
	ptrdiff_t at = fl_slice_find(message, none);
	return at >= 0 &&
	       fl_slice_find(fl_slice_skip(message, (size_t)at + strlen(none)), none) >= 0;
}

/* locks: it is a lock that is thought of. */
static int plan_race(struct ds_talk *t, const struct side *x, const struct side *y, bool locks)
{
	const struct ds_fact facts[] = {ds_fact_report(t->scene->symptom->kind),
		ds_fact_code(t, x->at.file, x->at.line), ds_fact_code(t, y->at.file, y->at.line)};
	bool same = x->at.line == y->at.line && fl_slice_eq(x->at.file, y->at.file);
	int rc = same ? DS_THINK(t, DS_TURN_PLAN, facts,
				"The report is {0}: two threads do {1} at once.",
				"{0}, of {1} with itself in another thread.")
		      : DS_THINK(t, DS_TURN_PLAN, facts, "The report is {0}, between {1} and {2}.",
				"{0}: while one thread does {1}, another one does {2}.");
	if (rc || !locks)
		return rc;
	if (both_go_without(t->scene->symptom->message))
		return DS_THINK_ONLY(t, DS_TURN_PLAN,
			"Neither of them holds a lock, by the report. I stop one of them and look "
			"at the lock that would be the right one.",
			"The report says that both go without a lock. Which one it should be, and "
			"whether it is open then, I look at there.");
	if (fl_slice_find(t->scene->symptom->message, "holds no lock") >= 0)
		return DS_THINK_ONLY(t, DS_TURN_PLAN,
			"By the report one of the two holds no lock. I stop there and look at that "
			"of the other.",
			"The report says that one of them goes without a lock; I stop at that "
			"one.");
	return DS_THINK_ONLY(t, DS_TURN_HYPOTHESIS,
		"Perhaps each holds a lock, but not the same one. I stop there and look at the "
		"lock.",
		"It may be that both take a lock, and different ones; or one takes none.");
}

/* What tells in a debugger whether it is taken. */
static struct fl_slice word_of(struct ds_talk *t, struct fl_slice lock)
{
	/* It is the first of what a mutex has, of both kinds. */
	return t->scene->cxx ? fl_arena_printf(t->a, "*(int *)&%.*s != 0", FL_ARG(lock))
			     : fl_arena_printf(t->a, "%.*s.__data.__lock != 0", FL_ARG(lock));
}

/* Where the thread has come to, in one of those words, and whether the lock is taken there. */
static int ask_lock(struct ds_talk *t, const char *const *came, struct fl_slice word,
	struct ds_debug_seen *ret_seen)
{
	int rc = ds_ask(t, ret_seen, "backtrace_get()");
	if (rc)
		return rc;
	const struct dbg_backtrace *b = ret_seen->backtrace;
	if (!b || !b->frames.len)
		return ds_talk_give_up(t, "there is no stack");
	const struct ds_fact here = ds_fact_frame(t, b->frames.items);
	rc = ds_think(t, DS_TURN_TRACE, came, &here, 1);
	return rc ? rc : ds_ask(t, ret_seen, "eval(\"%.*s\")", FL_ARG(word));
}

/* The lock that the other functions take for the same object: `b->lock` where that is known. */
static struct fl_slice usual_lock(const struct ds_talk *t, const struct side *x)
{
	struct fl_slice s = ds_talk_statement(t, x->at.file, x->at.line), found = {0};
	struct ds_block blocks[FUNCTIONS];
	size_t n = ds_owner_functions(x->text, blocks, FUNCTIONS);
	for (size_t i = 0; i < n; i++)
		for (int64_t line = blocks[i].first; line <= blocks[i].last; line++) {
			struct fl_slice lock = tg_locked(ds_code_line(x->text, line));
			if (is_for(lock, s))
				found = lock;
		}
	return found;
}

static bool is_open(struct fl_slice value)
{
	return fl_slice_eqs(value, "0") || fl_slice_eqs(value, "false");
}

static int conclude_race(
	struct ds_talk *t, const struct side *x, struct ds_fact word, struct ds_cause *ret)
{
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->at.line),
		ds_fact_code(t, x->at.file, x->function.head), word};
	int rc = DS_THINK(t, DS_TURN_ELIMINATE, facts,
		"Nobody holds the lock when the thread comes to {0}: {2}.",
		"At {0} the lock that other places take for this is open, since {2}.");
	*ret = (struct ds_cause){.file = x->at.file,
		.line = x->function.first,
		.last = x->function.last,
		.lacks = true};
	return rc ? rc
		  : DS_THINK(t, DS_TURN_ERROR, facts,
			    "Cause: {1} does {0} without holding the lock for it.",
			    "{0} is not guarded: {1} does it with the lock open.");
}

/* The function has the lock, but not there. */
static int conclude_around(
	struct ds_talk *t, const struct side *x, struct ds_fact word, struct ds_cause *ret)
{
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->given ? x->given : x->later),
		ds_fact_code(t, x->at.file, x->at.line), word};
	*ret = (struct ds_cause){.file = x->at.file,
		.line = x->function.first,
		.last = x->function.last,
		.lacks = true};
	if (x->given)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: {0} gives the lock back before {1}, which needs it; there {2}.",
			"{1} comes when {2}: {0} stands in front of it, and belongs behind it.");
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {1} is done before {0} takes the lock; there {2}.",
		"{0} comes too late for {1}, which is done while {2}.");
}

static int plan_around(struct ds_talk *t, const struct side *x)
{
	const struct ds_fact facts[] = {
		ds_fact_code(t, x->at.file, x->given ? x->given : x->later)};
	if (x->given)
		return DS_THINK(t, DS_TURN_HYPOTHESIS, facts,
			"The function does take a lock, but {0} gives it back in front of that. "
			"Too early?",
			"There is a lock in that function; {0} opens it before.");
	if (x->later)
		return DS_THINK(t, DS_TURN_HYPOTHESIS, facts,
			"The function does take a lock, {0}, but behind that. Too late?",
			"There is a lock in that function; {0} takes it only then.");
	return 0;
}

int ds_policy_race(struct ds_talk *t, struct ds_cause *ret_cause)
{
	struct side x, y;
	struct ds_debug_seen seen;
	if (!read_side(t, SAN_ROLE_ACCESS, &x) || !read_side(t, SAN_ROLE_PREVIOUS_ACCESS, &y))
		return ds_talk_give_up(t, "the report has not both sides in the program");
	bool same = x.function.head == y.function.head && fl_slice_eq(x.at.file, y.at.file);
	const struct side *waits = &x;
	int64_t joined = ds_joined_later(t, &x.at);
	if (!joined) {
		waits = &y;
		joined = ds_joined_later(t, &y.at);
	}
	if (joined) {
		int told = plan_race(t, &x, &y, false);
		return told ? told : ds_joined_play(t, &waits->at, joined, ret_cause);
	}
	if (x.taken && y.taken)
		return ds_talk_give_up(t, "both sides hold a lock");
	const struct side *bare = x.taken || ((y.given || y.later) && !x.given && !x.later) ? &y
											    : &x,
			  *other = bare == &x ? &y : &x;
	bool around = !other->taken && (bare->given || bare->later);
	if (!other->taken && !around && !same)
		return ds_talk_give_up(t, "neither side holds a lock");
	struct fl_slice lock = other->taken ? other->lock
			       : around     ? bare->lock
					    : usual_lock(t, bare);
	if (!lock.len)
		return ds_talk_give_up(t, "which lock it should take is not seen");
	int rc = plan_race(t, &x, &y, true);
	static const char *const came[] = {"The thread is at {0}. Is anything locked there?",
		"One of the threads has come to {0}; now the lock.", NULL};
	struct fl_slice word = word_of(t, lock);
	rc = rc || !around ? rc : plan_around(t, bare);
	rc = rc ? rc : ds_ask_reach(t, bare->at.file, bare->at.line, "the access is not come to");
	rc = rc ? rc : ask_lock(t, came, word, &seen);
	if (rc)
		return rc;
	if (!is_open(seen.value))
		return ds_talk_give_up(t, "somebody holds the lock there");
	if (around)
		return conclude_around(t, bare, ds_fact_value(t, word, seen.value), ret_cause);
	return conclude_race(t, bare, ds_fact_value(t, word, seen.value), ret_cause);
}

/* ---- a lock that stays taken ---- */

struct kept {
	struct fl_slice file, text, lock;
	int64_t taken, line; /* who takes it; where it is left with it, or taken again */
	bool again;
	size_t count; /* how many such there are */
};

static bool same_member(struct fl_slice x, struct fl_slice y)
{
	size_t i = 0;
	while (i < x.len && i < y.len && fl_is_word(x.ptr[x.len - 1 - i]) &&
		x.ptr[x.len - 1 - i] == y.ptr[y.len - 1 - i])
		i++;
	bool ends = i == x.len || !fl_is_word(x.ptr[x.len - 1 - i]);
	return i && ends && (i == y.len || !fl_is_word(y.ptr[y.len - 1 - i]));
}

static bool leaves(struct fl_slice text, int64_t line)
{
	return ds_code_begins(text, line, "return") ||
	       fl_slice_find(ds_code_line(text, line), ") return") >= 0;
}

/* Is what is unlocked there unlocked only for a way that leaves right behind it? */
static bool is_for_leaving(struct fl_slice text, int64_t taken, int64_t line, int64_t *ret_last)
{
	static const char *const words[] = {"return", "break", "continue"};
	struct ds_block block;
	if (ds_code_blocks(text, line, &block, 1) != 1 || block.function || block.head <= taken)
		return false;
	*ret_last = block.last;
	for (int64_t i = line; i <= block.last; i++)
		for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++)
			if (ds_code_begins(text, i, words[k]))
				return true;
	return false;
}

/* From where a lock is taken: where the function is left with it, or takes it again; 0: nowhere. */
static int64_t follow_lock(struct fl_slice text, const struct ds_block *f, int64_t taken,
	struct fl_slice lock, bool *ret_again)
{
	bool guard = is_guard(ds_code_line(text, taken));
	int64_t way = 0, last = f->last;
	struct ds_block scope;
	if (guard && ds_code_blocks(text, taken, &scope, 1) == 1)
		last = scope.last;
	for (int64_t line = taken + 1; line <= last; line++) {
		struct fl_slice s = ds_code_line(text, line), at = tg_locked(s);
		int64_t end = line;
		bool same = at.len && fl_slice_eq(at, lock);
		if (same && takes_lock(s)) {
			*ret_again = true;
			return line;
		}
		if (same && fl_slice_find(s, "unlock") >= 0) {
			if (!is_for_leaving(text, taken, line, &end))
				return way;
			line = end;
		} else if (!guard && (leaves(text, line) || line == f->last)) {
			struct ds_block block;
			bool branch = ds_code_blocks(text, line, &block, 1) == 1 &&
				      !block.function && block.head > taken;
			if (!way || !branch)
				way = line;
			if (!branch)
				return way;
		}
	}
	return way;
}

static void look_in_function(struct kept *k, const struct tg_file *file, const struct ds_block *f,
	struct fl_slice wanted)
{
	for (int64_t line = f->first; line <= f->last; line++) {
		struct fl_slice s = ds_code_line(file->content, line), lock = tg_locked(s);
		bool again = false;
		if (!lock.len || !takes_lock(s) || !same_member(lock, wanted))
			continue;
		int64_t way = follow_lock(file->content, f, line, lock, &again);
		if (way)
			*k = (struct kept){.file = file->path,
				.text = file->content,
				.lock = lock,
				.taken = line,
				.line = way,
				.again = again,
				.count = k->count + 1};
	}
}

/* The lock that is waited for: of the innermost own statement that takes one. */
static struct fl_slice wanted_lock(const struct ds_talk *t, struct dbg_frame *ret_at)
{
	const struct dbg_frame *stack[STACK];
	size_t n = ds_talk_stack(t, SAN_ROLE_MUTEX_ACQUIRE, stack, STACK);
	if (!n) /* it is not told who took it: who waits wants the same */
		n = ds_talk_stack(t, SAN_ROLE_ACCESS, stack, STACK);
	for (size_t i = 0; i < n; i++) {
		struct fl_slice s = ds_talk_statement(t, stack[i]->file, stack[i]->line);
		struct fl_slice lock = tg_locked(s);
		*ret_at = *stack[i];
		if (lock.len && takes_lock(s))
			return lock;
	}
	return fl_slice(NULL, 0);
}

static int conclude_kept(
	struct ds_talk *t, const struct kept *k, struct ds_fact word, struct ds_cause *ret)
{
	const struct ds_fact facts[] = {
		ds_fact_code(t, k->file, k->line), ds_fact_code(t, k->file, k->taken), word};
	*ret = k->again
		       ? (struct ds_cause){.file = k->file,
				 .line = k->line,
				 .other_file = k->file,
				 .other_line = k->taken}
		       : (struct ds_cause){
				 .file = k->file, .line = k->taken, .last = k->line, .lacks = true};
	if (k->again)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: {0} takes a lock that the same function has taken by {1}, and "
			"there "
			"{2}; one of the two is too many.",
			"{2} when {0} comes, since {1} took it and nothing gave it back.");
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: behind {1} the function is left at {0} with the lock, for there {2}.",
		"{0} is come to while {2}: what {1} took is not given back on that way.");
}

/* Who waits, or destroys it, and which way may have kept it. */
static int plan_kept(struct ds_talk *t, const struct dbg_frame *at, const struct kept *k)
{
	const struct tg_symptom *symptom = t->scene->symptom;
	const struct dbg_frame *shown[STACK] = {at};
	bool many = symptom->message.len > MESSAGE_MAX; /* of threads that all wait */
	bool destroyed = fl_slice_starts(symptom->kind, "destroy") &&
			 ds_talk_stack(t, SAN_ROLE_ACCESS, shown, STACK) > 0;
	const struct ds_fact facts[] = {ds_fact_report(many ? symptom->kind : symptom->message),
		ds_fact_code(t, at->file, at->line), ds_fact_code(t, k->file, k->line),
		ds_fact_code(t, shown[0]->file, shown[0]->line)};
	if (destroyed)
		return DS_THINK(t, DS_TURN_PLAN, facts,
			"{0}, at {3}. It was taken by {1} last; by the text that can be left by "
			"{2} without giving it back.",
			"{3} destroys it locked ({0}). Who took it is {1}, and behind that {2} "
			"looks like a way out that keeps it.");
	return DS_THINK(t, DS_TURN_PLAN, facts,
		"{0}: it stands at {1}. Who took the lock and did not give it back? By the text "
		"that could be the way over {2}.",
		"It hangs at {1} ({0}). The lock is kept by somebody; the way over {2} looks as "
		"if it could.");
}

int ds_policy_deadlock(struct ds_talk *t, struct ds_cause *ret_cause)
{
	struct dbg_frame at = {0};
	struct kept k = {.count = 0};
	struct ds_debug_seen seen;
	struct fl_slice wanted = wanted_lock(t, &at);
	const struct tg_file *files = t->scene->files->items;
	struct ds_block blocks[FUNCTIONS];
	if (!wanted.len)
		return ds_talk_give_up(t, "what is waited for is no lock of the program's");
	for (size_t i = 0; i < t->scene->files->len; i++) {
		size_t n = ds_owner_functions(files[i].content, blocks, FUNCTIONS);
		for (size_t f = 0; f < n; f++)
			look_in_function(&k, &files[i], &blocks[f], wanted);
	}
	if (k.count != 1)
		return ds_talk_give_up(t, k.count ? "more than one way keeps the lock"
						  : "no way that keeps the lock is seen");
	int rc = plan_kept(t, &at, &k);
	static const char *const came[] = {"That way is taken: {0}. Is the lock held there?",
		"The program does come to {0}; now the state of the lock.", NULL};
	struct fl_slice word = word_of(t, k.lock);
	rc = rc ? rc : ds_ask_reach(t, k.file, k.line, "the way with the lock is not taken");
	rc = rc ? rc : ask_lock(t, came, word, &seen);
	if (rc)
		return rc;
	if (is_open(seen.value))
		return ds_talk_give_up(t, "the lock is free on that way");
	return conclude_kept(t, &k, ds_fact_value(t, word, seen.value), ret_cause);
}

/* ---- a lock that is given back twice ---- */

int ds_policy_unlock(struct ds_talk *t, struct ds_cause *ret_cause)
{
	const struct dbg_frame *stack[STACK];
	struct ds_block f;
	struct ds_debug_seen seen;
	if (!ds_talk_stack(t, SAN_ROLE_ACCESS, stack, STACK))
		return ds_talk_give_up(t, "the report has no place of the program's");
	struct fl_slice file = stack[0]->file, text = ds_talk_text(t, file);
	int64_t second = stack[0]->line, first = 0;
	struct fl_slice lock = tg_locked(ds_code_line(text, second));
	if (!lock.len || !ds_code_function(text, second, &f))
		return ds_talk_give_up(t, "what is unlocked is not seen");
	for (int64_t line = f.first; line < second; line++) {
		struct fl_slice s = ds_code_line(text, line);
		if (fl_slice_eq(tg_locked(s), lock))
			first = fl_slice_find(s, "unlock") >= 0 ? line : 0;
	}
	if (!first)
		return ds_talk_give_up(t, "no other unlock is seen before it");
	const struct ds_fact facts[] = {ds_fact_report(t->scene->symptom->kind),
		ds_fact_code(t, file, second), ds_fact_code(t, file, first)};
	int rc = DS_THINK(t, DS_TURN_PLAN, facts,
		"The report is {0}, at {1}. The function has {2} before it; is the lock held in "
		"front of that, and free behind it?",
		"{0}: when {1} comes nothing is locked. There is {2} in front of it, so I look at "
		"the lock from there on.");
	struct fl_slice word = word_of(t, lock);
	rc = rc ? rc : ds_ask_reach(t, file, first, "the first unlock is not come to");
	rc = rc ? rc : ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(word));
	if (rc)
		return rc;
	if (is_open(seen.value))
		return ds_talk_give_up(t, "the lock is free at the first unlock");
	const struct ds_fact held[] = {ds_fact_value(t, word, seen.value), facts[2]};
	rc = DS_THINK(t, DS_TURN_TRACE, held, "In front of {1} it is held: {0}.",
		"{0} here, so {1} is right to give it back.");
	rc = rc ? rc : ds_ask(t, &seen, "next()");
	rc = rc ? rc : ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(word));
	if (rc)
		return rc;
	const struct ds_fact found[] = {ds_fact_value(t, word, seen.value), facts[1], facts[2]};
	if (!is_open(seen.value))
		return ds_talk_give_up(t, "the lock is held behind the first unlock");
	*ret_cause = (struct ds_cause){
		.file = file, .line = second, .other_file = file, .other_line = first};
	return DS_THINK(t, DS_TURN_ERROR, found,
		"Cause: behind {2} already {0}, and {1} unlocks it again; one of the two is too "
		"many.",
		"{2} has given it back ({0}), so that {1} has nothing to give: one of them has to "
		"go.");
}
