import { describe, expect, it } from 'vitest';
import { beatsEvery, type DriverSays, staleAfter } from '../../../contract/devices/driver.ts';
import { HidDriver } from '../../../devices/hid/hid-driver.ts';
import { StandInHid, type StandInDevice, xk24, xlDeck } from '../../kit/hid/stand-in-hid.ts';
import { ManualClock, settled } from '../../kit/manual-clock.ts';

/** A started driver, and what it said since it was last asked. */
async function startDriver(...plugged: StandInDevice[]) {
  const hid = new StandInHid();
  hid.plugged = plugged;
  const clock = new ManualClock();
  const said: DriverSays[] = [];
  let ids = 0;
  const driver = new HidDriver({
    library: hid,
    say: (message) => said.push(message),
    now: clock.monotonic,
    after: clock.after,
    placeOf: (path) => (path === '/dev/hidraw9' ? 'usb-1' : undefined),
    newId: () => `${(ids += 1)}`,
  });
  await driver.start();
  return { hid, clock, driver, said: () => said.splice(0) };
}

const xlPort = {
  id: '1',
  name: 'Stream Deck XL',
  direction: 'both',
  usb: { vendor: 0x0fd9, product: 0x006c },
  serial: 'CL1',
};
const output = (...bytes: number[]) => ({ kind: 'output' as const, bytes: Uint8Array.from(bytes) });
const feature = (...bytes: number[]) => ({ kind: 'feature' as const, bytes: Uint8Array.from(bytes) });

describe('the panels of a machine', () => {
  it('are told whole at the start, and again within half a second of each change', async () => {
    const { hid, clock, said } = await startDriver(xlDeck());
    expect(said()).toEqual([{ say: 'ports', ports: [xlPort], trouble: null }]);
    await clock.pass(5_000);
    expect(said()).toEqual([]);

    hid.plugged = [...hid.plugged, xk24()];
    await clock.pass(500);
    const stick = { id: '2', name: 'XK-24 HID', direction: 'both', usb: { vendor: 0x05f3, product: 1029 } };
    expect(said()).toEqual([{ say: 'ports', ports: [xlPort, stick], trouble: null }]);

    hid.plugged = hid.plugged.slice(1);
    await clock.pass(500);
    expect(said()).toEqual([{ say: 'ports', ports: [stick], trouble: null }]);
  });

  it('are told with their place, where the system says that', async () => {
    const { said } = await startDriver(xk24('/dev/hidraw9'));
    const port = {
      id: '1',
      name: 'XK-24 HID',
      direction: 'both',
      usb: { vendor: 0x05f3, product: 1029 },
      place: 'usb-1',
    };
    expect(said()).toEqual([{ say: 'ports', ports: [port], trouble: null }]);
  });

  it('are those of the makers of panels, each once, and no keyboard of anybody', async () => {
    const deck = xlDeck();
    const { hid, clock, said } = await startDriver(deck);
    said();
    hid.others = [
      { path: '/dev/hidraw7', vendorId: 0x046d, productId: 1, product: 'Keyboard', interface: 0 },
      { path: '/dev/hidraw8', vendorId: 0x05f3, productId: 1029, product: 'XK-24 Mouse', interface: 1 },
      { path: undefined, vendorId: 0x0fd9, productId: 1, interface: 0 },
      deck.entry,
    ];
    await clock.pass(5_000);
    expect(said()).toEqual([]);
  });

  it('are none without the library, which is said once in a sentence, and they are told when it is there', async () => {
    const { hid, clock, said } = await startDriver();
    said();
    hid.missing = 'libudev.so.1: cannot open shared object file\nRequire stack:\n- hid.js';
    await clock.pass(60_000);
    const trouble = 'The HID library cannot be loaded: libudev.so.1: cannot open shared object file.';
    expect(said()).toEqual([{ say: 'ports', ports: [], trouble }]);
    hid.missing = undefined;
    hid.plugged = [xlDeck()];
    await clock.pass(10_000);
    expect(said()).toEqual([{ say: 'ports', ports: [xlPort], trouble: null }]);
  });
});

