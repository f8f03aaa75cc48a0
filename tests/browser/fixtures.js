/**
 * What every browser test starts from: the served site, and a page that may not complain.
 *
 * A test fails when its page logs an error, throws one that nobody catches, or asks another server for anything. A test that
 * provokes an error on purpose calls `complaints.expect(pattern)` first.
 */
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect } from '@playwright/test';
import { startSite } from './site.js';

/** Errors of a page, as they come. */
class Complaints {
  constructor() {
    /** @type {string[]} */
    this.texts = [];
    /** @type {RegExp[]} */
    this.expected = [];
  }

  /** @param {RegExp} pattern errors that this test provokes */
  expect(pattern) {
    this.expected.push(pattern);
  }

  /** @returns {string[]} errors that nobody expected */
  unexpected() {
    return this.texts.filter((text) => !this.expected.some((pattern) => pattern.test(text)));
  }
}

/**
 * @typedef {object} Fixtures
 * @property {Complaints} complaints errors of the page
 * @property {(path: string) => string} at the address of a file of the site, such as `site/` or `engine/redo_lab.js`
 * @property {(page: import('@playwright/test').Page, name: string) => Promise<void>} picture saves `test-results/pictures/NAME.png`
 */

/**
 * @typedef {import('@playwright/test').PlaywrightTestArgs & import('@playwright/test').PlaywrightTestOptions} TestArguments
 * @typedef {import('@playwright/test').PlaywrightWorkerArgs & import('@playwright/test').PlaywrightWorkerOptions} WorkerArguments
 */

/** @type {import('@playwright/test').Fixtures<Fixtures, { origin: string }, TestArguments, WorkerArguments>} */
const fixtures = {
  origin: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const site = await startSite();
      await use(site.origin);
      await site.close();
    },
    { scope: 'worker' },
  ],
  at: async ({ origin }, use) => {
    await use((path) => `${origin}/some/${path}`);
  },
  complaints: [
    async ({ page, origin }, use) => {
      const complaints = new Complaints();
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.texts.push(message.text());
      });
      page.on('pageerror', (error) => complaints.texts.push(`${error.name}: ${error.message}`));
      page.on('request', (request) => {
        const local = [`${origin}/`, 'data:', 'blob:'].some((start) => request.url().startsWith(start));
        if (!local) complaints.texts.push(`asks another server: ${request.url()}`);
      });
      await use(complaints);
      expect(complaints.unexpected(), 'errors in the page').toEqual([]);
    },
    { auto: true },
  ],
  // eslint-disable-next-line no-empty-pattern -- as above
  picture: async ({}, use) => {
    await use(async (page, name) => {
      await page.screenshot({ path: `test-results/pictures/${name}.png`, fullPage: true });
    });
  },
};

export const test = base.extend(fixtures);

/**
 * Fails with a readable list when axe finds something in the page, or in the part of it that `scope` selects.
 * @param {import('@playwright/test').Page} page
 * @param {string} [scope] a CSS selector
 */
export async function expectAccessible(page, scope) {
  const builder = new AxeBuilder({ page });
  const { violations } = await (scope ? builder.include(scope) : builder).analyze();
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`),
  );
  expect(findings, 'findings of axe').toEqual([]);
}

/**
 * Opens an empty page with the engine's module in it, as `globalThis.engine`.
 * @param {import('@playwright/test').Page} page
 * @param {(path: string) => string} at
 */
export async function openEngine(page, at) {
  await page.goto(at('blank.html'));
  await page.evaluate(async (address) => {
    const engine = await import(address);
    await engine.default();
    Object.assign(globalThis, { engine });
  }, at('engine/redo_lab.js'));
}

/**
 * Presses Run in the page's lab and waits until every variant has ended. Rows of results appear earlier, one variant after another.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<import('@playwright/test').Locator>} the table of differences
 */
export async function runLab(page) {
  const lab = page.locator('redo-lab:visible').first();
  await lab.getByRole('button', { name: /^Run/ }).click();
  await expect(lab.getByRole('button', { name: 'Run again' })).toBeVisible({ timeout: 60_000 });
  return lab.getByRole('table').first();
}

export { expect };
