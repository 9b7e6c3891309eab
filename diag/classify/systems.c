#include "diag/classify/systems.h"

#include <ctype.h>
#include <string.h>

/* "*" at the end or the start stands for any text. */
static const char *const headers[] = {
	/* POSIX */
	"aio.h", "arpa/*", "dirent.h", "dlfcn.h", "fcntl.h", "fnmatch.h", "ftw.h", "glob.h",
	"grp.h", "iconv.h", "langinfo.h", "libgen.h", "mqueue.h", "net/*", "netdb.h", "netinet/*",
	"nl_types.h", "poll.h", "pthread.h", "pwd.h", "regex.h", "sched.h", "search.h",
	"semaphore.h", "spawn.h", "strings.h", "stropts.h", "sys/*", "syslog.h", "termios.h",
	"ucontext.h", "ulimit.h", "unistd.h", "utime.h", "utmpx.h", "wordexp.h",
	/* Unix and GNU */
	"alloca.h", "bits/*", "byteswap.h", "crypt.h", "endian.h", "err.h", "execinfo.h",
	"features.h", "fstab.h", "getopt.h", "gnu/*", "ifaddrs.h", "malloc.h", "mntent.h",
	"paths.h", "pty.h", "resolv.h", "rpc/*", "rpcsvc/*", "shadow.h", "sgtty.h", "termio.h",
	"utmp.h", "values.h",
	/* Linux */
	"asm-generic/*", "asm/*", "drm/*", "linux/*", "mtd/*", "scsi/*",
	/* BSD and macOS */
	"Accelerate/*", "AppKit/*", "ApplicationServices/*", "AudioToolbox/*", "AudioUnit/*",
	"Availability*", "Carbon/*", "Cocoa/*", "CoreAudio/*", "CoreFoundation/*", "CoreGraphics/*",
	"CoreServices/*", "Foundation/*", "IOKit/*", "OpenGL/*", "Security/*",
	"SystemConfiguration/*", "TargetConditionals.h", "UIKit/*", "copyfile.h", "crt_externs.h",
	"dev/*", "dispatch/*", "i386/*", "kvm.h", "libkern/*", "libproc.h", "libutil.h", "mach-o/*",
	"mach/*", "machine/*", "malloc/*", "net80211/*", "objc/*", "os/*", "uvm/*", "vis.h",
	"xpc/*",
	/* other systems */
	"OS.h", "android/*", "dos.h", "dos/*", "door.h", "exec/*", "kernel/OS.h", "kstat.h",
	"libperfstat.h", "os2.h", "port.h", "procfs.h", "procinfo.h", "proto/*", "sys_defs.h",
	"unixio.h", "unixlib.h", "zone.h",
	/* machines and their compilers */
	"*mmintrin.h", "Arduino.h", "altivec.h", "arm64_neon.h", "arm_acle.h", "arm_neon.h",
	"arm_sve.h", "avr/*", "core_cm*", "cpuid.h", "emscripten.h", "emscripten/*", "immintrin.h",
	"msa.h", "msp430.h", "riscv_vector.h", "stm32*", "util/delay.h", "wasi/*", "wasm_simd128.h",
	"x86gprintrin.h", "x86intrin.h", "xc.h"};

/* Of Windows, in small letters, as its file systems do not tell them from others. */
static const char *const windows_headers[] = {"afx*", "atl*", "bcrypt.h", "comdef.h", "commctrl.h",
	"commdlg.h", "conio.h", "corecrt*", "crtdbg.h", "d2d1*", "d3d*", "dbghelp.h", "ddraw.h",
	"dinput.h", "direct.h", "dsound.h", "dwrite*", "dxgi*", "excpt.h", "initguid.h", "intrin.h",
	"io.h", "iphlpapi.h", "lmcons.h", "mmsystem.h", "mswsock.h", "ntdef.h", "ntsecapi.h",
	"objbase.h", "ole2.h", "oleauto.h", "powrprof.h", "process.h", "psapi.h", "sdkddkver.h",
	"setupapi.h", "share.h", "shellapi.h", "shlobj.h", "shlwapi.h", "sspi.h", "tchar.h",
	"tlhelp32.h", "userenv.h", "vadefs.h", "vfw.h", "winbase.h", "wincrypt.h", "windef.h",
	"windows.h", "windowsx.h", "winhttp.h", "wininet.h", "winioctl.h", "winnt.h", "winrt/*",
	"winsock*", "winternl.h", "winuser.h", "wrl.h", "wrl/*", "ws2*", "wspiapi.h", "xaudio2.h",
	"xinput.h"};

