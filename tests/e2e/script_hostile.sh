#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 600
# Scripts that nobody should run: each is ended or kept in, with a word that says why, and leaves
# nothing. Tests within scripts: every way to fail has its place. The gate holds for scripts.
# A prelude of its own, without tests/support/session.sh: in a namespace of process ids (alone.sh) the number of
# this shell would be as small as those in a script's sandbox, and `kill($$, 0)` there find the script's own.
set -uo pipefail
bad=0
fail() {
	echo "$test: $1"
	bad=1
}
test=setup
for tool in gdb g++ clang++-19 clang-repl-19 jq; do
	command -v $tool >/dev/null && continue
	echo "$tool is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
dir=$(mktemp -d)
export XDG_RUNTIME_DIR=$dir/run
mkdir -m 700 "$XDG_RUNTIME_DIR"
tool=$FL_BIN/debugsession
cleanup() {
	"$tool" list | jq -r '.[].session_id' | while read -r s; do "$tool" stop --force --session "$s"; done >/dev/null 2>&1
	rm -rf "$dir"
}
trap cleanup EXIT
cd "$dir" || exit 1
has() { # FILE TEXT
	grep -qF -- "$2" "$1" || fail "no »$2« in: $(head -c 2000 "$1")"
}
script() { "$tool" script "$@" >out 2>err; }
ends() { # TEXT OPTION…: the script of standard input is ended, with these words
	local words=$1
	shift
	script "$@" && fail "it was not ended"
	has err "$words"
}

test=endless_loop
ends 'not done in 6 s' --timeout 6 <<<'print("begun"); for (;;) ;'
[ "$(cat out)" = begun ] || fail "did not begin: $(cat err)"

test=fork_bomb
ends 'not done in 6 s' --timeout 6 <<<'for (;;) ::fork();'

test=output_flood
ends 'wrote more than 65536 bytes' --max-bytes 64K <<<'for (;;) std::puts("again and again");'
[ "$(wc -c <out)" -eq 65536 ] || fail "$(wc -c <out) bytes came"

test=request_flood
ends 'no request but more than' <<<'std::string s(1 << 20, 65); for (;;) fl::detail::put_all(4, s);'

test=memory
ends 'memory' <<<'std::vector<std::string> v; for (;;) v.push_back(std::string(1 << 24, 1));'

test=crash
ends 'signal 11 (SIGSEGV)' <<<'volatile int *p = nullptr; *p = 1;'
ends 'uncaught exception: out of ideas' <<<'throw std::runtime_error("out of ideas");'

test=kept_in
echo secret >"$dir/secret"
script - <<END || fail "status $?: $(cat err)"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
auto reads = [](const char *path) {
	std::FILE *f = std::fopen(path, "r");
	char c[64] = "";
	std::size_t n = f ? std::fread(c, 1, 63, f) : 0;
	return n > 0;
};
print(reads("$dir/secret"));
print(reads("$HOME/.bashrc") || reads("/etc/shadow") || reads("/proc/1/environ"));
print(std::system("grep -q root:.*/root /etc/passwd") == 0);
print(std::fopen("/usr/faultline", "w") != nullptr);
sockaddr_in a{};
a.sin_family = AF_INET;
a.sin_port = htons(22);
a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
print(::connect(::socket(AF_INET, SOCK_STREAM, 0), reinterpret_cast<sockaddr *>(&a), sizeof(a)) == 0);
a.sin_addr.s_addr = inet_addr("8.8.8.8");
print(::connect(::socket(AF_INET, SOCK_STREAM, 0), reinterpret_cast<sockaddr *>(&a), sizeof(a)) == 0);
print(::kill($$, 0) == 0);
::kill(::getppid(), SIGKILL);
::kill(-1, SIGKILL);
auto asks = [](const char *request) {
	try {
		fl::detail::ask(request);
		return true;
	} catch (const fl::error &) {
		return false;
	}
};
print(asks("\"op\":\"stop\"") || asks("}{") || asks("\"op\":\"log\"") || asks("\"op\":\"status\""));
print(asks("\"op\":\"command\",\"on\":\"test\",\"command\":\"shell id\""));
if (::fork() == 0) {
	::setsid();
	::sleep(600);
}
print("end");
END
[ "$(tr '\n' ' ' <out)" = "false false false false false false false false false end " ] || fail "$(cat out)"

