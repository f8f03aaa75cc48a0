/** The lab on group commit: lanes in detail, charts with axes of their own, transactions one by one, workloads of one's own. */
import { expect, expectAccessible, runLab, test } from './fixtures.js';

/** @param {import('@playwright/test').Page} page */
const shown = (page) => page.locator('redo-lab:visible');

/** @param {import('@playwright/test').Page} page */
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The eight transactions in the groups {1,2} {3} {4,5} {6} {7,8}, with a line that is none. */
const EIGHT = [0, 0, 2, 3, 3, 5, 6, 6].map((last, place) => `last_committed=${last} sequence_number=${place + 1}`);
const LISTING = [...EIGHT.slice(0, 3), 'neither here nor there', ...EIGHT.slice(3)].join('\n');

test.describe('a run', () => {
  test.beforeEach(async ({ page, at }) => {
    await page.goto(at('site/#lab=group-commit'));
    await runLab(page);
  });

  test('starts in the stretch that its lanes show, and can be seen whole', async ({ page }) => {
    const times = page.locator('redo-lab-times');
    const scrubber = times.getByRole('slider', { name: 'Moment in virtual time' });
    const stretch = Number(await scrubber.getAttribute('max'));
    await expect(times.getByRole('button', { name: 'Zoom out' })).toBeEnabled();
    await times.getByRole('button', { name: 'Show the whole time' }).click();
    await expect(times.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
    expect(Number(await scrubber.getAttribute('max'))).toBeGreaterThan(10 * stretch);
    await expect(times.locator('redo-lab-timeline').first().locator('.unrecorded').first()).toBeAttached();
    await times.getByRole('button', { name: 'Show the stretch that was recorded in detail' }).click();
    await expect(times.getByRole('button', { name: 'Zoom out' })).toBeEnabled();
  });

  test('has curves of all of it, and records another moment when it is asked to', async ({ page }) => {
    const times = page.locator('redo-lab-times');
    const lag = times.locator('redo-lab-lines').first();
    await expect(lag.locator('.marked')).toBeAttached();
    await lag.getByRole('group').focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press('PageDown');
    await expect(times.locator('.outside')).toContainText('the moment is outside');
    await expect(times.locator('redo-lab-timeline').first().locator('.unrecorded')).toContainText('not recorded');
    const moment = await times.locator('.controls .moment').innerText();
    await times.getByRole('button', { name: /^Run again and record/ }).click();
    await expect(shown(page)).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
    await expect(times.locator('.outside')).toHaveCount(0);
    await expect(times.locator('.controls .moment')).not.toHaveText(moment);
    await expect.poll(() => new URL(page.url()).hash).toContain('&x=');
  });

  test('says how large its groups are, column by column, and as a table', async ({ page }) => {
    const sizes = page.locator('redo-lab-columns').first();
    await sizes.getByRole('group').focus();
    const said = sizes.locator('.cursor');
    await page.keyboard.press('End');
    await expect(said).toHaveText(/^A: [\d,]+ groups? of \d+\.$/);
    const last = await said.innerText();
    await page.keyboard.press('ArrowLeft');
    await expect(said).not.toHaveText(last);
    await page.keyboard.press('ArrowDown');
    await expect(said).toHaveText(/^B: /);
    await page.keyboard.press('Escape');
    await expect(said).not.toHaveText(/groups? of/);
    await page.locator('redo-lab-spreads').getByText('The same data as a table').first().click();
    await expect(page.locator('redo-lab-spreads').getByRole('columnheader', { name: 'transactions in a group' })).toBeVisible();
  });

  test('says how far workers help, point by point', async ({ page }) => {
    const speed = page.locator('redo-lab-curves').first();
    await speed.getByRole('group').focus();
    await page.keyboard.press('Home');
    const said = speed.locator('[aria-live]');
    await expect(said).toHaveText(/^1: A 1 ×, B 1 ×/);
    await page.keyboard.press('ArrowRight');
    await expect(said).toHaveText(/^2: A /);
  });

  test('is walked transaction by transaction, and lanes and graph share the moment', async ({ page }) => {
    const times = page.locator('redo-lab-times');
    const graphs = page.locator('redo-lab-graphs');
    const list = graphs.getByRole('listbox').first();
    await list.focus();
    await page.keyboard.press('Home');
    await expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-posinset', '1');
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown');
    await expect(list).toHaveAttribute('aria-activedescendant', 'row-4');
    await expect(graphs.getByRole('status')).toHaveText(/^Transaction 5, /);
    const detail = graphs.getByRole('group', { name: 'The chosen transaction' }).first();
    await expect(detail).toContainText('sequence_number');
    await expect(detail).toContainText('committed on the source');
    // Enter leads to where it is applied; the lanes follow.
    await page.keyboard.press('Enter');
    await expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-label', /being applied/);
    const moment = times.locator('.controls .moment');
    const before = await moment.innerText();
    await page.keyboard.press('ArrowRight');
    await expect(moment).not.toHaveText(before);
    await graphs.getByRole('button', { name: 'Step back to the last change' }).click();
    await expect(moment).toHaveText(before);
    await expect(graphs.getByRole('status')).toHaveText(/: .*\d/);
    // And the other way round.
    await times.getByRole('button', { name: 'To the start' }).click();
    await expect(list.getByRole('option').first()).toHaveAttribute('aria-label', /on the source|not begun/);
    await graphs.getByRole('button', { name: 'time', exact: true }).click();
    await expect(graphs.locator('redo-lab-graph').first().locator('.life').first()).toBeAttached();
  });

  test('gives the keys back that it does not use', async ({ page }) => {
    await page.locator('redo-lab-graphs').getByRole('listbox').first().focus();
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element?.getAttribute('role') ?? '';
    });
    expect(focused).not.toBe('listbox-trap');
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  });
});

