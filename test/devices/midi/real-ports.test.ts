import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import type { PortInfo } from '../../../contract/devices/driver.ts';
import { systemClock } from '../../../node/clock.ts';
import { driverIn } from '../../../host/processes.ts';
import { places } from '../../../host/places.ts';
import { type Devices, type Jack, startJack } from '../../kit/midi/jack.ts';
import { listLog, RecordedDriver } from '../../kit/midi/recorded-driver.ts';
import { watchPrograms } from '../../kit/midi/watched-programs.ts';

/*
 * The driver as it ships, with RtMidi and real ports: those of a JACK server. Only the lowest layer of RtMidi is another one than
 * on a desk.
 */

let jack: Jack | undefined;
let missing: string | undefined;
beforeAll(async () => {
  const started = await startJack();
  if ('missing' in started) missing = started.missing;
  else jack = started;
});
beforeEach(({ skip }) => skip(missing !== undefined, missing));
afterAll(() => jack?.close());

function startDriver(flags: string[] = []): RecordedDriver {
  const ports = { name: 'midi', clock: systemClock, log: listLog() };
  const driver = new RecordedDriver(driverIn(places.midiDriver, ports, [...flags, ...jack!.flags]));
  onTestFailed(() => console.error('The driver said', JSON.stringify(driver.said)));
  onTestFinished(() => driver.end());
  return driver;
}

async function plugIn(...names: string[]): Promise<Devices> {
  const devices = await jack!.plugIn(...names);
  onTestFinished(() => devices.leave());
  return devices;
}

/** Opens a port in this direction to the device, and waits until it is open. */
async function open(driver: RecordedDriver, direction: PortInfo['direction'], name: string): Promise<PortInfo> {
  const port = await driver.port(direction, name);
  await driver.open(port);
  return port;
}

/**
 * Plays messages until they arrive as expected, one after the other with nothing between: JACK needs a moment to connect ports, and
 * loses messages on a busy machine.
 */
async function untilHeard(play: () => void, heard: () => number[][], expected: number[][]): Promise<void> {
  await expect
    .poll(
      () => {
        play();
        return heard().some((_, from, all) => isDeepStrictEqual(all.slice(from, from + expected.length), expected));
      },
      { interval: 200, message: JSON.stringify(expected) },
    )
    .toBe(true);
}

/** Plays notes of a device until the port has one. */
function untilPlayed(driver: RecordedDriver, port: PortInfo, play: (bytes: number[]) => void): Promise<void> {
  const note = [0x9f, 1, 1];
  return untilHeard(
    () => play(note),
    () => driver.bytesOf(port),
    [note],
  );
}

