import { errorTable } from '../../../contract/errors.ts';
import { noControllers } from '../../../contract/desk-api/controller.ts';
import type { DeskView, OutputView, SubCompositionView } from '../../../contract/desk-api/desk-api.ts';
import type { KeyBinding } from '../../../contract/desk-api/key-binding.ts';
import { parseAddress } from '../../../contract/model/address.ts';
import type { ModelItem } from '../../../contract/model/control.ts';
import type { Field, FieldType, Payload, Value } from '../../../contract/model/field.ts';

/** Field ids and node ids of the show that screens are tried with. */
export const ids = {
  root: 'embedded-1/root',
  lowerThird: 'embedded-1/lower-third',
  ticker: 'embedded-1/ticker',
  scoreBug: 'embedded-1/score-bug',
  home: 'embedded-1/home',
  away: 'embedded-1/away',
  clock: 'embedded-1/clock',
  title: 'embedded-1/title',
} as const;

const red = { a: 1, b: 40, g: 30, r: 200 };

function field(id: string, title: string, of: Partial<Field> & { type: FieldType; defaultValue: Value }): Field {
  return { id, title, resetValue: of.defaultValue, immediateUpdate: false, index: 0, ...of };
}

const lowerThird = [
  field('line2', 'Line 2', { type: 'text', defaultValue: 'Reporter', index: 1 }),
  field('line1', 'Line 1', { type: 'text', defaultValue: 'Ada Lovelace', index: 0 }),
  field('color', 'Color', { type: 'color', defaultValue: red, index: 2 }),
];
const ticker = [
  field('text', 'Headlines', { type: 'textarea', defaultValue: 'Rain tonight\nTrains are back', index: 0 }),
  field('speed', 'Speed', { type: 'number', defaultValue: '1.5', step: '0.1', min: '0', max: '10', index: 1 }),
  field('loop', 'Loop', { type: 'checkbox', defaultValue: true, index: 2, immediateUpdate: true }),
];
const team = [
  field('name', 'Name', { type: 'text', defaultValue: 'LYON', index: 0 }),
  field('score', 'Score', { type: 'counter', defaultValue: '2', index: 1, immediateUpdate: true }),
  field('logo', 'Logo', { type: 'image', defaultValue: 'pictures/lyon.svg', index: 2 }),
];
const clock = [
  field('time', 'Match time', { type: 'timecontrol', defaultValue: { UTC: 0, isRunning: false, value: 83_400 } }),
  field('format', 'Format', {
    type: 'selection',
    defaultValue: 'mm:ss',
    index: 1,
    selections: [
      { id: 'mm:ss', title: 'Minutes and seconds' },
      { id: 'h:mm:ss', title: 'With hours' },
    ],
  }),
  field('flash', 'Flash', { type: 'button', defaultValue: { __serviceButton: true, ts: 0 }, index: 2 }),
];
const title = [
  field('picture', 'Picture', { type: 'image', defaultValue: '', index: 0 }),
  field('rows', 'Rows', { type: 'json', defaultValue: '["One", "Two"]', index: 1 }),
  field('sound', 'Sting', { type: 'audio', defaultValue: 'sounds/sting.wav', index: 2 }),
  field('dim', 'Dim', { type: 'normalizednumber', defaultValue: '40', index: 3 }),
];

const layer = { name: 'Full frame', delay: 'none', tag: '#8a7be0' } as const;

function node(id: string, name: string, of: Partial<ModelItem>): ModelItem {
  const plain = { model: [], logicLayer: null, snapshot: null, secondTimeline: false, subcompositions: [] };
  return { id, name, state: 'Out', ...plain, ...of };
}

const model: ModelItem[] = [
  {
    ...node(ids.root, 'Evening News', {
      subcompositions: [
        node(ids.lowerThird, 'Lower Third', { model: lowerThird, secondTimeline: true, state: 'Out1' }),
        node(ids.ticker, 'Ticker', { model: ticker }),
        node(ids.scoreBug, 'Score Bug', {
          subcompositions: [node(ids.home, 'Home', { model: team }), node(ids.away, 'Away', { model: team })],
        }),
        node(ids.clock, 'Match Clock', { model: clock, logicLayer: layer }),
        node(ids.title, 'Full-frame Title', { model: title, logicLayer: layer }),
      ],
    }),
    state: undefined,
  },
];

/** Whether it is on air, as a desk judges a view. */
export function onAirOf({ tally, state }: Pick<SubCompositionView, 'tally' | 'state'>): SubCompositionView['onAir'] {
  if (tally === 'UNKNOWN') return 'unknown';
  if (tally === 'HIDDEN') return 'hidden';
  return state === 'In' ? 'yes' : 'no';
}

function sub(fields: Field[], of: Partial<SubCompositionView> = {}): SubCompositionView {
  const values: Payload = Object.fromEntries(fields.map(({ id, defaultValue }) => [id, defaultValue]));
  const calm = { failure: '', changed: null, drift: null, holder: null };
  const view = { tally: 'OUT', state: 'Out1', requested: null, values, staged: {}, ...calm, ...of } as const;
  return { onAir: onAirOf(view), ...view };
}

