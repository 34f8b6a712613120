import { errorTable } from '../../contract/errors.ts';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ControlItem } from '../../contract/model/control.ts';
import { ids, smallShow } from '../kit/service/small-show.ts';
import { type SmallService, startSmallService } from '../kit/service/small-service.ts';
import { serviceFetch as fetch } from '../kit/published-answers.ts';

/** The clock of the service, in milliseconds since the epoch. */
const now = 1_700_000_000_000;

/** The small show, with a field of which the choices have numbers as ids, as other makers' have. */
const composition = structuredClone(smallShow);
composition.root.subcompositions
  .find(({ id }) => id === ids.title)!
  .fields.push({
    id: 'camera',
    type: 'selection',
    title: 'Camera',
    index: 9,
    defaultValue: '1',
    resetValue: '1',
    immediateUpdate: false,
    selections: [
      { id: '1', title: 'Wide' },
      { id: '2', title: '3' },
      { id: '3', title: 'Close' },
      { id: '10', title: '1' },
      { id: '11', title: '2026' },
    ],
  });

let service: SmallService;
const start = async () => (service = await startSmallService({ clock: () => now, composition }));
const close = () => service.close();

type Sent = [status: number, body: unknown];
const json = { 'content-type': 'application/json' };

async function send(
  method: 'PATCH' | 'PUT',
  path: string,
  body: unknown,
  headers: Record<string, string> = json,
): Promise<Sent> {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const response = await fetch(path, { method, headers, body: text as BodyInit });
  return [response.status, await response.json()];
}
const second = (body: unknown, headers?: Record<string, string>): Promise<Sent> =>
  send('PATCH', `${service.app}/control`, body, headers);
const first = (body: unknown, headers?: Record<string, string>): Promise<Sent> =>
  send('PUT', `${service.url}/apiv1/control/${service.token}`, body, headers);
const stored = async (id: string): Promise<ControlItem> => {
  const items = (await (await fetch(`${service.app}/control`)).json()) as ControlItem[];
  return items.find(({ subCompositionId }) => subCompositionId === id)!;
};
const revision = async (): Promise<string | null> => (await fetch(`${service.app}/control`)).headers.get('etag');

const red = { a: 1, b: 0, g: 0, r: 255 };
const started = { UTC: now, isRunning: true, value: 0 };
const stopped = { UTC: now, isRunning: false, value: 0 };
const never = { __serviceButton: true, ts: 0 };
const pressed = { __serviceButton: true, ts: now };

