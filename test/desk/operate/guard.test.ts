import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { settled } from '../../kit/manual-clock.ts';
import { TakeGuard } from '../../../desk/operate/take-guard.ts';
import { keyBlocks } from '../../../contract/desk-api/key-binding.ts';
import { deskApi } from '../../../contract/desk-api/desk-api.ts';
import { openLink } from '../../../contract/link/link.ts';
import { pipePair } from '../../../contract/link/pipe-pair.ts';
import { memorySettings, ScriptedPorts, snapshot } from '../../kit/desk/scripted-ports.ts';
import { screenOf } from '../../kit/desk/screen-of.ts';
import { watchDesk } from '../../kit/desk/watching-screen.ts';
import type { RegisterGlobalKeys } from '../../../surfaces/press/global-keys.ts';
import { held, openLiveShow, show, third } from '../../kit/service/scripted-show.ts';

const refusals = (ports: ScriptedPorts): [string, string, string][] =>
  ports.lines.map(({ action, result, reason }) => [action, result, reason]);

describe('a take that cannot be meant', () => {
  it('is refused when the same one is pressed twice in a moment, and the log says so', async () => {
    const { ports, screen, tally } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await ports.clock.pass(249);
    const second = screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await expect(second).rejects.toMatchObject({
      code: 'press-refused',
      message: texts.guard.taken('Lower Third', 'In', '249 ms ago'),
    });
    expect([ports.asked.length, tally('third')]).toEqual([1, 'REQUESTED']);
    expect(refusals(ports)).toEqual([['Take In', 'failed', texts.guard.taken('Lower Third', 'In', '249 ms ago')]]);
  });

  it('says how much later the first one was that a late press repeats', () => {
    const guard = new TakeGuard(250);
    const go = { id: 'go', did: texts.cues.goPressed };
    guard.once(go, { number: 1, start: 1_000 });
    const why = texts.guard.twice(texts.cues.goPressed, texts.guard.later(400));
    expect(() => guard.once(go, { number: 2, start: 600 })).toThrow(why);
  });

  it('by a key that could not fire on its screen is in the log', async () => {
    const { ports, screen } = await openLiveShow(guarded({ kind: 'arm' }));
    await screen.call('blockedKey', { key: 'F2', block: 'safe' });
    await screen.call('blockedKey', { key: 'F3', block: 'safe' });
    expect(ports.asked).toEqual([]);
    expect(ports.lines.map(({ trigger, targets }) => [trigger, targets.map(({ name }) => name)])).toEqual([
      [{ kind: 'key', detail: 'F2', hand: 'Screen 1' }, ['Lower Third']],
    ]);
    expect(refusals(ports)).toEqual([['In', 'failed', keyBlocks.safe]]);
  });

  it('is not one whose first press the service refused', async () => {
    const { ports, screen, tally } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await ports.request.answer({ status: 400, body: '{"error":{"code":400,"message":"No."}}' });
    expect(tally('third')).toBe('FAILED');
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    expect(ports.asked).toHaveLength(2);
  });

  it('is taken again after the guard time, and another take at once', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'Out', action: 'play' } });
    await screen.call('do', { action: { do: 'take', subComposition: 'bug', to: 'In', action: 'play' } });
    await ports.clock.pass(250);
    await screen.call('do', { action: { do: 'take', subComposition: 'bug', to: 'In', action: 'play' } });
    for (const _ of [1, 2, 3, 4]) await ports.request.answer({ etag: '"1"' });
    expect(ports.asked.map(({ items }) => items)).toEqual([
      [{ subCompositionId: 'third', state: 'In' }],
      [{ subCompositionId: 'third', state: 'Out' }],
      [{ subCompositionId: 'bug', state: 'In' }],
      [{ subCompositionId: 'bug', state: 'In' }],
    ]);
  });

  it('is refused when the screen showed another state than the one that is so by now', async () => {
    const { ports, screen } = await openLiveShow();
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In' }] });
    await ports.clock.pass(1_000);
    const late = screen.call('do', {
      action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' },
      expects: 'Out1',
    });
    await expect(late).rejects.toMatchObject({
      code: 'press-outdated',
      message: texts.guard.changed('Lower Third', 'In', 'Out 1'),
    });
    await screen.call('do', {
      action: { do: 'take', subComposition: 'third', to: 'Out', action: 'play' },
      expects: 'In',
    });
    expect(ports.asked.map(({ items }) => items)).toEqual([[{ subCompositionId: 'third', state: 'Out' }]]);
  });

  it('expects what is requested, where something is', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', {
      action: { do: 'take', subComposition: 'bug', to: 'In', action: 'play' },
      expects: 'Out1',
    });
    await screen.call('do', {
      action: { do: 'take', subComposition: 'bug', to: 'Out', action: 'play' },
      expects: 'In',
    });
    await ports.request.answer({ etag: '"1"' });
    expect(ports.asked.map(({ items }) => items[0]?.state)).toEqual(['In', 'Out']);
  });

  it('by a key is refused just after somebody else changed it, and not a moment later', async () => {
    const { ports, screen } = await openLiveShow();
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In' }] });
    await ports.clock.pass(100);
    await expect(screen.call('key', { key: 'Alt+Digit1', repeat: false })).rejects.toMatchObject({
      message: texts.guard.elsewhere('Lower Third', '100 ms ago'),
    });
    await ports.clock.pass(150);
    await screen.call('key', { key: 'Alt+Digit1', repeat: false });
    expect(ports.asked.map(({ items }) => items)).toEqual([[{ subCompositionId: 'third', state: 'Out' }]]);
  });

  it.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])('is refused for the guard time and no longer where somebody sets the clock %s by an hour', async (_, ahead) => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', { action: { do: 'cue', subComposition: 'third', cued: true } });
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In' }] });
    ports.clock.set(ahead);
    const why = (milliseconds: number): object => ({
      message: texts.guard.elsewhere('Lower Third', `${milliseconds} ms ago`),
    });
    await expect(screen.call('key', { key: 'Alt+Digit1', repeat: false })).rejects.toMatchObject(why(0));
    await ports.clock.pass(249);
    await expect(screen.call('do', { action: { do: 'takeCued' } })).rejects.toMatchObject(why(249));
    await ports.clock.pass(1);
    await screen.call('do', { action: { do: 'takeCued' } });
    await screen.call('key', { key: 'Alt+Digit1', repeat: false });
    await ports.request.answer({ etag: '"3"' });
    expect(ports.asked.map(({ items }) => items[0]?.state)).toEqual(['In', 'Out']);
  });

  it('is guarded for as long as the operator sets, which is kept', async () => {
    const { ports, screen, view } = await openLiveShow();
    expect(view.guardTime).toBe(250);
    await screen.call('setGuardTime', { milliseconds: 0 });
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    expect([view.guardTime, ports.lines.length]).toEqual([0, 0]);
    expect(ports.settings.written.at(-1)).toMatchObject({ version: 1, guardTime: 0 });
    const again = await openLiveShow(new ScriptedPorts(memorySettings(ports.settings.written.at(-1))));
    expect(again.view.guardTime).toBe(0);
  });
});

