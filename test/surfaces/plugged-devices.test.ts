import { texts } from '../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../contract/desk-api/controller.ts';
import { world } from '../kit/desk/world.ts';
import { alikeDevices, type Port, seen } from '../kit/desk/alike-devices.ts';
import { take } from '../kit/desk/opened-controllers.ts';

const first = 'BeatStep';
const second = 'BeatStep (2)';
const both = [first, second];
/** As screens are told of devices that could be both. */
const asked = `BeatStep (?) | ${first} | ${second}`;
const askedToo = `BeatStep (? 2) | ${first} | ${second}`;
/** The ports of two alike devices. */
const pairs = {
  inA: { id: 'a' },
  inB: { id: 'b' },
  outA: { id: 'a out', direction: 'out' as const },
  outB: { id: 'b out', direction: 'out' as const },
};

describe('two alike controllers', () => {
  it('of which nothing is mapped come without a question, by their order', () => {
    const { plug, devices } = alikeDevices([]);
    plug('a', 'b');
    expect(devices()).toEqual([first, second]);
    plug('b', 'c');
    expect(devices()).toEqual([second, first]);
    plug('d', 'e');
    expect(devices()).toEqual([first, second]);
  });

  it('of which the second is new come without a question', () => {
    const { plug, devices, press } = alikeDevices([first]);
    plug('a');
    plug('a', 'b');
    expect([devices(), press('a'), press('b')]).toEqual([both, [first], []]);
  });

  it('keep their names when one of them stays, wherever it is in the order', () => {
    const { plug, devices, press, answer } = alikeDevices(both);
    plug('a', 'b');
    answer(first);
    plug('b');
    plug('b', 'c');
    expect([devices(), press('b'), press('c')]).toEqual([[second, first], [second], [first]]);
    plug('c', 'b');
    expect(devices()).toEqual(both);
  });

  it('are asked for when both were unplugged, and fire nothing until an operator names one of them', () => {
    const { plug, devices, press, controllers, answer } = alikeDevices(both);
    plug('a', 'b');
    answer(first);
    plug();
    plug('c');
    expect([devices(), press('c')]).toEqual([[asked], []]);
    plug('c', 'd');
    expect([devices(), press('c'), press('d')]).toEqual([[asked, askedToo], [], []]);
    controllers.nameDevice('BeatStep (? 2)', first);
    expect([devices(), press('c'), press('d')]).toEqual([[second, first], [second], [first]]);
    // The answer holds until the device goes.
    plug('d');
    plug('d', 'e');
    expect([devices(), press('e')]).toEqual([both, [second]]);
    plug();
    plug('f');
    expect([devices(), press('f')]).toEqual([[asked], []]);
  });

  it('are asked for when one has gone, and the system does not tell which one is left', () => {
    for (const mapped of [both, [first], [second]]) {
      const { plug, devices, press, answer } = alikeDevices(mapped, seen(...both));
      plug('a', 'b');
      answer(first);
      plug('c');
      expect([devices(), press('c')]).toEqual([[asked], []]);
      plug('d', 'e');
      expect([devices(), press('d'), press('e')]).toEqual([[asked, askedToo], [], []]);
    }
  });

  it.each<[string, Port[]]>([
    ['input', [pairs.inB, pairs.outA, pairs.outB]],
    ['output', [pairs.inA, pairs.inB, pairs.outB]],
  ])(
    'are not asked for when the %s of one goes first: the other one stays, and its lamps are at its own output',
    (_, between) => {
      const { midi, devices, press, driver, controllers, answer } = alikeDevices(both);
      const { inA, inB, outA, outB } = pairs;
      midi(inA, inB, outA, outB);
      answer(first);
      midi(...between);
      midi(inB, outB);
      expect([devices(), press('b')]).toEqual([[second], [second]]);
      driver().on.says({ say: 'opened', port: 'b out' });
      controllers.map(ControllerBinding.parse({ device: second, control: 'note 1/40', action: take }));
      const lit = driver().did.flatMap((did) => (did.do === 'send' ? [`${did.port}: ${did.bytes.join(' ')}`] : []));
      expect(lit).toEqual(['b out: 144 40 0']);
      midi({ ...inA, id: 'c' }, inB, { ...outA, id: 'c out' }, outB);
      expect([devices(), press('c'), press('b')]).toEqual([both, [first], [second]]);
    },
  );

  it('light nothing of each other while an output is gone, or only comes later', () => {
    const { midi, driver, controllers, answer } = alikeDevices(both);
    const { inA, inB, outA, outB } = pairs;
    for (const device of both) {
      controllers.map(
        ControllerBinding.parse({ device, control: device === first ? 'note 1/40' : 'note 1/41', action: take }),
      );
    }
    /** The ports that lamps were sent to since the last time, with the number of each lamp. */
    const lit = (): string[] => {
      const all = driver().did.splice(0);
      for (const did of all)
        if (did.do === 'open' && did.port.endsWith('out')) driver().on.says({ say: 'opened', port: did.port });
      const sent = [...all, ...driver().did.splice(0)];
      return sent
        .flatMap((did) => (did.do === 'send' ? [`${did.port}: ${did.bytes[1] ?? 0}`] : []))
        .filter((one) => /: 4[01]$/.test(one));
    };
    midi(inA, inB, outA, outB);
    answer(first);
    expect(new Set(lit())).toEqual(new Set(['a out: 40', 'b out: 41']));
    midi(inA, inB, outB);
    expect(lit()).toEqual([]);
    midi(inA, inB, outB, { ...outA, id: 'c out' });
    expect(new Set(lit())).toEqual(new Set(['c out: 40']));
  });

  it('leave no lamp lit of an output that turns out to be that of the other one', () => {
    const places = [
      { name: first, place: 'left' },
      { name: second, place: 'right' },
    ];
    const { midi, driver, controllers } = alikeDevices(both, places);
    const { outA, outB } = pairs;
    const [inA, inB] = [
      { ...pairs.inA, place: 'left' },
      { ...pairs.inB, place: 'right' },
    ];
    controllers.become([ControllerBinding.parse({ device: first, control: 'note 1/40', action: take })]);
    midi(inA, inB, outB);
    driver().on.says({ say: 'opened', port: 'b out' });
    driver().did.splice(0);
    midi(inA, inB, outA, outB);
    expect(driver().did.filter((did) => 'port' in did && did.port.endsWith('out'))).toEqual([
      { do: 'close', port: 'b out' },
      { do: 'open', port: 'a out' },
    ]);
  });

  it('may be none of those that are known', () => {
    const { plug, devices, press, controllers } = alikeDevices(both);
    plug('a');
    controllers.nameDevice('BeatStep (?)', null);
    expect([devices(), press('a')]).toEqual([['BeatStep (3)'], []]);
    plug('a', 'b');
    expect(devices()).toEqual(['BeatStep (3)', asked]);
  });

  it('can only be named what they are asked to be', () => {
    const { plug, controllers, answer } = alikeDevices(both);
    plug('a', 'b');
    answer(first);
    const over = (name: string) => texts.controls.knownNow(name);
    expect(() => controllers.nameDevice(first, second)).toThrow(over(first));
    plug('c');
    expect(() => controllers.nameDevice('BeatStep (?)', 'Synth')).toThrow(over('BeatStep (?)'));
    expect(() => controllers.nameDevice('Synth', first)).toThrow(over('Synth'));
  });

  it('are no question any more when nothing is mapped to what they could be', () => {
    const { plug, devices, controllers, press } = alikeDevices(both);
    plug('a', 'b');
    controllers.become([]);
    expect(devices()).toEqual(both);
    controllers.map(ControllerBinding.parse({ device: second, control: 'note 1/36', action: { do: 'go' } }));
    expect([press('a'), press('b')]).toEqual([[], ['go']]);
  });
});

