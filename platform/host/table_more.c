#include "platform/host/table.h"

#include <stddef.h>

/*
 * Written by `bench/host make`. Libraries of libc6-dev and gcc, and some of other systems;
 * attributes of functions; sizes of types. Marks: table.h.
 */
/* clang-format off */
const char *const plat_host_libraries[] = {
	"+BrokenLocale -Ws2_32 -advapi32 -android +anl +asan +atomic +backtrace -bcrypt +c",
	"+c_malloc_debug -comctl32 -comdlg32 -cposix +crypt -crypt32 -d3d11 -d3d9 -dbghelp -devinfo",
	"-devstat +dl -dsound -dxgi -dxguid -execinfo +g +gcc +gcc_eh +gcc_s +gcov -gdi32",
	"-gdiplus +gomp -iconv -imm32 -intl -iphlpapi +itm -kernel32 -kstat -kvm -log +lsan -lwp",
	"+m +m-2.36 +mcheck -mingw32 -mingwex -msimg32 -msvcrt -mswsock -netapi32 +nsl -nsl_s",
	"+nss_compat +nss_hesiod -ntdll -ole32 -oleaut32 -ossaudio -perfstat -posix4 -psapi",
	"+pthread -pthreadGC2 -pthreadVC2 -pthreads +quadmath +resolv -rpcrt4 +rt -secur32",
	"-sendfile -setupapi -shell32 -shlwapi -socket +stdc++ +stdc++fs -strmiids -sunmath",
	"+supc++ -svld +tsan +ubsan -urlmon -user32 -userenv -usp10 +util -vfw32 -windowscodecs",
	"-wininet -winmm -wldap32 -ws2_32 -wsock32 -xnet",
	NULL};

const char *const plat_host_attributes[] = {
	"+alias +aligned +alloc_size +always_inline -artificial +cold +const +constructor",
	"-constructor_priority +deprecated +destructor -dllexport -dllimport +error",
	"+externally_visible +fallthrough +flatten +format +format_arg +gnu_inline +hot +ifunc",
	"+leaf +malloc +no_reorder +no_sanitize_address +noclone +noinline +noipa +nonnull",
	"+noreturn +nothrow +optimize +packed +pure +retain +returns_nonnull +section +sentinel",
	"+unused +used +vector_size +visibility +visibility:default +visibility:hidden",
	"+visibility:internal +visibility:protected +warn_unused_result +warning +weak +weakref",
	NULL};

const char *const plat_host_sizes[] = {
	"n01_Bool n16_Float128 n02_Float16 n16__float128 n16__int128 s08__int64_t t08blkcnt_t",
	"t08blksize_t t08caddr_t n01char n08char.* n08char* t08clock_t t04daddr_t t08dev_t",
	"n08double n04float t08fsblkcnt_t t08fsfilcnt_t t04gid_t t04id_t t08ino_t n04int n08int.*",
	"t02int16_t t04int32_t t08int64_t t01int8_t t08int_fast16_t t08int_fast32_t",
	"t08int_fast64_t t01int_fast8_t t02int_least16_t t04int_least32_t t08int_least64_t",
	"t01int_least8_t t08intmax_t t08intptr_t t04key_t t08loff_t n08long n16long.double",
	"n08long.int n08long.long n08long.long.int n08long.unsigned.int t04mode_t t08nlink_t",
	"s08off_t t04pid_t t08pthread_t s08ptrdiff_t t08quad_t n02short n02short.int",
	"n01signed.char n04signed.int s08size_t s08ssize_t t08suseconds_t t08time_t t01u_char",
	"t04u_int t02u_int16_t t04u_int32_t t08u_int64_t t01u_int8_t t08u_long t08u_quad_t",
	"t02u_short t04uid_t t04uint t02uint16_t t04uint32_t t08uint64_t t01uint8_t",
	"t08uint_fast16_t t08uint_fast32_t t08uint_fast64_t t01uint_fast8_t t08uintmax_t",
	"t08uintptr_t t08ulong n04unsigned n01unsigned.char n04unsigned.int n08unsigned.long",
	"n08unsigned.long.int n08unsigned.long.long n08unsigned.long.long.int n02unsigned.short",
	"n02unsigned.short.int t02ushort n08void.(*)(void) n08void.* n08void* s04wchar_t",
	NULL};
