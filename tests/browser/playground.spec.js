/** The playground as a visitor meets it. */
import { expect, expectAccessible, test } from './fixtures.js';

test('the default experiment runs and ends in a table', async ({ page, at, picture }) => {
  await page.goto(at('site/'));
  await page.getByRole('button', { name: /^Run/ }).click();
  const table = page.getByRole('table').first();
  await expect(table).toBeVisible({ timeout: 60_000 });
  await expect(table).toContainText('redo');
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
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByRole('table').first()).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => new URL(page.url()).hash).not.toBe('');
  const first = await page.getByRole('table').first().innerText();
  const again = await context.newPage();
  await again.goto(page.url());
  await again.getByRole('button', { name: /^Run/ }).click();
  await expect(again.getByRole('table').first()).toBeVisible({ timeout: 60_000 });
  expect(await again.getByRole('table').first().innerText()).toBe(first);
});
