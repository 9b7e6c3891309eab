#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 600
# The gate over the engine lldb-dap: nothing of the caller reaches lldb's command language or its compiler.
# What would is refused; some of it does harm with neither gate nor sandbox, and none with the sandbox
# alone. What only lldb can tell from a look, as operators of a class, lldb refuses. Everyday commands
# pass, conditions and MCP among them. gate.sh has the same for gdb, nightly/gdb_dap.sh for gdb-dap.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need python3 lldb-dap-19
mkdir -m 777 canary
here=$FL_SRC/tests/e2e/gate
cp "$here/v.c" . && gcc -g -O0 v.c -o v || exit 1
echo '__attribute__((constructor)) static void f(void) { fopen(getenv("CANARY"), "w"); }' |
	gcc -shared -fPIC -include stdio.h -include stdlib.h -x c - -o preload.so || exit 1
ln -s /usr/bin/touch linked
canary=$dir/canary/c
echo "platform shell touch $canary" >script
port=1 # nothing listens: that a connection is tried at all is for gate.sh to see
try() { # OUT LIST OPTION…: as gate.sh does it
	local out=$1 list=$2
	shift 2
	sed -e "s|@C@|$canary|g; s|@S@|$dir/script|g; s|@L@|$dir/preload.so|g; s|@Y@|$dir/linked|g; s|@P@|$port|g" \
		"$list" >"$out.filled"
	CANARY=$canary python3 "$here/try.py" "$tool" "$dir/canary" "$dir/connected" "$out.filled" --engine lldb-dap \
		"$@" >"$out" || fail "cannot try with $*: $(tail -n 3 "$out")"
}

try gated.jsonl "$here/lldb_refused.jsonl" --gate --program "$dir/v" -- "touch $canary"
[ "$(wc -l <gated.jsonl)" -ge 200 ] || fail "only $(wc -l <gated.jsonl) tries"
same 'passed the gate' "$(jq -c 'select(.error_type != "refused") | [.command, .error]' gated.jsonl)" ''
same 'did something behind the gate' "$(jq -c 'select(.did) | .command' gated.jsonl)" ''
# the first of the list would do it at once, in a way that lldb's calls live through (system() stops at its vfork)
head -n 14 "$here/lldb_refused.jsonl" >some.jsonl
try free.jsonl some.jsonl --program "$dir/v" -- "touch $canary"
try boxed.jsonl some.jsonl --sandbox --program "$dir/v" -- "touch $canary"
did=$(jq -c 'select(.did)' free.jsonl | wc -l)
[ "$did" -ge 11 ] || fail "with neither gate nor sandbox only $did of these do something: $(cat free.jsonl)"
same 'did something from the sandbox' "$(jq -c 'select(.did) | .command' boxed.jsonl)" ''

try harmless.out "$here/lldb_harmless.jsonl" --gate --program "$dir/v"
same 'everyday commands' "$(jq -c 'select(.error_type == "refused") | [.command, .error]' harmless.out)" ''
worked=$(jq -c 'select(.success)' harmless.out | wc -l)
[ "$worked" -ge 120 ] || fail "only $worked everyday commands work: $(jq -c 'select(.success | not) | [.command, .error]' harmless.out)"

# what looks like a look and is a call: of a class's operators and conversions
cat >op.cpp <<'END'
#include <cstdlib>
#include <fcntl.h>
#include <vector>
static int harm() { return creat(getenv("CANARY"), 0600); }
struct sly {
	int value;
	int operator+(int) { return harm(); }
	int operator*() { return harm(); }
	sly *operator->() { harm(); return this; }
	int operator[](int) { return harm(); }
	bool operator==(int) { return harm(); }
	operator int() { return harm(); }
	sly &operator=(int) { harm(); return *this; }
};
static int twice(int n)
{
	return 2 * n;
}
int main()
{
	sly s{1};
	std::vector<int> v{10, 20, 30};
	int sum = 0;
	for (int i = 0; i < 3; i++)
		sum += twice(v[i]);
	if (sum == 1)
		s = s + *s + s->value + s[1] + (s == 1) + int(s);
	return sum;
}
END
g++ -g -O0 op.cpp -o op || exit 1
looks=('print s + 1' 'print *s' 'print s->value' 'print s[1]' 'print s == 1' 'print (int)s' 'print s = 1' 'print !s'
	'whatis s + 1' 'ptype *s' 'p/x s + 1' 'x/x s + 1' 'watch s->value' 'list *(s + 1)' 'break *(s + 1)'
	'-data-evaluate-expression s+1' 'watch-expression s + 1' 'condition 1 s == 1')
export CANARY=$canary
id=$(start --engine lldb-dap --gate --program ./op)
cmd "$id" "break $(line_of op.cpp 'int sum')" run "${looks[@]}" 'info watch-expressions' continue >/dev/null
[ ! -e "$canary" ] || fail "a look calls an operator: $(jq -c '.[] | [.command, .output]' answer.json)"
is operators '[.[2:17][] | select(.success)] | length' 0
is 'why not' '.[2].error' \
	'This needs code that runs in the program (a call, an operator of a class, a choice with ?:, integers made floating point): it cannot be done here.'
cmd "$id" run 'cpp-call eval("(int)creat(0, 0)");' 'watch-expression creat(0, 0)' 'snapshot op.cpp:9 if creat(0, 0)' \
	'watch-expression sum + 1' why-context 'cpp-call int x = eval("sum + 1");' >/dev/null