describe('a timer on air', () => {
  const clock = { ...third.model[2]!, id: 'clock', title: 'clock', type: 'timecontrol' as const };
  const on = { subComposition: 'third', field: 'clock' };

  it('is set and nudged at once, each time from the time before', async () => {
    const { ports, screen } = await openLiveShow();
    const timed = { ...third, model: [...third.model, clock] };
    const running = { UTC: 0, isRunning: true, value: 1_000 };
    await ports.hear(
      snapshot(
        [{ ...show[0]!, subcompositions: [timed] }],
        [{ ...held('third', 'In'), payload: { clock: running } }],
        2,
      ),
    );
    await screen.call('do', { action: { do: 'step', ...on, by: 1 } });
    await screen.call('do', { action: { do: 'step', ...on, by: 1 } });
    await ports.request.answer({ etag: '"3"' });
    await ports.clock.pass(100);
    const [first, second] = ports.asked.map(({ items }) => items);
    expect([first, second]).toEqual([
      [{ subCompositionId: 'third', payload: { clock: { ...running, value: 2_000 } } }],
      [{ subCompositionId: 'third', payload: { clock: { ...running, value: 3_000 } } }],
    ]);
    await ports.request.answer({ etag: '"4"' });
    await screen.call('do', { action: { do: 'set', ...on, value: '45:00' } });
    expect(ports.asked[2]?.items).toMatchObject([{ payload: { clock: { isRunning: true, value: 2_700_000 } } }]);
  });
});

