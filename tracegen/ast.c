#include "tracegen/ast.h"

#include <clang-c/Index.h>

#include <stdio.h>
#include <stdlib.h>

#include "tracegen/node.h"

/* Paths as libclang sees them: the program's, below a directory that need not exist. */
#define PREFIX "/src/"

struct header {
	CXFile file;
	unsigned line_offset; /* of the #include in the unit's file by which it came in first */
	bool own; /* one of the program's files */
};

/* What one parse holds. Lives on the stack of tg_ast_parse(). */
struct ast {
	const struct tg_program *program;
	struct fl_arena *arena;
	CXTranslationUnit tu;
	struct tg_unit *unit; /* the one being filled */
	CXFile unit_file;
	struct tg_node *parent;
	unsigned level;
	size_t nodes;
	struct fl_vec headers, macros, includes;
	int failed;
};

struct kind_row {
	enum CXCursorKind cursor;
	enum tg_node_kind kind;
};

static const struct kind_row kinds[] = {
	{CXCursor_FunctionDecl, TG_N_FUNCTION},
	{CXCursor_CXXMethod, TG_N_FUNCTION},
	{CXCursor_Constructor, TG_N_FUNCTION},
	{CXCursor_Destructor, TG_N_FUNCTION},
	{CXCursor_ConversionFunction, TG_N_FUNCTION},
	{CXCursor_FunctionTemplate, TG_N_FUNCTION},
	{CXCursor_LambdaExpr, TG_N_LAMBDA},
	{CXCursor_VarDecl, TG_N_VAR},
	{CXCursor_ParmDecl, TG_N_PARAM},
	{CXCursor_FieldDecl, TG_N_FIELD},
	{CXCursor_StructDecl, TG_N_TYPE},
	{CXCursor_UnionDecl, TG_N_TYPE},
	{CXCursor_ClassDecl, TG_N_TYPE},
	{CXCursor_EnumDecl, TG_N_TYPE},
	{CXCursor_EnumConstantDecl, TG_N_CONSTANT},
	{CXCursor_ClassTemplate, TG_N_TYPE},
	{CXCursor_CompoundStmt, TG_N_COMPOUND},
	{CXCursor_DeclStmt, TG_N_DECL_STMT},
	{CXCursor_IfStmt, TG_N_IF},
	{CXCursor_ForStmt, TG_N_FOR},
	{CXCursor_CXXForRangeStmt, TG_N_RANGE_FOR},
	{CXCursor_WhileStmt, TG_N_WHILE},
	{CXCursor_DoStmt, TG_N_DO},
	{CXCursor_SwitchStmt, TG_N_SWITCH},
	{CXCursor_CaseStmt, TG_N_CASE},
	{CXCursor_DefaultStmt, TG_N_CASE},
	{CXCursor_LabelStmt, TG_N_LABEL},
	{CXCursor_BreakStmt, TG_N_JUMP},
	{CXCursor_ContinueStmt, TG_N_JUMP},
	{CXCursor_GotoStmt, TG_N_JUMP},
	{CXCursor_ReturnStmt, TG_N_RETURN},
	{CXCursor_BinaryOperator, TG_N_BINARY},
	{CXCursor_CompoundAssignOperator, TG_N_BINARY},
	{CXCursor_UnaryOperator, TG_N_UNARY},
	{CXCursor_ConditionalOperator, TG_N_CONDITIONAL},
	{CXCursor_CallExpr, TG_N_CALL},
	{CXCursor_ArraySubscriptExpr, TG_N_INDEX},
	{CXCursor_DeclRefExpr, TG_N_REF},
	{CXCursor_MemberRefExpr, TG_N_MEMBER},
	{CXCursor_ParenExpr, TG_N_PAREN},
	{CXCursor_CStyleCastExpr, TG_N_CAST},
	{CXCursor_CXXStaticCastExpr, TG_N_CAST},
	{CXCursor_CXXReinterpretCastExpr, TG_N_CAST},
	{CXCursor_CXXFunctionalCastExpr, TG_N_CAST},
	{CXCursor_IntegerLiteral, TG_N_INT},
	{CXCursor_FloatingLiteral, TG_N_FLOAT},
	{CXCursor_StringLiteral, TG_N_STRING},
	{CXCursor_CharacterLiteral, TG_N_CHAR},
	{CXCursor_CXXNullPtrLiteralExpr, TG_N_NULLPTR},
	{CXCursor_GNUNullExpr, TG_N_NULLPTR},
	{CXCursor_CXXNewExpr, TG_N_NEW},
	{CXCursor_CXXDeleteExpr, TG_N_DELETE},
	{CXCursor_UnaryExpr, TG_N_CONSTANT},
	{CXCursor_StaticAssert, TG_N_CONSTANT},
	{CXCursor_CXXTypeidExpr, TG_N_CONSTANT},
	{CXCursor_SizeOfPackExpr, TG_N_CONSTANT},
	{CXCursor_ConceptDecl, TG_N_CONSTANT},
	{CXCursor_RequiresExpr, TG_N_CONSTANT},
};

