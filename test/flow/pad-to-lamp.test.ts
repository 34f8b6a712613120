import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { WrittenAction } from '../../contract/actions/actions.ts';
import type { AsRunLine } from '../../contract/desk-api/as-run.ts';
import type { DriverDoes, DriverSays } from '../../contract/devices/driver.ts';
import { parseAddress } from '../../contract/model/address.ts';
import { systemClock } from '../../node/clock.ts';
import { driverIn } from '../../host/processes.ts';
import { places } from '../../host/places.ts';
import { openBrowser } from '../kit/browser.ts';
import type { DriverHandlers, DriverProcess } from '../../surfaces/driver-ports.ts';
import { type RunningDesk, startDesk } from '../kit/desk/running-desk.ts';
import { type Devices, type Jack, startJack } from '../kit/midi/jack.ts';
import { listLog } from '../kit/midi/recorded-driver.ts';
import { type WatchedProgram, watchPrograms } from '../kit/midi/watched-programs.ts';
import { type ServiceProgram, startService } from '../kit/service/service-program.ts';
import { firstAccount } from '../kit/service/small-service.ts';

/*
 * All of the way: bytes of a pad over a real port to RtMidi, the driver, the desk, the service and the picture, and what is confirmed
 * back to the bytes of its lamp, while the service stands still, is dead, and comes back; after the driver was killed, on another page, and
 * with two pads of one name.
 */

const launchpad = 'Launchpad X MIDI 2';
/** Pads by their notes, and the last bytes of their lamps: Launchpad X, Programmer's Reference Manual. */
const [takesIn, takesOut, opensOne, opensTwo] = [0x2c, 0x2d, 0x2e, 0x2f];
const lamps = {
  out: [0x90, 0x01],
  onAir: [0x90, 0x05],
  requestedOnAir: [0x92, 0x05],
  failed: [0x92, 0x35],
  unknown: [0x92, 0x2d],
};

let missing: string | undefined;
let jack: Jack | undefined;
/** Devices of this name: the first one, and its twin. */
let [pads, twin]: (Devices | undefined)[] = [];
let programs: Awaited<ReturnType<typeof watchPrograms>>;
let driver: WatchedProgram;
/** What the desk gave the driver that runs now. */
let given: DriverDoes[];
let service: ServiceProgram;
let desk: RunningDesk;
let browser: Browser;
let onAir: Page;
let third: string;
let ticker: string;
const data = mkdtempSync(join(tmpdir(), 'overlay-pads-'));
const serve = (port: string): Promise<ServiceProgram> =>
  startService('--data', join(data, 'service'), '--seed', 'demo', '--port', port);

beforeAll(async () => {
  const started = await startJack();
  if ('missing' in started) return void (missing = started.missing);
  jack = started;
  [service, browser] = await Promise.all([serve('0'), openBrowser()]);
  programs = await watchPrograms();
  const flags = [...programs.flags, ...jack.flags];
  const launch = driverIn(places.midiDriver, { name: 'midi', clock: systemClock, log: listLog() }, flags);
  const launched = programs.next();
  const midi = (on: DriverHandlers): DriverProcess => {
    given = [];
    const process = launch({ ended: (why) => on.ended(why), says: (of) => on.says(named(of)) });
    const take = (message: DriverDoes): void => {
      given.push(message);
      process.do(message);
    };
    return { do: take, stop: () => process.stop() };
  };
  desk = await startDesk({ drivers: { midi } });
  driver = await launched;
  const [app] = service.ready.apps;
  const account = { email: firstAccount.email, secret: firstAccount.password };
  const name = { kind: 'account', name: 'Truck', base: service.ready.url } as const;
  await desk.connect({ ...name, apps: [app!.id], ...account });
  [third, ticker] = [desk.id('Lower Third'), desk.id('Ticker')];
  onAir = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await onAir.goto(app!.onairUrl);
  await onAir.waitForSelector('html[data-link=live]');
});
beforeEach(({ skip }) => skip(missing !== undefined, missing));
afterAll(async () => {
  if (jack) {
    await desk.close();
    programs.close();
    await Promise.all([pads?.leave(), twin?.leave()]);
    await browser.close();
    service.process.kill('SIGKILL');
    await service.ended;
    await jack.close();
  }
  rmSync(data, { recursive: true });
});

/** JACK names a port by the program that has it, another one in each direction. Systems of desks do not. */
function named(said: DriverSays): DriverSays {
  if (said.say !== 'ports') return said;
  return { ...said, ports: said.ports.map((port) => ({ ...port, name: port.name.replace(/^.*:/, '') })) };
}

/** JACK loses messages when the machine is busy, so a pad is hit until somebody has felt it. */
async function hit(note: number, isFelt: () => boolean, on = pads): Promise<void> {
  const tried = (): boolean => {
    if (isFelt()) return true;
    strike(note, on);
    return false;
  };
  await expect.poll(tried, { interval: 1_000 }).toBe(true);
}

