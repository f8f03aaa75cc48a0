/**
 * The round values on which a slider rests.
 */

/**
 * 1, 2, 5, 10, 20, 50 ... within a wide range; every tenth part of a narrow one. Both ends are always there.
 * A wide range of bytes has the powers of two.
 * @param {number} min
 * @param {number} max
 * @param {string} [unit]
 * @returns {number[]}
 */
export function sliderStops(min, max, unit = '') {
  /** @type {number[]} */
  const stops = [min];
  if (unit === 'B' && max / Math.max(min, 1) > 100) {
    for (let power = 1; power < max; power *= 2) if (power > min && power >= 1024) stops.push(power);
    return [...stops, max];
  }
  if (max / Math.max(min, 1) > 100) {
    for (let power = 1; power <= max; power *= 10) {
      for (const digit of [1, 2, 5]) if (digit * power > min && digit * power < max) stops.push(digit * power);
    }
  } else {
    const step = Math.max(1, Math.round((max - min) / 18));
    for (let value = min + step; value < max; value += step) stops.push(value);
  }
  stops.push(max);
  return stops;
}
