/**
 * A report as comma-separated text: one line per metric and variant, values as the engine gave them, for every spreadsheet.
 */

/**
 * @param {any} report
 * @returns {string}
 */
export function reportToCsv(report) {
  const lines = [['variant', 'label', 'metric', 'value', 'unit', 'kind', 'digest']];
  report.runs.forEach((/** @type {any} */ run, /** @type {number} */ index) => {
    for (const [name, metric] of Object.entries(run.metrics)) {
      lines.push(['ABCDEFGH'[index], run.label, name, String(metric.value), metric.unit, metric.kind, run.digest]);
    }
  });
  return lines.map((cells) => cells.map(quote).join(',') + '\r\n').join('');
}

/**
 * A cell, quoted where it must be (RFC 4180).
 * @param {string} cell
 */
function quote(cell) {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