describe('a panel', () => {
  it('gives its reports as they come, with their time, and takes what it is written, in order', async () => {
    const deck = xlDeck();
    const { clock, driver, said } = await startDriver(deck);
    driver.do({ do: 'open', port: '1' });
    await settled();
    said();
    clock.jump(1_234);
    const at = clock.monotonic();
    deck.says(1, 0, 32, 0, 1);
    driver.do({ do: 'write', port: '1', reports: [output(2, 7, 0), feature(3, 8, 50)] });
    driver.do({ do: 'write', port: '1', reports: [output(2, 7, 1)] });
    await settled();
    expect(said()).toEqual([
      { say: 'bytes', port: '1', bytes: [1, 0, 32, 0, 1], at },
      { say: 'written', port: '1' },
      { say: 'written', port: '1' },
    ]);
    expect(deck.sent).toEqual(['output 02 07 00', 'feature 03 08 32', 'output 02 07 01']);
  });

  it.each([
    [
      'cannot open device with path /dev/hidraw1: Failed to open a device with path: Permission denied',
      'This user may not open "Stream Deck XL" (cannot open device with path /dev/hidraw1: Failed to open a device with path: Permission denied). On Linux a rule for udev allows it, as panels.md of the manual says.',
    ],
    [
      'Failed to open a device with path: Operation not permitted',
      'The system keeps this program from "Stream Deck XL" (Failed to open a device with path: Operation not permitted). The unit of systemd or the container must allow the device.',
    ],
    [
      'cannot open device: sharing violation.',
      '"Stream Deck XL" cannot be opened; another program may have it, such as Stream Deck of Elgato, or Companion (cannot open device: sharing violation).',
    ],
  ])('that cannot be opened says why: %s', async (why, reason) => {
    const deck = xlDeck();
    deck.taken = why;
    const { driver, said } = await startDriver(deck);
    said();
    driver.do({ do: 'open', port: '1' });
    await settled();
    expect(said()).toEqual([{ say: 'refused', port: '1', reason }]);
    deck.taken = undefined;
    driver.do({ do: 'open', port: '1' });
    await settled();
    expect(said()).toEqual([{ say: 'opened', port: '1' }]);
  });

  it('that is unplugged in the middle of a picture is closed, and comes back as another port', async () => {
    const deck = xlDeck();
    const { clock, driver, said } = await startDriver(deck);
    driver.do({ do: 'open', port: '1' });
    await settled();
    said();
    const goOn = deck.stall();
    driver.do({ do: 'write', port: '1', reports: [output(2, 7, 0), output(2, 7, 1)] });
    await settled();
    deck.pull();
    deck.says(1, 0, 32, 0, 1);
    goOn();
    await settled();
    // The first report was with it before; the second is not sent, and nothing more is said of it.
    expect(deck.sent).toEqual(['output 02 07 00']);
    const reason = 'It does not answer any more (could not read from HID device).';
    expect(said()).toEqual([{ say: 'closed', port: '1', reason }]);
    expect(deck.closed).toBe(1);
    await clock.pass(500);
    expect(said()).toEqual([{ say: 'ports', ports: [{ ...xlPort, id: '2' }], trouble: null }]);
  });

  it('that fails what it is written is closed', async () => {
    const deck = xlDeck();
    const { driver, said } = await startDriver(deck);
    driver.do({ do: 'open', port: '1' });
    await settled();
    said();
    deck.cut = true;
    driver.do({ do: 'write', port: '1', reports: [output(2)] });
    await settled();
    const reason = 'It does not take what is written to it (could not write to HID device).';
    expect(said()).toEqual([{ say: 'closed', port: '1', reason }]);
  });

  it('that stalls holds up no other one, and no press of its own', async () => {
    const [slow, quick] = [xlDeck('/dev/hidraw1', 'CL1'), xlDeck('/dev/hidraw2', 'CL2')];
    const { clock, driver, said } = await startDriver(slow, quick);
    for (const port of ['1', '2']) driver.do({ do: 'open', port });
    await settled();
    said();
    slow.stall();
    for (const port of ['1', '2']) driver.do({ do: 'write', port, reports: [output(2, 7)] });
    await settled();
    slow.says(1, 0, 32, 0, 1);
    quick.says(1, 0, 32, 0, 1);
    expect(said()).toEqual([
      { say: 'written', port: '2' },
      { say: 'bytes', port: '1', bytes: [1, 0, 32, 0, 1], at: clock.monotonic() },
      { say: 'bytes', port: '2', bytes: [1, 0, 32, 0, 1], at: clock.monotonic() },
    ]);
  });

  it('that was closed while it was being opened is closed, and says nothing', async () => {
    const deck = xlDeck();
    const { driver, said } = await startDriver(deck);
    said();
    driver.do({ do: 'open', port: '1' });
    driver.do({ do: 'close', port: '1' });
    await settled();
    expect([said(), deck.closed]).toEqual([[], 1]);
  });

  it('that is not there is refused', async () => {
    const { driver, said } = await startDriver();
    said();
    driver.do({ do: 'open', port: '9' });
    expect(said()).toEqual([{ say: 'refused', port: '9', reason: 'It is not there any more.' }]);
  });
});

