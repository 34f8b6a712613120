import { once } from 'node:events';
import type { BrowserWindow } from 'electron';
import { deskApi, type DeskView } from '../contract/desk-api/desk-api.ts';
import { hidLibraryMissing, libraryMissing } from '../contract/devices/driver.ts';
import { openLink } from '../contract/link/link.ts';
import { preOrder } from '../contract/model/control.ts';
import { pipePair } from '../contract/link/pipe-pair.ts';
import type { Desk } from '../desk/desk.ts';
import type { LaunchDriver } from '../surfaces/driver-ports.ts';
import { inTime } from '../node/clock.ts';

/** Milliseconds per step. The first start on a slow machine takes some seconds. */
const mostForAStep = 60_000;

/**
 * Tests the application without an operator: screens, driver libraries, service database, a graphic on air and off.
 * Throws a sentence that names the first failed step.
 */
export async function smoke(
  desk: Desk,
  window: BrowserWindow,
  drivers: { midi: LaunchDriver; hid: LaunchDriver },
  say: (line: string) => void,
): Promise<void> {
  const step = async (name: string, done: Promise<unknown>): Promise<void> => {
    await inTime(done, { milliseconds: mostForAStep }, () => {
      throw new Error(`The smoke test waited ${String(mostForAStep / 1_000)} s in vain for this: ${name}.`);
    });
    say(`Smoke test: ${name}.`);
  };
  const screen = watch(desk);
  await step('the window shows the screens', once(window.webContents, 'did-finish-load'));
  await step('the MIDI driver runs', ports(drivers.midi));
  await step('the driver of panels runs', ports(drivers.hid));
  await step(
    'the service is live',
    screen.until(({ apps }) => apps[0]?.connection.status === 'live'),
  );
  const address = screen.firstOut();
  await step('a graphic goes on air', screen.take(address, 'In', 'ON AIR'));
  await step('it goes off again', screen.take(address, 'Out1', 'OUT'));
}

function ports(launch: LaunchDriver): Promise<void> {
  return new Promise((resolve, reject) => {
    const driver = launch({
      says: (message) => {
        if (message.say !== 'ports') return;
        driver.stop();
        // A machine without devices passes; an application without its libraries fails.
        if ([libraryMissing, hidLibraryMissing].some((missing) => message.trouble?.startsWith(missing)))
          reject(new Error(message.trouble ?? ''));
        else resolve();
      },
      ended: (why) => reject(new Error(why)),
    });
  });
}

function watch(desk: Desk) {
  const pipe = pipePair();
  desk.serve(pipe.far);
  const link = openLink(pipe.near, deskApi, () => undefined);
  let look: () => void = () => undefined;
  link.on('changed', () => look());
  let view: DeskView | undefined;
  const until = (holds: (view: DeskView) => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      look = () => {
        link.call('watch', {}).then((now) => {
          view = now;
          if (holds(now)) resolve();
        }, reject);
      };
      look();
    });
  return {
    until,
    firstOut(): string {
      const all = [...preOrder(view?.model ?? [])];
      // The whole show has no state of its own.
      const address = all.find(({ id, state }) => state !== undefined && view?.subs[id]?.tally === 'OUT')?.id;
      if (address === undefined) throw new Error('The show has no graphic that is out.');
      return address;
    },
    async take(subComposition: string, to: 'In' | 'Out1', tally: string): Promise<void> {
      await link.call('do', { action: { do: 'take', subComposition, to } });
      await until(({ subs }) => subs[subComposition]?.tally === tally);
    },
  };
}
