#include "tracegen/ast_priv.h"

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

struct fl_slice tg_ast_take(struct tg_ast *ast, CXString string)
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

static struct tg_type read_type(struct tg_ast *ast, CXType type)
{
	struct tg_type t = {.is_auto = type.kind == CXType_Auto};
	t.text = tg_ast_take(ast, clang_getTypeSpelling(type));
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

/* The next character of a path in which "/./" is "/". */
static char path_next(const char **path)
{
	const char *p = *path;
	while (p[0] == '/' && p[1] == '.' && p[2] == '/')
		p += 2;
	*path = p + (*p != '\0');
	return *p;
}

/* Files in memory have no inode, which clang_File_isEqual() goes by: it takes all for one. */
bool tg_ast_same_file(CXFile a, CXFile b)
{
	if (a == b || !a || !b)
		return a == b && a;
	CXString x = clang_getFileName(a), y = clang_getFileName(b);
	const char *p = clang_getCString(x), *q = clang_getCString(y);
	char c = '\0', d = '\1';
	while (p && q && (c = path_next(&p)) == (d = path_next(&q)) && c)
		;
	clang_disposeString(x);
	clang_disposeString(y);
	return c == d;
}

static struct tg_ast_header *header_of(struct tg_ast *ast, CXFile file)
{
	for (size_t i = 0; i < ast->headers.len; i++) {
		struct tg_ast_header *h = fl_vec_at(&ast->headers, i);
		if (tg_ast_same_file(h->file, file))
			return h;
	}
	return NULL;
}

/* The #include by which the header of a referred declaration came in has a use. */
static void mark_include(struct tg_ast *ast, const struct tg_ast_header *header)
{
	for (size_t i = 0; i < ast->includes.len; i++) {
		struct tg_include *inc = fl_vec_at(&ast->includes, i);
		if (header->line_offset >= inc->start && header->line_offset < inc->end)
			inc->used = true;
	}
}

/* The place of a declaration as one number; the same for each mention of it. */
static uint64_t decl_id(struct tg_ast *ast, CXCursor decl, struct tg_node *n)
{
	CXFile file = NULL;
	unsigned line = 0, offset = 0;
	decl = clang_getCanonicalCursor(decl);
	clang_getExpansionLocation(clang_getCursorLocation(decl), &file, &line, NULL, &offset);
	if (!file)
		return 0;
	const struct tg_ast_header *header = header_of(ast, file);
	if (tg_ast_same_file(file, ast->unit_file)) {
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

bool tg_ast_range(struct tg_ast *ast, CXSourceRange extent, size_t *ret_start, size_t *ret_end)
{
	CXFile from = NULL, to = NULL;
	unsigned start = 0, end = 0;
	clang_getExpansionLocation(clang_getRangeStart(extent), &from, NULL, NULL, &start);
	clang_getExpansionLocation(clang_getRangeEnd(extent), &to, NULL, NULL, &end);
	if (!tg_ast_same_file(from, ast->unit_file) || !tg_ast_same_file(to, ast->unit_file) ||
		end < start || end > ast->unit->text.len)
		return false;
	*ret_start = start;
	*ret_end = end;
	return true;
}

/* The count of macro expansions that start at or before the offset. */
static size_t macros_until(const struct tg_ast *ast, size_t offset)
{
	size_t low = 0, high = ast->macros.len;
	while (low < high) {
		size_t mid = low + (high - low) / 2;
		const struct tg_range *m = fl_vec_at(&ast->macros, mid);
		if (m->start <= offset)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Whether a node that spans [start, end) comes from within a macro's expansion. */
static bool inside_macro(const struct tg_ast *ast, size_t start, size_t end)
{
	for (size_t i = macros_until(ast, end); i-- > 0;) {
		const struct tg_range *m = fl_vec_at(&ast->macros, i);
		if (m->reach <= start)
			break;
		bool covers = m->start <= start && end <= m->end;
		bool crosses =
			(m->start < start && start < m->end) || (m->start < end && end < m->end);
		if (covers || crosses)
			return true;
	}
	return false;
}

static bool is_constexpr(const struct tg_ast *ast, const struct tg_node *n)
{
	struct fl_slice head = fl_slice(ast->unit->text.ptr + n->start, n->name_at - n->start);
	return fl_slice_find(head, "constexpr") >= 0 || fl_slice_find(head, "consteval") >= 0;
}

static void read_declaration(struct tg_ast *ast, CXCursor cursor, struct tg_node *n)
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

void tg_ast_read_reference(struct tg_ast *ast, CXCursor cursor, struct tg_node *n)
{
	CXCursor decl = clang_getCursorReferenced(cursor);
	if (!clang_Cursor_isNull(decl))
		n->decl = decl_id(ast, decl, n);
	if (clang_getCursorKind(decl) == CXCursor_EnumConstantDecl)
		n->flags |= TG_F_ENUMERATOR;
	unsigned at = 0;
	clang_getExpansionLocation(clang_getCursorLocation(cursor), NULL, NULL, NULL, &at);
	n->name_at = at;
	if (n->kind == TG_N_MEMBER && at >= 2 && at <= ast->unit->text.len)
		n->flags |= memcmp(ast->unit->text.ptr + at - 2, "->", 2) == 0 ? TG_F_ARROW : 0;
}

void tg_ast_read_arguments(struct tg_ast *ast, CXCursor cursor, struct tg_node *call)
{
	int count = clang_Cursor_getNumArguments(cursor);
	CXType callee = clang_getCursorType(clang_getCursorReferenced(cursor));
	int params = clang_getNumArgTypes(callee);
	for (int i = 0; i < count && i < 64; i++) {
		size_t start, end;
		CXSourceRange extent =
			clang_getCursorExtent(clang_Cursor_getArgument(cursor, (unsigned)i));
		if (!tg_ast_range(ast, extent, &start, &end))
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

void tg_ast_read_cursor(struct tg_ast *ast, CXCursor cursor, struct tg_node *n)
{
	n->kind = node_kind(clang_getCursorKind(cursor));
	n->in_macro = inside_macro(ast, n->start, n->end);
	n->name = tg_ast_take(ast, clang_getCursorSpelling(cursor));
	if (n->kind == TG_N_BINARY)
		n->op = binary_kind(clang_getCursorBinaryOperatorKind(cursor));
	else if (n->kind == TG_N_UNARY)
		n->op = unary_kind(clang_getCursorUnaryOperatorKind(cursor));
	if (clang_isDeclaration(clang_getCursorKind(cursor)))
		read_declaration(ast, cursor, n);
	else if (n->kind == TG_N_REF || n->kind == TG_N_MEMBER || n->kind == TG_N_CALL)
		tg_ast_read_reference(ast, cursor, n);
	else if (clang_isReference(clang_getCursorKind(cursor)))
		tg_ast_read_reference(ast, cursor, n); /* for the use of its header */
	if (n->kind >= TG_N_VAR || n->kind == TG_N_FUNCTION)
		n->type = read_type(ast, clang_getCursorType(cursor));
}
