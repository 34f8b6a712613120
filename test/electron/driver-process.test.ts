import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../node/clock.ts';
import { driverLauncher } from '../../electron/processes.ts';
import { places } from '../../host/places.ts';
import { listLog, RecordedDriver } from '../kit/midi/recorded-driver.ts';

vi.mock('electron', () => import('../electron-double/utility-process.ts'));

const noMidi = {
  say: 'ports',
  ports: [],
  trouble: 'There is no MIDI system on this machine.',
};

const log = listLog();
let driver: RecordedDriver | undefined;
beforeEach(({ skip }) => {
  skip(process.platform !== 'linux', 'a machine without a MIDI system is made by hiding that of Linux');
  vi.stubEnv('ALSA_CONFIG_PATH', '/dev/null');
  log.records.splice(0);
});
afterEach(() => driver?.end());

function launch(): RecordedDriver {
  driver = new RecordedDriver(driverLauncher(places.midiDriver, { name: 'midi', clock: systemClock, log }));
  return driver;
}

describe('the MIDI driver as a utility process', () => {
  it('says what the machine has, and ends when it is asked to', async () => {
    const driver = launch();
    await expect.poll(() => driver.said).toEqual([noMidi]);
    driver.stop();
    await expect.poll(() => driver.ended).toEqual(['The driver ended with exit code 0.']);
    expect(log.records.filter(({ level }) => level !== 'debug')).toEqual([]);
  });

  it('does what the desk asks for, also while it still starts', async () => {
    const driver = launch();
    driver.do({ do: 'open', port: 'gone' });
    const refused = { say: 'refused', port: 'gone', reason: 'It is not there any more.' };
    await expect.poll(() => driver.said).toEqual([noMidi, refused]);
  });
});