is 'calls in C++' '.[1].raw | test("refused by the gate")' true
is 'our own' '[.[2, 3].error_type, .[4, 5, 6].success] | map(tostring) | join(" ")' 'refused refused true true true'
"$tool" stop --session "$id" >/dev/null
id=$(start --engine lldb-dap --program ./op)
cmd "$id" "break $(line_of op.cpp 'int sum')" run 'print s + 1' >/dev/null
[ -e "$canary" ] || fail 'without the gate the operator is not called: the test shows nothing'
rm -f "$canary"
"$tool" stop --session "$id" >/dev/null

# a core file; init files of lldb's are not read
printf 'platform shell touch %s\n' "$canary" >.lldbinit
gdb -q -nx -batch -ex 'break add' -ex run -ex "generate-core-file $dir/v.core" ./v >/dev/null 2>&1
id=$(HOME=$dir start --engine lldb-dap --gate --program ./v --core ./v.core)
cmd "$id" bt 'print a + 1' 'info locals' up 'print n.value' 'print (int)creat(0, 0)' 'print/t 5' >/dev/null
is 'a core file' '[.[0].output[0].function, .[4].output, .[5].error_type, .[6].output] | join(" ")' 'add 3 refused 101'
is 'a core file' '.[1].success' true
[ ! -e "$canary" ] || fail '.lldbinit was read'
"$tool" stop --session "$id" >/dev/null

# conditions are evaluated here: they hold where they should, a step over them ends, and one with an error stops
id=$(start --engine lldb-dap --gate --program ./op)
cmd "$id" 'break twice if n == 20' run 'print n' up 'print v[1]' 'print v[i]' 'print i * 2' 'print/x i * 16' \
	'info locals' >/dev/null
is condition '[.[1].data.stop.reason, .[2].output] | join(" ")' 'breakpoint 20'
is elements '.[4].output' 20
is sums '[.[6, 7].output] | join(" ")' '2 0x10'
cmd "$id" delete 'break twice if n == 77' "tbreak $(line_of op.cpp 'sum += twice')" run 'next' 'condition 2 nosuch == 1' continue >/dev/null
is 'a step over it' '.[4].data.stop | [.reason, .function] | join(" ")' 'step main'
is 'an error in it' '.[6].data.stop | [.reason, .function] | join(" ")' 'breakpoint twice'
if watches; then
	cmd "$id" delete 'watch sum if sum > 50' >/dev/null
	cmd "$id" delete "break $(line_of op.cpp 'for (int i')" run 'watch sum if sum > 50' continue 'print sum' >/dev/null
	is 'a watchpoint' '[.[4].data.stop.reason, .[5].output] | join(" ")' 'watchpoint 60'
fi
"$tool" stop --session "$id" >/dev/null

# one in a loop that does not hold: to others the program runs, whatever is asked at whichever moment
printf 'int hot(int n)\n{\n\treturn n + 1;\n}\nint main(void)\n{\n\tvolatile int n = 0;\n\tfor (;;)\n\t\tn = hot(n) %% 1000000;\n}\n' >hot.c
gcc -g -O0 hot.c -o hot || exit 1
for box in --sandbox --gate; do
	id=$(start --engine lldb-dap --gate $box --program "$dir/hot")
	wall=2 cmd "$id" 'break hot if n == 2000000' run wait bt >/dev/null
	is 'in a loop' 'map([.error_type, .state] | map(tostring) | join(" ")) | .[1:] | join("|")' \
		'timeout running|timeout running|target_running running'
	"$tool" status --session "$id" >answer.json
	is 'in a loop' .state running
	"$tool" interrupt --session "$id" >/dev/null || fail "$box: no interrupt in a loop"
	cmd "$id" wait 'print n > 0' 'condition 1 n == 5' >/dev/null
	is 'interrupted in it' '[.[0].data.stop.reason, .[0].data.stop.function, .[1].output] | join(" ")' 'interrupt hot true'
	cmd "$id" run 'print n' >/dev/null
	is 'it holds' '[.[0].data.stop.reason, .[1].output] | join(" ")' 'breakpoint 5'
	"$tool" stop --session "$id" >/dev/null
done

# MCP: the gate is up and the engine needs no --unsafe; a debugger of one's own does
rpc() { # JQ-OBJECT COMMAND OPTION…: the two results
	local start=$1 command=$2
	shift 2
	python3 "$here/rpc.py" "$tool" "$(jq -cn --arg d "$dir" "$start")" "$command" "$@"
}
for sandbox in on off; do
	rpc '{program: "\($d)/v", engine: "lldb-dap"}' 'print 6 * 7' --sandbox=$sandbox >out
	same "MCP, sandbox $sandbox" "$(jq -r '[.[].status] | join(" ")' out)" 'success success'
done
rpc '{program: "\($d)/v", engine: "lldb-dap"}' "platform shell touch $canary" --sandbox=off >out
same 'MCP: lldb itself' "$(jq -r '.[1].message // empty' out | cut -c 1-19)" 'refused by the gate'
printf '#!/bin/sh\ntouch %s\nexec lldb-dap-19 "$@"\n' "$canary" >lldb-dap-19
chmod +x lldb-dap-19
rpc '{program: "\($d)/v", engine: "lldb-dap", gdb_path: "\($d)/lldb-dap-19"}' 'print 1' --sandbox=off >out
same 'MCP: gdb_path' "$(jq -r '.[0].message // empty' out | cut -c 1-19)" 'refused by the gate'
rpc '{program: "\($d)/v", engine: "lldb-dap", gdb_path: "/usr/bin/lldb-dap-19"}' 'print 1' --sandbox=off >out
same 'MCP: gdb_path of the system' "$(jq -r '.[1].status' out)" success
[ -z "$(ls "$dir/canary")" ] || fail "files: $(ls "$dir/canary")"
finish
