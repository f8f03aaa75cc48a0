/** The element with its attributes, as another page would write them. */
import { expect, expectAccessible, test } from './fixtures.js';

/**
 * Opens an element in a page of its own.
 * @param {import('@playwright/test').Page} page
 * @param {(path: string) => string} at
 * @param {string} markup
 */
async function place(page, at, markup) {
  await page.goto(at('blank.html'));
  await page.evaluate(
    async ([address, inner]) => {
      document.body.innerHTML = `<main><h1>Page</h1>${inner}</main>`;
      await import(address);
    },
    [at('site/redo-lab.js'), markup],
  );
  return page.locator('redo-lab').first();
}

test('results only run once they come into view, under their title', async ({ page, at }) => {
  const lab = await place(
    page,
    at,
    '<div style="height:3000px"></div><redo-lab lab="redo-volume" preset="t0-10k" controls="none"><p>A table of the page.</p></redo-lab>',
  );
  await expect(lab).toHaveAttribute('data-state', 'empty');
  await expect(lab.getByText('A table of the page.')).toBeVisible();
  await expect(lab.getByRole('heading', { level: 2 })).toContainText('10,000 rows');
  await lab.scrollIntoViewIfNeeded();
  await expect(lab).toHaveAttribute('data-state', 'done', { timeout: 60_000 });
  await expect(lab.getByText('A table of the page.')).toBeHidden();
  await expect(lab.getByRole('table').first()).toBeVisible();
  await expectAccessible(page, 'redo-lab');
});

test('a starting point tells its lab', async ({ page, at }) => {
  const lab = await place(page, at, '<redo-lab preset="tiny-log"></redo-lab>');
  await expect(lab.getByRole('heading', { level: 2 })).toContainText('threads');
  await expect(lab.getByRole('alert')).toHaveCount(0);
});

for (const [attribute, markup, allowed] of [
  ['preset', '<redo-lab preset="tiny-lgo"></redo-lab>', 'tiny-log'],
  ['preset', '<redo-lab lab="replica-lag" preset="tiny-log"></redo-lab>', 'far-away'],
  ['lab', '<redo-lab lab="replica-lga"></redo-lab>', 'replica-lag'],
]) {
  test(`a mistyped attribute is named, with what is allowed: ${markup}`, async ({ page, at }) => {
    const lab = await place(page, at, markup);
    await expect(lab.getByRole('alert')).toContainText(`The attribute ${attribute} is`);
    await expect(lab.getByRole('alert')).toContainText(allowed);
    await expect(lab.getByRole('alert')).not.toContainText('link');
    await expect(lab.getByRole('button', { name: /^Run/ })).toBeEnabled();
  });
}
