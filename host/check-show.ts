import { setTimeout as wait } from 'node:timers/promises';
import { type CheckLine, ShowCheck } from '../contract/desk-api/show-check.ts';
import type { Desk } from '../desk/desk.ts';
import type { SettingsPort } from '../desk/ports.ts';

export const showCheckPath = '/show-check';

/** Milliseconds for a started desk to open its connections, and between two checks. */
const patience = { most: 15_000, every: 250 };

/** Milliseconds beyond the check for a running desk to answer. */
const answersWithin = 10_000;

/** Uses up a fresh address. Rejects with a sentence, also after `within` ms without an answer. */
export async function askRunningDesk(address: string, within = patience.most + answersWithin): Promise<ShowCheck> {
  const { origin, searchParams } = new URL(address);
  const headers = { authorization: `Bearer ${searchParams.get('token') ?? ''}` };
  const signal = AbortSignal.timeout(within);
  const answer = await fetch(`${origin}${showCheckPath}`, { headers, redirect: 'error', signal }).catch(
    (cause: unknown) => {
      throw new Error('A desk runs on this data, and does not answer. It may hang.', { cause });
    },
  );
  if (!answer.ok) throw new Error(`The running desk did not give its check (${String(answer.status)}).`);
  return ShowCheck.parse(await answer.json());
}

/** Waits until the connections are open, or the time is up. */
export async function settledCheck(desk: Pick<Desk, 'checkShow'>): Promise<ShowCheck> {
  const late = performance.now() + patience.most;
  for (;;) {
    const check = await desk.checkShow(null);
    if (!check.opening || performance.now() > late) return check;
    await wait(patience.every);
  }
}

/**
 * Settings for checks: no writes, no drop-folder imports, and no automatic fail-over, which would put graphics on air.
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
