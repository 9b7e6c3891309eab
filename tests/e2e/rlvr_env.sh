#!/usr/bin/env bash
# Tools inside a rollout: episodes over HTTP, step by step; full, idle, with a token, with workers
# that are killed, and with nothing left behind.
# timeout: 900
. "$FL_SRC/tests/support/alone.sh" || exit 1
. "$FL_SRC/tests/support/serve.sh"
need jq curl python3 clang-19 gdb

task='{"task":{"language":"c","code":"int main(void){return 0;}\n","tests":[{"stdout":""}]}}'
code() { curl -s -o "$dir/body" -w '%{http_code}' "$@"; }
is() { # WANT GOT WHAT
	[ "$1" = "$2" ] || fail "$3: $2 in place of $1: $(head -c 300 "$dir/body")"
}
begin() { # OPTION…: a new episode, its id in `id`
	is 200 "$(code "$@" -d "$task" "$url/env/reset")" reset
	id=$(jq -r .episode "$dir/body")
}

example=episodes
serve -j 2 --episodes=12
python3 "$FL_SRC/tests/e2e/rlvr/env.py" "$url" || bad=1
is 200 "$(code "$url/metrics")" metrics
for line in 'episodes_total [1-9]*' 'episode_steps_total [1-9]*' 'episodes_judged_total [1-9]*' 'infra_errors_total 0'; do
	grep -qx "faultline_$line" "$dir/body" || fail "no $line: $(grep -v '^#' "$dir/body")"
done

example='clients' # the shipped file, as verl and TRL use it
python3 "$FL_SRC/tests/e2e/rlvr/env_clients.py" "$FL_SRC/clients" "$FL_BIN/rlvr-label" || bad=1

example='the same again' # 12 of them, of each task some; tests/nightly/rlvr_episodes.sh has more
python3 "$FL_SRC/tests/e2e/rlvr/episodes.py" "$FL_BIN/rlvr-label" 6 6 || bad=1

example=drain # what was asked is answered; what is new is not
begin
curl -s -o "$dir/last" -d "{\"episode\":\"$id\",\"submit\":true}" "$url/env/step" &
asking=$!
sleep 0.2
kill -TERM "$server"
wait "$asking"
wait "$server" || fail "status $? after the drain"
jq -e '.done and .reward == 1' "$dir/last" >/dev/null || fail "lost: $(cat "$dir/last")"

example=idle
serve -j 1 --episode-idle=1
begin
sleep 2.5
is 404 "$(code -d "{\"episode\":\"$id\",\"compile\":true}" "$url/env/step")" 'an episode that nobody asked for'
is 200 "$(code "$url/metrics")" metrics
grep -qx 'faultline_episodes 0' "$dir/body" || fail "it is held still"
grep -qx 'faultline_episodes_idle_total 1' "$dir/body" || fail "it was not counted"

example='killed workers' # the episode goes on with another one
begin
is 200 "$(code -d "{\"episode\":\"$id\",\"compile\":true}" "$url/env/step")" 'before'
pgrep -P "$server" | xargs kill -KILL
is 200 "$(code -d "{\"episode\":\"$id\",\"run\":{}}" "$url/env/step")" 'after'
jq -e '.step == 2 and .ok' "$dir/body" >/dev/null || fail "another answer: $(cat "$dir/body")"
stop_server TERM 0

example=token
echo geheim >"$dir/token"
serve -j 1 --token-file="$dir/token"
is 401 "$(code -d "$task" "$url/env/reset")" 'without'
begin -H 'Authorization: Bearer geheim'
is 401 "$(code -d "{\"episode\":\"$id\",\"submit\":true}" "$url/env/step")" 'a step without'
stop_server TERM 0
sleep 0.5
left=$(own_processes 'rlvr-label|/box')
[ -z "$left" ] || fail "left: $left"
exit "$bad"
