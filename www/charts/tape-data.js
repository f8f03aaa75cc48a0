/**
 * What a tape needs to draw itself: bytes a pixel, and where an LSN lies.
 */

/**
 * Bytes of every purpose in every pixel column of the whole log.
 * @param {any} tape
 * @param {number} lsnStart
 * @param {number} lsnEnd
 * @param {number} width
 * @returns {Float64Array} width × purposes, row by row
 */
export function binTape(tape, lsnStart, lsnEnd, width) {
  const kinds = tape.purposes.length;
  const bins = new Float64Array(width * kinds);
  const scale = width / Math.max(1, lsnEnd - lsnStart);
  for (let i = 0; i < tape.mtr_lsn.length; i++) {
    const from = (tape.mtr_lsn[i] - lsnStart) * scale;
    const to = from + Math.max(tape.mtr_bytes[i] * scale, 1e-9);
    for (let x = Math.max(0, Math.floor(from)); x < Math.min(width, to); x++) {
      const share = (Math.min(to, x + 1) - Math.max(from, x)) / (to - from);
      for (let kind = 0; kind < kinds; kind++) bins[x * kinds + kind] += tape.purpose_bytes[i * kinds + kind] * share;
    }
  }
  return bins;
}

/**
 * The first index whose value is at least `wanted`, in an ascending array.
 * @param {ArrayLike<number>} values
 * @param {number} wanted
 */
export function lowerBound(values, wanted) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
