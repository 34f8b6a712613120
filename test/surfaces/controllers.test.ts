import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../contract/desk-api/controller.ts';
import { device, openedControllers as opened, take } from '../kit/desk/opened-controllers.ts';

describe('MIDI controllers', () => {
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

  it.each([
    ['cc 1/7', [0xb0, 7, 9]],
    ['cc14 1/7', [0xb0, 7, 9, 39, 1]],
    ['nrpn 1/130', [0xb0, 99, 1, 98, 2, 6, 40, 38, 3]],
  ])('pass over %s that somebody does not mean, and learn the next one', async (control, moved) => {
    const { clock, controllers, plug, play } = opened();
    plug();
    const wrong = controllers.learn();
    play(moved);
    await clock.pass(600);
    expect((await wrong)?.control).toBe(control);
    const learned = controllers.learn([{ device, control }]);
    play(moved);
    await clock.pass(600);
    expect(controllers.view.learning).toBe(true);
    play([0xb0, 99, 1, 98, 3, 6, 40]);
    await clock.pass(600);
    expect((await learned)?.control).toBe('nrpn 1/131');
  });

  it('learn a fader that never rests after ten seconds, so that it can be passed over', async () => {
    const { clock, controllers, plug, play } = opened();
    plug();
    const flutter = async (milliseconds: number): Promise<void> => {
      for (let at = 0; at < milliseconds; at += 100) {
        play([0xb0, 9, 60 + (at % 3)]);
        await clock.pass(100);
      }
    };
    const first = controllers.learn();
    await flutter(9_900);
    expect(controllers.view.learning).toBe(true);
    await flutter(100);
    expect(await first).toEqual({ device, control: 'cc 1/9', use: 'fader', raw: 'B0 09 3C' });
    const second = controllers.learn([{ device, control: 'cc 1/9' }]);
    await flutter(2_000);
    play([0x90, 50, 1]);
    expect((await second)?.control).toBe('note 1/50');
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
    // It had begun to blink.
    expect([pressed, lit().slice(2)]).toEqual([['note 1/60'], ['144 37 0', '144 60 0', '144 36 0']]);
    expect(kept.at(-1)).toEqual(controllers.bindings);
    expect(kept.at(-1)?.map(({ control, action }) => `${control} ${action.do}`)).toEqual([
      'note 1/37 go',
      'cc 1/7 undo',
      'note 1/38 go',
      'note 1/60 undo',
    ]);
  });

  it('are given no press that could never count, and keep what they did', () => {
    const { controllers, kept, plug } = opened();
    plug();
    const before = controllers.bindings;
    const long = (where: { control: string; page?: number }) =>
      ControllerBinding.parse({ device, press: 'long', action: take, ...where });
    const problem = 'BeatStep note 1/37 has a guard, so it can do nothing else when it is held.';
    expect(() => controllers.map(long({ control: 'note 1/37' }))).toThrow(problem);
    // Also where the guard counts on one page only.
    const guarded = ControllerBinding.parse({
      device,
      control: 'note 1/36',
      page: 2,
      action: take,
      guard: { kind: 'arm' },
    });
    controllers.map(guarded);
    expect(() => controllers.map(long({ control: 'note 1/36' }))).toThrow('note 1/36 has a guard');
    const onPage = long({ control: 'note 1/36', page: 1 });
    controllers.map(onPage);
    expect(controllers.bindings).toEqual([...before, guarded, onPage]);
    expect(kept.at(-1)).toEqual(controllers.bindings);
  });

  it('do a panic at once, whatever else they do when they are held', async () => {
    const { clock, controllers, plug, play, actions } = opened();
    plug();
    const control = { device, control: 'note 1/70' };
    controllers.become([
      ControllerBinding.parse({ ...control, action: { do: 'panic' } }),
      ControllerBinding.parse({ ...control, press: 'long', action: take }),
    ]);
    play([0x90, 70, 1]);
    expect(actions.map(({ do: does }) => does)).toEqual(['panic']);
    await clock.pass(2_000);
    expect(actions).toHaveLength(1);
  });
});

