import type { Running } from './programs.ts';

/** One measured thing. */
export interface Figure {
  name: string;
  value: number;
  unit: 'requests/s' | 'frames/s' | 'ms' | 'µs' | 'MiB' | 'KiB' | 'x' | '';
  /** The value as a share of what the bare echo reached in the same run. */
  echo?: number;
  /** What the issue asks for, of the value or of its share. */
  target?: { of?: 'value' | 'echo'; atLeast?: number; atMost?: number };
  /** What else is to be known: 99th percentile, number of measurements. */
  note?: string;
}

/** What every part of the bench needs: the yardstick, and how long it may take. */
export interface BenchOptions {
  /** Where the bare echo listens. */
  echo: string;
  /** What it has used so far. */
  echoUsed: Running['used'];
  /** How long (s) one round of requests takes. */
  roundSeconds: number;
  /** How often each thing is measured; medians are printed. */
  rounds: number;
  /** How many updates the service gets under a steady load. */
  loadUpdates: number;
}

/** A figure as a line: name, value, share of the echo, target and whether it is met, note. */
export function figureLine(figure: Figure): string {
  const { name, value, unit, echo, note = '' } = figure;
  const columns = [
    name.padEnd(62),
    `${written(value)} ${unit}`.padStart(18),
    echo === undefined ? ' '.repeat(14) : `${written(echo)} x echo`.padStart(14),
    targetOf(figure).padEnd(26),
    note,
  ];
  return columns.join('  ').trimEnd();
}

function targetOf({ value, echo = NaN, unit, target }: Figure): string {
  if (!target) return '';
  const { of = 'value', atLeast, atMost } = target;
  const measured = of === 'echo' ? echo : value;
  const met = (atLeast === undefined || measured >= atLeast) && (atMost === undefined || measured <= atMost);
  const bound = atLeast === undefined ? `<= ${atMost}` : `>= ${atLeast}`;
  return `${met ? 'met' : 'MISSED'} ${bound} ${of === 'echo' ? 'x echo' : unit}`;
}

function written(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return value.toFixed(Math.abs(value) < 10 ? 2 : 1);
}
