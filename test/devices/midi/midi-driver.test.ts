import { describe, expect, it } from 'vitest';
import { beatsEvery, type DriverSays, staleAfter } from '../../../contract/devices/driver.ts';
import { MidiDriver, type MidiSystem, type PortToOpen } from '../../../devices/midi/midi-driver.ts';
import type { PortNames } from '../../../devices/midi/port-list.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

interface StandInPort extends PortToOpen {
  name: string;
  sent: (readonly number[])[];
}

/** The MIDI of a machine as RtMidi shows it: ports that are named in an order, and opened by their place in it. */
class StandInMidi {
  plugged: PortNames = { in: [], out: [] };
  /** Why this machine has no MIDI system; undefined if it has one. */
  missing: string | undefined;
  /** Called between the reading of the names and the opening of a port. */
  meanwhile: () => void = () => undefined;
  /** Cannot be sent to any more. */
  cut = false;
  /** The ports that are open, the oldest first. */
  open: StandInPort[] = [];
  /** What was opened at all, the first one first. */
  readonly everOpened: StandInPort[] = [];

  readonly openSystem = (): MidiSystem => {
    this.#failIfMissing();
    return {
      names: () => {
        this.#failIfMissing();
        return this.plugged;
      },
      open: (port) => {
        this.meanwhile();
        const name = this.plugged[port.direction][port.place];
        if (name === undefined || name === 'Taken') throw new Error('Internal RtMidi error');
        const opened: StandInPort = { ...port, name, sent: [] };
        this.open.push(opened);
        this.everOpened.push(opened);
        return {
          send: (message) => {
            if (this.cut) throw new Error('Internal RtMidi error');
            opened.sent.push(message);
          },
          close: () => {
            this.open = this.open.filter((each) => each !== opened);
            if (!this.plugged[port.direction].includes(name)) throw new Error('There is nothing to close.');
          },
        };
      },
      close: () => undefined,
    };
  };

  #failIfMissing(): void {
    if (this.missing !== undefined) throw new Error(this.missing);
  }
}

/** A started driver, and what it said since it was last asked. */
function startDriver(prepare: (midi: StandInMidi) => void = () => undefined) {
  const midi = new StandInMidi();
  prepare(midi);
  const clock = new ManualClock();
  const said: DriverSays[] = [];
  let ids = 0;
  const driver = new MidiDriver({
    openSystem: midi.openSystem,
    say: (message) => said.push(message),
    now: clock.monotonic,
    after: clock.after,
    placeOf: (name) => (name.startsWith('Placed') ? `place of ${name}` : undefined),
    newId: () => `${(ids += 1)}`,
  });
  driver.start();
  return { midi, clock, driver, said: () => said.splice(0), ports: (names: PortNames) => (midi.plugged = names) };
}

const pad = { in: ['Pad'], out: ['Pad'] };
const inPad = { id: '1', name: 'Pad', direction: 'in' };
const outPad = { id: '2', name: 'Pad', direction: 'out' };

