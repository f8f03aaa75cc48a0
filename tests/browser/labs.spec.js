/** Several labs in one playground, and what they show over time. */
import { expect, expectAccessible, runLab, test } from './fixtures.js';

/** Labs with a clock, with the word that their navigation shows. */
const TIMED = { 'parallel-ddl': 'Parallel build', 'replica-lag': 'Replica lag' };

/** Every lab. */
const LABS = ['redo-volume', ...Object.keys(TIMED), 'crash-recovery', 'group-commit', 'global-binlog'];

/** @param {import('@playwright/test').Page} page */
const shown = (page) => page.locator('redo-lab:visible');

test.describe('several labs', () => {
  test('the questions lead from lab to lab, and each is kept as it was left', async ({ page, at }) => {
    await page.goto(at('site/'));
    const labs = page.getByRole('navigation', { name: 'Labs' });
    await expect(labs.getByRole('link')).toHaveCount(LABS.length);
    await expect(labs.getByRole('link', { name: 'Redo volume' })).toHaveAttribute('aria-current', 'page');
    await shown(page).getByRole('button', { name: 'Skip' }).click();

    await labs.getByRole('link', { name: 'Replica lag' }).click();
    await expect(shown(page).getByRole('heading', { level: 2 })).toContainText('replica');
    await expect(labs.getByRole('link', { name: 'Replica lag' })).toHaveAttribute('aria-current', 'page');
    // The guess of one lab is not the guess of another.
    await expect(shown(page).getByRole('button', { name: 'Skip' })).toBeVisible();
    await shown(page).getByLabel('Remove variant B').click();
    const count = await shown(page).locator('.columns > li').count();
    await expect.poll(() => new URL(page.url()).hash).toContain('lab=replica-lag');

    await labs.getByRole('link', { name: 'Redo volume' }).focus();
    await page.keyboard.press('Enter');
    await expect(shown(page).getByRole('heading', { level: 2 })).toContainText('log');
    await expect(shown(page).getByRole('button', { name: 'Skip' })).toHaveCount(0);
    await expect.poll(() => new URL(page.url()).hash).toContain('lab=redo-volume');

    await page.goBack();
    await expect(shown(page).getByRole('heading', { level: 2 })).toContainText('replica');
    await expect(shown(page).locator('.columns > li')).toHaveCount(count);
  });

  test('a lab is set up as it was after a reload of another', async ({ page, at }) => {
    await page.goto(at('site/#lab=parallel-ddl'));
    await expect(shown(page).getByRole('button', { name: /^Run/ })).toBeEnabled();
    await shown(page).getByRole('button', { name: 'Add variant' }).click();
    const count = await shown(page).locator('.columns > li').count();
    const labs = page.getByRole('navigation', { name: 'Labs' });
    await labs.getByRole('link', { name: 'Redo volume' }).click();
    await expect.poll(() => new URL(page.url()).hash).toContain('lab=redo-volume&x=');
    await page.reload();
    await labs.getByRole('link', { name: 'Parallel build' }).click();
    await expect(shown(page).locator('.columns > li')).toHaveCount(count);
  });

  test('a link opens its own lab, with its variants', async ({ page, at, context }) => {
    await page.goto(at('site/#lab=parallel-ddl'));
    await expect.poll(() => new URL(page.url()).hash).toContain('&x=');
    const count = await shown(page).locator('.columns > li').count();
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(shown(other).getByRole('heading', { level: 2 })).toContainText('threads');
    await expect(shown(other).locator('.columns > li')).toHaveCount(count);
  });
});

for (const lab of LABS) {
  test(`axe finds nothing in ${lab}, wide and light, narrow and dark`, async ({ page, at, picture }) => {
    await page.goto(at(`site/#lab=${lab}`));
    await runLab(page);
    await expectAccessible(page);
    await picture(page, lab);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await picture(page, `${lab}-narrow-dark`);
  });
}

