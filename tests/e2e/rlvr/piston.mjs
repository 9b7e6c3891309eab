// Piston's interface as open-r1's client uses it (language c++17, its files, what it looks at), and
// another client's: several files, an input. Usage: piston.mjs URL
const base = process.argv[2];
let bad = 0;

function check(what, ok, got) {
	if (ok) return;
	console.error(`FAIL: piston: ${what}: ${JSON.stringify(got).slice(0, 400)}`);
	bad = 1;
}

async function execute(request) {
	const response = await fetch(`${base}/execute`, {
		method: "POST",
		headers: {"Content-Type": "application/json"},
		body: JSON.stringify({version: "*", ...request}),
	});
	return {status: response.status, ...await response.json()};
}

const runtimes = await (await fetch(`${base}/runtimes`)).json();
const names = runtimes.flatMap((r) => [r.language, ...r.aliases]);
check("runtimes", ["c", "c++", "cpp", "g++", "c++17"].every((n) => names.includes(n)), runtimes);
check("versions", runtimes.every((r) => /^\d+\.\d+/.test(r.version) && r.runtime === "gcc"), runtimes);

const sum = `#include <cstdio>
int main() { int a, b; if (scanf("%d %d", &a, &b) != 2) return 1; printf("%d\\n", a + b); }
`;
// Passes are: compile.code is 0, run.code is 0, and run.stdout is "1".
async function grade(code, more = [], config = "TIME_LIMIT=1.0\nMEMORY_LIMIT=256.0\nINPUT_MODE=stdio") {
	const r = await execute({
		language: "c++17",
		run_timeout: 4000,
		files: [
			{name: "main.cpp", content: code},
			...more,
			{name: "input.txt", content: "2 3\n"},
			{name: "correct_output.txt", content: "5\n"},
			{name: "grader_config", content: config},
		],
	});
	check("shape", r.status === 200 && r.compile && r.run && typeof r.run.stdout === "string", r);
	return r;
}
const passes = (r) => r.compile.code === 0 && r.run.code === 0 && r.run.stdout.trim() === "1";
const fails = (r) => r.compile.code === 0 && !(r.run.code === 0 && r.run.stdout.trim() === "1");

let r = await grade(sum);
check("right", passes(r), r);
r = await grade(sum.replace("a + b", "a * b"));
check("wrong", fails(r) && r.run.stderr.includes("line 1"), r);
r = await grade(sum.replace("a + b", "a +"));
check("no program", r.compile.code !== 0 && r.compile.stderr.includes("error:"), r);
r = await grade("int main() { for (volatile int x = 1; x;); }");
check("endless", fails(r) && r.run.stderr.includes("Time limit"), r);
r = await grade("#include <stdlib.h>\nint main() { abort(); }");
check("crash", fails(r) && r.run.stderr.includes("signal 6"), r);
// The expected output is nowhere to be found, nor can the grade be printed.
r = await grade(`#include <cstdio>
#include <initializer_list>
int main() { for (const char *n : {"correct_output.txt", "../correct_output.txt", "checker.py", "grader_config"})
	if (FILE *f = fopen(n, "r")) { char t[99]; while (fgets(t, 99, f)) fputs(t, stdout); }
	puts("1"); }`);
check("thief", fails(r), r);
r = await grade(`#include <cstdio>
int main() { int a, b; FILE *i = fopen("input.txt", "r"), *o = fopen("output.txt", "w");
	if (!i || fscanf(i, "%d %d", &a, &b) != 2) return 1; fprintf(o, "%d\\n", a + b); }`, [],
	"TIME_LIMIT=1.0\nMEMORY_LIMIT=256.0\nINPUT_MODE=file");
check("by files", passes(r), r);

const checker = `import sys

def main(input_path, output_path, submission_path):
    a, b = map(int, open(input_path).read().split())
    print(1 if open(submission_path).read().split() == [str(a + b)] and open(output_path).read() == "5\\n" else 0)

main(sys.argv[1], sys.argv[2], sys.argv[3])
`;
r = await grade(sum, [{name: "checker.py", content: checker}]);
check("checker: right", passes(r), r);
r = await grade(sum.replace("a + b", "a - b"), [{name: "checker.py", content: checker}]);
check("checker: wrong", fails(r) && r.run.stdout.trim() === "0", r);

r = await execute({language: "g++", stdin: "4 5", files: [
	{name: "main.cpp", content: '#include "sum.h"\n#include <cstdio>\nint main() { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", sum(a, b)); }'},
	{name: "sum.cpp", content: '#include "sum.h"\nint sum(int a, int b) { return a + b; }'},
	{name: "sum.h", content: "int sum(int a, int b);\n"},
]});
check("files", r.run.code === 0 && r.run.stdout === "9\n" && r.run.output === "9\n" && r.run.signal === null, r);
process.exit(bad);
