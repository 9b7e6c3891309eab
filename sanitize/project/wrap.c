#include "sanitize/project/wrap.h"

enum { SCRIPT_MAX = 64 << 10 };

#define TOOLS FL_BOX_DIR "/" SAN_TOOLS_DIR

/*
 * What every wrapper goes on with; `real` and `family` are set. `for` sees the words as they were,
 * while they are put back one by one behind it. One word that starts with a dash is a question
 * (--version, -dumpmachine), and so is a command line without a file.
 *
 * run: timeout(1) exits with 124 or 137. With 4 (gcc), 152 or 254 (clang) a part of the compiler
 * was ended by a signal, and with 1 it may have been: then what they used tells whether the limit
 * did it, in tenths of a second. The second line of `times` is for children, "0m1.52s 0m0.03s"; the
 * kernel's limit counts by its clock's ticks and was seen to end who by this had used 0.77 of it.
 */
static const char wrapper[] =
	"run() {\n"
	"	ulimit -S -t $cpu\n"
	"	/usr/bin/timeout -k 1 $wall \"$real\" \"$@\"\n"
	"	status=$?\n"
	"	[ $status = 0 ] && exit 0\n"
	"	times >" TOOLS "/times.$$\n"
	"	{ read -r own; read -r user system; } <" TOOLS "/times.$$\n"
	"	rm -f " TOOLS "/times.$$\n"
	"	used=0\n"
	"	for t in $user $system; do\n"
	"		s=${t#*m} tenth=${t#*.}\n"
	"		used=$((used + ${t%%m*} * 600 + ${s%%.*} * 10 + ${tenth%${tenth#?}}))\n"
	"	done\n"
	"	case $status in 124|137) part=0 ;; 4|152|254) part=5 ;; *) part=9 ;; esac\n"
	"	[ $((used + 2)) -lt $((cpu * part)) ] ||\n"
	"		echo \"${file:-$PWD/}\" >>" FL_BOX_DIR "/" SAN_LIMITED "\n"
	"	exit $status\n"
	"}\n"
	"case $#:$1 in 0:*|1:-*) exec \"$real\" \"$@\";; esac\n"
	"link=1 object=1 plain= input= soft= check= before= last= file=\n"
	"for a do\n"
	"	shift\n"
	"	case $a in\n"
	"	-c|-S|-E|-M|-MM|-fsyntax-only) link= ;;\n"
	"	-shared|-m32|-mx32|-m16) object= ;;\n"
	"	-r|-Wl,-r|-ffreestanding|-nostdlib|-nostartfiles|-nodefaultlibs) plain=1 ;;\n"
	"	-static|-static-pie|-s|-Wl,-s|-Wl,--strip-all|-Wl,-S|-Wl,--strip-debug|-g0) "
	"continue ;;\n"
	"	-fomit-frame-pointer|-flto|-flto=*|-ffat-lto-objects|-fwhole-program) continue ;;\n"
	"	-D_FORTIFY_SOURCE*|-Wp,-D_FORTIFY_SOURCE*) continue ;;\n"
	"	-fsanitize=fuzzer*) ;;\n"
	"	-fsanitize=*) continue ;;\n"
	"	-O0|-O1|-O|-Og) ;;\n"
	"	-O*) a=-O1 ;;\n"
	"	-Werror) soft=1 ;;\n"
	"	*conftest*|*/CMakeScratch/*|*/CMakeTmp/*|*/meson-private/*) check=1 input=1 ;;\n"
	"	-z) before=-z; continue ;;\n"
	"	-Wl,-z) before=-Wl,-z; continue ;;\n"
	"	defs|-Wl,defs) [ \"$before\" ] && [ $family = clang ] && before= && continue ;;\n"
	"	-Wl,*)\n"
	"		[ $family = clang ] && a=$(printf %s \"$a\" |\n"
	"			sed 's/,-z,defs//g; s/,-z=defs//g; s/,--no-undefined//g')\n"
	"		[ \"$a\" != -Wl ] || continue ;;\n"
	"	-|[!-]*)\n"
	"		[ \"$last\" = -o ] || input=1\n"
	"		case $a in *.[cCsSm]|*.cc|*.c[px+][px+]|*.cp|*.mm) file=$a ;; esac ;;\n"
	"	esac\n"
	"	[ -z \"$before\" ] || set -- \"$@\" \"$before\"\n"
	"	before=\n"
	"	last=$a\n"
	"	set -- \"$@\" \"$a\"\n"
	"done\n"
	"[ \"$input\" ] || exec \"$real\" \"$@\"\n"
	"[ -z \"$plain\" ] || run \"$@\"\n"
	"case $PWD in */CMakeScratch/*|*/CMakeTmp*|*/meson-private/*) check=1 ;; esac\n"
	"[ -z \"$soft\" ] || [ \"$check\" ] || set -- \"$@\" -Wno-error\n"
	"if [ \"$link\" ]; then\n"
	"	[ \"$check\" ] || echo \"$PWD\" >>" FL_BOX_DIR "/" SAN_LINKED "\n"
	"	[ $family = gcc ] && [ \"$object\" ] && [ -e " TOOLS "/report.o ] &&\n"
	"		set -- \"$@\" " TOOLS "/report.o -ldl\n"
	"fi\n"
	"case $real in *++*) set -- $cxx \"$@\" ;; *) set -- $c \"$@\" ;; esac\n"
	"run \"$@\" -g -fno-omit-frame-pointer -U_FORTIFY_SOURCE\n";

