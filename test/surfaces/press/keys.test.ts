import { texts } from '../../../contract/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { KeyBinding } from '../../../contract/desk-api/key-binding.ts';
import type { KeyRefusal } from '../../../contract/desk-api/desk-api.ts';
import { OverlayError } from '../../../contract/errors.ts';
import type { Hand } from '../../../surfaces/press/hands.ts';
import { Keys } from '../../../surfaces/press/keys.ts';
import { knownError } from '../../kit/desk/recording-log.ts';
import { ManualClock } from '../../kit/manual-clock.ts';

/** F5 is Go, held, twice and released; F6 is shown while it is held; F7 waits for a second press only. */
const mapped = [
  { key: 'F5', action: { do: 'go' } },
  { key: 'F5', press: 'long', action: { do: 'hold' } },
  { key: 'F5', press: 'double', action: { do: 'rewind' } },
  { key: 'F5', press: 'release', action: { do: 'fireMarked' } },
  { key: 'F6', action: { do: 'takeCued' } },
  { key: 'F6', press: 'release', action: { do: 'endFired' } },
  { key: 'F7', action: { do: 'go' } },
  { key: 'F7', press: 'double', action: { do: 'rewind' } },
  { key: 'Ctrl+F9', action: { do: 'go' }, global: true },
].map((one) => KeyBinding.parse(one));

function opened(bindings: readonly KeyBinding[] = mapped, hasCues = true) {
  const clock = new ManualClock();
  const fired: string[] = [];
  /** What is refused once. */
  const refused = new Set<string>();
  const notices: string[] = [];
  const kept: (readonly KeyBinding[])[] = [];
  const globals: { keys: readonly string[]; press(key: string): void } = { keys: [], press: () => undefined };
  const keys = new Keys(bindings, {
    clock,
    knownError,
    targets: { target: () => 'unknown', hasLook: () => true, hasCue: () => hasCues, hasRundown: () => true },
    model: () => [],
    guardTime: () => 250,
    press: ({ action }, age) => {
      if (refused.delete(action.do)) throw new OverlayError('press-refused', 'Somebody else took it.');
      if (age > 1_000) throw new OverlayError('press-late', 'It came too late.');
      fired.push(action.do);
    },
    tooLate: (age) => (age > 1_000 ? new OverlayError('press-late', 'It came too late.') : undefined),
    keep: (all) => void kept.push(all),
    globalKeys: (heard, pressed) => {
      globals.keys = heard;
      globals.press = pressed;
      return [];
    },
    changed: () => undefined,
    refused: (text) => void notices.push(text),
  });
  const down = (key: string, keyboard: Hand, age = 0) => keys.down(key, false, { keyboard, age });
  const up = (key: string, keyboard: Hand, age = 0) => keys.up(key, { keyboard, age });
  return { clock, fired, notices, kept, keys, down, up, globals, refuse: (action: string) => void refused.add(action) };
}

describe('a key with several kinds of presses', () => {
  it('fires by a short press as it comes up, by a long one while it is held, by a double one as it goes down again', async () => {
    const { clock, fired, down, up } = opened();
    const keyboard = {};
    down('F5', keyboard);
    await clock.pass(400);
    expect(fired).toEqual([]);
    up('F5', keyboard);
    expect(fired).toEqual([]);
    await clock.pass(300);
    expect(fired.splice(0)).toEqual(['go', 'fireMarked']);
    down('F5', keyboard);
    await clock.pass(600);
    expect(fired.splice(0)).toEqual(['hold']);
    up('F5', keyboard);
    expect(fired.splice(0)).toEqual(['fireMarked']);
    down('F7', keyboard);
    up('F7', keyboard);
    await clock.pass(200);
    down('F7', keyboard);
    up('F7', keyboard);
    await clock.pass(2_000);
    expect(fired).toEqual(['rewind']);
  });

  it('fires as it goes down where it could not become another press, and once more when it is released', () => {
    const { fired, down, up } = opened();
    const keyboard = {};
    down('F6', keyboard);
    expect(fired).toEqual(['takeCued']);
    up('F6', keyboard);
    up('F6', keyboard);
    expect(fired).toEqual(['takeCued', 'endFired']);
  });

  it('fires by a short press however long it was down, where nothing is mapped to a long one', async () => {
    const { clock, fired, notices, down, up } = opened();
    const keyboard = {};
    down('F7', keyboard);
    await clock.pass(5_000);
    up('F7', keyboard);
    await clock.pass(300);
    expect([fired, notices]).toEqual([['go'], []]);
  });

  it('undoes by its release nothing that was refused, which is answered where the hand is', async () => {
    const { clock, fired, notices, keys, down, up, refuse } = opened();
    const keyboard = {};
    refuse('takeCued');
    expect(() => down('F6', keyboard)).toThrow('Somebody else took it.');
    up('F6', keyboard);
    expect([fired, notices]).toEqual([[], []]);
    refuse('go');
    down('F5', keyboard);
    up('F5', keyboard);
    await clock.pass(300);
    // No screen is told of a keyboard that has none.
    expect([fired, notices]).toEqual([[], ['The key F5: Somebody else took it.']]);
    expect(keys.guarded).toEqual([]);
  });

  it('tells the screen on which it was pressed what is refused, by whichever kind of press', async () => {
    const { clock, notices, down, up, refuse } = opened();
    const told: KeyRefusal[] = [];
    const keyboard: Hand = { refused: (refusal) => void told.push(refusal) };
    for (const action of ['hold', 'rewind', 'go', 'fireMarked']) refuse(action);
    down('F5', keyboard);
    await clock.pass(600);
    up('F5', keyboard);
    for (let nth = 0; nth < 2; nth += 1) {
      down('F5', keyboard);
      up('F5', keyboard);
    }
    down('F5', {});
    up('F5', {});
    down('F5', keyboard);
    up('F5', keyboard);
    await clock.pass(300);
    expect(told.map(({ key, action, error }) => [key, action.do, error])).toEqual(
      ['hold', 'rewind', 'go'].map((action) => {
        return ['F5', action, { code: 'press-refused', message: 'Somebody else took it.' }];
      }),
    );
    expect(notices).toEqual([]);
  });

  it('is another key on each keyboard', async () => {
    const { clock, fired, down, up } = opened();
    const [one, other] = [{}, {}];
    down('F7', one);
    up('F7', one);
    down('F7', other);
    up('F7', other);
    expect(fired).toEqual([]);
    await clock.pass(300);
    expect(fired).toEqual(['go', 'go']);
  });

  it('repeats nothing while it is held', async () => {
    const { clock, fired, keys, down } = opened();
    const keyboard = {};
    down('F6', keyboard);
    for (let times = 0; times < 20; times++) {
      keys.down('F6', true, { keyboard, age: 0 });
      await clock.pass(30);
    }
    expect(fired).toEqual(['takeCued']);
  });
});

