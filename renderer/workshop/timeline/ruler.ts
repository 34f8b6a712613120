import type { ContentEntry } from '../../../scene/schema/composition-content.ts';
import type { StillElement } from '../../../scene/schema/scene.ts';
import { heldBy } from '../../../scene/edit/elements.ts';
import { texts } from '../../texts/texts.ts';
import { ownOf } from '../../../contract/own.ts';

const words = texts.workshop;

/** Milliseconds from the start of its timeline. */
export interface Timing {
  delay: number;
  duration: number;
}

export type RulerLine = 'In' | 'Out2' | 'Loop';

const frames = (rate: 25 | 30 | 50 | 60) => ({
  get name() {
    return words.grids[`fps${rate}`];
  },
  step: 1000 / rate,
});

/** Snap steps for bars and the playhead (ms). */
export const grids = [
  { name: '20 ms', step: 20 },
  frames(25),
  frames(30),
  frames(50),
  frames(60),
  { name: '1 ms', step: 1 },
] as const;

/** The nearest grid time, to a hundredth of a millisecond; at least 0. */
export function snapped(time: number, step: number): number {
  return Math.max(0, Math.round(Math.round(time / step) * step * 100) / 100);
}

export function movedBy<T extends Timing>(timing: T, by: number, step: number): T {
  return { ...timing, delay: snapped(timing.delay + by, step) };
}

export function endMovedBy<T extends Timing>(timing: T, by: number, step: number): T {
  const end = snapped(timing.delay + timing.duration + by, step);
  return { ...timing, duration: Math.max(hundredths(step), hundredths(end - timing.delay)) };
}

/** Moves the start by `by` ms and keeps the end; at least one step long. */
export function startMovedBy<T extends Timing>(timing: T, by: number, step: number): T {
  const end = timing.delay + timing.duration;
  const delay = Math.min(snapped(timing.delay + by, step), Math.max(0, hundredths(end - step)));
  return { ...timing, delay, duration: hundredths(end - delay) };
}

function hundredths(time: number): number {
  return Math.round(time * 100) / 100;
}

export interface RulerRow {
  element: StillElement;
  depth: number;
  /** The delay added by its holders (ms), beyond its own. */
  lead: number;
  timing: (Timing & { easing: unknown }) | undefined;
}

/** One row per element, nested ones below their holder, with their part of a timeline. */
export function rulerRows(entry: ContentEntry, line: RulerLine): RulerRow[] {
  const rows = (elements: readonly StillElement[], depth: number, leads: (at: number) => number): RulerRow[] =>
    elements.flatMap((element, at) => {
      const lead = leads(at);
      const timing = ownOf(entry.groups, element.id)?.effects[line];
      const stagger = line !== 'Loop' && 'stagger' in element ? (element.stagger ?? 0) : 0;
      return [{ element, depth, lead, timing }, ...rows(heldBy(element), depth + 1, (place) => lead + stagger * place)];
    });
  return rows(entry.elements, 0, () => 0);
}

export function lineLength(rows: readonly RulerRow[]): number {
  return Math.max(0, ...rows.map(({ lead, timing }) => (timing ? lead + timing.delay + timing.duration : 0)));
}

/** The shown time: somewhat longer than the timeline, so that a bar can grow. */
export function shownTime(length: number): number {
  return Math.max(1_000, Math.ceil((length * 1.25) / 500) * 500);
}

const tickSteps = [20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
/** The least pixels between two labelled ticks. */
const tickRoom = 64;

export function ticks(shown: number, pixels: number): number[] {
  const step = tickSteps.find((each) => (each / shown) * pixels >= tickRoom) ?? shown;
  return Array.from({ length: Math.ceil(shown / step) }, (_, at) => at * step);
}

/** `0.24 s`. */
export function timeWords(time: number): string {
  return `${(time / 1000).toFixed(2)} s`;
}
