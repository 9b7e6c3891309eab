/*
 * The sources of glibc that stand in directories whose names others use, too (2.36, from its own
 * debug information, without suffixes): io/fts.c is glibc's, a program's io/reader.c is its own.
 */
#include "sanitize/report/glibc.h"

static const struct {
	const char *directory, *names; /* each name between blanks */
} sources[] = {
	/* clang-format off */
	{"argp",
		" argp-ba argp-eexst argp-fmtstream argp-fs-xinl argp-help argp-parse argp-pv argp-pvh"
		" argp-xinl "},
	{"assert",
		" __assert assert assert-perr "},
	{"ctype",
		" ctype ctype-c99 ctype-c99_l ctype-extn ctype-info ctype_l isctype "},
	{"debug",
		" asprintf_chk backtrace backtracesyms backtracesymsfd chk_fail confstr_chk dprintf_chk"
		" explicit_bzero_chk fdelt_chk fgets_chk fgets_u_chk fgetws_chk fgetws_u_chk fortify_fail"
		" fprintf_chk fread_chk fread_u_chk fwprintf_chk getcwd_chk getdomainname_chk"
		" getgroups_chk gethostname_chk gets_chk getwd_chk longjmp_chk mbsnrtowcs_chk"
		" mbsrtowcs_chk mbstowcs_chk noophooks obprintf_chk poll_chk ppoll_chk pread64_chk"
		" pread_chk printf_chk read_chk readlink_chk readlinkat_chk realpath_chk recv_chk"
		" recvfrom_chk snprintf_chk sprintf_chk stack_chk_fail stpcpy_chk stpncpy_chk strcat_chk"
		" strcpy_chk strncat_chk strncpy_chk swprintf_chk ttyname_r_chk vasprintf_chk vdprintf_chk"
		" vfprintf_chk vfwprintf_chk vobprintf_chk vprintf_chk vsnprintf_chk vsprintf_chk"
		" vswprintf_chk vwprintf_chk wcpcpy_chk wcpncpy_chk wcrtomb_chk wcscat_chk wcscpy_chk"
		" wcsncat_chk wcsncpy_chk wcsnrtombs_chk wcsrtombs_chk wcstombs_chk wctomb_chk wmemcpy_chk"
		" wmemmove_chk wmempcpy_chk wprintf_chk "},
	{"dirent",
		" alphasort scandir scandir-cancel scandir-tail scandir64-tail scandirat scandirat64"
		" versionsort "},
	{"dlfcn",
		" dladdr dladdr1 dlclose dlerror dlinfo dlmopen dlopen dlopenold dlsym dlvsym"
		" libc_dlerror_result "},
	{"elf",
		" dl-addr dl-addr-obj dl-call_fini dl-catch dl-close dl-deps dl-error dl-find_object"
		" dl-fini dl-init dl-iteratephdr dl-libc dl-load dl-lookup dl-open dl-profstub dl-reloc"
		" dl-runtime dl-sym do-rel dynamic-link interp libc-dl_find_object libc_early_init rtld"
		" sofini "},
	{"grp",
		" fgetgrent fgetgrent_r getgrent getgrent_r getgrgid getgrgid_r getgrnam getgrnam_r"
		" grp-merge initgroups putgrent "},
	{"iconv",
		" gconv gconv_builtin gconv_cache gconv_charset gconv_close gconv_conf gconv_db gconv_dl"
		" gconv_open gconv_simple gconv_trans iconv iconv_close iconv_open "},
	{"inet",
		" bindresvport deadline ether_aton ether_aton_r ether_hton ether_line ether_ntoa"
		" ether_ntoa_r ether_ntoh getaliasent getaliasent_r getaliasname getaliasname_r gethstbyad"
		" gethstbyad_r gethstbynm gethstbynm2 gethstbynm2_r gethstbynm_r gethstent gethstent_r"
		" getnameinfo getnetbyad getnetbyad_r getnetbynm getnetbynm_r getnetent getnetent_r"
		" getnetgrent getnetgrent_r getproto getproto_r getprtent getprtent_r getprtname"
		" getprtname_r getrpcbyname getrpcbyname_r getrpcbynumber getrpcbynumber_r getrpcent"
		" getrpcent_r getservent getservent_r getsrvbynm getsrvbynm_r getsrvbypt getsrvbypt_r"
		" herrno herrno-loc htons idna idna_name_classify in6_addr inet6_opt inet6_option"
		" inet6_rth inet6_scopeid_pton inet_lnaof inet_mkadr inet_net inet_netof inet_ntoa rcmd"
		" rexec ruserpass "},
	{"intl",
		" bindtextdom dcgettext dcigettext dcngettext dgettext dngettext explodename finddomain"
		" gettext hash-string loadmsgcat localealias ngettext plural-exp textdomain "},
	{"io",
		" closefrom file_change_detection fts64-time64 ftw64-time64 getdirname getwd lchmod lockf"
		" lockf64 mknod open64_2 open_2 openat64_2 openat_2 "},
	{"locale",
		" C-address C-collate C-ctype C-identification C-measurement C-messages C-monetary C-name"
		" C-numeric C-paper C-telephone C-time C_name SYS_libc coll-lookup duplocale findlocale"
		" freelocale global-locale lc-address lc-collate lc-ctype lc-identification lc-measurement"
		" lc-messages lc-monetary lc-name lc-numeric lc-paper lc-telephone lc-time loadarchive"
		" loadlocale localeconv localename mb_cur_max newlocale nl_langinfo nl_langinfo_l"
		" setlocale uselocale xlocale "},
	{"login",
		" endutxent forkpty getlogin_r_chk getutent getutent_r getutid getutid_r getutline"
		" getutline_r getutxent getutxid getutxline login login_tty logout logwtmp openpty"
		" ptsname_r_chk pututxline setlogin setutxent updwtmpx utmpname utmpxname "},
	{"malloc",
		" alloc_buffer_alloc_array alloc_buffer_allocate alloc_buffer_copy_bytes"
		" alloc_buffer_copy_string alloc_buffer_create_failure arena dynarray_at_failure"
		" dynarray_emplace_enlarge dynarray_finalize dynarray_resize dynarray_resize_clear hooks"
		" malloc malloc-check mcheck mtrace obstack reallocarray scratch_buffer_dupfree"
		" scratch_buffer_grow scratch_buffer_grow_preserve scratch_buffer_set_array_size"
		" set-freeres thread-freeres "},
	{"math",
		" fpu_control setfpucw "},
	{"misc",
		" allocate_once atomic_wide_counter chflags daemon dirname efgcvt efgcvt_r err error"
		" fchflags fd_to_filename fstab getauxval getdomain getpass getttyent getusershell gtty"
		" hsearch hsearch_r init-misc insremque lsearch makedev mkdtemp mkostemp mkostemp64"
		" mkostemps mkostemps64 mkstemp mkstemp64 mkstemps mkstemps64 mktemp mntent mntent_r"
		" qefgcvt qefgcvt_r regexp revoke sbrk single_threaded sstk stty syslog tsearch ttyslot"
		" unwind-link "},
	{"nss",
		" alias-lookup compat-lookup digits_dots ethers-lookup getnssent getnssent_r grp-lookup"
		" hosts-lookup key-lookup netgrp-lookup network-lookup nss_action nss_action_parse"
		" nss_database nss_fgetent_r nss_files_data nss_files_fopen nss_files_functions nss_hash"
		" nss_module nss_parse_line_result nss_readline nsswitch proto-lookup pwd-lookup"
		" rewrite_field rpc-lookup service-lookup sgrp-lookup spwd-lookup valid_field"
		" valid_list_field "},
	{"posix",
		" bsd-getpgrp confstr environ execl execle execlp execv execvp execvpe fnmatch"
		" fnmatch_loop fork getopt getopt1 glob glob_pattern_p group_member regcomp regex"
		" regex_internal regexec register-atfork sched_cpualloc sched_cpucount sched_cpufree"
		" setpgrp shm-directory spawn spawn_faction_addchdir spawn_faction_addclose"
		" spawn_faction_addclosefrom spawn_faction_adddup2 spawn_faction_addfchdir"
		" spawn_faction_addopen spawn_faction_addtcsetpgrp_np spawn_faction_destroy"
		" spawn_faction_init spawn_valid_fd spawnattr_destroy spawnattr_getdefault"
		" spawnattr_getflags spawnattr_getpgroup spawnattr_getschedparam spawnattr_getschedpolicy"
		" spawnattr_getsigmask spawnattr_init spawnattr_setdefault spawnattr_setflags"
		" spawnattr_setpgroup spawnattr_setschedparam spawnattr_setschedpolicy"
		" spawnattr_setsigmask spawnp streams-compat wait waitpid wordexp "},
	{"pwd",
		" fgetpwent fgetpwent_r getpw getpwent getpwent_r getpwnam getpwnam_r getpwuid getpwuid_r"
		" putpwent "},
	{"resolv",
		" dn_comp dn_expand dn_skipname gai_cancel gai_error gai_misc gai_notify gai_suspend"
		" getaddrinfo_a herror inet_addr inet_ntop inet_pton ns_makecanon ns_name_compress"
		" ns_name_length_uncompressed ns_name_ntop ns_name_pack ns_name_pton ns_name_skip"
		" ns_name_uncompress ns_name_unpack ns_rr_cursor_init ns_rr_cursor_next ns_samebinaryname"
		" ns_samename nsap_addr nss_dns_functions res-close res-name-checking res-noaaaa res-state"
		" res_context_hostalias res_enable_icmp res_get_nsaddr res_hconf res_init res_libc"
		" res_mkquery res_nameinquery res_queriesmatch res_query res_randomid res_send resolv_conf"
		" resolv_context "},
	{"resource",
		" vlimit vtimes "},
	{"rt",
		" aio_cancel aio_error aio_fsync aio_misc aio_notify aio_read aio_return aio_suspend"
		" aio_write lio_listio shm_open shm_unlink "},
	{"setjmp",
		" sigjmp "},
	{"shadow",
		" fgetspent fgetspent_r getspent getspent_r getspnam getspnam_r lckpwdf putspent sgetspent"
		" sgetspent_r "},
	{"signal",
		" allocrtsig sigaction sigaddset sigandset sigdelset sigempty sigfillset siggetmask"
		" sighold sigisempty sigismem sigorset sigrelse sigsetops sigvec "},
	{"socket",
		" opensock sockaddr_un_set "},
	{"stdlib",
		" a64l abort abs arc4random arc4random_uniform atof atoi atol atoll bsearch canonicalize"
		" cmp cxa_at_quick_exit cxa_atexit cxa_finalize cxa_thread_atexit_impl div divmod_1 divrem"
		" drand48 drand48-iter drand48_r erand48 erand48_r exit fmtmsg fpioconst getenv getsubopt"
		" grouping groupingwc inlines jrand48 jrand48_r l64a lcong48 lcong48_r llabs lldiv lrand48"
		" lrand48_r mblen mbstowcs mbtowc mod_1 mrand48 mrand48_r msort mul mul_n nrand48"
		" nrand48_r on_exit putenv qsort quick_exit rand rand_r random random_r rpmatch"
		" secure-getenv seed48 seed48_r setenv srand48 srand48_r strfmon strfmon_l strfromd"
		" strfromf strfroml strtod strtod_l strtod_nan strtof strtof_l strtof_nan strtol_l strtold"
		" strtold_nan tens_in_limb wcstombs wctomb xpg_basename "},
	{"string",
		" _strerror argz-addsep argz-append argz-count argz-create argz-ctsep argz-delete"
		" argz-extract argz-insert argz-next argz-replace argz-stringify basename bcopy bzero envz"
		" explicit_bzero memccpy memchr memcmp memcpy memfrob memmem memmove memset rawmemchr"
		" sigabbrev_np sigdescr_np stpcpy strcasestr strcat strchr strcmp strcoll strcoll_l strcpy"
		" strcspn strdup strerror strerror_l strerrordesc_np strerrorname_np strfry string-inlines"
		" strlen strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep strsignal strspn"
		" strstr strtok strtok_r strverscmp strxfrm strxfrm_l swab xpg-strerror "},
	{"termios",
		" cfmakeraw cfsetspeed tcgetsid "},
	{"time",
		" alt_digit asctime ctime ctime_r difftime dysize era getdate gmtime lc-time-cleanup"
		" localtime mktime offtime stime strftime strftime_l strptime strptime_l timegm tzfile"
		" tzset wcsftime wcsftime_l "},
	/* clang-format on */
};

