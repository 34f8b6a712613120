import { setTimeout as pause } from 'node:timers/promises';
import type { LaunchDriver } from '../../surfaces/driver-ports.ts';
import type { LogRecord } from '../../desk/ports.ts';
import { systemClock } from '../../node/clock.ts';
import { driverIn } from '../../host/processes.ts';
import { places } from '../../host/places.ts';
import type { Figure } from '../service/figure.ts';
import { type BenchDesk, openBenchDesk } from './bench-desk.ts';
import type { UsedTime } from './idle-midi.ts';
import { type Extent, shareOfCore } from './moments.ts';

const devices = 16;
const subCompositions = 200;
/** Milliseconds until what a start does is over. */
const settles = 3_000;
const register = new URL('idle-register.ts', import.meta.url).href;

/** What 16 MIDI controllers cost that nobody touches: the desk, and the program of the driver with a stand-in for RtMidi. */
export async function idlePadFigures({ quick }: Extent): Promise<Figure[]> {
  const length = quick ? 10_000 : 30_000;
  const none = await idle(length);
  const silent = await idle(length, 'silent');
  const ticking = await idle(length, 'ticking');
  return [
    ...figures(`${devices} controllers that nobody touches: % of one core`, {
      of: silent,
      none,
      target: { atMost: 3 },
    }),
    ...figures('... were clock and active sensing not dropped by RtMidi', { of: ticking, none }),
  ];
}

/** Shares of one core (%), and how many messages the desk had from the driver in each second. */
interface Idle {
  desk: number;
  driver: number;
  messages: number;
}

function figures(name: string, at: { of: Idle; none: Idle; target?: Figure['target'] }): Figure[] {
  const { of, none, target } = at;
  const value = of.desk - none.desk + of.driver;
  const note = `${Math.round(of.messages)} messages/s`;
  return [
    { name, value, unit: '', note, ...(target && { target }) },
    { name: '... of it the process of the driver', value: of.driver, unit: '' },
  ];
}

async function idle(length: number, kind?: 'silent' | 'ticking'): Promise<Idle> {
  const used: UsedTime[] = [];
  let messages = 0;
  const heard = (): void => void (messages += 1);
  const wishes = { subCompositions, blind: true };
  const desk = await openBenchDesk(kind ? { ...wishes, driver: idleDriver(kind, { used, heard }) } : wishes);
  if (kind) await allThere(desk);
  await pause(settles);
  [used.length, messages] = [0, 0];
  const share = await shareOfCore(length);
  const [first, last] = [used.at(0), used.at(-1)];
  const driver = first && last ? ((last.used - first.used) / (last.at - first.at)) * 100 : 0;
  const idle = { desk: share, driver, messages: messages / (length / 1_000) };
  await desk.close();
  return idle;
}

/** Resolves when the desk has all of them, and can use each. */
async function allThere({ screen }: BenchDesk): Promise<void> {
  for (;;) {
    const { controllers } = await screen.call('watch', {});
    if (controllers.devices.filter(({ trouble }) => trouble === '').length === devices) return;
    await pause(50);
  }
}

/** The program of the driver as it ships, in its process. Only RtMidi is another one. */
function idleDriver(kind: string, { used, heard }: { used: UsedTime[]; heard(): void }): LaunchDriver {
  const log = { write: ({ message }: LogRecord) => void (message.startsWith('{') && used.push(usedTime(message))) };
  const url = `${register}?devices=${devices}&kind=${kind}`;
  const launch = driverIn(places.midiDriver, { name: 'midi', clock: systemClock, log }, ['--import', url]);
  return (on) => launch({ ...on, says: (message) => (heard(), on.says(message)) });
}

function usedTime(line: string): UsedTime {
  return JSON.parse(line) as UsedTime;
}
