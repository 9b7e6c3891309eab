/*
 * ThreadSanitizer's reports (compiler-rt lib/tsan/rtl/tsan_report.cpp):
 *
 *	==================
 *	WARNING: ThreadSanitizer: data race (pid=…)
 *	  Write of size 4 at 0x… by thread T1 (mutexes: write M0):
 *	    #0 count /dir/f.cpp:5:3 (prog+0x4c1)
 *
 *	  Previous read of size 4 at 0x… by main thread:
 *	    #0 …
 *
 *	  Location is global 'total' of size 4 at 0x… (prog+0x…)
 *	  Mutex M0 (0x…) created at:
 *	  Thread T1 (tid=…, running) created by main thread at:
 *	SUMMARY: ThreadSanitizer: data race /dir/f.cpp:5:3 in count
 *	==================
 *
 * Which side of a race is reported as the previous one is chance, so they are sorted
 * (san_race_settle).
 */
#include "sanitize/formats/formats.h"
#include "sanitize/report/text.h"

static const char headline[] = "WARNING: ThreadSanitizer: ";

/*
 * pthread_join() of a thread that is not there is no warning but a failed check of the runtime's,
 * with the stack right behind it: the program's fault, and not the runtime's as others are
 * (compiler-rt lib/sanitizer_common/sanitizer_thread_registry.cpp, ConsumeThreadUserId).
 */
static bool begin_no_thread(struct san_parser *p, struct fl_slice line)
{
	if (!fl_slice_starts(line, "ThreadSanitizer: CHECK failed: ") || !san_is_no_thread(line))
		return false;
	san_begin(p, &san_format_tsan, SAN_TOOL_TSAN);
	san_set_kind(p, san_kind_find(SAN_TOOL_TSAN, FL_S("no such thread")));
	p->report.message =
		FL_S("a thread is joined or detached that is not there, or not any more");
	san_expect(p, SAN_ROLE_ACCESS, fl_slice(NULL, 0));
	return true;
}

static bool begin(struct san_parser *p, struct fl_slice line)
{
	if (!fl_slice_starts(line, headline))
		return begin_no_thread(p, line);
	struct fl_slice sentence = fl_slice_skip(line, strlen(headline));
	ptrdiff_t end = fl_slice_find(sentence, " (pid=");
	san_begin(p, &san_format_tsan, SAN_TOOL_TSAN);
	san_set_kind(p, san_kind_find(SAN_TOOL_TSAN, sentence));
	p->report.message = fl_arena_slice(
		p->arena, fl_slice_head(sentence, end < 0 ? sentence.len : (size_t)end));
	return true;
}

/* "main thread", "thread T1 'name'": "T0", "T1 'name'". */
static struct fl_slice thread_in(struct fl_slice s)
{
	if (fl_slice_starts(s, "main thread"))
		return FL_S("T0");
	if (fl_slice_starts(s, "thread T"))
		return fl_slice_skip(s, strlen("thread "));
	return fl_slice(NULL, 0);
}

/* "T1 'name'": "T1"; "M0 (0x…)": "M0". */
static struct fl_slice first_word(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && ((s.ptr[n] >= '0' && s.ptr[n] <= '9') || n == 0))
		n++;
	return fl_slice_head(s, n);
}

/* The direction of an access, as its line begins; past it in *s. */
static bool take_direction(struct fl_slice *s, struct san_side *side)
{
	static const struct {
		const char *words;
		enum san_access_type type;
		bool atomic;
	} rows[] = {
		{"write of ", SAN_ACCESS_WRITE, false},
		{"read of ", SAN_ACCESS_READ, false},
		{"atomic write of ", SAN_ACCESS_WRITE, true},
		{"atomic read of ", SAN_ACCESS_READ, true},
		{"modifying access of ", SAN_ACCESS_WRITE, false},
		{"read-only access of ", SAN_ACCESS_READ, false},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		size_t n = strlen(rows[i].words);
		if (s->len <= n || (s->ptr[0] | 0x20) != rows[i].words[0] ||
			!fl_slice_starts(fl_slice_skip(*s, 1), rows[i].words + 1))
			continue;
		*s = fl_slice_skip(*s, n);
		side->type = (int)rows[i].type;
		side->atomic = rows[i].atomic;
		return true;
	}
	return false;
}

/* "Previous atomic write of size 4 at 0x… by thread T1 (mutexes: write M0, read M1):" */
static bool take_access(struct san_parser *p, struct fl_slice line)
{
	struct san_side side = {0};
	uint32_t size;
	bool previous = fl_slice_starts(line, "Previous ");
	struct fl_slice s = fl_slice_skip(line, previous ? strlen("Previous ") : 0);
	if (!take_direction(&s, &side))
		return false;
	if (fl_slice_starts(s, "size ") && fl_slice_uint(fl_slice_skip(s, strlen("size ")), &size))
		side.size = size;
	if (!san_skip_past(&s, " at 0x"))
		return false;
	side.address = san_address(fl_slice(s.ptr - 2, s.len + 2));
	if (!san_skip_past(&s, " by "))
		return false;
	side.thread = fl_arena_slice(p->arena, first_word(thread_in(s)));
	if (san_skip_past(&s, " (mutexes: ")) {
		ptrdiff_t end = fl_slice_chr(s, ')');
		side.mutexes =
			fl_arena_slice(p->arena, fl_slice_head(s, end < 0 ? s.len : (size_t)end));
	}
	bool freed = previous && fl_slice_eqs(p->report.kind, "heap-use-after-free");
	san_expect(p,
		freed      ? SAN_ROLE_FREE
		: previous ? SAN_ROLE_PREVIOUS_ACCESS
			   : SAN_ROLE_ACCESS,
		side.thread);
	if (p->race.count < 2)
		p->race.sides[p->race.count++] = side;
	return true;
}

