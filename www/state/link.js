/**
 * The whole experiment in a link.
 *
 * A link is the page's address and a fragment, so that nothing of it reaches a server:
 *
 * - `#lab=redo-volume` opens the lab with its defaults;
 * - `#lab=redo-volume&preset=t0-100k` opens a named starting point;
 * - `#lab=redo-volume&x=1.Ab3_x9.7VZ...` holds a whole experiment: the form's version, a check, and the document, compressed.
 *
 * The check tells a link that was cut by a mail program from a good one; without it a damaged stream might decode into
 * another experiment. Every form that was ever published keeps opening: a new form gets a new version.
 */

import { checkShape } from './experiment.js';

/** @typedef {import('./experiment.js').Experiment} Experiment */
/**
 * What a fragment says; the experiment is as it was written, with its preset not yet expanded. `lab` is the fragment's, for an
 * experiment that names none.
 * @typedef {{ kind: 'none' }
 *   | { kind: 'preset', lab: string, preset: string }
 *   | { kind: 'experiment', lab: string, experiment: { [key: string]: any } }
 *   | { kind: 'damaged', lab: string, reason: 'cut' | 'damaged' | 'version' }} DecodedLink
 */

const FORM_VERSION = '1';

/** Largest document that a link may unfold to, in bytes, as in the engine: a link must not be able to fill the memory. */
const DOCUMENT_LIMIT_BYTES = 4 * 2 ** 20;

/**
 * The fragment for an experiment, with its leading `#`.
 * @param {Experiment} experiment
 * @returns {Promise<string>}
 */
export async function encodeLink(experiment) {
  const bytes = new TextEncoder().encode(JSON.stringify(experiment));
  const payload = toBase64Url(await pipe(bytes, new CompressionStream('deflate-raw')));
  return `#lab=${encodeURIComponent(experiment.lab)}&x=${FORM_VERSION}.${check(payload)}.${payload}`;
}

/**
 * The short fragment of a preset.
 * @param {string} lab
 * @param {string} preset
 */
export function presetLink(lab, preset) {
  return `#lab=${encodeURIComponent(lab)}&preset=${encodeURIComponent(preset)}`;
}

/**
 * What a fragment says. Never throws: a fragment that cannot be read is `damaged`.
 * @param {string} fragment with or without its leading `#`
 * @returns {Promise<DecodedLink>}
 */
export async function decodeLink(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const lab = fields.get('lab') ?? '';
  const packed = fields.get('x');
  if (packed === null) {
    return lab ? { kind: 'preset', lab, preset: fields.get('preset') ?? '' } : { kind: 'none' };
  }
  const [version, sum, payload] = packed.split('.');
  if (version !== FORM_VERSION) {
    return { kind: 'damaged', lab, reason: /^\d+$/.test(version) && sum ? 'version' : 'damaged' };
  }
  if (!payload || sum.length !== CHECK_LENGTH) return { kind: 'damaged', lab, reason: 'cut' };
  if (check(payload) !== sum) return { kind: 'damaged', lab, reason: 'cut' };
  try {
    const bytes = await pipe(fromBase64Url(payload), new DecompressionStream('deflate-raw'));
    const experiment = checkShape(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    return { kind: 'experiment', lab: experiment.lab ?? lab, experiment };
  } catch {
    return { kind: 'damaged', lab, reason: 'damaged' };
  }
}

const CHECK_LENGTH = 6;

/**
 * A 32-bit FNV-1a of the packed text, as six base64url characters.
 * @param {string} text
 */
function check(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return toBase64Url(new Uint8Array([hash >>> 24, hash >>> 16, hash >>> 8, hash]));
}

/**
 * @param {Uint8Array} bytes
 * @param {CompressionStream | DecompressionStream} through
 */
async function pipe(bytes, through) {
  const writer = through.writable.getWriter();
  // A broken stream is reported by the reading side.
  writer.write(/** @type {any} */ (bytes)).catch(() => {});
  writer.close().catch(() => {});
  const reader = through.readable.getReader();
  /** @type {Uint8Array[]} */
  const chunks = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > DOCUMENT_LIMIT_BYTES) throw new RangeError('the document is too large');
    chunks.push(value);
  }
  const joined = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

/** @param {Uint8Array} bytes */
function toBase64Url(bytes) {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {string} text */
function fromBase64Url(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