function strike(note: number, on = pads): void {
  on?.play(launchpad, [0x90, note, 100]);
  on?.play(launchpad, [0x80, note, 0]);
}

/** JACK loses messages to devices as well, so where a lamp stays another one for long, a lamp test has all of them drawn anew. */
async function lampIs(note: number, [kind, color]: number[], on = pads, since = 0): Promise<void> {
  let looks = 0;
  const last = (): number[] | undefined => {
    if ((looks += 1) % 100 === 0) {
      for (const { name: device } of desk.view.controllers.devices) void desk.screen.call('testLamps', { device });
    }
    const received = on?.received(launchpad).slice(since);
    return received?.findLast(([, of]) => of === note);
  };
  await expect.poll(last, { interval: 50 }).toEqual([kind, note, color]);
}

/** The desk lit a lamp of the driver that runs now so at some time, whatever became of the message. */
const wasLit = (note: number, [kind = 0, color]: number[]): boolean =>
  given.some((one) => one.do === 'send' && one.bytes.join().includes([kind, note, color].join()));

/** Maps a pad as an operator does. Gives the name of its device. */
async function learn(note: number, does: { action: WrittenAction; page?: number }, on = pads): Promise<string> {
  const learning = desk.screen.call('learnControl', {});
  await desk.until(({ controllers }) => controllers.learning);
  let learned: Awaited<typeof learning> | undefined;
  void learning.then((control) => (learned = control));
  await hit(note, () => learned !== undefined, on);
  const { device, control } = learned!;
  await desk.screen.call('mapControl', { device, control, ...does });
  return device;
}

const take = (subComposition: string, to: 'In' | 'Out'): WrittenAction => ({ do: 'take', subComposition, to });
const names = (): string[] => desk.view.controllers.devices.map(({ name }) => name);
const areThere = (count: number) => desk.until(({ controllers }) => controllers.devices.length === count);
const tally = (of: string) => desk.view.subs[of]?.tally;
const pressed = (): AsRunLine[] => desk.lines.filter(({ trigger }) => trigger.kind === 'pad');
const drawn = (of = third) => onAir.locator(`[data-sub-composition="${parseAddress(of).id}"]`);

it('a pad that is plugged in is learned, which fires nothing, and its lamp says OUT', async () => {
  pads = await jack!.plugIn(launchpad);
  await areThere(1);
  await learn(takesIn, { action: take(third, 'In') });
  await learn(takesOut, { action: take(third, 'Out') });
  await lampIs(takesIn, lamps.out);
  expect([pressed(), tally(third)]).toEqual([[], 'OUT']);
});

it('a pad takes it on air: the picture has it, and the lamp says so', async () => {
  await hit(takesIn, () => pressed().length > 0);
  await drawn().waitFor({ state: 'visible' });
  await lampIs(takesIn, lamps.onAir);
  expect(pressed().at(-1)).toMatchObject({ action: 'Take In', result: 'confirmed' });
});

it('while the service stands still the lamp says REQUESTED and on air, and OUT once it is', async () => {
  const isLit = (): boolean => wasLit(takesOut, lamps.requestedOnAir);
  // The desk soon calls a service lost that stands still, so after a press that JACK lost it has to run again.
  for (;;) {
    service.process.kill('SIGSTOP');
    strike(takesOut);
    await desk.until(({ apps }) => isLit() || apps.some(({ connection }) => connection.status !== 'live'));
    service.process.kill('SIGCONT');
    if (isLit()) break;
    await hit(takesIn, () => tally(third) === 'ON AIR');
  }
  // A machine that was busy for longer than a press is good for refuses it, and another one does it.
  await hit(takesOut, () => tally(third) === 'OUT');
  await drawn().waitFor({ state: 'hidden' });
  await lampIs(takesOut, lamps.out);
});

it('while the service is dead the lamp says that nobody knows, a press has failed, and nothing is sent later', async () => {
  const { port } = new URL(service.ready.url);
  service.process.kill('SIGKILL');
  await service.ended;
  await lampIs(takesIn, lamps.unknown);
  const before = pressed().length;
  await hit(takesIn, () => pressed().length > before);
  expect(
    pressed()
      .slice(before)
      .map(({ result }) => result),
  ).not.toContain('confirmed');
  service = await serve(port);
  await desk.until(({ apps }) => apps.every(({ connection }) => connection.status === 'live'));
  await lampIs(takesIn, lamps.failed);
  await onAir.waitForSelector('html[data-link=live]');
  expect([await drawn().isVisible(), desk.view.subs[third]?.state]).toEqual([false, 'Out1']);
  await hit(takesIn, () => tally(third) === 'ON AIR');
  await drawn().waitFor({ state: 'visible' });
  await lampIs(takesIn, lamps.onAir);
});

