import { describe, expect, it } from 'vitest';
import { ControllerBinding } from '../../contract/desk-api/controller.ts';
import { device, openedControllers } from '../kit/desk/opened-controllers.ts';

const on = (control: string, more: object) => ControllerBinding.parse({ device, control, ...more });
const dim = { subComposition: 'news/title', field: 'dim' };
const score = { subComposition: 'news/clock', field: 'score' };
const set = (field: object) => ({ do: 'set', ...field, value: null });
const range = { from: 0, to: 1_270, takeover: 'pickup' };
const fine = { do: 'fine', device } as const;

/** A knob and a fader that change something else on page 2, a shift for that page, a fine button, and a second fader on the same field. */
function mapped() {
  const stage = openedControllers();
  Object.assign(stage.field, { shown: 500, step: 1 });
  for (const one of [
    on('cc 1/16', { action: { do: 'step', ...dim, by: 10 }, encoder: 'twos' }),
    on('cc 1/16', { action: { do: 'step', ...score, by: 100 }, encoder: 'twos', page: 2 }),
    on('cc 1/48', { action: set(dim), fader: range }),
    on('cc 1/48', { action: set(score), fader: range, page: 2 }),
    on('cc 1/49', { action: set(dim), fader: range }),
    on('note 1/50', { action: { ...fine, on: true }, whileHeld: true }),
    on('note 1/53', { action: { do: 'openPage', device, page: 2 }, whileHeld: true }),
  ])
    stage.controllers.map(one);
  stage.plug();
  const did = (): string[] =>
    stage.actions.splice(0).map((action) => {
      if (action.do === 'step') return `${action.field} by ${action.by}`;
      return action.do === 'set' ? `${action.field} = ${String(action.value)}` : action.do;
    });
  const isFine = (): boolean => stage.controllers.view.devices.some((one) => one.fine);
  const unplug = (): void => stage.driver().on.says({ say: 'ports', ports: [], trouble: null });
  return { ...stage, did, isFine, unplug };
}

const turn = [0xb0, 16, 1];
const [holdFine, letFine] = [
  [0x90, 50, 1],
  [0x80, 50, 0],
];
const [shift, letShift] = [
  [0x90, 53, 1],
  [0x80, 53, 0],
];
const move = (control: number, to: number): number[] => [0xb0, control, to];

describe('a device that is unplugged while a knob is turned finely', () => {
  it('changes nothing any more, and begins coarsely and without a rest when it is back', async () => {
    const { clock, play, did, isFine, unplug, plug, field } = mapped();
    field.step = 5;
    play([...holdFine, ...turn, ...turn, ...turn, ...turn]);
    unplug();
    await clock.pass(100);
    plug();
    await clock.pass(100);
    expect([did(), isFine()]).toEqual([[], false]);
    play([...holdFine, ...turn]);
    await clock.pass(100);
    expect(did()).toEqual([]);
    play([...letFine, ...turn]);
    await clock.pass(100);
    expect(did()).toEqual(['dim by 10']);
  });
});

describe('a page that is opened while a knob is turned', () => {
  it.each<[string, (stage: ReturnType<typeof mapped>) => void]>([
    ['by a shift', ({ play }) => play(shift)],
    ['from elsewhere', ({ controllers }) => controllers.turn({ do: 'openPage', device, page: 2 })],
    ['by a selection', ({ controllers }) => controllers.follow({ subComposition: score.subComposition })],
  ])('%s is not given what was turned before', async (_, open) => {
    const stage = mapped();
    const { clock, play, did } = stage;
    play([...turn, ...turn, ...turn]);
    open(stage);
    await clock.pass(100);
    expect(did()).toEqual(['dim by 10']);
    play(turn);
    await clock.pass(100);
    expect(did()).toEqual(['score by 100']);
  });

  it('is not given what was turned or moved before it and arrives behind it', async () => {
    const { clock, controllers, play, did } = mapped();
    await clock.pass(1_000);
    const before = clock.monotonic();
    await clock.pass(50);
    controllers.turn({ do: 'openPage', device, page: 2 });
    play(turn, before);
    play([...move(48, 40), ...move(48, 60)], before);
    await clock.pass(100);
    expect(did()).toEqual([]);
    // A control that does the same on every page goes on.
    play([...move(49, 40), ...move(49, 60)], before);
    await clock.pass(100);
    expect(did()).toEqual(['dim = 600']);
  });
});

describe('two faders of one field', () => {
  it('never fight: each waits until it passes the value that the other one has set', async () => {
    const { clock, play, did } = mapped();
    const moved = async (control: number, to: number): Promise<string[]> => {
      play(move(control, to));
      await clock.pass(40);
      return did();
    };
    expect([await moved(48, 40), await moved(48, 60)]).toEqual([[], ['dim = 600']]);
    expect([await moved(49, 10), await moved(49, 20), await moved(49, 70)]).toEqual([[], [], ['dim = 700']]);
    expect([await moved(48, 61), await moved(48, 62), await moved(48, 80)]).toEqual([[], [], ['dim = 800']]);
  });

  it('lead it together, each a tenth of its way, while they are fine', async () => {
    const { clock, play, did } = mapped();
    play(holdFine);
    for (const [control, to] of [
      [48, 40],
      [49, 90],
      [48, 50],
      [49, 80],
    ] as const) {
      play(move(control, to));
      await clock.pass(40);
    }
    expect(did()).toEqual(['dim = 510', 'dim = 500']);
  });
});

describe('a shift that is released while movements are fine', () => {
  it('opens the page before, where they are fine still and no fader jumps', async () => {
    const { clock, controllers, play, did, isFine, field } = mapped();
    play([...shift, ...holdFine, ...turn]);
    await clock.pass(40);
    play(move(48, 100));
    await clock.pass(40);
    expect(did()).toEqual(['score by 10']);
    field.shown = 500;
    play(letShift);
    expect([controllers.view.devices[0]?.page, isFine()]).toEqual([1, true]);
    play(move(48, 110));
    await clock.pass(40);
    play(turn);
    await clock.pass(40);
    expect(did()).toEqual(['dim by 1']);
    play(letFine);
    play([...move(48, 111), ...turn]);
    await clock.pass(40);
    expect([did(), isFine()]).toEqual([['dim by 10'], false]);
  });
});
