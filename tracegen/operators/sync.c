#include "tracegen/operators/sync.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const char *const lock_calls[] = {"pthread_mutex_lock", "pthread_rwlock_rdlock",
	"pthread_rwlock_wrlock", "pthread_spin_lock", "mtx_lock", "lock", "lock_shared"};
static const char *const unlock_calls[] = {"pthread_mutex_unlock", "pthread_rwlock_unlock",
	"pthread_spin_unlock", "mtx_unlock", "unlock", "unlock_shared"};
static const char *const wait_calls[] = {
	"pthread_cond_wait", "pthread_cond_timedwait", "cnd_wait", "cnd_timedwait", "wait"};
static const char *const notify_calls[] = {"pthread_cond_signal", "pthread_cond_broadcast",
	"cnd_signal", "cnd_broadcast", "notify_one", "notify_all"};
static const char *const join_calls[] = {"pthread_join", "thrd_join", "join"};
static const char *const start_calls[] = {"pthread_create", "thrd_create"};
static const char *const other_calls[] = {"sem_wait", "sem_post", "acquire", "release",
	"pthread_barrier_wait", "arrive_and_wait", "count_down", "detach", "pthread_detach",
	"pthread_mutex_init", "pthread_cond_init", "mtx_init", "cnd_init", "sem_init",
	"pthread_rwlock_init", "pthread_barrier_init", "request_stop"};
static const char *const guards[] = {"lock_guard", "unique_lock", "scoped_lock", "shared_lock"};

static bool calls(const struct tg_node *n, const char *const *words, size_t count)
{
	return n && n->kind == TG_N_CALL && fl_slice_is_one(n->name, words, count);
}

static const struct tg_node *first_argument(const struct tg_node *call)
{
	const struct tg_node *arg = tg_node_child(call, TG_R_ARG);
	return arg && arg->arg == 0 ? arg : NULL;
}

/* Where the object of a call of one of its functions stands: "q.lock()" is of "q". */
static bool object_of(const struct tg_unit *u, const struct tg_node *call, struct tg_lock *l)
{
	const struct tg_node *member = call->first;
	if (!member || member->kind != TG_N_MEMBER || !member->first || first_argument(call))
		return false;
	l->start = member->first->start;
	l->end = member->first->end;
	return l->end > l->start && l->end <= u->text.len;
}

/* Of a call: what is locked; of a function of C its first argument behind the &. */
static bool locked_by(const struct tg_unit *u, const struct tg_node *call, struct tg_lock *l)
{
	const struct tg_node *arg = tg_node_bare(first_argument(call));
	l->statement = call;
	l->guard = NULL;
	if (!tg_node_is_statement(call) || !tg_place_ok(call))
		return false;
	if (fl_slice_chr(call->name, '_') < 0 || fl_slice_ends(call->name, "_shared"))
		return object_of(u, call, l);
	if (arg && arg->kind == TG_N_UNARY && arg->op == TG_O_ADDRESS && arg->first)
		arg = arg->first;
	if (!arg || arg->in_macro)
		return false;
	l->start = arg->start;
	l->end = arg->end;
	return true;
}

static bool is_guard(struct fl_slice type)
{
	for (size_t i = 0; i < COUNT(guards); i++)
		if (fl_slice_find(type, guards[i]) >= 0)
			return true;
	return false;
}

/* "std::lock_guard<std::mutex> lock(m);" and nothing else in its statement. */
static bool guard_at(const struct tg_unit *u, const struct tg_node *n, struct tg_lock *l)
{
	const struct tg_node *v = n->kind == TG_N_DECL_STMT ? n->first : NULL;
	if (!v || v->kind != TG_N_VAR || v->next || v->type.is_ref || !is_guard(v->type.text) ||
		!tg_place_ok(n))
		return false;
	size_t open = tg_text_solid(u->text, v->name_at + v->name.len);
	if (open >= u->text.len || (u->text.ptr[open] != '(' && u->text.ptr[open] != '{'))
		return false;
	char close = u->text.ptr[open] == '(' ? ')' : '}';
	size_t end = tg_text_find(u->text, open + 1, n->end, close);
	size_t comma = tg_text_find(u->text, open + 1, end, ',');
	if (end >= n->end || comma < end)
		return false;
	*l = (struct tg_lock){.statement = n, .guard = v, .start = open + 1, .end = end};
	return fl_slice_trim(tg_locked(u, l)).len > 0;
}

