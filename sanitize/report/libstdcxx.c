#include "sanitize/report/libstdcxx.h"

/* Namespaces of the libraries; nobody else may have names in all but the first. */
static const char *const namespaces[] = {"std::", "__gnu_cxx::", "__gnu_debug::",
	"__gnu_parallel::", "__gnu_pbds::", "__cxxabiv1::", "__pstl::"};

/*
 * libstdc++'s headers (of gcc 11 and 12) without ".h" and "stl_*", each between blanks; a program
 * may specialise templates of std in a file of its own, but not name it so by chance.
 */
static const char headers[] =
	" algorithmfwd align aligned_buffer alloc_traits allocated_ptr allocator atomic_base"
	" atomic_futex atomic_timed_wait atomic_wait auto_ptr basic_file basic_ios basic_string"
	" binders bitmap_allocator boost_concept_check c++allocator c++io c++locale char_traits"
	" charconv codecvt codecvt_specializations concept_check concurrence cow_string"
	" cpp_type_traits ctype_base ctype_inline enable_special_members enc_filebuf erase_if"
	" exception_ptr extptr_allocator forward_list fs_dir fs_fwd fs_ops fs_path functexcept"
	" functional_hash gslice gslice_array gthr-default gthr-posix gthr-single hash_bytes"
	" hash_fun hashtable hashtable_policy indirect_array invoke ios_base iterator_concepts"
	" lfts_config locale_classes locale_conv locale_facets locale_facets_nonio localefwd"
	" malloc_allocator mask_array max_size_type memoryfwd messages_members mofunc_impl move"
	" move_only_function mt_allocator nested_exception new_allocator node_handle"
	" numeric_traits opt_random ostream_insert parse_numbers pod_char_traits pool_allocator"
	" postypes predefined_ops ptr_traits quoted_string random range_access ranges_algo"
	" ranges_algobase ranges_base ranges_cmp ranges_uninitialized ranges_util"
	" rc_string_base refwrap regex regex_automaton regex_compiler regex_constants"
	" regex_error regex_executor regex_scanner ropeimpl semaphore_base shared_ptr"
	" shared_ptr_atomic shared_ptr_base slice_array specfun sso_string_base std_abs"
	" std_function std_mutex std_thread stdio_filebuf stdio_sync_filebuf stream_iterator"
	" streambuf_iterator string_conversions stringfwd this_thread_sleep throw_allocator"
	" time_members type_traits uniform_int_dist unique_lock unique_ptr unordered_map"
	" unordered_set uses_allocator uses_allocator_args valarray_after valarray_array"
	" valarray_before vstring vstring_util ";

static bool is_header(struct fl_slice name)
{
	if (fl_slice_chr(name, '.') < 0 || fl_slice_ends(name, ".tcc")) /* "vector", "list.tcc" */
		return true;
	if (!fl_slice_ends(name, ".h"))
		return false;
	name.len -= strlen(".h");
	if (fl_slice_starts(name, "stl_"))
		return true;
	for (struct fl_slice rest = FL_S(headers); rest.len && name.len;) {
		ptrdiff_t at = fl_slice_search(rest, name);
		size_t end = (size_t)at + name.len;
		if (at < 0)
			return false;
		if (at > 0 && rest.ptr[at - 1] == ' ' && end < rest.len && rest.ptr[end] == ' ')
			return true;
		rest = fl_slice_skip(rest, (size_t)at + 1);
	}
	return false;
}

/* From the qualified name on: "int* std::copy<int*>(int*)" without "int* ". */
static struct fl_slice without_return_type(struct fl_slice function)
{
	int depth = 0;
	size_t start = 0;
	for (size_t i = 0; i < function.len; i++) {
		char c = function.ptr[i];
		if (depth == 0 &&
			(c == '(' || fl_slice_starts(fl_slice_skip(function, i), "operator")))
			break;
		depth += c == '<' || c == '(' || c == '{';
		depth -= (c == '>' || c == ')' || c == '}') && depth > 0;
		if (depth == 0 && c == ' ')
			start = i + 1;
	}
	return fl_slice_skip(function, start);
}

static bool is_reserved(struct fl_slice name)
{
	char next = name.len > 1 ? name.ptr[1] : 0;
	return name.len && name.ptr[0] == '_' && (next == '_' || (next >= 'A' && next <= 'Z'));
}

/* Does a part of the name, but for inline namespaces, begin as only a library's names may? */
static bool has_reserved_part(struct fl_slice name)
{
	static const char *const versions[] = {"__1::", "__ndk1::", "__cxx11::", "__debug::"};
	int depth = 0;
	for (size_t i = 0; i < name.len; i++) {
		char c = name.ptr[i];
		if (depth == 0 && c == '(')
			return false;
		depth += c == '<' || c == '{';
		depth -= (c == '>' || c == '}') && depth > 0;
		struct fl_slice part = fl_slice_skip(name, i + 1);
		bool reserved = depth == 0 && c == ':' && is_reserved(part);
		for (size_t k = 0; k < sizeof(versions) / sizeof(*versions); k++)
			reserved = reserved && !fl_slice_starts(part, versions[k]);
		if (reserved)
			return true;
	}
	return false;
}

bool san_function_is_libstdcxx(struct fl_slice function, struct fl_slice name)
{
	struct fl_slice qualified = without_return_type(function);
	for (size_t i = 0; i < sizeof(namespaces) / sizeof(*namespaces); i++) {
		if (!fl_slice_starts(qualified, namespaces[i]))
			continue;
		return i > 0 || has_reserved_part(qualified) || is_header(name);
	}
	return false;
}