test('single transactions fit a screen of 320 px, and the keyboard reaches them there', async ({ page, at, picture }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(at('site/#lab=group-commit&preset=eight-transactions'));
  await runLab(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  const list = page.locator('redo-lab-graphs').getByRole('listbox').first();
  await list.scrollIntoViewIfNeeded();
  await list.focus();
  await page.keyboard.press('End');
  await expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-posinset', '8');
  await expect(page.locator('redo-lab-graphs').getByRole('group', { name: 'The chosen transaction' })).toContainText('rows');
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await picture(page, 'group-commit-320');
});

test.describe('a workload of one’s own', () => {
  test('is a listing: wrong lines are named and lead to their places, the rest is used', async ({ page, at, context }) => {
    await page.goto(at('site/#lab=group-commit'));
    await shown(page).getByText('Your own workload').click();
    const listing = shown(page).getByRole('textbox', { name: 'binlog' }).first();
    await listing.fill(LISTING);
    await listing.blur();
    await expect(shown(page).locator('.long-size').filter({ hasText: '9 lines' })).toBeVisible();
    const table = await runLab(page);
    await expect(table).toContainText('steps on the workers');
    await expect(shown(page).locator('.notes')).toContainText('line 4');
    await shown(page).getByRole('button', { name: 'Line 4' }).click();
    const chosen = await listing.evaluate((area) => {
      const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (area);
      return value.slice(selectionStart, selectionEnd);
    });
    expect(chosen).toBe('neither here nor there');
    await expectAccessible(page);
    // A link holds the listing.
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(shown(other).getByRole('textbox', { name: 'binlog' }).first()).toHaveValue(LISTING);
  });

  test('is a file that is opened', async ({ page, at }) => {
    await page.goto(at('site/#lab=group-commit'));
    await shown(page).getByText('Your own workload').click();
    await shown(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'dump.txt', mimeType: 'text/plain', buffer: Buffer.from(`${EIGHT.join('\n')}\n`) });
    await expect(shown(page).locator('.long-size').filter({ hasText: '8 lines' })).toBeVisible();
    await shown(page).getByRole('button', { name: 'Clear' }).click();
    await expect(shown(page).getByRole('textbox', { name: 'binlog' }).first()).toHaveValue('');
  });

  test('is a list of transactions, and what is wrong is said at its place', async ({ page, at }) => {
    await page.goto(at('site/#lab=group-commit'));
    await shown(page).getByText('Your own workload').click();
    const own = shown(page).locator('[data-parameter=own_transactions]');
    await own.getByRole('button', { name: 'Example' }).click();
    const rows = shown(page).getByRole('textbox', { name: 'rows, transaction 2' });
    await rows.fill('accounts');
    await rows.blur();
    await expect(shown(page).locator('.own-list li.wrong')).toContainText('own_transactions[1].rows[0]');
    await rows.fill('accounts:2, accounts:9');
    await rows.blur();
    await expect(shown(page).locator('.own-list li.wrong')).toHaveCount(0);
    await shown(page).getByRole('button', { name: 'Add a transaction' }).click();
    await expect(shown(page).getByRole('textbox', { name: 'rows, transaction 5' })).toBeVisible();
    await shown(page).getByRole('button', { name: 'Remove transaction 5' }).click();
    await shown(page).getByRole('button', { name: 'JSON' }).click();
    const json = own.getByRole('textbox', { name: 'transactions' });
    await expect(json).toHaveValue(/"accounts:9"/);
    await json.fill('[{');
    await json.blur();
    await expect(shown(page).getByText('This is not a list in JSON')).toBeVisible();
    await json.fill('[{"rows":["t:1"]},{"rows":["t:1"]}]');
    await json.blur();
    await expect(await runLab(page)).toContainText('steps on the workers');
    await expectAccessible(page);
  });
});

test('what the lab asks follows from what is set up', async ({ page, at }) => {
  await page.goto(at('site/#lab=group-commit&preset=writeset-against-commit-order'));
  await expect(shown(page).locator('.predict')).toContainText('lag least');
  await page.goto(at('site/#lab=group-commit&preset=delay-textbook'));
  await expect(shown(page).locator('.predict')).toContainText('commit the most');
  await shown(page).locator('.predict').getByRole('button', { name: /^B/ }).click();
  await runLab(page);
  await expect(shown(page).locator('.guess')).toContainText('right');
  await expect(shown(page).locator('.why')).toContainText('gains throughput');
});

test('every parameter and value of the lab has a name in every language', async ({ page, at }) => {
  for (const [language, pattern] of /** @type {const} */ ([
    ['zh', /[\u4e00-\u9fff]/],
    ['ja', /[\u3040-\u30ff\u4e00-\u9fff]/],
  ])) {
    await page.goto(at('site/#lab=group-commit'));
    await page.locator('#language').selectOption(language);
    await expect(shown(page).locator('.question h2')).toHaveText(pattern);
    await shown(page).locator('details.all > summary').last().click();
    const plain = await shown(page)
      .locator('details.all [data-parameter] .note')
      .evaluateAll(
        (notes, source) => notes.map((note) => note.textContent?.trim() ?? '').filter((text) => !new RegExp(source).test(text)),
        pattern.source,
      );
    expect(plain).toEqual([]);
  }
});
