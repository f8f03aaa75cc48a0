/**
 * How each lab is shown. The engine says what a lab is (parameters, metrics, meanings); a file of this folder says what a reader
 * sees first. A lab that has no file is shown plainly: all its metrics, and whatever it has over time.
 *
 * @typedef {{ id: string, metric: string, prefix?: string, parts?: string[], colour: 'purpose' | 'type' | 'activity' | 'cause' |
 *   'stage' | 'plain', shares?: boolean, onlyWhereKnown?: boolean, unlessZero?: boolean, without?: string, note?: string }} Measure
 *   one way to draw the bars: the whole of `metric`, split by the metrics that start with `prefix`, or by `parts` behind its name;
 *   with `shares` the parts are all that there is.
 *   `onlyWhereKnown` offers it only when some run has the metric, `unlessZero` only when some run has some of it, `without` is the id of what is said of the others, `note` that of
 *   a line below
 * @typedef {{ as: 'columns' | 'curves', doubling?: boolean, mark?: string, missed?: string }} Spread a chart with an axis of its own;
 *   `doubling` is an axis of doublings, `mark` the metric that is marked on it, `missed` the series whose points are crossed out in it.
 *   Series whose name goes on behind a dot are drawn in the same way
 * @typedef {{ metric: string, most?: boolean, all?: boolean, id: string }} Prediction which variant has the least of a metric, or the
 *   most? `all` asks it of those too that do not count otherwise. Its texts end with `id`
 * @typedef {import('../state/experiment.js').Experiment} Experiment
 * @typedef {{ value: number, text: string }} Limit a line in a chart: `text` is the id of its name
 * @typedef {{ [name: string]: any }} Parameters
 * @typedef {object} LabView
 * @property {string} homePreset the starting point that the lab opens with
 * @property {{ params: Parameters, compare: Parameters[] }} [home] what it opens with where the engine has no starting points for it
 * @property {Measure[]} measures what the bars can show; the first one is the main chart
 * @property {string[]} firstMetrics rows of the table that every reader wants, in reading order
 * @property {string[]} [nothingAtZero] those among them that only tell something where some run has some
 * @property {string[]} lessIsBetter metrics whose least value is marked; the others are not judged
 * @property {string} predicted the metric of the prediction: which variant has the least? Empty for none
 * @property {(experiment: Experiment) => Prediction} [prediction] what is asked of a set-up, where it is not always the same
 * @property {(run: any) => boolean} [counts] whether a run takes part in that; every run does unless it is said
 * @property {(run: any, metric: string) => { text: string, bar: boolean } | undefined} [ended] what is written on the bar of a run that
 *   ended early, and whether the bar is drawn all the same
 * @property {boolean} inside whether its runs can be opened page by page
 * @property {boolean} human whether cells also give large numbers in human form
 * @property {boolean} [decimal] whether bytes are said in powers of 1,000, as its starting points are
 * @property {string[]} series names of series over time, in reading order
 * @property {string[]} [unlessZero] those among them that tell nothing where every run has nothing of them
 * @property {boolean} [beside] whether their charts stand side by side where there is room
 * @property {string[]} [alike] series that are read against each other, on scales of one length
 * @property {{ [series: string]: Spread }} [spreads] how series over something else than time are drawn, in reading order
 * @property {string} [watch] the parameter, in milliseconds, that says from when on lanes are recorded in detail
 * @property {string} [endMark] id of what the end of every series is, where a reader starts and which is marked
 * @property {{ [series: string]: (parameters: Parameters) => Limit[] }} limits lines that a run's parameters give
 * @property {{ [name: string]: string }} numbers metrics that the why-texts name, by the name that they have there
 * @property {{ [name: string]: string }} [whyParameters] parameters that they name, in the same way
 * @property {(run: any) => { [name: string]: string }} [whyWords] words that the texts choose by
 * @property {(run: any) => string} whyAbout what a run's why-text is about: of several runs about the same, the first speaks
 * @property {boolean} [whyApart] whether it speaks only for those of which the text says the same numbers
 * @property {(run: any) => string} why id of the text that says why a run came out as it did; empty for none
 * @property {(runs: any[]) => { index: number, text: string, base?: number }[]} [whyMore] further lines, each about one run; numbers
 *   of the run `base` are there too, with `base_` before their names
 * @property {(runs: any[]) => string[]} [whyNotes] ids of texts that hold for all runs
 */
import { crashRecovery } from './crash-recovery.js';
import { globalBinlog } from './global-binlog.js';
import { groupCommit } from './group-commit.js';
import { parallelDdl } from './parallel-ddl.js';
import { redoVolume } from './redo-volume.js';
import { replicaLag } from './replica-lag.js';

/** @type {{ [lab: string]: LabView }} */
const VIEWS = {
  'redo-volume': redoVolume,
  'parallel-ddl': parallelDdl,
  'replica-lag': replicaLag,
  'crash-recovery': crashRecovery,
  'group-commit': groupCommit,
  'global-binlog': globalBinlog,
};

/** @type {LabView} */
const PLAIN = {
  homePreset: '',
  measures: [],
  firstMetrics: [],
  lessIsBetter: [],
  predicted: '',
  inside: false,
  human: true,
  series: [],
  limits: {},
  numbers: {},
  whyAbout: (run) => run.digest,
  why: () => '',
};

/**
 * What the bars can show: of a report, what some run has; before there is one, what every report is expected to have.
 * @param {LabView} view
 * @param {any} report
 * @returns {Measure[]}
 */
export function measuresOf({ measures }, report) {
  const runs = /** @type {any[]} */ (report?.runs ?? []);
  const has = (/** @type {any} */ run, /** @type {Measure} */ { metric, shares, parts = [], unlessZero }) =>
    unlessZero
      ? run.metrics[metric]?.value > 0
      : shares
        ? parts.some((part) => `${metric}.${part}` in run.metrics)
        : metric in run.metrics;
  return measures.filter((measure) =>
    runs.length ? runs.some((run) => has(run, measure)) : !measure.onlyWhereKnown && !measure.shares,
  );
}

/**
 * What is asked of a set-up before it runs, and answered behind it; a metric without a name asks nothing.
 * @param {LabView} view
 * @param {Experiment} experiment
 * @returns {Prediction}
 */
export function predictionOf(view, experiment) {
  return view.prediction?.(experiment) ?? { metric: view.predicted, id: experiment.lab };
}

/**
 * How a lab is shown.
 * @param {string} lab
 * @returns {LabView}
 */
export function viewOf(lab) {
  return VIEWS[lab] ?? PLAIN;
}
