/**
 * A static server for tests. It serves the built site under a path of its own, as a page on a project's web space would be:
 * a link that assumes the root of the server breaks here.
 *
 * | address | what |
 * |---|---|
 * | `/some/site/` | `www/dist` |
 * | `/some/site/book/` | `book/output` |
 * | `/some/engine/` | `pkg/dist`, the engine's module alone |
 * | `/some/blank.html` | an empty page, to run scripts in |
 */
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Address prefixes, longest first, and the folders that they stand for. */
const folders = [
  ['/some/site/book/', 'book/output'],
  ['/some/site/', 'www/dist'],
  ['/some/engine/', 'pkg/dist'],
];

/** @type {{ [extension: string]: string }} */
const mediaTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const blank = '<!doctype html><html lang="en"><head><title>Blank</title><link rel="icon" href="data:,"></head></html>';

/**
 * Starts the server on a free port.
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function startSite() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/some/blank.html') {
      response.writeHead(200, { 'content-type': mediaTypes['.html'] }).end(blank);
      return;
    }
    const file = await fileFor(decodeURIComponent(pathname));
    if (!file) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n');
      return;
    }
    response.writeHead(200, { 'content-type': mediaTypes[extname(file)] ?? 'application/octet-stream' });
    response.end(await readFile(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * The file behind an address, if it exists.
 * @param {string} pathname
 */
async function fileFor(pathname) {
  const [prefix, folder] = folders.find(([start]) => pathname.startsWith(start)) ?? [];
  if (prefix === undefined || folder === undefined) return null;
  const inside = normalize('/' + pathname.slice(prefix.length));
  const file = join(root, folder, inside.endsWith('/') ? `${inside}index.html` : inside);
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? file : null;
}
