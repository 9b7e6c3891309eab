#!/usr/bin/env bash
# Clients as trainers have them: the shipped file for verl and TRL, verl's own requests to /run_code,
# open-r1's and others' to Piston's interface. Whatever the server and the network do, a fault of
# theirs is never a reward.
# timeout: 300
. "$FL_SRC/tests/support/alone.sh" || exit 1
. "$FL_SRC/tests/support/serve.sh"
need jq curl python3 node g++ clang-19

serve -j 2 --language-override=cpp --queue=4
example=clients
python3 "$FL_SRC/tests/e2e/rlvr/clients.py" "$FL_SRC/clients" "$url" "$FL_BIN/rlvr-label" || bad=1

example=verl
python3 "$FL_SRC/tests/e2e/rlvr/verl.py" "$url/run_code" || bad=1

example=piston
node "$FL_SRC/tests/e2e/rlvr/piston.mjs" "$url/api/v2" || bad=1
ask() { # JSON FILTER WANT
	local got
	got=$(curl -s -H 'Content-Type: application/json' -d "$1" "$url/api/v2/execute" | jq -c "$2")
	[ "$got" = "$3" ] || fail "$1: $got in place of $3"
}
ask '{"language":"c"}' . '{"message":"version is required as a string"}'
ask '{"version":"*"}' . '{"message":"language is required as a string"}'
ask '{"language":"c","version":"*"}' . '{"message":"files is required as an array"}'
ask '{"language":"c","version":"*","files":[{"name":"a.c"}]}' . '{"message":"files[0].content is required as a string"}'
ask '{"language":"c","version":"*","files":[{"content":"eA==","encoding":"base64"}]}' . '{"message":"files must include at least one utf8 encoded file"}'
ask '{"language":"lua","version":"5.4","files":[{"content":"x"}]}' . '{"message":"lua-5.4 runtime is unknown"}'
ask '{"language":"c","version":"*","files":[{"content":"x"}],"run_timeout":"3"}' . '{"message":"If specified, run_timeout must be a number"}'
ask '{"language":"c","version":"*","files":[{"name":"../x.c","content":"x"}]}' 'keys' '["message"]'
ask '{"language":"c","version":"*","files":[{"content":"int main(int n,char**v){return n==2&&v[1][0]==65?0:1;}"}],"args":["A"]}' \
	'[.run.code,.compile.code,.language]' '[0,0,"c"]'
ask '{"language":"c","version":"*","files":[{"content":"#include <stdlib.h>\nint main(void){abort();}"}]}' \
	'.run|[.code,.signal,.status]' '[null,"SIGABRT","SG"]'
ask '{"language":"c","version":"*","run_timeout":200,"files":[{"content":"int main(void){for(;;);}"}]}' \
	'.run|[.code,.signal,.status,.message]' '[null,"SIGKILL","TO","Time limit exceeded"]'

example='a request out of time' # both workers wait for longer than it may take: 504, which verl asks again
busy='{"language":"cpp","code":"extern \"C\" int sleep(int);\nint main(){sleep(100);}","run_timeout":5}'
pids=()
for _ in 1 2; do
	curl -s -o /dev/null -d "$busy" "$url/run_code" &
	pids+=($!)
done
sleep 0.5
late=$(curl -s -o "$dir/late" -w '%{http_code}' -d '{"language":"cpp","code":"int main(){}","run_timeout":0.1,"compile_timeout":0.1}' "$url/run_code")
[ "$late" = 504 ] || fail "late: $late $(cat "$dir/late")"
wait "${pids[@]}"
stop_server TERM 0
exit "$bad"