describe('real MIDI ports', () => {
  it('are listed, without those that the driver opens itself', async () => {
    const pads = await plugIn('Pads');
    const driver = startDriver();
    await open(driver, 'in', 'Pads');
    await open(driver, 'out', 'Pads');
    // Devices that come now show that the ports were read again.
    await plugIn('Faders');
    await driver.port('in', 'Faders');
    await driver.port('out', 'Faders');
    const listed = driver.ports!.map(({ direction, name }) => `${direction} ${name.replace(/^.*:/, '')}`);
    expect(listed).toEqual(['in Pads', 'in Faders', 'out Pads', 'out Faders']);
    await pads.unplug();
    await expect.poll(() => driver.ports!.length).toBe(2);
  });

  it('give the bytes of a device, whole and in their order, without clock and active sensing', async () => {
    const pads = await plugIn('Pads');
    const driver = startDriver();
    const port = await open(driver, 'in', 'Pads');
    const exclusive = [0xf0, 0x7e, 0, 6, 2, ...Array.from({ length: 300 }, (_, nth) => nth % 128), 0xf7];
    const played = [[0x90, 60, 127], [0xf8], [0xfe], exclusive, [0xc0, 5], [0xb0, 7, 64], [0x80, 60, 0]];
    await untilHeard(
      () => played.forEach((bytes) => pads.play('Pads', bytes)),
      () => driver.bytesOf(port),
      [[0x90, 60, 127], exclusive, [0xc0, 5], [0xb0, 7, 64], [0x80, 60, 0]],
    );
  });

  it('say when bytes arrived, by the clock of the desk: after they were sent, and before the desk heard of them', async () => {
    const pads = await plugIn('Pads');
    const driver = startDriver();
    const port = await open(driver, 'in', 'Pads');
    const before = systemClock.monotonic();
    await untilPlayed(driver, port, (bytes) => pads.play('Pads', bytes));
    const after = systemClock.monotonic();
    const at = driver.said.flatMap((message) => (message.say === 'bytes' ? [message.at] : []));
    expect(at.map((each) => (before <= each && each <= after ? 'between' : [before, each, after]))).toEqual(
      at.map(() => 'between'),
    );
  });

  it('take messages to a device, several at once too', async () => {
    const pads = await plugIn('Pads');
    const driver = startDriver();
    const { id } = await open(driver, 'out', 'Pads');
    await untilHeard(
      () => driver.do({ do: 'send', port: id, bytes: [0x90, 60, 127, 0xf0, 0, 0x20, 0x29, 0xf7, 0xb0, 7, 1] }),
      () => pads.received('Pads'),
      [
        [0x90, 60, 127],
        [0xf0, 0, 0x20, 0x29, 0xf7],
        [0xb0, 7, 1],
      ],
    );
  });

  it('come and go with their device, which has other ids when it is back', async () => {
    const driver = startDriver();
    await expect.poll(() => driver.said).toEqual([{ say: 'ports', ports: [], trouble: null }]);
    const pads = await plugIn('Pads');
    const port = await open(driver, 'in', 'Pads');

    await pads.unplug();
    await expect.poll(() => driver.ports).toEqual([]);
    const reason = `${JSON.stringify(port.name)} is not there any more.`;
    expect(driver.said).toContainEqual({ say: 'closed', port: port.id, reason });

    const again = await plugIn('Pads');
    const back = await open(driver, 'in', 'Pads');
    expect(back.id).not.toBe(port.id);
    await untilPlayed(driver, back, (bytes) => again.play('Pads', bytes));
  });

  it('of two devices of a kind are never taken for one another, also when one goes', async () => {
    const [left, right] = [await plugIn('Twin'), await plugIn('Twin')];
    const driver = startDriver();
    const twins = (): PortInfo[] => (driver.ports ?? []).filter(({ direction }) => direction === 'in');
    await expect.poll(() => twins().length).toBe(2);
    for (const port of twins()) await driver.open(port);

    // Each plays its own note until it is heard.
    const hears = (note: number) => (port: PortInfo) => driver.bytesOf(port).some((bytes) => bytes[1] === note);
    const heardBy = async (device: Devices, note: number): Promise<PortInfo> => {
      const heard = (): PortInfo[] => twins().filter(hears(note));
      await expect
        .poll(() => {
          device.play('Twin', [0x90, note, 127]);
          return heard().length;
        })
        .toBe(1);
      return heard()[0]!;
    };
    const leftPort = await heardBy(left, 1);
    const rightPort = await heardBy(right, 2);
    expect([hears(2)(leftPort), hears(1)(rightPort)]).toEqual([false, false]);

    await left.unplug();
    await expect.poll(twins).toEqual([rightPort]);
    expect(await heardBy(right, 3)).toEqual(rightPort);
    const closed = driver.said.filter((message) => message.say === 'closed').map(({ port }) => port);
    expect(closed).toEqual([leftPort.id]);
  });

  it('are silent once the desk closed them, and can be opened again', async () => {
    const devices = await plugIn('Pads', 'Faders');
    const driver = startDriver();
    const pads = await open(driver, 'in', 'Pads');
    const faders = await open(driver, 'in', 'Faders');
    await untilPlayed(driver, pads, (bytes) => devices.play('Pads', bytes));
    driver.do({ do: 'close', port: pads.id });
    // What is refused shows that the driver has come so far.
    driver.do({ do: 'open', port: 'none' });
    await expect.poll(() => driver.said.at(-1)?.say).toBe('refused');
    const before = driver.bytesOf(pads).length;
    await untilPlayed(driver, faders, (bytes) => {
      devices.play('Pads', bytes);
      devices.play('Faders', bytes);
    });
    expect(driver.bytesOf(pads).length).toBe(before);

    await driver.open(pads);
    await expect
      .poll(() => {
        devices.play('Pads', [0x90, 2, 2]);
        return driver.bytesOf(pads);
      })
      .toContainEqual([0x90, 2, 2]);
  });

  it('are free again when the driver is killed, and the next driver has them under other ids', async () => {
    const programs = await watchPrograms();
    onTestFinished(() => programs.close());
    const pads = await plugIn('Pads');
    const started = programs.next();
    const driver = startDriver(programs.flags);
    const port = await open(driver, 'in', 'Pads');
    process.kill((await started).pid, 'SIGKILL');
    await expect.poll(() => driver.ended).toEqual(['The driver ended with SIGKILL.']);

    const next = startDriver();
    const again = await open(next, 'in', 'Pads');
    expect([again.name, again.id === port.id]).toEqual([port.name, false]);
    await untilPlayed(next, again, (bytes) => pads.play('Pads', bytes));
  });
});
