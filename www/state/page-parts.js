/**
 * The parts of a page in the order of their offsets, to tell what a byte belongs to.
 *
 * @typedef {{ kind: 'header' | 'record' | 'directory', from: number, to: number, name: string, odd: boolean, index: number }} Part
 *   `to` is not included; `index` is the place in the page's list of that kind
 */

/**
 * @param {any} page as the engine's inspector gives it
 * @returns {Part[]}
 */
export function partsOf(page) {
  /** @type {Part[]} */
  const parts = [];
  page.header.forEach((/** @type {any} */ field, /** @type {number} */ index) => {
    parts.push({
      kind: 'header',
      from: field.offset,
      to: field.offset + field.length,
      name: field.name,
      odd: index % 2 === 1,
      index,
    });
  });
  page.records.forEach((/** @type {any} */ record, /** @type {number} */ index) => {
    const name = record.fields.map((/** @type {any} */ field) => `${field.name} = ${field.value}`).join(', ') || record.status;
    parts.push({ kind: 'record', from: record.start, to: record.end, name, odd: record.heap_no % 2 === 1, index });
  });
  page.directory.forEach((/** @type {any} */ slot, /** @type {number} */ index) => {
    parts.push({
      kind: 'directory',
      from: slot.position,
      to: slot.position + 2,
      name: String(slot.slot),
      odd: index % 2 === 1,
      index,
    });
  });
  return parts.sort((a, b) => a.from - b.from);
}

/**
 * The part that holds an offset, or nothing.
 * @param {Part[]} parts ascending
 * @param {number} offset
 * @returns {Part | null}
 */
export function partAt(parts, offset) {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle].to <= offset) low = middle + 1;
    else high = middle;
  }
  return low < parts.length && parts[low].from <= offset ? parts[low] : null;
}
