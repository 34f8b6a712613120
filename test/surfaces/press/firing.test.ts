import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import { world } from '../../kit/desk/world.ts';
import { device, input, openedControllers as opened, output } from '../../kit/desk/opened-controllers.ts';
import { ids } from '../../kit/service/small-show.ts';

describe('MIDI controllers', () => {
  it('press what their controls are mapped to, once for each press', () => {
    const { plug, play, pressed } = opened();
    plug();
    play([0x90, 36, 100]);
    play([0x80, 36, 0, 0x90, 40, 1, 0x90, 36, 100]);
    expect(pressed).toEqual(['note 1/36', 'note 1/36']);
  });

  it('take a knob that goes on turning for one press', () => {
    const { plug, play, pressed } = opened();
    plug();
    play([0xb0, 7, 1, 7, 2, 7, 90, 7, 0, 7, 5]);
    expect(pressed).toEqual(['cc 1/7', 'cc 1/7']);
  });

  it('fire nothing by being plugged in, and nothing of another device', () => {
    const { plug, play, pressed } = opened();
    plug([input, output, { ...input, id: 'other', name: 'Synth' }]);
    play([0x90, 36, 100], 0, 'other');
    expect(pressed).toEqual([]);
  });

  it('wait for a control that must be held, and forget it when the device goes or its driver dies', async () => {
    const { clock, plug, play, pressed, driver } = opened();
    plug();
    play([0x90, 37, 1]);
    await clock.pass(600);
    expect(pressed).toEqual(['note 1/37']);
    play([0x80, 37, 0, 0x90, 37, 1]);
    driver().on.says({ say: 'ports', ports: [], trouble: null });
    await clock.pass(600);
    plug();
    play([0x90, 37, 1]);
    driver().on.ended('It was killed.');
    await clock.pass(600);
    expect(pressed).toEqual(['note 1/37']);
  });

  it('arm by one press what the second one fires', async () => {
    const { clock, plug, play, pressed } = opened();
    plug();
    const presses = [0x90, 38, 1, 0x80, 38, 0];
    play(presses);
    await clock.pass(400);
    expect(pressed).toEqual([]);
    play(presses);
    expect(pressed).toEqual(['note 1/38']);
  });

  it('fire nothing of what was held or armed when the machine fell asleep', async () => {
    const { clock, plug, play, pressed } = opened();
    plug();
    const arms = [0x90, 38, 1, 0x80, 38, 0];
    play([0x90, 37, 1, ...arms]);
    await clock.pass(400);
    clock.sleep(600_000);
    // Its timer, and a press: whichever comes first after the sleep.
    play(arms);
    await clock.pass(1_000);
    expect(pressed).toEqual([]);
    play([0x80, 37, 0, 0x90, 37, 1, ...arms]);
    await clock.pass(500);
    expect(pressed).toEqual(['note 1/38', 'note 1/37']);
  });

  it('refuse a press that was held up on its way, in a notice that names the control', async () => {
    const { clock, plug, play, pressed, notices } = opened();
    await clock.pass(10_000);
    plug();
    play([0x90, 36, 1, 0x90, 37, 1], clock.monotonic() - 3_000);
    expect([pressed, notices]).toEqual([[], ['BeatStep note 1/36: too late', 'BeatStep note 1/37: too late']]);
  });

  describe('with several kinds of presses on one control', () => {
    const kinds = { short: 'undo', long: 'takeCued', double: 'fireMarked', release: 'hold' } as const;
    /** Pad 60 does something else by each of these kinds of presses. */
    function mapped(...names: (keyof typeof kinds)[]) {
      const all = opened();
      for (const name of names) {
        const action = { do: kinds[name], ...(name === 'short' && { what: 'take' }) };
        const press = name === 'short' ? {} : { press: name };
        all.controllers.map(ControllerBinding.parse({ device, control: 'note 1/60', action, ...press }));
      }
      all.plug();
      const did = (): string =>
        all.actions
          .splice(0)
          .map((action) => action.do)
          .join(' ');
      return { ...all, did };
    }
    const [down, up] = [
      [0x90, 60, 1],
      [0x80, 60, 0],
    ];

    it('fire as they go down if nothing is mapped to a long or a double press, and at their release', () => {
      const { play, did } = mapped('short', 'release');
      play(down);
      expect(did()).toBe('undo');
      play(up);
      expect(did()).toBe('hold');
    });

    it('fire long while they are held, and short when they are released before', async () => {
      const { clock, play, did } = mapped('short', 'long');
      play(down);
      await clock.pass(599);
      expect(did()).toBe('');
      await clock.pass(1);
      expect(did()).toBe('takeCued');
      play(up);
      expect(did()).toBe('');
      play(down);
      await clock.pass(100);
      play(up);
      expect(did()).toBe('undo');
    });

    it('fire double at the second press, and short only when none comes', async () => {
      const { clock, play, did } = mapped('short', 'double');
      play([...down, ...up, ...down]);
      expect(did()).toBe('fireMarked');
      play(up);
      await clock.pass(1_000);
      expect(did()).toBe('');
      play([...down, ...up]);
      await clock.pass(299);
      expect(did()).toBe('');
      await clock.pass(1);
      expect(did()).toBe('undo');
    });

    it('tell all four apart', async () => {
      const { clock, play, did } = mapped('short', 'long', 'double', 'release');
      play([...down, ...up]);
      await clock.pass(400);
      expect(did()).toBe('undo hold');
      play([...down, ...up, ...down, ...up]);
      await clock.pass(400);
      expect(did()).toBe('fireMarked hold');
      play(down);
      await clock.pass(700);
      play(up);
      await clock.pass(400);
      expect(did()).toBe('takeCued hold');
    });

    it('fire nothing of what was held when the device went, another page was opened or the mapping changed', async () => {
      const { clock, controllers, driver, play, plug, did } = mapped('short', 'long', 'double', 'release');
      const lost = [
        () => driver().on.says({ say: 'ports', ports: [], trouble: null }),
        () => controllers.turn({ do: 'openPage', device, page: controllers.view.devices[0]?.page === 2 ? 1 : 2 }),
        () => controllers.map(ControllerBinding.parse({ device, control: 'note 1/61', action: { do: 'go' } })),
      ];
      for (const lose of lost) {
        play(down);
        lose();
        await clock.pass(700);
        plug();
        play(up);
        play([...down, ...up]);
        lose();
        await clock.pass(700);
        plug();
        expect(did()).toBe('');
      }
    });

    it.each(['held', 'released once'])('fire nothing of what was %s when the machine fell asleep', async (so) => {
      const { clock, play, did } = mapped('short', 'long', 'double', 'release');
      play(so === 'held' ? down : [...down, ...up]);
      await clock.pass(100);
      did();
      clock.sleep(600_000);
      await clock.pass(1_000);
      play(up);
      expect(did()).toBe('');
      play([...down, ...up]);
      await clock.pass(300);
      expect(did()).toBe('undo hold');
    });

    it('are told anew by a press that is the first to come after a sleep', async () => {
      const { clock, play, did } = mapped('short', 'double');
      play([...down, ...up]);
      clock.sleep(600_000);
      play([...down, ...up]);
      await clock.pass(300);
      expect(did()).toBe('undo');
    });

    it('do not stop a panic that is pressed long by another page', async () => {
      const { clock, controllers, play, did } = mapped('short');
      controllers.map(
        ControllerBinding.parse({ device, control: 'note 1/60', press: 'long', action: { do: 'panic' } }),
      );
      play(down);
      controllers.turn({ do: 'openPage', device, page: 2 });
      await clock.pass(600);
      expect(did()).toBe('panic');
    });

    it('fire nothing but that panic when they are released on another page', async () => {
      const { clock, controllers, play, did } = mapped('short', 'double', 'release');
      const panic = { press: 'long', action: { do: 'panic' } };
      controllers.map(ControllerBinding.parse({ device, control: 'note 1/60', ...panic }));
      play(down);
      controllers.turn({ do: 'openPage', device, page: 2 });
      await clock.pass(300);
      play(up);
      await clock.pass(1_000);
      expect(did()).toBe('');
      play([...down, ...up]);
      expect(did()).toBe('');
      controllers.turn({ do: 'openPage', device, page: 1 });
      await clock.pass(1_000);
      expect(did()).toBe('');
    });

    it('do a panic that waits for its release although another page is open by then', () => {
      const { controllers, play, did, clock } = mapped('long');
      const panic = { device, control: 'note 1/60', press: 'release', action: { do: 'panic' } };
      controllers.map(ControllerBinding.parse(panic));
      play(down, clock.monotonic() - 10);
      controllers.turn({ do: 'openPage', device, page: 2 });
      play(up);
      expect(did()).toBe('panic');
    });

    it('are unmapped one by one', () => {
      const { controllers, kept } = mapped('short', 'long');
      controllers.unmap({ device, control: 'note 1/60', press: 'long' });
      expect(
        kept
          .at(-1)
          ?.filter(({ control }) => control === 'note 1/60')
          .map(({ press }) => press),
      ).toEqual([undefined]);
    });

    it('have no guard', () => {
      const read = ControllerBinding.safeParse({
        device,
        control: 'note 1/1',
        action: { do: 'go' },
        press: 'long',
        guard: { kind: 'arm' },
      });
      expect(read.success).toBe(false);
    });
  });

  it('of which one floods, stalls in the middle of a message and goes hold up and change no press of another', () => {
    const { controllers, driver, play, plug, pressed } = opened();
    const flooding = { ...input, id: 'flood', name: 'Flood' };
    controllers.map(ControllerBinding.parse({ device: 'Flood', control: 'note 1/1', action: { do: 'takeCued' } }));
    plug([input, output, flooding]);
    const pad = [0x90, 36, 100, 0x80, 36, 0];
    for (let message = 0; message < 10_000; message += 1) {
      play([0xb0, 1, message % 128], 0, 'flood');
      if (message % 1_000 > 0) continue;
      play(pad);
      expect(pressed.splice(0)).toEqual(['note 1/36']);
    }
    // The beginning of a press, which ends neither at the other device nor at itself once it is back.
    play([0x90, 1], 0, 'flood');
    play(pad);
    driver().on.says({ say: 'ports', ports: [input, output], trouble: null });
    play(pad);
    plug([input, output, { ...flooding, id: 'again' }]);
    play([127], 0, 'again');
    play(pad);
    play([0x90, 1, 127], 0, 'again');
    expect(pressed).toEqual(['note 1/36', 'note 1/36', 'note 1/36', 'note 1/1']);
  });

  it('fire once for each press of each of 16 devices at once, however often their driver is killed', async () => {
    const { clock, controllers, drivers, driver, pressed } = opened();
    const devices = Array.from({ length: 16 }, (_, at) => `Pads ${at}`);
    for (const name of devices) {
      const on = { device: name, action: { do: 'takeCued' } };
      controllers.map(ControllerBinding.parse({ ...on, control: 'note 1/1' }));
      controllers.map(
        ControllerBinding.parse({ ...on, control: 'note 1/2', guard: { kind: 'hold', milliseconds: 500 } }),
      );
    }
    for (let killed = 1; killed <= 100; killed += 1) {
      const ports = devices.map((name, at) => ({ id: `${killed}-${at}`, name, direction: 'in' as const }));
      driver().on.says({ say: 'ports', ports, trouble: null });
      for (const { id } of ports) {
        driver().on.says({ say: 'bytes', port: id, bytes: [0x90, 1, 127, 0x90, 2, 127], at: clock.monotonic() });
      }
      // Each control that must be held is held when the driver dies.
      driver().on.ended('It was killed.');
      await clock.pass(500);
      expect(drivers.length).toBe(killed + 1);
    }
    expect(pressed).toEqual(Array.from({ length: 1_600 }, () => 'note 1/1'));
  });
});

