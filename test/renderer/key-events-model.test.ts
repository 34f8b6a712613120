import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyBinding } from '../../contract/desk-api/key-binding.ts';
import { type Hand } from '../../surfaces/press/hands.ts';
import { Keys } from '../../surfaces/press/keys.ts';
import { ArmedKeyboard } from '../../renderer/keys/armed-keyboard.svelte.ts';
import { KeyListening, type KeyDownEvent } from '../../renderer/keys/key-listening.ts';
import type { Shared } from '../../renderer/state/context.ts';
import { knownError } from '../kit/desk/recording-log.ts';
import { ManualClock } from '../kit/manual-clock.ts';
import { playAgainst, unlike } from '../kit/play-against.ts';

const guardTime = 250;
const map = [
  { key: 'F2', action: { do: 'go' } },
  { key: 'Ctrl+F2', action: { do: 'rewind' } },
  { key: 'KeyA', action: { do: 'takeCued' } },
  { key: 'Space', action: { do: 'fireMarked' } },
  { key: 'KeyH', action: { do: 'hold' }, guard: { kind: 'hold', milliseconds: 600 } },
  { key: 'KeyR', action: { do: 'undo', what: 'take' }, guard: { kind: 'arm' } },
  { key: 'F9', action: { do: 'panic' } },
  { key: 'Escape', action: { do: 'panic' }, guard: { kind: 'hold', milliseconds: 600 } },
  { key: 'KeyP', action: { do: 'panic' } },
  { key: 'KeyL', action: { do: 'go' } },
  { key: 'KeyL', press: 'long', action: { do: 'hold' } },
  { key: 'KeyD', action: { do: 'go' } },
  { key: 'KeyD', press: 'double', action: { do: 'rewind' } },
  { key: 'KeyM', action: { do: 'takeCued' } },
  { key: 'KeyM', press: 'release', action: { do: 'endFired' } },
].map((one) => KeyBinding.parse(one));
const codes = [
  'F2',
  'KeyA',
  'Space',
  'KeyH',
  'KeyR',
  'F9',
  'Escape',
  'KeyP',
  'KeyL',
  'KeyD',
  'KeyM',
  'KeyX',
  'Enter',
  'MetaLeft',
];
const there = { isConnected: true, matches: () => false };
const places = {
  body: { tagName: 'BODY', ...there },
  button: { tagName: 'BUTTON', ...there },
  text: { tagName: 'INPUT', type: 'text', ...there },
  area: { tagName: 'TEXTAREA', ...there },
  editable: { tagName: 'DIV', isContentEditable: true, ...there },
};
type Place = keyof typeof places;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('down'), code: fc.constantFrom(...codes), ctrl: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat'), code: fc.constantFrom(...codes) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('up'), code: fc.constantFrom(...codes) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('focus'), on: fc.constantFrom(...(Object.keys(places) as Place[])) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('blur', 'cover', 'uncover', 'turn', 'taken') }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass'), ms: fc.constantFrom(20, 100, 300, 700, 3_000) }) },
) as fc.Arbitrary<Step>;
interface Step {
  do: 'down' | 'repeat' | 'up' | 'focus' | 'blur' | 'cover' | 'uncover' | 'turn' | 'taken' | 'pass';
  code?: string;
  ctrl?: boolean;
  on?: Place;
  ms?: number;
}

