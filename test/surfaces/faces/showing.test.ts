import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import { genericProfile } from '../../../surfaces/profiles/device-profile.ts';
import type { DriverHandlers } from '../../../surfaces/driver-ports.ts';
import type { KeyPicture } from '../../../surfaces/faces/drawing/key-picture.ts';
import { world } from '../../kit/desk/world.ts';
import { device, input, openedControllers as opened, output, take } from '../../kit/desk/opened-controllers.ts';
import { ids } from '../../kit/service/small-show.ts';

describe('MIDI controllers', () => {
  it('have a picture of what each control shows and how it stands', () => {
    const { plug, play, truth, controllers, faces } = opened();
    Object.assign(truth, { onAir: 'yes', tally: 'ON AIR' });
    faces.name = 'Title';
    plug();
    play([0x90, 36, 127, 0xb0, 9, 127]);
    const [bound, other] = ['note 1/36', 'cc 1/9'].map((control) =>
      controllers.picture(device).find((one) => one.control === control),
    );
    expect(bound).toMatchObject({ use: 'button', state: 'onAir', name: 'Title', word: 'ON AIR', stands: 1 });
    // It is not mapped, and nobody knows where it lies.
    expect(other).toBeUndefined();
    play([0x80, 36, 0]);
    expect(controllers.picture(device).find(({ control }) => control === 'note 1/36')?.stands).toBe(0);
    expect(() => controllers.picture('Synth')).toThrow(texts.controls.none('Synth'));
  });

  it('light what is confirmed on air, send only differences, all anew after a replug, and go dark at the end', async () => {
    const { clock, plug, truth, lit, last, controllers, driver } = opened();
    plug();
    expect(lit()).toEqual(['144 36 0']);
    truth.onAir = 'yes';
    controllers.truthChanged();
    controllers.truthChanged();
    await clock.pass(10);
    expect(lit()).toEqual(['144 36 0', '144 36 127']);
    driver().did.length = 0;
    plug([
      { ...input, id: 'in2' },
      { ...output, id: 'out2' },
    ]);
    expect(lit()).toEqual(['144 36 127']);
    truth.onAir = 'unknown';
    controllers.truthChanged();
    await clock.pass(10);
    expect(lit().at(-1)).toBe('144 36 0');
    truth.onAir = 'yes';
    controllers.truthChanged();
    await clock.pass(10);
    let isClosed = false;
    void controllers.close().then(() => (isClosed = true));
    await clock.pass(10);
    expect([driver().stopped, isClosed]).toEqual([true, false]);
    driver().on.ended('It was asked to.');
    await clock.pass(0);
    expect(isClosed).toBe(true);
    expect([lit().at(-1), last()]).toEqual(['144 36 127', ['144 36 0']]);
  });

  it('blink while they are held or armed, and then show again what is confirmed', async () => {
    const { clock, truth, plug, play, lit, controllers } = opened();
    truth.onAir = 'yes';
    controllers.map(ControllerBinding.parse({ device, control: 'note 1/38', action: take, guard: { kind: 'arm' } }));
    plug();
    const ofPad = () =>
      lit()
        .filter((sent) => sent.startsWith('144 38 '))
        .map((sent) => sent.slice(7));
    play([0x90, 38, 1, 0x80, 38, 0]);
    await clock.pass(3_200);
    const blinks = Array.from({ length: 8 }, () => ['127', '0']).flat();
    expect(ofPad()).toEqual([...blinks, '127']);
    await clock.pass(1_000);
    expect(ofPad()).toHaveLength(17);
  });

  it('blink while they are held or armed, also where they stand for nothing, as a panic does', async () => {
    const { clock, plug, play, lit, controllers } = opened();
    const launchpad = 'Launchpad X LPX MIDI';
    const of = { device: launchpad, action: { do: 'panic' } };
    controllers.map(ControllerBinding.parse({ ...of, control: 'note 1/11', guard: { kind: 'arm' } }));
    controllers.map(
      ControllerBinding.parse({ ...of, control: 'note 1/12', guard: { kind: 'hold', milliseconds: 600 } }),
    );
    plug([
      { ...input, name: launchpad },
      { ...output, name: launchpad },
    ]);
    const ofPad = (note: number) =>
      lit().flatMap((sent) => (sent.startsWith(`144 ${note} `) ? [sent.split(' ')[2]] : []));
    const [atRest] = [ofPad(11)];
    play([0x90, 11, 1, 0x80, 11, 0]);
    await clock.pass(3_400);
    const [first, ...blinks] = ofPad(11).slice(atRest.length - 1);
    expect(blinks).toEqual([...Array.from({ length: 7 }, () => ['0', '21']).flat(), '0', first]);
    expect(first).toBe('1');
    // Held for too short a time, and released while it is lit.
    play([0x90, 12, 1]);
    await clock.pass(300);
    play([0x80, 12, 0]);
    await clock.pass(1_000);
    expect(ofPad(12).slice(-4)).toEqual([first, '0', '21', first]);
  });

  describe('with a profile', () => {
    const launchpad = 'Launchpad Mini MK3 LPMiniMK3 MIDI';
    const ports = [
      { ...input, name: launchpad },
      { ...output, name: launchpad },
    ];
    const enter = [0xf0, 0x00, 0x20, 0x29, 0x02, 0x0d, 0x0e, 0x01, 0xf7].join(' ');
    const leave = [0xf0, 0x00, 0x20, 0x29, 0x02, 0x0d, 0x0e, 0x00, 0xf7].join(' ');

    it('are put into its mode before their lamps are lit, and out of it at the end', () => {
      const { controllers, plug, lit, last } = opened();
      controllers.map(ControllerBinding.parse({ device: launchpad, control: 'note 1/81', action: take }));
      plug(ports);
      expect(lit().slice(0, 2)).toEqual([enter, '144 81 1']);
      // Whatever was left lit by somebody before goes out.
      expect(lit().slice(2)).toHaveLength(79);
      expect(
        lit()
          .slice(2)
          .every((sent) => sent.endsWith(' 0')),
      ).toBe(true);
      expect(last()).toHaveLength(80 + 1);
      expect([last().includes('144 81 0'), last().at(-1)]).toEqual([true, leave]);
    });

    it('are put into it when somebody begins to learn, because their controls have other names before', () => {
      const { controllers, driver, lit } = opened();
      driver().on.says({ say: 'ports', ports, trouble: null });
      expect(driver().did).toEqual([{ do: 'open', port: 'in1' }]);
      void controllers.learn();
      expect(driver().did.at(-1)).toEqual({ do: 'open', port: 'out1' });
      driver().on.says({ say: 'opened', port: 'out1' });
      expect(lit()[0]).toBe(enter);
      expect(
        lit()
          .slice(1)
          .every((sent) => sent.endsWith(' 0')),
      ).toBe(true);
    });

    it('show every state in its own way, and on air also while something else is requested or has failed', async () => {
      const { clock, controllers, plug, truth, lit } = opened();
      controllers.map(ControllerBinding.parse({ device: launchpad, control: 'note 1/81', action: take }));
      plug(ports);
      const shown: string[] = [];
      for (const [tally, onAir] of [
        ['CUED', 'no'],
        ['OUT', 'no'],
        ['REQUESTED', 'no'],
        ['ON AIR', 'yes'],
        ['REQUESTED', 'yes'],
        ['FAILED', 'no'],
        ['FAILED', 'yes'],
        ['UNKNOWN', 'unknown'],
      ] as const) {
        Object.assign(truth, { tally, onAir });
        controllers.truthChanged();
        await clock.pass(10);
        shown.push(lit().at(-1) ?? '');
      }
      expect(shown).toEqual([
        '144 81 21',
        '144 81 1',
        '146 81 9',
        '144 81 5',
        '146 81 5',
        '146 81 53',
        '146 81 57',
        '146 81 45',
      ]);
    });

    it('are all lit for a test, mapped or not, and then show again what is true', async () => {
      const { clock, controllers, driver, lit } = opened();
      const name = 'APC mini mk2 Control';
      // Another program may have left the green buttons lit.
      const scenesDark = Array.from({ length: 8 }, (_, at) => `144 ${112 + at} 0`).join(' ');
      driver().on.says({ say: 'ports', ports: ports.map((port) => ({ ...port, name })), trouble: null });
      controllers.map(ControllerBinding.parse({ device: name, control: 'note 1/0', action: take }));
      driver().on.says({ say: 'opened', port: 'out1' });
      const lamps = 64 + 8;
      const [hello, first, ...more] = lit();
      expect([hello, first, more.length]).toEqual([scenesDark, '150 0 1', lamps - 1]);
      await clock.pass(10);
      controllers.testLamps(name);
      expect(lit()).toHaveLength(1 + 2 * lamps);
      expect(lit().at(-1)).toBe('144 107 1');
      controllers.truthChanged();
      await clock.pass(1_999);
      expect(lit()).toHaveLength(1 + 2 * lamps);
      await clock.pass(1);
      const after = lit().slice(1 + 2 * lamps);
      expect([after.length, after[0], after.filter((sent) => !sent.endsWith(' 0'))]).toEqual([
        lamps,
        '150 0 1',
        ['150 0 1'],
      ]);
      expect(() => controllers.testLamps('Nobody')).toThrow(texts.controls.none('Nobody'));

      // One that begins during another one lasts as long as any.
      controllers.testLamps(name);
      await clock.pass(1_500);
      controllers.testLamps(name);
      const [again] = [lit().length];
      await clock.pass(1_999);
      expect(lit()).toHaveLength(again);
      await clock.pass(1);
      expect(lit()).toHaveLength(again + lamps);
    });

    it('have the brightness that somebody chose, from then on', () => {
      const { controllers, dimmed, plug, lit } = opened();
      controllers.map(ControllerBinding.parse({ device: launchpad, control: 'note 1/81', action: take }));
      plug(ports);
      expect(controllers.view.devices[0]?.brightness).toBe(1);
      controllers.setBrightness({ device: launchpad, value: 0 });
      const dim = '240 0 32 41 2 13 8 0 247';
      expect([lit().at(-1), dimmed, controllers.view.devices[0]?.brightness]).toEqual([
        dim,
        [{ device: launchpad, value: 0 }],
        0,
      ]);
      plug(ports.map((port) => ({ ...port, id: `${port.id} again` })));
      expect(lit().filter((sent) => sent === dim)).toHaveLength(2);
      expect(() => controllers.setBrightness({ device: 'Nobody', value: 1 })).toThrow(texts.controls.none('Nobody'));
    });

    it('with motors follow what is confirmed, and set their value without passing it first', async () => {
      const { clock, controllers, faces, field, plug, play, lit, pressed } = opened();
      const name = 'X-Touch INT';
      const action = { do: 'set', subComposition: 'news/title', field: 'dim', value: null };
      controllers.map(
        ControllerBinding.parse({ device: name, control: 'bend 1', action, fader: { from: 0, to: 100 } }),
      );
      plug(ports.map((port) => ({ ...port, name })));
      Object.assign(faces, { confirmed: { value: 50, min: 0, max: 100 } });
      field.shown = 50;
      controllers.truthChanged();
      await clock.pass(200);
      expect(lit().filter((sent) => sent.startsWith('224 '))).toEqual(['224 0 64']);
      play([0x90, 104, 127, 0xe0, 0, 80]);
      expect(pressed).toEqual(['bend 1 = 63']);
    });

    it('are tested as soon as the output of the device is open', () => {
      const { controllers, driver, lit } = opened();
      driver().on.says({ say: 'ports', ports, trouble: null });
      controllers.testLamps(launchpad);
      driver().did.length = 0;
      driver().on.says({ say: 'opened', port: 'out1' });
      expect([lit()[0], lit().length]).toEqual([enter, 1 + 64 + 16]);
      expect(lit().filter((sent) => sent.endsWith(' 0'))).toEqual([]);
    });

    it('are lit anew when their profile is another one', () => {
      const { controllers, plug, profiles, profilesChanged, truth, lit } = opened();
      Object.assign(truth, { tally: 'ON AIR', onAir: 'yes' });
      plug();
      expect(lit()).toEqual(['144 36 127']);
      const lamp = { off: '90 n 00', onAir: '95 n 7F', blinks: [] };
      const lamps = [{ controls: 'note 1/36', also: [], lamp }];
      profiles.set(device, { ...genericProfile, name: 'Mine', hello: ['F0 7D 01 F7'], lamps });
      profilesChanged();
      expect(lit().slice(1)).toEqual(['144 36 0', '240 125 1 247', '149 36 127']);
      expect(controllers.view.devices.map(({ profile }) => profile)).toEqual(['Mine']);
    });
  });
});

