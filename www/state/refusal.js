/**
 * What to say when a run cannot be opened page by page.
 *
 * A run that is too large for that is no mistake of the reader's: it is said calmly, with what would fit.
 *
 * @param {any} error
 * @param {(id: string) => string} text
 */
export function refusal(error, text) {
  return error.name === 'DocumentError' ? `${text('too-large-to-open')} (${error.allowed})` : String(error.message);
}
