/** The playground as a visitor meets it. */
import { expect, expectAccessible, runLab, test } from './fixtures.js';

test('the default experiment runs and ends in a table', async ({ page, at, picture }) => {
  await page.goto(at('site/'));
  await expect(await runLab(page)).toContainText('redo');
  await picture(page, 'playground');
  await expectAccessible(page);
});

test('axe finds nothing before a run either, and in the dark', async ({ page, at, picture }) => {
  await page.goto(at('site/'));
  await expect(page.getByRole('button', { name: /^Run/ })).toBeEnabled();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await picture(page, 'playground-dark');
});

test('a narrow page does not scroll sideways', async ({ page, at, picture }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(at('site/'));
  await expect(page.getByRole('button', { name: /^Run/ })).toBeEnabled();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await picture(page, 'playground-narrow');
});

test('the link holds the experiment', async ({ page, at, context }) => {
  await page.goto(at('site/'));
  const first = await (await runLab(page)).innerText();
  await expect.poll(() => new URL(page.url()).hash).not.toBe('');
  const again = await context.newPage();
  await again.goto(page.url());
  expect(await (await runLab(again)).innerText()).toBe(first);
});
