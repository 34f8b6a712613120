import type { AsRunLine } from '../../contract/desk-api/as-run.ts';

/** How the as-run log calls a panic. */
const asked = 'Panic';

/** What became of a panic in one app. `asked`: nothing is known yet; `nothing`: there was no app to ask. */
export interface PanicPart {
  /** The key of the app, and its name; both empty where it is about no app. */
  key: string;
  name: string;
  result: AsRunLine['result'] | 'asked' | 'nothing';
  /** In words: how much went out, or what did not, or may not have, and why. */
  text: string;
}

/** A panic, with what became of it in each app. */
export interface PanicReport {
  /** When it was pressed: milliseconds since the epoch by the desk's clock. */
  at: number;
  parts: PanicPart[];
}

/** The newest panic among the last operations, by whatever it was pressed; undefined where there is none. */
export function lastPanic(lines: readonly AsRunLine[]): PanicReport | undefined {
  const at = lines.find((line) => line.action === asked)?.at;
  if (at === undefined) return undefined;
  const parts = lines.filter((line) => line.action === asked && line.at === at).map(partOf);
  return { at: Date.parse(at), parts };
}

/** What is known of a panic when parts of it have ended. */
export function withEnded(known: readonly PanicPart[], ended: readonly PanicPart[]): PanicPart[] {
  const open = known.filter(({ key }) => ended.every((part) => part.key !== key));
  return [...ended, ...open];
}

function partOf({ app, targets, result, reason, milliseconds }: AsRunLine): PanicPart {
  const names = targets.map(({ name }) => name).join(', ');
  const text = {
    confirmed: `${targets.length} out, confirmed after ${Math.round(milliseconds)} ms.`,
    failed: `NOT OUT: ${names}. ${reason}`,
    unknown: `NOBODY KNOWS whether these are out: ${names}. ${reason}`,
  }[result];
  return { key: app?.key ?? '', name: app?.name ?? '', result, text };
}