/** What clients send for a field, and what is stored then. */
const accepted: [sub: keyof typeof ids, field: string, input: unknown, value: unknown][] = [
  ['lowerThird', 'line1', 'Ada', 'Ada'],
  ['lowerThird', 'line1', '', ''],
  ['lowerThird', 'line1', null, ''],
  ['lowerThird', 'line1', 7, '7'],
  ['lowerThird', 'line1', 7.5, '7.5'],
  ['lowerThird', 'line1', -1, '-1'],
  ['lowerThird', 'line1', true, 'true'],
  ['lowerThird', 'line1', false, 'false'],
  ['lowerThird', 'line1', 'two\nlines', 'two lines'],
  ['lowerThird', 'line1', 'two\r\n\r\nlines', 'two lines'],
  ['lowerThird', 'line1', 'a\tb', 'a\tb'],
  ['lowerThird', 'line1', ' blanks ', ' blanks '],
  ['lowerThird', 'line1', '\u{1f600} e\u0301', '\u{1f600} e\u0301'],
  ['lowerThird', 'line2', 'one\ntwo', 'one\ntwo'],
  ['lowerThird', 'line2', 'one\r\ntwo\rthree', 'one\ntwo\nthree'],
  ['lowerThird', 'line2', 12, '12'],
  ['lowerThird', 'line2', null, ''],
  ['lowerThird', 'size', 12, '12'],
  ['lowerThird', 'size', 12.5, '12.5'],
  ['lowerThird', 'size', '12', '12'],
  ['lowerThird', 'size', '7.50', '7.50'],
  ['lowerThird', 'size', ' 7 ', '7'],
  ['lowerThird', 'size', '+7', '7'],
  ['lowerThird', 'size', '007', '007'],
  ['lowerThird', 'size', '.5e2', '50'],
  ['lowerThird', 'size', '1e1', '10'],
  ['lowerThird', 'size', '12345678901234567890e-18', '12.345678901234567890'],
  ['lowerThird', 'size', '', '10'],
  ['lowerThird', 'size', null, '10'],
  ['lowerThird', 'fade', 0, '0'],
  ['lowerThird', 'fade', '99.90', '99.90'],
  ['lowerThird', 'fade', '', '100'],
  ['lowerThird', 'color', 'white', { a: 1, b: 255, g: 255, r: 255 }],
  ['lowerThird', 'color', 'WHITE', { a: 1, b: 255, g: 255, r: 255 }],
  ['lowerThird', 'color', 'transparent', { a: 0, b: 0, g: 0, r: 0 }],
  ['lowerThird', 'color', '#0f0', { a: 1, b: 0, g: 255, r: 0 }],
  ['lowerThird', 'color', '0f0', { a: 1, b: 0, g: 255, r: 0 }],
  ['lowerThird', 'color', '#0f08', { a: 0.533, b: 0, g: 255, r: 0 }],
  ['lowerThird', 'color', '102030', { a: 1, b: 48, g: 32, r: 16 }],
  ['lowerThird', 'color', '#102030', { a: 1, b: 48, g: 32, r: 16 }],
  ['lowerThird', 'color', '#10203000', { a: 0, b: 48, g: 32, r: 16 }],
  ['lowerThird', 'color', '10203000', { a: 0, b: 48, g: 32, r: 16 }],
  ['lowerThird', 'color', ' rgb(1, 2, 3) ', { a: 1, b: 3, g: 2, r: 1 }],
  ['lowerThird', 'color', 'rgb(1 2 3 / 50%)', { a: 0.5, b: 3, g: 2, r: 1 }],
  ['lowerThird', 'color', 'rgba(1, 2, 3, 0.5)', { a: 0.5, b: 3, g: 2, r: 1 }],
  ['lowerThird', 'color', { r: 1, g: 2, b: 3 }, { a: 1, b: 3, g: 2, r: 1 }],
  ['lowerThird', 'color', { r: '1', g: '2', b: '3', a: '0.5' }, { a: 0.5, b: 3, g: 2, r: 1 }],
  ['lowerThird', 'color', '', red],
  ['lowerThird', 'color', null, red],
  ['lowerThird', 'boxed', false, false],
  ['lowerThird', 'boxed', 'false', false],
  ['lowerThird', 'boxed', 'FALSE', false],
  ['lowerThird', 'boxed', 0, false],
  ['lowerThird', 'boxed', '0', false],
  ['lowerThird', 'boxed', 'off', false],
  ['lowerThird', 'boxed', 'on', true],
  ['lowerThird', 'boxed', 1, true],
  ['lowerThird', 'boxed', '1', true],
  ['lowerThird', 'boxed', 'true', true],
  ['lowerThird', 'boxed', null, true],
  ['title', 'picture', '/media/a.png', '/media/a.png'],
  ['title', 'picture', 'https://example.org/a.png', 'https://example.org/a.png'],
  ['title', 'picture', 'a b.png', 'a b.png'],
  ['title', 'picture', '', ''],
  ['title', 'picture', null, ''],
  ['title', 'sound', 'https://example.org/a.wav', 'https://example.org/a.wav'],
  ['title', 'sound', null, ''],
  ['title', 'rows', '[1, 2]', '[1, 2]'],
  ['title', 'rows', '{}', '{}'],
  ['title', 'rows', [1, { a: 2 }], '[1,{"a":2}]'],
  ['title', 'rows', { a: null }, '{"a":null}'],
  ['title', 'rows', null, '[]'],
  ['title', 'style', 'bold', 'bold'],
  ['title', 'style', 'Bold', 'bold'],
  ['title', 'style', null, 'plain'],
  ['title', 'camera', 2, '2'],
  ['title', 'camera', '2', '2'],
  ['title', 'camera', 10, '10'],
  ['title', 'camera', '10', '10'],
  // An id comes before a title.
  ['title', 'camera', 3, '3'],
  ['title', 'camera', '3', '3'],
  ['title', 'camera', 1, '1'],
  ['title', 'camera', 'Close', '3'],
  ['title', 'camera', 2026, '11'],
  ['title', 'camera', '2026', '11'],
  ['title', 'camera', null, '1'],
  ['title', 'timer', { command: 'start' }, started],
  ['title', 'timer', 'start', started],
  ['title', 'timer', 'Start', started],
  ['title', 'timer', { command: 'play' }, started],
  ['title', 'timer', 'pause', stopped],
  ['title', 'timer', 'reset', stopped],
  ['title', 'timer', { UTC: 5, isRunning: true, value: 7 }, { UTC: 5, isRunning: true, value: 7 }],
  ['title', 'timer', null, { UTC: 0, isRunning: false, value: 0 }],
];

