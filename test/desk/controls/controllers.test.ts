import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import { genericProfile, lampBytes } from '../../../desk/controls/midi/device-profile.ts';
import { ownProfiles } from '../../../desk/controls/midi/profiles.ts';
import { openMidiStage } from '../../kit/desk/midi-stage.ts';
import { device, input, openedControllers as opened, output, take } from '../../kit/desk/opened-controllers.ts';
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
    expect(() => controllers.picture('Synth')).toThrow('There is no controller Synth.');
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

  it('refuse a press that was held up on its way, in a notice that names the control', async () => {
    const { clock, plug, play, pressed, notices } = opened();
    await clock.pass(10_000);
    plug();
    play([0x90, 36, 1, 0x90, 37, 1], clock.monotonic() - 3_000);
    expect([pressed, notices]).toEqual([[], ['BeatStep note 1/36: too late', 'BeatStep note 1/37: too late']]);
  });

  it('light what is confirmed on air, send only differences, all anew after a replug, and go dark at the end', async () => {
    const { clock, plug, truth, lit, controllers, driver } = opened();
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
    controllers.close();
    expect([lit().at(-1), driver().stopped]).toEqual(['144 36 0', true]);
  });

  it('learn the next control that is pressed, which fires nothing, and wait for it no longer than 15 seconds', async () => {
    const { clock, controllers, plug, play, pressed } = opened();
    plug();
    const first = controllers.learn();
    const second = controllers.learn();
    expect([await first, controllers.view.learning]).toEqual([null, true]);
    play([0x90, 36, 1, 0x80, 36, 0]);
    expect([await second, controllers.view.learning, pressed]).toEqual([
      { device, control: 'note 1/36', use: 'button', raw: '90 24 01' },
      false,
      [],
    ]);
    play([0x90, 36, 1]);
    expect(pressed).toEqual(['note 1/36']);
    const late = controllers.learn();
    await clock.pass(15_000);
    expect([await late, controllers.view.learning]).toEqual([null, false]);
  });

  it('do at once what they are mapped to anew, with its lamp, and keep it', async () => {
    const { clock, controllers, kept, plug, play, pressed, truth, lit } = opened();
    truth.onAir = 'yes';
    plug();
    const mapped = ControllerBinding.parse({ device, control: 'note 1/60', action: take });
    controllers.map(mapped);
    play([0x90, 60, 1]);
    expect([pressed, lit()]).toEqual([['note 1/60'], ['144 36 127', '144 60 127']]);
    // A control that is down while the mapping changes does not fire.
    play([0x90, 37, 1]);
    controllers.map(ControllerBinding.parse({ device, control: 'note 1/60', action: { do: 'undo', what: 'take' } }));
    controllers.unmap({ device, control: 'note 1/36' });
    play([0x90, 36, 1]);
    await clock.pass(600);
    expect([pressed, lit().slice(2)]).toEqual([['note 1/60'], ['144 60 0', '144 36 0']]);
    expect(kept.at(-1)).toEqual(controllers.bindings);
    expect(kept.at(-1)?.map(({ control, action }) => `${control} ${action.do}`)).toEqual([
      ...['note 1/37 go', 'cc 1/7 undo', 'note 1/38 go', 'note 1/60 undo'],
    ]);
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

  it('open the page of what an operator selects, but not while another one is held open', () => {
    const { controllers, plug, play } = opened();
    const clockOnTwo = { device, control: 'note 1/40', page: 2, action: { ...take, subComposition: 'news/clock' } };
    const cueOnThree = { device, control: 'note 1/40', page: 3, action: { do: 'fireCue', cue: 'c1' } };
    const shift = { device, control: 'note 1/50', action: { do: 'openPage', device, page: 4 }, whileHeld: true };
    for (const binding of [clockOnTwo, cueOnThree, shift]) controllers.map(ControllerBinding.parse(binding));
    plug();
    const page = () => controllers.view.devices[0]?.page;
    const pages = [{ subComposition: 'news/clock' }, { cue: 'c1' }, { subComposition: 'news/other' }].map(
      (selected) => {
        controllers.follow(selected);
        return page();
      },
    );
    expect(pages).toEqual([2, 3, 3]);
    play([0x90, 50, 1]);
    controllers.follow({ subComposition: 'news/clock' });
    expect(page()).toBe(4);
    play([0x80, 50, 0]);
    expect(page()).toBe(3);
  });

  it('leave the output of a device to other programs until something on it is mapped', () => {
    const { controllers, driver, plug } = opened();
    const other = { name: 'Synth', direction: 'out' as const, id: 'out9' };
    plug([{ ...input, id: 'in9', name: 'Synth' }, other]);
    const open = () => driver().did.flatMap((one) => (one.do === 'open' ? [one.port] : []));
    expect(open()).toEqual(['in9']);
    controllers.map(ControllerBinding.parse({ device: 'Synth', control: 'note 1/1', action: take }));
    expect(open()).toEqual(['in9', 'out9']);
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
      expect(did()).toBe('hold undo');
      play([...down, ...up, ...down, ...up]);
      await clock.pass(400);
      expect(did()).toBe('hold fireMarked hold');
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
        expect(did()).toBe('hold');
      }
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
      expect(did()).toBe('hold');
      controllers.turn({ do: 'openPage', device, page: 1 });
      await clock.pass(1_000);
      expect(did()).toBe('');
    });

    it('do a panic that waits for its release although another page is open by then', () => {
      const { controllers, play, did, clock } = mapped('long');
      controllers.map(ControllerBinding.parse({ device, control: 'note 1/60', action: { do: 'panic' } }));
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
        ...{ device, control: 'note 1/1', action: { do: 'go' }, press: 'long', guard: { kind: 'arm' } },
      });
      expect(read.success).toBe(false);
    });
  });

  describe('with pages', () => {
    const on = (control: string, more: object) => ControllerBinding.parse({ device, control, ...more });
    const openTwo = { action: { do: 'openPage', device, page: 2 } };
    const jump = { do: 'take', subComposition: 'news/title', to: 'In', action: 'jump' };
    /** Pad 36 takes on every page and jumps on page 2, pad 40 turns, pad 41 opens page 2 while it is held. */
    function mapped() {
      const all = opened();
      all.controllers.map(on('note 1/36', { page: 2, action: jump }));
      all.controllers.map(on('note 1/40', { action: { do: 'turnPage', device } }));
      all.controllers.map(on('note 1/41', { ...openTwo, whileHeld: true }));
      all.plug();
      const did = (): string[] => all.actions.map((action) => ('action' in action ? action.action : action.do));
      return { ...all, did };
    }

    it('do on the page that is open what is mapped there, else what counts on every page', () => {
      const { controllers, play, did } = mapped();
      play([0x90, 36, 1, 0x80, 36, 0]);
      controllers.turn({ do: 'openPage', device, page: 2 });
      play([0x90, 36, 1, 0x80, 36, 0]);
      controllers.turn({ do: 'turnPage', device, by: 1 });
      play([0x90, 36, 1, 0x80, 36, 0]);
      expect(did()).toEqual(['play', 'jump', 'play']);
      expect(controllers.view.devices.map(({ page, pages }) => [page, pages])).toEqual([[1, 2]]);
      expect(() => controllers.turn({ do: 'turnPage', device: 'Nobody', by: 1 })).toThrow(
        'There is no controller Nobody.',
      );
    });

    it('open a page while a control is held, and the page before when it is released', () => {
      const { controllers, play, did } = mapped();
      play([0x90, 41, 1, 0x90, 36, 1, 0x80, 36, 0, 0x80, 41, 0, 0x90, 36, 1]);
      expect(did()).toEqual(['jump', 'play']);
      expect(controllers.view.devices[0]?.page).toBe(1);
    });

    it('are back on the page before when the device went while that control was held', () => {
      const { driver, play, plug, did } = mapped();
      play([0x90, 41, 1]);
      driver().on.says({ say: 'ports', ports: [], trouble: null });
      plug();
      play([0x90, 36, 1]);
      expect(did()).toEqual(['play']);
    });

    it('fire nothing by another page: neither what was held nor what was armed', async () => {
      const { clock, controllers, play, pressed } = mapped();
      play([0x90, 37, 1, 0x90, 38, 1, 0x80, 38, 0]);
      controllers.turn({ do: 'openPage', device, page: 2 });
      await clock.pass(600);
      play([0x90, 38, 1]);
      await clock.pass(600);
      expect(pressed).toEqual([]);
    });

    it('show with the lamps of the page that is open, at once, and which one that is', () => {
      const { controllers, truth, lit } = mapped();
      controllers.map(on('note 1/50', { page: 2, action: take }));
      truth.onAir = 'yes';
      controllers.turn({ do: 'openPage', device, page: 2 });
      expect(lit().slice(-2)).toContain('144 50 127');
      controllers.turn({ do: 'openPage', device, page: 1 });
      expect(lit().at(-1)).toBe('144 50 0');
    });

    it('keep what every page has when one page of it is unmapped', () => {
      const { controllers, play, did } = mapped();
      controllers.turn({ do: 'openPage', device, page: 2 });
      controllers.unmap({ device, control: 'note 1/36', page: 2 });
      play([0x90, 36, 1]);
      expect(did()).toEqual(['play']);
    });

    it('make a fader on a new page pass its value first', () => {
      const { controllers, field, play, pressed } = mapped();
      const set = { do: 'set', subComposition: 'news/title', field: 'dim', value: null };
      controllers.map(on('cc 1/48', { action: set, fader: { from: 0, to: 127 } }));
      play([0xb0, 48, 10]);
      expect(field.shown).toBe(10);
      controllers.turn({ do: 'openPage', device, page: 2 });
      field.shown = 100;
      play([0xb0, 48, 20]);
      expect(pressed).toEqual(['cc 1/48 = 10']);
    });

    it.each([
      ['another device', { ...openTwo, action: { do: 'openPage', device: 'Other', page: 2 } }],
      ['another action', { action: { do: 'go' } }],
      ['a guard', { ...openTwo, guard: { kind: 'arm' } }],
    ])('refuse a control that counts while it is held for %s', (_, binding) => {
      const read = ControllerBinding.safeParse({ device, control: 'note 1/1', ...binding, whileHeld: true });
      expect(read.success).toBe(false);
    });
  });

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
        ...{ control: 'cc 1/48', action: { do: 'set', ...number, value: null } },
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
        () => driver().on.says({ say: 'closed', port: 'in1', reason: 'It does not answer.' }),
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

    it('go on while one of two controls is held', () => {
      const { play, isFine } = mapped();
      play([...hold, 0xb0, 51, 127, ...release]);
      expect(isFine()).toEqual([true]);
      play([0xb0, 51, 0]);
      expect(isFine()).toEqual([false]);
    });

    it('are switched on and off from anywhere, whatever is held meanwhile, and go with the device', () => {
      const { controllers, driver, play, plug, isFine } = mapped();
      controllers.act(fine);
      expect(isFine()).toEqual([true]);
      play([...hold]);
      controllers.act(fine);
      expect(isFine()).toEqual([true]);
      play([...release]);
      expect(isFine()).toEqual([false]);
      controllers.act({ ...fine, on: true });
      controllers.act({ ...fine, on: true });
      expect(isFine()).toEqual([true]);
      driver().on.says({ say: 'ports', ports: [], trouble: null });
      plug();
      expect(isFine()).toEqual([false]);
      expect(() => controllers.act({ ...fine, device: 'Nobody' })).toThrow('There is no controller Nobody.');
    });

    it('are shown by the lamps of their controls', async () => {
      const { clock, play, driver, profiles, profilesChanged } = mapped();
      const profile = ownProfiles.find(({ name }) => name === 'Arturia BeatStep')!;
      profiles.set(device, profile);
      profilesChanged();
      const lamps = (state: 'out' | 'cued') => [50, 49].map((note) => lampBytes(profile, `note 1/${note}`, state));
      const sent = () =>
        driver()
          .did.splice(0)
          .flatMap((one) => (one.do === 'send' ? [one.bytes] : []));
      sent();
      play([...hold]);
      await clock.pass(2);
      expect(sent()).toEqual(lamps('cued'));
      play([...release]);
      await clock.pass(2);
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

  describe('with a profile', () => {
    const launchpad = 'Launchpad Mini MK3 LPMiniMK3 MIDI';
    const ports = [
      { ...input, name: launchpad },
      { ...output, name: launchpad },
    ];
    const enter = [0xf0, 0x00, 0x20, 0x29, 0x02, 0x0d, 0x0e, 0x01, 0xf7].join(' ');
    const leave = [0xf0, 0x00, 0x20, 0x29, 0x02, 0x0d, 0x0e, 0x00, 0xf7].join(' ');

    it('are put into its mode before their lamps are lit, and out of it at the end', () => {
      const { controllers, plug, lit } = opened();
      controllers.map(ControllerBinding.parse({ device: launchpad, control: 'note 1/81', action: take }));
      plug(ports);
      expect(lit()).toEqual([enter, '144 81 1']);
      controllers.close();
      expect(lit().slice(2)).toEqual(['144 81 0', leave]);
    });

    it('are put into it when somebody begins to learn, because their controls have other names before', () => {
      const { controllers, driver, lit } = opened();
      driver().on.says({ say: 'ports', ports, trouble: null });
      expect(driver().did).toEqual([{ do: 'open', port: 'in1' }]);
      void controllers.learn();
      expect(driver().did.at(-1)).toEqual({ do: 'open', port: 'out1' });
      driver().on.says({ say: 'opened', port: 'out1' });
      expect(lit()).toEqual([enter]);
    });

    it('show every state in its own way, and on air also while something else is requested or has failed', async () => {
      const { clock, controllers, plug, truth, lit } = opened();
      controllers.map(ControllerBinding.parse({ device: launchpad, control: 'note 1/81', action: take }));
      plug(ports);
      const shown: string[] = [];
      for (const [tally, onAir] of [
        ['OUT', 'no'],
        ['CUED', 'no'],
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
        ...['144 81 1', '144 81 21', '146 81 9', '144 81 5', '146 81 5', '146 81 53', '146 81 57', '146 81 45'],
      ]);
    });

    it('are all lit for a test, mapped or not, and then show again what is true', async () => {
      const { clock, controllers, driver, lit } = opened();
      const name = 'APC mini mk2 Control';
      driver().on.says({ say: 'ports', ports: ports.map((port) => ({ ...port, name })), trouble: null });
      controllers.map(ControllerBinding.parse({ device: name, control: 'note 1/0', action: take }));
      driver().on.says({ say: 'opened', port: 'out1' });
      expect(lit()).toEqual(['150 0 1']);
      controllers.testLamps(name);
      expect(lit()).toHaveLength(1 + 64 + 8 + 8);
      expect(lit().at(-1)).toBe('144 119 1');
      controllers.truthChanged();
      await clock.pass(1_999);
      expect(lit()).toHaveLength(81);
      await clock.pass(1);
      const after = lit().slice(81);
      expect([after.length, after[0], after.filter((sent) => !sent.endsWith(' 0'))]).toEqual([
        80,
        '150 0 1',
        ['150 0 1'],
      ]);
      expect(() => controllers.testLamps('Nobody')).toThrow('There is no controller Nobody.');
    });

    it('have the brightness that somebody chose, from then on', () => {
      const { controllers, dimmed, plug, lit } = opened();
      controllers.map(ControllerBinding.parse({ device: launchpad, control: 'note 1/81', action: take }));
      plug(ports);
      expect(controllers.view.devices[0]?.brightness).toBe(1);
      controllers.setBrightness({ device: launchpad, value: 0 });
      const dim = '240 0 32 41 2 13 8 0 247';
      expect([lit().at(-1), dimmed, controllers.view.devices[0]?.brightness]).toEqual([
        ...[dim, [{ device: launchpad, value: 0 }], 0],
      ]);
      plug(ports.map((port) => ({ ...port, id: `${port.id} again` })));
      expect(lit().filter((sent) => sent === dim)).toHaveLength(2);
      expect(() => controllers.setBrightness({ device: 'Nobody', value: 1 })).toThrow('There is no controller Nobody.');
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
      await clock.pass(10);
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
      expect([lit()[0], lit().length]).toEqual([enter, 1 + 78 + 80]);
    });

    it('are lit anew when their profile is another one', () => {
      const { controllers, plug, profiles, profilesChanged, truth, lit } = opened();
      Object.assign(truth, { tally: 'ON AIR', onAir: 'yes' });
      plug();
      expect(lit()).toEqual(['144 36 127']);
      const lamp = { off: '90 n 00', onAir: '95 n 7F' };
      const lamps = [{ controls: 'note 1/36', lamp }];
      profiles.set(device, { ...genericProfile, name: 'Mine', hello: ['F0 7D 01 F7'], lamps });
      profilesChanged();
      expect(lit().slice(1)).toEqual(['144 36 0', '240 125 1 247', '149 36 127']);
      expect(controllers.view.devices.map(({ profile }) => profile)).toEqual(['Mine']);
    });
  });

  it('start a driver that died again, later each time, and at once again after it was well', async () => {
    const { clock, drivers, driver, controllers, plug } = opened();
    for (const [wait, count] of [
      [500, 2],
      [1_000, 3],
      [2_000, 4],
      [5_000, 5],
      [5_000, 6],
    ] as const) {
      driver().on.ended('It was killed.');
      expect(controllers.view.trouble).toContain('It was killed.');
      await clock.pass(wait - 1);
      expect(drivers.length).toBe(count - 1);
      await clock.pass(1);
      expect(drivers.length).toBe(count);
    }
    plug();
    driver().on.ended('It was killed.');
    await clock.pass(500);
    expect(drivers.length).toBe(7);
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

  it.each([
    ['nanoKONTROL2 1 SLIDER/KNOB', 'KORG KONTROL Editor'],
    ['LPX MIDI', 'Novation Components, Ableton Live'],
    ['Box', 'the software of its maker'],
  ])(
    'that another program has: %s says that it may be %s, and is tried again until it can be had',
    async (name, own) => {
      const { driver, drivers, controllers, clock } = opened();
      const reason = `"${name}" cannot be opened; another program may have it (MidiInWinMM::openPort: error).`;
      driver().on.says({ say: 'ports', ports: [{ ...input, name }], trouble: null });
      driver().on.says({ say: 'refused', port: 'in1', reason, taken: true });
      const troubles = (): string[] => controllers.view.devices.map(({ trouble }) => trouble);
      expect(troubles()).toEqual([
        `${reason} Close what may have it, such as ${own}, an audio workstation, Companion or a page in a browser that uses MIDI; it is tried again every two seconds.`,
      ]);
      const tries = (): unknown[] => driver().did.splice(0);
      tries();
      await clock.pass(2_000);
      expect(tries()).toEqual([{ do: 'open', port: 'in1' }]);
      driver().on.says({ say: 'refused', port: 'in1', reason, taken: true });
      await clock.pass(2_000);
      expect(tries()).toEqual([{ do: 'open', port: 'in1' }]);
      driver().on.says({ say: 'opened', port: 'in1' });
      expect(troubles()).toEqual(['']);
      await clock.pass(10_000);
      expect(tries()).toEqual([]);

      // One that was pulled out meanwhile is not.
      driver().on.says({ say: 'refused', port: 'in1', reason, taken: true });
      driver().on.says({ say: 'ports', ports: [], trouble: null });
      await clock.pass(10_000);
      expect([tries(), drivers.length]).toEqual([[], 1]);
    },
  );

  it('say what is wrong: no MIDI, or a port that cannot be opened; and which control was pressed last', () => {
    const { driver, controllers, plug, play } = opened();
    driver().on.says({ say: 'ports', ports: [], trouble: 'This machine has no MIDI system.' });
    expect(controllers.view).toEqual({
      learning: false,
      testing: null,
      trouble: 'This machine has no MIDI system.',
      devices: [],
      waiting: [],
    });
    driver().on.says({ say: 'ports', ports: [input], trouble: null });
    driver().on.says({ say: 'refused', port: 'in1', reason: 'The ports change too fast.' });
    expect(controllers.view.devices).toEqual([
      {
        name: device,
        could: [],
        profile: 'MIDI controller',
        trouble: 'The ports change too fast.',
        last: null,
        page: 1,
        pages: 1,
        fine: false,
        brightness: null,
      },
    ]);
    plug([input]);
    play([0x90, 99, 1]);
    expect(controllers.view).toEqual({
      learning: false,
      testing: null,
      trouble: null,
      waiting: [],
      devices: [
        {
          name: device,
          could: [],
          profile: 'MIDI controller',
          trouble: '',
          last: 'note 1/99',
          page: 1,
          pages: 1,
          fine: false,
          brightness: null,
        },
      ],
    });
  });
});

describe('what somebody held or pressed while another page was opened', () => {
  const on = (control: string, more: object) => ControllerBinding.parse({ device, control, ...more });
  const openTwo = { action: { do: 'openPage', device, page: 2 } };
  const panic = { action: { do: 'panic' }, guard: { kind: 'hold', milliseconds: 600 } };
  const number = { subComposition: 'news/title', field: 'dim' };
  const fader = { action: { do: 'set', ...number, value: null }, fader: { from: 0, to: 127 } };

  it('a panic that is held on a pad of every page fires although a shift is released meanwhile', async () => {
    const { clock, controllers, plug, play, pressed } = opened();
    controllers.map(on('note 1/50', panic));
    controllers.map(on('note 1/41', { ...openTwo, whileHeld: true }));
    plug();
    play([0x90, 41, 1, 0x90, 50, 1]);
    await clock.pass(300);
    play([0x80, 41, 0]);
    await clock.pass(2_000);
    expect(pressed).toEqual(['note 1/50']);
  });

  it('a panic that is held fires although somebody elsewhere opens a page, or maps another control', async () => {
    const { clock, controllers, plug, play, pressed } = opened();
    controllers.map(on('note 1/50', panic));
    plug();
    play([0x90, 50, 1]);
    await clock.pass(300);
    controllers.map(on('note 1/99', { action: { do: 'go' } }));
    await clock.pass(2_000);
    expect(pressed).toEqual(['note 1/50']);
  });

  it('a shift on a control change whose control is a fader on its page lets the page go', () => {
    const { controllers, plug, play, pressed } = opened();
    controllers.map(on('cc 1/20', { ...openTwo, whileHeld: true }));
    controllers.map(on('cc 1/20', { ...fader, page: 2 }));
    plug();
    play([0xb0, 20, 127]);
    play([0xb0, 20, 0]);
    expect([controllers.view.devices[0]?.page, pressed]).toEqual([1, []]);
  });

  it('the release of a button that opened a page sets no fader there, and its next press counts', () => {
    const { controllers, plug, play, pressed } = opened();
    controllers.map(on('cc 1/20', { ...openTwo, page: 1 }));
    controllers.map(on('cc 1/20', { ...fader, page: 2 }));
    plug();
    play([0xb0, 20, 127]);
    controllers.turn({ do: 'openPage', device, page: 2 });
    play([0xb0, 20, 0]);
    controllers.turn({ do: 'openPage', device, page: 1 });
    play([0xb0, 20, 127]);
    expect(pressed).toEqual(['cc 1/20', 'cc 1/20']);
  });

  it('a fader on every page goes on after another page was opened', async () => {
    const { clock, controllers, field, plug, play } = opened();
    controllers.map(on('cc 1/48', fader));
    plug();
    for (const value of [60, 62, 64]) {
      play([0xb0, 48, value]);
      await clock.pass(50);
    }
    expect(field.shown).toBe(64);
    controllers.turn({ do: 'openPage', device, page: 2 });
    for (const value of [66, 68, 70]) {
      play([0xb0, 48, value]);
      await clock.pass(50);
    }
    expect(field.shown).toBe(70);
  });

  it('a page does not stay open when the input of the device is lost while the shift is held', async () => {
    const { controllers, plug, play, driver } = opened();
    controllers.map(on('note 1/41', { ...openTwo, whileHeld: true }));
    plug();
    play([0x90, 41, 1]);
    driver().on.says({ say: 'closed', port: 'in1', reason: 'gone' });
    expect(controllers.view.devices[0]?.page).toBe(1);
  });

  it('learning a fader leaves no button down', async () => {
    const { clock, controllers, plug, play, pressed } = opened();
    controllers.map(on('cc 1/48', fader));
    plug();
    const learned = controllers.learn();
    play([0xb0, 48, 60]);
    await clock.pass(600);
    await learned;
    play([0xb0, 48, 0]);
    pressed.length = 0;
    controllers.map(on('cc 1/48', { action: { do: 'go' } }));
    play([0xb0, 48, 127]);
    expect(pressed).toEqual(['cc 1/48']);
  });

  it('a press from before the page turned does not do what the new page has', async () => {
    const { clock, controllers, plug, play, actions, notices } = opened();
    controllers.map(on('note 1/36', { page: 2, action: { do: 'go' } }));
    plug();
    await clock.pass(5_000);
    const at = clock.monotonic() - 500;
    controllers.turn({ do: 'openPage', device, page: 2 });
    play([0x90, 36, 1], at);
    expect(actions).toEqual([]);
    expect(notices).toEqual(['BeatStep note 1/36: Another page was opened after it was pressed.']);
  });
});

it('a pad fires the next cue of a desk, with its line in the log, and a refused press becomes a notice', async () => {
  const controllers = [{ device, control: 'note 1/36', action: { do: 'go' } }];
  const { stage, says } = await openMidiStage({ settings: { controllers } });
  says({ say: 'ports', ports: [input], trouble: null });
  await stage.add({
    number: '1',
    steps: [{ targets: [{ subComposition: stage.at(ids.title), name: 'Title', state: 'In' }] }],
  });
  says({ say: 'bytes', port: 'in1', bytes: [0x90, 36, 1], at: stage.clock.monotonic() });
  await stage.clock.pass(300);
  expect(stage.told).toEqual(['The control BeatStep note 1/36: The next cue is 1 now, so the press was refused.']);
  says({ say: 'bytes', port: 'in1', bytes: [0x80, 36, 0, 0x90, 36, 1], at: stage.clock.monotonic() });
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
    },
  ]);
  says({ say: 'bytes', port: 'in1', bytes: [0x90, 36, 1], at: stage.clock.monotonic() });
  await stage.clock.pass(50);
  expect(stage.told.at(-1)).toMatch(/^The control BeatStep note 1\/36: The rundown .* is at its end\.$/);
});