describe('a button that bounces', () => {
  const flash = { do: 'fire', subComposition: 'third', field: 'flash' } as const;
  const clock = (command: 'start' | 'pause') =>
    ({ do: 'time', subComposition: 'third', field: 'clock', command }) as const;

  it('is pressed once, and the log says so; pressed quickly on purpose it counts each time', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', { action: flash });
    await ports.clock.pass(99);
    const why = texts.guard.twice('Lower Third, flash was pressed', '99 ms ago');
    await expect(screen.call('do', { action: flash })).rejects.toMatchObject({ code: 'press-refused', message: why });
    expect(refusals(ports)).toEqual([['Fire flash', 'failed', why]]);
    await ports.request.answer({ etag: '"2"' });
    await ports.clock.pass(1);
    await screen.call('do', { action: flash });
    expect(ports.asked).toHaveLength(2);
  });

  it('and so is the same command of a timer, but not another one', async () => {
    const { ports, screen } = await openLiveShow();
    const timed = {
      ...third,
      model: [...third.model, { ...third.model[2]!, id: 'clock', title: 'clock', type: 'timecontrol' as const }],
    };
    await ports.hear(snapshot([{ ...show[0]!, subcompositions: [timed] }], [held('third', 'Out1')], 2));
    await screen.call('do', { action: clock('start') });
    await ports.request.answer({ etag: '"2"' });
    await expect(screen.call('do', { action: clock('start') })).rejects.toMatchObject({
      message: texts.guard.twice(`Lower Third, clock: Run from 0 ${texts.actions.pressed}`, '0 ms ago'),
    });
    await screen.call('do', { action: clock('pause') });
    expect(ports.asked.map(({ items }) => items)).toEqual([
      [{ subCompositionId: 'third', payload: { clock: { command: 'start' } } }],
      [{ subCompositionId: 'third', payload: { clock: { command: 'pause' } } }],
    ]);
  });

  it('counts each time where the operator wants no guard, and where the first press failed', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', { action: flash });
    await ports.request.answer({ status: 400, body: '{"error":{"code":400,"message":"No."}}' });
    await screen.call('do', { action: flash });
    await ports.request.answer({ etag: '"2"' });
    await screen.call('setGuardTime', { milliseconds: 0 });
    await screen.call('do', { action: flash });
    expect(ports.asked).toHaveLength(3);
  });
});

