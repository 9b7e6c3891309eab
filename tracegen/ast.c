#include "base/source_name.h"
#include "tracegen/ast_priv.h"
#include "tracegen/roundabout.h"
#include "tracegen/uses.h"

/* Paths as libclang sees them: the program's, below a directory that need not exist. */
#define PREFIX "/src/"

static void link_node(struct tg_node *parent, struct tg_node *n)
{
	n->parent = parent;
	n->prev = parent->last;
	if (parent->last)
		parent->last->next = n;
	else
		parent->first = n;
	parent->last = n;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data);

/* A cursor without text of its own: its children take its place. */
static bool is_implicit(CXCursor cursor)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	return kind == CXCursor_UnexposedExpr || kind == CXCursor_Namespace ||
	       kind == CXCursor_LinkageSpec;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct tg_ast *ast = data;
	size_t start, end;
	if (ast->failed)
		return CXChildVisit_Break;
	/* What the compiler makes of "= default;" is not in the text. */
	if (clang_getCursorKind(cursor) == CXCursor_CompoundStmt &&
		clang_CXXMethod_isDefaulted(parent))
		return CXChildVisit_Continue;
	if (!tg_ast_range(ast, clang_getCursorExtent(cursor), &start, &end) ||
		ast->level >= TG_LEVELS_MAX)
		return CXChildVisit_Continue;
	struct tg_node *above = ast->parent, *n = NULL;
	if (!is_implicit(cursor)) {
		n = fl_arena_alloc(ast->arena, sizeof(*n));
		if (!n || ++ast->nodes > TG_NODES_MAX) {
			ast->failed = n ? FL_ELIMIT : FL_ENOMEM;
			return CXChildVisit_Break;
		}
		n->start = start;
		n->end = end;
		link_node(above, n);
		tg_ast_read_cursor(ast, cursor, n);
		ast->parent = n;
	}
	ast->level++;
	clang_visitChildren(cursor, visit, ast);
	ast->level--;
	ast->parent = above;
	if (n)
		tg_node_roles(ast->unit->text, n);
	if (n && n->kind == TG_N_CALL)
		tg_ast_read_arguments(ast, cursor, n);
	return CXChildVisit_Continue;
}

static void on_inclusion(CXFile file, CXSourceLocation *stack, unsigned len, CXClientData data)
{
	struct tg_ast *ast = data;
	struct tg_ast_header *h = fl_vec_add(&ast->headers);
	if (!h)
		return;
	h->file = file;
	CXString name = clang_getFileName(file);
	h->own = strncmp(clang_getCString(name), PREFIX, sizeof(PREFIX) - 1) == 0;
	clang_disposeString(name);
	for (unsigned i = 0; i < len; i++) {
		CXFile from = NULL;
		unsigned offset = 0;
		clang_getExpansionLocation(stack[i], &from, NULL, NULL, &offset);
		if (tg_ast_same_file(from, ast->unit_file))
			h->line_offset = offset;
	}
}

static void add_macro(struct tg_ast *ast, size_t start, size_t end)
{
	size_t reach = end;
	if (ast->macros.len) {
		const struct tg_range *last = fl_vec_at(&ast->macros, ast->macros.len - 1);
		reach = last->reach > end ? last->reach : end;
	}
	struct tg_range *range = fl_vec_add(&ast->macros);
	if (range)
		*range = (struct tg_range){start, end, reach};
}

/* Preprocessing entities come as children of the translation unit, in order. */
static enum CXChildVisitResult visit_macros(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct tg_ast *ast = data;
	(void)parent;
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	size_t start, end;
	if ((kind != CXCursor_MacroExpansion && kind != CXCursor_InclusionDirective) ||
		!tg_ast_range(ast, clang_getCursorExtent(cursor), &start, &end))
		return CXChildVisit_Continue;
	if (kind == CXCursor_MacroExpansion) {
		struct tg_node use = {.kind = TG_N_REF};
		add_macro(ast, start, end);
		tg_ast_read_reference(ast, cursor, &use);
		return CXChildVisit_Continue;
	}
	struct tg_include *inc = fl_vec_add(&ast->includes);
	struct fl_slice line = fl_slice_skip(ast->unit->text, start);
	ptrdiff_t eol = fl_slice_chr(line, '\n');
	if (inc)
		*inc = (struct tg_include){.start = start,
			.end = eol < 0 ? ast->unit->text.len : start + (size_t)eol,
			.name = tg_ast_take(ast, clang_getCursorSpelling(cursor))};
	return CXChildVisit_Continue;
}

/* Did a source before this one, in the same language, read the file? */
static bool was_read(const struct tg_ast *ast)
{
	const struct tg_unit *units = ast->read->items;
	for (size_t i = 0; i < ast->read->len; i++)
		if (!units[i].again && units[i].program->language == ast->program->language &&
			fl_slice_eq(units[i].file, ast->unit->file))
			return true;
	return false;
}

