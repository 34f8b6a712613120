import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import { device, openedControllers as opened, take } from '../../kit/desk/opened-controllers.ts';

describe('MIDI controllers', () => {
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

  describe('with pages', () => {
    const on = (control: string, more: object) => ControllerBinding.parse({ device, control, ...more });
    const openTwo = { action: { do: 'openPage', device, page: 2 } };
    const jump = { do: 'take', subComposition: 'news/title', to: 'In', action: 'jump' };
    /** Pad 36 takes on every page and jumps on page 2, pad 40 turns, pad 43 is a go, pad 41 opens page 2 while it is held. */
    function mapped() {
      const all = opened();
      all.controllers.map(on('note 1/36', { page: 2, action: jump }));
      all.controllers.map(on('note 1/40', { action: { do: 'turnPage', device } }));
      all.controllers.map(on('note 1/43', { action: { do: 'go' } }));
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
        texts.controls.none('Nobody'),
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

    it('fire nothing by a page that opened by itself until somebody can have read it, and what is the same on all pages', async () => {
      const { clock, controllers, notices, play, did } = mapped();
      controllers.map(on('note 1/51', { page: 2, action: { ...take, subComposition: 'news/clock' } }));
      const press = (...notes: number[]) => play(notes.flatMap((note) => [0x90, note, 1, 0x80, note, 0]));
      controllers.follow({ subComposition: 'news/clock' });
      expect(controllers.view.devices[0]?.page).toBe(2);
      await clock.pass(499);
      // The same on every page, and then what is another one on this page.
      press(43, 36);
      expect([did(), notices]).toEqual([['go'], [expect.stringContaining(texts.controls.pageOpenedItself)]]);
      await clock.pass(1);
      press(36);
      expect(did()).toEqual(['go', 'jump']);
    });

    it('fire at once by a page that somebody at the device opens just after one opened by itself', () => {
      const { controllers, notices, play, did } = mapped();
      controllers.map(on('note 1/51', { page: 2, action: { ...take, subComposition: 'news/clock' } }));
      for (const opens of [
        [0x90, 41, 1],
        [0x90, 40, 1, 0x80, 40, 0, 0x90, 40, 1, 0x80, 40, 0],
      ]) {
        controllers.turn({ do: 'openPage', device, page: 1 });
        controllers.follow({ subComposition: 'news/clock' });
        play([...opens, 0x90, 36, 1, 0x80, 36, 0, 0x80, 41, 0]);
      }
      expect([did().filter((what) => what !== 'turnPage'), notices]).toEqual([['jump', 'jump'], []]);
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
    expect(notices).toEqual([`BeatStep note 1/36: ${texts.controls.pageOpened}`]);
  });
});
