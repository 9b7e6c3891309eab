# shellcheck shell=bash
# Modules from npm for tests; to be sourced behind a `missing`.

# Installs what the directory's package.json names, once: it stays there for the next time. npm itself
# tries for minutes where its registry cannot be reached; here the test is skipped after 20 s at most.
npm_modules() { # DIRECTORY OPTION…
	cmp -s "$1/package.json" "$1/installed" && return
	local first log=$1/npm.log
	first=$(node -p 'Object.entries(require(process.argv[1]).dependencies)[0].join("@")' "$(realpath "$1")/package.json") || exit 1
	export npm_config_fetch_retries=1 npm_config_fetch_retry_mintimeout=1000 npm_config_fetch_retry_maxtimeout=2000
	timeout -k 2 20 npm view --prefer-online "$first" version >"$log" 2>&1 ||
		missing "npm cannot reach its registry for $first: $(grep -m 1 -iE 'err(or|!)' "$log" || echo 'no answer in 20 s')"
	(cd "$1" && npm install --no-package-lock --no-audit --no-fund "${@:2}" >npm.log 2>&1) ||
		missing "npm cannot install what $1/package.json names: $(grep -m 1 -iE 'err(or|!)' "$log")"
	cp "$1/package.json" "$1/installed"
}
