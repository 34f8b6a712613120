import type { AsRunLine, ShownLine } from '../../contract/desk-api/as-run.ts';
import { texts } from '../texts/texts.ts';

const words = texts.panic;

/** The outcome of a panic in one app instance. `pending`: unknown so far; `nothing`: there was no app instance. */
export interface PanicPart {
  key: string;
  name: string;
  result: AsRunLine['result'] | 'pending' | 'nothing';
  /** In words: what went out, or what failed or is unknown, and why. */
  text: string;
}

export interface PanicReport {
  /** The time of the press: ms since the epoch by the desk's clock. */
  at: number;
  parts: PanicPart[];
}

/** The newest panic in the log, whatever its trigger; undefined if there is none. */
export function lastPanic(lines: readonly ShownLine[]): PanicReport | undefined {
  const at = lines.find((line) => line.kind === 'panic')?.at;
  if (at === undefined) return undefined;
  const ofPanic = lines.filter((line) => line.kind === 'panic' && line.at === at);
  // A panic that failed is sent again. Its newest line counts.
  const newest = ofPanic.filter((line, index) => ofPanic.findIndex(({ app }) => app?.key === line.app?.key) === index);
  return { at: Date.parse(at), parts: newest.map(partOf) };
}

/** Each part of a panic, ended or not yet, in the order of the apps on the desk: an answer moves no line of the report. */
export function inOrder(
  order: readonly string[],
  known: readonly PanicPart[],
  ended: readonly PanicPart[],
): PanicPart[] {
  const open = known.filter(({ key }) => ended.every((part) => part.key !== key));
  return [...ended, ...open].sort((one, other) => order.indexOf(one.key) - order.indexOf(other.key));
}

function partOf({ app, targets, more = 0, result, reason, milliseconds }: ShownLine): PanicPart {
  const names = texts.common.namesAndMore(targets.map(({ name }) => name).join(', '), more);
  const text =
    result === 'confirmed'
      ? words.confirmed(names, Math.round(milliseconds))
      : (result === 'unknown' ? words.unknown : words.failed)(names, reason);
  return { key: app?.key ?? '', name: app?.name ?? '', result, text };
}
