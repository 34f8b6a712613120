import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { places } from '../../host/places.ts';
import { watchPrograms } from '../kit/midi/watched-programs.ts';

/*
 * A desk that hangs, or is killed without a word: its drivers are programs of their own, and make dark what it lit.
 */

const url = (path: string): string => JSON.stringify(new URL(`../../${path}`, import.meta.url).href);
const folder = mkdtempSync(join(tmpdir(), 'killed-desk-'));

/** A desk of controllers of one kind, in a process of its own, that shows these faces on the first one that is plugged in. */
function desk(source: string) {
  const program = `
    import { systemClock } from ${url('node/clock.ts')};
    import { driverIn } from ${url('host/processes.ts')};
    import { DriverKeeper } from ${url('surfaces/drivers.ts')};
    const launch = (program, flags) =>
      driverIn(program, { name: 'driver', clock: systemClock, log: { write: () => undefined } }, ['--import', ...flags]);
    const on = (faces) => ({
      plugged: (surfaces) => {
        for (const surface of surfaces) surface.mapped(new Set(faces.keys()));
        for (const surface of surfaces) surface.show(faces);
      },
      happened() {}, lost() {}, changed() {},
    });
    ${source}`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** What a device was sent so far, each message or report in hexadecimal. */
function sentTo(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

it('a MIDI controller goes dark, and is on its own again', async ({ skip }) => {
  skip(process.platform === 'win32', 'a process is made to stand still by a signal');
  const file = join(folder, 'midi');
  onTestFinished(() => rmSync(file, { force: true }));
  const standIn = new URL('../kit/midi/stand-in-midi.ts', import.meta.url);
  standIn.search = new URLSearchParams({ name: 'Launchpad X MIDI 2', file }).toString();
  const programs = await watchPrograms();
  onTestFinished(() => programs.close());
  const started = programs.next();
  const flags = [standIn.href, ...programs.flags];
  const child = desk(`
    import { midiSurfaces } from ${url('surfaces/midi/midi-surfaces.ts')};
    import { Profiles } from ${url('desk/controls/profiles.ts')};
    midiSurfaces(
      new DriverKeeper(systemClock, launch(${JSON.stringify(places.midiDriver)}, ${JSON.stringify(flags)})),
      (changed) => new Profiles(() => ({ close() {} }), undefined, { changed, notice() {} }),
    )(on(new Map([['note 1/44', { state: 'onAir' }]])));`);
  const pad = (): string | undefined => sentTo(file).findLast((one) => one.startsWith('902c'));
  const lit = () => expect.poll(pad).toBe('902c05');
  const goodbye = 'f0002029020c0e00f7';
  const dark = () => expect.poll(() => [pad(), sentTo(file).at(-1)]).toEqual(['902c00', goodbye]);
  await lit();
  expect(sentTo(file)[0]).toBe('f0002029020c0e01f7');
  // A desk that stands still is as good as gone, until it goes on.
  child.kill('SIGSTOP');
  await dark();
  child.kill('SIGCONT');
  await lit();
  // systemd ends all programs of a unit whose desk is gone, and an administrator may end one.
  const { pid, ended } = await started;
  process.kill(pid, 'SIGTERM');
  child.kill('SIGKILL');
  await dark();
  await ended;
});

it('a Stream Deck goes back to the logo of its maker, and X-keys are dark', async () => {
  const file = join(folder, 'hid');
  onTestFinished(() => rmSync(file, { force: true }));
  const standIn = new URL('../kit/hid/stand-in-register.ts', import.meta.url);
  standIn.search = new URLSearchParams({ file }).toString();
  const child = desk(`
    import { hidSurfaces } from ${url('surfaces/hid/hid-surfaces.ts')};
    import { pictureThread } from ${url('node/picture-thread.ts')};
    hidSurfaces(
      new DriverKeeper(systemClock, launch(${JSON.stringify(places.hidDriver)}, [${JSON.stringify(standIn.href)}])),
      pictureThread(),
    )(on(new Map([['key 1', { state: 'onAir', name: 'Title' }]])));`);
  // A picture of a key begins so, and so does what lights a key of X-keys.
  const isShown = (begin: string): boolean => sentTo(file).some((one) => one.startsWith(begin));
  await expect.poll(() => isShown('output 02 07 00') && isShown('output 00 b5')).toBe(true);
  const before = sentTo(file).length;
  child.kill('SIGKILL');
  const after = (): string[] => sentTo(file).slice(before);
  await expect.poll(() => after().some((one) => one.startsWith('feature 03 02'))).toBe(true);
  await expect.poll(() => after().filter((one) => one.startsWith('output 00 b6')).length).toBe(2);
});
