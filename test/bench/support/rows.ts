/** What a measure gives: rows of the table, and curves for the chart of growth. */
import type { SideName } from './sides.ts';
import { type Sample, sampleOf } from './stats.ts';

export type Unit = 'ms' | 's' | 'µs' | 'kB' | 'MB' | '%' | '' | 'characters';

export interface Row {
  what: string;
  unit: Unit;
  sides: Partial<Record<SideName, Sample>>;
  /** One side's median divided by another's. */
  ratio?: { of: SideName; to: SideName };
  /** What design §8, or the issue, asks for. */
  goal?: { text: string; isMet: boolean };
  /** Why a goal is missed, or what must be known to read the row. */
  note?: string;
}

export interface Curve {
  what: string;
  unit: Unit;
  points: { size: number; value: number }[];
  /** Log-log slope. */
  slope: number;
  /** The slope that it must stay under. */
  limit: number;
}

/** Phases of a start by side, for the timeline: name and milliseconds from the order to start. */
export type Timeline = Partial<Record<SideName, { phase: string; at: number }[]>>;

export interface Findings {
  rows: Row[];
  curves?: Curve[];
  timeline?: Timeline;
}

export interface Context {
  /** One line of progress. */
  log(line: string): void;
}

export type Measure = (context: Context) => Promise<Findings>;

/** A row's value that was not repeated. */
export const once = (value: number): Sample => sampleOf([value]);

/** The ratio of a row, if both of its sides are there. */
export function ratioOf({ ratio, sides }: Row): number | undefined {
  const [of, to] = ratio ? [sides[ratio.of], sides[ratio.to]] : [];
  return of && to ? of.median / to.median : undefined;
}