/* Makes the wrappers of the compilers that are here: `name family real`. */
static const char setup[] =
	"cd " TOOLS " || exit 1\n"
	"make() { # NAME FAMILY REAL\n"
	"	[ -x \"$3\" ] || return\n"
	"	printf '#!/bin/sh\\nreal=%s family=%s cpu=%s wall=%s\\n. " TOOLS
	"/family-%s\\n. " TOOLS "/wrap\\n' \\\n"
	"		\"$3\" \"$2\" $cpu $wall \"$2\" >\"$1\" && chmod 755 \"$1\"\n"
	"}\n"
	"triplet=$(gcc -dumpmachine 2>/dev/null || echo none)\n"
	"for path in /usr/bin/gcc /usr/bin/g++ /usr/bin/clang /usr/bin/clang++ \\\n"
	"	/usr/bin/gcc-[0-9]* /usr/bin/g++-[0-9]* /usr/bin/clang-[0-9]* "
	"/usr/bin/clang++-[0-9]* \\\n"
	"	/usr/bin/$triplet-gcc* /usr/bin/$triplet-g++*; do\n"
	"	name=${path##*/} family=gcc real=$path\n"
	"	case $name in *-ar|*-nm|*-ranlib|*-ar-*|*-nm-*|*-ranlib-*) continue ;; clang*) "
	"family=clang ;; esac\n"
	"	if [ \"$force\" ] || [ ! -x \"$path\" ]; then\n"
	"		family=$chosen real=/usr/bin/$chosen_c\n"
	"		case $name in *++*) real=/usr/bin/$chosen_cxx ;; esac\n"
	"	fi\n"
	"	make \"$name\" $family \"$real\"\n"
	"done\n"
	"for name in cc c99 c89 gcc clang; do\n"
	"	[ -e $name ] && [ $name != cc ] || make $name $chosen /usr/bin/$chosen_c\n"
	"done\n"
	"for name in c++ g++ clang++; do\n"
	"	[ -e $name ] || make $name $chosen /usr/bin/$chosen_cxx\n"
	"done\n"
	"printf '#!/bin/sh\\nexit 0\\n' >strip && chmod 755 strip\n"
	"[ $chosen = clang ] || /usr/bin/$chosen_c -O1 -fPIC -c report.c -o report.o || exit 1\n"
	"mkdir -p " FL_BOX_DIR "/.home\n";

/*
 * gcc's libubsan tells libasan, which comes first, where reports go, and itself writes to stderr:
 * this tells it, too. A file of its own, as both would write to the start of one; libasan writes
 * the SUMMARY, in a file whose name must come behind that of the report itself.
 */
static const char report[] =
	"#define _GNU_SOURCE\n"
	"#include <dlfcn.h>\n"
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"#include <string.h>\n"
	"__attribute__((constructor)) static void tell_ubsan(void)\n"
	"{\n"
	"	char path[1024];\n"
	"	const char *options = getenv(\"UBSAN_OPTIONS\");\n"
	"	const char *log = options ? strstr(options, \"log_path=\") : NULL;\n"
	"	void *ubsan = log ? dlopen(\"libubsan.so.1\", RTLD_NOW | RTLD_NOLOAD) : NULL;\n"
	"	void *tell = ubsan ? dlsym(ubsan, \"__sanitizer_set_report_path\") : NULL;\n"
	"	if (!tell)\n"
	"		return;\n"
	"	snprintf(path, sizeof(path), \"%.*s-gcc\", (int)strcspn(log + 9, \":\"), log + "
	"9);\n"
	"	((void (*)(const char *))tell)(path);\n"
	"}\n";

