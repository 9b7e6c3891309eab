// parquet.mjs FILE.jsonl…: each becomes Parquet by the line that docs/datasets.md gives, and has as many
// rows and the same columns again.
import {DuckDBInstance} from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create(':memory:')).connect();

async function shape(file) {
	const rows = async sql => (await connection.runAndReadAll(sql)).getRowsJson();
	const columns = (await rows(`DESCRIBE FROM '${file}'`)).map(([name, type]) => `${name} ${type}`);
	return JSON.stringify([columns, await rows(`SELECT count(*) FROM '${file}'`)]);
}

let bad = process.argv.length < 3;
for (const file of process.argv.slice(2)) {
	const parquet = file.replace(/jsonl$/, 'parquet');
	await connection.run(`COPY (FROM '${file}') TO '${parquet}'`);
	if (await shape(file) !== await shape(parquet)) {
		console.log(`${await shape(file)}\nis ${await shape(parquet)} in ${parquet}`);
		bad = true;
	}
}
process.exit(bad ? 1 : 0);
