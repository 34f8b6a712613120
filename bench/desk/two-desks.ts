import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningDesk, startDesk } from '../../test/kit/desk/running-desk.ts';
import type { Figure } from '../service/figure.ts';
import { type Extent, moment, timesFigure } from './moments.ts';
import type { Heard } from './other-desk.ts';
import { ended, started } from './programs.ts';
import { connectTo, startShipped, stopped } from './services.ts';

const third = 'Lower Third';

/** From a press at one desk until a screen of another one shows it as confirmed, both ways. Each desk is a process. */
export async function twoDesksFigures({ quick }: Extent): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'overlay-desks-'));
  const service = await startShipped(data);
  const desk = await startDesk();
  await connectTo(desk, service);
  // What the other desk just changed is guarded against presses for a moment, which would be measured too.
  await desk.screen.call('setGuardTime', { milliseconds: 0 });
  const { child } = await started('other-desk.ts', [service.ready.url, service.ready.apps[0]?.token ?? '', third]);
  const measured: number[] = [];
  for (let round = 0; round < (quick ? 60 : 300); round++) {
    measured.push(await pressedHere(desk, child), await pressedThere(desk, child));
    await pause((round * 7) % 21);
  }
  await ended(child);
  await desk.close();
  await stopped(service);
  rmSync(data, { recursive: true });
  return [timesFigure('press at one desk -> shown by the other', measured, 100)];
}

async function pressedHere(desk: RunningDesk, child: ChildProcess): Promise<number> {
  const heard = once(child, 'message');
  const start = moment();
  void desk.screen.call('do', { action: { do: 'take', subComposition: desk.id(third), to: 'In', action: 'jump' } });
  const [{ state, at }] = (await heard) as [Heard];
  if (state !== 'In') throw new Error(`The other desk shows ${state}.`);
  await shows(desk, 'In');
  return at - start;
}

async function pressedThere(desk: RunningDesk, child: ChildProcess): Promise<number> {
  const heard = once(child, 'message');
  child.send('take out');
  await shows(desk, 'Out1');
  const shown = moment();
  const [{ pressed }] = (await heard) as [Heard];
  return shown - pressed;
}

function shows(desk: RunningDesk, state: string): Promise<void> {
  return desk.until(({ subs }) => subs[desk.id(third)]?.state === state && subs[desk.id(third)]?.requested === null);
}
