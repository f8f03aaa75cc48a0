/** The book: its pages, and the lab inside them. */
import { expect, expectAccessible, runLab, test } from './fixtures.js';

test('the first chapter runs its lab', async ({ page, at, picture }) => {
  await page.goto(at('site/book/redo-volume.html'));
  await expect(await runLab(page)).toContainText('redo');
  // mdBook's own theme is not ours to judge.
  await expectAccessible(page, 'redo-lab');
  await picture(page, 'book');
});

for (const [chapter, metric] of [
  ['parallel-ddl', 'load'],
  ['replica-lag', 'lag'],
  ['crash-recovery', 'recover'],
  ['group-commit', 'TPS'],
  ['parallel-replica', 'TPS'],
  ['global-binlog', 'delay'],
]) {
  test(`the chapter ${chapter} runs its first lab, and its links lead somewhere`, async ({ page, at }) => {
    await page.goto(at(`site/book/${chapter}.html`));
    await expect(await runLab(page)).toContainText(metric);
    const dangling = await page.evaluate(async () => {
      const links = [...document.querySelectorAll('main a[href*=".html"], main a[href^="#"]')];
      const pages = new Map();
      const missing = [];
      for (const link of links) {
        const address = new URL(/** @type {HTMLAnchorElement} */ (link).href);
        if (address.origin !== location.origin) continue;
        const place = address.origin + address.pathname;
        if (!pages.has(place)) pages.set(place, await (await fetch(place)).text());
        const id = decodeURIComponent(address.hash.slice(1));
        if (id && !pages.get(place).includes(`id="${id}"`)) missing.push(address.href);
      }
      return missing;
    });
    expect(dangling).toEqual([]);
  });
}
