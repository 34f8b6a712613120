import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { beatsEvery, staleAfter, type DriverDoes, type DriverSays } from '../../contract/devices/driver.ts';
import { texts } from '../../contract/texts/texts.ts';
import { systemClock } from '../../node/clock.ts';
import { driverProcess } from '../../node/driver-process.ts';
import { ManualClock, settled } from '../kit/manual-clock.ts';
import { listLog } from '../kit/midi/recorded-driver.ts';

/** A driver program that takes everything and says nothing. */
function started() {
  const clock = new ManualClock();
  const sent: DriverDoes[] = [];
  const exited = Promise.withResolvers<string>();
  const ended: string[] = [];
  const program = {
    onMessage: () => undefined,
    stderr: null,
    exited: exited.promise,
    kill: () => undefined,
    send: (message: DriverDoes) => void sent.push(message),
  };
  const ports = { name: 'midi', clock, log: { write: () => undefined } };
  const driver = driverProcess(program, ports, { says: () => undefined, ended: (why) => ended.push(why) });
  return { clock, driver, sent, ended, exit: (how: string) => exited.resolve(how) };
}

it('a desk tells each driver that it lives, several times before it is taken for one that hangs', async () => {
  const { clock, driver, sent } = started();
  expect(sent).toEqual([{ do: 'beat' }]);
  await clock.pass(10 * beatsEvery);
  expect(sent).toHaveLength(11);
  expect(staleAfter).toBeGreaterThan(3 * beatsEvery);
  driver.stop();
  await clock.pass(60_000);
  expect(sent.slice(11)).toEqual([{ do: 'end' }]);
});

it('a loss of messages is a warning in the log, once in a minute: a press may be among them', async () => {
  const clock = new ManualClock();
  const stderr = new PassThrough();
  const log = listLog();
  const exited = new Promise<string>(() => undefined);
  const program = { onMessage: () => undefined, stderr, exited, kill: () => undefined, send: () => undefined };
  driverProcess(program, { name: 'midi', clock, log }, { says: () => undefined, ended: () => undefined });
  const overrun = 'MidiInAlsa::alsaMidiHandler: MIDI input buffer overrun!';
  const logged = async (): Promise<string[]> => {
    stderr.write(`\n${overrun}\n\nALSA lib\n`.repeat(3));
    await expect.poll(() => stderr.readableLength).toBe(0);
    await settled();
    return log.records.splice(0).map(({ level, message }) => `${level} ${message}`);
  };
  const warning = `warn ${texts.threads.messagesLost}`;
  expect(await logged()).toEqual([warning, 'debug ALSA lib']);
  expect(await logged()).toEqual([]);
  await clock.pass(60_000);
  expect(await logged()).toEqual([warning]);
});

it('a desk tells nothing to a driver that has ended', async () => {
  const { clock, sent, ended, exit } = started();
  exit('The driver ended with SIGSEGV.');
  await settled();
  sent.length = 0;
  await clock.pass(60_000);
  expect([sent, ended]).toEqual([[], ['The driver ended with SIGSEGV.']]);
});

it.each([0, 1, 2, 3])('a pause of the machine at reading %i of the clocks moves no time of a press', (paused) => {
  let reads = 0;
  const monotonic = (): number => {
    const until = reads++ === paused ? systemClock.monotonic() + 60 : 0;
    while (systemClock.monotonic() < until);
    return systemClock.monotonic();
  };
  let say: (message: unknown) => void = () => undefined;
  const program = {
    onMessage: (takes: typeof say) => void (say = takes),
    stderr: null,
    exited: new Promise<string>(() => undefined),
    kill: () => undefined,
    send: () => undefined,
  };
  const said: DriverSays[] = [];
  const ports = { name: 'midi', clock: { monotonic, after: () => () => undefined }, log: { write: () => undefined } };
  driverProcess(program, ports, { says: (message) => said.push(message), ended: () => undefined });
  const before = systemClock.monotonic();
  say({ say: 'bytes', port: '1', bytes: [0x90, 1, 1], at: Number(process.hrtime.bigint()) / 1e6 });
  const [at = NaN] = said.flatMap((one) => (one.say === 'bytes' ? one.at : []));
  expect([at <= systemClock.monotonic(), at > before - 30]).toEqual([true, true]);
});
