import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../../contract/desk-api/controller.ts';
import type { DriverHandlers } from '../../../surfaces/driver-ports.ts';
import { world } from '../../kit/desk/world.ts';
import { device, input, openedControllers } from '../../kit/desk/opened-controllers.ts';
import { watchDesk } from '../../kit/desk/watching-screen.ts';
import { ids } from '../../kit/service/small-show.ts';

const on = (control: string, more: object) => ControllerBinding.parse({ device, control, ...more });
const panic = { action: { do: 'panic' } };
const hold = { guard: { kind: 'hold', milliseconds: 600 } };
const arm = { guard: { kind: 'arm' } };
const number = { subComposition: 'news/title', field: 'dim' };
const set = { action: { do: 'set', ...number, value: null } };
const fader = { ...set, fader: { from: 0, to: 127 } };
const knob = { action: { do: 'step', ...number, by: 2 }, encoder: 'twos' };
/** The messages of a note that goes down and comes up. */
const down = (note: number) => [0x90, note, 1];
const up = (note: number) => [0x80, note, 0];
const press = (note: number) => [...down(note), ...up(note)];

/** Controllers that are plugged in and have these controls besides. */
function plugged(...bindings: ControllerBinding[]) {
  const all = openedControllers();
  for (const binding of bindings) all.controllers.map(binding);
  all.plug();
  const { controllers } = all;
  return {
    ...all,
    /** What the view says of the control that was used last. */
    told(): string {
      const { last } = controllers.view.testing ?? {};
      if (!last) return last === null ? 'nothing yet' : 'no test';
      const does = last.bindings.map(({ action, press: kind, guard }) => {
        const value = action.do === 'set' ? ` ${String(action.value)}` : action.do === 'step' ? ` ${action.by}` : '';
        return `${action.do}${value}${kind ? ` ${kind}` : ''}${guard ? ` ${guard.kind}` : ''}`;
      });
      const verdict = last.fires ? 'would fire' : does.length > 0 ? 'fires not yet' : 'is not mapped';
      return [`${last.device} ${last.control} page ${last.page}`, verdict, ...does].join(', ');
    },
  };
}

