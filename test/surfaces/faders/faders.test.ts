import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import { lookOf } from '../../../surfaces/profiles/device-profile.ts';
import { ownProfiles } from '../../../desk/controls/profiles.ts';
import { world } from '../../kit/desk/world.ts';
import { device, input, openedControllers as opened, output } from '../../kit/desk/opened-controllers.ts';
import { ids } from '../../kit/service/small-show.ts';

describe('MIDI controllers', () => {
  describe('with faders and knobs', () => {
    const number = { subComposition: 'news/title', field: 'dim' };
    const fader = {
      device,
      control: 'cc 1/48',
      action: { do: 'set', ...number, value: null },
      fader: { from: 0, to: 127 },
    };
    const knob = { device, control: 'cc 1/16', action: { do: 'step', ...number, by: 2 }, encoder: 'twos' };
    function mapped() {
      const all = opened();
      for (const one of [fader, knob]) all.controllers.map(ControllerBinding.parse(one));
      all.plug();
      return all;
    }

    it('set a number by where they stand: at once, then the newest of each 20 ms', async () => {
      const { clock, play, pressed } = mapped();
      for (let ms = 0; ms < 1_000; ms += 1) {
        play([0xb0, 48, Math.floor(ms / 8)]);
        await clock.pass(1);
      }
      await clock.pass(40);
      expect(pressed[0]).toBe('cc 1/48 = 0');
      expect(pressed.at(-1)).toBe('cc 1/48 = 124');
      expect(pressed.length).toBeLessThanOrEqual(52);
      expect(pressed.length).toBeGreaterThan(45);
    });

    it('say while they change nothing where they stand, and what they have to pass', async () => {
      const { clock, controllers, field, driver, play, pressed } = mapped();
      field.shown = 100;
      play([0xb0, 48, 10]);
      await clock.pass(20);
      play([0xb0, 48, 60]);
      await clock.pass(20);
      expect([pressed, controllers.view.waiting]).toEqual([
        [],
        [{ device, control: 'cc 1/48', stands: 60, value: 100 }],
      ]);
      play([0xb0, 48, 110]);
      await clock.pass(20);
      expect([pressed, controllers.view.waiting]).toEqual([['cc 1/48 = 110'], []]);
      field.shown = 3;
      play([0xb0, 48, 111]);
      expect(controllers.view.waiting).toHaveLength(1);
      driver().on.says({ say: 'ports', ports: [], trouble: null });
      expect(controllers.view.waiting).toEqual([]);
    });

    it('change nothing by being plugged in again, although a fader was moved meanwhile', () => {
      const { field, play, plug, driver, pressed } = mapped();
      play([0xb0, 48, 10]);
      driver().on.says({ say: 'ports', ports: [], trouble: null });
      plug();
      expect(pressed).toEqual(['cc 1/48 = 10']);
      play([0xb0, 48, 90]);
      expect([pressed, field.shown]).toEqual([['cc 1/48 = 10'], 10]);
    });

    it('step as far as they were turned', async () => {
      const { clock, play, pressed } = mapped();
      play([0xb0, 16, 1, 16, 1, 16, 3]);
      await clock.pass(20);
      play([0xb0, 16, 127, 16, 1]);
      await clock.pass(100);
      play([0xb0, 16, 126]);
      expect(pressed).toEqual(['cc 1/16 by 2', 'cc 1/16 by 8', 'cc 1/16 by -4']);
    });

    it('tell once that they are refused, and again when that happens anew', async () => {
      const { clock, play, notices, pressed } = mapped();
      await clock.pass(10_000);
      const late = clock.monotonic() - 3_000;
      for (const value of [1, 2, 3]) {
        play([0xb0, 16, value], late);
        await clock.pass(50);
      }
      expect(notices).toEqual(['BeatStep cc 1/16: too late']);
      play([0xb0, 16, 1]);
      await clock.pass(50);
      play([0xb0, 16, 1], late);
      expect([pressed, notices.length]).toEqual([['cc 1/16 by 2'], 2]);
    });

    it('are sent nothing, because that would move those with a motor', async () => {
      const { clock, controllers, truth, lit } = mapped();
      Object.assign(truth, { tally: 'ON AIR', onAir: 'yes' });
      controllers.truthChanged();
      await clock.pass(10);
      expect(lit().filter((sent) => sent.startsWith('176 '))).toEqual([]);
      expect(lit()).toContain('144 36 127');
    });

    it('are learned by moving them, which changes nothing', async () => {
      const { clock, controllers, play, pressed } = mapped();
      const learned = controllers.learn();
      play([0xb0, 48, 77]);
      await clock.pass(600);
      expect([await learned, pressed]).toEqual([{ device, control: 'cc 1/48', use: 'fader', raw: 'B0 30 4D' }, []]);
    });
  });

  describe('with fine movements', () => {
    const number = { subComposition: 'news/title', field: 'dim' };
    const fine = { do: 'fine', device } as const;
    const all = [
      {
        control: 'cc 1/48',
        action: { do: 'set', ...number, value: null },
        fader: { from: 0, to: 1_270, takeover: 'jump' },
      },
      { control: 'cc 1/16', action: { do: 'step', ...number, by: 10 }, encoder: 'twos' },
      { control: 'note 1/50', action: { ...fine, on: true }, whileHeld: true },
      { control: 'cc 1/51', action: { ...fine, on: true }, whileHeld: true },
      { control: 'note 1/49', action: fine },
      { control: 'note 1/53', action: { do: 'openPage', device, page: 2 }, whileHeld: true },
    ].map((one) => ControllerBinding.parse({ device, ...one }));
    function mapped() {
      const stage = opened();
      Object.assign(stage.field, { shown: 500, step: 1 });
      for (const one of all) stage.controllers.map(one);
      stage.plug();
      const { pressed, controllers } = stage;
      // The whole desk sees each change, and so do the lamps.
      return { ...stage, did: () => pressed.splice(0), isFine: () => controllers.view.devices.map((one) => one.fine) };
    }
    const [hold, release] = [
      [0x90, 50, 1],
      [0x80, 50, 0],
    ] as const;
    const turn = [0xb0, 16, 1];

    it('count a tenth while a control is held, turned or moved', async () => {
      const { clock, play, did, isFine } = mapped();
      const turned = async (): Promise<string[]> => {
        play(turn);
        await clock.pass(20);
        return did();
      };
      expect([await turned(), isFine()]).toEqual([['cc 1/16 by 10'], [false]]);
      play([...hold]);
      expect([await turned(), isFine()]).toEqual([['cc 1/16 by 1'], [true]]);
      for (const position of [64, 66, 63]) {
        play([0xb0, 48, position]);
        await clock.pass(20);
      }
      expect(did()).toEqual(['cc 1/48 = 502', 'cc 1/48 = 499']);
      play([...release]);
      expect([await turned(), isFine()]).toEqual([['cc 1/16 by 10'], [false]]);
    });

    it('count what was turned before as it was turned, and keep what is not enough for a step of the field', async () => {
      const { clock, field, play, did } = mapped();
      play([...turn, 16, 1, ...hold, ...turn, 16, 1, 16, 1, ...release, ...turn]);
      await clock.pass(100);
      expect(did()).toEqual(['cc 1/16 by 10', 'cc 1/16 by 10', 'cc 1/16 by 3', 'cc 1/16 by 10']);
      field.step = 10;
      play([...hold]);
      for (let turns = 0; turns < 9; turns += 1) play(turn);
      await clock.pass(100);
      expect(did()).toEqual([]);
      play([...release, ...hold, ...turn]);
      expect(did()).toEqual(['cc 1/16 by 10']);
    });

    it('end with the control that was held: by its release on whatever page, by a mapping, by a loss', () => {
      const { controllers, driver, play, plug, isFine } = mapped();
      play([...hold, 0x90, 53, 1]);
      expect(isFine()).toEqual([true]);
      play([...release, 0x80, 53, 0]);
      expect(isFine()).toEqual([false]);
      const ends = [
        () => driver().on.says({ say: 'closed', port: 'in1', reason: texts.check.silent }),
        () => driver().on.says({ say: 'ports', ports: [], trouble: null }),
        () => controllers.map(all[2]!),
        () => controllers.map(ControllerBinding.parse({ ...all[0], control: 'cc 1/51' })),
      ];
      for (const end of ends) {
        play([0xb0, 51, 127]);
        play([...hold]);
        expect(isFine()).toEqual([true]);
        end();
        plug();
        expect(isFine()).toEqual([false]);
      }
    });

    it('end with the newest of two controls that are held', () => {
      const { play, isFine } = mapped();
      play([...hold, 0xb0, 51, 127, ...release]);
      expect(isFine()).toEqual([true]);
      play([0xb0, 51, 0]);
      expect(isFine()).toEqual([false]);
    });

    it('are switched on and off from anywhere, also while a control is held, and go with the device', () => {
      const { controllers, driver, play, plug, isFine } = mapped();
      controllers.act(fine);
      expect(isFine()).toEqual([true]);
      play([...hold]);
      controllers.act(fine);
      expect(isFine()).toEqual([false]);
      play([...release]);
      expect(isFine()).toEqual([false]);
      controllers.act({ ...fine, on: true });
      controllers.act({ ...fine, on: true });
      expect(isFine()).toEqual([true]);
      driver().on.says({ say: 'ports', ports: [], trouble: null });
      plug();
      expect(isFine()).toEqual([false]);
      expect(() => controllers.act({ ...fine, device: 'Nobody' })).toThrow(texts.controls.none('Nobody'));
    });

    it('are shown by the lamps of their controls', async () => {
      const { clock, play, driver, profiles, profilesChanged } = mapped();
      const profile = ownProfiles.find(({ name }) => name === 'Arturia BeatStep')!;
      profiles.set(device, profile);
      profilesChanged();
      const lamps = (state: 'out' | 'cued') =>
        [50, 49].map((note) => lookOf(profile, { control: `note 1/${note}`, state })?.bytes);
      const sent = () =>
        driver()
          .did.splice(0)
          .flatMap((one) => (one.do === 'send' ? [one.bytes] : []));
      // It takes no more than a MIDI cable carries.
      await clock.pass(100);
      sent();
      play([...hold]);
      await clock.pass(20);
      expect(sent()).toEqual(lamps('cued'));
      play([...release]);
      await clock.pass(20);
      expect(sent()).toEqual(lamps('out'));
    });

    it('leave a motor fader at the true value, and set no other when they end under the hand', async () => {
      const { clock, controllers, driver, faces, field, play, plug, pressed } = opened();
      Object.assign(field, { shown: 500, step: 1 });
      const ports = [input, output].map((port) => ({ ...port, name: 'X-Touch' }));
      const on = { device: 'X-Touch', control: 'bend 1' };
      const action = { do: 'set', ...number, value: null };
      controllers.map(ControllerBinding.parse({ ...on, action, fader: { from: 0, to: 1_000 } }));
      const holds = { device: 'X-Touch', control: 'note 1/70', whileHeld: true };
      controllers.map(ControllerBinding.parse({ ...holds, action: { do: 'fine', device: 'X-Touch' } }));
      plug(ports);
      const confirm = async (): Promise<void> => {
        faces.confirmed = { value: field.shown ?? 0, min: 0, max: 1_000 };
        controllers.truthChanged();
        await clock.pass(20);
      };
      const bend = (value: number): number[] => [0xe0, value & 0x7f, value >> 7];
      const [touch, leave] = [
        [0x90, 104, 127],
        [0x90, 104, 0],
      ];
      await confirm();
      await clock.pass(200);
      driver().did.length = 0;
      play([0x90, 70, 127, ...touch, ...bend(8_192)]);
      await clock.pass(20);
      play(bend(11_468));
      await confirm();
      expect(pressed.splice(0)).toEqual(['bend 1 = 520']);
      const motor = () =>
        driver()
          .did.splice(0)
          .filter((one) => one.do === 'send' && one.bytes[0] === 0xe0);
      expect(motor()).toEqual([]);
      play(leave);
      expect(motor()).toEqual([{ do: 'send', port: 'out1', bytes: bend(8_519) }]);
      // The next hand takes it from there.
      play([...touch, ...bend(8_683)]);
      await clock.pass(20);
      play([0x80, 70, 0, ...bend(8_683 + 164)]);
      await clock.pass(20);
      expect(pressed.splice(0)).toEqual(['bend 1 = 521', 'bend 1 = 531']);
    });
  });
});