it('the lamps of a desk follow a sub-composition from cued over requested to on air', async () => {
  const apc = 'APC mini mk2 Control';
  const sent: string[] = [];
  const { stage, says } = await openMidiStage({ sent: (bytes) => void sent.push(bytes.join(' ')) });
  const ports = [
    { ...input, name: apc },
    { ...output, name: apc },
  ];
  says({ say: 'ports', ports, trouble: null });
  const toggle = { do: 'toggle' as const, subComposition: stage.at(ids.title) };
  await stage.screen.call('mapControl', { device: apc, control: 'note 1/0', action: toggle });
  for (const { id } of ports) says({ say: 'opened', port: id });
  await stage.do({ do: 'cue', subComposition: stage.at(ids.title), cued: true });
  await stage.clock.pass(20);
  // Long enough to be seen as requested.
  const [service] = stage.services;
  service?.disturb({ kind: 'slow', delay: 200 });
  service?.updateFaults.push({ kind: 'none', there: 1, back: 200 });
  says({ say: 'bytes', port: 'in1', bytes: [0x90, 0, 127], at: stage.clock.monotonic() });
  await stage.clock.pass(1_000);
  expect(stage.tally(ids.title)).toBe('ON AIR');
  // Dim, green, amber that pulses, red.
  expect(sent).toEqual(['150 0 1', '150 0 21', '153 0 9', '150 0 5']);
});

