/**
 * Which colour and texture a purpose or record type has. The colours themselves are custom properties in `styles/palette.css`.
 */
import { svg } from 'lit';

/** The purposes of a redo byte, in the order in which bars, legends and tapes stack them. */
export const PURPOSES = [
  'record',
  'next-pointer',
  'directory',
  'header',
  'page-image',
  'allocation',
  'undo',
  'dictionary',
  'framing',
  'index-load',
];

/**
 * The custom property of a purpose's colour.
 * @param {string} purpose
 */
export function purposeColour(purpose) {
  return PURPOSES.includes(purpose) ? `--purpose-${purpose}` : '--purpose-other';
}

/**
 * The custom property of a record type's colour, by its place among the types on show.
 * @param {number} place
 */
export function typeColour(place) {
  return `--type-${place % 10}`;
}

/** Textures, the second sign beside colour: strokes in a tile of 6 by 6. Neighbours in a bar differ clearly. */
const TEXTURES = [
  '',
  'M-1,7 L7,-1',
  'M0,3 H6 M3,0 V6',
  'M3,0 V6',
  '',
  'M0,3 H6',
  'M-1,-1 L7,7',
  'M1.5,1.5 h1 M4.5,4.5 h1',
  'M0,1.5 H6 M0,4.5 H6',
  '',
];

/**
 * A fill with its texture, as an SVG pattern.
 * @param {string} id
 * @param {string} colour custom property
 * @param {number} place chooses the texture
 */
export function texture(id, colour, place) {
  const strokes = TEXTURES[place % TEXTURES.length];
  return svg`<pattern id=${id} width="6" height="6" patternUnits="userSpaceOnUse">
    <rect width="6" height="6" style="fill:var(${colour})"></rect>
    ${strokes ? svg`<path d=${strokes} style="stroke:var(--rl-card);stroke-opacity:.42;stroke-width:1.2;fill:none"></path>` : ''}
  </pattern>`;
}

/**
 * Reads custom properties as colours that a canvas understands.
 * @param {HTMLElement} element
 * @param {string[]} names
 * @returns {{ [name: string]: string }}
 */
export function resolveColours(element, names) {
  const probe = document.createElement('span');
  probe.style.display = 'none';
  // Forced colours replace what a canvas must tell apart; the surroundings follow them.
  probe.style.setProperty('forced-color-adjust', 'none');
  (element.shadowRoot ?? element).append(probe);
  /** @type {{ [name: string]: string }} */
  const colours = {};
  for (const name of names) {
    probe.style.color = `var(${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colours;
}
