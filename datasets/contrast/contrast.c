#include "datasets/contrast/contrast.h"

#include "base/embed.h"

/* A kernel has headers of its own, and no library behind it. */
#define KERNEL_HEADERS(X) X(errno) X(gfp) X(math64) X(mutex) X(printk) X(slab) X(string) X(types)

#define X(name) FL_EMBED(ds_contrast_linux_##name, FL_CONTRAST_DIR "/kernel/linux/" #name ".h");
KERNEL_HEADERS(X)
#undef X

static const struct ds_contrast_header linux_headers[] = {
#define X(name) \
	{"include/linux/" #name ".h", ds_contrast_linux_##name, ds_contrast_linux_##name##_end},
	KERNEL_HEADERS(X)
#undef X
		{NULL, NULL, NULL}};

static const char *const avx2[] = {"-mavx2", NULL};
static const char *const kernel[] = {
	"-D__KERNEL__", "-ffreestanding", "-nostdinc", "-mgeneral-regs-only", "-Iinclude", NULL};

const struct ds_contrast ds_contrasts[DS_CONTRASTS] = {
	{"standard", "C++17 and C++20", TG_CXX,
		{{.name = "cxx17", .std = "c++17", .on = TG_PLAIN},
			{.name = "cxx20", .std = "c++20", .on = TG_PLAIN}}},
	{"simd", "x86 with AVX2 and ARM with NEON", TG_C,
		{{.name = "x86", .std = "gnu17", .on = TG_PLAIN, .flags = avx2},
			{.name = "neon", .std = "gnu17", .on = TG_ON_AARCH64}}},
	{"mode", "user space and kernel", TG_C,
		{{.name = "user", .std = "gnu17", .on = TG_PLAIN},
			{.name = "kernel",
				.std = "gnu11",
				.on = TG_PLAIN,
				.flags = kernel,
				.headers = linux_headers}}},
	{"result", "std::optional of C++20 and std::expected of C++23", TG_CXX,
		{{.name = "optional", .std = "c++20", .on = TG_PLAIN},
			{.name = "expected", .std = "c++23", .on = TG_PLAIN}}},
};

int ds_contrast_find(struct fl_slice name)
{
	for (int i = 0; i < DS_CONTRASTS; i++)
		if (fl_slice_eqs(name, ds_contrasts[i].name))
			return i;
	return -1;
}

int ds_contrast_side_find(const struct ds_contrast *c, struct fl_slice name)
{
	for (int i = 0; i < 2; i++)
		if (fl_slice_eqs(name, c->sides[i].name))
			return i;
	return -1;
}

static struct fl_list flags_of(const struct ds_contrast_side *side, struct fl_arena *a)
{
	size_t n = 0;
	while (side->flags && side->flags[n])
		n++;
	struct fl_slice *flags = fl_arena_array(a, n, sizeof(*flags));
	for (size_t i = 0; flags && i < n; i++)
		flags[i] = fl_slice_str(side->flags[i]);
	return (struct fl_list){flags, flags ? n : 0};
}

/* The file, the task's headers, the side's. */
static struct fl_list files_of(const struct ds_contrast_side *side, const struct tg_file *file,
	const struct fl_list *headers, struct fl_arena *a)
{
	size_t own = 0, n = 0;
	while (side->headers && side->headers[own].path)
		own++;
	struct tg_file *files = fl_arena_array(a, 1 + headers->len + own, sizeof(*files));
	if (!files)
		return (struct fl_list){0};
	files[n++] = *file;
	for (size_t i = 0; i < headers->len; i++)
		files[n++] = ((const struct tg_file *)headers->items)[i];
	for (size_t i = 0; i < own; i++) {
		const struct ds_contrast_header *h = &side->headers[i];
		files[n++] = (struct tg_file){
			fl_slice_str(h->path), fl_slice(h->start, (size_t)(h->end - h->start))};
	}
	return (struct fl_list){files, n};
}

int ds_contrast_program(const struct ds_contrast *c, int side, int compiler,
	const struct tg_file *file, const struct fl_list *headers, struct fl_arena *a,
	struct tg_program *ret_program, struct fl_error *err)
{
	const struct ds_contrast_side *s = &c->sides[side];
	struct fl_slice *source = fl_arena_alloc(a, sizeof(*source));
	if (!source)
		return fl_arena_error(a, "a contrast", err);
	*source = file->path;
	const struct tg_program program = {.name = file->path,
		.language = (int)c->language,
		.compiler = compiler,
		.std = fl_slice_str(s->std),
		.files = files_of(s, file, headers, a),
		.sources = {source, 1},
		.mutate = {source, 1},
		.flags = flags_of(s, a)};
	int rc = fl_arena_error(a, "a contrast", err);
	rc = rc ? rc : tg_program_check(&program, err);
	if (rc == 0)
		*ret_program = program;
	return rc;
}
