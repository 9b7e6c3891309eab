#!/usr/bin/env bash
# The labeller over HTTP: labels as from the filter, refusals that say why, a queue with an end, a
# drain, and nothing left behind a server that is killed.
# timeout: 300
. "$FL_SRC/tests/support/alone.sh" || exit 1
. "$FL_SRC/tests/support/serve.sh"
need jq curl python3 clang-19

sum='#include <stdio.h>\nint main(void){int a,b;if(scanf(\"%d %d\",&a,&b)!=2)return 1;printf(\"%d\\n\",a+b);return 0;}\n'
right='{"id":"right","language":"c","code":"'$sum'","tests":[{"stdin":"2 3","stdout":"5"}]}'
wrong=${right/a+b/a-b}
slow='{"id":"slow","language":"c","code":"#include <unistd.h>\nint main(void){sleep(100);}","sanitizers":[],"tests":[{}],"limits":{"wall_ms":1200}}'
code() { curl -s -o "$dir/body" -w '%{http_code}' "$@"; }
is() { # WANT GOT WHAT
	[ "$1" = "$2" ] || fail "$3: $2 in place of $1: $(head -c 300 "$dir/body")"
}

serve -j 2 --queue=3 --read-timeout=2 --body-max=1M
is 200 "$(code "$url/healthz")" healthz
is 200 "$(code -d "$right" "$url/label")" label
jq -e '.id == "right" and .reward == 1 and .stage == "passed"' "$dir/body" >/dev/null || fail "no label: $(cat "$dir/body")"

example='batch' # each line its label, in order; a line that is none its reason
{ echo "$right"; echo; echo "$wrong"; echo '{"id":"no'; echo "$right"; } >"$dir/lines"
"$FL_BIN/rlvr-label" -q --cxx=clang-19 <"$dir/lines" | jq -c '[.id, .stage, .reward, .infra_error]' >"$dir/want"
grep -q '"line 4, column ' "$dir/want" || fail "another line: $(cat "$dir/want")"
is 200 "$(code --data-binary "@$dir/lines" "$url/label/batch")" status
jq -c '[.id, .stage, .reward, .infra_error]' "$dir/body" | diff "$dir/want" - || fail "other labels than the filter's"
is 200 "$(code --data-binary "@$dir/lines" "$url/label/batch?unordered")" unordered
jq -c '[.id, .stage, .reward, .infra_error]' "$dir/body" | sort | diff <(sort "$dir/want") - || fail "other labels, unordered"
is 200 "$(code --data-binary '' "$url/label/batch")" empty
[ ! -s "$dir/body" ] || fail "labels of nothing"

example=refusals
is 404 "$(code -d x "$url/nothing")" path
is 405 "$(code "$url/label")" method
is 403 "$(code -H 'Origin: http://a.example' -d "$right" "$url/label")" browser
is 400 "$(code -d '{"id":"a","cod":1}' "$url/label")" member
grep -q 'no member \\"cod\\"' "$dir/body" || fail "no reason: $(cat "$dir/body")"
jq -e 'has("reward") | not' "$dir/body" >/dev/null || fail "a reward for what is no candidate"
is 400 "$(code -d '{"id":"a",' "$url/label")" truncated
grep -q 'line 1, column 10' "$dir/body" || fail "no place: $(cat "$dir/body")"

example=hostile
python3 "$FL_SRC/tests/e2e/rlvr/hostile.py" "$url" || bad=1

example='full queue' # two run, three wait, the others are told when to come again
pids=()
for _ in 1 2 3 4 5 6 7 8; do
	curl -s -o /dev/null -D - -d "$slow" "$url/label" >>"$dir/heads" &
	pids+=($!)
done
sleep 0.5
is 200 "$(code "$url/healthz")" 'healthz while all are busy'
wait "${pids[@]}"
is 5 "$(grep -c '200 OK' "$dir/heads")" answered
is 3 "$(grep -c '429 ' "$dir/heads")" refused
is 3 "$(grep -ci '^Retry-After: [1-9]' "$dir/heads")" 'when to come again'