it('the lamps of a desk follow a sub-composition from cued over requested to on air', async () => {
  const apc = 'APC mini mk2 Control';
  const sent: string[] = [];
  const stage = await world({ midi: { sent: (bytes) => void sent.push(bytes.join(' ')) } });
  const ports = [
    { ...input, name: apc },
    { ...output, name: apc },
  ];
  stage.says({ say: 'ports', ports, trouble: null });
  const toggle = { do: 'toggle' as const, subComposition: stage.at(ids.title) };
  await stage.screen.call('mapControl', { device: apc, control: 'note 1/0', action: toggle });
  for (const { id } of ports) stage.says({ say: 'opened', port: id });
  await stage.do({ do: 'cue', subComposition: stage.at(ids.title), cued: true });
  await stage.clock.pass(20);
  // Long enough to be seen as requested.
  const [service] = stage.services;
  service?.disturb({ kind: 'slow', delay: 200 });
  service?.updateFaults.push({ kind: 'none', there: 1, back: 200 });
  stage.says({ say: 'bytes', port: 'in1', bytes: [0x90, 0, 127], at: stage.clock.monotonic() });
  await stage.clock.pass(1_000);
  expect(stage.tally(ids.title)).toBe('ON AIR');
  // Dim, green, amber that pulses, red.
  expect(sent.filter((one) => / 0 \d+$/.test(one))).toEqual(['150 0 1', '150 0 21', '153 0 9', '150 0 5']);
});

