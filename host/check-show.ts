import { setTimeout as wait } from 'node:timers/promises';
import { type CheckLine, ShowCheck } from '../contract/desk-api/show-check.ts';
import type { Desk } from '../desk/desk.ts';
import type { SettingsPort } from '../desk/ports.ts';

/** Where a running host gives its check to whoever has an address of it. */
export const showCheckPath = '/show-check';

/** How long (ms) a desk that has just started may take to open its connections, and how often it is checked. */
const patience = { most: 15_000, every: 250 };

/** How much longer (ms) than its check a running desk may take to answer. */
const answersWithin = 10_000;

/**
 * Asks a running desk for its check, by a fresh address of it. Rejects with a sentence, also if the desk hangs: `within`
 * (ms) it has to answer.
 */
export async function askRunningDesk(address: string, within = patience.most + answersWithin): Promise<ShowCheck> {
  const { origin, search } = new URL(address);
  const signal = AbortSignal.timeout(within);
  const answer = await fetch(`${origin}${showCheckPath}${search}`, { redirect: 'error', signal }).catch(
    (cause: unknown) => {
      throw new Error('A desk runs on this data, and does not answer. It may hang.', { cause });
    },
  );
  if (!answer.ok) throw new Error(`The running desk did not give its check (${String(answer.status)}).`);
  return ShowCheck.parse(await answer.json());
}

/** The check of a desk that may have just started: waits until its connections are open, or have had time enough. */
export async function settledCheck(desk: Pick<Desk, 'checkShow'>): Promise<ShowCheck> {
  const late = performance.now() + patience.most;
  for (;;) {
    const check = await desk.checkShow(null);
    if (!check.opening || performance.now() > late) return check;
    await wait(patience.every);
  }
}

/**
 * Settings for a desk that only checks: nothing is written, no drop folder is imported, and no pair fails over by itself, because
 * that would put something on air.
 */
export function readOnly<File extends SettingsPort>(file: File): File {
  return {
    ...file,
    read: () => {
      const read = file.read();
      if (typeof read !== 'object' || read === null) return read;
      const { dropFolder: _, ...content } = read as Record<string, unknown>;
      const { backups } = content;
      if (!Array.isArray(backups)) return content;
      return { ...content, backups: backups.map((pair: object) => ({ ...pair, after: null })) };
    },
    write: () => undefined,
    setAside: () => {
      throw new Error('a check changes nothing');
    },
  };
}

const signs: Record<CheckLine['result'], string> = {
  good: 'good      ',
  look: 'LOOK      ',
  failed: 'FAILED    ',
  'not tried': 'not tried ',
};

/** The check as lines of text, and the verdict last. */
export function printed({ lines }: ShowCheck): string[] {
  const count = (result: CheckLine['result']): number => lines.filter((line) => line.result === result).length;
  const all = lines.map(({ about, name, result, found, todo }) => {
    const of = name === '' ? about : `${about} ${name}`;
    return [`${signs[result]}${of}: ${found}`, ...(todo === '' ? [] : [`          ${todo}`])].join('\n');
  });
  return [
    ...all,
    `${count('good')} good, ${count('look')} to look at, ${count('failed')} failed, ${count('not tried')} not tried`,
  ];
}