describe('asking again', () => {
  it('twice in a moment asks once, also where the first has failed already', async () => {
    const { ports, screen, sub } = await openLiveShow();
    await screen.call('do', { action: { do: 'take', subComposition: 'third', to: 'In', action: 'play' } });
    await ports.request.fail();
    expect(sub('third')?.drift).toEqual({ state: 'In' });
    await ports.clock.pass(300);
    await screen.call('do', { action: { do: 'sendAgain', subComposition: 'third' } });
    await ports.request.fail();
    await ports.clock.pass(60);
    const why = texts.guard.taken('Lower Third', 'In', '60 ms ago');
    await expect(screen.call('do', { action: { do: 'sendAgain', subComposition: 'third' } })).rejects.toMatchObject({
      message: why,
    });
    expect(ports.asked).toHaveLength(2);
    expect(refusals(ports).at(-1)).toEqual(['Send again', 'failed', why]);
  });

  it('for values twice in a moment asks once', async () => {
    const { ports, screen } = await openLiveShow();
    await screen.call('do', { action: { do: 'set', subComposition: 'third', field: 'score', value: 3 } });
    await ports.request.fail();
    await ports.clock.pass(300);
    await screen.call('do', { action: { do: 'sendAgain', subComposition: 'third' } });
    await ports.clock.pass(17);
    await ports.request.fail();
    await ports.clock.pass(60);
    await expect(screen.call('do', { action: { do: 'sendAgain', subComposition: 'third' } })).rejects.toMatchObject({
      code: 'press-refused',
      message: texts.guard.twice(texts.actions.requestedAgain('Lower Third'), '77 ms ago'),
    });
    expect(ports.asked).toHaveLength(2);
  });
});

const take = { do: 'take', subComposition: 'embedded-1/third', to: 'In', action: 'play' } as const;
const guarded = (guard: unknown) =>
  new ScriptedPorts(memorySettings({ version: 1, keys: [{ key: 'F2', action: take, guard }] }));
const until = (milliseconds: number): number => Date.UTC(2026, 0, 1, 20) + milliseconds;

describe('a key that must be held', () => {
  it('fires once when it was held long enough, and shows until when', async () => {
    const { ports, screen, view } = await openLiveShow(guarded({ kind: 'hold', milliseconds: 500 }));
    expect(await screen.call('key', { key: 'F2', repeat: false })).toBe(true);
    expect(view.guarded).toEqual([{ key: 'F2', state: 'held', until: until(500) }]);
    await screen.call('key', { key: 'F2', repeat: true });
    await ports.clock.pass(499);
    expect(ports.asked).toEqual([]);
    await ports.clock.pass(1);
    await screen.call('keyUp', { key: 'F2' });
    expect(ports.asked.map(({ items }) => items)).toEqual([[{ subCompositionId: 'third', state: 'In' }]]);
    expect(view.guarded).toEqual([]);
  });

  it('does nothing when its release is held up on the way from the screen', async () => {
    const { ports, desk } = await openLiveShow(guarded({ kind: 'hold', milliseconds: 500 }));
    const { near, far } = pipePair();
    desk.serve(far);
    let held: string[] | undefined;
    const screen = openLink(
      {
        onMessage: near.onMessage.bind(near),
        onClose: near.onClose.bind(near),
        send: (text) => (held ? void held.push(text) : near.send(text)),
      },
      deskApi,
    );
    await screen.call('key', { key: 'F2', repeat: false });
    const waiting = (held = [] as string[]);
    const up = screen.call('keyUp', { key: 'F2' });
    await ports.clock.pass(600);
    held = undefined;

    for (const text of waiting) near.send(text);
    await up;
    await ports.clock.pass(800);
    expect(ports.asked).toEqual([]);
  });

  it('does nothing when it is let go too soon, or its screen is gone', async () => {
    const { ports, screen, view, leave } = await openLiveShow(guarded({ kind: 'hold' }));
    await screen.call('key', { key: 'F2', repeat: false });
    await ports.clock.pass(599);
    await screen.call('keyUp', { key: 'F2' });
    expect(view.guarded).toEqual([]);
    await screen.call('key', { key: 'F2', repeat: false });
    leave();
    await ports.clock.pass(1_000);
    expect(ports.asked).toEqual([]);
  });

  it('says on the screen where it is held when what it fires is refused', async () => {
    const { ports, desk } = await openLiveShow(guarded({ kind: 'hold', milliseconds: 500 }));
    const screens = { here: await screenOf(desk), there: await screenOf(desk) };
    const told: [string, string, string][] = [];
    for (const [name, { screen }] of Object.entries(screens)) {
      screen.on('keyRefused', ({ key, error }) => told.push([name, key, error.message]));
    }
    await screens.here.screen.call('key', { key: 'F2', repeat: false });
    await ports.clock.pass(400);
    await ports.hear({ type: 'change', revision: 2, now: 0, changes: [{ id: 'third', state: 'In' }] });
    await ports.clock.pass(100);
    expect(told).toEqual([['here', 'F2', texts.guard.elsewhere('Lower Third', '100 ms ago')]]);
    expect(Object.values(screens).map(({ view }) => view.notices)).toEqual([[], []]);
  });
});

