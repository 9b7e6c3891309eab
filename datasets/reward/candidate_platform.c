/* The member `platform`: a header as records have it and platform-tag writes it. */
#include <string.h>
#include <sys/utsname.h>

#include "base/source_name.h"
#include "datasets/reward/candidate_priv.h"
#include "platform/context.h"

enum { CPU_INFO_MAX = 4 << 20, FLAG_MAX = 32 };

/* Instruction sets that /proc/cpuinfo calls otherwise than compilers do. */
static const struct {
	const char *flag, *seen;
} names[] = {{"sse3", "pni"}, {"bmi", "bmi1"}, {"lzcnt", "abm"}, {"pclmul", "pclmulqdq"},
	{"rdrnd", "rdrand"}, {"sha", "sha_ni"}, {"neon", "asimd"}, {"avx512vnni", "avx512_vnni"},
	{"avx512bitalg", "avx512_bitalg"}, {"avx512vbmi2", "avx512_vbmi2"},
	{"avx512vpopcntdq", "avx512_vpopcntdq"}, {"avx512bf16", "avx512_bf16"},
	{"avx512fp16", "avx512_fp16"}, {"avxvnni", "avx_vnni"}};

/* Does the kernel tell of the instruction set? The first processor's are those of all. */
static bool has_feature(struct fl_slice info, struct fl_slice feature)
{
	char word[FLAG_MAX + 3];
	struct fl_slice line, seen = feature;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (fl_slice_eqs(feature, names[i].flag))
			seen = fl_slice_str(names[i].seen);
	word[0] = word[seen.len + 1] = ' ';
	word[seen.len + 2] = '\0';
	for (size_t i = 0; i < seen.len; i++)
		word[1 + i] = (char)(strchr(".-", seen.ptr[i]) ? '_' : seen.ptr[i]);
	while (fl_slice_line(&info, &line))
		if (fl_slice_starts(line, "flags") || fl_slice_starts(line, "Features"))
			return fl_slice_find(line, word) >= 0 ||
			       fl_slice_ends_with(line, fl_slice(word, seen.len + 1));
	return false;
}

/* The instruction sets as flags: what this machine cannot run would get a crash's label. */
static int take_features(struct ds_reader *r, const struct fl_list *features)
{
	const struct fl_slice *f = features->items;
	struct fl_slice *flags = fl_arena_array(r->a, features->len + 1, sizeof(*flags));
	struct fl_buf info;
	int rc = flags ? 0 : fl_arena_error(r->a, "the flags", r->err);
	fl_buf_init(&info, CPU_INFO_MAX);
	rc = rc ? rc : fl_buf_read_file(&info, "/proc/cpuinfo", r->err);
	for (size_t i = 0; rc == 0 && i < features->len; i++) {
		if (f[i].len > FLAG_MAX || !has_feature(fl_buf_view(&info), f[i]))
			rc = BAD(r, "\"platform\": this machine has no \"%.*s\"", FL_ARG(f[i]));
		else
			flags[i] = fl_arena_printf(r->a, "-m%.*s", FL_ARG(f[i]));
	}
	fl_buf_release(&info);
	if (rc == 0)
		ds_candidate_add_flags(r, &(struct fl_list){.items = flags, .len = features->len});
	return rc;
}

/* Nothing that is said of another machine, or of a kernel, is run here. */
static int check_machine(struct ds_reader *r, const struct plat_context *p)
{
	struct utsname here;
	if (p->mode.len && !fl_slice_eqs(p->mode, "user"))
		return BAD(
			r, "\"platform\": nothing of mode \"%.*s\" is run here", FL_ARG(p->mode));
	if (p->os.len && !fl_slice_eqs(p->os, "linux"))
		return BAD(r, "\"platform\": nothing for \"%.*s\" is run here", FL_ARG(p->os));
	struct fl_slice arch = p->arch;
	ptrdiff_t dash = fl_slice_chr(p->platform, '-');
	if (!arch.len && dash > 0)
		arch = fl_slice_head(p->platform, (size_t)dash);
	if (!arch.len || uname(&here) || fl_slice_eqs(arch, here.machine))
		return 0;
	return BAD(r, "\"platform\": this machine is no \"%.*s\", for which nothing is run here",
		FL_ARG(arch));
}

static int take_standard(struct ds_reader *r, struct fl_slice std)
{
	bool cxx;
	if (!std.len || r->c->std.len)
		return 0;
	if (!fl_source_standard(std, &cxx))
		return BAD(r, "\"platform\": \"%.*s\" is no language standard", FL_ARG(std));
	r->c->std = std;
	if (!r->language_given && !r->c->files.len) { /* else their names say it */
		r->c->language = cxx ? SAN_CXX : SAN_C;
		r->language_given = true;
	}
	return 0;
}

/* Behind `language`, `std` and `flags`, which say more than it does. */
int ds_candidate_platform(struct ds_reader *r, const struct fl_json *v)
{
	struct plat_context p = {0};
	size_t len = 0;
	if (v->type != FL_JTEXT)
		return BAD(r, "\"platform\" has to be a text: the lines of a platform header");
	int rc = plat_header_read(v->text, r->a, &p, &len, r->err);
	if (rc == FL_EPARSE)
		fl_error_wrap(r->err, "\"platform\"");
	if (rc == 0 && fl_slice_trim(fl_slice_skip(v->text, len)).len)
		return BAD(r, "\"platform\" is no platform header: see docs/platform-tag.md");
	rc = rc ? rc : check_machine(r, &p);
	rc = rc ? rc : take_standard(r, p.standard);
	return rc ? rc : take_features(r, &p.features);
}