describe('a test of controls', () => {
  it('says what the last one would fire, and fires nothing; then they fire again', () => {
    const { controllers, play, pressed, notices, told } = plugged();
    expect(told()).toBe('no test');
    controllers.test();
    expect(told()).toBe('nothing yet');
    play(press(36));
    expect(told()).toBe('BeatStep note 1/36 page 1, would fire, take');
    play([0xb0, 7, 90, 7, 0]);
    expect(told()).toBe('BeatStep cc 1/7 page 1, would fire, undo');
    play(press(99));
    expect(told()).toBe('BeatStep note 1/99 page 1, is not mapped');
    controllers.stopTesting();
    expect([pressed, told()]).toEqual([[], 'no test']);
    play(press(36));
    expect([pressed, notices]).toEqual([['note 1/36'], []]);
  });

  it('makes movements fine all the same: while a control is held, and by a switch', async () => {
    const fine = { action: { do: 'fine', device } };
    const { clock, controllers, play, pressed, told } = plugged(
      on('cc 1/16', knob),
      on('note 1/51', { ...fine, whileHeld: true }),
      on('note 1/52', fine),
    );
    controllers.test();
    const turned = async (): Promise<string> => {
      play([0xb0, 16, 1]);
      await clock.pass(20);
      return told();
    };
    play(down(51));
    expect(told()).toBe('BeatStep note 1/51 page 1, would fire, fine');
    expect(await turned()).toBe('BeatStep cc 1/16 page 1, would fire, step 0.2');
    play(up(51));
    expect(await turned()).toBe('BeatStep cc 1/16 page 1, would fire, step 2');
    play(press(52));
    expect(told()).toBe('BeatStep note 1/52 page 1, would fire, fine');
    expect(await turned()).toBe('BeatStep cc 1/16 page 1, would fire, step 0.2');
    controllers.stopTesting();
    expect([pressed, controllers.view.devices.map(({ fine: isFine }) => isFine)]).toEqual([[], [true]]);
  });

  it('says how a guard is to be overcome, and that it was', async () => {
    const { clock, controllers, play, pressed, told } = plugged(on('note 1/50', { ...panic, ...hold }));
    controllers.test();
    play(down(50));
    expect(told()).toBe('BeatStep note 1/50 page 1, fires not yet, panic hold');
    await clock.pass(599);
    expect(told()).toBe('BeatStep note 1/50 page 1, fires not yet, panic hold');
    await clock.pass(1);
    expect(told()).toBe('BeatStep note 1/50 page 1, would fire, panic hold');
    play(up(50));
    play(press(38));
    expect(told()).toBe('BeatStep note 1/38 page 1, fires not yet, go arm');
    await clock.pass(400);
    play(press(38));
    expect([told(), pressed]).toEqual(['BeatStep note 1/38 page 1, would fire, go arm', []]);
  });

  it('says by which kinds of presses a control does something, and then which one it was', async () => {
    const kinds = { long: 'takeCued', double: 'fireMarked', release: 'hold' };
    const { clock, controllers, play, pressed, told } = plugged(
      on('note 1/60', { action: { do: 'undo', what: 'take' } }),
      ...Object.entries(kinds).map(([kind, name]) => on('note 1/60', { press: kind, action: { do: name } })),
    );
    controllers.test();
    play(down(60));
    expect(told()).toBe(
      'BeatStep note 1/60 page 1, fires not yet, undo, takeCued long, fireMarked double, hold release',
    );
    await clock.pass(600);
    expect(told()).toBe('BeatStep note 1/60 page 1, would fire, takeCued long');
    play(up(60));
    expect(told()).toBe('BeatStep note 1/60 page 1, would fire, hold release');
    play(press(60));
    expect(told()).toMatch('fires not yet');
    await clock.pass(300);
    expect(told()).toBe('BeatStep note 1/60 page 1, would fire, hold release');
    play([...press(60), ...down(60)]);
    expect([told(), pressed]).toEqual(['BeatStep note 1/60 page 1, would fire, fireMarked double', []]);
  });

  it('opens pages, so that they can be tested too', () => {
    const openTwo = { action: { do: 'openPage', device, page: 2 } };
    const { controllers, play, pressed, told } = plugged(
      on('note 1/36', { page: 2, action: { do: 'takeCued' } }),
      on('note 1/40', { action: { do: 'turnPage', device } }),
      on('note 1/41', { ...openTwo, whileHeld: true }),
    );
    controllers.test();
    play([...down(41), ...press(36)]);
    expect(told()).toBe('BeatStep note 1/36 page 2, would fire, takeCued');
    play(up(41));
    play(press(36));
    expect(told()).toBe('BeatStep note 1/36 page 1, would fire, take');
    play(down(41));
    expect(told()).toBe('BeatStep note 1/41 page 1, would fire, openPage');
    play([...up(41), ...press(40)]);
    expect(told()).toBe('BeatStep note 1/40 page 1, would fire, turnPage');
    play(press(36));
    expect([told(), pressed]).toEqual(['BeatStep note 1/36 page 2, would fire, takeCued', []]);
  });

  it('says that a page of another controller is gone as a press would', () => {
    const { controllers, play, notices } = plugged(on('note 1/41', { action: { do: 'turnPage', device: 'Gone' } }));
    controllers.test();
    play(press(41));
    expect(notices).toEqual([`BeatStep note 1/41: ${texts.controls.none('Gone')}`]);
  });

  it('says what a fader would set once it has passed the value, and how far a knob would step', async () => {
    const { clock, controllers, field, play, pressed, told } = plugged(on('cc 1/48', fader), on('cc 1/16', knob));
    field.shown = 100;
    controllers.test();
    play([0xb0, 48, 10]);
    await clock.pass(20);
    play([0xb0, 48, 60]);
    await clock.pass(20);
    expect(told()).toBe('BeatStep cc 1/48 page 1, fires not yet, set null');
    expect(controllers.view.waiting).toEqual([{ device, control: 'cc 1/48', stands: 60, value: 100 }]);
    play([0xb0, 48, 110]);
    await clock.pass(20);
    play([0xb0, 48, 111]);
    await clock.pass(20);
    expect(told()).toBe('BeatStep cc 1/48 page 1, would fire, set 111');
    play([0xb0, 16, 3]);
    expect(told()).toBe('BeatStep cc 1/16 page 1, would fire, step 6');
    expect([pressed, field.shown]).toEqual([[], 100]);
  });

  it('passes over a fader that never rests, and the pressure on a pad', async () => {
    const { clock, controllers, play, told } = plugged(on('cc 1/48', fader));
    controllers.test();
    play([0xb0, 48, 60]);
    play([...down(36), 0xa0, 36, 90, 0xd0, 90]);
    for (let second = 0; second < 59; second += 1) {
      play([0xb0, 48, 60 + (second % 2)]);
      await clock.pass(1_000);
    }
    expect(told()).toBe('BeatStep note 1/36 page 1, would fire, take');
    await clock.pass(1_000);
    expect(told()).toBe('no test');
  });

  it('ends a minute after a control was used last, whether it is mapped or not', async () => {
    const { clock, controllers, play, pressed } = plugged();
    controllers.test();
    const started = clock.now();
    for (const at of [0, 1, 2]) {
      await clock.pass(59_000);
      expect(controllers.view.testing?.endsAt).toBe(started + at * 59_000 + 60_000);
      play(press(99));
    }
    await clock.pass(59_999);
    play([0x80, 36, 0]);
    expect(controllers.view.testing).not.toBeNull();
    await clock.pass(1);
    expect(controllers.view.testing).toBeNull();
    play(press(36));
    expect(pressed).toEqual(['note 1/36']);
  });

  it('goes on for a minute when it is begun again', async () => {
    const { clock, controllers, play, told } = plugged();
    controllers.test();
    play(press(36));
    await clock.pass(59_000);
    controllers.test();
    await clock.pass(59_000);
    expect(told()).toBe('BeatStep note 1/36 page 1, would fire, take');
  });

  it('leaves the lamps as they are: they show what is confirmed, and no guard of the test', async () => {
    const { clock, controllers, truth, lit, play } = plugged(
      on('note 1/38', { action: { do: 'take', subComposition: 'news/title', to: 'In' }, ...arm }),
    );
    controllers.test();
    const before = lit().length;
    play(press(38));
    await clock.pass(500);
    expect(lit().slice(before)).toEqual([]);
    truth.onAir = 'yes';
    controllers.truthChanged();
    await clock.pass(10);
    expect(lit().slice(before)).toEqual(['144 36 127', '144 38 127']);
  });

  it('lets a control be mapped meanwhile, and tests it then', async () => {
    const { controllers, play, told, pressed } = plugged();
    controllers.test();
    const learned = controllers.learn();
    play(press(77));
    expect([(await learned)?.control, told()]).toEqual(['note 1/77', 'nothing yet']);
    controllers.map(on('note 1/77', { action: { do: 'go' } }));
    play(press(77));
    expect([told(), pressed]).toEqual(['BeatStep note 1/77 page 1, would fire, go', []]);
  });
});