describe('no press is made up', () => {
  it('of a key that is lost while it is down', async () => {
    const { clock, fired, keys, down, up } = opened();
    const keyboard = {};
    for (const key of ['F5', 'F6']) down(key, keyboard);
    expect(fired.splice(0)).toEqual(['takeCued']);
    for (const key of ['F5', 'F6']) keys.lost(key, keyboard);
    await clock.pass(2_000);
    for (const key of ['F5', 'F6']) up(key, keyboard);
    expect(fired).toEqual([]);
  });

  it('of a keyboard that goes, of another mapping, or of a machine that slept', async () => {
    const { clock, fired, keys, down, up } = opened();
    const keyboard = {};
    down('F5', keyboard);
    keys.gone(keyboard);
    await clock.pass(2_000);
    up('F5', keyboard);
    // It waits for a second press.
    down('F7', keyboard);
    up('F7', keyboard);
    keys.gone(keyboard);
    await clock.pass(2_000);
    down('F5', keyboard);
    keys.unmap({ key: 'F7' });
    await clock.pass(2_000);
    up('F5', keyboard);
    down('F5', keyboard);
    clock.sleep(600_000);
    await clock.pass(2_000);
    up('F5', keyboard);
    await clock.pass(2_000);
    expect(fired).toEqual([]);
  });

  it('by a screen that is silent: what was held for long is told, and a short press stays one', async () => {
    const { clock, fired, notices, down, up } = opened();
    let answer = (): void => undefined;
    const keyboard: Hand = { caughtUp: (then) => (answer = then) };
    down('F5', keyboard);
    await clock.pass(700);
    // The release was on its way.
    up('F5', keyboard, 200);
    answer();
    await clock.pass(300);
    answer();
    expect(fired.splice(0)).toEqual(['go', 'fireMarked']);
    down('F5', keyboard);
    await clock.pass(600);
    answer();
    expect(fired.splice(0)).toEqual(['hold']);
    up('F5', keyboard);
    expect(fired.splice(0)).toEqual(['fireMarked']);
    down('F5', keyboard);
    await clock.pass(5_000);
    answer();
    expect([fired, notices]).toEqual([[], [texts.keys.unanswered('F5')]]);
  });

  it('by a screen that stalls: it counts when the key went down and came up, and not when the desk heard so', async () => {
    const { clock, fired, down, up } = opened();
    let answer = (): void => undefined;
    const keyboard: Hand = { caughtUp: (then) => (answer = then) };
    await clock.pass(5_000);
    // It was held for 0.9 s, and all of it comes at once.
    down('F5', keyboard, 1_000);
    up('F5', keyboard, 100);
    expect(fired.splice(0)).toEqual(['hold', 'fireMarked']);
    // Two presses lay 0.7 s apart.
    for (const age of [1_000, 300]) {
      down('F7', keyboard, age);
      up('F7', keyboard, age - 50);
    }
    await clock.pass(300);
    answer();
    expect(fired.splice(0)).toEqual(['go', 'go']);
    // The second press is on its way.
    down('F7', keyboard);
    up('F7', keyboard);
    await clock.pass(900);
    expect(fired).toEqual([]);
    down('F7', keyboard, 700);
    up('F7', keyboard, 600);
    answer();
    await clock.pass(2_000);
    answer();
    expect(fired.splice(0)).toEqual(['rewind']);
  });

  it('by a first press, of which nobody knows how long it was on its way: the clock of its screen tells', () => {
    const { fired, keys } = opened();
    const screen = { keyboard: { caughtUp: () => undefined }, age: 0 };
    keys.down('F5', false, { ...screen, stamp: 70_000 });
    keys.up('F5', { ...screen, stamp: 70_600 });
    expect(fired).toEqual(['hold', 'fireMarked']);
  });

  it('by a screen that does not say whether a second press is on its way', async () => {
    const { clock, fired, notices, down, up } = opened();
    const keyboard: Hand = { caughtUp: () => undefined };
    down('F7', keyboard);
    up('F7', keyboard);
    await clock.pass(3_000);
    expect([fired, notices]).toEqual([[], [texts.keys.unanswered('F7')]]);
  });

  it('by a release that comes seconds late, which is told', async () => {
    const { clock, fired, notices, down, up } = opened();
    const keyboard = {};
    await clock.pass(5_000);
    down('F6', keyboard);
    await clock.pass(4_000);
    up('F6', keyboard, 3_000);
    expect([fired, notices]).toEqual([['takeCued'], ['The key F6: It came too late.']]);
  });

  it('by a press that was held up on its way, which does not begin to be a long one', async () => {
    const { clock, fired, down, up } = opened();
    const keyboard = {};
    await clock.pass(5_000);
    expect(() => down('F5', keyboard, 3_000)).toThrow('too late');
    await clock.pass(2_000);
    up('F5', keyboard);
    expect(fired).toEqual([]);
  });

  it('by a global key, of which nobody hears when it comes up', async () => {
    const { clock, fired, globals } = opened([
      ...mapped,
      // A file that was edited by hand.
      { key: 'Ctrl+F9', press: 'long', action: { do: 'hold', rundown: undefined } },
    ]);
    await clock.pass(5_000);
    globals.press('Ctrl+F9');
    await clock.pass(5_000);
    expect(fired).toEqual(['go']);
  });
});