static enum tg_node_kind node_kind(enum CXCursorKind cursor)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (kinds[i].cursor == cursor)
			return kinds[i].kind;
	}
	return TG_N_OTHER;
}

static enum tg_op_kind binary_kind(enum CXBinaryOperatorKind kind)
{
	static const unsigned char table[CXBinaryOperator_Comma + 1] = {
		[CXBinaryOperator_LT] = TG_O_LT,
		[CXBinaryOperator_GT] = TG_O_GT,
		[CXBinaryOperator_LE] = TG_O_LE,
		[CXBinaryOperator_GE] = TG_O_GE,
		[CXBinaryOperator_EQ] = TG_O_EQ,
		[CXBinaryOperator_NE] = TG_O_NE,
		[CXBinaryOperator_Add] = TG_O_ADD,
		[CXBinaryOperator_Sub] = TG_O_SUB,
		[CXBinaryOperator_Mul] = TG_O_MUL,
		[CXBinaryOperator_Div] = TG_O_DIV,
		[CXBinaryOperator_Rem] = TG_O_REM,
		[CXBinaryOperator_AddAssign] = TG_O_ADD_SET,
		[CXBinaryOperator_SubAssign] = TG_O_SUB_SET,
		[CXBinaryOperator_MulAssign] = TG_O_MUL_SET,
		[CXBinaryOperator_DivAssign] = TG_O_DIV_SET,
		[CXBinaryOperator_RemAssign] = TG_O_REM_SET,
		[CXBinaryOperator_Assign] = TG_O_SET,
		[CXBinaryOperator_LAnd] = TG_O_AND,
		[CXBinaryOperator_LOr] = TG_O_OR,
	};
	if ((size_t)kind >= sizeof(table) || table[kind] == TG_O_NONE)
		return TG_O_OTHER;
	return table[kind];
}

static enum tg_op_kind unary_kind(enum CXUnaryOperatorKind kind)
{
	switch (kind) {
	case CXUnaryOperator_LNot: return TG_O_NOT;
	case CXUnaryOperator_Deref: return TG_O_DEREF;
	case CXUnaryOperator_AddrOf: return TG_O_ADDRESS;
	case CXUnaryOperator_PreInc:
	case CXUnaryOperator_PostInc: return TG_O_INC;
	case CXUnaryOperator_PreDec:
	case CXUnaryOperator_PostDec: return TG_O_DEC;
	default: return TG_O_OTHER;
	}
}

/* A libclang string as a slice of the arena. */
static struct fl_slice take(struct ast *ast, CXString string)
{
	struct fl_slice s = fl_arena_slice(ast->arena, fl_slice_str(clang_getCString(string)));
	clang_disposeString(string);
	return s;
}

