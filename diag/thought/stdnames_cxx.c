/*
 * Names of the C++ standard library (ISO C++ 98 to 23), by header and by the standard that brought
 * them; tests/nightly/std_names.sh compiles each. The gcc column is from the status tables of the
 * libstdc++ manual. Names of <c…> headers that C has too are in stdnames_c.c.
 */
#include "diag/thought/stdnames_impl.h"

const struct diag_std_group diag_std_cxx[] = {
	{"algorithm", 98, 0, NULL,
		"for_each find find_if find_end find_first_of adjacent_find count count_if "
		"mismatch "
		"equal search search_n copy copy_backward swap_ranges iter_swap transform replace "
		"replace_if replace_copy replace_copy_if fill fill_n generate generate_n remove_if "
		"remove_copy remove_copy_if unique unique_copy reverse reverse_copy rotate "
		"rotate_copy partition stable_partition sort stable_sort partial_sort "
		"partial_sort_copy nth_element lower_bound upper_bound equal_range binary_search "
		"merge inplace_merge includes set_union set_intersection set_difference "
		"set_symmetric_difference push_heap pop_heap make_heap sort_heap min max "
		"min_element max_element lexicographical_compare next_permutation "
		"prev_permutation"},
	{"algorithm", 11, 0, NULL,
		"all_of any_of none_of find_if_not copy_if copy_n move_backward shuffle "
		"is_partitioned partition_copy partition_point is_sorted is_sorted_until is_heap "
		"is_heap_until minmax minmax_element is_permutation"},
	{"algorithm", 17, 0, NULL, "sample for_each_n"},
	{"algorithm", 17, 0, "std::min and std::max", "clamp"},
	{"algorithm", 20, 0, "the algorithm of the same name over two iterators",
		"ranges::sort ranges::stable_sort ranges::find ranges::find_if ranges::for_each "
		"ranges::copy ranges::copy_if ranges::transform ranges::count ranges::count_if "
		"ranges::any_of ranges::all_of ranges::none_of ranges::max ranges::min "
		"ranges::minmax ranges::max_element ranges::min_element ranges::reverse "
		"ranges::unique ranges::binary_search ranges::lower_bound ranges::upper_bound "
		"ranges::equal ranges::fill ranges::remove_if ranges::is_sorted ranges::partition "
		"ranges::rotate ranges::shuffle ranges::merge ranges::generate ranges::replace"},
	{"algorithm", 20, 0, NULL, "shift_left shift_right lexicographical_compare_three_way"},
	{"algorithm", 23, 13, "std::ranges::find",
		"ranges::contains ranges::contains_subrange ranges::find_last"},
	{"algorithm", 23, 13, "std::accumulate", "ranges::fold_left ranges::fold_right"},
	{"any", 17, 0, NULL, "any any_cast make_any bad_any_cast"},
	{"array", 11, 0, NULL, "array"},
	{"array", 20, 0, NULL, "to_array"},
	{"atomic", 11, 0, NULL,
		"atomic atomic_flag memory_order memory_order_relaxed memory_order_acquire "
		"memory_order_release memory_order_acq_rel memory_order_seq_cst "
		"atomic_thread_fence atomic_signal_fence atomic_load atomic_store atomic_exchange "
		"atomic_fetch_add atomic_fetch_sub atomic_bool atomic_int atomic_uint atomic_long"},
	{"atomic", 20, 0, "std::atomic", "atomic_ref"},
	{"barrier", 20, 0, "std::condition_variable", "barrier"},
	{"bit", 20, 0, "std::memcpy", "bit_cast"},
	{"bit", 20, 0, NULL,
		"bit_ceil bit_floor bit_width has_single_bit countl_zero countl_one countr_zero "
		"countr_one popcount rotl rotr endian"},
	{"bit", 23, 0, NULL, "byteswap"},
	{"bitset", 98, 0, NULL, "bitset"},
	{"charconv", 17, 0, "std::strtol and std::strtod", "from_chars from_chars_result"},
	{"charconv", 17, 0, "std::snprintf", "to_chars to_chars_result chars_format"},
	{"chrono", 11, 0, NULL,
		"chrono chrono::duration chrono::time_point chrono::system_clock "
		"chrono::steady_clock chrono::high_resolution_clock chrono::nanoseconds "
		"chrono::microseconds chrono::milliseconds chrono::seconds chrono::minutes "
		"chrono::hours chrono::duration_cast chrono::time_point_cast"},
	{"chrono", 17, 0, NULL, "chrono::floor chrono::ceil chrono::round chrono::abs"},
	{"chrono", 20, 0, NULL,
		"chrono::days chrono::weeks chrono::months chrono::years chrono::day chrono::month "
		"chrono::year chrono::weekday chrono::year_month_day chrono::sys_days "
		"chrono::sys_seconds chrono::hh_mm_ss"},
	{"chrono", 20, 14, "std::localtime",
		"chrono::current_zone chrono::locate_zone chrono::zoned_time chrono::time_zone"},
	{"cmath", 17, 0, NULL,
		"beta cyl_bessel_j ellint_1 expint hermite laguerre legendre riemann_zeta"},
	{"cmath", 20, 0, NULL, "lerp"},
	{"codecvt", 11, 0, NULL, "codecvt_utf8 codecvt_utf16 codecvt_utf8_utf16"},
	{"compare", 20, 0, NULL,
		"strong_ordering weak_ordering partial_ordering three_way_comparable "
		"three_way_comparable_with compare_three_way common_comparison_category "
		"strong_order weak_order partial_order is_eq is_neq is_lt is_gt is_lteq is_gteq"},
	{"complex", 98, 0, NULL, "complex polar conj norm arg"},
	{"concepts", 20, 0, NULL,
		"same_as derived_from convertible_to common_reference_with common_with integral "
		"signed_integral unsigned_integral floating_point assignable_from swappable "
		"swappable_with destructible constructible_from default_initializable "
		"move_constructible copy_constructible equality_comparable "
		"equality_comparable_with totally_ordered totally_ordered_with movable copyable "
		"semiregular regular invocable regular_invocable predicate relation "
		"equivalence_relation strict_weak_order"},
	{"condition_variable", 11, 0, NULL,
		"condition_variable condition_variable_any cv_status notify_all_at_thread_exit"},
	{"coroutine", 20, 0, NULL,
		"coroutine_handle coroutine_traits suspend_always suspend_never noop_coroutine"},
	{"cstddef", 11, 0, NULL, "nullptr_t"},
	{"cstddef", 17, 0, "unsigned char", "byte to_integer"},
	{"deque", 98, 0, NULL, "deque"},
	{"exception", 98, 0, NULL, "exception bad_exception terminate set_terminate"},
	{"exception", 11, 0, NULL,
		"exception_ptr current_exception rethrow_exception make_exception_ptr "
		"nested_exception throw_with_nested rethrow_if_nested get_terminate"},
	{"exception", 17, 0, NULL, "uncaught_exceptions"},
	{"execution", 17, 0, NULL, "execution::seq execution::par execution::par_unseq"},
	{"expected", 23, 0, "std::variant or std::optional",
		"expected bad_expected_access unexpect unexpect_t"},
	{"filesystem", 17, 0, NULL,
		"filesystem filesystem::path filesystem::exists filesystem::directory_iterator "
		"filesystem::recursive_directory_iterator filesystem::directory_entry "
		"filesystem::create_directory filesystem::create_directories filesystem::remove "
		"filesystem::remove_all filesystem::file_size filesystem::is_directory "
		"filesystem::is_regular_file filesystem::copy filesystem::copy_file "
		"filesystem::rename filesystem::current_path filesystem::absolute "
		"filesystem::canonical filesystem::relative filesystem::temp_directory_path "
		"filesystem::filesystem_error filesystem::file_status filesystem::status "
		"filesystem::last_write_time filesystem::space filesystem::perms"},
	{"flat_map", 23, 15, "std::map", "flat_map flat_multimap"},
	{"flat_set", 23, 15, "std::set", "flat_set flat_multiset"},
	{"format", 20, 13, "std::snprintf or std::ostringstream",
		"format format_to format_to_n formatted_size vformat make_format_args formatter "
		"format_error"},
	{"forward_list", 11, 0, NULL, "forward_list"},
	{"fstream", 98, 0, NULL,
		"ifstream ofstream fstream filebuf wifstream wofstream basic_ifstream "
		"basic_ofstream "
		"basic_fstream"},
	{"functional", 98, 0, NULL,
		"plus minus multiplies divides modulus negate equal_to not_equal_to greater less "
		"greater_equal less_equal logical_and logical_or logical_not"},
	{"functional", 11, 0, NULL,
		"function bind mem_fn ref cref reference_wrapper bad_function_call "
		"is_bind_expression placeholders::_1 placeholders::_2"},
	{"functional", 17, 0, NULL, "not_fn invoke boyer_moore_searcher default_searcher"},
	{"functional", 20, 0, "a lambda", "bind_front identity"},
	{"functional", 23, 0, "std::function", "move_only_function"},
	{"functional", 23, 0, NULL, "invoke_r"},
	{"functional", 23, 14, "a lambda", "bind_back"},
	{"future", 11, 0, NULL,
		"future promise shared_future packaged_task async launch future_status "
		"future_error"},
	{"generator", 23, 14, "a container that is filled", "generator"},
	{"initializer_list", 11, 0, NULL, "initializer_list"},
	{"iomanip", 98, 0, NULL, "setw setprecision setfill setbase setiosflags resetiosflags"},
	{"iomanip", 11, 0, NULL, "put_time get_time put_money get_money"},
	{"iomanip", 14, 0, NULL, "quoted"},
	{"ios", 98, 0, NULL,
		"ios_base ios basic_ios streamoff streamsize streampos fixed scientific hex dec "
		"oct "
		"boolalpha noboolalpha showbase showpoint showpos left right internal uppercase "
		"skipws noskipws unitbuf"},
	{"ios", 11, 0, NULL, "defaultfloat hexfloat io_errc"},
	{"iostream", 98, 0, NULL, "cin cout cerr clog wcin wcout wcerr wclog"},
	{"istream", 98, 0, NULL, "istream wistream basic_istream iostream basic_iostream ws"},
	{"iterator", 98, 0, NULL,
		"iterator_traits back_inserter front_inserter inserter back_insert_iterator "
		"front_insert_iterator insert_iterator istream_iterator ostream_iterator "
		"istreambuf_iterator ostreambuf_iterator reverse_iterator advance distance "
		"input_iterator_tag output_iterator_tag forward_iterator_tag "
		"bidirectional_iterator_tag random_access_iterator_tag"},
	{"iterator", 11, 0, NULL, "next prev begin end make_move_iterator move_iterator"},
	{"iterator", 14, 0, NULL, "cbegin cend rbegin rend crbegin crend make_reverse_iterator"},
	{"iterator", 17, 0, NULL, "size data empty"},
	{"iterator", 20, 0, NULL,
		"ssize iter_value_t iter_reference_t iter_difference_t input_iterator "
		"output_iterator forward_iterator bidirectional_iterator random_access_iterator "
		"contiguous_iterator sentinel_for sized_sentinel_for default_sentinel "
		"default_sentinel_t counted_iterator common_iterator unreachable_sentinel "
		"projected indirectly_readable indirectly_writable incrementable "
		"weakly_incrementable indirect_unary_predicate sortable permutable mergeable "
		"ranges::next ranges::prev ranges::advance ranges::distance"},
	{"latch", 20, 0, "std::condition_variable", "latch"},
	{"limits", 98, 0, NULL, "numeric_limits"},
	{"list", 98, 0, NULL, "list"},
	{"locale", 98, 0, NULL, "locale use_facet has_facet ctype codecvt collate numpunct"},
	{"locale", 11, 0, NULL, "wstring_convert"},
	{"map", 98, 0, NULL, "map multimap"},
	{"mdspan", 23, 15, "an array and an index computation",
		"mdspan extents dextents layout_right layout_left"},
	{"memory", 98, 0, NULL,
		"allocator uninitialized_copy uninitialized_fill uninitialized_fill_n"},
	{"memory", 11, 0, NULL,
		"unique_ptr shared_ptr weak_ptr make_shared allocate_shared "
		"enable_shared_from_this default_delete bad_weak_ptr owner_less "
		"static_pointer_cast dynamic_pointer_cast const_pointer_cast addressof align "
		"pointer_traits allocator_traits uninitialized_copy_n"},
	{"memory", 14, 0, "std::unique_ptr<T>(new T(...))", "make_unique"},
	{"memory", 17, 0, NULL,
		"destroy destroy_at destroy_n uninitialized_move uninitialized_default_construct "
		"uninitialized_value_construct reinterpret_pointer_cast"},
	{"memory", 20, 0, NULL,
		"construct_at to_address assume_aligned make_unique_for_overwrite "
		"make_shared_for_overwrite"},
	{"memory", 23, 14, NULL, "out_ptr inout_ptr"},
	{"memory_resource", 17, 0, NULL,
		"pmr pmr::memory_resource pmr::polymorphic_allocator "
		"pmr::monotonic_buffer_resource "
		"pmr::unsynchronized_pool_resource pmr::synchronized_pool_resource "
		"pmr::new_delete_resource pmr::null_memory_resource pmr::get_default_resource "
		"pmr::set_default_resource pmr::pool_options"},
	{"mutex", 11, 0, NULL,
		"mutex recursive_mutex timed_mutex recursive_timed_mutex lock_guard unique_lock "
		"once_flag call_once lock try_lock defer_lock adopt_lock try_to_lock"},
	{"mutex", 17, 0, "std::lock_guard", "scoped_lock"},
	{"new", 98, 0, NULL, "bad_alloc nothrow nothrow_t set_new_handler new_handler"},
	{"new", 11, 0, NULL, "bad_array_new_length get_new_handler"},
	{"new", 17, 0, NULL, "launder align_val_t hardware_destructive_interference_size"},
	{"numbers", 20, 0, "a constant of your own",
		"numbers numbers::pi numbers::e numbers::phi numbers::sqrt2 numbers::sqrt3 "
		"numbers::ln2 numbers::ln10 numbers::pi_v numbers::e_v"},
	{"numeric", 98, 0, NULL, "accumulate inner_product partial_sum adjacent_difference"},
	{"numeric", 11, 0, NULL, "iota"},
	{"numeric", 17, 0, "std::accumulate", "reduce transform_reduce"},
	{"numeric", 17, 0, NULL,
		"gcd lcm exclusive_scan inclusive_scan transform_exclusive_scan "
		"transform_inclusive_scan"},
	{"numeric", 20, 0, NULL, "midpoint"},
	{"numeric", 23, 13, "std::iota", "ranges::iota"},
	{"optional", 17, 0, "std::pair<bool, T> or a pointer",
		"optional nullopt nullopt_t make_optional bad_optional_access"},
	{"ostream", 98, 0, NULL, "ostream wostream basic_ostream endl ends flush"},
	{"print", 23, 14, "std::cout or std::printf", "print println"},
	{"queue", 98, 0, NULL, "queue priority_queue"},
	{"random", 11, 0, NULL,
		"random_device mt19937 mt19937_64 minstd_rand minstd_rand0 default_random_engine "
		"uniform_int_distribution uniform_real_distribution normal_distribution "
		"lognormal_distribution bernoulli_distribution binomial_distribution "
		"poisson_distribution exponential_distribution geometric_distribution "
		"gamma_distribution cauchy_distribution discrete_distribution "
		"piecewise_linear_distribution seed_seq generate_canonical ranlux24 ranlux48 "
		"knuth_b linear_congruential_engine mersenne_twister_engine shuffle_order_engine"},
	{"ranges", 20, 0, "the algorithms over two iterators",
		"ranges views views::iota views::filter views::transform views::take "
		"views::take_while "
		"views::drop views::drop_while views::reverse views::split views::lazy_split "
		"views::join views::keys views::values views::elements views::all views::common "
		"views::counted views::single views::empty"},
	{"ranges", 20, 0, NULL,
		"ranges::range ranges::view ranges::input_range ranges::output_range "
		"ranges::forward_range ranges::bidirectional_range ranges::random_access_range "
		"ranges::contiguous_range ranges::sized_range ranges::common_range "
		"ranges::viewable_range ranges::borrowed_range ranges::subrange "
		"ranges::view_interface ranges::iota_view ranges::filter_view "
		"ranges::transform_view ranges::take_view ranges::range_value_t "
		"ranges::range_reference_t ranges::iterator_t ranges::sentinel_t ranges::dangling "
		"ranges::begin ranges::end ranges::size ranges::empty ranges::data "
		"ranges::ref_view"},
	{"ranges", 23, 13, "an index or two iterators",
		"views::zip views::zip_transform views::enumerate views::adjacent views::pairwise "
		"views::chunk views::chunk_by views::slide views::stride views::cartesian_product "
		"views::repeat views::join_with views::as_rvalue views::as_const"},
	{"ranges", 23, 14, "the container's constructor from two iterators", "ranges::to"},
	{"ratio", 11, 0, NULL, "ratio milli micro nano kilo mega giga ratio_add ratio_multiply"},
	{"regex", 11, 0, NULL,
		"regex wregex smatch cmatch regex_match regex_search regex_replace sregex_iterator "
		"cregex_iterator sregex_token_iterator regex_error basic_regex match_results "
		"sub_match regex_constants::icase"},
	{"scoped_allocator", 11, 0, NULL, "scoped_allocator_adaptor"},
	{"semaphore", 20, 0, "std::condition_variable", "counting_semaphore binary_semaphore"},
	{"set", 98, 0, NULL, "set multiset"},
	{"shared_mutex", 14, 0, NULL, "shared_lock shared_timed_mutex"},
	{"shared_mutex", 17, 0, "std::shared_timed_mutex or std::mutex", "shared_mutex"},
	{"source_location", 20, 0, "__FILE__ and __LINE__", "source_location"},
	{"span", 20, 0, "a pointer and a length", "span dynamic_extent as_bytes as_writable_bytes"},
	{"spanstream", 23, 0, "std::stringstream", "spanstream ispanstream ospanstream spanbuf"},
	{"sstream", 98, 0, NULL,
		"stringstream istringstream ostringstream stringbuf wstringstream "
		"basic_stringstream basic_istringstream basic_ostringstream"},
	{"stack", 98, 0, NULL, "stack"},
	{"stacktrace", 23, 14, NULL, "stacktrace stacktrace_entry basic_stacktrace"},
	{"stdexcept", 98, 0, NULL,
		"runtime_error logic_error invalid_argument domain_error length_error out_of_range "
		"range_error overflow_error underflow_error"},
	{"stdfloat", 23, 13, "float and double",
		"float16_t float32_t float64_t float128_t bfloat16_t"},
	{"stop_token", 20, 0, "std::atomic<bool>",
		"stop_token stop_source stop_callback nostopstate"},
	{"streambuf", 98, 0, NULL, "streambuf wstreambuf basic_streambuf"},
	{"string", 98, 0, NULL, "string wstring basic_string char_traits getline"},
	{"string", 11, 0, "std::ostringstream", "to_string to_wstring"},
	{"string", 11, 0, "std::strtol and std::strtod",
		"stoi stol stoll stoul stoull stof stod stold"},
	{"string", 11, 0, NULL, "u16string u32string"},
	{"string", 20, 0, "std::string", "u8string"},
	{"string_view", 17, 0, "const std::string &",
		"string_view wstring_view u16string_view u32string_view basic_string_view"},
	{"string_view", 20, 0, NULL, "u8string_view"},
	{"syncstream", 20, 0, "std::mutex around the output", "osyncstream syncbuf"},
	{"system_error", 11, 0, NULL,
		"error_code error_condition error_category system_error errc make_error_code "
		"generic_category system_category is_error_code_enum"},
	{"thread", 11, 0, NULL,
		"thread this_thread this_thread::sleep_for this_thread::sleep_until "
		"this_thread::yield this_thread::get_id"},
	{"thread", 20, 0, "std::thread and its join()", "jthread"},
	{"tuple", 11, 0, NULL, "tuple make_tuple tie forward_as_tuple tuple_cat ignore"},
	{"tuple", 17, 0, NULL, "apply make_from_tuple"},
	{"type_traits", 11, 0, NULL,
		"integral_constant true_type false_type is_void is_integral is_floating_point "
		"is_array is_pointer is_reference is_lvalue_reference is_rvalue_reference is_enum "
		"is_union is_class is_function is_const is_volatile is_same is_base_of "
		"is_convertible enable_if conditional decay remove_reference remove_const "
		"remove_cv "
		"remove_pointer add_const add_pointer add_lvalue_reference add_rvalue_reference "
		"make_signed make_unsigned underlying_type common_type is_arithmetic is_signed "
		"is_unsigned is_trivial is_trivially_copyable is_standard_layout is_empty "
		"is_polymorphic is_abstract is_constructible is_default_constructible "
		"is_copy_constructible is_move_constructible is_assignable is_copy_assignable "
		"is_nothrow_move_constructible is_destructible has_virtual_destructor "
		"alignment_of rank extent aligned_storage is_object is_scalar is_fundamental"},
	{"type_traits", 14, 0, "typename …::type",
		"enable_if_t conditional_t decay_t remove_reference_t remove_const_t remove_cv_t "
		"remove_pointer_t add_const_t make_unsigned_t make_signed_t underlying_type_t "
		"common_type_t"},
	{"type_traits", 14, 0, NULL, "is_final is_null_pointer"},
	{"type_traits", 17, 0, "…::value",
		"is_same_v is_integral_v is_base_of_v is_convertible_v is_pointer_v "
		"is_floating_point_v is_arithmetic_v is_enum_v is_class_v is_void_v is_array_v "
		"is_const_v is_signed_v is_unsigned_v is_function_v is_reference_v "
		"is_constructible_v is_trivially_copyable_v is_move_constructible_v"},
	{"type_traits", 17, 0, NULL,
		"void_t bool_constant conjunction disjunction negation conjunction_v disjunction_v "
		"negation_v invoke_result invoke_result_t is_invocable is_invocable_v "
		"is_invocable_r is_nothrow_invocable is_swappable is_nothrow_swappable "
		"is_aggregate has_unique_object_representations"},
	{"type_traits", 20, 0, NULL,
		"remove_cvref remove_cvref_t type_identity type_identity_t is_constant_evaluated "
		"is_bounded_array is_unbounded_array is_nothrow_convertible common_reference "
		"common_reference_t is_layout_compatible"},
	{"type_traits", 23, 0, NULL, "is_scoped_enum"},
	{"type_traits", 23, 13, NULL, "reference_constructs_from_temporary"},
	{"typeindex", 11, 0, NULL, "type_index"},
	{"typeinfo", 98, 0, NULL, "type_info bad_cast bad_typeid"},
	{"unordered_map", 11, 0, "std::map", "unordered_map unordered_multimap"},
	{"unordered_set", 11, 0, "std::set", "unordered_set unordered_multiset"},
	{"utility", 98, 0, NULL, "pair make_pair"},
	{"utility", 11, 0, NULL, "move forward declval move_if_noexcept piecewise_construct"},
	{"utility", 14, 0, NULL,
		"exchange integer_sequence index_sequence make_index_sequence "
		"make_integer_sequence index_sequence_for"},
	{"utility", 17, 0, NULL, "as_const in_place in_place_t in_place_type in_place_index"},
	{"utility", 20, 0, "a comparison after a check of the sign",
		"cmp_less cmp_greater cmp_equal cmp_not_equal cmp_less_equal cmp_greater_equal "
		"in_range"},
	{"utility", 23, 0, "static_cast<std::underlying_type_t<E>>(e)", "to_underlying"},
	{"utility", 23, 0, "__builtin_unreachable()", "unreachable"},
	{"utility", 23, 14, "std::forward", "forward_like"},
	{"valarray", 98, 0, NULL, "valarray slice gslice slice_array"},
	{"variant", 17, 0, "a union with a tag",
		"variant get_if visit holds_alternative monostate bad_variant_access "
		"variant_alternative variant_alternative_t variant_size variant_npos"},
	{"vector", 98, 0, NULL, "vector"},
	{NULL, 0, 0, NULL, NULL},
};