static const char *const names[] = {
	/* Windows */
	"APIENTRY", "BSTR", "CALLBACK", "CRITICAL_SECTION", "CloseHandle", "CreateEvent*",
	"CreateFile*", "CreateMutex*", "CreateProcess*", "CreateThread", "DWORD*",
	"DeleteCriticalSection", "DeleteFile*", "EnterCriticalSection", "FILETIME", "FindClose",
	"FindFirstFile*", "FindNextFile*", "FormatMessage*", "FreeLibrary", "GetConsole*",
	"GetCurrentProcess*", "GetCurrentThread*", "GetFileAttributes*", "GetLastError",
	"GetModule*", "GetProcAddress", "GetProcessHeap", "GetStdHandle", "GetSystem*",
	"GetTempPath*", "GetTickCount*", "GetVersionEx*", "HANDLE", "HINSTANCE", "HKEY", "HMODULE",
	"HRESULT", "HWND", "INVALID_FILE_ATTRIBUTES", "INVALID_HANDLE_VALUE", "INVALID_SOCKET",
	"InitializeCriticalSection*", "Interlocked*", "LARGE_INTEGER", "LPBYTE", "LPCSTR",
	"LPCTSTR", "LPCVOID", "LPCWSTR", "LPDWORD", "LPOVERLAPPED", "LPSTR", "LPTSTR", "LPVOID",
	"LPWSTR", "LPWSA*", "LRESULT", "LeaveCriticalSection", "LoadLibrary*", "MAX_PATH",
	"MessageBox*", "MoveFile*", "MultiByteToWideChar", "OVERLAPPED", "O_BINARY", "O_TEXT",
	"OutputDebugString*", "QueryPerformance*", "ReadFile", "RegOpenKey*", "RegQueryValue*",
	"SECURITY_ATTRIBUTES", "SOCKET", "SOCKET_ERROR", "SYSTEMTIME", "SYSTEM_INFO", "SetConsole*",
	"SetEvent", "SetFilePointer*", "SetLastError", "Sleep", "TCHAR", "TlsAlloc", "TlsGetValue",
	"TlsSetValue", "ULARGE_INTEGER", "VirtualAlloc*", "VirtualFree", "VirtualProtect*",
	"VirtualQuery", "WCHAR", "WINAPI", "WSA*", "WaitForMultipleObjects*",
	"WaitForSingleObject*", "WideCharToMultiByte", "WriteFile", "_O_BINARY", "_access",
	"_aligned_*", "_beginthread*", "_chdir", "_chmod", "_close", "_dup2", "_endthread*",
	"_fileno", "_fseeki64", "_ftelli64", "_fullpath", "_get_osfhandle", "_getch*", "_getcwd",
	"_getpid", "_isatty", "_kbhit", "_lseeki64", "_mkdir", "_open", "_open_osfhandle",
	"_pclose", "_popen", "_putenv*", "_rmdir", "_setmode", "_snprintf*", "_snwprintf",
	"_splitpath*", "_spawn*", "_stat64", "_stricmp", "_strdup", "_strnicmp", "_strtoui64",
	"_tcs*", "_tmain", "_unlink", "_vsnprintf*", "_wfopen*", "_write", "__cdecl", "__declspec",
	"__fastcall", "__int16", "__int32", "__int64", "__int8", "__stdcall", "closesocket",
	"clrscr", "fopen_s", "getch", "getche", "gotoxy", "ioctlsocket", "kbhit", "sprintf_s",
	"sscanf_s", "strcat_s", "strcpy_s", "strncpy_s", "strtok_s",
	/* Linux */
	"CLONE_*", "CPU_SET", "CPU_ZERO", "EFD_*", "EPOLL*", "GRND_*", "IFF_TAP", "IFF_TUN",
	"MADV_HUGEPAGE", "MAP_HUGETLB", "MAP_POPULATE", "MFD_*", "O_PATH", "O_TMPFILE", "PR_GET_*",
	"PR_SET_*", "SFD_*", "SOL_TCP", "SO_BINDTODEVICE", "SO_PEERCRED", "TFD_*", "TUNSETIFF",
	"__NR_*", "cpu_set_t", "epoll_*", "eventfd*", "fallocate", "getrandom", "gettid",
	"inotify_*", "io_uring_*", "loff_t", "lseek64", "memfd_create", "off64_t",
	"perf_event_open", "prctl", "process_vm_readv", "pthread_setaffinity_np",
	"sched_setaffinity", "setns", "signalfd*", "splice", "sysinfo", "timerfd_*", "unshare",
	"vmsplice",
	/* BSD and macOS */
	"CFRelease", "CFString*", "EVFILT_*", "EV_SET", "IOService*", "MACH_*", "NSLog", "NSString",
	"OSAtomic*", "OSSwap*", "TARGET_OS_*", "_NSGet*", "arc4random*", "dispatch_*",
	"getprogname", "kern_return_t", "kevent*", "kqueue", "mach_*", "pledge", "setprogname",
	"setproctitle", "strlcat", "strlcpy", "strtonum", "sysctlbyname", "unveil",
	/* machines and their compilers */
	"PROGMEM", "__builtin_aarch64_*", "__builtin_altivec_*", "__builtin_amdgcn_*",
	"__builtin_arm_*", "__builtin_avr_*", "__builtin_cpu_*", "__builtin_ia32_*",
	"__builtin_mips_*", "__builtin_msa_*", "__builtin_neon_*", "__builtin_nvvm_*",
	"__builtin_ppc_*", "__builtin_r600_*", "__builtin_riscv_*", "__builtin_s390_*",
	"__builtin_sve_*", "__builtin_vsx_*", "__builtin_wasm_*", "__cpuid*", "__disable_irq",
	"__enable_irq", "__float128", "__int128*", "__m128*", "__m256*", "__m512*", "__rdtsc*",
	"_mm256_*", "_mm512_*", "_mm_*", "_xgetbv", "float32x4_t", "int16x8_t", "int32x4_t",
	"int8x16_t", "uint16x8_t", "uint32x4_t", "uint8x16_t", "vld1*", "vst1*"};