static enum tg_type_class type_class(CXType type)
{
	enum CXTypeKind kind = type.kind;
	if (kind == CXType_Void)
		return TG_T_VOID;
	if (kind >= CXType_Bool && kind <= CXType_Int128)
		return TG_T_INT;
	if (kind == CXType_Float || kind == CXType_Double || kind == CXType_LongDouble)
		return TG_T_FLOAT;
	switch (kind) {
	case CXType_Enum: return TG_T_ENUM;
	case CXType_Pointer: return TG_T_POINTER;
	case CXType_Record: return TG_T_RECORD;
	case CXType_ConstantArray:
	case CXType_IncompleteArray:
	case CXType_VariableArray: return TG_T_ARRAY;
	default: return TG_T_OTHER;
	}
}

static struct tg_type read_type(struct ast *ast, CXType type)
{
	struct tg_type t = {.is_auto = type.kind == CXType_Auto};
	t.text = take(ast, clang_getTypeSpelling(type));
	type = clang_getCanonicalType(type);
	if (type.kind == CXType_LValueReference || type.kind == CXType_RValueReference) {
		t.is_ref = true;
		type = clang_getCanonicalType(clang_getPointeeType(type));
	}
	t.is_const = clang_isConstQualifiedType(type) != 0;
	t.cls = type_class(type);
	if (t.cls == TG_T_POINTER)
		t.pointee = type_class(clang_getCanonicalType(clang_getPointeeType(type)));
	else if (t.cls == TG_T_ARRAY)
		t.pointee = type_class(clang_getCanonicalType(clang_getArrayElementType(type)));
	t.is_smart = fl_slice_find(t.text, "unique_ptr<") >= 0 ||
		     fl_slice_find(t.text, "shared_ptr<") >= 0;
	return t;
}

static bool same_file(CXFile a, CXFile b)
{
	return a && b && clang_File_isEqual(a, b);
}

static struct header *header_of(struct ast *ast, CXFile file)
{
	for (size_t i = 0; i < ast->headers.len; i++) {
		struct header *h = fl_vec_at(&ast->headers, i);
		if (same_file(h->file, file))
			return h;
	}
	return NULL;
}

/* The #include by which the header of a referred declaration came in has a use. */
static void mark_include(struct ast *ast, const struct header *header)
{
	for (size_t i = 0; i < ast->includes.len; i++) {
		struct tg_include *inc = fl_vec_at(&ast->includes, i);
		if (header->line_offset >= inc->start && header->line_offset < inc->end)
			inc->used = true;
	}
}

/* The place of a declaration as one number; the same for each mention of it. */
static uint64_t decl_id(struct ast *ast, CXCursor decl, struct tg_node *n)
{
	CXFile file = NULL;
	unsigned line = 0, offset = 0;
	decl = clang_getCanonicalCursor(decl);
	clang_getExpansionLocation(clang_getCursorLocation(decl), &file, &line, NULL, &offset);
	if (!file)
		return 0;
	const struct header *header = header_of(ast, file);
	if (same_file(file, ast->unit_file)) {
		n->flags |= TG_F_IN_PROGRAM;
		n->decl_line = line;
	} else if (header) {
		n->flags |= header->own ? TG_F_IN_PROGRAM : 0;
		mark_include(ast, header);
	}
	CXString name = clang_getFileName(file);
	uint64_t id = tg_place_id(fl_slice_str(clang_getCString(name)), offset);
	clang_disposeString(name);
	return id;
}

/* The range of a cursor in the unit's file; false when it stands elsewhere. */
static bool read_range(struct ast *ast, CXSourceRange extent, size_t *ret_start, size_t *ret_end)
{
	CXFile from = NULL, to = NULL;
	unsigned start = 0, end = 0;
	clang_getExpansionLocation(clang_getRangeStart(extent), &from, NULL, NULL, &start);
	clang_getExpansionLocation(clang_getRangeEnd(extent), &to, NULL, NULL, &end);
	if (!same_file(from, ast->unit_file) || !same_file(to, ast->unit_file) || end < start ||
		end > ast->unit->text.len)
		return false;
	*ret_start = start;
	*ret_end = end;
	return true;
}

/* Whether a node that spans [start, end) comes from within a macro's expansion. */
static bool inside_macro(const struct ast *ast, size_t start, size_t end)
{
	for (size_t i = 0; i < ast->macros.len; i++) {
		const struct tg_range *m = fl_vec_at(&ast->macros, i);
		if (m->start > end)
			break;
		bool covers = m->start <= start && end <= m->end;
		bool crosses =
			(m->start < start && start < m->end) || (m->start < end && end < m->end);
		if (covers || crosses)
			return true;
	}
	return false;
}