static void on_unit_file(CXFile file, CXSourceLocation *stack, unsigned len, CXClientData data)
{
	struct tg_ast *ast = data;
	(void)stack;
	(void)len;
	ast->unit_read = ast->unit_read || tg_ast_same_file(file, ast->unit_file);
}

/* libclang knows each file that it was handed, also those that nothing includes. */
static bool is_read(struct tg_ast *ast)
{
	ast->unit_read = false;
	clang_getInclusions(ast->tu, on_unit_file, ast);
	return ast->unit_read;
}

static void skip_unit(struct tg_ast *ast)
{
	ast->unit->again = true;
	ast->unit->root = fl_arena_alloc(ast->arena, sizeof(*ast->unit->root));
	if (ast->unit->root)
		ast->unit->root->kind = TG_N_ROOT;
}

static void read_unit(struct tg_ast *ast)
{
	fl_vec_init(&ast->headers, sizeof(struct tg_ast_header), 1 << 16);
	fl_vec_init(&ast->macros, sizeof(struct tg_range), TG_NODES_MAX);
	fl_vec_init(&ast->includes, sizeof(struct tg_include), 1 << 16);
	ast->unit->lines = tg_line_table(ast->unit->text, ast->arena);
	clang_getInclusions(ast->tu, on_inclusion, ast);
	CXCursor top = clang_getTranslationUnitCursor(ast->tu);
	/* Inclusions first: a macro's use marks the line that brought it. */
	clang_visitChildren(top, visit_macros, ast);
	ast->unit->root = fl_arena_alloc(ast->arena, sizeof(*ast->unit->root));
	if (ast->unit->root) {
		ast->unit->root->kind = TG_N_ROOT;
		ast->unit->root->end = ast->unit->text.len;
		ast->parent = ast->unit->root;
		clang_visitChildren(top, visit, ast);
	}
	ast->unit->macros = fl_vec_freeze(&ast->macros, ast->arena);
	ast->unit->includes = fl_vec_freeze(&ast->includes, ast->arena);
	if (ast->unit->root) {
		ast->unit->decls = tg_decl_table(ast->unit->root, ast->arena);
		ast->unit->uses = tg_use_table(ast->unit->root, ast->arena);
	}
	fl_vec_release(&ast->headers);
	fl_vec_release(&ast->macros);
	fl_vec_release(&ast->includes);
}

/* Each source or header of the program that this translation unit read becomes a unit. */
static int read_units(struct tg_ast *ast, struct fl_list *ret_units, struct fl_error *err)
{
	const struct tg_program *p = ast->program;
	struct fl_vec units;
	fl_vec_init(&units, sizeof(struct tg_unit), TG_UNITS_MAX);
	for (size_t i = 0; i < p->files.len && !ast->failed; i++) {
		struct fl_slice path = tg_program_at(p, i)->path;
		bool fixed = !fl_texts_have(&p->mutate, path);
		if (fixed && !fl_source_name(path))
			continue;
		struct fl_slice name = fl_arena_printf(ast->arena, PREFIX "%.*s", FL_ARG(path));
		ast->unit_file = name.len ? clang_getFile(ast->tu, name.ptr) : NULL;
		if (!ast->unit_file || !is_read(ast))
			continue;
		ast->unit = fl_vec_add(&units);
		if (!ast->unit)
			break;
		*ast->unit = (struct tg_unit){.program = p,
			.file = path,
			.text = tg_program_at(p, i)->content,
			.fixed = fixed};
		if (was_read(ast))
			skip_unit(ast);
		else
			read_unit(ast);
	}
	int rc = units.failed ? units.failed : ast->failed;
	struct fl_list list = fl_vec_freeze(&units, ast->arena);
	fl_vec_release(&units);
	if (rc)
		return fl_error_set(err, (enum fl_code)rc, "the syntax tree is too large");
	rc = fl_arena_error(ast->arena, "the syntax tree", err);
	if (rc == 0)
		*ret_units = list;
	return rc;
}

/* The first error of the translation unit, as an error of ours. */
static int check_errors(struct tg_ast *ast, struct fl_error *err)
{
	unsigned count = clang_getNumDiagnostics(ast->tu);
	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diag = clang_getDiagnostic(ast->tu, i);
		bool bad = clang_getDiagnosticSeverity(diag) >= CXDiagnostic_Error;
		if (bad) {
			struct fl_slice text = tg_ast_take(ast, clang_getDiagnosticSpelling(diag));
			unsigned line = 0, col = 0;
			CXFile file = NULL;
			clang_getExpansionLocation(
				clang_getDiagnosticLocation(diag), &file, &line, &col, NULL);
			struct fl_slice name = tg_ast_take(ast, clang_getFileName(file));
			if (fl_slice_starts(name, PREFIX))
				name = fl_slice_skip(name, strlen(PREFIX));
			/* The place is in the text: the error crosses the wall of a box as such. */
			fl_error_set(err, FL_EPARSE, "%.*s:%u:%u: %.*s", FL_ARG(name), line, col,
				FL_ARG(text));
		}
		clang_disposeDiagnostic(diag);
		if (bad)
			return FL_EPARSE;
	}
	return 0;
}