it('pads of cues are lit by what the service confirmed of them, and Go while something is next', async () => {
  const lit = new Map<string, string>();
  const stage = await world({
    midi: { sent: ([status, note, value]) => void lit.set(`${status} ${note}`, String(value)) },
  });
  const target = { subComposition: stage.at(ids.title), name: 'Title' };
  const [one = '', two = ''] = await stage.add(
    { number: '1', steps: [{ targets: [{ ...target, state: 'In' }] }] },
    { number: '2', steps: [{ targets: [{ ...target, state: 'Out1' }] }] },
  );
  const mini = 'APC mini mk2 Control';
  const map = (control: string, action: object): Promise<unknown> =>
    stage.screen.call('mapControl', ControllerBinding.parse({ device: mini, control, action }));
  stage.says({
    say: 'ports',
    ports: [
      { ...input, name: mini },
      { ...output, name: mini },
    ],
    trouble: null,
  });
  stage.says({ say: 'opened', port: 'out1' });
  await map('note 1/0', { do: 'fireCue', cue: one });
  await map('note 1/1', { do: 'fireCue', cue: two });
  await map('note 1/2', { do: 'go' });
  await stage.clock.pass(300);
  const colors = (): (string | undefined)[] => [150, 150, 150].map((status, note) => lit.get(`${status} ${note}`));
  // Green is next, gray is out, red is on air.
  expect(colors()).toEqual(['21', '1', '21']);
  stage.says({ say: 'bytes', port: 'in1', bytes: [0x90, 2, 1, 0x80, 2, 0], at: stage.clock.monotonic() });
  await stage.clock.pass(500);
  expect([stage.tally(ids.title), colors()]).toEqual(['ON AIR', ['5', '21', '21']]);
  stage.says({ say: 'bytes', port: 'in1', bytes: [0x90, 2, 1, 0x80, 2, 0], at: stage.clock.monotonic() });
  await stage.clock.pass(500);
  expect([stage.tally(ids.title), colors()]).toEqual(['OUT', ['1', '1', '1']]);
});