it('a fader of a desk stages the number of a field, once it has passed what the field shows', async () => {
  const stage = await world({ midi: {} });
  stage.says({ say: 'ports', ports: [input], trouble: null });
  const on = { subComposition: stage.at(ids.lowerThird), field: 'size' };
  await stage.screen.call('mapControl', {
    device,
    control: 'cc 1/1',
    action: { do: 'set', ...on, value: null },
    fader: { from: 0, to: 127 },
  });
  await stage.do({ do: 'set', ...on, value: 20 });
  const move = async (value: number): Promise<unknown> => {
    stage.says({ say: 'bytes', port: 'in1', bytes: [0xb0, 1, value], at: stage.clock.monotonic() });
    await stage.clock.pass(50);
    return stage.view.subs[on.subComposition]?.staged.size;
  };
  expect([await move(5), await move(15), await move(21), await move(30)]).toEqual(['20', '20', '21', '30']);
});

it('a pad of a desk makes a knob count a tenth, in what its field takes, until it is pressed again', async () => {
  const stage = await world({ midi: {} });
  stage.says({ say: 'ports', ports: [input], trouble: null });
  // From 1 to 100 in whole numbers.
  const size = { subComposition: stage.at(ids.lowerThird), field: 'size' };
  await stage.screen.call('mapControl', {
    device,
    control: 'cc 1/16',
    action: { do: 'step', ...size, by: 15 },
    encoder: 'twos',
  });
  await stage.screen.call('mapControl', { device, control: 'note 1/50', action: { do: 'fine', device } });
  const play = async (...bytes: number[]): Promise<unknown> => {
    stage.says({ say: 'bytes', port: 'in1', bytes, at: stage.clock.monotonic() });
    await stage.clock.pass(20);
    const [shown] = stage.view.controllers.devices;
    return [stage.view.subs[size.subComposition]?.staged.size, shown?.fine];
  };
  const [right, switches] = [
    [0xb0, 16, 1],
    [0x90, 50, 1, 0x80, 50, 0],
  ];
  expect(await play(...right)).toEqual(['25', false]);
  expect(await play(...switches)).toEqual(['25', true]);
  expect([await play(...right), await play(...right)]).toEqual([
    ['26', true],
    ['28', true],
  ]);
  expect([await play(...switches), await play(...right)]).toEqual([
    ['28', false],
    ['43', false],
  ]);
});
