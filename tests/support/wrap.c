/*
 * Templates: {…} stands for
 *	date dot slash  2026-01-02, 02.01.2026 …	T 0-9  the time, with so many digits behind the second
 *	S  Jan  2 03:04:05	C  Fri Jan  2 03:04:05 2026	D  01-02 03:04:05.123	B  02-Jan-2026 03:04:05
 *	m  0102 (month, day)
 *	k  seconds of the kernel's clock	b  BuildKit's seconds	o  whole seconds, 5 wide	e  epoch
 *	name  N  10 wide (compose)	W  8 wide (logcat)	num  a number of the writer	pid  p  5 wide
 *	n  the line's number	i  6 wide	L  a level, upper case	M  5 wide	l  lower case	c  its letter
 *	col  a colour, on	off
 */
#include "tests/support/wrap.h"

#include "base/json.h"

const struct wrapping wrappings[] = {
	{"compose", "{N}  | ", true},
	{"compose_colour", "{col}{N}  | {off}", true},
	{"buildkit", "#{num} {b} ", true},
	{"actions", "{date}T{T7}Z ", false},
	{"actions_download", "{name} (ubuntu, gcc)\tRun make\t{date}T{T7}Z ", true},
	{"docker_json", NULL, false},
	{"syslog", "{S} host {name}[{pid}]: ", true},
	{"logger", "{date} {T3} {L} {name}: ", true},
	{"actions_buildkit", "{date}T{T7}Z #{num} {b} ", true},
	{"jenkins", "[{T0}] ", false},
	{"jenkins_matrix", "[{T0}] [Build on {name}] ", true},
	{"jenkins_iso", "[{date}T{T3}Z] ", false},
	{"gitlab", NULL, true},
	{"obs", "[{o}s] ", false},
	{"rfc5424", "<13>1 {date}T{T6}+00:00 host {name} {pid} - - ", true},
	{"journal_iso", "{date}T{T0}+0000 host {name}[{pid}]: ", true},
	{"journal_monotonic", "[{k}] host {name}[{pid}]: ", true},
	{"journal_json", NULL, true},
	{"dmesg", "[{k}] ", false},
	{"logcat", "{D} {p} {p} {c} {W}: ", true},
	{"logcat_brief", "{c}/{W}({p}): ", true},
	{"kubectl", "[pod/{name}/c] ", true},
	{"kubectl_clock", "[pod/{name}/c] {date}T{T9}Z ", true},
	{"cri", NULL, false},
	{"ctest", "{num}: ", true},
	{"mpirun", "[1,{num}]<stderr>:", true},
	{"mpirun_5", "[1,{num}]<stderr>: ", true},
	{"lit", "# | ", false},
	{"ant", "     [{name}] ", true},
	{"glog", "{c}{m} {T6} {p} {name}.cc:{n}] ", true},
	{"spdlog", "[{date} {T3}] [{name}] [{l}] ", true},
	{"python", "{date} {T0},{n3} {L} {name}: ", true},
	{"python_dashes", "{date} {T0},{n3} - {name} - {L} - ", true},
	{"log4j", "{T3} [{name}] {M} c.e.Main - ", true},
	{"env_logger", "[{date}T{T0}Z {M} {name}] ", true},
	{"chromium", "[{pid}:{num}:{m}/{t6}.{n3}:{L}:file.cc({n})] ", true},
	{"cat_n", "{i}\t", false},
	{"grep_n", "{n}: ", false},
	{"host", "{name}: ", true},
	{"turbo", "{name}:build: ", true},
	{"pnpm", "packages/{name} build: ", true},
	{"nix", "{name}> ", true},
	{"tag", "[{name}] ", true},
	{"tag_colour", "{col}[{name}]{off} ", true},
	{"parallel", "{name}\t", true},
	{"quote", "> ", false},
	{"bitbake", "| ", false},
	{"pytest", "E   ", false},
	{"ts", "{S0} ", false},
	{"foreman", "{T0} {N} | ", true},
	{"teamcity", "[{T0}]{c}:\t [{name}] ", true},
	{"bamboo", "{name}\t{B}\t", true},
	{"go_log", "{slash} {T0} ", false},
	{"apple", "{date} {T6}-0500 {name}[{pid}:{num}] ", true},
	{"android_studio", "{date} {T3} {pid}-{num}/? {c}/{name}: ", true},
	{"zap", "{date}T{T3}Z\t{l}\t{name}\t", true},
	{"compose_clock", "{N}  | {date}T{T9}Z ", true},
};
const size_t wrappings_count = sizeof(wrappings) / sizeof(wrappings[0]);

