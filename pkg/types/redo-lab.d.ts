/** An experiment document: what to run. Everything but `lab` has a default. */
export interface Experiment {
  version: number;
  lab: string;
  seed?: number;
  preset?: string;
  /** Values that all variants share. */
  params: { [name: string]: unknown };
  /** One entry a variant (at most eight): the parameters in which it differs. */
  compare?: { [name: string]: unknown }[];
}

/** One number or outcome of a run. */
export interface Metric {
  value: number | string;
  unit: string;
  kind: 'counted' | 'simulated' | 'scaled' | 'measured';
}

/** What one variant gave. */
export interface RunReport {
  label: string;
  params: { [name: string]: unknown };
  metrics: { [name: string]: Metric };
  series: { [name: string]: { unit: string; kind: string; x_unit?: string; x: number[]; y: number[] } };
  /** What every thread did over virtual time, in labs that have a clock. */
  timeline?: Timeline;
  /** Digest of the run's final state; equal runs have equal digests. */
  digest: string;
}

/** Lanes of spans; times in `unit`, ascending and not overlapping inside a lane. */
export interface Timeline {
  unit: 'us';
  kind: 'simulated';
  end: number;
  activities: string[];
  /** Span `i` of a lane lasts from `from[i]` to `to[i]` and is of `activities[activity[i]]`. */
  lanes: { group: string; name: string; from: number[]; to: number[]; activity: number[] }[];
}

/** What an experiment gave. */
export interface Report {
  version: number;
  engine: string;
  lab: string;
  seed: number;
  complete: boolean;
  runs: RunReport[];
  /** Every metric as ratios to the first run; null where there is none. */
  comparison?: { [metric: string]: (number | null)[] };
  sentence?: { key: string; arguments: { [name: string]: number | string }; text: string };
}

/** One lab, whole, in any page: `<redo-lab lab="redo-volume"></redo-lab>`. */
export class RedoLab extends HTMLElement {
  /** Name of the lab. */
  lab: string;
  /** Name of a starting point. */
  preset: string;
  /** A whole experiment: JSON, or the fragment of a link. */
  experiment: string;
  controls: 'full' | 'simple' | 'none';
  theme: 'auto' | 'light' | 'dark' | 'contrast' | 'book';
  lang: string;
  /** Greatest height as a CSS length; the element then scrolls inside. */
  height: string;
  /** Runs the experiment as it is set up now. */
  run(): Promise<void>;
  /** Stops a run; finished variants stay. */
  cancel(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'redo-lab': RedoLab;
  }
  interface HTMLElementEventMap {
    'experiment-change': CustomEvent<{ experiment: Experiment }>;
    run: CustomEvent<{ experiment: Experiment }>;
    report: CustomEvent<{ report: Report }>;
  }
}