describe('panels', () => {
  const plus = 'Stream Deck + P1';
  const number = { subComposition: 'news/title', field: 'dim' };
  /** A Stream Deck + whose first key takes, and whose first knob steps a number. */
  function panel() {
    const all = opened();
    const { controllers, panels } = all;
    const usb = { vendor: 0x0fd9, product: 0x0084 };
    panels.on.says({
      say: 'ports',
      ports: [{ id: 'p', name: '', direction: 'both', serial: 'P1', usb }],
      trouble: null,
    });
    panels.on.says({ say: 'opened', port: 'p' });
    controllers.map(ControllerBinding.parse({ device: plus, control: 'key 1', action: take }));
    controllers.map(
      ControllerBinding.parse({ device: plus, control: 'encoder 1', action: { do: 'step', ...number, by: 1 } }),
    );
    // What it shows since can be read.
    all.clock.jump(500);
    const report = (...bytes: number[]): void =>
      panels.on.says({ say: 'bytes', port: 'p', bytes: [1, ...bytes], at: all.clock.monotonic() });
    const key = (...down: number[]): void =>
      report(0, 8, 0, ...Array.from({ length: 8 }, (_, at) => (down.includes(at + 1) ? 1 : 0)));
    const turn = (by: number, knob = 1): void =>
      report(3, 5, 0, 1, ...Array.from({ length: 4 }, (_, at) => (at + 1 === knob ? by : 0)));
    return { ...all, key, turn };
  }

  it('learn a key by a press that fires nothing, and pass over those to be ignored', async () => {
    const { controllers, key, pressed } = panel();
    const learned = controllers.learn([{ device: plus, control: 'key 2' }]);
    key(2);
    key();
    expect(controllers.view.learning).toBe(true);
    key(1);
    expect(await learned).toEqual({ device: plus, control: 'key 1', use: 'button', raw: '' });
    key();
    expect([controllers.view.learning, pressed]).toEqual([false, []]);
    key(1);
    expect(pressed).toEqual(['key 1']);
  });

  it('learn a knob as soon as it rests, and change nothing by all of that turn', async () => {
    const { clock, controllers, turn, pressed } = panel();
    const learned = controllers.learn();
    for (let detent = 0; detent < 4; detent += 1) {
      turn(1);
      // Another one that is touched meanwhile is not meant.
      turn(1, 2);
      await clock.pass(300);
    }
    expect([controllers.view.learning, pressed]).toEqual([true, []]);
    await clock.pass(300);
    expect([await learned, pressed]).toEqual([{ device: plus, control: 'encoder 1', use: 'encoder', raw: '' }, []]);
    turn(1);
    expect(pressed).toEqual(['encoder 1 by 1']);
  });

  /** What the panel is of which nobody has pressed a key for half an hour. */
  async function asleep(...more: object[]) {
    const all = panel();
    for (const one of more) all.controllers.map(ControllerBinding.parse({ device: plus, control: 'key 1', ...one }));
    await all.clock.pass(30 * 60_000);
    const sleeps = () => all.controllers.view.devices[0]!.asleep;
    expect(sleeps()).toBe(true);
    return { ...all, sleeps };
  }

  it('wake when something goes on air, and a press that was meant to wake them is none of any kind', async () => {
    const others = (['long', 'double', 'release'] as const).map((press) => ({ press, action: { do: 'go' } }));
    const { clock, controllers, truth, key, pressed, sleeps } = await asleep(...others);
    Object.assign(truth, { onAir: 'yes', tally: 'ON AIR' });
    controllers.truthChanged();
    await clock.pass(50);
    expect(sleeps()).toBe(false);
    // Twice, and the second time for long.
    key(1);
    key();
    await clock.pass(200);
    key(1);
    await clock.pass(1_000);
    key();
    await clock.pass(1_000);
    expect(pressed).toEqual([]);
    key(1);
    await clock.pass(600);
    key();
    expect(pressed).toEqual(['key 1', 'key 1']);
  });

  it('are lit when somebody maps a control, and one that is pressed then is learned', async () => {
    const { clock, controllers, key, sleeps } = await asleep();
    const learned = controllers.learn();
    expect(sleeps()).toBe(false);
    await clock.pass(500);
    key(2);
    expect(await learned).toMatchObject({ control: 'key 2' });
  });

  it('are lit when somebody tests what controls do', async () => {
    const { clock, controllers, key, sleeps } = await asleep();
    controllers.test();
    expect(sleeps()).toBe(false);
    await clock.pass(500);
    key(1);
    expect(controllers.view.testing?.last).toMatchObject({ control: 'key 1', fires: true });
  });

  it('do nothing of the page that was opened while they were dark, before anybody has seen that', async () => {
    const { clock, controllers, key, actions, sleeps } = await asleep({ page: 2, action: { do: 'go' } });
    controllers.turn({ do: 'openPage', device: plus, page: 2 });
    expect(sleeps()).toBe(true);
    key(1);
    key();
    await clock.pass(500);
    expect([actions, sleeps()]).toEqual([[], false]);
    key(1);
    expect(actions).toEqual([{ do: 'go' }]);
  });

  it('open no page by a key that is pressed in the dark and held until long after', async () => {
    const hold = { control: 'key 2', whileHeld: true, action: { do: 'openPage', device: plus, page: 2 } };
    const { clock, controllers, key } = await asleep(hold);
    key(2);
    await clock.pass(2_000);
    expect(controllers.view.devices[0]!.page).toBe(1);
    key(2, 3);
    key(3);
    key(3, 2);
    expect(controllers.view.devices[0]!.page).toBe(2);
    key();
    expect(controllers.view.devices[0]!.page).toBe(1);
  });
});