describe('the start of a desk', () => {
  it('asks again, because the order of the system proves nothing, also after the driver has died', async () => {
    const { plug, devices, answer, remembered, clock, driver } = alikeDevices(both);
    plug('a', 'b');
    answer(second);
    expect(devices()).toEqual([second, first]);
    driver().on.ended('It was killed.');
    await clock.pass(500);
    expect(devices()).toEqual([]);
    plug('c', 'd');
    expect(devices()).toEqual([asked, askedToo]);

    const next = alikeDevices(both, remembered.now);
    next.plug('g', 'h');
    expect(next.devices()).toEqual([asked, askedToo]);
  });

  it('asks for one that is there alone', () => {
    const alone = alikeDevices(both, seen(...both));
    alone.plug('a');
    expect(alone.devices()).toEqual([asked]);
  });

  it('asks where one of two is the mapped one, and the other one was never here', () => {
    const { plug, devices, answer, press } = alikeDevices([first], seen(first));
    plug('a', 'b');
    expect(devices()).toEqual([`BeatStep (?) | ${first}`, `BeatStep (? 2) | ${first}`]);
    answer(first);
    expect([devices(), press('a'), press('b')]).toEqual([both, [first], []]);
  });

  it('asks for one of two, of which one is mapped, however long ago both were unplugged', () => {
    const { plug, devices, answer, press, remembered } = alikeDevices([first]);
    plug('a', 'b');
    answer(first);
    plug();
    plug('c');
    expect([devices(), press('c')]).toEqual([[asked], []]);
    plug();
    const next = alikeDevices([first], remembered.now);
    next.plug('d');
    expect([next.devices(), next.press('d')]).toEqual([[asked], []]);
    next.answer(second);
    next.plug('d', 'e');
    expect([next.devices(), next.press('d'), next.press('e')]).toEqual([[second, first], [], [first]]);
  });
});