static const char *const names[] = {
	"app-1", "db-1", "web_1", "worker-12", "runner", "my-service.api"};
static const char *const months[] = {
	"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
static const char *const days[] = {"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"};
static const char *const levels[] = {"INFO", "WARNING", "ERROR", "DEBUG", "WARN"};
static const char letters[] = "IWEDV";

enum {
	DAY = 24 * 3600 * 1000,
	MONTH = 28,
	NAMES = sizeof(names) / sizeof(names[0]),
	PIECE = 16384
};

void writer_init(struct writer *by, const struct wrapping *w, uint64_t seed, unsigned n)
{
	static const unsigned steps[] = {1, 50, 2000, 70000};
	*by = (struct writer){.w = w, .rng = fl_rng_new(seed, fl_slice_str(w->name), FL_S("wrap"))};
	unsigned first = (unsigned)fl_rng_below(&by->rng, NAMES);
	by->ms = fl_rng_below(&by->rng, (uint64_t)300 * DAY);
	by->number = (unsigned)fl_rng_below(&by->rng, 40) + 1 + 3 * n;
	by->step = steps[fl_rng_below(&by->rng, 4)];
	by->pid = (unsigned)fl_rng_below(&by->rng, 90000) + 2 + n;
	by->colour = 31 + n;
	const char *name = names[(first + n) % NAMES];
	memcpy(by->name, name, strlen(name) + 1);
}

static void date(struct writer *by, struct fl_buf *out, char between)
{
	unsigned day = (unsigned)(by->ms / DAY);
	fl_buf_printf(
		out, "2026%c%02u%c%02u", between, day / MONTH % 12 + 1, between, day % MONTH + 1);
}

static void clock_add(struct writer *by, struct fl_buf *out, const char *between, unsigned digits)
{
	static const uint32_t tens[] = {
		1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000};
	unsigned s = (unsigned)(by->ms % DAY / 1000);
	fl_buf_printf(out, "%02u%s%02u%s%02u", s / 3600, between, s / 60 % 60, between, s % 60);
	uint32_t nanos = (uint32_t)(by->ms % 1000) * 1000000 + by->line * 1001 % 1000000;
	if (digits)
		fl_buf_printf(out, ".%0*u", (int)digits, nanos / tens[9 - digits]);
}

static void dates(struct writer *by, struct fl_buf *out, char code, bool zeros)
{
	unsigned day = (unsigned)(by->ms / DAY);
	const char *month = months[day / MONTH % 12];
	unsigned of_month = day % MONTH + 1;
	switch (code) {
	case 'C': fl_buf_printf(out, "%s ", days[day % 7]); /* fall through */
	case 'S':
		fl_buf_printf(out, zeros ? "%s %02u " : "%s %2u ", month, of_month);
		clock_add(by, out, ":", 0);
		fl_buf_str(out, code == 'C' ? " 2026" : "");
		break;
	case 'D':
		fl_buf_printf(out, "%02u-%02u ", day / MONTH % 12 + 1, of_month);
		clock_add(by, out, ":", 3);
		break;
	case 'B':
		fl_buf_printf(out, "%02u-%s-2026 ", of_month, month);
		clock_add(by, out, ":", 0);
		break;
	default: fl_buf_printf(out, "%02u%02u", day / MONTH % 12 + 1, of_month);
	}
}

/* BuildKit's: four digits, and the point stays. */
static void build_seconds(struct writer *by, struct fl_buf *out)
{
	unsigned ms = (unsigned)(by->ms % 4000000);
	if (ms < 10000)
		fl_buf_printf(out, "%u.%03u", ms / 1000, ms % 1000);
	else if (ms < 100000)
		fl_buf_printf(out, "%u.%02u", ms / 1000, ms % 1000 / 10);
	else if (ms < 1000000)
		fl_buf_printf(out, "%u.%u", ms / 1000, ms % 1000 / 100);
	else
		fl_buf_printf(out, "%u.", ms / 1000);
}

static void level_add(struct writer *by, struct fl_buf *out, char code)
{
	unsigned level = (unsigned)fl_rng_below(&by->rng, 5);
	if (code == 'L')
		fl_buf_str(out, levels[level]);
	else if (code == 'M') /* a padded one has five letters at most */
		fl_buf_printf(out, "%-5s", level == 1 ? "TRACE" : levels[level]);
	else if (code == 'c')
		fl_buf_char(out, letters[level]);
	else
		for (const char *p = levels[level]; *p; p++)
			fl_buf_char(out, (char)(*p | 0x20));
}

static void numbers(struct writer *by, struct fl_buf *out, struct fl_slice code)
{
	if (fl_slice_eqs(code, "num"))
		fl_buf_printf(out, "%u", by->number);
	else if (fl_slice_eqs(code, "pid"))
		fl_buf_printf(out, "%u", by->pid);
	else if (fl_slice_eqs(code, "p"))
		fl_buf_printf(out, "%5u", by->pid % 100000);
	else if (fl_slice_eqs(code, "n3"))
		fl_buf_printf(out, "%03u", (unsigned)(by->ms % 1000));
	else if (fl_slice_eqs(code, "i"))
		fl_buf_printf(out, "%6u", by->line);
	else
		fl_buf_printf(out, "%u", by->line);
}

static void words(struct writer *by, struct fl_buf *out, struct fl_slice code)
{
	if (fl_slice_eqs(code, "name"))
		fl_buf_str(out, by->name);
	else if (fl_slice_eqs(code, "N"))
		fl_buf_printf(out, "%-10s", by->name);
	else if (fl_slice_eqs(code, "W"))
		fl_buf_printf(out, "%-8s", by->name);
	else if (fl_slice_eqs(code, "col"))
		fl_buf_printf(out, "\033[%um", by->colour);
	else
		fl_buf_str(out, "\033[0m");
}

static void code_add(struct writer *by, struct fl_buf *out, struct fl_slice code)
{
	char c = code.ptr[0];
	if (fl_slice_eqs(code, "date") || fl_slice_eqs(code, "slash"))
		date(by, out, c == 'd' ? '-' : '/');
	else if (c == 'T')
		clock_add(by, out, ":", (unsigned)(code.ptr[1] - '0'));
	else if (fl_slice_eqs(code, "t6"))
		clock_add(by, out, "", 0);
	else if (strchr("SCDBm", c))
		dates(by, out, c, code.len > 1);
	else if (c == 'k')
		fl_buf_printf(out, "%5u.%06u", (unsigned)(by->ms / 1000 % 100000),
			(unsigned)(by->ms % 1000) * 1000);
	else if (c == 'b')
		build_seconds(by, out);
	else if (fl_slice_eqs(code, "o"))
		fl_buf_printf(out, "%5u", (unsigned)(by->ms / 1000 % 100000));
	else if (c == 'L' || c == 'M' || c == 'l' || fl_slice_eqs(code, "c"))
		level_add(by, out, c);
	else if (fl_slice_eqs(code, "name") || c == 'N' || c == 'W' || c == 'c' || c == 'o')
		words(by, out, code);
	else
		numbers(by, out, code);
}

static void prefix_add(struct writer *by, struct fl_buf *out, const char *template)
{
	while (*template) {
		const char *end = *template == '{' ? strchr(template, '}') : NULL;
		if (!end) {
			fl_buf_char(out, *template ++);
			continue;
		}
		code_add(by, out, fl_slice(template + 1, (size_t)(end - template) - 1));
		template = end + 1;
	}
}

/* Bytes as JSON has them that are UTF-8; others stay, as Go's encoder would spoil them. */
static void json_add(struct fl_buf *out, struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		if (c == '"' || c == '\\')
			fl_buf_printf(out, "\\%c", c);
		else if (c == '<' || c == '>' || c == '&' || (unsigned char)c < ' ')
			fl_buf_printf(out, "\\u%04x", (unsigned)(unsigned char)c);
		else
			fl_buf_char(out, c);
	}
}

