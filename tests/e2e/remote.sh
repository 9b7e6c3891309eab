#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 300
# Targets that are elsewhere: gdbserver behind a port and behind a socket, over ssh with an sshd of our
# own, a process attached to. What is left of each afterwards, and what a sandbox says to them.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
PATH=$PATH:/usr/sbin
need gdbserver python3 ssh sshd ssh-keygen
at_end() {
	[ -n "${made_run:-}" ] && rmdir /run/sshd
	[ -n "${sshd:-}" ] && kill "$sshd" # it changes its name and environment, by which others are found
	stop_all
	kill_all
}
cat >v.c <<'END'
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>
static volatile long total;
static void tick(long n) { total += n; } /* TICK */
int main(int argc, char **argv)
{
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	for (int i = 1; i < argc; i++)
		printf("[%s]", argv[i]);
	puts("");
	fflush(stdout);
	if (argc > 1 && argv[1][0] == '@')
		for (;; usleep(1000)) {
			tick(1);
			if (total % 100 == 0)
				printf("%ld\n", total), fflush(stdout);
		}
	tick(argc);
	return 3;
}
END
gcc -g -O0 v.c -o v || exit 1

begin() { start --fast --timeout 120 "$@"; } # OPTION…: prints the id
told() { # ID COMMAND…: an answer a line
	cmd "$@"
	jq -c 'if type == "array" then .[] else . end' answer.json
}
stop() { "$tool" stop --session "$1" >/dev/null || fail "cannot stop $1"; }
follow() { # WHAT ID: from the target's first instruction to its end
	told "$2" 'break tick' continue 'backtrace' 'print n' continue >answers
	same "$1: stops" "$(jq -r 'select(.command == "continue") | .data.stop.reason' answers | paste -sd ' ')" 'breakpoint exit'
	same "$1: frames" "$(jq -r 'select(.command == "backtrace") | [.output[].function] | join(" ")' answers)" 'tick main'
	same "$1: exit" "$(jq -r 'select(.data.stop.reason == "exit") | .data.stop.exit_code' answers)" 3
}
gone() { # WHAT PATTERN: no process whose arguments have it
	for _ in $(seq 50); do
		pgrep -f -- "$2" >/dev/null || return
		sleep 0.1
	done
	fail "$1 is left: $(pgrep -af -- "$2")"
}

await() { # WHAT LOG COMMAND…: until it is true, for 10 s at most; else there is nothing to test
	local what=$1 log=$2
	shift 2
	for _ in $(seq 200); do
		"$@" && return
		sleep 0.05
	done
	fail "$what does not start: $(tail -n 3 "$log")"
	finish
}

# a port, behind the gate: that is where the user wants to be, but no command leads elsewhere
gdbserver --once 127.0.0.1:0 ./v >server.out 2>&1 &
await gdbserver server.out grep -q 'Listening on port' server.out
port=$(sed -n 's/.*Listening on port //p' server.out)
id=$(begin --gate --program ./v --remote "127.0.0.1:$port")
follow port "$id"
same 'no other target' "$(told "$id" "target remote 127.0.0.1:$port" | jq -r .error_type)" refused
same 'memory of a foreign process' "$("$tool" status --session "$id" | jq .program_memory_kb)" 0
stop "$id"
gone gdbserver 'gdbserver --once 127.0.0.1:0 ./v'

# a socket
python3 -c '
import os, socket
s = socket.socket(socket.AF_UNIX)
s.bind("stub")
s.listen()
c = s.accept()[0]
for n in (0, 1):
    os.dup2(c.fileno(), n)
os.execvp("gdbserver", ["gdbserver", "--once", "-", "./v"])' 2>socket.err &
await 'a gdbserver behind a socket' socket.err [ -S stub ]
id=$(begin --program ./v --remote "$dir/stub")
follow socket "$id"
stop "$id"
"$tool" start --remote "127.0.0.1:1" >/dev/null 2>err && fail 'a closed port is no failure'
same 'a closed port' "$(jq -r .error_type err)" start_failed

