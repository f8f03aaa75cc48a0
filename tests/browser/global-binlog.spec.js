/** The lab on the global binlog: the stage of the order, memory and its thresholds, the questions that it asks. */
import { expect, expectAccessible, runLab, test } from './fixtures.js';

/** @param {import('@playwright/test').Page} page */
const shown = (page) => page.locator('redo-lab:visible');

/** @param {import('@playwright/test').Page} page */
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** @param {import('@playwright/test').Page} page */
const stages = (page) => page.locator('redo-lab-order-view');

test.describe('the order of a run', () => {
  test.beforeEach(async ({ page, at }) => {
    await page.goto(at('site/#lab=global-binlog'));
    await runLab(page);
  });

  test('is a stage at the moment of the lanes, told in words, and moves with them', async ({ page }) => {
    const times = page.locator('redo-lab-times');
    await expect(stages(page).locator('redo-lab-order .block').first()).toBeVisible();
    await expect(stages(page).locator('.story').first()).toHaveText(/transaction|wait/);
    // Moves are microseconds apart, and the stage counts them; the scrubber follows.
    const moment = stages(page).locator('.steps .number');
    const forward = stages(page).getByRole('button', { name: 'On to the next move of a transaction' });
    await forward.click();
    const first = await moment.innerText();
    await forward.click();
    await expect(moment).not.toHaveText(first);
    await expect(stages(page).getByRole('status')).toHaveText(/^[\d.]+ m?s\. A: /);
    await stages(page).getByRole('button', { name: 'Back to the last move of a transaction' }).click();
    await expect(moment).toHaveText(first);
    await times.getByRole('button', { name: 'To the start' }).click();
    await expect(moment).not.toHaveText(first);
    const scrubber = times.getByRole('slider', { name: 'Moment in virtual time' });
    await scrubber.focus();
    await page.keyboard.press('PageUp');
    // Before the recorded stretch nothing is drawn, and a button leads back to it.
    await expect(stages(page).locator('redo-lab-order .block')).toHaveCount(0);
    await stages(page).getByRole('button', { name: 'Back to them' }).click();
    await expect(stages(page).locator('redo-lab-order .block').first()).toBeVisible();
  });

  test('is walked by the keyboard, block by block, and a block tells all that is known of its transaction', async ({
    page,
  }) => {
    const order = stages(page).locator('redo-lab-order').first();
    const group = order.getByRole('group');
    await group.focus();
    const said = order.locator('.cursor');
    await page.keyboard.press('ArrowDown');
    await expect(said).toHaveText(/^Node 1: \d+ unread/);
    // The row of the global binlog is the last one.
    for (let row = 0; row < 8; row++) await page.keyboard.press('ArrowDown');
    await expect(said).toHaveText(/^Global binlog: \d+ written/);
    await page.keyboard.press('Home');
    await expect(said).toHaveText(/^Transaction [\d,]+, /);
    await page.keyboard.press('Enter');
    const detail = stages(page).getByRole('group', { name: 'The chosen transaction' });
    await expect(detail.locator('.digits dd')).toHaveText([/^\d{19}$/, /^\d{19}$/, /^\d{10}$/, /^\d{6}$/]);
    await expect(detail.getByRole('table')).toContainText('node');
    await expectAccessible(page);
    await detail.getByRole('button', { name: 'Close' }).click();
    await expect(detail).toHaveCount(0);
    await group.focus();
    await page.keyboard.press('Escape');
    await expect(said).not.toHaveText(/Transaction/);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  });

  test('marks the other parts of the transaction that is pointed at', async ({ page }) => {
    const order = stages(page).locator('redo-lab-order').first();
    await order.locator('.block').first().hover();
    await expect(order.locator('.block.same').first()).toBeVisible();
    await expect(order.locator('.cursor')).toHaveText(/^Transaction/);
  });

  test('shows the variants that a reader wants', async ({ page }) => {
    const shownStages = stages(page).locator('redo-lab-order');
    await expect(shownStages).toHaveCount(2);
    await stages(page).getByRole('button', { name: 'Variant C' }).click();
    await expect(shownStages).toHaveCount(3);
    // One stays, whatever is pressed.
    for (const name of ['Variant A', 'Variant B', 'Variant C'])
      await stages(page).getByRole('button', { name, exact: true }).click();
    await expect(shownStages).toHaveCount(1);
  });

  test('asks and answers which variant is soonest', async ({ page }) => {
    await expect(page.getByText('99 % within').first()).toBeVisible();
    await expect(shown(page).locator('.why li').first()).toBeVisible();
  });
});

test('an idle node without a heartbeat stalls, and the page says whom the merge waits for', async ({ page, at, picture }) => {
  await page.goto(at('site/#lab=global-binlog&preset=idle-node'));
  const table = await runLab(page);
  await expect(table).toContainText('stalled for ever');
  await expect(shown(page).locator('.why')).toContainText('has nothing to say and sends no heartbeat');
  const story = stages(page).locator('section').first().locator('.story');
  await expect(story).toContainText('The merge waits for node 8, which has nothing to say');
  await expect(stages(page).locator('redo-lab-order').first().locator('.row.waits')).toContainText('node 8');
  await picture(page, 'global-binlog-idle-node');
});

test('a huge transaction is drawn against the thresholds of its memory', async ({ page, at }) => {
  await page.goto(at('site/#lab=global-binlog&preset=huge-transaction-4-gb'));
  await expect(shown(page).locator('.predict')).toContainText('What takes the most memory?');
  const table = await runLab(page);
  await expect(table).toContainText('out of memory');
  await expect(shown(page).locator('redo-lab-bars').first()).toContainText('out of memory');
  const memory = page.locator('redo-lab-times redo-lab-lines').nth(1);
  await expect(memory.locator('.limit-name')).toHaveText([/^memory limit/, /spills what waits from/, /spills what grows from/]);
  await expect(stages(page).locator('.memory').first()).toContainText('Memory');
});

test('fits a screen of 320 px, in every language', async ({ page, at, picture }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(at('site/#lab=global-binlog&preset=stuck-prepared'));
  await runLab(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await picture(page, 'global-binlog-320');
  for (const [lang, word] of [
    ['zh', '从多份日志到一份'],
    ['ja', '多くのログから 1 つへ'],
  ]) {
    await shown(page).evaluate((element, to) => element.setAttribute('lang', to), lang);
    await expect(stages(page).getByRole('heading', { name: word })).toBeVisible();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
});