/* docker and the kubelet cut a line of more than 16 KiB into pieces. */
static size_t piece_len(struct fl_slice rest)
{
	size_t n = rest.len < PIECE ? rest.len : PIECE;
	while (n < rest.len && n > PIECE - 4 && ((unsigned char)rest.ptr[n] & 0xc0) == 0x80)
		n--;
	return n;
}

static void pieces(struct writer *by, struct fl_slice line, struct fl_buf *out, bool json)
{
	do {
		size_t n = piece_len(line);
		bool last = n == line.len;
		if (json) {
			fl_buf_str(out, "{\"log\":\"");
			json_add(out, fl_slice_head(line, n));
			fl_buf_printf(
				out, "%s\",\"stream\":\"stderr\",\"time\":\"", last ? "\\n" : "");
			prefix_add(by, out, "{date}T{T9}Z\"}\n");
		} else {
			prefix_add(by, out, "{date}T{T9}Z stderr ");
			fl_buf_str(out, last ? "F " : "P ");
			fl_buf_slice(out, fl_slice_head(line, n));
			fl_buf_char(out, '\n');
		}
		line = fl_slice_skip(line, n);
	} while (line.len);
}

/* One line of five is written in two parts, each with its time. */
static void gitlab(struct writer *by, struct fl_slice line, struct fl_buf *out)
{
	size_t cut = line.len > 20 && fl_rng_below(&by->rng, 5) == 0 ? line.len / 2 : line.len;
	prefix_add(by, out, "{date}T{T6}Z ");
	fl_buf_printf(out, "%02uE ", by->number);
	fl_buf_slice(out, fl_slice_head(line, cut));
	fl_buf_char(out, '\n');
	if (cut == line.len)
		return;
	prefix_add(by, out, "{date}T{T6}Z ");
	fl_buf_printf(out, "%02uE+", by->number);
	fl_buf_slice(out, fl_slice_skip(line, cut));
	fl_buf_char(out, '\n');
}