# a process that runs already: it goes on afterwards, without our breakpoints
./v @ >ticks &
pid=$!
id=$(begin --attach $pid)
told "$id" 'break tick' continue backtrace >answers
same 'attached: stop' "$(jq -r 'select(.data.stop) | .data.stop.function' answers)" tick
told "$id" 'continue&' >/dev/null
stop "$id"
before=$(wc -l <ticks)
for _ in $(seq 100); do
	[ "$(wc -l <ticks)" -gt $((before + 1)) ] && break
	sleep 0.1
done
kill -0 $pid 2>/dev/null && [ "$(wc -l <ticks)" -gt "$before" ] || fail 'the process does not go on'

# ssh, with a server, keys and a configuration of our own
if [ "$(id -u)" = 0 ] && [ ! -d /run/sshd ]; then
	mkdir /run/sshd && made_run=1
fi
ssh-keygen -q -t ed25519 -N '' -f host && ssh-keygen -q -t ed25519 -N '' -f key || exit 1
cp key.pub authorized
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >sshd.conf <<END
ListenAddress 127.0.0.1
Port $port
HostKey $dir/host
AuthorizedKeysFile $dir/authorized
PidFile none
StrictModes no
UsePAM $([ "$(id -u)" = 0 ] && echo yes || echo no)
PasswordAuthentication no
PermitRootLogin prohibit-password
END
: >sshd.log
"$(command -v sshd)" -D -e -f sshd.conf >/dev/null 2>sshd.log &
sshd=$!
await sshd sshd.log grep -q 'Server listening' sshd.log
echo "[127.0.0.1]:$port $(cut -d ' ' -f 1,2 host.pub)" >known
printf '%s\n' "UserKnownHostsFile $dir/known" "IdentityFile $dir/key" 'IdentitiesOnly yes' >ssh.conf
mkdir bin
printf '#!/bin/sh\nexec %s -F %s "$@"\n' "$(command -v ssh)" "$dir/ssh.conf" >bin/ssh
chmod +x bin/ssh
export PATH=$dir/bin:$PATH
timeout 20 ssh -o BatchMode=yes -p "$port" "$(id -un)@127.0.0.1" true 2>ssh.err || {
	[ "$bad" = 0 ] || finish
	missing "the rest needs an sshd that lets $(id -un) in: $(tail -n 1 ssh.err) ($(tail -n 1 sshd.log))"
}
there="ssh:$(id -un)@127.0.0.1:$port"
id=$(begin --program ./v --remote "$there" -- 'a b' "c'd; touch $dir/canary" '$(touch '"$dir/canary"')')
follow ssh "$id"
same 'ssh: arguments and output' "$("$tool" output --session "$id" | jq -r .output | grep '^\[')" \
	"[a b][c'd; touch $dir/canary][\$(touch $dir/canary)]"
[ -e canary ] && fail 'the other shell reads arguments'
stop "$id"
gone 'ssh or gdbserver' 'gdbserver --once - '
id=$(begin --attach $pid --remote "$there")
same 'ssh: attached' "$(told "$id" 'break tick' continue | jq -r 'select(.data.stop) | .data.stop.function')" tick
stop "$id"
kill -0 $pid 2>/dev/null || fail 'the process attached to over ssh is gone'
[ -z "$(find /tmp -maxdepth 1 -name 'faultline-remote-*' -newer v 2>/dev/null)" ] || fail 'a socket is left'
refused() { # WHAT WORDS OPTION…
	local what=$1 words=$2
	shift 2
	"$tool" start "$@" >out 2>err && fail "$what: it starts"
	grep -q -- "$words" err || fail "$what: $(cat err)"
}
refused 'no such program' 'no/such' --program /no/such --remote "$there"
refused 'a wrong user' 'Permission denied' --program ./v --remote "ssh:nobody-here@127.0.0.1:$port"
refused 'nobody listens' 'Connection refused' --program ./v --remote ssh:127.0.0.1:1
refused 'an option for ssh' 'is not ssh:' --program ./v --remote 'ssh:-oProxyCommand=x'
refused 'nothing to debug' 'needs a program' --remote "$there"

# a sandbox has no network and sees no other process
refused 'remote in the sandbox' 'not possible in the sandbox' --sandbox --remote localhost:1
refused 'ssh in the sandbox' 'not possible in the sandbox' --sandbox --program ./v --remote "$there"
refused 'attach in the sandbox' 'not possible in the sandbox' --sandbox --attach $pid
kill_all
finish