it('a driver that is killed is started again: the pad is the same, fires nothing by that, and all its lamps are sent anew', async () => {
  const [device] = names();
  const [before, lit] = [pressed().length, pads!.received(launchpad).length];
  const isLit = (note: number): boolean => wasLit(note, lamps.onAir);
  const received = (note: number): boolean =>
    pads!
      .received(launchpad)
      .slice(lit)
      .some((one) => one.join() === [lamps.onAir[0], note, lamps.onAir[1]].join());
  // JACK may lose the connection of a program that was killed, which only the next one gets.
  for (let looks = 0; ![takesIn, takesOut].every(received); looks += 1) {
    if (looks % 300 === 0) {
      const next = programs.next();
      process.kill(driver.pid, 'SIGKILL');
      await areThere(0);
      driver = await next;
      await areThere(1);
      await expect.poll(() => [takesIn, takesOut].map(isLit)).toEqual([true, true]);
    }
    await pause(50);
  }
  expect([names(), pressed().length, tally(third)]).toEqual([[device], before, 'ON AIR']);
  await hit(takesOut, () => tally(third) === 'OUT');
  await lampIs(takesOut, lamps.out);
  await hit(takesIn, () => tally(third) === 'ON AIR');
  await drawn().waitFor({ state: 'visible' });
});

it('another page that a pad opens has its own lamps at once, fires nothing, and the page before has its lamps again', async () => {
  const [device = ''] = names();
  await learn(takesIn, { action: take(ticker, 'In'), page: 2 });
  await learn(opensOne, { action: { do: 'openPage', device, page: 1 } });
  await learn(opensTwo, { action: { do: 'openPage', device, page: 2 } });
  await lampIs(takesIn, lamps.onAir);
  const before = pressed().length;
  const page = () => desk.view.controllers.devices[0]?.page;
  await hit(opensTwo, () => page() === 2);
  await lampIs(takesIn, lamps.out);
  await lampIs(takesOut, lamps.onAir);
  await hit(opensOne, () => page() === 1);
  await lampIs(takesIn, lamps.onAir);
  await hit(opensTwo, () => page() === 2);
  expect(pressed().length).toBe(before);
  await hit(takesIn, () => tally(ticker) === 'ON AIR');
  await drawn(ticker).waitFor({ state: 'visible' });
  await lampIs(takesIn, lamps.onAir);
  expect(pressed().at(-1)).toMatchObject({ targets: [{ address: ticker }], result: 'confirmed' });
  await hit(opensOne, () => page() === 1);
});

it('a second pad of the same name has lamps and presses of its own', async () => {
  const [first = ''] = names();
  twin = await jack!.plugIn(launchpad);
  await areThere(2);
  const learned = await learn(takesOut, { action: take(ticker, 'Out') }, twin);
  expect([learned, names()]).toEqual([`${first} (2)`, [first, `${first} (2)`]]);
  await lampIs(takesOut, lamps.onAir, twin);
  await hit(takesOut, () => tally(ticker) === 'OUT', twin);
  await drawn(ticker).waitFor({ state: 'hidden' });
  await lampIs(takesOut, lamps.out, twin);
  await lampIs(takesOut, lamps.onAir);
  expect(tally(third)).toBe('ON AIR');
});

it('one of the two that is pulled out and put in again is itself, with its lamps, and the other goes on', async () => {
  const both = names();
  await pads!.unplug();
  await areThere(1);
  expect(names()).toEqual([both[1]]);
  await desk.screen.call('do', { action: take(ticker, 'In') });
  await lampIs(takesOut, lamps.onAir, twin);
  pads = await jack!.plugIn(launchpad);
  await areThere(2);
  expect(names().toSorted()).toEqual(both);
  await lampIs(takesIn, lamps.onAir);
  await hit(takesOut, () => tally(third) === 'OUT');
  await lampIs(takesIn, lamps.out);
  await lampIs(takesOut, lamps.onAir, twin);
});

it('one of them that comes back alone is dark and fires nothing, until an operator says which one it is', async () => {
  const both = names().toSorted();
  await Promise.all([pads!.unplug(), twin!.unplug()]);
  await areThere(0);
  twin = await jack!.plugIn(launchpad);
  await areThere(1);
  const asked = () => desk.view.controllers.devices[0];
  const before = pressed().length;
  await hit(takesOut, () => asked()?.last !== null, twin);
  expect([asked()?.could, pressed().length, tally(ticker)]).toEqual([both, before, 'ON AIR']);
  const lit = twin.received(launchpad).filter(([kind = 0, , color]) => kind >> 4 === 9 && color !== 0);
  expect(lit).toEqual([]);
  await desk.screen.call('nameDevice', { device: asked()!.name, is: both[1]! });
  await lampIs(takesOut, lamps.onAir, twin);
  await hit(takesOut, () => tally(ticker) === 'OUT', twin);
  await lampIs(takesOut, lamps.out, twin);
});
