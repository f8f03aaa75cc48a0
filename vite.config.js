/**
 * Bundles the front-end: `www/` becomes `www/dist/`, which runs from any static server, under any path.
 *
 * The element keeps its plain name (`redo-lab.js`) because other pages load it; everything else carries a hash. The engine
 * stays a separate file, so that a browser can compile it while it arrives.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** @param {string} relative a path from the root of the checkout */
const here = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Pages and scripts that others open or load by name. */
const entries = {
  index: here('www/index.html'),
  embed: here('www/embed.html'),
  bench: here('www/bench.html'),
  studies: here('www/studies.html'),
  'redo-lab': here('www/element/redo-lab.js'),
};

export default defineConfig({
  root: here('www'),
  base: './',
  worker: { format: 'es' },
  build: {
    outDir: here('www/dist'),
    emptyOutDir: true,
    target: 'es2022',
    // These know light-dark(); its rewriting for older ones would not see a theme that is set on the element.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js' },
    },
  },
  test: {
    root: here('.'),
    include: ['www/**/*.test.js'],
  },
});
