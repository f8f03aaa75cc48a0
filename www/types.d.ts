/* What the type checker must know of the bundler: texts imported as strings, and the engine's module. */
declare module '*.css?inline' {
  const text: string;
  export default text;
}
declare module '*.ftl?raw' {
  const text: string;
  export default text;
}
declare module '#engine' {
  export default function start(): Promise<any>;
  export function engine_version(): string;
  export function labs(): any[];
  export function presets(): any[];
  export function complete(experiment: any): any;
  export function new_seed(): number;
  export function bench_lower_bound(rows: number): number;
  export function bench_case(name: string, rows: number): number;
  export function bench_kernel(clerks: number, events: number): number;
  export function bench_kernel_bound(clerks: number, events: number): number;
  export function bench_group_commit(transactions: number): number;
  export function bench_global_binlog(events: number): number;
  export function bench_measure(kind: string, amount: number): number;
  export function studies(): any[];
  export class StudyRun {
    constructor(name: string);
    step(units: number): any;
    report(): any;
    free(): void;
  }
  export class Run {
    constructor(experiment: any);
    step(rows: number): any;
    report(): any;
    free(): void;
  }
  export class Inspector {
    constructor(experiment: any, run_index: number, encoding?: string);
    step(rows: number): any;
    overview(): any;
    page(page_no: number): any;
    page_redo(page_no: number, from: number, count: number): any;
    tape(): any;
    free(): void;
  }
}
