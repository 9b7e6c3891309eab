// describe.mjs FILE…: every file, loaded by itself, has the same columns of the same types, and none
// whose type had to be guessed. Prints "rows <count> <file>" for each and, once, the columns.
import {DuckDBInstance} from '@duckdb/node-api';

const files = process.argv.slice(2);
const connection = await (await DuckDBInstance.create(':memory:')).connect();

async function rows(sql) {
	return (await connection.runAndReadAll(sql)).getRowsJson();
}

let first = null;
let bad = files.length === 0;
for (const file of files) {
	const from = `read_json('${file.replaceAll("'", "''")}', format = 'newline_delimited', ` +
		'maximum_object_size = 67108864)';
	const columns = (await rows(`DESCRIBE SELECT * FROM ${from}`))
		// Where -1 (none) stands beside numbers, DuckDB guesses HUGEINT: a whole number all the same.
		.map(([name, type]) => `${name} ${type.replaceAll('HUGEINT', 'BIGINT')}`).join('\n');
	const [[count, nulls]] = await rows(
		`SELECT count(*), count(*) FILTER (id IS NULL OR "group" IS NULL) FROM ${from}`);
	console.log(`rows ${count} ${file}`);
	if (first === null) {
		first = columns;
		console.log(columns);
	} else if (columns !== first) {
		console.log(`${file} has other columns:\n${columns}`);
		bad = true;
	}
	if (/\b(JSON|NULL|DATE|TIME|TIMESTAMP|UUID)\b/.test(columns) || Number(nulls) !== 0) {
		console.log(`${file} has a column whose type is a guess, or nulls`);
		bad = true;
	}
}
process.exit(bad ? 1 : 0);