it('a pad fires the next cue of a desk, with its line in the log, and a refused press becomes a notice', async () => {
  const controllers = [{ device, control: 'note 1/36', action: { do: 'go' } }];
  const stage = await world({ midi: {}, settings: { controllers } });
  stage.says({ say: 'ports', ports: [input], trouble: null });
  await stage.add({
    number: '1',
    steps: [{ targets: [{ subComposition: stage.at(ids.title), name: 'Title', state: 'In' }] }],
  });
  stage.says({ say: 'bytes', port: 'in1', bytes: [0x90, 36, 1], at: stage.clock.monotonic() });
  await stage.clock.pass(300);
  expect(stage.told).toEqual([texts.mapping.control('BeatStep note 1/36', texts.cues.nextIs('1'))]);
  stage.says({ say: 'bytes', port: 'in1', bytes: [0x80, 36, 0, 0x90, 36, 1], at: stage.clock.monotonic() });
  await stage.clock.pass(500);
  expect([stage.tally(ids.title), stage.cueLines.at(-1)]).toEqual([
    'ON AIR',
    { action: 'Cue 1', trigger: 'pad BeatStep note 1/36', result: 'confirmed' },
  ]);
  expect(stage.view.controllers.devices).toEqual([
    {
      name: device,
      could: [],
      profile: 'MIDI controller',
      trouble: '',
      last: 'note 1/36',
      page: 1,
      pages: 1,
      fine: false,
      brightness: null,
      asleep: false,
    },
  ]);
  stage.says({ say: 'bytes', port: 'in1', bytes: [0x90, 36, 1], at: stage.clock.monotonic() });
  await stage.clock.pass(50);
  expect(stage.told.at(-1)).toMatch(/^The control BeatStep note 1\/36: The rundown .* is at its end\.$/);
});