static void set_region(struct san_parser *p, struct fl_slice region, struct fl_slice address)
{
	if (p->report.access.region.len)
		return;
	p->report.access.region = region;
	p->race.region_start = san_address(address);
	p->race.located = p->race.region_start != 0;
}

/*
 * "heap block of size 16 at 0x… allocated by main thread:", "global 'total' of size 4 at 0x… (…)",
 * "stack of main thread.", "TLS of thread T1.", "file descriptor 3 created by thread T1 at:"; of
 * other things (a library's objects) "NAME of size 8 at 0x… allocated by thread T1:".
 */
static bool take_location(struct san_parser *p, struct fl_slice line)
{
	static const char words[] = "Location is ";
	struct fl_slice s = fl_slice_skip(line, strlen(words)), rest = s, name;
	uint32_t size = 0;
	if (!fl_slice_starts(line, words))
		return false;
	if (san_skip_past(&rest, " of size "))
		fl_slice_uint(rest, &size);
	struct fl_slice address = rest;
	if (!san_skip_past(&address, " at "))
		address = fl_slice(NULL, 0);
	if (fl_slice_starts(s, "global '")) {
		name = fl_slice_skip(s, strlen("global '"));
		name = fl_slice_head(name, (size_t)(fl_slice_chr(name, '\'') + 1));
		if (name.len > 1 && size) /* else nothing is known of it */
			set_region(p,
				fl_arena_printf(p->arena, "global variable '%.*s of %u bytes",
					FL_ARG(name), size),
				address);
		return true;
	}
	if (fl_slice_starts(s, "heap block "))
		set_region(p, fl_arena_printf(p->arena, "%u-byte heap region", size), address);
	else if (fl_slice_starts(s, "stack of ") || fl_slice_starts(s, "TLS of "))
		set_region(p,
			fl_arena_printf(p->arena, "%s of a thread",
				s.ptr[0] == 's' ? "stack" : "thread-local storage"),
			fl_slice(NULL, 0));
	else if (fl_slice_starts(s, "file descriptor "))
		set_region(p, FL_S("file descriptor"), fl_slice(NULL, 0));
	struct fl_slice by = s;
	if (san_skip_past(&by, " by "))
		san_expect(p, SAN_ROLE_ALLOCATION, thread_in(by));
	return true;
}

/* "M1 acquired here while holding mutex M0 in thread T1:" and the like, after "Mutex " */
static void take_mutex(struct san_parser *p, struct fl_slice s)
{
	struct fl_slice name = first_word(s), by = s;
	bool created = fl_slice_find(s, " created at:") >= 0;
	bool head = fl_slice_find(s, " acquired here ") >= 0;
	if (!created && !head && fl_slice_find(s, " previously acquired by ") < 0)
		return;
	if (!san_skip_past(&by, " in "))
		by = fl_slice(NULL, 0);
	san_expect(p, created ? SAN_ROLE_MUTEX_CREATION : SAN_ROLE_MUTEX_ACQUIRE, thread_in(by));
	p->next_mutex = fl_arena_slice(p->arena, name);
	p->next_head = head;
}

/* "M0 (0x…) => M1 (0x…) => M0" without the addresses. */
static void take_cycle(struct san_parser *p, struct fl_slice s)
{
	struct fl_buf out;
	fl_buf_init(&out, p->report.message.len + s.len + 16);
	fl_buf_slice(&out, p->report.message);
	fl_buf_str(&out, ": ");
	while (s.len) {
		ptrdiff_t open = fl_slice_find(s, " (0x");
		fl_buf_slice(&out, fl_slice_head(s, open < 0 ? s.len : (size_t)open));
		s = fl_slice_skip(s, open < 0 ? s.len : (size_t)open);
		ptrdiff_t close = fl_slice_chr(s, ')');
		s = fl_slice_skip(s, close < 0 ? s.len : (size_t)close + 1);
	}
	p->report.message = fl_arena_slice(p->arena, fl_buf_view(&out));
	if (out.failed)
		p->arena->failed = out.failed;
	fl_buf_release(&out);
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	struct fl_slice s = fl_slice_trim(line);
	if (fl_slice_starts(line, "SUMMARY: ") || fl_slice_starts(line, "=================="))
		san_end(p);
	else if (take_access(p, s) || take_location(p, s))
		return;
	else if (fl_slice_starts(s, "Mutex M"))
		take_mutex(p, fl_slice_skip(s, strlen("Mutex ")));
	else if (fl_slice_starts(s, "Thread T") && fl_slice_find(s, " created ") >= 0)
		san_expect(p, SAN_ROLE_THREAD_CREATION, fl_slice_skip(s, strlen("Thread ")));
	else if (fl_slice_starts(s, "Cycle in lock order graph: "))
		take_cycle(p, fl_slice_skip(s, strlen("Cycle in lock order graph: ")));
	else if (fl_slice_eqs(s, "As if synchronized via sleep:"))
		san_expect(p, SAN_ROLE_OTHER, fl_slice(NULL, 0));
	else if (fl_slice_eqs(s, "and:")) /* where a mutex was locked that is destroyed */
		san_expect(p, SAN_ROLE_MUTEX_ACQUIRE, fl_slice(NULL, 0));
}

const struct san_format san_format_tsan = {
	.begin = begin, .line = take_line, .end = san_race_settle, .may_be_cut = true};
