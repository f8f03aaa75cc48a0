/** The book: its pages, and the lab inside them. */
import { expect, expectAccessible, runLab, test } from './fixtures.js';

test('the first chapter runs its lab', async ({ page, at, picture }) => {
  await page.goto(at('site/book/redo-volume.html'));
  await expect(await runLab(page)).toContainText('redo');
  // mdBook's own theme is not ours to judge.
  await expectAccessible(page, 'redo-lab');
  await picture(page, 'book');
});