/* Nothing else has these in a path of two parts, and glibc has many sources in them. */
static const char *const directories[] = {"csu", "gshadow", "libio", "nptl", "nptl_db", "nscd",
	"stdio-common", "sunrpc", "sysdeps", "wcsmbs", "wctype"};

static bool holds_word(const char *words, struct fl_slice word)
{
	struct fl_slice rest = fl_slice_str(words);
	ptrdiff_t at;
	while ((at = fl_slice_search(rest, word)) >= 0) {
		size_t end = (size_t)at + word.len;
		if (at > 0 && rest.ptr[at - 1] == ' ' && end < rest.len && rest.ptr[end] == ' ')
			return true;
		rest = fl_slice_skip(rest, (size_t)at + 1);
	}
	return false;
}

/* Index of the row of a directory that others have, too; their number when it is none. */
static size_t find_shared(struct fl_slice directory)
{
	size_t i = 0;
	while (i < sizeof(sources) / sizeof(*sources) &&
		!fl_slice_eqs(directory, sources[i].directory))
		i++;
	return i;
}

static bool is_own_directory(struct fl_slice directory)
{
	for (size_t i = 0; i < sizeof(directories) / sizeof(*directories); i++)
		if (fl_slice_eqs(directory, directories[i]))
			return true;
	return false;
}