describe('a key that is armed first', () => {
  it('fires with its second press, and not with the bounce of its first', async () => {
    const { ports, screen, view } = await openLiveShow(guarded({ kind: 'arm' }));
    await screen.call('key', { key: 'F2', repeat: false });
    expect(view.guarded).toEqual([{ key: 'F2', state: 'armed', until: until(3_000) }]);
    await ports.clock.pass(100);
    await expect(screen.call('key', { key: 'F2', repeat: false })).rejects.toMatchObject({ code: 'press-refused' });
    await screen.call('keyUp', { key: 'F2' });
    await ports.clock.pass(1_000);
    await screen.call('key', { key: 'F2', repeat: false });
    expect(ports.asked.map(({ items }) => items)).toEqual([[{ subCompositionId: 'third', state: 'In' }]]);
    expect(view.guarded).toEqual([]);
  });

  it('is no longer armed after three seconds', async () => {
    const { ports, screen, view } = await openLiveShow(guarded({ kind: 'arm' }));
    await screen.call('key', { key: 'F2', repeat: false });
    for (let beat = 0; beat < 6; beat++) {
      await ports.clock.pass(500);
      await ports.hear({ type: 'beat', revision: 1, now: 0 });
    }
    expect(view.guarded).toEqual([]);
    await screen.call('key', { key: 'F2', repeat: false });
    expect([ports.asked.length, view.guarded.length]).toEqual([0, 1]);
  });
});

describe('a guarded key on two screens', () => {
  const open = async (guard: unknown) => {
    const first = await openLiveShow(guarded(guard));
    return { ...first, second: await watchDesk(first.desk) };
  };

  it('that is armed on one is fired by no first press on the other', async () => {
    const { ports, screen, second } = await open({ kind: 'arm' });
    await screen.call('key', { key: 'F2', repeat: false });
    await ports.clock.pass(300);
    await second.screen.call('key', { key: 'F2', repeat: false });
    expect([ports.asked, second.view.guarded.map(({ state }) => state)]).toEqual([[], ['armed', 'armed']]);
    await ports.clock.pass(300);
    await second.screen.call('key', { key: 'F2', repeat: false });
    expect(ports.asked).toHaveLength(1);
  });

  it('that is held on both fires on the one that goes on holding it', async () => {
    const { ports, screen, second } = await open({ kind: 'hold', milliseconds: 500 });
    await screen.call('key', { key: 'F2', repeat: false });
    await ports.clock.pass(100);
    await second.screen.call('key', { key: 'F2', repeat: false });
    await screen.call('keyUp', { key: 'F2' });
    await ports.clock.pass(499);
    expect(ports.asked).toEqual([]);
    await ports.clock.pass(1);
    expect(ports.asked).toHaveLength(1);
  });
});

describe('a key that is to be held with Meta', () => {
  it('is armed instead, because nobody is told when it comes up, and the desk says so', async () => {
    const keys = [{ key: 'Meta+F2', action: take, guard: { kind: 'hold', milliseconds: 500 } }];
    const { ports, screen, view } = await openLiveShow(new ScriptedPorts(memorySettings({ version: 1, keys })));
    expect(view.notices.map(({ text }) => text)).toEqual([texts.keys.metaTwice('Meta+F2')]);
    await screen.call('key', { key: 'Meta+F2', repeat: false });
    await ports.clock.pass(600);
    expect(ports.asked).toEqual([]);
    await screen.call('key', { key: 'Meta+F2', repeat: false });
    expect(ports.asked).toHaveLength(1);
  });
});