test=tests_that_fail
cat >tests.cpp <<'END'
long k = std::atol(eval("5 * 4").c_str());
auto show = [](const test_result &r) {
	print(r.name + ' ' + (r.passed ? "passed" : "failed") + ' ' + r.crash_file + ':' +
	      std::to_string(r.crash_line) + ' ' + std::to_string(r.signal) + ' ' + r.message);
};
show(run_test("good", [&] { assert(k == 20); }));
auto r = run_test("assertion", [&] {
	int local = 21;
	assert(k == local);
});
show(r);
auto vars = inspect_at(r.crash_file, r.crash_line);
print(vars.locals.back().name + " = " + vars.locals.back().value);
show(run_test("exception", [&] {
	if (k == 20)
		throw std::runtime_error("bad thing");
}));
show(run_test("segv", [&] {
	volatile int *p = reinterpret_cast<int *>(k);
	*p = 1;
}));
show(run_test("session", [] { eval("1"); }));
print(eval("7 * 7"));
END
echo 'int main() { return 0; }' >main.cpp
g++ -g main.cpp -o main
id=$("$tool" start --program ./main --gate | jq -r .session_id)
script --session "$id" tests.cpp || fail "status $?: $(cat err)"
has out 'good passed :0 0'
has out 'assertion failed tests.cpp:9 6 tests.cpp:9: '
has out 'local = 21'
has out 'exception failed tests.cpp:16 0 uncaught exception: bad thing'
has out 'segv failed tests.cpp:20 11 SIGSEGV'
has out 'session failed tests.cpp:22 0 uncaught exception: a test is a process of its own'
[ "$(tail -1 out)" = 49 ] || fail "$(cat out)"

test=gate
script --session "$id" - <<'END' || fail "status $?: $(cat err)"
for (auto line : {"shell id", "python print(1)", "print (int)system(\"id\")"}) {
	try {
		command(line);
		print("done");
	} catch (const fl::error &e) {
		print(e.type);
	}
}
END
[ "$(tr '\n' ' ' <out)" = "refused refused refused " ] || fail "$(cat out)"
"$tool" stop --session "$id" >/dev/null

test=compiled
script --runner=clang++ - <<<'auto f = [](int x) { return x * x; }; print(f(7));' || fail "status $?: $(cat err)"
[ "$(cat out)" = 49 ] || fail "$(cat out)"
script --runner=clang++ - <<<'int x = "a";' && fail "no failure"
has out 'const char* file = "script.cpp";'

test=text
script - <<<'no script <SCRIPT_START> print(1);' && fail "a script that was cut off ran"
has err 'has no <SCRIPT_END> behind it'
printf 'First <SCRIPT_START>\nint a = 1;\n<SCRIPT_END> and then\n<SCRIPT_START>\nprint(a + __LINE__);\n<SCRIPT_END>' >parts
script parts || fail "status $?: $(cat err)"
[ "$(cat out)" = 6 ] || fail "$(cat out)"
script - <<'END' || fail "status $?: $(cat err)"
#include <numeric>
#define TWICE(x) \
	((x) * 2)
template <class T> T sum(const std::vector<T> &v) { return std::accumulate(v.begin(), v.end(), T()); }
void script()
{
	print(TWICE(sum<int>({1, 2, 3})));
}
END
[ "$(cat out)" = 12 ] || fail "$(cat out)"

test=nothing_left
"$tool" list | jq -e 'length == 0' >/dev/null || fail "sessions: $("$tool" list)"
for _ in $(seq 50); do
	pgrep -f "$XDG_RUNTIME_DIR" >/dev/null || break
	sleep 0.1
done
left=$(find "$XDG_RUNTIME_DIR/faultline" -mindepth 1 ! -name '*.json')
[ -z "$left" ] || fail "files: $left"
exit $bad