/* From its directory on: "./malloc/a.c", "../csu/a.c", "string/./string/a.c", "io/../csu/a.c". */
static struct fl_slice from_directory(struct fl_slice path)
{
	for (;;) {
		ptrdiff_t slash = fl_slice_chr(path, '/');
		struct fl_slice first = fl_slice_head(path, slash < 0 ? 0 : (size_t)slash);
		struct fl_slice rest = fl_slice_skip(path, first.len + 1);
		bool dots = fl_slice_eqs(first, ".") || fl_slice_eqs(first, "..");
		bool before = fl_slice_starts(rest, "./") || fl_slice_starts(rest, "../");
		if (!dots && !(before && (is_own_directory(first) ||
						 find_shared(first) <
							 sizeof(sources) / sizeof(*sources))))
			return path;
		path = rest;
	}
}

bool san_path_is_glibc(struct fl_slice path)
{
	if (!path.len || path.ptr[0] == '/')
		return false;
	path = from_directory(path);
	ptrdiff_t slash = fl_slice_chr(path, '/');
	struct fl_slice directory = fl_slice_head(path, slash < 0 ? 0 : (size_t)slash);
	if (is_own_directory(directory))
		return true;
	size_t row = find_shared(directory);
	struct fl_slice name = fl_slice_skip(path, directory.len + 1);
	if (row == sizeof(sources) / sizeof(*sources))
		return false;
	if (!fl_slice_ends(name, ".c") && !fl_slice_ends(name, ".S"))
		return false;
	name.len -= 2;
	return name.len && fl_slice_chr(name, ' ') < 0 && holds_word(sources[row].names, name);
}