describe('a panic key that the shell hears', () => {
  const panicKeys = (guard: unknown) =>
    new ScriptedPorts(memorySettings({ version: 1, keys: [{ key: 'Escape', action: { do: 'panic' }, guard }] }));

  it('is a panic, and no other key is', async () => {
    const { ports, desk } = await openLiveShow(panicKeys(undefined));
    const keys = desk.panicKeys();
    expect([keys.down('F2'), ports.asked]).toEqual([false, []]);
    expect(keys.down('Escape')).toBe(true);
    await ports.clock.pass(0);
    expect(ports.asked).toHaveLength(1);
  });

  it('has its guard', async () => {
    const { ports, desk } = await openLiveShow(panicKeys({ kind: 'hold', milliseconds: 500 }));
    const keys = desk.panicKeys();
    keys.down('Escape');
    await ports.clock.pass(499);
    keys.up('Escape');
    await ports.clock.pass(500);
    expect(ports.asked).toEqual([]);
    keys.down('Escape');
    await ports.clock.pass(500);
    expect(ports.asked).toHaveLength(1);
  });
});

describe('a key that is mapped anew', () => {
  const mapped = (screen: { call(name: 'mapKeys', request: object): Promise<unknown> }, key: string) =>
    screen.call('mapKeys', { keys: [{ key, action: { do: 'takeCued' } }] });

  it('does that from the next press on, is saved, and leaves the other keys as they are', async () => {
    const settings = memorySettings({
      version: 1,
      keys: [
        { key: 'F2', action: take },
        { key: 'F3', action: take },
      ],
    });
    const { ports, screen, view } = await openLiveShow(new ScriptedPorts(settings));
    await mapped(screen, 'F2');
    await ports.clock.pass(20);
    expect(view.keys.map(({ key, action }) => `${key} ${action.do}`)).toEqual(['F3 take', 'F2 takeCued']);
    expect(ports.show.written.at(-1)).toMatchObject({
      edit: 'Map the key F2',
      keys: [{ key: 'F3' }, { key: 'F2', action: { do: 'takeCued' } }],
    });
    await screen.call('unmapKey', { key: 'F3' });
    await ports.clock.pass(20);
    expect(view.keys.map(({ key }) => key)).toEqual(['F2']);
    expect(ports.show.written.at(-1)).toMatchObject({ edit: 'Unmap the key F3', keys: [{ key: 'F2' }] });
    expect(await screen.call('key', { key: 'F3', repeat: false })).toBe(false);
    expect(ports.asked).toEqual([]);
  });

  it('while it is held or armed fires neither what it did nor what it does now', async () => {
    for (const guard of [{ kind: 'hold', milliseconds: 500 }, { kind: 'arm' }]) {
      const { ports, screen, view } = await openLiveShow(guarded(guard));
      await screen.call('key', { key: 'F2', repeat: false });
      await mapped(screen, 'F9');
      await ports.clock.pass(500);
      expect([ports.asked, view.guarded]).toEqual([[], []]);
    }
  });
});

