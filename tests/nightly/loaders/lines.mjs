// lines.mjs FILE…: the table of values.py, by Node.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

function text(file) {
	return file.endsWith(".zst") ? execFileSync("zstd", ["-dcq", file], { maxBuffer: 2 ** 30, encoding: "utf8" }) : fs.readFileSync(file, "utf8");
}

function walk(value, seen) {
	if (typeof value === "string") {
		for (const _ of value)
			seen[0]++;
	} else if (typeof value === "object" && value !== null) {
		for (const item of Object.values(value))
			walk(item, seen);
	} else {
		seen[1]++;
		seen[2] += BigInt(Math.trunc(Number(value)));
	}
}

for (const file of process.argv.slice(2)) {
	const rows = text(file).split("\n").slice(0, -1).map(JSON.parse), seen = [0, 0, 0n];
	walk(rows, seen);
	console.log(path.basename(file), rows.length, ...seen.map(String));
}