/** What the map says of events, in the words of the manual. */
function mapSays() {
  const fired: string[] = [];
  const down = new Map<string, string>();
  /** What fires at a time of its own, if nothing comes before: what is held, and a short press that may become a double one. */
  const waits = new Map<string, { what: string; at: number }>();
  const armed = new Map<string, number>();
  let [now, on, covered]: [number, Place, boolean] = [0, 'body', false];
  let [safe, word, ended] = [false, false, false];
  const inText = (): boolean => ['text', 'area', 'editable'].includes(on);
  const types = (code: string, ctrl: boolean): boolean => !ctrl && /^(Key.|Space)$/.test(code);
  /** Escape ends a word, and Enter where it makes no new line. */
  const ends = (code: string): boolean => code === 'Escape' || (code === 'Enter' && on !== 'area');
  const wait = (name: string, what: string, ms: number): void => {
    waits.delete(name);
    waits.set(name, { what, at: now + ms });
  };
  const letGo = (code: string, isLost = true): void => {
    const name = down.get(code) ?? '';
    down.delete(code);
    const waiting = waits.get(name);
    if (waiting?.what === 'KeyD short') return;
    waits.delete(name);
    if (isLost) return;
    if (waiting?.what === 'KeyL long') fired.push('KeyL short');
    if (waiting?.what === 'KeyD down') wait(name, 'KeyD short', 300);
    if (name === 'KeyM') fired.push('KeyM release');
  };
  const press = (name: string): void => {
    const { action, guard } = map.find(({ key }) => key === name) ?? {};
    if (!action) return;
    const at = armed.get(name);
    if (name === 'KeyL') wait(name, 'KeyL long', 600);
    else if (name === 'KeyD' && waits.get(name)?.what === 'KeyD short') {
      waits.delete(name);
      fired.push('KeyD double');
    } else if (name === 'KeyD') wait(name, 'KeyD down', Infinity);
    else if (!guard) fired.push(`${name} short`);
    else if (guard.kind === 'hold') wait(name, `${name} short`, 600);
    else if (at === undefined) armed.set(name, now);
    else if (now - at >= guardTime) {
      fired.push(`${name} short`);
      armed.delete(name);
    }
  };
  const step = ({ do: what, code = '', ctrl = false, on: next = 'body', ms = 0 }: Step): void => {
    if (what === 'down' || what === 'repeat') ended = ['Enter', 'Escape'].includes(code);
    if (code === 'MetaLeft') {
      for (const one of [...down.keys()]) letGo(one);
    } else if (what === 'down') {
      const name = `${ctrl ? 'Ctrl+' : ''}${code}`;
      const typesNothing = /^(F\d|Escape)$/.test(code);
      const isPanic = typesNothing && map.some(({ key, action }) => key === name && action.do === 'panic');
      const isMapped = map.some(({ key }) => key === name);
      // Ctrl+A and Ctrl+X edit text.
      const isForText = code === 'Escape' || (!code.startsWith('F') && (!ctrl || /^Key[AX]$/.test(code)));
      const ofButton = on === 'button' && ['Space', 'Enter'].includes(code) && !ctrl && (covered || !isMapped);
      const endsCutOff = word && !inText() && ends(code);
      if (ends(code)) word = false;
      const block = covered ? 'dialog' : !isForText ? '' : word ? 'typing' : safe ? 'safe' : '';
      if (isPanic || !((inText() && isForText) || ofButton || endsCutOff || block !== '')) {
        letGo(code);
        down.set(code, name);
        press(name);
      } else if (inText() && isForText) word ||= types(code, ctrl);
      else if (!ofButton && !endsCutOff && isMapped) fired.push(`${name} ${block}`);
    } else if (what === 'repeat') {
      if (ends(code)) word = false;
      if (inText() && !down.has(code)) word ||= types(code, false);
    } else if (what === 'turn') {
      if (!word) safe = !safe;
      word = false;
    } else if (what === 'up') letGo(code, false);
    else if (what === 'focus') [on, ended] = [next, false];
    else if (what === 'taken') {
      // Another screen removed the field under the cursor.
      if (!inText()) return;
      word ||= !ended;
      on = 'body';
    } else if (what === 'blur') for (const one of [...down.keys()]) letGo(one);
    else if (what === 'cover' || what === 'uncover') {
      covered = what === 'cover';
      if (covered) for (const one of [...down.keys()]) letGo(one);
    } else {
      now += ms;
      const due = [...waits].filter(([, { at }]) => at <= now).sort(([, one], [, other]) => one.at - other.at);
      for (const [name, { what: fires }] of due) {
        fired.push(fires);
        waits.delete(name);
      }
      for (const [name, at] of [...armed]) if (now - at >= 3_000) armed.delete(name);
    }
  };
  return { step, fired };
}

