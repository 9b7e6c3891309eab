# shellcheck shell=bash
# shellcheck disable=SC2154 # src is the one's who sources it
# Sourced: gpt-tokenizer of npm, with the scripts beside this file, in $cache; $src is the source's root.
for tool in node npm python3; do
	command -v $tool >/dev/null || { echo "$tool is missing" >&2; exit 3; }
done
cache=${FL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/faultline}/token_count
mkdir -p "$cache"
cp "$src"/bench/token_count/{package.json,*.mjs} "$cache"
if ! cmp -s "$cache/package.json" "$cache/installed"; then
	(cd "$cache" && npm install --no-package-lock --no-audit --no-fund >npm.log 2>&1) || {
		echo "npm cannot install gpt-tokenizer: $(grep -m 1 error "$cache/npm.log")" >&2
		exit 3
	}
	cp "$cache/package.json" "$cache/installed"
fi
