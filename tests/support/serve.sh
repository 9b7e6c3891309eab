# shellcheck shell=bash
# shellcheck disable=SC2154  # dir is alone.sh's
# What scripts share that start `rlvr-label --serve`; to be sourced after alone.sh.

# Start a server; its address is in `url`, its process in `server`.
serve() { # OPTION…
	rm -f "$dir/server"
	"$FL_BIN/rlvr-label" --serve=127.0.0.1:0 --cxx=clang-19 "$@" 2>"$dir/server" &
	server=$!
	for _ in $(seq 200); do
		grep -q 'listening at' "$dir/server" && break
		kill -0 "$server" 2>/dev/null || break
		sleep 0.05
	done
	url=$(sed -n 's/.*listening at //p' "$dir/server")
	[ -n "$url" ] || { fail "no server: $(cat "$dir/server")"; exit 1; }
}

stop_server() { # SIGNAL STATUS
	kill -"$1" "$server"
	wait "$server" 2>/dev/null
	local status=$?
	[ "$status" -eq "$2" ] || fail "the server left with $status after $1: $(cat "$dir/server")"
}