describe('what is held or under way', () => {
  const kinds = [
    on('note 1/60', { action: { do: 'undo', what: 'take' } }),
    on('note 1/60', { press: 'long', action: { do: 'takeCued' } }),
    on('note 1/60', { press: 'double', action: { do: 'fireMarked' } }),
    on('note 1/60', { press: 'release', action: { do: 'hold' } }),
  ];
  /** What somebody may have under way when a test begins or ends. */
  const gestures: [string, number[]][] = [
    ['a control of all kinds of presses is held', down(60)],
    ['a control waits for its second press', press(60)],
    ['a control with a guard is held', down(37)],
    ['a control that fires at once is held', down(36)],
    ['a control change is held as a button', [0xb0, 7, 90]],
    ['a fader has a position that waits', [0xb0, 48, 60, 48, 61, 48, 90]],
    ['a knob was turned', [0xb0, 16, 1, 16, 1, 16, 3]],
    ['a panic is held that must be', down(50)],
  ];
  const all = () =>
    plugged(...kinds, on('cc 1/48', fader), on('cc 1/16', knob), on('note 1/50', { ...panic, ...hold }));
  const letGo = [...up(60), ...up(37), ...up(36), ...up(50), 0xb0, 7, 0];

  it.each(gestures)('fires nothing more when a test ends: %s', async (_, gesture) => {
    const { clock, controllers, play, pressed, notices } = all();
    controllers.test();
    play(gesture);
    controllers.stopTesting();
    await clock.pass(300);
    play(letGo);
    await clock.pass(3_000);
    expect([pressed, notices]).toEqual([[], []]);
    play(press(36));
    expect(pressed).toEqual(['note 1/36']);
  });

  it.each(gestures.slice(0, -1))('fires nothing more when a test begins: %s', async (_, gesture) => {
    const { clock, controllers, play, pressed, told } = all();
    play(gesture);
    pressed.length = 0;
    controllers.test();
    await clock.pass(300);
    play(letGo);
    await clock.pass(3_000);
    expect([pressed, told()]).toEqual([[], 'nothing yet']);
  });

  it('fires a panic that was held when the test began: it was meant', async () => {
    const { clock, controllers, play, pressed } = all();
    play(down(50));
    await clock.pass(300);
    controllers.test();
    await clock.pass(300);
    expect(pressed).toEqual(['note 1/50']);
    play([...up(50), ...down(50)]);
    await clock.pass(3_000);
    expect(pressed).toEqual(['note 1/50']);
  });

  it('does nothing but that panic by a control with a long one that was held when the test began', async () => {
    const { clock, controllers, play, actions } = plugged(
      ...kinds.filter(({ press: kind }) => kind !== 'long'),
      on('note 1/60', { press: 'long', ...panic }),
    );
    play(down(60));
    controllers.test();
    await clock.pass(300);
    play(up(60));
    await clock.pass(3_000);
    expect(actions).toEqual([]);
  });

  it('does not end what was armed before by a press in the test, nor what was armed in the test by one after it', async () => {
    const { clock, controllers, play, pressed } = plugged(on('note 1/50', { ...panic, ...arm }));
    play([...press(38), ...press(50)]);
    controllers.test();
    await clock.pass(400);
    play([...press(38), ...press(50)]);
    await clock.pass(3_000);
    play([...press(38), ...press(50)]);
    controllers.stopTesting();
    await clock.pass(400);
    play([...press(38), ...press(50)]);
    expect(pressed).toEqual([]);
    await clock.pass(400);
    play([...press(38), ...press(50)]);
    expect(pressed).toEqual(['note 1/38', 'note 1/50']);
  });

  it('makes a fader pass its value again after the test, wherever it was moved in it', async () => {
    const { clock, controllers, field, play, pressed } = all();
    play([0xb0, 48, 10]);
    await clock.pass(50);
    expect(field.shown).toBe(10);
    controllers.test();
    for (const value of [40, 80, 90]) {
      play([0xb0, 48, value]);
      await clock.pass(50);
    }
    controllers.stopTesting();
    await clock.pass(1_000);
    for (const value of [91, 92]) {
      play([0xb0, 48, value]);
      await clock.pass(50);
    }
    expect([pressed, controllers.view.waiting.map(({ stands, value }) => [stands, value])]).toEqual([
      ['cc 1/48 = 10'],
      [[92, 10]],
    ]);
  });

  it('lets go of a page that was open while a control was held, over the begin and the end of a test', () => {
    const { controllers, play } = plugged(
      on('note 1/41', { action: { do: 'openPage', device, page: 2 }, whileHeld: true }),
    );
    const page = () => controllers.view.devices[0]?.page;
    play(down(41));
    controllers.test();
    expect(page()).toBe(2);
    play(up(41));
    expect(page()).toBe(1);
    play(down(41));
    controllers.stopTesting();
    expect(page()).toBe(2);
    play(up(41));
    expect(page()).toBe(1);
  });

  it('opens no page by a press that became long after the test', async () => {
    const { clock, controllers, play } = plugged(
      on('note 1/41', { action: { do: 'openPage', device, page: 2 }, press: 'long' }),
    );
    controllers.test();
    play(down(41));
    controllers.stopTesting();
    await clock.pass(3_000);
    expect(controllers.view.devices[0]?.page).toBe(1);
  });

  it('fires nothing that was pressed, turned or moved in the test and came when it was over', async () => {
    const jumps = { ...set, fader: { from: 0, to: 127, takeover: 'jump' } };
    const { clock, controllers, play, pressed, notices } = plugged(on('cc 1/48', jumps), on('cc 1/16', knob));
    await clock.pass(10_000);
    controllers.test();
    await clock.pass(1_000);
    controllers.stopTesting();
    const at = clock.monotonic() - 10;
    play([...press(36), ...down(37), ...press(38), ...press(99), 0xb0, 48, 90, 16, 1, 7, 90], at);
    // A button that tells how hard it is pressed goes on telling after the end.
    play([0xb0, 7, 91]);
    await clock.pass(3_000);
    const late = texts.controls.whileTesting;
    expect(notices).toEqual(
      [36, 37, 38].map((note) => `BeatStep note 1/${note}: ${late}`).concat(`BeatStep cc 1/7: ${late}`),
    );
    expect(pressed).toEqual([]);
  });

  it('changes nothing by a hand that moves on as the test ends, until a second later', async () => {
    const jumps = { ...set, fader: { from: 0, to: 127, takeover: 'jump' } };
    const { clock, controllers, play, pressed } = plugged(on('cc 1/48', jumps), on('cc 1/16', knob));
    controllers.test();
    play([0xb0, 48, 10]);
    await clock.pass(300);
    play([0xb0, 16, 1]);
    controllers.stopTesting();
    await clock.pass(999);
    play([0xb0, 16, 1, 48, 20]);
    expect(pressed).toEqual(['cc 1/48 = 20']);
    await clock.pass(1);
    play([0xb0, 16, 1]);
    expect(pressed).toEqual(['cc 1/48 = 20', 'cc 1/16 by 2']);
  });

  it.each<[string, Parameters<DriverHandlers['says']>[0]]>([
    ['goes', { say: 'ports', ports: [], trouble: null }],
    ['is lost', { say: 'closed', port: 'in1', reason: 'gone' }],
  ])(
    'is held no more when its device %s: neither in the test, nor a panic from before, which says so',
    async (_, said) => {
      const { clock, controllers, driver, play, told, pressed, notices } = all();
      play(down(50));
      controllers.test();
      play(down(37));
      driver().on.says(said);
      await clock.pass(3_000);
      expect([told(), pressed]).toEqual(['BeatStep note 1/37 page 1, fires not yet, go hold', []]);
      expect(notices).toEqual([`BeatStep note 1/50: ${texts.keys.goneWhileHeld}`]);
    },
  );

  it('is forgotten in the test too when the device goes, or another page is opened', async () => {
    const { clock, controllers, driver, plug, play, told, pressed } = all();
    controllers.test();
    play(down(60));
    driver().on.says({ say: 'ports', ports: [], trouble: null });
    await clock.pass(1_000);
    expect(told()).toMatch('fires not yet');
    plug();
    play(down(37));
    controllers.turn({ do: 'openPage', device, page: 2 });
    await clock.pass(1_000);
    expect([told(), pressed]).toEqual(['BeatStep note 1/37 page 1, fires not yet, go hold', []]);
  });
});