/* With bytes of a terminal in it, a message is an array. */
static void journal(struct writer *by, struct fl_slice line, struct fl_buf *out)
{
	fl_buf_printf(out,
		"{\"__CURSOR\":\"s=%u\",\"SYSLOG_IDENTIFIER\":\"%s\",\"MESSAGE\":", by->line,
		by->name);
	if (fl_slice_chr(line, '\033') < 0) {
		fl_buf_char(out, '"');
		json_add(out, line);
		fl_buf_char(out, '"');
	} else {
		for (size_t i = 0; i < line.len; i++)
			fl_buf_printf(
				out, "%c%u", i ? ',' : '[', (unsigned)(unsigned char)line.ptr[i]);
		fl_buf_char(out, ']');
	}
	fl_buf_printf(out, ",\"PRIORITY\":\"6\",\"_PID\":\"%u\"}\n", by->pid);
}

void writer_line(struct writer *by, struct fl_slice line, struct fl_buf *out)
{
	by->line++;
	by->ms += fl_rng_below(&by->rng, by->step);
	if (by->w->prefix) {
		prefix_add(by, out, by->w->prefix);
		fl_buf_slice(out, line);
		fl_buf_char(out, '\n');
	} else if (!strcmp(by->w->name, "gitlab")) {
		gitlab(by, line, out);
	} else if (!strcmp(by->w->name, "journal_json")) {
		journal(by, line, out);
	} else {
		pieces(by, line, out, !strcmp(by->w->name, "docker_json"));
	}
}