bool tg_lock_at(const struct tg_unit *u, const struct tg_node *n, struct tg_lock *ret_lock)
{
	if (calls(n, lock_calls, COUNT(lock_calls)))
		return locked_by(u, n, ret_lock);
	return guard_at(u, n, ret_lock);
}

bool tg_unlock_at(const struct tg_unit *u, const struct tg_node *n, struct tg_lock *ret_lock)
{
	return calls(n, unlock_calls, COUNT(unlock_calls)) && locked_by(u, n, ret_lock);
}

size_t tg_unlocks_of(const struct tg_unit *u, const struct tg_lock *lock, struct tg_lock *ret,
	size_t max, const struct tg_node **ret_last)
{
	struct fl_slice what = tg_locked(u, lock);
	size_t count = 0;
	*ret_last = NULL;
	for (const struct tg_node *s = lock->statement->next; s && !*ret_last; s = s->next) {
		for (const struct tg_node *n = s; n; n = tg_node_after(n, s)) {
			struct tg_lock l;
			if (!tg_unlock_at(u, n, &l) || !fl_slice_eq(tg_locked(u, &l), what))
				continue;
			if (count == max)
				return 0;
			ret[count++] = l;
			if (n == s)
				*ret_last = s;
		}
	}
	return count;
}

bool tg_leaves_early(const struct tg_node *n)
{
	const struct tg_node *s = n->next;
	while (s && tg_is_expression_statement(s))
		s = s->next;
	return tg_leaves(s) && n->parent->parent && n->parent->parent->kind == TG_N_IF;
}

const struct tg_node *tg_wait_at(const struct tg_node *n)
{
	if (n && n->kind == TG_N_COMPOUND && n->first == n->last)
		n = n->first;
	bool waits = n && calls(n, wait_calls, COUNT(wait_calls)) && tg_node_is_statement(n);
	return waits && first_argument(n) ? n : NULL;
}

bool tg_is_notify(const struct tg_node *n)
{
	return calls(n, notify_calls, COUNT(notify_calls)) && tg_node_is_statement(n);
}

bool tg_is_join(const struct tg_node *n)
{
	return calls(n, join_calls, COUNT(join_calls)) && tg_node_is_statement(n);
}

bool tg_starts_thread(const struct tg_node *n)
{
	for (const struct tg_node *s = n; s; s = tg_node_after(s, n)) {
		if (s->kind == TG_N_LAMBDA)
			continue;
		bool made = (s->kind == TG_N_VAR || s->kind == TG_N_CALL) && !s->type.is_ref &&
			    (fl_slice_eqs(s->type.text, "std::thread") ||
				    fl_slice_eqs(s->type.text, "std::jthread") ||
				    fl_slice_starts(s->type.text, "std::future<"));
		if (calls(s, start_calls, COUNT(start_calls)) || (made && s->first))
			return true;
		bool added = s->kind == TG_N_CALL && (fl_slice_eqs(s->name, "emplace_back") ||
							     fl_slice_eqs(s->name, "push_back"));
		const struct tg_node *object = added && s->first ? s->first->first : NULL;
		if (object && fl_slice_find(object->type.text, "thread>") >= 0)
			return true;
	}
	return false;
}

bool tg_is_sync(const struct tg_unit *u, const struct tg_node *n)
{
	struct tg_lock l;
	return tg_lock_at(u, n, &l) || tg_unlock_at(u, n, &l) || tg_wait_at(n) || tg_is_notify(n) ||
	       tg_is_join(n) || tg_starts_thread(n) || calls(n, other_calls, COUNT(other_calls));
}

bool tg_touches_shared(const struct tg_node *n)
{
	for (const struct tg_node *s = n; s; s = tg_node_after(s, n)) {
		bool global = s->kind == TG_N_REF && s->decl && !(s->flags & TG_F_LOCAL) &&
			      !(s->flags & TG_F_ENUMERATOR) && s->type.cls != TG_T_OTHER &&
			      !(s->parent && s->parent->kind == TG_N_CALL && s->role != TG_R_ARG);
		bool field = s->kind == TG_N_MEMBER &&
			     !(s->parent && s->parent->kind == TG_N_CALL && s->role != TG_R_ARG);
		if (global || field || s->kind == TG_N_INDEX ||
			(s->kind == TG_N_UNARY && s->op == TG_O_DEREF))
			return true;
	}
	return false;
}