test.describe('over time', () => {
  test('the keyboard walks spans and lanes, and says what they are', async ({ page, at }) => {
    await page.goto(at('site/#lab=replica-lag'));
    await runLab(page);
    const timeline = page.locator('redo-lab-timeline').first();
    await timeline.getByRole('group').focus();
    const said = timeline.locator('.cursor');
    await page.keyboard.press('Home');
    await expect(said).toHaveText(/thread 1: \w+.* from .+ to .+\./);
    const first = await said.innerText();
    await page.keyboard.press('ArrowRight');
    await expect(said).not.toHaveText(first);
    await page.keyboard.press('ArrowDown');
    await expect(said).toHaveText(/thread 2: /);
    await page.keyboard.press('Escape');
    await expect(said).not.toHaveText(/thread/);
  });

  test('one scrubber moves lanes, charts and readout', async ({ page, at }) => {
    await page.goto(at('site/#lab=replica-lag'));
    await runLab(page);
    const times = page.locator('redo-lab-times');
    const readout = times.getByRole('group', { name: 'Readout of the moment' });
    await times.getByRole('button', { name: 'To the start' }).click();
    await expect(readout).toContainText('At 0 s');
    await times.getByRole('button', { name: 'To the next change' }).click();
    await expect(readout).not.toContainText('At 0 s');
    await expect(times.getByRole('status')).toContainText('A: ');
    await times.getByRole('button', { name: 'To the previous change' }).click();
    await expect(readout).toContainText('At 0 s');
    const scrubber = times.getByRole('slider', { name: 'Moment in virtual time' });
    await scrubber.focus();
    await page.keyboard.press('End');
    const end = await scrubber.getAttribute('aria-valuetext');
    expect(end).toMatch(/^(.+) of \1$/);
    await page.keyboard.press('PageDown');
    await expect(scrubber).not.toHaveAttribute('aria-valuetext', String(end));
    await expect(readout).toContainText('Lag');
    // Zoomed in, the axis is shorter and holds the moment.
    await times.getByRole('button', { name: 'Zoom in' }).click();
    await times.getByRole('button', { name: 'Show the whole time' }).click();
    await expect(times.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
  });

  test('play moves the moment until it is paused, with reduced motion too', async ({ page, at }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(at('site/#lab=parallel-ddl'));
    await runLab(page);
    const times = page.locator('redo-lab-times');
    await times.getByRole('button', { name: 'To the start' }).click();
    await times.getByRole('button', { name: 'Play' }).click();
    await expect(times.locator('.controls .moment')).not.toHaveText(/^0 s/);
    await times.getByRole('button', { name: 'Pause' }).click();
    await expect(times.getByRole('button', { name: 'Play' })).toBeVisible();
  });

  test('a chart’s cursor goes from sample to sample and is read aloud', async ({ page, at }) => {
    await page.goto(at('site/#lab=replica-lag'));
    await runLab(page);
    const lag = page.locator('redo-lab-lines').first();
    await lag.getByRole('group').focus();
    await page.keyboard.press('Home');
    const said = lag.locator('[aria-live]');
    await expect(said).toHaveText(/^.+: A .+, B /);
    const first = await said.innerText();
    await page.keyboard.press('ArrowRight');
    await expect(said).not.toHaveText(first);
    const time = (await said.innerText()).split(':')[0];
    await expect(page.locator('redo-lab-times .controls .moment')).toContainText(time);
  });
});

test('a crash is on show at its end, and why is said of the slowest and the quickest', async ({ page, at }) => {
  await page.goto(at('site/#lab=crash-recovery'));
  await runLab(page);
  const scrubber = page.locator('redo-lab-times').getByRole('slider', { name: 'Moment in virtual time' });
  expect(await scrubber.getAttribute('aria-valuetext')).toMatch(/^(.+) of \1$/);
  await expect(page.locator('redo-lab-lines .end-mark').first()).toBeAttached();
  await expect(page.locator('redo-lab-lines .line-values').first()).not.toContainText('–');
  const why = shown(page).locator('.why');
  await expect(why).toContainText('is back last');
  await expect(why).toContainText('is back first');
});

test('lanes have short names where there is little room, and are all there', async ({ page, at }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(at('site/#lab=replica-lag'));
  await runLab(page);
  const names = page.locator('redo-lab-timeline').first().locator('.lane-name');
  await expect(names.filter({ hasText: 'S1 T1' }).first().locator('.short')).toBeVisible();
  const cut = await names.evaluateAll((list) =>
    list.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.getAttribute('title')),
  );
  expect(cut).toEqual([]);
  await expect(shown(page).locator('.why')).toContainText('waits to be parsed');
});