describe('the end of the driver', () => {
  it('comes when everything was written, and closes every panel', async () => {
    const deck = xlDeck();
    const { driver, said } = await startDriver(deck);
    driver.do({ do: 'open', port: '1' });
    await settled();
    said();
    const goOn = deck.stall();
    driver.do({ do: 'write', port: '1', reports: [feature(3, 2)] });
    const ended = driver.end();
    goOn();
    await ended;
    expect([deck.sent, deck.closed, said()]).toEqual([['feature 03 02'], 1, []]);
  });

  it('waits half a second for a panel that stalls', async () => {
    const deck = xlDeck();
    const { clock, driver } = await startDriver(deck);
    driver.do({ do: 'open', port: '1' });
    await settled();
    deck.stall();
    driver.do({ do: 'write', port: '1', reports: [feature(3, 2)] });
    await settled();
    const ended = driver.end();
    await clock.pass(500);
    await ended;
    expect([deck.sent, deck.closed]).toEqual([[], 1]);
  });
});

describe('what a panel is written last', () => {
  /** A driver with a deck that is lit, and that knows how to make it dark. */
  async function lit() {
    const deck = xlDeck();
    const started = await startDriver(deck);
    started.driver.do({ do: 'open', port: '1' });
    await settled();
    started.driver.do({ do: 'writeLast', port: '1', reports: [feature(3, 2)] });
    started.said();
    return { ...started, deck };
  }

  it('is written at the end of the driver, after what was to be written', async () => {
    const { deck, driver, said } = await lit();
    driver.do({ do: 'write', port: '1', reports: [output(2, 7)] });
    await Promise.all([driver.end(), driver.end()]);
    expect([deck.sent, deck.closed, said()]).toEqual([['output 02 07', 'feature 03 02'], 1, []]);
  });

  it('is written when the desk hangs, without an answer, and the panel is said to be open when the desk is back', async () => {
    const { clock, deck, driver, said } = await lit();
    for (let beat = 0; beat < 5; beat += 1) {
      await clock.pass(beatsEvery);
      driver.do({ do: 'beat' });
    }
    expect(deck.sent).toEqual([]);
    await clock.pass(staleAfter);
    expect([deck.sent, said()]).toEqual([['feature 03 02'], []]);
    driver.do({ do: 'beat' });
    expect(said()).toEqual([{ say: 'opened', port: '1' }]);
    await clock.pass(staleAfter - 1);
    expect([deck.sent.length, said()]).toEqual([1, []]);
  });
});