example=metrics
is 200 "$(code "$url/metrics")" status
for line in 'requests_total{path="/label",status="429"} [1-9][0-9]*' 'labels_total{stage="passed"} [1-9][0-9]*' 'infra_errors_total 0' 'queue_waiting 0' \
	'request_seconds_count{path="/label/batch"} 3' 'request_seconds_sum{path="/label/batch"} .*[1-9].*'; do
	grep -qx "faultline_$line" "$dir/body" || fail "no $line: $(grep -v '^#' "$dir/body")"
done

example=drain # what runs and waits is finished; what is new is refused
pids=()
for i in 1 2 3; do
	curl -s -o "$dir/last.$i" -d "$slow" "$url/label" &
	pids+=($!)
done
sleep 0.5
kill -TERM "$server"
sleep 0.4
is 503 "$(code -d "$right" "$url/label")" new
is 503 "$(code "$url/healthz")" healthz
wait "${pids[@]}"
wait "$server" || fail "status $? after the drain"
for i in 1 2 3; do
	jq -e '.stage == "test" and .tests[0].verdict == "time_limit"' "$dir/last.$i" >/dev/null || fail "lost: $(cat "$dir/last.$i")"
done

example=token
echo ' geheim ' >"$dir/token"
serve -j 1 --token-file="$dir/token"
is 401 "$(code -d "$right" "$url/label")" without
is 401 "$(code -H 'Authorization: Bearer geheim2' -d "$right" "$url/label")" wrong
is 401 "$(code -u x:gehei -d "$right" "$url/label")" 'wrong password'
is 200 "$(code -H 'Authorization: Bearer geheim' -d "$right" "$url/label")" bearer
is 200 "$(code -u x:geheim -d "$right" "$url/label")" password
is 200 "$(code "$url/healthz")" healthz

example='killed workers' # another one answers; it holds no socket of the server's
curl -s -u x:geheim -o "$dir/again" -d "$slow" "$url/label" &
asking=$!
exec 9<>"/dev/tcp/127.0.0.1/${url##*:}" # a client that is connected meanwhile
sleep 0.5
pgrep -P "$server" | xargs kill -KILL
wait "$asking"
jq -e '.tests[0].verdict == "time_limit" and has("reward")' "$dir/again" >/dev/null || fail "no label: $(cat "$dir/again")"
is 200 "$(code -u x:geheim "$url/metrics")" status
grep -qx 'faultline_retries_total [1-9]' "$dir/body" || fail "nothing was asked again: $(grep retries "$dir/body")"
ls -l "/proc/$server/fd" >"$dir/fds"
for worker in $(pgrep -P "$server"); do
	ls -l "/proc/$worker/fd"
done >"$dir/worker_fds"
listener=$(awk -v port="$(printf '%04X' "${url##*:}")" '$2 == "0100007F:" port && $4 == "0A" {print $10}' /proc/net/tcp)
grep -q "socket:\[$listener\]" "$dir/fds" || fail "no listener seen: the test is blind"
grep -q "socket:\[$listener\]" "$dir/worker_fds" && fail "a worker listens, too"
awk -v port="$(printf '%04X' "${url##*:}")" '$2 == "0100007F:" port && $4 == "01" {print "socket:[" $10 "]"}' /proc/net/tcp >"$dir/connected"
[ -s "$dir/connected" ] || fail "no connection seen: the test is blind"
grep -qFf "$dir/connected" "$dir/worker_fds" && fail "a worker holds a client's connection"
exec 9>&-

example=killed # nothing outlives it
before=$(pgrep -c .)
curl -s -u x:geheim -d "${slow/1200/60000}" "$url/label" >/dev/null &
for _ in $(seq 100); do
	running=$(($(pgrep -c .) - before))
	[ "$running" -ge 3 ] && break # curl, and in the box a reaper and the program
	sleep 0.1
done
[ "$running" -ge 3 ] || fail "nothing runs: the test is blind"
stop_server KILL 137
for _ in $(seq 40); do
	left=$(own_processes 'rlvr-label|/box')
	[ -z "$left" ] && break
	sleep 0.1
done
[ -z "$left" ] || fail "left: $left"

example=address
"$FL_BIN/rlvr-label" --serve=0.0.0.0:0 2>"$dir/said"
is 2 $? 'off loopback without a token'
grep -q token-file "$dir/said" || fail "no way out: $(cat "$dir/said")"
"$FL_BIN/rlvr-label" --serve=nowhere 2>"$dir/said"
is 2 $? 'no address'
exit "$bad"