describe('the ports of a machine', () => {
  it('are told whole at the start, and again within half a second of each change', async () => {
    const { clock, said, ports } = startDriver((midi) => (midi.plugged = pad));
    expect(said()).toEqual([{ say: 'ports', ports: [inPad, outPad], trouble: null }]);

    await clock.pass(5_000);
    expect(said()).toEqual([]);

    ports({ in: ['Pad', 'Faders'], out: ['Pad'] });
    await clock.pass(500);
    const faders = { id: '3', name: 'Faders', direction: 'in' };
    expect(said()).toEqual([{ say: 'ports', ports: [inPad, faders, outPad], trouble: null }]);

    ports({ in: ['Faders'], out: [] });
    await clock.pass(500);
    expect(said()).toEqual([{ say: 'ports', ports: [faders], trouble: null }]);
  });

  it('are told with the place of their device, where the system says that', () => {
    const { said } = startDriver((midi) => (midi.plugged = { in: ['Placed Pad'], out: [] }));
    const port = { id: '1', name: 'Placed Pad', direction: 'in', place: 'place of Placed Pad' };
    expect(said()).toEqual([{ say: 'ports', ports: [port], trouble: null }]);
  });

  it('are none on a machine without MIDI, which is said once, and they are told when it has it', async () => {
    const { midi, clock, said, ports } = startDriver((midi) => (midi.missing = 'There is no MIDI system.'));
    await clock.pass(60_000);
    expect(said()).toEqual([{ say: 'ports', ports: [], trouble: 'There is no MIDI system.' }]);

    midi.missing = undefined;
    ports(pad);
    await clock.pass(10_000);
    expect(said()).toEqual([{ say: 'ports', ports: [inPad, outPad], trouble: null }]);
  });

  it('are lost with the MIDI system, and new when it is back', async () => {
    const { midi, clock, driver, said } = startDriver((midi) => (midi.plugged = pad));
    driver.do({ do: 'open', port: '1' });
    said();
    midi.missing = 'The MIDI system has ended.';
    await clock.pass(500);
    expect(said()).toEqual([
      { say: 'closed', port: '1', reason: 'The MIDI system has ended.' },
      { say: 'ports', ports: [], trouble: 'The MIDI system has ended.' },
    ]);
    midi.missing = undefined;
    await clock.pass(10_000);
    expect(said()).toEqual([
      {
        say: 'ports',
        ports: [
          { ...inPad, id: '3' },
          { ...outPad, id: '4' },
        ],
        trouble: null,
      },
    ]);
  });
});

describe('a port', () => {
  it('gives its bytes and their time once it is open, and none when it is closed', async () => {
    const { midi, clock, driver, said } = startDriver((midi) => (midi.plugged = pad));
    said();
    driver.do({ do: 'open', port: '1' });
    expect(said()).toEqual([{ say: 'opened', port: '1' }]);
    await clock.pass(40);
    const [port] = midi.open;
    port!.takes([0x90, 60, 127]);
    expect(said()).toEqual([{ say: 'bytes', port: '1', bytes: [0x90, 60, 127], at: 40 }]);

    driver.do({ do: 'close', port: '1' });
    // It was under way in the addon.
    port!.takes([0x80, 60, 0]);
    expect([said(), midi.open]).toEqual([[], []]);
  });

  it('is sent one message after the other', () => {
    const { midi, driver } = startDriver((midi) => (midi.plugged = pad));
    driver.do({ do: 'send', port: '2', bytes: [0x90, 1, 1] });
    driver.do({ do: 'open', port: '2' });
    driver.do({ do: 'send', port: '2', bytes: [0x90, 60, 127, 0xf0, 1, 2, 0xf7] });
    expect(midi.open.map(({ sent }) => sent)).toEqual([
      [
        [0x90, 60, 127],
        [0xf0, 1, 2, 0xf7],
      ],
    ]);
  });

  it('is opened once, however often it is asked for', () => {
    const { midi, driver, said } = startDriver((midi) => (midi.plugged = pad));
    said();
    driver.do({ do: 'open', port: '1' });
    driver.do({ do: 'open', port: '1' });
    expect([midi.open.length, said()]).toEqual([
      1,
      [
        { say: 'opened', port: '1' },
        { say: 'opened', port: '1' },
      ],
    ]);
  });

  it('is refused with a reason while another program has it', () => {
    const { driver, said } = startDriver((midi) => (midi.plugged = { in: ['Taken'], out: [] }));
    said();
    driver.do({ do: 'open', port: '1' });
    const reason = '"Taken" cannot be opened; another program may have it (Internal RtMidi error).';
    expect(said()).toEqual([{ say: 'refused', port: '1', reason, taken: true }]);
  });

  it('is closed when its device goes, which is said before the ports are', async () => {
    const { midi, clock, driver, said, ports } = startDriver((midi) => (midi.plugged = pad));
    driver.do({ do: 'open', port: '1' });
    driver.do({ do: 'open', port: '2' });
    said();
    ports({ in: [], out: ['Pad'] });
    await clock.pass(500);
    expect(said()).toEqual([
      { say: 'closed', port: '1', reason: '"Pad" is not there any more.' },
      { say: 'ports', ports: [outPad], trouble: null },
    ]);
    expect(midi.open.map(({ direction }) => direction)).toEqual(['out']);
  });

  it('is closed when it takes nothing any more', () => {
    const { midi, driver, said } = startDriver((midi) => (midi.plugged = pad));
    driver.do({ do: 'open', port: '2' });
    said();
    midi.cut = true;
    driver.do({ do: 'send', port: '2', bytes: [0x90, 60, 127] });
    const reason = 'It does not take what is sent to it (Internal RtMidi error).';
    expect([said(), midi.open]).toEqual([[{ say: 'closed', port: '2', reason }], []]);
  });

  it('is closed with the driver', async () => {
    const { midi, clock, driver, said } = startDriver((midi) => (midi.plugged = pad));
    driver.do({ do: 'open', port: '1' });
    said();
    await driver.end();
    midi.plugged = { in: [], out: [] };
    await clock.pass(60_000);
    expect([midi.open, said()]).toEqual([[], []]);
  });
});

