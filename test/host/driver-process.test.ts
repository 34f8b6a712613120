import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../node/clock.ts';
import { driverIn } from '../../host/processes.ts';
import { places } from '../../host/places.ts';
import { listLog, RecordedDriver } from '../kit/midi/recorded-driver.ts';
import { watchPrograms } from '../kit/midi/watched-programs.ts';
import { ManualClock } from '../kit/manual-clock.ts';

const clockFile = new URL('../../node/clock.ts', import.meta.url).href;
const launcher = new URL('../../host/processes.ts', import.meta.url).href;

const noMidi = {
  say: 'ports',
  ports: [],
  trouble: 'There is no MIDI system on this machine.',
};

let programs: Awaited<ReturnType<typeof watchPrograms>>;
const log = listLog();
beforeEach(async ({ skip }) => {
  skip(process.platform !== 'linux', 'a machine without a MIDI system is made by hiding that of Linux');
  // ALSA finds no sequencer without its configuration, whatever this machine has.
  vi.stubEnv('ALSA_CONFIG_PATH', '/dev/null');
  const watched = await watchPrograms();
  programs = watched;
  onTestFinished(() => watched.close());
  log.records.splice(0);
});

const launch = (flags = programs.flags, clock: Pick<ManualClock, 'after' | 'monotonic'> = systemClock) =>
  new RecordedDriver(driverIn(places.midiDriver, { name: 'midi', clock, log }, flags));

describe('the MIDI driver on a machine without a MIDI system', () => {
  it('says so in a sentence, and what RtMidi writes is only in the log, for those who look for a fault', async () => {
    const driver = launch();
    await expect.poll(() => driver.said).toEqual([noMidi]);
    driver.stop();
    await expect.poll(() => driver.ended).toEqual(['The driver ended with exit code 0.']);
    expect(log.records.map(({ level, where }) => `${level} ${where}`)).toContain('debug midi');
    expect(log.records.filter(({ level }) => level !== 'debug')).toEqual([]);
  });

  it('refuses to open what is not there', async () => {
    const driver = launch();
    driver.do({ do: 'open', port: 'gone' });
    const refused = { say: 'refused', port: 'gone', reason: 'It is not there any more.' };
    await expect.poll(() => driver.said).toEqual([noMidi, refused]);
    driver.stop();
    await expect.poll(() => driver.ended.length).toBe(1);
  });

  it('is told to be dead when it was killed, and can be started again', async () => {
    const started = programs.next();
    const driver = launch();
    const { pid } = await started;
    await expect.poll(() => driver.said).toEqual([noMidi]);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => driver.ended).toEqual(['The driver ended with SIGKILL.']);
    // Nobody is there to hear it.
    driver.do({ do: 'close', port: '1' });

    const next = launch();
    await expect.poll(() => next.said).toEqual([noMidi]);
    next.stop();
    await expect.poll(() => next.ended).toEqual(['The driver ended with exit code 0.']);
  });

  it('ends with the desk, even if that is killed', async () => {
    const source = `
      import { driverIn } from '${launcher}';
      import { systemClock } from '${clockFile}';
      const ports = { name: 'midi', clock: systemClock, log: { write: () => undefined } };
      driverIn(${JSON.stringify(places.midiDriver)}, ports, ${JSON.stringify(programs.flags)})({
        says: ({ say }) => console.log(say),
        ended: () => console.log('ended'),
      });`;
    const started = programs.next();
    const desk = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(createInterface({ input: desk.stdout }), 'line')) as [string];
    expect(line).toBe('ports');
    const { ended } = await started;
    desk.kill('SIGKILL');
    await ended;
  });
});

describe('a driver', () => {
  it('that does not end when it is asked to is ended', async () => {
    const clock = new ManualClock();
    const stubborn = `data:text/javascript,${encodeURIComponent('setInterval(() => undefined, 1000); process.exit = () => {};')}`;
    const started = programs.next();
    const driver = launch([...programs.flags, '--import', stubborn], clock);
    const { ended } = await started;
    await expect.poll(() => driver.said).toEqual([noMidi]);
    driver.stop();
    await clock.pass(2_000);
    await ended;
    await expect.poll(() => driver.ended).toEqual(['The driver ended with SIGKILL.']);
  });

  it('that cannot be started says so', async () => {
    const driver = new RecordedDriver(driverIn('/nowhere/driver.ts', { name: 'midi', clock: systemClock, log }));
    await expect.poll(() => driver.ended).toEqual(['The driver ended with exit code 1.']);
    expect(driver.said).toEqual([]);
  });

  it('that no desk started says what it is for', async () => {
    const child = spawn(process.execPath, [places.midiDriver], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said).toContain('A driver runs only as a process of Overlay Desk, which starts it by itself.');
  });
});
