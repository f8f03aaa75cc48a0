/** The studies: a list, and one study run beside what was published. */
import { expect, expectAccessible, test } from './fixtures.js';

/** A whole study may take this long here, in ms. */
const PATIENCE_MS = 90_000;

test('a study is found in the list, runs, and can be opened in the lab', async ({ page, at, picture }) => {
  await page.goto(at('site/studies.html'));
  await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible();
  await expect(page.locator('redo-lab-studies .entries li').first()).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'studies');
  await page.goto(at('site/studies.html#study=mysql-parallel-ddl'));
  await page.getByRole('button', { name: 'Run the study' }).click();
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: PATIENCE_MS });
  const table = page.getByRole('table').first();
  await expect(table).toContainText('414.21');
  await expect(table).toContainText(/fitted|predicted/);
  await expectAccessible(page);
  await picture(page, 'study');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await picture(page, 'study-narrow');
  await page
    .getByRole('link', { name: /Open in the lab/ })
    .first()
    .click();
  await expect(page.locator('redo-lab:visible').getByRole('heading', { level: 2 })).toBeVisible();
  await expect(page.locator('redo-lab:visible').getByRole('alert')).toHaveCount(0);
});

test('a study can be cancelled, and run again', async ({ page, at }) => {
  await page.goto(at('site/studies.html#study=polardb-ddl'));
  await page.getByRole('button', { name: 'Run the study' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('redo-lab-studies')).toContainText('Run cancelled.');
  await expect(page.getByRole('button', { name: /^Run/ })).toBeEnabled();
});

test('an unknown study is said, and the list stays', async ({ page, at }) => {
  await page.goto(at('site/studies.html#study=no-such-study'));
  await expect(page.getByRole('alert')).toContainText('no-such-study');
  await expect(page.locator('redo-lab-studies .entries li').first()).toBeVisible();
});