describe('a global key', () => {
  /** A desk whose shell hears F13, unless another program has it. */
  async function everywhere({ taken = [] as string[], shell = true } = {}) {
    const keys = [{ key: 'F13', action: take, global: true }];
    const scripted = new ScriptedPorts(memorySettings({ version: 1, guardTime: 0, keys }));
    const heard: { keys: readonly string[]; press: (key: string) => void } = { keys: [], press: () => undefined };
    const globalKeys: RegisterGlobalKeys = (wanted, press) => {
      Object.assign(heard, { keys: wanted, press });
      return taken;
    };
    return { heard, ...(await openLiveShow(shell ? Object.assign(scripted, { globalKeys }) : scripted)) };
  }

  it('fires while another program has the keyboard, once however often the system repeats it', async () => {
    const { heard, ports } = await everywhere();
    expect(heard.keys).toEqual(['F13']);
    heard.press('F13');
    await settled();
    await ports.request.answer({ status: 400, body: '{"error":{"code":400,"message":"No."}}' });
    for (let repeat = 0; repeat < 60; repeat += 1) {
      await ports.clock.pass(repeat === 0 ? 500 : 30);
      heard.press('F13');
    }
    expect(refusals(ports)).toHaveLength(1);
    await ports.clock.pass(1_000);
    heard.press('F13');
    // The service has been silent for long by then, and the press is told to be refused.
    expect(refusals(ports)).toHaveLength(2);
  });

  it('fires once where the screen hears the same press', async () => {
    const { heard, ports, screen } = await everywhere();
    heard.press('F13');
    expect(await screen.call('key', { key: 'F13', repeat: false })).toBe(true);
    expect(ports.asked).toHaveLength(1);
  });

  it('can be tried: for 15 seconds it fires nothing, and shows that the system gives it', async () => {
    const { heard, ports, screen, view } = await everywhere();
    expect(view.globalKeys).toEqual({ trying: false, heard: [] });
    await screen.call('tryGlobalKeys', { try: true });
    heard.press('F13');
    expect(await screen.call('key', { key: 'F13', repeat: false })).toBe(true);
    expect(ports.asked).toEqual([]);
    await ports.clock.pass(14_000);
    expect(view.globalKeys).toEqual({ trying: true, heard: ['F13'] });
    await ports.clock.pass(1_000);
    expect(view.globalKeys).toEqual({ trying: false, heard: ['F13'] });
    await screen.call('tryGlobalKeys', { try: true });
    await screen.call('tryGlobalKeys', { try: false });
    await screen.call('unmapKey', { key: 'F13' });
    expect(view.globalKeys).toEqual({ trying: false, heard: [] });
  });

  it('that takes everything out does so while it is tried', async () => {
    const { heard, ports, screen } = await everywhere();
    await screen.call('mapKeys', { keys: [{ key: 'F14', action: { do: 'panic' }, global: true }] });
    await screen.call('tryGlobalKeys', { try: true });
    heard.press('F14');
    expect(ports.asked).toHaveLength(1);
  });

  it('that cannot be heard is named, and works in the desk', async () => {
    const { ports, screen, view } = await everywhere({ taken: ['F13'] });
    expect(view.notices.map(({ text }) => text)).toEqual([texts.keys.inDeskOnly('F13', texts.keys.takenBySystem)]);
    await screen.call('key', { key: 'F13', repeat: false });
    expect(ports.asked).toHaveLength(1);
    expect((await everywhere({ shell: false })).view.notices.map(({ text }) => text)).toEqual([
      texts.keys.inDeskOnly('F13', texts.keys.noWindow),
    ]);
  });

  it('is another one once keys are mapped anew', async () => {
    const { heard, ports, screen } = await everywhere();
    await screen.call('mapKeys', { keys: [{ key: 'Ctrl+F2', action: { do: 'takeCued' }, global: true }] });
    await screen.call('unmapKey', { key: 'F13' });
    expect(heard.keys).toEqual(['Ctrl+F2']);
    heard.press('F13');
    expect(ports.asked).toEqual([]);
  });
});

it('a panic that is held fires although another key is mapped meanwhile', async () => {
  const keys = [{ key: 'Escape', action: { do: 'panic' }, guard: { kind: 'hold', milliseconds: 600 } }];
  const { ports, screen, view } = await openLiveShow(new ScriptedPorts(memorySettings({ version: 1, keys })));
  await screen.call('key', { key: 'Escape', repeat: false });
  await ports.clock.pass(300);
  await screen.call('mapKeys', { keys: [{ key: 'F9', action: { do: 'takeCued' } }] });
  await ports.clock.pass(300);
  expect([ports.asked.length, view.guarded]).toEqual([1, []]);
});