it('the keys of a Stream Deck tell how long it is until a cue takes something out by itself, and which cue was fired last', async () => {
  const panel = 'Stream Deck XL CL1';
  const drawn = new Map<string, KeyPicture>();
  let says: DriverHandlers['says'] = () => undefined;
  const stage = await world({
    drivers: {
      midi: (on) => ({ do: () => undefined, stop: () => on.ended('It was asked to.') }),
      panels: {
        launch: (on) => {
          ({ says } = on);
          const written = (port: string): void => says({ say: 'written', port });
          return {
            do: (message) => void (message.do === 'write' && queueMicrotask(() => written(message.port))),
            stop: () => on.ended('It was asked to.'),
          };
        },
        draw: ({ control, picture }) => {
          drawn.set(control, picture);
          return Promise.resolve([{ kind: 'output', bytes: Uint8Array.of(0) }]);
        },
      },
    },
  });
  const usb = { vendor: 0x0fd9, product: 0x006c };
  says({ say: 'ports', ports: [{ id: 'a', name: '', direction: 'both', serial: 'CL1', usb }], trouble: null });
  says({ say: 'opened', port: 'a' });
  const target = { subComposition: stage.at(ids.title), name: 'Title', state: 'In' as const };
  const [cue = ''] = await stage.add({ number: '1', steps: [{ targets: [target], duration: 5_000 }] });
  const map = (control: string, action: object): Promise<unknown> =>
    stage.screen.call('mapControl', ControllerBinding.parse({ device: panel, control, action }));
  await map('key 1', { do: 'fireCue', cue });
  await map('key 2', { do: 'toggle', subComposition: target.subComposition });
  await map('key 3', { do: 'endFired' });
  const shown = (): unknown[] =>
    ['key 1', 'key 2', 'key 3'].map((key) => {
      const picture = drawn.get(key);
      return picture?.kind === 'face' ? [picture.state, picture.name, picture.left] : picture?.kind;
    });
  await stage.clock.pass(100);
  const [titleOut] = [['out', 'Title', undefined]];
  expect(shown()).toEqual([['cued', '1', undefined], titleOut, [undefined, 'End cue fired last', undefined]]);
  await stage.do({ do: 'go' });
  await stage.clock.pass(400);
  expect(shown()).toEqual([
    ['onAir', '1', 5],
    ['onAir', 'Title', 5],
    ['onAir', '1', 5],
  ]);
  await stage.clock.pass(2_000);
  expect(shown().map((one) => (one as unknown[])[2])).toEqual([3, 3, 3]);
  await stage.do({ do: 'hold' });
  await stage.clock.pass(10_000);
  expect(shown().map((one) => (one as unknown[])[2])).toEqual([3, 3, 3]);
  await stage.do({ do: 'hold' });
  await stage.clock.pass(4_000);
  expect([stage.tally(ids.title), shown()]).toEqual([
    'OUT',
    [['out', '1', undefined], titleOut, ['out', '1', undefined]],
  ]);
});
