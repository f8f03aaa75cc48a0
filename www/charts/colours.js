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

/** What a lane can be busy with, in the order of legends. Waits come last and are all hatched. */
export const ACTIVITIES = [
  'execute',
  'scan',
  'sort',
  'merge',
  'load',
  'flush',
  'parse',
  'apply',
  'retry',
  'read',
  'fsync-redo',
  'fsync-binlog',
  'delay',
  'first-level-sort',
  'spill',
  'collect',
  'restore',
  'write-global-binlog',
  'flush-global-binlog',
  'consume',
  'holds-back',
  'wait-hole',
  'wait-room',
  'wait-writer',
  'wait-row-lock',
  'wait-flush',
  'wait-sync',
  'wait-dependency',
  'wait-worker',
  'wait-core',
  'wait-commit-order',
  'wait-disk',
  'wait-log',
  'wait-pool',
  'wait-lock',
  'stopped',
];

/**
 * The custom property of an activity's colour: one activity, one colour, in every lab.
 * @param {string} activity
 */
export function activityColour(activity) {
  if (ACTIVITIES.includes(activity)) return `--activity-${activity}`;
  return activity.startsWith('wait') ? '--activity-wait' : '--activity-other';
}

/**
 * The texture of an activity, the second sign beside its colour: strokes as in {@link TEXTURES}.
 * @param {string} activity
 */
export function activityStrokes(activity) {
  return ACTIVITY_STROKES[activity] ?? (activity.startsWith('wait') ? HATCH : '');
}

/** Which activity's colour and texture a cause of waiting has. @type {{ [cause: string]: string }} */
const CAUSE_ACTIVITIES = {
  dependency: 'wait-dependency',
  worker: 'wait-worker',
  core: 'wait-core',
  'commit-order': 'wait-commit-order',
  fsync: 'fsync-redo',
  'row-lock': 'wait-row-lock',
  read: 'read',
  hole: 'wait-hole',
  input: 'holds-back',
  merge: 'merge',
  collect: 'collect',
  write: 'write-global-binlog',
};

/** The causes in the order of legends. */
export const CAUSES = ['nothing', ...Object.keys(CAUSE_ACTIVITIES)];

/**
 * The activity whose colour stands for a cause of waiting; a transaction that nothing held up looks like work.
 * @param {string | null} cause
 */
export function causeActivity(cause) {
  return CAUSE_ACTIVITIES[cause ?? ''] ?? 'apply';
}

/** The custom property of a variant's line, by its place. @param {number} index */
export function variantColour(index) {
  return `--variant-${'abcdefgh'[index % 8]}`;
}

/** Dashes of the variants' lines, the second sign beside colour. */
export const VARIANT_DASHES = ['', '7 3', '2 3', '10 3 2 3', '4 2', '12 4', '1 3', '8 2 2 2 2 2'];

/** Waiting. */
const HATCH = 'M-1,7 L7,-1 M-1,1 L1,-1 M5,7 L7,5';
const BACK_HATCH = 'M-1,-1 L7,7 M5,-1 L7,1 M-1,5 L1,7';
const CROSS = 'M-1,7 L7,-1 M-1,-1 L7,7';

/** Strokes of the activities; those of waits that share a lane differ. @type {{ [activity: string]: string }} */
const ACTIVITY_STROKES = {
  sort: 'M3,0 V6',
  merge: 'M-1,-1 L7,7',
  flush: 'M0,3 H6',
  parse: 'M1.5,1.5 h1 M4.5,4.5 h1',
  retry: 'M0,3 H6 M3,0 V6',
  read: 'M0,3 H6 M3,0 V6',
  'fsync-redo': 'M0,3 H6',
  'fsync-binlog': 'M0,1.5 H6 M0,4.5 H6',
  delay: 'M1.5,1.5 h1 M4.5,4.5 h1',
  'first-level-sort': 'M3,0 V6',
  spill: 'M0,3 H6 M3,0 V6',
  restore: 'M1.5,1.5 h1 M4.5,4.5 h1',
  'flush-global-binlog': 'M0,3 H6',
  'holds-back': CROSS,
  'wait-hole': HATCH,
  'wait-room': BACK_HATCH,
  'wait-writer': 'M1.5,0 V6 M4.5,0 V6',
  'wait-row-lock': CROSS,
  'wait-sync': BACK_HATCH,
  'wait-worker': 'M1.5,0 V6 M4.5,0 V6',
  'wait-core': 'M0,5 L3,1 L6,5',
  'wait-commit-order': BACK_HATCH,
  stopped: CROSS,
};

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
  return pattern(id, colour, TEXTURES[place % TEXTURES.length]);
}

/**
 * A fill with strokes on it, as an SVG pattern.
 * @param {string} id
 * @param {string} colour custom property
 * @param {string} strokes
 */
export function pattern(id, colour, strokes) {
  return svg`<pattern id=${id} width="6" height="6" patternUnits="userSpaceOnUse">
    <rect width="6" height="6" style="fill:var(${colour})"></rect>
    ${strokes ? svg`<path d=${strokes} style="stroke:var(--rl-card);stroke-opacity:.42;stroke-width:1.2;fill:none"></path>` : ''}
  </pattern>`;
}

/**
 * A fill with strokes on it, for a canvas.
 * @param {CanvasRenderingContext2D} context
 * @param {string} colour
 * @param {string} ink colour of the strokes
 * @param {string} strokes
 * @returns {string | CanvasPattern}
 */
export function canvasPattern(context, colour, ink, strokes) {
  if (!strokes) return colour;
  const ratio = Math.max(1, Math.round(devicePixelRatio || 1));
  const tile = document.createElement('canvas');
  tile.width = tile.height = 6 * ratio;
  const drawing = tile.getContext('2d');
  if (!drawing) return colour;
  drawing.scale(ratio, ratio);
  drawing.fillStyle = colour;
  drawing.fillRect(0, 0, 6, 6);
  drawing.globalAlpha = 0.5;
  drawing.strokeStyle = ink;
  drawing.lineWidth = 1.2;
  drawing.stroke(new Path2D(strokes));
  const filled = context.createPattern(tile, 'repeat');
  filled?.setTransform(new DOMMatrix().scale(1 / ratio));
  return filled ?? colour;
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