describe('what a port is sent last', () => {
  const dark = [0x90, 60, 0];
  const goodbye = [0xf0, 1, 0xf7];
  /** A driver with an output that is lit, and that knows how to make it dark. */
  function lit() {
    const started = startDriver((midi) => (midi.plugged = pad));
    const { driver, midi, said } = started;
    driver.do({ do: 'open', port: '2' });
    driver.do({ do: 'sendLast', port: '2', bytes: [0x90, 1, 0] });
    driver.do({ do: 'sendLast', port: '2', bytes: [...dark, ...goodbye] });
    driver.do({ do: 'send', port: '2', bytes: [0x90, 60, 127] });
    said();
    const [port] = midi.open;
    return { ...started, sent: () => port!.sent.splice(0) };
  }

  it('is sent at the end of the driver, once, a message in each millisecond, and then the port is closed', async () => {
    const { midi, clock, driver, sent } = lit();
    const ended = [driver.end(), driver.end()];
    expect([sent(), midi.open.length]).toEqual([[[0x90, 60, 127], dark], 1]);
    await clock.pass(1);
    expect(sent()).toEqual([goodbye]);
    await clock.pass(1);
    await Promise.all(ended);
    expect([sent(), midi.open]).toEqual([[], []]);
  });

  it('is sent when the desk hangs, and the port is said to be open again when the desk is back', async () => {
    const { clock, driver, said, sent } = lit();
    for (let beat = 0; beat < 5; beat += 1) {
      await clock.pass(beatsEvery);
      driver.do({ do: 'beat' });
    }
    expect(sent()).toEqual([[0x90, 60, 127]]);
    await clock.pass(staleAfter - 1);
    expect(sent()).toEqual([]);
    await clock.pass(100);
    expect([sent(), said()]).toEqual([[dark, goodbye], []]);
    await clock.pass(60_000);
    expect(sent()).toEqual([]);
    driver.do({ do: 'beat' });
    expect(said()).toEqual([{ say: 'opened', port: '2' }]);
    driver.do({ do: 'beat' });
    expect([sent(), said()]).toEqual([[], []]);
  });

  it('is not sent on when the desk is back before the end of it', async () => {
    const { clock, driver, said, sent } = lit();
    sent();
    await clock.pass(staleAfter);
    expect(sent()).toEqual([dark]);
    driver.do({ do: 'beat' });
    await clock.pass(10);
    expect([sent(), said()]).toEqual([[], [{ say: 'opened', port: '2' }]]);
  });

  it('is sent to a port that is closed, before it is, but not after it was opened again', async () => {
    const { midi, clock, driver, said, sent } = lit();
    sent();
    driver.do({ do: 'close', port: '2' });
    await clock.pass(10);
    expect([sent(), midi.open, said()]).toEqual([[dark, goodbye], [], []]);

    const again = lit();
    again.sent();
    again.driver.do({ do: 'close', port: '2' });
    again.driver.do({ do: 'open', port: '2' });
    await again.clock.pass(60_000);
    expect([again.sent(), again.midi.open.length, again.said()]).toEqual([[dark], 1, [{ say: 'opened', port: '2' }]]);
  });

  it('is nothing for a port without it, nor for one that was opened anew', async () => {
    const { clock, driver, said, sent, midi } = lit();
    driver.do({ do: 'sendLast', port: '2', bytes: [] });
    driver.do({ do: 'close', port: '2' });
    driver.do({ do: 'open', port: '2' });
    sent();
    said();
    await clock.pass(60_000);
    driver.do({ do: 'beat' });
    expect([midi.open.flatMap((port) => port.sent), said()]).toEqual([[], []]);
  });
});