test('a failed run says what to change, and the page goes on', async ({ page, at }) => {
  await page.goto(at('site/#lab=replica-lag'));
  const rows = shown(page).getByRole('textbox', { name: 'rows' }).first();
  await rows.fill('0');
  await rows.press('Enter');
  await shown(page).getByRole('button', { name: /^Run/ }).click();
  await expect(shown(page).getByRole('alert')).toContainText('params.rows');
  await rows.fill('1M');
  await rows.press('Enter');
  await expect(rows).toHaveValue('1,000,000');
  await expect(await runLab(page)).toContainText('lag');
});

test('a billion rows run to the end', async ({ page, at }) => {
  await page.goto(at('site/#lab=replica-lag'));
  const rows = shown(page).getByRole('textbox', { name: 'rows' }).first();
  await rows.fill('1G');
  await rows.press('Enter');
  await expect(rows).toHaveValue('1,000,000,000');
  await expect(await runLab(page)).toContainText('status of the replica');
});

test('a long run shows how far it is, and can be cancelled at once', async ({ page, at }) => {
  await page.goto(at('site/#lab=crash-recovery&preset=recovery-reference'));
  await shown(page).getByRole('button', { name: /^Run/ }).click();
  await expect(shown(page).getByRole('progressbar').first()).toHaveAttribute('max', '100');
  await expect(shown(page).locator('.progress-phase').first()).not.toHaveText('waiting');
  await shown(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(shown(page).locator('.run-state')).toContainText('Cancelled');
  await expect(shown(page).getByRole('button', { name: /^Run/ })).toBeEnabled();
});

test('the machine’s constants are folded away, found by a search, and echo what was typed', async ({ page, at }) => {
  await page.goto(at('site/#lab=parallel-ddl'));
  await shown(page).getByText('All parameters').click();
  const compare = shown(page).getByRole('textbox', { name: 'compare two keys' });
  await expect(compare).toBeHidden();
  await shown(page).getByRole('searchbox', { name: 'Search parameters' }).fill('compare_ps');
  await expect(compare).toBeVisible();
  await expect(compare).toHaveAttribute('placeholder', /\d/);
  await shown(page).getByRole('searchbox', { name: 'Search parameters' }).fill('redo_log_bytes');
  const log = shown(page).locator('#all-redo_log_bytes');
  await log.fill('4 GiB');
  await log.press('Enter');
  await expect(log).toHaveValue('4,294,967,296');
  await expect(shown(page).locator('[data-parameter=redo_log_bytes] .echo').last()).toHaveText('4 GiB');
});

test('this browser can be measured, and a link repeats the run', async ({ page, at, context }) => {
  await page.goto(at('site/#lab=parallel-ddl'));
  await shown(page).getByText('All parameters').click();
  await shown(page)
    .getByText(/^Machine: /)
    .click();
  await shown(page).getByRole('combobox', { name: 'machine' }).selectOption('this browser');
  await shown(page).getByRole('button', { name: 'Measure this browser' }).click();
  await expect(shown(page).getByRole('button', { name: 'Measure again' })).toBeVisible({ timeout: 60_000 });
  await expect(shown(page).locator('.constants')).toContainText('compare two keys');
  const constants = await shown(page).locator('.constants').innerText();
  await expect(shown(page).locator('[data-parameter=compare_ps]')).toContainText('measured');
  const first = await (await runLab(page)).innerText();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(shown(other).locator('.constants')).toHaveText(constants, { useInnerText: true });
  expect(await (await runLab(other)).innerText()).toBe(first);
});