static bool is_constexpr(const struct ast *ast, const struct tg_node *n)
{
	struct fl_slice head = fl_slice(ast->unit->text.ptr + n->start, n->name_at - n->start);
	return fl_slice_find(head, "constexpr") >= 0 || fl_slice_find(head, "consteval") >= 0;
}

static void read_declaration(struct ast *ast, CXCursor cursor, struct tg_node *n)
{
	unsigned at = 0;
	clang_getExpansionLocation(clang_getCursorLocation(cursor), NULL, NULL, NULL, &at);
	n->name_at = at < n->start || at > n->end ? n->start : at;
	n->decl = decl_id(ast, cursor, n);
	enum CX_StorageClass storage = clang_Cursor_getStorageClass(cursor);
	if (storage == CX_SC_Static || storage == CX_SC_Extern)
		n->flags |= TG_F_STATIC;
	if (clang_isCursorDefinition(cursor))
		n->flags |= TG_F_DEFINITION;
	if (!clang_equalCursors(cursor, clang_getCanonicalCursor(cursor)))
		n->flags |= TG_F_REDECLARED;
	if (clang_getCursorKind(cursor) == CXCursor_FunctionTemplate ||
		clang_getCursorKind(clang_getCursorSemanticParent(cursor)) ==
			CXCursor_ClassTemplate)
		n->flags |= TG_F_TEMPLATE;
	if (is_constexpr(ast, n))
		n->flags |= TG_F_CONSTEXPR;
	if (n->kind == TG_N_VAR && tg_node_function(n) != NULL)
		n->flags |= TG_F_LOCAL;
}

static void read_reference(struct ast *ast, CXCursor cursor, struct tg_node *n)
{
	CXCursor decl = clang_getCursorReferenced(cursor);
	if (!clang_Cursor_isNull(decl))
		n->decl = decl_id(ast, decl, n);
	unsigned at = 0;
	clang_getExpansionLocation(clang_getCursorLocation(cursor), NULL, NULL, NULL, &at);
	n->name_at = at;
	if (n->kind == TG_N_MEMBER && at >= 2 && at <= ast->unit->text.len)
		n->flags |= memcmp(ast->unit->text.ptr + at - 2, "->", 2) == 0 ? TG_F_ARROW : 0;
}

/* Give the children that are arguments their role and the type of their parameter. */
static void read_arguments(struct ast *ast, CXCursor cursor, struct tg_node *call)
{
	int count = clang_Cursor_getNumArguments(cursor);
	CXType callee = clang_getCursorType(clang_getCursorReferenced(cursor));
	int params = clang_getNumArgTypes(callee);
	for (int i = 0; i < count && i < 64; i++) {
		size_t start, end;
		CXSourceRange extent =
			clang_getCursorExtent(clang_Cursor_getArgument(cursor, (unsigned)i));
		if (!read_range(ast, extent, &start, &end))
			continue;
		for (struct tg_node *c = call->first; c; c = c->next) {
			if (c->start != start || c->end != end || c->role == TG_R_ARG)
				continue;
			c->role = TG_R_ARG;
			c->arg = (unsigned)i;
			struct tg_type *type =
				i < params ? fl_arena_alloc(ast->arena, sizeof(*type)) : NULL;
			if (type)
				*type = read_type(ast, clang_getArgType(callee, (unsigned)i));
			c->param = type;
			break;
		}
	}
}

