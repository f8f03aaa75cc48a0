/**
 * Opens the benchmark page in a headless Chromium and prints what it measured.
 *
 * The page, opened as `bench.html#run`, starts by itself and leaves its rows as JSON in `<script id="bench-result">`: a list of
 * objects whose values are texts or numbers, one object for each line of the table.
 */
import { chromium } from '@playwright/test';
import config from './playwright.config.js';
import { startSite } from './site.js';

/** How long the whole page may take, in ms. */
const PATIENCE_MS = 180_000;

const site = await startSite();
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(`${site.origin}/some/site/bench.html#run`);
  const result = page.locator('#bench-result');
  await result.waitFor({ state: 'attached', timeout: PATIENCE_MS });
  console.log(`Chromium ${browser.version()}`);
  console.table(JSON.parse((await result.textContent()) ?? '[]'));
} finally {
  await browser.close();
  await site.close();
}