/** What the desk fires of events. */
function deskFires() {
  const clock = new ManualClock();
  const fired: string[] = [];
  const keyboard: Hand = {};
  const ignore = (): undefined => undefined;
  const none = (): false => false;
  const keys = new Keys(map, {
    clock,
    knownError,
    guardTime: () => guardTime,
    targets: { target: () => 'unknown', hasLook: none, hasCue: none, hasRundown: none },
    model: () => [],
    press: ({ key, press = 'short' }) => void fired.push(`${key} ${press}`),
    keep: ignore,
    tooLate: ignore,
    changed: ignore,
    refused: ignore,
  });
  let [on, covered]: [Place, boolean] = ['body', false];
  const desk = {
    binding: (key: string) => map.find((one) => one.key === key),
    isMapped: (key: string) => map.some((one) => one.key === key),
    blockKey: (key: string, block: string) => void fired.push(`${key} ${block}`),
    press: (key: string, { repeat }: KeyDownEvent) => {
      try {
        keys.down(key, repeat, { keyboard, age: 0 });
      } catch {
        // A bounce is refused, and told on screen.
      }
    },
    release: (key: string, isLost: boolean) => (isLost ? keys.lost(key, keyboard) : keys.up(key, { keyboard, age: 0 })),
  } as unknown as Shared['desk'];
  const pages = {
    facts: { firesKeys: true },
    get covered() {
      return covered;
    },
    get operating() {
      return !covered;
    },
    escape: () => covered,
  } as unknown as Shared['pages'];
  const armed = new ArmedKeyboard();
  const listening = new KeyListening({
    desk,
    pages,
    armed,
    keyboard: { isMac: false } as unknown as Shared['keyboard'],
  });
  const stroke = (code: string, ctrlKey: boolean, repeat: boolean): KeyDownEvent => ({
    code,
    key: code === 'MetaLeft' ? 'Meta' : code === 'Space' ? ' ' : code.replace(/^Key/, ''),
    ctrlKey,
    altKey: false,
    shiftKey: false,
    metaKey: false,
    repeat,
    timeStamp: clock.monotonic(),
    isComposing: false,
    defaultPrevented: false,
    preventDefault: ignore,
    target: places[on] as unknown as EventTarget,
  });
  const step = async ({ do: what, code = '', ctrl = false, on: next = 'body', ms = 0 }: Step): Promise<void> => {
    if (what === 'down' || what === 'repeat') {
      listening.focused(places[on] as unknown as EventTarget);
      listening.pressed(stroke(code, what === 'down' && ctrl, what === 'repeat'));
    } else if (what === 'up') listening.released(stroke(code, false, false));
    else if (what === 'focus') {
      on = next;
      listening.focused(places[on] as unknown as EventTarget);
    } else if (what === 'taken') {
      if (!['text', 'area', 'editable'].includes(on)) return;
      places[on].isConnected = false;
      listening.focused(places.body as unknown as EventTarget);
      places[on].isConnected = true;
      on = 'body';
    } else if (what === 'turn') armed.turn();
    else if (what === 'pass') await clock.pass(ms);
    else {
      if (what !== 'blur') covered = what === 'cover';
      if (what !== 'uncover') listening.loseAll();
    }
  };
  return { step, fired };
}

it('10,000 key events in and out of text fields fire exactly what the map says', async () => {
  let events = 0;
  let fires = 0;
  const open = () => {
    const [desk, map] = [deskFires(), mapSays()];
    const step = (one: Step): Promise<void> => {
      events += 1;
      map.step(one);
      return desk.step(one);
    };
    return { step, fired: desk.fired, ought: map.fired };
  };
  await playAgainst(
    { given: fc.constant(undefined), open },
    { any: fc.array(step, { minLength: 50, maxLength: 50 }), numRuns: 200 },
    {
      atRest: ({ fired, ought }) => {
        fires += fired.length;
        return unlike('What was fired', fired, ought);
      },
    },
  );
  expect(events).toBe(10_000);
  expect(fires).toBeGreaterThan(events / 50);
});