static void read_cursor(struct ast *ast, CXCursor cursor, struct tg_node *n)
{
	n->kind = node_kind(clang_getCursorKind(cursor));
	n->in_macro = inside_macro(ast, n->start, n->end);
	n->name = take(ast, clang_getCursorSpelling(cursor));
	if (n->kind == TG_N_BINARY)
		n->op = binary_kind(clang_getCursorBinaryOperatorKind(cursor));
	else if (n->kind == TG_N_UNARY)
		n->op = unary_kind(clang_getCursorUnaryOperatorKind(cursor));
	if (clang_isDeclaration(clang_getCursorKind(cursor)))
		read_declaration(ast, cursor, n);
	else if (n->kind == TG_N_REF || n->kind == TG_N_MEMBER || n->kind == TG_N_CALL)
		read_reference(ast, cursor, n);
	else if (clang_isReference(clang_getCursorKind(cursor)))
		read_reference(ast, cursor, n); /* for the use of its header */
	if (n->kind >= TG_N_VAR)
		n->type = read_type(ast, clang_getCursorType(cursor));
}

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
	struct ast *ast = data;
	(void)parent;
	size_t start, end;
	if (ast->failed)
		return CXChildVisit_Break;
	if (!read_range(ast, clang_getCursorExtent(cursor), &start, &end) ||
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
		read_cursor(ast, cursor, n);
		ast->parent = n;
	}
	ast->level++;
	clang_visitChildren(cursor, visit, ast);
	ast->level--;
	ast->parent = above;
	if (n)
		tg_node_roles(ast->unit->text, n);
	if (n && n->kind == TG_N_CALL)
		read_arguments(ast, cursor, n);
	return CXChildVisit_Continue;
}

static void on_inclusion(CXFile file, CXSourceLocation *stack, unsigned len, CXClientData data)
{
	struct ast *ast = data;
	struct header *h = fl_vec_add(&ast->headers);
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
		if (same_file(from, ast->unit_file))
			h->line_offset = offset;
	}
}

/* Preprocessing entities come as children of the translation unit, in order. */
static enum CXChildVisitResult visit_macros(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct ast *ast = data;
	(void)parent;
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	size_t start, end;
	if ((kind != CXCursor_MacroExpansion && kind != CXCursor_InclusionDirective) ||
		!read_range(ast, clang_getCursorExtent(cursor), &start, &end))
		return CXChildVisit_Continue;
	if (kind == CXCursor_MacroExpansion) {
		struct tg_range *range = fl_vec_add(&ast->macros);
		struct tg_node use = {.kind = TG_N_REF};
		if (range)
			*range = (struct tg_range){start, end};
		read_reference(ast, cursor, &use);
		return CXChildVisit_Continue;
	}
	struct tg_include *inc = fl_vec_add(&ast->includes);
	struct fl_slice line = fl_slice_skip(ast->unit->text, start);
	ptrdiff_t eol = fl_slice_chr(line, '\n');
	if (inc)
		*inc = (struct tg_include){.start = start,
			.end = eol < 0 ? ast->unit->text.len : start + (size_t)eol,
			.name = take(ast, clang_getCursorSpelling(cursor))};
	return CXChildVisit_Continue;
}

static struct fl_list line_table(struct ast *ast)
{
	struct fl_vec lines;
	fl_vec_init(&lines, sizeof(size_t), TG_BYTES_MAX);
	struct fl_slice text = ast->unit->text;
	for (size_t i = 0; i <= text.len; i++) {
		if (i > 0 && text.ptr[i - 1] != '\n')
			continue;
		size_t *at = fl_vec_add(&lines);
		if (at)
			*at = i;
	}
	ast->failed = lines.failed ? lines.failed : ast->failed;
	struct fl_list list = fl_vec_freeze(&lines, ast->arena);
	fl_vec_release(&lines);
	return list;
}

static void read_unit(struct ast *ast)
{
	fl_vec_init(&ast->headers, sizeof(struct header), 1 << 16);
	fl_vec_init(&ast->macros, sizeof(struct tg_range), TG_NODES_MAX);
	fl_vec_init(&ast->includes, sizeof(struct tg_include), 1 << 16);
	ast->unit->lines = line_table(ast);
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
	fl_vec_release(&ast->headers);
	fl_vec_release(&ast->macros);
	fl_vec_release(&ast->includes);
}