const takes: [digit: number, id: string][] = Object.values(ids)
  .slice(1)
  .map((id, at) => [at + 1, id]);
const keys: KeyBinding[] = [
  ...takes.flatMap(([digit, id]): KeyBinding[] => [
    { key: `Digit${digit}`, action: { do: 'take', subComposition: id, to: 'In', action: 'play' } },
    { key: `Alt+Digit${digit}`, action: { do: 'take', subComposition: id, to: 'Out', action: 'play' } },
  ]),
  { key: 'Alt+Shift+Digit1', action: { do: 'take', subComposition: ids.lowerThird, to: 'Out2', action: 'play' } },
  { key: 'KeyB', action: { do: 'fire', subComposition: ids.clock, field: 'flash' } },
  { key: 'KeyT', action: { do: 'takeCued' } },
];

/** A page that a mixer shows, and that is fine. */
const output: OutputView = {
  id: 1,
  name: 'Output 1',
  role: 'output',
  width: 1920,
  height: 1080,
  frameRate: 50,
  output: '1',
  dropped: 0,
  revision: 7,
  missing: [],
  since: 0,
  reported: 0,
  dropping: false,
  behind: false,
};

/** A show in which each of the six tallies is to be seen, on a live desk whose picture is at `onairUrl`. */
export function eveningNews(onairUrl: string): DeskView {
  const run = { kind: 'key', detail: 'Digit1' } as const;
  const line = { showAt: null, operator: 'Ada', app: null, items: [], revision: 7, reason: '', milliseconds: 21.4 };
  return {
    connections: [],
    sources: [],
    dataLinks: [],
    sourceViews: {},
    sourceAges: {},
    linkViews: {},
    secrets: { state: 'open', backend: 'session', said: '' },
    apps: [
      {
        key: 'embedded-1',
        name: 'Evening News',
        kind: 'embedded',
        connection: {
          status: 'live',
          reason: '',
          service: 'http://127.0.0.1:8123',
          confirmedAt: Date.now(),
          stale: false,
        },
        truth: 'live',
        app: { id: 1, name: 'Evening News', onairUrl, mediaUrl: new URL(onairUrl).origin },
        outputs: [output],
        quota: null,
        backup: null,
      },
    ],
    model,
    subs: {
      [ids.root]: sub([]),
      [ids.lowerThird]: sub(lowerThird, { tally: 'ON AIR', state: 'In', staged: { line1: 'Grace Hopper' } }),
      [ids.ticker]: sub(ticker, { tally: 'CUED' }),
      [ids.scoreBug]: sub([], { tally: 'REQUESTED', requested: 'In' }),
      [ids.home]: sub(team, { tally: 'FAILED', failure: errorTable['deadline-passed'].operator }),
      [ids.away]: sub(team, { tally: 'UNKNOWN' }),
      [ids.clock]: sub(clock),
      [ids.title]: sub(title),
    },
    keys,
    globalKeys: { trying: false, heard: [] },
    guarded: [],
    guardTime: 250,
    language: 'en',
    undoable: {},
    looks: [],
    absentApps: [],

    rundowns: [],
    positions: {},
    activeRundown: null,
    cues: {},
    cueViews: {},
    rundownEdits: { undo: null, redo: null, revision: 0 },
    controllers: noControllers,
    mappedControls: [],
    dropFolder: { path: null, problem: '', files: [] },
    givenShow: null,
    operator: '',
    deskName: 'Gallery A',
    cueEditors: {},
    lock: { locked: false, pin: false, by: '' },
    remote: { on: false, reach: 'machine' as const, port: 8_930, problem: '', clients: [] },
    osc: { reach: 'off', port: 8_931, tcp: 'slip', tally: [], problem: '', refused: null },
    notices: [{ id: 'n1', text: 'The key F3 is mapped to a sub-composition that is not in this show.' }],
    asRun: [
      {
        ...line,
        at: '2026-03-04T18:30:05.120Z',
        trigger: { kind: 'screen', detail: '' },
        kind: 'take',
        action: 'Take In',
        targets: [{ address: ids.home, id: parseAddress(ids.home).id, name: 'Home' }],
        result: 'failed',
        reason: errorTable['deadline-passed'].operator,
        milliseconds: 1000,
        revision: null,
      },
      {
        ...line,
        at: '2026-03-04T18:30:01.900Z',
        trigger: run,
        kind: 'take',
        action: 'Take In',
        targets: [{ address: ids.lowerThird, id: parseAddress(ids.lowerThird).id, name: 'Lower Third' }],
        result: 'confirmed',
      },
      {
        ...line,
        at: '2026-03-04T18:29:58.040Z',
        trigger: { kind: 'screen', detail: '' },
        kind: 'values',
        action: 'Update',
        targets: [{ address: ids.away, id: parseAddress(ids.away).id, name: 'Away' }],
        result: 'unknown',
        reason: errorTable['service-lost'].operator,
        revision: null,
      },
    ],
  };
}