describe('the wrong port is never opened', () => {
  it('when another one took the place of the wanted one since the last reading', () => {
    const { midi, driver, said, ports } = startDriver((midi) => (midi.plugged = { in: ['Pad'], out: [] }));
    said();
    ports({ in: ['Faders', 'Pad'], out: [] });
    driver.do({ do: 'open', port: '1' });
    expect(midi.everOpened.map(({ name }) => name)).toEqual(['Pad']);
    expect(said().at(-1)).toEqual({ say: 'opened', port: '1' });
  });

  it('when the wanted one went since the last reading', () => {
    const { midi, driver, said, ports } = startDriver((midi) => (midi.plugged = { in: ['Pad'], out: [] }));
    said();
    ports({ in: ['Faders'], out: [] });
    driver.do({ do: 'open', port: '1' });
    expect(midi.everOpened).toEqual([]);
    expect(said()).toEqual([
      { say: 'ports', ports: [{ id: '2', name: 'Faders', direction: 'in' }], trouble: null },
      { say: 'refused', port: '1', reason: 'It is not there any more.' },
    ]);
  });

  it('when another one takes its place at that very moment: that one is closed at once, and says nothing', () => {
    const { midi, driver, said, ports } = startDriver((midi) => (midi.plugged = { in: ['Pad'], out: [] }));
    said();
    midi.meanwhile = () => ports({ in: ['Faders', 'Pad'], out: [] });
    driver.do({ do: 'open', port: '1' });
    midi.everOpened.forEach((port) => port.takes([0x90, 1, port.place]));
    expect(midi.everOpened.map(({ name }) => name)).toEqual(['Faders', 'Pad']);
    expect(midi.open.map(({ name }) => name)).toEqual(['Pad']);
    expect(said().slice(1)).toEqual([
      { say: 'opened', port: '1' },
      { say: 'bytes', port: '1', bytes: [0x90, 1, 1], at: 0 },
    ]);
  });

  it('when the ports do not stand still: the port is refused', () => {
    const { midi, driver, said, ports } = startDriver((midi) => (midi.plugged = { in: ['Pad'], out: [] }));
    let others = 0;
    midi.meanwhile = () => ports({ in: ['Pad', `Other ${(others += 1)}`], out: [] });
    driver.do({ do: 'open', port: '1' });
    const reason = 'The MIDI ports of this machine change too fast to open one.';
    expect([midi.open, said().at(-1)]).toEqual([[], { say: 'refused', port: '1', reason }]);
  });

  it('when devices have the same name: each is opened by its order', () => {
    const { midi, driver } = startDriver((midi) => (midi.plugged = { in: ['Pad', 'Faders', 'Pad'], out: [] }));
    driver.do({ do: 'open', port: '2' });
    driver.do({ do: 'open', port: '1' });
    expect(midi.open.map(({ place }) => place)).toEqual([2, 0]);
  });

  it('when one of two devices of the same name goes: both are closed, because nobody knows which went', async () => {
    const { midi, clock, driver, said, ports } = startDriver(
      (midi) => (midi.plugged = { in: ['Pad', 'Pad'], out: [] }),
    );
    driver.do({ do: 'open', port: '1' });
    driver.do({ do: 'open', port: '2' });
    said();
    ports({ in: ['Pad'], out: [] });
    await clock.pass(500);
    const reason = 'Another device with the name "Pad" came or went, so the desk does not know which of them this is.';
    expect(said()).toEqual([
      { say: 'closed', port: '1', reason },
      { say: 'closed', port: '2', reason },
      { say: 'ports', ports: [{ ...inPad, id: '3' }], trouble: null },
    ]);
    expect(midi.open).toEqual([]);
  });
});
