import { mkdtempSync, rmSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../node/clock.ts';
import { driverIn } from '../../host/processes.ts';
import { builtMidi } from '../kit/built.ts';
import { listLog, RecordedDriver } from '../kit/midi/recorded-driver.ts';

const utility = new URL('../electron-double/utility-child.ts', import.meta.url).href;

it('the built MIDI driver has all it needs beside it, the native library too', async ({ skip }) => {
  skip(process.platform !== 'linux', 'a machine without a MIDI system is made by hiding that of Linux');
  vi.stubEnv('ALSA_CONFIG_PATH', '/dev/null');
  // Away from all packages, as on the machine of an operator.
  const folder = mkdtempSync(join(tmpdir(), 'built-drivers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = join(folder, 'electron/midi.mjs');
  cpSync(builtMidi, program);
  cpSync(join(dirname(builtMidi), '../native'), join(folder, 'native'), { recursive: true });

  const ports = { name: 'midi', clock: systemClock, log: listLog() };
  const driver = new RecordedDriver(driverIn(program, ports, ['--import', utility]));
  const trouble = 'There is no MIDI system on this machine.';
  await expect.poll(() => driver.said).toEqual([{ say: 'ports', ports: [], trouble }]);
  await driver.end();
});
