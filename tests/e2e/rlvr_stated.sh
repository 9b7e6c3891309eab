#!/usr/bin/env bash
# What an answer states of the fault counts, as far as it is asked for, and against what is known.
# timeout: 120
. "$FL_SRC/tests/support/alone.sh" || exit 1
. "$FL_SRC/tests/support/serve.sh"
need jq curl clang-19
label=$FL_BIN/rlvr-label

jq -nc '
def c($id; $thought; $more): {id: $id, language: "c", fault_class: "ub", tests: [{stdout: "1"}],
	completion: "\($thought)\n<CODE_START>\n#include <stdio.h>\nint main(void){puts(\"1\");return 0;}\n<CODE_END>\n"} + $more;
def says($class; $confidence): "<THOUGHT_START>\n/* ERROR_CLASS: \($class)\n * CONFIDENCE: \($confidence)\n */\n<THOUGHT_END>";
c("right"; says("ub"; "0.8 that it is"); {}),
c("wrong"; says("logic"; "0.8"); {}),
c("hedges"; says("ub"; "0.8") + says("logic"; "0.8"); {}),
c("percent"; says("ub"; "80%"); {}),
c("silent"; ""; {}),
c("member"; says("logic"; "1"); {stated: {error_class: "ub", confidence: 0.5}}),
c("unknown"; says("ub"; "0.8"); {}) | if .id == "unknown" then del(.fault_class) else . end' >"$dir/candidates"
"$label" -q -j 2 --cxx=clang-19 --weight all=0.1 --weight class=0.2 --weight confidence=0.2 <"$dir/candidates" |
	jq -r '[.id, .stage, (.reward * 10000 | round), .stated.error_class, .stated.found, .stated.problem] | join("|")' >"$dir/got"
# 0.1 + 0.3 + 0.1 + 0.1 for the code; 0.2 for the class, 0.2 times (1 + y - (0.8 - y)^2) / 2
cat >"$dir/want" <<'WANT'
right|passed|9960|ub|ub|
wrong|passed|6360|logic|ub|
hedges|passed|6000||ub|several classes are stated
percent|passed|8000|ub|ub|the confidence is no number from 0 to 1
silent|passed|6000||ub|no class is stated
member|passed|9750|ub|ub|
unknown|passed|10000|ub||
WANT
diff "$dir/want" "$dir/got" || fail "other labels"

# Nothing else is weighed, and nothing is known: there is no reward.
tail -1 "$dir/candidates" | "$label" -q --cxx=clang-19 -p verl -w tests=0 -w class=1 >"$dir/label" && fail "no infra_error"
jq -e '(has("reward") | not) and (.infra_error | test("fault_class"))' "$dir/label" >/dev/null ||
	fail "label: $(cat "$dir/label")"
"$label" --weight stated=1 </dev/null 2>"$dir/said" && fail "a term that there is not is taken"
grep -q 'class, confidence' "$dir/said" || fail "said: $(cat "$dir/said")"

# An episode: what the code shows that it begins with is found, and the model tells as it submits.
serve -j 1 -p verl -w tests=0.5 -w class=0.5
ask() { curl -s -d "$2" "$url/env/$1"; }
task='{"task":{"language":"c","code":"int v[4];int main(int n,char**a){(void)a;return v[n+3];}","tests":[{"stdout":""}]}}'
for states in ub logic; do
	id=$(ask reset "$task" | jq -r .episode)
	ask step "{\"episode\":\"$id\",\"step\":1,\"submit\":\"<think>ERROR_CLASS: $states</think>\"}" |
		jq -r '[.reward, .label.stated.error_class, .label.stated.found] | join(" ")'
done >"$dir/got"
printf '0.5 ub ub\n0 logic ub\n' | diff - "$dir/got" || fail "other rewards of an episode"
id=$(ask reset '{"task":{"language":"c","tests":[{"stdout":""}]}}' | jq -r .episode)
ask step "{\"episode\":\"$id\",\"step\":1,\"submit\":\"<think>ERROR_CLASS: ub</think>\"}" |
	jq -e '.reward == 0 and .label.stated.found == ""' >/dev/null || fail "an empty task has a class"
stop_server TERM 0
exit "$bad"
