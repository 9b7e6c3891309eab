#!/usr/bin/env bash
# Sessions by the engine gdb-dap of the gdb that FL_GDB_DAP names (14 or later): the scripted session
# gives the structs that the engine gdb gives with the same gdb; states, timeouts, input, interrupt,
# death, a core file, a process. Run by tests/e2e/engines.sh and tests/nightly/gdb_dap.sh in a
# directory of its own with scene and talk in it; prints what is wrong, 1 when anything is.
scenes=$PWD
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
example=gdb-dap
here=$FL_SRC/tests/e2e/engines
cp "$scenes"/scene* "$scenes"/talk* . || exit 1
begin() { # OPTIONS…: a session of that gdb, prints the id
	start --gdb-path "$FL_GDB_DAP" "$@"
}

# one session, two engines over the same gdb: no field differs but the numbers of the system
mapfile -t script <"$here/script.txt"
args=()
for c in "${script[@]}"; do args+=(--command "$c"); done
for engine in gdb gdb-dap; do
	id=$(begin --engine $engine --program ./scene)
	"$tool" cmd --session "$id" "${args[@]}" --format=struct --max-lines 1000 2>$engine.err |
		sed 's/(LWP [0-9]*)/(LWP N)/' >$engine.struct
	"$tool" stop --session "$id" >/dev/null
done
python3 "$here/compare.py" "$here/script.txt" gdb.struct gdb-dap.struct >differ.txt 2>why.txt
[ -s differ.txt ] && fail "the structs differ: $(cat differ.txt why.txt)"
[ "$(grep -cE '<(DEBUG_CONTEXT|TOOL_RESULT)>' gdb-dap.struct)" -ge ${#script[@]} ] || fail "answers are missing"

# a resume that times out leaves it running; input, output, interrupt, wait; a call that takes long
id=$(begin --engine gdb-dap --program ./talk --env KEY=1 -- "na me?")
"$tool" cmd --session "$id" --command run --timeout 4 >answer.json && fail "an endless run succeeds"
is timeout '[.success, .error_type, .state, .program_output] | map(tostring) | join("|")' 'false|timeout|running|na me?'
cmd "$id" bt && fail "bt of a running program succeeds"
is running '[.error_type, .state] | join(" ")' 'target_running running'
"$tool" input --session "$id" $'you\n' >/dev/null || fail input
for _ in $(seq 100); do
	"$tool" output --session "$id" >answer.json
	jq -r .output answer.json | grep -q hello && break
	sleep 0.1
done
is output .output $'na me?\nhello you'
"$tool" cmd --session "$id" --command wait --timeout 30 >waited.json &
waiter=$!
sleep 0.5
"$tool" interrupt --session "$id" >/dev/null || fail interrupt
wait $waiter || fail "wait fails"
cp waited.json answer.json
is interrupted '[.state, .data.stop.reason, .data.stop.function] | join(" ")' 'stopped interrupt main'
"$tool" cmd --session "$id" --command 'print (int)sleep(60)' --timeout 2 >answer.json && fail "a long call succeeds"
is 'a call' .error_type timeout
cmd "$id" 'print/x 6 * 7' 'x/2xb &spins' '-data-evaluate-expression 1+1' '-nosuch' 'info registers' 'up' \
	$'define more\nprint $arg0 + 1\nend' 'more 3' $'-data-evaluate-expression "6\t* 7"'
is 'in step' '.[0].output' 0x2a
is memory '.[1].data.memory[0].values | length' 2
is mi '.[2].data.results.value' 2
is 'mi error' '[.[3].error_type, .[3].error] | join(" ")' 'gdb_error Undefined MI command: nosuch'
is registers '.[4].output.rip | startswith("0x")' true
is up '.[5].raw | startswith("#1 ")' true
is define '.[7].output' '$2 = 4'
is 'a tab' '.[8].data.results.value' 42
# it runs again, with its breakpoints, and ends
cmd "$id" 'break main' 'run a b' 'print argc' 'delete'
is again '.[1].data.stop | [.reason, .function] | join(" ")' 'breakpoint main'
is again '.[2].output' 3
"$tool" input --session "$id" $'x\n' >/dev/null
cmd "$id" continue bt 'print spins' 'break main' run -exec-next kill
is ended '[.[0].state, .[0].data.stop.exit_code] | map(tostring) | join(" ")' 'exited 3'
is ended '.[1].error_type' target_not_running
is 'mi step' '.[5].data.stop | [.reason, .function] | join(" ")' 'step main'
is 'kill' '[.[6].state, .[6].data.stop] | map(tostring) | join(" ")' 'exited null'
# gdb dies while a command waits
"$tool" cmd --session "$id" --command delete --command run --timeout 60 >waited.json 2>&1 &
waiter=$!
for _ in $(seq 100); do
	[ "$("$tool" status --session "$id" | jq -r .state)" = running ] && break
	sleep 0.1
done
kill -9 "$("$tool" status --session "$id" | jq .pid)"
wait $waiter
jq .[1] waited.json >answer.json
is 'died' '[.error_type, .state] | join(" ")' 'process_died dead'
"$tool" stop --session "$id" >/dev/null || fail "a dead session cannot be stopped"

# a core file, a process
gdb -q -nx -batch -ex run -ex "generate-core-file $PWD/scene.core" ./scene >/dev/null 2>&1
id=$(begin --engine gdb-dap --program ./scene --core ./scene.core)
cmd "$id" bt 'print *it' continue
is core '.[0].output | map(.function) | join(" ")' 'crash main'
is core '.[1].error' 'Cannot access memory at address 0x0'
is core '.[2].error_type' target_not_running
"$tool" stop --session "$id" >/dev/null
./talk </dev/null >/dev/null &
sleeper=$!
sleep 0.3
id=$(begin --engine gdb-dap --program ./talk --attach $sleeper)
cmd "$id" bt 'print spins > 0' detach
is attach '.[0].output[0].function' main
is attach '.[1].output' 1
kill -0 $sleeper || fail "a process that was let go is dead"
"$tool" stop --session "$id" >/dev/null
kill $sleeper
finish
