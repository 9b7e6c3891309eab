# Every stored output of a compiler, linker, sanitizer or debugger that comes as lines: in `inputs`.
mapfile -t inputs < <(
	{
		find "$FL_SRC/tests/fixtures/diag" \( -path '*/out/*' -o -path '*/truth/*' \) -type f \
			! -name '*.dia' ! -name '*.dia-print' ! -name '*.c' ! -name '*.cpp' ! -name '*.h' \
			! -name '*.py' ! -name '*.tsv' ! -name '*.sh'
		find "$FL_SRC/tests/fixtures/sanitize" -name '*.txt'
		find "$FL_SRC/tests/fixtures/sarif/out" -type f
	} | LC_ALL=C sort
)
[ "${#inputs[@]}" -ge 2500 ] || { echo "only ${#inputs[@]} inputs"; exit 1; }
