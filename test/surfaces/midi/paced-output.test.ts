import { expect, it } from 'vitest';
import { PacedOutput } from '../../../surfaces/midi/paced-output.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

/** An output for a device that takes so many messages in a second. */
function opened(perSecond: number) {
  const clock = new ManualClock();
  const sent: { at: number; bytes: readonly number[] }[] = [];
  const output = new PacedOutput(clock, (bytes) => sent.push({ at: clock.monotonic(), bytes }));
  output.begin(perSecond);
  return { clock, output, sent };
}

it('sends a burst of a lamp test at the pace of the device, in its order', async () => {
  const { clock, output, sent } = opened(1_000);
  for (let lamp = 0; lamp < 159; lamp += 1) output.send(`lamp ${lamp}`, [0x90, lamp & 0x7f, 1]);
  expect(sent.length).toBe(8);
  await clock.pass(1_000);
  expect(sent.map(({ bytes }) => bytes[1])).toEqual(Array.from({ length: 159 }, (_, lamp) => lamp & 0x7f));
  const perMillisecond = Map.groupBy(sent, ({ at }) => Math.floor(at));
  expect([...perMillisecond.values()].map(({ length }) => length).slice(1)).toEqual(Array<number>(151).fill(1));
});

it('sends 200 lamps within 20 ms where USB is as fast', async () => {
  const { clock, output, sent } = opened(16_000);
  for (let lamp = 0; lamp < 200; lamp += 1) output.send(`lamp ${lamp}`, [0x90, lamp & 0x7f, 1]);
  await clock.pass(6);
  expect([sent.length, sent.every(({ at }) => at <= 20)]).toEqual([200, true]);
});

it('sends only the newest of what waits, in the place of the first', async () => {
  const { clock, output, sent } = opened(1_000);
  for (let lamp = 0; lamp < 12; lamp += 1) output.send(`lamp ${lamp}`, [0x90, lamp, 1]);
  sent.length = 0;
  for (let value = 2; value < 100; value += 1) output.send('lamp 9', [0x90, 9, value]);
  await clock.pass(100);
  expect(sent.map(({ bytes }) => bytes.join(' '))).toEqual(['144 8 1', '144 9 99', '144 10 1', '144 11 1']);
});

it('takes a long message for as many as it is long', async () => {
  const { clock, output, sent } = opened(1_000);
  const long = [0xf0, ...Array<number>(28).fill(0), 0xf7];
  output.send('first', long);
  output.send('second', long);
  output.send('third', long);
  await clock.pass(100);
  // 8 are taken at once, and each of these counts 10.
  expect(sent.map(({ at }) => at)).toEqual([0, 3, 13]);
});

it('keeps the order of what was sent before everything began anew', async () => {
  const { clock, output, sent } = opened(50);
  for (let lamp = 0; lamp < 3; lamp += 1) output.send(`lamp ${lamp}`, [0x90, lamp, 0]);
  output.begin(16_000);
  output.send('hello', [0xf0, 1, 0xf7]);
  output.send('lamp 2', [0x90, 2, 127]);
  await clock.pass(100);
  expect(sent.map(({ bytes }) => bytes.join(' '))).toEqual(['144 0 0', '144 1 0', '144 2 0', '240 1 247', '144 2 127']);
});

it('sends nothing more of what was cleared', async () => {
  const { clock, output, sent } = opened(50);
  for (let lamp = 0; lamp < 9; lamp += 1) output.send(`lamp ${lamp}`, [0x90, lamp, 1]);
  output.clear();
  const before = sent.length;
  await clock.pass(1_000);
  expect(sent.length).toBe(before);
  output.send('lamp 1', [0x90, 1, 0]);
  expect(sent.at(-1)?.bytes).toEqual([0x90, 1, 0]);
});