static bool name_match(struct fl_slice name, const char *pattern)
{
	size_t n = strlen(pattern);
	if (*pattern == '*')
		return fl_slice_ends(name, pattern + 1);
	if (pattern[n - 1] == '*')
		return name.len >= n - 1 && !memcmp(name.ptr, pattern, n - 1);
	return fl_slice_eqs(name, pattern);
}

static bool name_among(struct fl_slice name, const char *const *patterns, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (name_match(name, patterns[i]))
			return true;
	return false;
}

#define AMONG(name, list) name_among(name, list, sizeof(list) / sizeof((list)[0]))

/* What stands between the first quotes, ASCII or UTF-8, of s; empty for none. */
static struct fl_slice quoted_first(struct fl_slice s)
{
	static const char *const pairs[][2] = {{"'", "'"}, {"\xe2\x80\x98", "\xe2\x80\x99"}};
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		ptrdiff_t at = fl_slice_find(s, pairs[i][0]);
		if (at < 0)
			continue;
		struct fl_slice rest = fl_slice_skip(s, (size_t)at + strlen(pairs[i][0]));
		ptrdiff_t end = fl_slice_find(rest, pairs[i][1]);
		if (end >= 0)
			return fl_slice_head(rest, (size_t)end);
	}
	return (struct fl_slice){0};
}

/* gcc says "name: No such file or directory", clang "'name' file not found". */
static struct fl_slice header_missing(struct fl_slice message)
{
	static const char gcc[] = ": No such file or directory";
	if (fl_slice_ends(message, gcc))
		return fl_slice_head(message, message.len - strlen(gcc));
	return fl_slice_ends(message, "file not found") ? quoted_first(message)
							: (struct fl_slice){0};
}

bool diag_system_header_missing(struct fl_slice message)
{
	char small[64];
	struct fl_slice name = header_missing(message);
	if (!name.len || AMONG(name, headers))
		return name.len > 0;
	if (name.len >= sizeof(small))
		return false;
	for (size_t i = 0; i < name.len; i++)
		small[i] = (char)tolower((unsigned char)name.ptr[i]);
	return AMONG(fl_slice(small, name.len), windows_headers);
}

bool diag_system_name_missing(struct fl_slice message)
{
	static const char *const words[] = {"undeclared", "not declared", "implicit declaration",
		"unknown type name", "does not name a type", "has not been declared"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_find(message, words[i]) >= 0)
			return AMONG(quoted_first(message), names);
	return false;
}
