/*
 * The page's data: script elements that are read when they are needed. All but `facts` are
 * deflated and in base 64.
 */

function readFacts() {
	return JSON.parse(byId('facts').textContent);
}

async function unpack(id) {
	const element = byId(id);
	if (!element)
		throw new Error('The page lacks its part ' + id + '.');
	const text = atob(element.textContent);
	const packed = new Uint8Array(text.length);
	for (let i = 0; i < text.length; i++)
		packed[i] = text.charCodeAt(i);
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function unpackJson(id) {
	return JSON.parse(new TextDecoder().decode(await unpack(id)));
}

/* Blocks of rows that were read last. */
const blocks = new Map();
const blocksKept = 8;

async function readBlock(number) {
	const kept = blocks.get(number);
	const block = kept || unpackJson('block-' + number);
	blocks.delete(number);
	blocks.set(number, block);
	if (blocks.size > blocksKept)
		blocks.delete(blocks.keys().next().value);
	return block;
}

async function readRow(entry) {
	return (await readBlock(entry.block))[entry.at];
}

/* What a search goes through, in lower case. Of small pages all of it is kept for the next one. */
const searched = new Map();
let searchedRoom = 100e6;

function searchText(entry, row) {
	const r = row.record;
	return [entry.id, entry.kind, entry.error_class, entry.operator, entry.seen, entry.group, r.provenance.source,
		r.instruction, r.prompt, r.context, r.reasoning, r.diff].join('\n').toLowerCase();
}

async function searchTexts(number, entries) {
	const kept = searched.get(number);
	if (kept)
		return kept;
	const rows = await unpackJson('block-' + number);
	const texts = new Map(entries.map((e) => [e.id, searchText(e, rows[e.at])]));
	for (const text of texts.values())
		searchedRoom -= text.length;
	if (searchedRoom > 0)
		searched.set(number, texts);
	return texts;
}

/* A source file: its lines without and with the fault, and which line of the one is which of the other. */
async function readSource(row, path) {
	const source = row.sources.find((s) => s.path === path);
	if (!source)
		return null;
	const right = await unpack('text-' + source.text);
	const r = row.record;
	const edits = (r.edits && r.edits.length ? r.edits : [r.mutation]).filter((e) => e.file === path)
		.sort((a, b) => a.offset - b.offset);
	const {text, places} = putEdits(right, edits);
	return {right: linesOf(right), faulty: linesOf(text), places};
}

function linesOf(raw) {
	const lines = new TextDecoder().decode(raw).split('\n');
	if (lines[lines.length - 1] === '')
		lines.pop();
	return lines;
}

function newlines(raw) {
	return raw.reduce((n, c) => n + (c === 10), 0);
}

/* A column's text as the bytes that it stands for. */
function rawOf(text) {
	const whole = [];
	for (const part of text.split(/([\u{10F000}-\u{10F0FF}])/u))
		if (/^[\u{10F000}-\u{10F0FF}]$/u.test(part))
			whole.push(part.codePointAt(0) - 0x10f000);
		else
			whole.push(...new TextEncoder().encode(part));
	return new Uint8Array(whole);
}

/* First and last line that a text touches which begins in a line; [0, 0] where it touches none. */
function markedLines(line, text, atStart) {
	if (!text.length)
		return atStart ? [0, 0] : [line, line];
	return [line, line + newlines(text) - (text[text.length - 1] === 10 ? 1 : 0)];
}

/* Offsets of edits are bytes of the right text. */
function putEdits(right, edits) {
	const parts = [];
	const places = [];
	let at = 0, line = 1, faultyLine = 1;
	for (const e of edits) {
		const original = rawOf(e.original), replacement = rawOf(e.replacement);
		const before = right.subarray(at, e.offset);
		line += newlines(before);
		faultyLine += newlines(before);
		const atStart = e.offset === 0 || right[e.offset - 1] === 10;
		places.push({line, lines: newlines(original), marked: markedLines(line, original, atStart),
			faultyLine, faultyLines: newlines(replacement), faultyMarked: markedLines(faultyLine, replacement, atStart)});
		line += newlines(original);
		faultyLine += newlines(replacement);
		parts.push(before, replacement);
		at = e.offset + original.length;
	}
	parts.push(right.subarray(at));
	const text = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
	parts.reduce((n, p) => (text.set(p, n), n + p.length), 0);
	return {text, places};
}

/* The line of the right file for one of the faulty file; inside an edit, where the edit begins. */
function rightLine(places, faultyLine) {
	let shift = 0;
	for (const p of places) {
		if (faultyLine < p.faultyLine)
			break;
		if (faultyLine <= p.faultyLine + p.faultyLines)
			return Math.min(p.line + faultyLine - p.faultyLine, p.line + p.lines);
		shift += p.lines - p.faultyLines;
	}
	return faultyLine + shift;
}

/* The same the other way round. */
function faultyLineOf(places, line) {
	return rightLine(places.map((p) => ({line: p.faultyLine, lines: p.faultyLines, faultyLine: p.line,
		faultyLines: p.lines})), line);
}