/** What clients send for a button that nobody has pressed yet. */
const presses: typeof accepted = [
  ['title', 'flash', 'execute', pressed],
  ['title', 'flash', 'Execute', pressed],
  ['title', 'flash', ' EXECUTE ', pressed],
  ['title', 'flash', true, pressed],
  ['title', 'flash', null, never],
  ['title', 'flash', { __serviceButton: true, ts: now + 5_000 }, never],
];

/** What no field of these can hold, and the words of the warning. */
const leftOut: [sub: keyof typeof ids, field: string, input: unknown, problem: RegExp][] = [
  ['lowerThird', 'line1', {}, /^expected a string, got \{\}$/],
  ['lowerThird', 'line1', ['a'], /^expected a string, got \["a"\]$/],
  ['lowerThird', 'line1', 'a\0b', /^expected text without control characters/],
  ['lowerThird', 'line1', 'a\u001bb', /^expected text without control characters/],
  ['lowerThird', 'line1', 'a\u0085b', /^expected text without control characters/],
  ['lowerThird', 'line1', 'x'.repeat(64 * 1024 + 1), /^expected at most 65536 bytes, got 65537$/],
  ['lowerThird', 'line1', '\u20ac'.repeat(22_000), /^expected at most 65536 bytes, got 66000$/],
  ['lowerThird', 'line2', 'x'.repeat(1024 * 1024 + 1), /^expected at most 1048576 bytes, got 1048577$/],
  ['lowerThird', 'line2', '\0', /^expected text without control characters/],
  ['lowerThird', 'size', 'ten', /^expected a number, got "ten"$/],
  ['lowerThird', 'size', '0x10', /^expected a number/],
  ['lowerThird', 'size', '1,5', /^expected a number/],
  ['lowerThird', 'size', true, /^expected a number/],
  ['lowerThird', 'size', [], /^expected a number/],
  ['lowerThird', 'size', 0, /^expected a number from 1 to 100, got 0$/],
  ['lowerThird', 'size', '1e400', /^expected a number/],
  ['lowerThird', 'fade', 101, /^expected a number from 0 to 100, got 101$/],
  ['lowerThird', 'fade', -0.1, /^expected a number from 0 to 100, got -0.1$/],
  ['lowerThird', 'color', 'reddish', /^expected a color/],
  ['lowerThird', 'color', '#12345', /^expected a color/],
  ['lowerThird', 'color', { r: 256, g: 0, b: 0 }, /^expected a color/],
  ['lowerThird', 'color', 7, /^expected a color/],
  ['lowerThird', 'boxed', 'yes', /^expected true or false, got "yes"$/],
  ['lowerThird', 'boxed', 2, /^expected true or false, got 2$/],
  ['lowerThird', 'boxed', '', /^expected true or false, got ""$/],
  ['title', 'picture', 'javascript:alert(1)', /^expected an http, https or data URL/],
  ['title', 'picture', 'file:///etc/passwd', /^expected an http, https or data URL/],
  ['title', 'picture', 'a\tb.png', /^expected a URL without control characters/],
  ['title', 'picture', 7, /^expected a URL, got 7$/],
  ['title', 'rows', '{', /^expected a string that holds JSON: /],
  ['title', 'rows', 7, /^expected a string that holds JSON, got 7$/],
  ['title', 'style', 'italic', /^expected one of plain, bold, got "italic"$/],
  ['title', 'camera', 4, /^expected one of 1, 2, 3, 10, 11, got "4"$/],
  ['title', 'camera', '4', /^expected one of 1, 2, 3, 10, 11, got "4"$/],
  ['title', 'camera', '02', /^expected one of 1, 2, 3, 10, 11, got "02"$/],
  ['title', 'camera', ' 2', /^expected one of 1, 2, 3, 10, 11, got " 2"$/],
  ['title', 'camera', 2.5, /^expected one of 1, 2, 3, 10, 11, got "2.5"$/],
  ['title', 'camera', -2, /^expected one of 1, 2, 3, 10, 11, got "-2"$/],
  ['title', 'camera', true, /^expected one of 1, 2, 3, 10, 11, got true$/],
  ['title', 'camera', [2], /^expected one of 1, 2, 3, 10, 11, got \[2\]$/],
  ['title', 'camera', '', /^expected one of 1, 2, 3, 10, 11, got ""$/],
  ['title', 'style', 1, /^expected one of plain, bold, got "1"$/],
  ['title', 'timer', 'stop', /^expected \{command/],
  ['title', 'timer', { command: 7 }, /^expected \{command/],
  ['title', 'timer', { UTC: 1.5, isRunning: true, value: 0 }, /^expected \{command/],
  ['title', 'flash', 'press', /^expected "execute", got "press"$/],
  ['title', 'flash', false, /^expected "execute", got false$/],
  ['title', 'flash', 1, /^expected "execute", got 1$/],
  ['title', 'nothing', 'x', /^"Title" has no field with this id$/],
  ['title', 'constructor', 'x', /^"Title" has no field with this id$/],
];

const names: Partial<Record<keyof typeof ids, string>> = { lowerThird: 'Lower Third', title: 'Title' };

const strict = { prefer: 'handling=strict' };

type Row = (typeof accepted)[number];
const isStored = async (...[sub, field, input, value]: Row): Promise<void> => {
  const item = { subCompositionId: ids[sub], payload: { [field]: input } };
  expect(await second([item], { ...json, ...strict })).toEqual([200, { success: true }]);
  expect((await stored(ids[sub])).payload[field]).toEqual(value);
};
const isStoredByTheFirst = async (...[sub, field, input, value]: Row): Promise<void> => {
  const item = { compositionName: names[sub], controlNode: { payload: { [field]: input } } };
  expect(await first([item], { ...json, ...strict })).toEqual([200, 'Ok']);
  expect((await stored(ids[sub])).payload[field]).toEqual(value);
};

describe('a value', () => {
  beforeAll(start);
  afterAll(close);

  it.each(accepted)('of %s %s, sent as %j, is stored without a warning', isStored);
  it.each(accepted)('of %s %s, sent as %j, is the same in the first generation', isStoredByTheFirst);

  it.each(leftOut)(
    'of %s %s that does not fit is left out, and the take beside it is made',
    async (sub, field, input, problem) => {
      await second([{ subCompositionId: ids[sub], state: 'Out1' }]);
      const before = (await stored(ids[sub])).payload;
      const path = `[0].payload.${field}`;
      const item = { subCompositionId: ids[sub], payload: { [field]: input }, state: 'In' };
      expect(await second([item])).toEqual([
        200,
        { success: true, warnings: [{ path, message: expect.stringMatching(problem) as string }] },
      ]);
      expect(await stored(ids[sub])).toMatchObject({ state: 'In', payload: before });
      const [status, body] = await second([item], { ...json, ...strict });
      expect([status, body]).toEqual([
        400,
        {
          error: {
            code: 400,
            message: expect.stringContaining(`Nothing was changed: ${path}: `) as string,
            details: [{ path, message: expect.stringMatching(problem) as string }],
          },
        },
      ]);
    },
  );
});

describe('a press', () => {
  beforeEach(start);
  afterEach(close);

  it.each(presses)('of %s %s, sent as %j, is stored without a warning', isStored);
  it.each(presses)('of %s %s, sent as %j, is the same in the first generation', isStoredByTheFirst);
});

describe('an item of the second generation', () => {
  beforeEach(start);
  afterEach(close);

  const home = { subCompositionId: ids.home };
  /** What is sent, the state and goals of Home then, and the warnings. */
  it.each<[string, unknown, [string, string], string[]]>([
    ['with nothing in it', home, ['Out1', '0'], []],
    ['with nothing at all', {}, ['Out1', '0'], []],
    ['with null for all', { subCompositionName: null, state: null, payload: null }, ['Out1', '0'], []],
    ['with an unknown name and nothing else', { subCompositionName: 'X' }, ['Out1', '0'], ['[0].subCompositionName']],
    ['with a state in another spelling', { ...home, State: 'In' }, ['Out1', '0'], ['[0].State']],
    [
      'with half of a character in a value',
      { ...home, state: 'In', payload: { goals: 1, team: 'A\ud83d' } },
      ['In', '1'],
      ['[0].payload.team'],
    ],
    [
      'with a member that is not known and has half of a character',
      { ...home, state: 'In', comment: ['\ud83d'] },
      ['In', '0'],
      ['[0].comment[0]', '[0].comment'],
    ],
    ['with null as payload', { ...home, payload: null, state: 'In' }, ['In', '0'], []],
    ['with null as state', { ...home, payload: { goals: 1 }, state: null }, ['Out1', '1'], []],
    ['with null as action', { ...home, state: 'In', action: null }, ['In', '0'], []],
    ['with null as name', { ...home, subCompositionName: null, state: 'In' }, ['In', '0'], []],
    [
      'with an unknown id and a known name',
      { subCompositionId: 'old', subCompositionName: 'Home', state: 'In' },
      ['In', '0'],
      [],
    ],
    [
      'with a number as id and a known name',
      { subCompositionId: 7, subCompositionName: 'Home', state: 'In' },
      ['In', '0'],
      [],
    ],
    ['with an id before a name', { ...home, subCompositionName: 'Title', state: 'In' }, ['In', '0'], []],
    [
      'with unknown members',
      { ...home, state: 'In', comment: 'x', mainComposition: false },
      ['In', '0'],
      ['[0].comment'],
    ],
    ['with a state that is none', { ...home, state: 'Inn', payload: { goals: 1 } }, ['Out1', '1'], ['[0].state']],
    ['with a state in lower case', { ...home, state: 'in', payload: { goals: 1 } }, ['Out1', '1'], ['[0].state']],
    ['with a text as payload', { ...home, state: 'In', payload: 'x' }, ['In', '0'], ['[0].payload']],
    ['with an array as payload', { ...home, state: 'In', payload: [1] }, ['In', '0'], ['[0].payload']],
    [
      'with a wrong member for the main composition',
      { ...home, state: 'In', mainComposition: 'x' },
      ['In', '0'],
      ['[0].mainComposition'],
    ],
    [
      'with an object as id and a known name',
      { subCompositionId: {}, subCompositionName: 'Home', state: 'In' },
      ['In', '0'],
      ['[0].subCompositionId'],
    ],
  ])('%s', async (_, item, [state, goals], paths) => {
    const [status, body] = await second([item]);
    const { warnings = [] } = body as { warnings?: { path: string }[] };
    expect([status, warnings.map(({ path }) => path)]).toEqual([200, paths]);
    expect(await stored(ids.home)).toMatchObject({ state, payload: { goals } });
  });

  it.each([
    ['without id and name', { state: 'In' }, '[0].subCompositionName'],
    ['with null for both', { subCompositionId: null, subCompositionName: null, state: 'In' }, '[0].subCompositionName'],
    ['with an unknown id', { subCompositionId: 'x', state: 'In' }, '[0].subCompositionId'],
    ['with an unknown name', { subCompositionName: 'X', state: 'In' }, '[0].subCompositionName'],
    [
      'with an unknown id and name',
      { subCompositionId: 'x', subCompositionName: 'X', state: 'In' },
      '[0].subCompositionId',
    ],
    ['with an action that is none', { ...home, state: 'In', action: 'run' }, '[0].action'],
    ['with nothing that fits', { ...home, state: 'Inn', payload: { goals: 'many' } }, '[0].state'],
  ])('%s is refused, because nothing of it can be applied', async (_, item, path) => {
    const before = await revision();
    const [status, body] = await second([item]);
    expect([status, (body as { error: { details: { path: string }[] } }).error.details[0]?.path]).toEqual([400, path]);
    expect(await revision()).toBe(before);
  });
});

describe('an item of the first generation', () => {
  beforeEach(start);
  afterEach(close);

  const home = { compositionName: 'Home' };
  it.each<[string, unknown, [string, string]]>([
    ['with nothing in it', home, ['Out1', '0']],
    ['with nothing at all', {}, ['Out1', '0']],
    ['with null for all', { compositionName: null, animation: null }, ['Out1', '0']],
    ['with null as control node', { ...home, controlNode: null, animation: { action: 'play', to: 'In' } }, ['In', '0']],
    ['with an empty control node', { ...home, controlNode: {}, animation: { action: 'play', to: 'In' } }, ['In', '0']],
    ['with null as payload', { ...home, controlNode: { payload: null }, animation: { to: 'In' } }, ['In', '0']],
    ['with an animation without an action', { ...home, animation: { to: 'In' } }, ['In', '0']],
    ['with null as action', { ...home, animation: { action: null, to: 'In' } }, ['In', '0']],
    ['with null as animation', { ...home, animation: null, controlNode: { payload: { goals: 1 } } }, ['Out1', '1']],
    ['with both', { ...home, animation: { to: 'In' }, controlNode: { payload: { goals: '2' } } }, ['In', '2']],
    [
      'with an id instead of a name',
      { compositionId: ids.home, compositionName: null, animation: { to: 'In' } },
      ['In', '0'],
    ],
  ])('%s', async (_, item, [state, goals]) => {
    expect(await first([item])).toEqual([200, 'Ok']);
    expect(await stored(ids.home)).toMatchObject({ state, payload: { goals } });
  });

  const withPayload = { compositionName: 'Home', controlNode: { payload: { goals: 1 } } };
  /** What is sent, the state and goals of Home then, and the warnings. */
  it.each<[string, unknown, [string, string], string[]]>([
    ['with an unknown name and nothing else', { compositionName: 'X' }, ['Out1', '0'], ['[0].compositionName']],
    [
      'with unknown members',
      { ...withPayload, animation: { to: 'In', till: 'Out' }, controlNode: { payload: { goals: 1 }, value: 2 }, on: 1 },
      ['In', '1'],
      ['[0].controlNode.value', '[0].animation.till', '[0].on'],
    ],
    [
      'with a state that is none beside words',
      { ...withPayload, animation: { to: 'Inn' } },
      ['Out1', '1'],
      ['[0].animation.to'],
    ],
    ['with a text as animation', { ...withPayload, animation: 'In' }, ['Out1', '1'], ['[0].animation']],
    [
      'with a text as payload',
      { ...home, controlNode: { payload: 'x' }, animation: { to: 'In' } },
      ['In', '0'],
      ['[0].controlNode.payload'],
    ],
    [
      'with a text as control node',
      { ...home, controlNode: 'x', animation: { to: 'In' } },
      ['In', '0'],
      ['[0].controlNode'],
    ],
    [
      'with a value that does not fit',
      { ...home, controlNode: { payload: { goals: 'many' } }, animation: { to: 'In' } },
      ['In', '0'],
      ['[0].controlNode.payload.goals'],
    ],
    [
      'with half of a character in a value',
      { ...home, controlNode: { payload: { goals: 1, team: 'A\ud83d' } }, animation: { to: 'In' } },
      ['In', '1'],
      ['[0].controlNode.payload.team'],
    ],
    [
      'with an object as name and a known id',
      { compositionId: ids.home, compositionName: {}, animation: { to: 'In' } },
      ['In', '0'],
      ['[0].compositionName'],
    ],
  ])('%s loses that, and keeps the rest', async (_, item, [state, goals], paths) => {
    const response = await fetch(`${service.url}/apiv1/control/${service.token}`, {
      method: 'PUT',
      headers: json,
      body: JSON.stringify([item]),
    });
    const warnings = JSON.parse(response.headers.get('warning-details') ?? '[]') as { path: string }[];
    expect([response.status, await response.json(), warnings.map(({ path }) => path)]).toEqual([200, 'Ok', paths]);
    expect(await stored(ids.home)).toMatchObject({ state, payload: { goals } });
  });

  it.each([
    ['an action that is none', { action: 'run', to: 'In' }, '[0].animation.action'],
    ['a number as action', { action: 7, to: 'In' }, '[0].animation.action'],
    ['no state to go to', { action: 'play' }, '[0].animation.to'],
    ['null as the state to go to', { to: null }, '[0].animation.to'],
    ['nothing in its animation', {}, '[0].animation.to'],
  ])('with %s is refused whole, because what goes on air is never guessed', async (_, animation, path) => {
    const [status, body] = await first([withPayload, { ...withPayload, animation }]);
    const { details } = (body as { error: { details: { path: string }[] } }).error;
    expect([status, details.map((one) => one.path)]).toEqual([400, [path.replace('0', '1')]]);
    expect(await stored(ids.home)).toMatchObject({ state: 'Out1', payload: { goals: '0' } });
  });

  it('may be what row 5 answered', async () => {
    const read = await fetch(`${service.url}/apiv1/control/${service.token}`);
    expect(await first(await read.json())).toEqual([200, 'Ok']);
  });
});

describe('a body', () => {
  beforeEach(start);
  afterEach(close);

  const take = JSON.stringify([{ subCompositionName: 'Home', state: 'In' }]);

  it('with a key that no object can hold loses that value', async () => {
    const body = `[{"subCompositionName":"Home","state":"In","payload":{"goals":1,"__proto__":{"a":1}}}]`;
    expect(await second(body)).toEqual([
      200,
      {
        success: true,
        warnings: [{ path: '[0].payload.__proto__', message: 'the key "__proto__" is not accepted' }],
      },
    ]);
    expect(await stored(ids.home)).toMatchObject({ state: 'In', payload: { goals: '1' } });
  });

  it('with half of a character somewhere inside of a value loses that value whole', async () => {
    const rows = { list: [1, { name: 'A\ud83d' }] };
    const [, body] = await second([{ subCompositionId: ids.title, payload: { style: 'bold', rows } }]);
    expect(body).toMatchObject({ success: true, warnings: [{ path: '[0].payload.rows.list[1].name' }] });
    expect((await stored(ids.title)).payload).toMatchObject({ style: 'bold', rows: '[]' });
  });

  it('that is an empty array changes nothing, and makes no revision', async () => {
    const before = await revision();
    expect([await second([]), await first([])]).toEqual([
      [200, { success: true }],
      [200, 'Ok'],
    ]);
    expect(await revision()).toBe(before);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/vnd.api+json',
    'text/json',
    'garbage',
    'a/b/c; ;=',
    '',
  ])('of the type "%s" is read as JSON', async (type) => {
    const headers = { 'content-type': type };
    expect(await second(take, headers)).toEqual([200, { success: true }]);
    expect((await stored(ids.home)).state).toBe('In');
  });

  it('without a type is read as JSON', async () => {
    expect(await second(Buffer.from(take), {})).toEqual([200, { success: true }]);
  });

  it('is unpacked if it says that it is gzip, and refused if it is none', async () => {
    const packed = { ...json, 'content-encoding': 'gzip' };
    expect(await second(gzipSync(take), packed)).toEqual([200, { success: true }]);
    expect((await second(take, packed))[0]).toBe(400);
    expect((await second(gzipSync(take), { ...json, 'content-encoding': 'br' }))[0]).toBe(415);
  });

  it('may not unpack to more than the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
    expect((await second(bomb, { ...json, 'content-encoding': 'gzip' }))[0]).toBe(413);
  });

  it.each([
    ['an object', '{}'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a number in an array', '[1]'],
    ['null in an array', '[null]'],
    ['an array in an array', '[[]]'],
  ])('that is %s is refused', async (_, body) => {
    expect([(await second(body))[0], (await first(body))[0]]).toEqual([400, 400]);
  });
});

describe('a condition', () => {
  beforeEach(start);
  afterEach(close);

  const goals = [{ subCompositionName: 'Home', payload: { goals: 1 } }];
  const inTime = (headers: Record<string, string>) => second(goals, { ...json, ...headers });

  it('that is not met is named by a word, which tells too late from changed meanwhile', async () => {
    const named = async (headers: Record<string, string>) => {
      const way = { method: 'PATCH', headers: { ...json, ...headers }, body: JSON.stringify(goals) };
      const answer = await fetch(`${service.app}/control`, way);
      return [answer.status, answer.headers.get('error-name')];
    };
    expect(await named({ 'not-after': String(now - 1) })).toEqual([412, 'too-late']);
    expect(await named({ 'if-match': '"7"' })).toEqual([412, 'changed-meanwhile']);
    expect(await named({ 'not-after': 'soon' })).toEqual([400, 'body-invalid']);
    expect(await named({})).toEqual([200, null]);
  });

  it('that it is not too late', async () => {
    expect((await inTime({ 'not-after': String(now) }))[0]).toBe(200);
    expect(await inTime({ 'not-after': String(now - 1) })).toEqual([
      412,
      { error: { message: errorTable['too-late'].operator, code: 412 } },
    ]);
    expect((await inTime({ 'not-after': 'soon' }))[0]).toBe(400);
    expect(await revision()).toBe('"1"');
  });

  it('that nothing was changed meanwhile', async () => {
    expect((await inTime({ 'if-match': '"0"' }))[0]).toBe(200);
    expect(await inTime({ 'if-match': '"0"' })).toEqual([
      412,
      { error: { message: errorTable['changed-meanwhile'].operator, code: 412 } },
    ]);
    expect((await inTime({ 'if-match': '"7", W/"1"' }))[0]).toBe(200);
    expect((await inTime({ 'if-match': '*' }))[0]).toBe(200);
    expect(
      (
        await first([{ compositionName: 'Home', animation: { to: 'In' } }], {
          ...json,
          'if-match': '"0"',
        })
      )[0],
    ).toBe(412);
    expect(await revision()).toBe('"3"');
  });

  it('that counts only where something can be left out is not said to be applied elsewhere', async () => {
    const applied = async (path: string, method: string, body?: string) =>
      (await fetch(path, { method, headers: { ...json, ...strict }, ...(body && { body }) })).headers.get(
        'preference-applied',
      );
    expect(await applied(`${service.app}/control`, 'PATCH', JSON.stringify(goals))).toBe('handling=strict');
    expect(await applied(`${service.app}/control`, 'GET')).toBe(null);
  });

  it('that it is new to the reader', async () => {
    const read = (tag: string) => fetch(`${service.app}/control`, { headers: { 'if-none-match': tag } });
    const known = await read('W/"0"');
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', '"0"']);
    await second(goals);
    expect((await read('"0"')).status).toBe(200);
  });
});
