// Drives the report's page: page.mjs CHROMIUM PAGE. A failed assertion ends it.
import assert from 'node:assert/strict';
import {chromium} from 'playwright-core';

const [, , executablePath, path] = process.argv;
const url = 'file://' + path;
const args = ['--disable-dev-shm-usage', '--disable-gpu', ...(process.getuid() === 0 ? ['--no-sandbox'] : [])];
const browser = await chromium.launch({executablePath, args, timeout: 100000});
const complaints = [];
/* A machine that does other work as well is slow to show a page, and not wrong. */
const patience = 100000;

async function open(options, fragment) {
	const page = await (await browser.newContext(options)).newPage();
	page.setDefaultTimeout(patience);
	page.on('console', (m) => complaints.push(m.type() + ': ' + m.text()));
	page.on('pageerror', (e) => complaints.push(e.stack));
	page.on('request', (r) => /^(file|data|blob):/.test(r.url()) || complaints.push('asked for ' + r.url()));
	await page.goto(url + fragment);
	await page.waitForFunction(() => / found; /.test(document.getElementById('found').textContent));
	return page;
}

const textOf = (page, selector) => page.locator(selector).first().textContent();
const foundText = (page) => textOf(page, '#found');

/* Tab until the element with the focus is such a one. */
async function tabTo(page, selector) {
	for (let i = 0; i < 60; i++) {
		await page.keyboard.press('Tab');
		if (await page.evaluate((s) => document.activeElement.matches(s), selector))
			return;
	}
	assert.fail('Tab does not come to ' + selector);
}

async function byKeyboard() {
	const page = await open({viewport: {width: 1200, height: 900}}, '');
	await page.keyboard.press('Tab');
	assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
	await tabTo(page, 'a[href="#records"]');
	await page.keyboard.press('Enter');
	await page.waitForSelector('#records:not([hidden])');
	assert.ok(await page.locator('#overview').isHidden());
	// a class
	await tabTo(page, '#filter-error_class');
	await page.keyboard.type('lif');
	await page.waitForFunction(() => / of 8 found; /.test(document.getElementById('found').textContent));
	await tabTo(page, '#traced');
	await page.keyboard.press('Space');
	await page.waitForFunction(() => !/ of 8 found; /.test(document.getElementById('found').textContent));
	// the list, then a record
	await tabTo(page, '#list a');
	await page.keyboard.press('End');
	await page.keyboard.press('Home');
	await page.keyboard.press('j');
	assert.equal(await page.evaluate(() => [...document.querySelectorAll('#list a')].indexOf(document.activeElement)), 1);
	await page.keyboard.press('Enter');
	await page.waitForFunction(() => document.activeElement.matches('#record h2'));
	assert.match(await textOf(page, '#record'), /root causelifetime/);
	// its trace
	await tabTo(page, '.trace');
	const said = (n) => page.waitForFunction((x) => document.querySelector('.said').textContent.startsWith('Step ' + x + ' of '), n);
	await said(1);
	const steps = Number((await textOf(page, '.said')).match(/^Step 1 of (\d+)/)[1]);
	assert.ok(steps > 3);
	for (const [key, at] of [['ArrowRight', 2], ['j', 3], ['ArrowLeft', 2], ['k', 1], ['ArrowUp', 1], ['End', steps], ['ArrowDown', steps], ['Home', 1]]) {
		await page.keyboard.press(key);
		await said(at);
	}
	let changes = 0;
	for (let i = 1; i <= steps; i++, await page.keyboard.press('ArrowRight')) {
		await said(i);
		changes += await page.locator('.values tr.changed').count();
		assert.equal(await page.locator('.files .lines .here').count(), 2);
	}
	assert.ok(changes > 0, 'no variable changes');
	// a button of it
	await tabTo(page, '.trace button');
	await page.keyboard.press('Enter');
	await said(1);
	return page;
}

/* Both runs of a divergence, each with its line and values. */
async function parted(page) {
	await page.evaluate(() => { location.hash = '#record/' + '0'.repeat(31) + 'b'; });
	await page.waitForFunction(() => /^divergence/.test(document.querySelector('#record h2').textContent));
	await page.locator('.trace').focus();
	for (let i = 0; i < 2; i++)
		await page.keyboard.press('j');
	await page.waitForFunction(() => /Here the runs part/.test(document.querySelector('.said').textContent));
	assert.match(await textOf(page, '.values tr.changed'), /^ndiffers73$/);
	assert.equal(await page.locator('.right .lines .here').count(), 1);
}

/* Texts of records are texts. */
async function hostile(page) {
	await page.evaluate(() => { location.hash = '#records'; });
	await page.locator('#traced').uncheck();
	await page.locator('#filter-error_class').selectOption('*');
	await page.locator('#words').fill('HOSTILE-words');
	await page.waitForFunction(() => /^1 to 1 of 1 found/.test(document.getElementById('found').textContent));
	await page.locator('#list a').click();
	await page.waitForFunction(() => document.querySelector('#record').textContent.includes('</script><!--<script><img src=x'));
	assert.match(await textOf(page, '#record'), /\\u202e\\u2028&lt;b&gt;/);
	assert.equal(await page.locator('img').count(), 0);
	assert.equal(await page.evaluate(() => window.hostile), undefined);
	assert.equal(await page.locator('.diff .added').count() > 0, true);
	// a policy that lets nothing else in
	const ran = await page.evaluate(() => {
		const s = document.createElement('script');
		try { s.textContent = 'window.hostile = 1'; } catch { return 'refused'; }
		document.body.append(s);
		return window.hostile;
	});
	assert.equal(ran, 'refused');
}

/* Light and dark: the system's choice, and the button's over it. */
async function themes() {
	const page = await open({colorScheme: 'dark'}, '');
	const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	const dark = await back();
	await page.emulateMedia({colorScheme: 'light'});
	const light = await back();
	assert.notEqual(dark, light);
	await page.locator('#theme').click();
	assert.equal(await back(), light);
	await page.locator('#theme').click();
	assert.equal(await back(), dark);
	assert.equal(await textOf(page, '#theme'), 'Theme: dark');
}

async function narrow() {
	const page = await open({viewport: {width: 360, height: 740}}, '');
	const fits = async (what) => assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, what);
	await fits('the overview');
	await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
	await fits('the overview with all of its parts');
	assert.match(await textOf(page, '.warning'), /^2 rows are damaged/);
	await page.goto(url + '#records');
	await fits('the list');
	for (const id of [await page.locator('#list a').first().getAttribute('href'), '#record/' + '0'.repeat(31) + 'a']) {
		await page.evaluate((h) => { location.hash = h; }, id);
		await page.waitForSelector('#record .facts');
		await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
		await fits('record ' + id);
	}
}

const page = await byKeyboard();
await parted(page);
await hostile(page);
await themes();
await narrow();
await browser.close();
assert.deepEqual(complaints.filter((c) => !/TrustedScript/.test(c)), []); // which the test itself provokes
