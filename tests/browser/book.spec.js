/** The book: its pages, and the lab inside them. */
import { expect, expectAccessible, test } from './fixtures.js';

test('the first chapter runs its lab', async ({ page, at, picture }) => {
  await page.goto(at('site/book/redo-volume.html'));
  const lab = page.locator('redo-lab').first();
  await lab.getByRole('button', { name: /^Run/ }).click();
  await expect(lab.getByRole('table').first()).toBeVisible({ timeout: 60_000 });
  // mdBook's own theme is not ours to judge.
  await expectAccessible(page, 'redo-lab');
  await picture(page, 'book');
});
