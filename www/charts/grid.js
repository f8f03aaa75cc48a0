/**
 * How squares that stand for pages are laid out.
 */

export const SMALLEST_PX = 6;
export const LARGEST_PX = 22;

/**
 * The largest squares with which everything fits; several pages a square when even the smallest do not.
 * @param {number} count
 * @param {number} width
 * @param {number} maxHeight
 */
export function fitGrid(count, width, maxHeight) {
  for (let size = LARGEST_PX; size >= SMALLEST_PX; size--) {
    const columns = Math.max(1, Math.floor(width / size));
    if (Math.ceil(count / columns) * size <= maxHeight) return { columns, size, group: 1 };
  }
  const columns = Math.max(1, Math.floor(width / SMALLEST_PX));
  const squares = columns * Math.max(1, Math.floor(maxHeight / SMALLEST_PX));
  return { columns, size: SMALLEST_PX, group: Math.ceil(count / squares) };
}