it('a key that a file maps twice is heard in every program only if its first mapping says so', () => {
  const { globals } = opened([]);
  expect(globals.keys).toEqual([]);
  const [here, everywhere] = [{ do: 'go' as const }, { do: 'hold' as const, rundown: undefined }];
  const both = [
    { key: 'Ctrl+F8', action: here, press: 'long' as const },
    { key: 'Ctrl+F8', action: here },
    { key: 'Ctrl+F8', action: everywhere, global: true as const },
    { key: 'Ctrl+F9', action: everywhere, global: true as const },
  ];
  expect(opened(both).globals.keys).toEqual(['Ctrl+F9']);
});

it('what is gone is named with the kind of press that does it', () => {
  const action = { do: 'fireCue' as const, cue: 'gone' };
  const { keys } = opened([{ key: 'F5', press: 'long', action }], false);
  expect(keys.problems).toEqual([texts.keys.cueGone('F5 (held)')]);
});

describe('what a key does as it goes down', () => {
  const filled = [
    [{ action: { do: 'panic' } }, 'is a panic'],
    [{ action: { do: 'go' }, guard: { kind: 'arm' } }, 'has a guard'],
    [{ key: 'F13', action: { do: 'go' }, global: true }, 'is a global key'],
  ] as const;

  it.each(filled)('leaves no other press: %o', async (short, why) => {
    const first = KeyBinding.parse({ key: 'F8', ...short });
    const { key } = first;
    const { keys, kept } = opened([first]);
    const long = KeyBinding.parse({ key, press: 'long', action: { do: 'hold' } });
    const sentence = `The key ${key} ${why}, so it can do nothing else when it is held.`;
    expect(() => keys.map([long])).toThrow(sentence);
    expect(kept).toEqual([]);
    const { keys: written } = opened([long, first]);
    expect(written.problems).toEqual([sentence]);
  });

  it('is a panic at once, whatever else a file says of the key', async () => {
    const [panic, long] = [
      KeyBinding.parse({ key: 'F8', action: { do: 'panic' } }),
      KeyBinding.parse({ key: 'F8', press: 'long', action: { do: 'hold' } }),
    ];
    const { clock, fired, down } = opened([long, panic]);
    down('F8', {});
    await clock.pass(2_000);
    expect(fired).toEqual(['panic']);
  });

  it('stays when another kind of press is unmapped, and the other way round', () => {
    const { keys } = opened(mapped.slice(0, 2));
    keys.map([KeyBinding.parse({ key: 'F5', press: 'long', action: { do: 'rewind' } })]);
    expect(keys.bindings.map(({ press, action }) => [press, action.do])).toEqual([
      [undefined, 'go'],
      ['long', 'rewind'],
    ]);
    keys.unmap({ key: 'F5' });
    expect(keys.bindings.map(({ press }) => press)).toEqual(['long']);
    keys.unmap({ key: 'F5', press: 'long' });
    expect(keys.bindings).toEqual([]);
  });
});
