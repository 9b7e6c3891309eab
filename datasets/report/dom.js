'use strict';

/* Making elements. Texts of records become text nodes and nothing else. */

/* make('a', {href: '#x', class: 'y'}, 'text', element, …); true gives a bare attribute, null and false none. */
function make(tag, attributes, ...children) {
	const svg = tag === 'svg' || tag === 'rect' || tag === 'title';
	const e = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
	for (const [name, value] of Object.entries(attributes || {}))
		if (value !== null && value !== false && value !== undefined)
			e.setAttribute(name, value === true ? '' : String(value));
	e.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined));
	return e;
}

function byId(id) {
	return document.getElementById(id);
}

function button(label, action, attributes) {
	const b = make('button', {type: 'button', ...attributes}, label);
	b.addEventListener('click', action);
	return b;
}

/*
 * Bytes that are not UTF-8 come as U+10F000 + byte, as in the records. They, control characters and
 * those that turn or hide text around them are shown as escapes.
 */
const hidden = /[\u{10F000}-\u{10F0FF}]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

function shown(text) {
	return String(text).replace(hidden, (c) => {
		const n = c.codePointAt(0);
		return n >= 0x10f000 ? '\\x' + (n - 0x10f000).toString(16).padStart(2, '0')
			: '\\u' + n.toString(16).padStart(4, '0');
	});
}

/* The address of a record in the page; an id may be any text. */
function recordLink(entry) {
	return '#record/' + encodeURIComponent(entry.id);
}

function count(n) {
	return Number(n).toLocaleString('en-US');
}

function percent(part, whole) {
	return whole ? (100 * part / whole).toFixed(1) + ' %' : '';
}

function bytes(n) {
	const units = ['bytes', 'KiB', 'MiB', 'GiB'];
	let u = 0;
	for (; n >= 1024 && u + 1 < units.length; u++)
		n /= 1024;
	return (u ? n.toFixed(1) : count(n)) + ' ' + units[u];
}

/* A list of names and what they are; rows without a value are left out. */
function facts(rows) {
	return make('dl', {class: 'facts'}, rows.filter(([, value]) => value !== '' && value !== null && value !== undefined)
		.map(([name, value]) => [make('dt', null, name), make('dd', null, typeof value === 'object' ? value : shown(value))]));
}

/* What scrolls sideways is reached by Tab; what has room is not, so that there are few stops. */
const scrollers = new ResizeObserver((seen) => {
	for (const {target} of seen)
		target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
});

/*
 * A table of columns {title, number, cell: (row) => text or element}. The first column heads its
 * row. It scrolls by itself where it is too wide.
 */
function table(caption, columns, rows, foot) {
	const cell = (c, value, first) => make(first ? 'th' : 'td',
		{class: c.number ? 'number' : c.class, scope: first ? 'row' : null}, value);
	const line = (row) => make('tr', null, columns.map((c, i) => cell(c, c.cell(row), i === 0)));
	const box = make('div', {class: 'scroll', tabindex: -1, role: 'group', 'aria-label': caption},
		make('table', null, make('caption', null, caption),
			make('thead', null, make('tr', null, columns.map((c) =>
				make('th', {scope: 'col', class: c.number ? 'number' : null}, c.title)))),
			make('tbody', null, rows.map(line)),
			foot ? make('tfoot', null, line(foot)) : null));
	scrollers.observe(box);
	return box;
}

/* A part that is made when it is opened first. */
function lazily(summary, content) {
	const d = make('details', null, make('summary', null, summary));
	d.addEventListener('toggle', () => {
		if (d.open && d.children.length === 1)
			d.append(...[content()].flat());
	});
	return d;
}
