#!/usr/bin/env bash
# A build on a real Slurm of one node: a task is killed, the controller is restarted, and the result is
# what one machine makes (TASKS of them, 3; PROGRAMS of examples/corpus). munged, slurmctld and slurmd are
# started here, below a directory of ours.
# timeout: 600
# labels: serial
. "$FL_SRC/tests/support/e2e.sh"
for tool in munged slurmctld slurmd sbatch squeue scontrol; do need "$tool"; done
[ "$(id -u)" -eq 0 ] || { echo "skipped: slurmd needs root"; exit 77; }

slurm=$dir/slurm
mkdir -p "$slurm/state" "$slurm/spool" "$dir/corpus"
chmod 755 "$dir" "$slurm"
for program in ${PROGRAMS:-run_length.c csv_parser.c}; do cp "$FL_SRC/examples/corpus/$program" "$dir/corpus"; done
head -c 1024 /dev/urandom >"$slurm/key" && chmod 400 "$slurm/key"
port() { # one that is free
	/usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}
cat >"$slurm/slurm.conf" <<EOF
ClusterName=faultline
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$(port)
SlurmdPort=$(port)
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
AuthInfo=socket=$slurm/munge.socket
CryptoType=crypto/munge
SlurmUser=root
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MailProg=/bin/true
ReturnToService=2
KillWait=5
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=1,batch_sched_delay=0
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
NodeName=localhost NodeAddr=127.0.0.1 CPUs=2
PartitionName=all Nodes=localhost Default=YES MaxTime=60 State=UP
EOF
export SLURM_CONF=$slurm/slurm.conf

pids=()
start() { "$@" & pids+=($!); }
controller() { slurmctld -D -f "$slurm/slurm.conf" 2>"$slurm/controller.err" & controller=$!; }
at_end() {
	[ -n "${controller:-}" ] || return
	scancel --quiet --user=root 2>/dev/null
	kill "${pids[@]}" "$controller" 2>/dev/null
	wait "${pids[@]}" "$controller" 2>/dev/null
	controller=
}

start munged --foreground --force --key-file="$slurm/key" --socket="$slurm/munge.socket" \
	--pid-file="$slurm/munged.pid" --log-file="$slurm/munged.log" --seed-file="$slurm/munged.seed" 2>"$slurm/munged.err"
controller
start slurmd -D -f "$slurm/slurm.conf" -N localhost 2>"$slurm/slurmd.err"
for _ in $(seq 100); do
	sinfo -h -o %T 2>/dev/null | grep -q idle && break
	sleep 0.2
done
sinfo -h -o %T 2>/dev/null | grep -q idle || {
	fail "Slurm does not start: $(tail -n 3 "$slurm"/*.err "$slurm"/*.log)"
	exit 1
}

options=(--limit 8 --traces 1 --crashes 0 --inputs 0)
"$datasets" build "$dir/corpus" -o "$dir/one" --no-cache --quiet "${options[@]}" 2>"$dir/err" ||
	fail "no build: $(cat "$dir/err")"
cd "$dir" || exit 1
"$datasets" slurm corpus -o two --tasks "${TASKS:-3}" --cpus 1 --time 10 "${options[@]}" >"$dir/said" 2>&1 ||
	fail "no jobs: $(cat "$dir/said")"
grep -q '^merge: job [0-9]*$' "$dir/said" || fail "slurm says: $(cat "$dir/said")"

# One task loses its process, and the controller is away while others run.
killed=
for _ in $(seq 300); do
	for exe in $(our_processes); do
		pid=${exe#/proc/}; pid=${pid%/exe}
		grep -qz -- --shard "/proc/$pid/cmdline" 2>/dev/null && kill -KILL "$pid" && killed=1 && break
	done
	[ -z "$killed" ] || break
	sleep 0.1
done
[ -n "$killed" ] || fail "no task came to be killed"
kill "$controller" # it saves what it knows; jobs of the last seconds are lost to KILL
wait "$controller" 2>/dev/null
sleep 1
controller
for _ in $(seq "${WAITS:-1000}"); do
	[ "$(squeue -h 2>/dev/null | wc -l)" -gt 0 ] || { grep -q ended two.cluster/state/merge 2>/dev/null && break; }
	sleep 0.3
done
"$datasets" status two >"$dir/said" || fail "no status"
grep -q '^merge: ended$' "$dir/said" || fail "the jobs did not end: $(cat "$dir/said" two.cluster/log/*)"
grep -q 'failed' "$dir/said" || fail "nothing says that a task was killed: $(cat "$dir/said")"
diff -r one two >&2 || fail "the cluster makes other bytes than one machine"
at_end
nothing_left "the jobs"
exit "$bad"