it('a fader of a desk stages the number of a field, once it has passed what the field shows', async () => {
  const { stage, says } = await openMidiStage();
  says({ say: 'ports', ports: [input], trouble: null });
  const on = { subComposition: stage.at(ids.lowerThird), field: 'size' };
  await stage.screen.call('mapControl', {
    ...{ device, control: 'cc 1/1', action: { do: 'set', ...on, value: null }, fader: { from: 0, to: 127 } },
  });
  await stage.do({ do: 'set', ...on, value: 20 });
  const move = async (value: number): Promise<unknown> => {
    says({ say: 'bytes', port: 'in1', bytes: [0xb0, 1, value], at: stage.clock.monotonic() });
    await stage.clock.pass(50);
    return stage.view.subs[on.subComposition]?.staged.size;
  };
  expect([await move(5), await move(15), await move(21), await move(30)]).toEqual(['20', '20', '21', '30']);
});

it('pads of cues are lit by what the service confirmed of them, and Go while something is next', async () => {
  const lit = new Map<string, string>();
  const { stage, says } = await openMidiStage({
    sent: ([status, note, value]) => void lit.set(`${status} ${note}`, String(value)),
  });
  const target = { subComposition: stage.at(ids.title), name: 'Title' };
  const [one = '', two = ''] = await stage.add(
    { number: '1', steps: [{ targets: [{ ...target, state: 'In' }] }] },
    { number: '2', steps: [{ targets: [{ ...target, state: 'Out1' }] }] },
  );
  const mini = 'APC mini mk2 Control';
  const map = (control: string, action: object): Promise<unknown> =>
    stage.screen.call('mapControl', ControllerBinding.parse({ device: mini, control, action }));
  says({
    say: 'ports',
    ports: [
      { ...input, name: mini },
      { ...output, name: mini },
    ],
    trouble: null,
  });
  says({ say: 'opened', port: 'out1' });
  await map('note 1/0', { do: 'fireCue', cue: one });
  await map('note 1/1', { do: 'fireCue', cue: two });
  await map('note 1/2', { do: 'go' });
  await stage.clock.pass(300);
  const colors = (): (string | undefined)[] => [150, 150, 150].map((status, note) => lit.get(`${status} ${note}`));
  // Green is next, gray is out, red is on air.
  expect(colors()).toEqual(['21', '1', '21']);
  says({ say: 'bytes', port: 'in1', bytes: [0x90, 2, 1, 0x80, 2, 0], at: stage.clock.monotonic() });
  await stage.clock.pass(500);
  expect([stage.tally(ids.title), colors()]).toEqual(['ON AIR', ['5', '21', '21']]);
  says({ say: 'bytes', port: 'in1', bytes: [0x90, 2, 1, 0x80, 2, 0], at: stage.clock.monotonic() });
  await stage.clock.pass(500);
  expect([stage.tally(ids.title), colors()]).toEqual(['OUT', ['1', '1', '1']]);
});

it('a pad of a desk makes a knob count a tenth, in what its field takes, until it is pressed again', async () => {
  const { stage, says } = await openMidiStage();
  says({ say: 'ports', ports: [input], trouble: null });
  // From 1 to 100 in whole numbers.
  const size = { subComposition: stage.at(ids.lowerThird), field: 'size' };
  await stage.screen.call('mapControl', {
    ...{ device, control: 'cc 1/16', action: { do: 'step', ...size, by: 15 }, encoder: 'twos' },
  });
  await stage.screen.call('mapControl', { device, control: 'note 1/50', action: { do: 'fine', device } });
  const play = async (...bytes: number[]): Promise<unknown> => {
    says({ say: 'bytes', port: 'in1', bytes, at: stage.clock.monotonic() });
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