describe('a test of the controls of a desk', () => {
  /** A desk with a pad that takes a cue, and what a hand does to it. */
  async function desk() {
    const controllers = [
      { device, control: 'note 1/36', action: { do: 'go' } },
      { device, control: 'note 1/37', action: { do: 'panic' } },
    ];
    const stage = await world({ midi: {}, settings: { controllers } });
    stage.says({ say: 'ports', ports: [input], trouble: null });
    const step = { targets: [{ subComposition: stage.at(ids.title), name: 'Title', state: 'In' as const }] };
    await stage.add({ number: '1', steps: [step] });
    // A press just after another cue became the next one would be refused.
    await stage.clock.pass(500);
    const pressPad = async (note: number): Promise<void> => {
      stage.says({ say: 'bytes', port: 'in1', bytes: press(note), at: stage.clock.monotonic() });
      await stage.clock.pass(500);
    };
    return { stage, pressPad };
  }

  it('touches nothing on air, and leaves no line in the log; screens go on to work', async () => {
    const { stage, pressPad } = await desk();
    const { length } = stage.lines;
    await stage.screen.call('testControls', {});
    await pressPad(36);
    expect(stage.view.controllers.testing?.last).toEqual({
      device,
      control: 'note 1/36',
      page: 1,
      fires: true,
      bindings: [{ device, control: 'note 1/36', action: { do: 'go' } }],
    });
    expect([stage.tally(ids.title), stage.lines.length]).toEqual(['OUT', length]);
    await stage.do({ do: 'go' });
    await stage.clock.pass(500);
    await pressPad(37);
    expect([stage.tally(ids.title), stage.view.controllers.testing?.last?.bindings[0]?.action.do]).toEqual([
      'ON AIR',
      'panic',
    ]);
    await stage.do({ do: 'panic' });
    await stage.clock.pass(500);
    expect([stage.tally(ids.title), stage.view.controllers.testing !== null]).toEqual(['OUT', true]);
  });

  it('ends on every screen by the button of any', async () => {
    const { stage, pressPad } = await desk();
    const other = await watchDesk(stage.desk);
    await stage.screen.call('testControls', {});
    await other.screen.call('stopTesting', {});
    expect([stage.view.controllers.testing, other.view.controllers.testing]).toEqual([null, null]);
    await pressPad(36);
    expect(stage.tally(ids.title)).toBe('ON AIR');
  });

  it('ends when the last screen goes, and not before', async () => {
    const { stage, pressPad } = await desk();
    const screens = [await watchDesk(stage.desk), await watchDesk(stage.desk)];
    await stage.screen.call('testControls', {});
    stage.leave();
    for (const screen of screens) {
      await pressPad(36);
      expect(screen.view.controllers.testing?.last?.fires).toBe(true);
      screen.leave();
    }
    const after = await watchDesk(stage.desk);
    expect([after.view.controllers.testing, after.tally(ids.title)]).toEqual([null, 'OUT']);
    await pressPad(36);
    expect(after.tally(ids.title)).toBe('ON AIR');
  });

  it('ends when the show is locked, and does not begin while it is', async () => {
    const { stage, pressPad } = await desk();
    await stage.screen.call('testControls', {});
    await stage.screen.call('lockShow', { pin: null });
    expect(stage.view.controllers.testing).toBeNull();
    await expect(stage.screen.call('testControls', {})).rejects.toMatchObject({ code: 'show-locked' });
    await pressPad(36);
    expect(stage.tally(ids.title)).toBe('ON AIR');
  });

  it('is refused where there is no driver of controllers', async () => {
    const stage = await world();
    await expect(stage.screen.call('testControls', {})).rejects.toMatchObject({ code: 'call-invalid' });
    await stage.screen.call('stopTesting', {});
  });
});