/* Each mutable file that this translation unit read becomes a unit. */
static int read_units(struct ast *ast, struct fl_list *ret_units, struct fl_error *err)
{
	const struct tg_program *p = ast->program;
	struct fl_vec units;
	fl_vec_init(&units, sizeof(struct tg_unit), TG_UNITS_MAX);
	for (size_t i = 0; i < p->mutate.len && !ast->failed; i++) {
		struct fl_slice path = tg_text_at(&p->mutate, i);
		struct fl_slice name = fl_arena_printf(ast->arena, PREFIX "%.*s", FL_ARG(path));
		ast->unit_file = name.len ? clang_getFile(ast->tu, name.ptr) : NULL;
		if (!ast->unit_file)
			continue;
		ast->unit = fl_vec_add(&units);
		if (!ast->unit)
			break;
		*ast->unit = (struct tg_unit){
			.program = p, .file = path, .text = tg_program_file(p, path)->content};
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
static int check_errors(struct ast *ast, struct fl_error *err)
{
	unsigned count = clang_getNumDiagnostics(ast->tu);
	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diag = clang_getDiagnostic(ast->tu, i);
		bool bad = clang_getDiagnosticSeverity(diag) >= CXDiagnostic_Error;
		if (bad) {
			struct fl_slice text = take(ast, clang_getDiagnosticSpelling(diag));
			unsigned line = 0, col = 0;
			clang_getExpansionLocation(
				clang_getDiagnosticLocation(diag), NULL, &line, &col, NULL);
			fl_error_at(err, FL_EPARSE, line, col, 0, "%.*s", FL_ARG(text));
		}
		clang_disposeDiagnostic(diag);
		if (bad)
			return FL_EPARSE;
	}
	return 0;
}

/* The arguments of the parse: C is read as gcc 12 reads it, where some errors are warnings. */
static int arguments(struct ast *ast, const char ***ret_argv)
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
		struct fl_slice flag = tg_text_at(&p->flags, i);
		if (fl_slice_starts(flag, "-I") && !fl_slice_starts(flag, "-I/"))
			flag = fl_arena_printf(
				ast->arena, "-I" PREFIX "%.*s", FL_ARG(fl_slice_skip(flag, 2)));
		else if (!fl_slice_starts(flag, "-D") && !fl_slice_starts(flag, "-U") &&
			 !fl_slice_starts(flag, "-I"))
			continue; /* flags of code generation are gcc's or clang's own */
		argv[argc++] = fl_arena_slice(ast->arena, flag).ptr;
	}
	*ret_argv = argv;
	return ast->arena->failed ? 0 : argc;
}

static int parse(struct ast *ast, CXIndex index, struct fl_slice source, struct fl_error *err)
{
	const struct tg_program *p = ast->program;
	struct CXUnsavedFile *files = fl_arena_array(ast->arena, p->files.len, sizeof(*files));
	const char **argv = NULL;
	int argc = arguments(ast, &argv);
	struct fl_slice name = fl_arena_printf(ast->arena, PREFIX "%.*s", FL_ARG(source));
	if (!files || !argc || !name.len)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the syntax tree");
	for (size_t i = 0; i < p->files.len; i++) {
		const struct tg_file *f = tg_program_at(p, i);
		files[i] = (struct CXUnsavedFile){
			.Filename = fl_arena_printf(ast->arena, PREFIX "%.*s", FL_ARG(f->path)).ptr,
			.Contents = f->content.ptr ? f->content.ptr : "",
			.Length = f->content.len};
		if (!files[i].Filename)
			return fl_arena_error(ast->arena, "the file names", err);
	}
	enum CXErrorCode code = clang_parseTranslationUnit2(index, name.ptr, argv, argc, files,
		(unsigned)p->files.len, CXTranslationUnit_DetailedPreprocessingRecord, &ast->tu);
	if (code != CXError_Success)
		return fl_error_set(err, FL_EPARSE, "libclang cannot read %.*s (code %d)",
			FL_ARG(source), (int)code);
	return check_errors(ast, err);
}

int tg_ast_parse(const struct tg_program *program, struct fl_slice source, struct fl_arena *a,
	struct fl_list *ret_units, struct fl_error *err)
{
	struct ast ast = {.program = program, .arena = a};
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
