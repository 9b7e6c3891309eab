/* What starts the page: theme, parts by the address's fragment, the overview, then the records. */

const themes = ['system', 'light', 'dark'];

function setTheme(theme) {
	if (theme === 'system')
		delete document.documentElement.dataset.theme;
	else
		document.documentElement.dataset.theme = theme;
	byId('theme').textContent = 'Theme: ' + theme;
}

function bindTheme() {
	let at = 0;
	try {
		at = Math.max(0, themes.indexOf(localStorage.getItem('faultline-theme')));
	} catch { /* a browser may keep nothing for files */ }
	setTheme(themes[at]);
	byId('theme').addEventListener('click', () => {
		at = (at + 1) % themes.length;
		setTheme(themes[at]);
		try {
			localStorage.setItem('faultline-theme', themes[at]);
		} catch { /* as above */ }
	});
}

/* What a person typed there may be encoded wrongly. */
function decoded(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/* #overview, #records, #record/ID; any other fragment is the overview. */
function route(browser, ready) {
	const [part, id] = location.hash.slice(1).split('/');
	if (part === 'main')
		return;
	const records = part === 'records' || part === 'record';
	byId('overview').hidden = records;
	byId('records').hidden = !records;
	for (const a of document.querySelectorAll('header nav a'))
		if ((a.hash === '#records') === records)
			a.setAttribute('aria-current', 'page');
		else
			a.removeAttribute('aria-current');
	if (records)
		ready.then(() => browser.open(decoded(id || '')));
}

function failed(e) {
	byId('found').textContent = 'The records cannot be unpacked: ' + e.message;
}

function start() {
	const data = readFacts();
	const names = data.sets.map((s) => shown(s.name)).join(', ');
	document.title = names + ': dataset report';
	byId('title').textContent = names;
	bindTheme();
	drawOverview(data);
	const browser = new Browser(data);
	const ready = browser.start();
	ready.catch(failed);
	addEventListener('hashchange', () => route(browser, ready));
	route(browser, ready);
	document.documentElement.dataset.ready = '';
}

start();