describe('two alike controllers that tell where they are plugged in', () => {
  const at = (id: string, place: string): Port => ({ id, place });

  it('are sure there, in whatever order and however often they come', () => {
    const { midi, devices, controllers, remembered } = alikeDevices(both);
    midi(at('a', 'left'), at('b', 'right'));
    controllers.nameDevice('BeatStep (?)', second);
    midi();
    midi(at('c', 'right'));
    expect(devices()).toEqual([first]);
    midi(at('d', 'left'), at('c', 'right'));
    expect(devices()).toEqual([second, first]);

    const next = alikeDevices(both, remembered.now);
    next.midi(at('e', 'right'));
    expect(next.devices()).toEqual([first]);
    next.midi(at('e', 'right'), at('f', 'elsewhere'));
    expect(next.devices()).toEqual([first, second]);
  });

  it('are asked for when both are somewhere else', () => {
    const { midi, devices } = alikeDevices(both, [
      { name: first, place: 'left' },
      { name: second, place: 'right' },
    ]);
    midi(at('a', 'front'), at('b', 'back'));
    expect(devices()).toEqual([asked, askedToo]);
  });

  it('are not sure at a place that both tell', () => {
    const { midi, devices } = alikeDevices(both, [
      { name: first, place: 'hub' },
      { name: second, place: 'desk' },
    ]);
    midi(at('a', 'hub'));
    expect(devices()).toEqual([first]);
    midi(at('b', 'hub'), at('c', 'hub'));
    midi(at('d', 'hub'));
    expect(devices()).toEqual([asked]);
  });

  it('do so by what Windows puts before their names', () => {
    const { midi, devices } = alikeDevices(both, [{ name: first }, { name: second, place: '2-' }]);
    midi({ id: 'a', name: '2- BeatStep' }, { id: 'b', name: 'BeatStep' });
    expect(devices()).toEqual([second, first]);
    midi();
    midi({ id: 'c', name: '2- BeatStep' });
    expect(devices()).toEqual([second]);
    midi();
    midi({ id: 'd', name: '3- BeatStep' });
    expect(devices()).toEqual([asked]);
  });
});

describe('two alike panels', () => {
  const names = ['X-keys XK-24', 'X-keys XK-24 (2)'];

  it('are asked for as controllers are, and are dark and fire nothing meanwhile', () => {
    const { hid, devices, pressKey, controllers, panels, answer } = alikeDevices(names);
    hid({ id: 'a' }, { id: 'b' });
    answer(names[0]!);
    expect([devices(), pressKey('a'), pressKey('b')]).toEqual([names, [names[0]], [names[1]]]);
    hid();
    panels.did.length = 0;
    hid({ id: 'c' }, { id: 'd' });
    expect([devices(), pressKey('c'), pressKey('d')]).toEqual([
      [`X-keys XK-24 (?) | ${names.join(' | ')}`, `X-keys XK-24 (? 2) | ${names.join(' | ')}`],
      [],
      [],
    ]);
    controllers.nameDevice('X-keys XK-24 (?)', names[1]!);
    expect([devices(), pressKey('c'), pressKey('d')]).toEqual([names.toReversed(), [names[1]], [names[0]]]);
  });

  it('with serial numbers are never asked for', () => {
    const deck = { name: 'Stream Deck XL', usb: { vendor: 0x0fd9, product: 0x006c } };
    const [left, right] = [
      { ...deck, id: 'a', serial: 'CL1' },
      { ...deck, id: 'b', serial: 'CL2' },
    ];
    const decks = ['Stream Deck XL CL1', 'Stream Deck XL CL2'];
    const { hid, devices } = alikeDevices(decks);
    hid(left, right);
    hid();
    hid({ ...right, id: 'c' });
    hid({ ...right, id: 'c' }, { ...left, id: 'd' });
    expect(devices()).toEqual(decks.toReversed());
  });
});

