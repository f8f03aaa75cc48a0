/**
 * Values longer than a line: listings and lists of transactions.
 */

/**
 * How many lines a text has; what stands behind its last line end is a line only if there is something.
 * @param {string} text
 */
export function linesOf(text) {
  if (text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/**
 * As much of a file as fits, in whole lines.
 * @param {Blob} file
 * @param {number} most bytes
 * @returns {Promise<{ content: string, cut: boolean }>}
 */
export async function fittingPart(file, most) {
  if (file.size <= most) {
    const content = await file.text();
    // Bytes that are no text are replaced by longer ones.
    if (new TextEncoder().encode(content).length <= most) return { content, cut: false };
  }
  // Three bytes may stand for one that is no text.
  let content = await file.slice(0, most).text();
  while (new TextEncoder().encode(content).length > most) content = content.slice(0, Math.floor(content.length * 0.9));
  return { content: content.slice(0, content.lastIndexOf('\n') + 1), cut: true };
}

/**
 * Rows as they are typed: separated by commas, semicolons or spaces.
 * @param {string} text such as `accounts:5, users.email:ann`
 */
export function readRows(text) {
  return text
    .split(/[,;\s]+/)
    .map((row) => row.trim())
    .filter(Boolean);
}

/**
 * Why a text is no JSON list, as the browser says it; nothing when it is one.
 * @param {string} text
 */
export function jsonListProblem(text) {
  try {
    return Array.isArray(JSON.parse(text)) ? '' : '[ … ]';
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}