/* Flags for programs alone, whose files all are ours. */
static bool is_for_programs(const char *flag)
{
	static const char *const flags[] = {
		"-O0", /* the project's own, at most -O1 */
		"-fno-sanitize-recover=all", /* a test suite goes on */
		"-D_GLIBCXX_SANITIZE_VECTOR=1", /* C++ libraries of the system do not know of it */
	};
	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		if (!strcmp(flag, flags[i]))
			return true;
	return false;
}

static void put_flags(struct fl_buf *out, enum san_mode mode, enum san_compiler family)
{
	static const char *const names[] = {[SAN_C] = "c", [SAN_CXX] = "cxx"};
	for (int language = SAN_C; language <= SAN_CXX; language++) {
		const char *const *flags =
			san_mode_flags(mode, family, (enum san_language)language);
		fl_buf_printf(out, "%s='", names[language]);
		for (; *flags; flags++)
			if (!is_for_programs(*flags))
				fl_buf_printf(out, "%s ", *flags);
		/* These two need the C++ runtime, which a program in C is not linked with. */
		if (family == SAN_CLANG &&
			(mode == SAN_MODE_ADDRESS_UNDEFINED || mode == SAN_MODE_UNDEFINED))
			fl_buf_str(out, "-fno-sanitize=vptr,function ");
		fl_buf_str(out, "-fno-optimize-sibling-calls'\n");
	}
}

static int put(
	struct fl_box *box, const char *name, const struct fl_buf *text, struct fl_error *err)
{
	int rc = fl_buf_error(text, "a script", err);
	return rc ? rc : fl_box_put(box, name, fl_buf_view(text), 0644, err);
}

static int put_texts(struct fl_box *box, const struct san_program *p, enum san_mode mode,
	const struct san_wrap *how, struct fl_error *err)
{
	static const char *const families[] = {[SAN_GCC] = "gcc", [SAN_CLANG] = "clang"};
	const struct san_toolchain *t = san_modes[mode].clang ? &p->clang : &p->tools;
	struct fl_buf text;
	fl_buf_init(&text, SCRIPT_MAX);
	fl_buf_printf(&text, "chosen=%s chosen_c='%s' chosen_cxx='%s' force=%s cpu=%u wall=%u\n%s",
		families[t->family], t->driver[SAN_C], t->driver[SAN_CXX],
		how->force || san_modes[mode].clang ? "1" : "", (how->cpu_ms + 999) / 1000,
		(how->wall_ms + 999) / 1000, setup);
	int rc = put(box, SAN_TOOLS_DIR "/setup", &text, err);
	for (int f = SAN_GCC; f <= SAN_CLANG && rc == 0; f++) {
		fl_buf_clear(&text);
		put_flags(&text, mode, (enum san_compiler)f);
		rc = put(box,
			f == SAN_GCC ? SAN_TOOLS_DIR "/family-gcc" : SAN_TOOLS_DIR "/family-clang",
			&text, err);
	}
	fl_buf_release(&text);
	if (rc == 0)
		rc = fl_box_put(box, SAN_TOOLS_DIR "/wrap", fl_slice_str(wrapper), 0644, err);
	if (rc == 0)
		rc = fl_box_put(box, SAN_TOOLS_DIR "/report.c", fl_slice_str(report), 0644, err);
	return rc;
}

int san_wrap_put(struct fl_box *box, const struct san_program *program, enum san_mode mode,
	const struct san_wrap *how, struct fl_arena *a, struct fl_error *err)
{
	const char *const argv[] = {"sh", SAN_TOOLS_DIR "/setup", NULL};
	struct fl_run_spec spec = {.argv = argv};
	struct fl_process_result result;
	struct fl_buf said;
	fl_buf_init(&said, SCRIPT_MAX * 2);
	int rc = put_texts(box, program, mode, how, err);
	if (rc == 0)
		rc = fl_box_run(box, &spec, NULL, &said, &result, err);
	if (rc == 0 && (result.end != FL_END_EXIT || result.exit_status))
		rc = fl_error_set(err, FL_EMISSING, "the compilers cannot be set up: %.*s",
			FL_ARG(fl_arena_slice(a, fl_slice_trim(fl_buf_view(&said)))));
	fl_buf_release(&said);
	return rc;
}
