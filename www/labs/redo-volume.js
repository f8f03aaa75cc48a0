/** Redo of one statement: bytes by purpose or record type, and a look into every page. */

/** @type {import('./registry.js').LabView} */
export const redoVolume = {
  homePreset: 't0-100k',
  measures: [
    { id: 'purpose', metric: 'redo_bytes', prefix: 'redo_bytes_for.', colour: 'purpose' },
    { id: 'type', metric: 'redo_bytes', prefix: 'redo_bytes.', colour: 'type' },
  ],
  firstMetrics: [
    'redo_bytes',
    'redo_bytes_per_row',
    'redo_records',
    'mini_transactions',
    'leaf_pages',
    'internal_pages',
    'tree_height',
    'leaf_fill_pct',
    'replica_records_applied',
    'replica_entries_inserted',
    'replica_page_reads',
    'pages_missing_before_flush',
    'replica_identical',
  ],
  lessIsBetter: [],
  predicted: 'redo_bytes',
  inside: true,
  human: false,
  series: [],
  limits: {},
  numbers: {
    bytes: 'redo_bytes',
    per_row: 'redo_bytes_per_row',
    records: 'redo_records',
    leaves: 'leaf_pages',
    applied: 'replica_records_applied',
    missing: 'pages_missing_before_flush',
    record: 'redo_bytes_for.record',
    next: 'redo_bytes_for.next-pointer',
    image: 'redo_bytes_for.page-image',
    undo: 'redo_bytes_for.undo',
    entries: 'replica_entries_inserted',
  },
  // Variants of one encoding would say the same thing over and over.
  whyAbout: (run) => run.params.encoding,
  // Row by row there are two logs: the physical one, and one that the MySQL-style encodings share.
  why: (run) => (['insert', 'copy'].includes(run.params.ddl) ? 'why-row-by-row' : `why-${run.params.encoding}`),
  whyNotes: () => ['why-replica'],
};