describe('a device that is asked for', () => {
  it('is shown by the control that is pressed on it, and nothing else comes of that', async () => {
    const { plug, play, controllers, press, pressed, notices, clock } = alikeDevices(both);
    plug('a', 'b');
    const lasts = () => controllers.view.devices.map(({ last }) => last);
    play([0x90, 36, 127], undefined, 'a');
    expect(lasts()).toEqual(['note 1/36', null]);
    play([0x80, 36, 0, 0xb0, 7, 64], undefined, 'b');
    expect(lasts()).toEqual([null, 'cc 1/7']);
    controllers.test();
    press('a');
    expect(controllers.view.testing?.last).toBe(null);
    controllers.stopTesting();
    const learned = controllers.learn();
    press('a');
    await clock.pass(15_000);
    expect([await learned, pressed, notices]).toEqual([null, [], []]);
  });

  it('is dark, also where its lamps were lit before, but for a test of its lamps', async () => {
    const { midi, driver, lit, controllers, clock, truth, answer } = alikeDevices(both);
    truth.onAir = 'yes';
    const ports = (...ids: string[]): Port[] =>
      ids.flatMap((id) => [
        { id: `in ${id}`, direction: 'in' },
        { id: `out ${id}`, direction: 'out' },
      ]);
    const plug = (...ids: string[]): void => {
      midi(...ports(...ids));
      for (const { id } of ports(...ids)) driver().on.says({ say: 'opened', port: id });
    };
    plug('a', 'b');
    answer(first);
    driver().did.length = 0;
    plug('c');
    expect(lit()).toEqual(['144 36 0']);
    controllers.truthChanged();
    await clock.pass(10);
    expect(lit()).toEqual(['144 36 0']);
    controllers.testLamps('BeatStep (?)');
    await clock.pass(2_000);
    expect(lit()).toEqual(['144 36 0', '144 36 127', '144 36 0']);
    expect(() => controllers.setBrightness({ device: 'BeatStep (?)', value: 1 })).toThrow('cannot be changed');
  });

  it('fires nothing, even where something is mapped to the name that it has meanwhile', () => {
    const { plug, press, devices } = alikeDevices([...both, 'BeatStep (?)']);
    plug('a');
    expect([devices(), press('a')]).toEqual([[asked], []]);
  });

  it('never has the name of another one, whatever devices call themselves', () => {
    const { midi, devices } = alikeDevices(both);
    midi({ id: 'a' }, { id: 'b', name: 'BeatStep (?)' }, { id: 'c', name: 'BeatStep (3)' }, { id: 'd', name: ':' });
    const names = devices().map((one) => one.split(' | ')[0]);
    expect([...new Set(names)]).toEqual(names);
    expect(names).toEqual(['BeatStep (?)', 'BeatStep (?) (2)', 'BeatStep (? 2)', ':']);
  });

  it('shows a question mark where it has displays', async () => {
    const decks = ['Stream Deck XL', 'Stream Deck XL (2)'];
    const { hid, panels, controllers, clock } = alikeDevices([]);
    for (const device of decks) {
      controllers.map(ControllerBinding.parse({ device, control: 'key 1', action: { do: 'go' } }));
    }
    hid({ id: 'a', name: 'Stream Deck XL', usb: { vendor: 0x0fd9, product: 0x006c } });
    await clock.pass(0);
    const drawn = panels.did.flatMap((one) =>
      one.do === 'write' ? one.reports.map(({ bytes }) => Buffer.from(bytes).toString()) : [],
    );
    expect(drawn).toContain('key 1 {"kind":"face","name":"?"}');
  });
});

it('a desk keeps in its settings which devices it saw, and nothing that is mapped changes by a question', async () => {
  const controllers = both.map((device) => ({ device, control: 'note 1/36', action: { do: 'go' } }));
  const stage = await world({ midi: {}, settings: { controllers, knownDevices: seen(second, first) } });
  const plug = (...ids: string[]): void =>
    stage.says({
      say: 'ports',
      trouble: null,
      ports: ids.map((id) => ({ id, name: 'BeatStep', direction: 'in' })),
    });
  const devices = () => stage.view.controllers.devices.map(({ name, could }) => [name, ...could].join(' | '));
  const kept = () => (stage.files.settings.written.at(-1) as Record<string, unknown>).knownDevices;
  const mapped = stage.view.mappedControls;
  plug('a', 'b');
  await stage.clock.pass(100);
  expect(devices()).toEqual([asked, askedToo]);
  plug('c');
  await stage.clock.pass(100);
  expect(devices()).toEqual([asked]);
  await stage.screen.call('lockShow', { pin: null });
  await stage.screen.call('nameDevice', { device: 'BeatStep (?)', is: second });
  await stage.clock.pass(100);
  expect([devices(), stage.view.mappedControls, kept()]).toEqual([[second], mapped, seen(second, first)]);
});
