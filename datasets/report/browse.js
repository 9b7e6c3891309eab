/* Finding records: words, filters, and a list of which one page is shown at a time. */

const pageRows = 50;

/* Filters by a column of the entries: key, label. */
const filterColumns = [['kind', 'Kind'], ['error_class', 'Class'], ['operator', 'Operator'], ['evidence_class', 'Evidence'],
	['compiler', 'Compiler'], ['split', 'Split']];

class Browser {
	constructor(data) {
		this.data = data;
		this.entries = [];
		this.found = [];
		this.page = 0;
		this.current = null;
		this.turn = 0; /* of searches: an older one gives up */
	}

	async start() {
		this.entries = await unpackJson('entries-0');
		this.byId = new Map(this.entries.map((e) => [e.id, e]));
		this.drawFilters();
		this.bindKeys();
		await this.search();
	}

	drawFilters() {
		const form = byId('filters');
		this.words = make('input', {type: 'search', id: 'words', autocomplete: 'off', placeholder: 'in code, evidence, reasoning, diff'});
		this.traced = make('input', {type: 'checkbox', id: 'traced'});
		this.selects = filterColumns.map(([key, label]) => {
			const counts = new Map();
			for (const e of this.entries)
				counts.set(e[key], (counts.get(e[key]) || 0) + 1);
			const options = [...counts].sort(([a], [b]) => a < b ? -1 : 1)
				.map(([word, n]) => make('option', {value: word}, (shown(word) || '(none)') + ' (' + count(n) + ')'));
			return [key, label, make('select', {id: 'filter-' + key}, make('option', {value: '*'}, 'all'), options)];
		});
		form.append(make('label', {class: 'text'}, 'Text', this.words),
			...this.selects.map(([, label, select]) => make('label', null, label, select)),
			make('label', {class: 'check'}, this.traced, 'has a trace'),
			button('Clear', () => this.clear()));
		let timer;
		form.addEventListener('input', (e) => {
			clearTimeout(timer);
			timer = setTimeout(() => this.search(), e.target === this.words ? 250 : 0);
		});
		form.addEventListener('submit', (e) => e.preventDefault());
	}

	clear() {
		this.words.value = '';
		this.traced.checked = false;
		for (const [, , select] of this.selects)
			select.value = '*';
		this.words.focus();
		this.search();
	}

	/* Entries that the filters let through; then those whose text has what was typed. */
	async search() {
		const turn = ++this.turn;
		const wanted = this.selects.filter(([, , s]) => s.value !== '*');
		let found = this.entries.filter((e) => wanted.every(([key, , s]) => e[key] === s.value) && (!this.traced.checked || e.traced));
		const words = this.words.value.toLowerCase();
		if (words)
			found = await this.searchWords(words, found, turn);
		if (turn !== this.turn)
			return;
		this.found = found;
		this.page = 0;
		this.drawList();
	}

	async searchWords(words, entries, turn) {
		const byBlock = new Map();
		for (const e of this.entries)
			byBlock.set(e.block, [...(byBlock.get(e.block) || []), e]);
		const left = new Set(entries.map((e) => e.block));
		const found = new Set();
		let done = 0;
		for (const number of left) {
			const texts = await searchTexts(number, byBlock.get(number));
			if (turn !== this.turn)
				return [];
			for (const [id, text] of texts)
				if (text.includes(words))
					found.add(id);
			if (++done % 16 === 0)
				byId('found').textContent = 'Searching: ' + Math.round(100 * done / left.size) + ' %';
		}
		return entries.filter((e) => found.has(e.id));
	}

	drawList() {
		const from = this.page * pageRows;
		const some = this.found.slice(from, from + pageRows);
		const all = this.data.census.stats.rows;
		byId('found').textContent = (this.found.length ? count(from + 1) + ' to ' + count(from + some.length) + ' of ' +
			count(this.found.length) + ' found' : 'Nothing found') + '; this page has ' +
			(this.data.picked === all ? 'all ' + count(all) + ' records.' : count(this.data.picked) + ' of ' + count(all) + ' records.');
		byId('list').replaceChildren(...some.map((e) => make('li', null, make('a', {href: recordLink(e),
			'aria-current': e === this.current ? 'true' : null}, shown(e.operator || e.error_class),
			make('span', null, e.kind + ', ' + e.error_class + ', ' + shown(e.seen)),
			make('span', null, shown(e.file) + ':' + e.line + (e.function ? ' in ' + shown(e.function) : ''))))));
		this.drawPager();
	}

	drawPager() {
		const pages = Math.max(1, Math.ceil(this.found.length / pageRows));
		const turn = (label, page) => button(label, () => {
			this.page = page;
			this.drawList();
			byId('list').scrollTop = 0;
			const first = byId('list').querySelector('a');
			if (first)
				first.focus();
		}, {disabled: page < 0 || page >= pages});
		byId('pager').replaceChildren(turn('Previous', this.page - 1), make('span', null, 'Page ' + (this.page + 1) + ' of ' + pages),
			turn('Next', this.page + 1));
	}

	/* Arrow keys, j and k, Home and End move in the list; Enter opens, as links do. */
	bindKeys() {
		const moves = {ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, Home: -Infinity, End: Infinity};
		byId('list').addEventListener('keydown', (e) => {
			if (!(e.key in moves) || e.ctrlKey || e.altKey || e.metaKey)
				return;
			e.preventDefault();
			const links = [...byId('list').querySelectorAll('a')];
			const at = links.indexOf(document.activeElement) + moves[e.key];
			links[Math.max(0, Math.min(links.length - 1, at))].focus();
		});
	}

	async open(id) {
		const entry = this.byId.get(id);
		this.current = entry || null;
		for (const a of byId('list').querySelectorAll('a'))
			if (entry && a.hash === recordLink(entry))
				a.setAttribute('aria-current', 'true');
			else
				a.removeAttribute('aria-current');
		if (!entry) {
			byId('record').replaceChildren(make('p', {class: 'quiet'}, id ? 'This page has no record ' + shown(id) + '.' :
				'Choose a record from the list.'));
			return;
		}
		const at = this.found.indexOf(entry);
		const heading = await drawRecord(entry, this.found[at - 1], at < 0 ? undefined : this.found[at + 1]);
		if (this.current === entry) {
			heading.focus();
			heading.scrollIntoView({block: 'nearest'});
		}
	}
}