/* A flag as libclang needs it; "" for those of code generation, which are gcc's or clang's own. */
static struct fl_slice for_reading(struct tg_ast *ast, struct fl_slice flag)
{
	static const char *const paths[] = {
		"-include", "-imacros", "-iquote", "-isystem", "-idirafter", "-I"};
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		struct fl_slice path = fl_slice_skip(flag, strlen(paths[i]));
		if (!fl_slice_starts(flag, paths[i]))
			continue;
		return fl_slice_starts(path, "/") ? flag
						  : fl_arena_printf(ast->arena, "%s" PREFIX "%.*s",
							    paths[i], FL_ARG(path));
	}
	/* what a kernel's code says to the assembler is of its machine */
	bool kept = fl_slice_starts(flag, "-D") || fl_slice_starts(flag, "-U") ||
		    fl_slice_starts(flag, "--target=") || fl_slice_eqs(flag, "-ffreestanding");
	return kept ? flag : fl_slice(NULL, 0);
}

/* The arguments of the parse: C is read as gcc 12 reads it, where some errors are warnings. */
static int arguments(struct tg_ast *ast, const char ***ret_argv)
{
	static const char *const always[] = {"-ferror-limit=1", "-Wno-everything",
		"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int",
		"-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types",
		"-I" PREFIX "."};
	const struct tg_program *p = ast->program;
	const size_t fixed = sizeof(always) / sizeof(always[0]);
	const char **argv = fl_arena_array(ast->arena, fixed + p->flags.len + 3, sizeof(*argv));
	if (!argv)
		return 0;
	int argc = 0;
	argv[argc++] = p->language == TG_CXX ? "-xc++" : "-xc";
	argv[argc++] = fl_arena_printf(ast->arena, "-std=%.*s", FL_ARG(p->std)).ptr;
	for (size_t i = 0; i < fixed; i++)
		argv[argc++] = always[i];
	for (size_t i = 0; i < p->flags.len; i++) {
		struct fl_slice flag = for_reading(ast, tg_text_at(&p->flags, i));
		if (flag.len)
			argv[argc++] = fl_arena_slice(ast->arena, flag).ptr;
	}
	*ret_argv = argv;
	return ast->arena->failed ? 0 : argc;
}

static int parse(struct tg_ast *ast, CXIndex index, struct fl_slice source, struct fl_error *err)
{
	const struct tg_program *p = ast->program;
	struct fl_list more;
	const char **argv = NULL;
	int rc = tg_roundabouts(p, ast->arena, &more, err);
	if (rc)
		return rc;
	size_t count = p->files.len + more.len;
	struct CXUnsavedFile *files = fl_arena_array(ast->arena, count, sizeof(*files));
	int argc = arguments(ast, &argv);
	struct fl_slice name = fl_arena_printf(ast->arena, PREFIX "%.*s", FL_ARG(source));
	if (!files || !argc || !name.len)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the syntax tree");
	for (size_t i = 0; i < count; i++) {
		const struct tg_file *f =
			i < p->files.len ? tg_program_at(p, i)
					 : (const struct tg_file *)more.items + (i - p->files.len);
		files[i] = (struct CXUnsavedFile){
			.Filename = fl_arena_printf(ast->arena, PREFIX "%.*s", FL_ARG(f->path)).ptr,
			.Contents = f->content.ptr ? f->content.ptr : "",
			.Length = f->content.len};
		if (!files[i].Filename)
			return fl_arena_error(ast->arena, "the file names", err);
	}
	enum CXErrorCode code = clang_parseTranslationUnit2(index, name.ptr, argv, argc, files,
		(unsigned)count, CXTranslationUnit_DetailedPreprocessingRecord, &ast->tu);
	if (code != CXError_Success)
		return fl_error_set(err, FL_EPARSE, "libclang cannot read %.*s (code %d)",
			FL_ARG(source), (int)code);
	return check_errors(ast, err);
}

int tg_ast_parse(const struct tg_program *program, struct fl_slice source,
	const struct fl_list *read, struct fl_arena *a, struct fl_list *ret_units,
	struct fl_error *err)
{
	struct tg_program *as_seen = fl_arena_alloc(a, sizeof(*as_seen));
	struct tg_ast ast = {.program = as_seen, .read = read, .arena = a};
	if (!as_seen)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the syntax tree");
	/* A C source of a program in C++ is read as C, by operators, too. */
	*as_seen = *program;
	as_seen->language = (int)tg_source_language(program, source);
	as_seen->std = tg_source_std(program, source);
	CXIndex index = clang_createIndex(0, 0);
	if (!index)
		return fl_error_set(err, FL_ENOMEM, "cannot start libclang");
	int rc = parse(&ast, index, source, err);
	if (rc == 0)
		rc = read_units(&ast, ret_units, err);
	if (ast.tu)
		clang_disposeTranslationUnit(ast.tu);
	clang_disposeIndex(index);
	return rc;
}
