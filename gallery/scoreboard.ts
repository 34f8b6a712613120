import type { SubComposition } from '../scene/schema/composition.ts';
import type { Field } from '../contract/model/field.ts';
import type { SceneElement } from '../scene/schema/scene.ts';
import { field, inOrder, rgb } from '../scene/content/new-field.ts';
import { accentField, capitals, colors, given, plate, readableOn, safe, words } from './look.ts';
import { appear, crossFade, reveal, rise, roll, wipe } from './motions.ts';

const height = 76;
const clock = 156;
const side = 350;
const score = 84;
const strip = 10;
const width = clock + 2 * (side + score);

type Side = 'home' | 'away';

/** One team: its color outside, its crest, its name toward the middle. The away side is the home side's mirror. */
function team(id: Side): SceneElement {
  const home = id === 'home';
  const crestAt = home ? strip + 18 : side - strip - 18 - 54;
  const part = (name: string): string => `${id}${name}`;
  const crestless = `${part('Crest')} = ''`;
  const nameWidth = { expression: `${crestless} ? ${side - strip - 44} : ${side - strip - 18 - 54 - 40}` };
  const nameAt = home ? { expression: `${crestless} ? ${strip + 22} : ${strip + 18 + 54 + 18}` } : 22;
  return {
    kind: 'group',
    id,
    frame: { x: home ? clock : clock + side + 2 * score, y: 0, width: side, height },
    in: reveal(home ? 'right' : 'left', 120, 560),
    elements: [
      { ...plate, id: part(' plate'), frame: { x: 0, y: 0, width: side, height }, fade: shade(home) },
      {
        kind: 'box',
        id: part(' color'),
        frame: { x: home ? 0 : side - strip, y: 0, width: strip, height },
        fill: { field: part('Color') },
        update: crossFade,
      },
      {
        kind: 'image',
        id: part(' crest'),
        frame: { x: crestAt, y: 11, width: 54, height: 54 },
        source: { field: part('Crest') },
        fit: 'contain',
        in: { ...appear(360), offset: { opacity: 0, scaleX: 0.6, scaleY: 0.6 } },
        update: crossFade,
      },
      {
        ...words,
        id: part(' name'),
        frame: { x: nameAt, y: 0, width: nameWidth, height },
        text: { field: part('Name') },
        family: 'condensed',
        size: 40,
        weight: 700,
        uppercase: true,
        align: home ? 'right' : 'left',
        in: rise(height, 300),
        update: roll(height),
      },
    ],
  };
}

const shade = (home: boolean): { to: string; angle: number } => ({ to: colors.slate, angle: home ? 270 : 90 });

/** A score stands on the accent color. A new one rolls in from below, and its plate lights up with it. */
function scoreOf(id: Side, x: number): SceneElement[] {
  return [
    {
      kind: 'box',
      id: `${id} score plate`,
      frame: { x, y: 0, width: score, height },
      fill: { field: 'accent' },
      in: wipe('bottom', 0, 380),
      update: crossFade,
    },
    {
      ...words,
      id: `${id} score`,
      frame: { x: x + 7, y: 0, width: score - 14, height },
      text: { field: `${id}Score` },
      size: 50,
      weight: 800,
      align: 'center',
      color: readableOn('accent'),
      in: rise(height, 160),
      update: roll(height, 560),
    },
  ];
}

const middle: SceneElement[] = [
  ...scoreOf('home', clock + side),
  ...scoreOf('away', clock + side + score),
  {
    kind: 'box',
    id: 'between the scores',
    frame: { x: clock + side + score - 1, y: 18, width: 2, height: height - 36 },
    fill: 'rgba(255, 255, 255, 0.4)',
    in: wipe('top', 240, 320),
  },
];

const time: SceneElement = {
  kind: 'group',
  id: 'time',
  frame: { x: 0, y: 0, width: clock, height: height + 40 },
  visible: { field: 'showClock' },
  elements: [
    {
      kind: 'box',
      id: 'time plate',
      frame: { x: 0, y: 0, width: clock, height },
      fill: colors.white,
      in: reveal('right', 320, 420),
    },
    {
      kind: 'timer',
      id: 'clock',
      frame: { x: 12, y: 0, width: clock - 24, height },
      mask: true,
      time: { field: 'clock' },
      format: 'mm:ss',
      size: 42,
      weight: 700,
      align: 'center',
      color: colors.ink,
      in: rise(height, 420),
    },
    {
      kind: 'box',
      id: 'period plate',
      frame: { x: 0, y: height, width: clock, height: 38 },
      fill: colors.ink,
      visible: given('period'),
      in: wipe('top', 460, 340),
    },
    {
      ...words,
      id: 'period',
      frame: { x: 10, y: height, width: clock - 20, height: 38 },
      text: { field: 'period' },
      size: 22,
      ...capitals,
      tracking: 4,
      align: 'center',
      in: rise(38, 540, 340),
      update: roll(38),
    },
  ],
};

function fieldsOf(id: Side, title: string, of: { name: string; color: Field; crest: string }): Field[] {
  return [
    field({ id: `${id}Name`, type: 'text', title: `${title}: name` }, of.name),
    field({ id: `${id}Score`, type: 'counter', title: `${title}: score` }, '0', {
      step: '1',
      min: '0',
      max: '999',
      immediateUpdate: true,
    }),
    of.color,
    field({ id: `${id}Crest`, type: 'image', title: `${title}: crest` }, of.crest),
  ];
}

/** Two teams, their score and the time of the match, in the upper left. A new score rolls in. */
export const scoreboard: SubComposition = {
  id: '4f6b0a52-8d3c-4a19-b7e5-2c91d04e7a05',
  name: 'Scoreboard',
  fields: inOrder([
    ...fieldsOf('home', 'Home', {
      name: 'Harbour City',
      color: field({ id: 'homeColor', type: 'color', title: 'Home: color' }, rgb(38, 132, 255)),
      crest: '/media/demo/harbour-city.svg',
    }),
    ...fieldsOf('away', 'Away', {
      name: 'Northgate',
      color: field({ id: 'awayColor', type: 'color', title: 'Away: color' }, rgb(255, 176, 32)),
      crest: '/media/demo/northgate.svg',
    }),
    field(
      { id: 'clock', type: 'timecontrol', title: 'Clock' },
      { UTC: 0, isRunning: false, value: 0 },
      { immediateUpdate: true },
    ),
    field({ id: 'showClock', type: 'checkbox', title: 'Show the clock' }, true, { immediateUpdate: true }),
    field({ id: 'period', type: 'text', title: 'Period' }, '1st half'),
    accentField('Color of the scores'),
  ]),
  logicLayer: null,
  secondTimeline: false,
  scene: {
    elements: [
      {
        kind: 'group',
        id: 'scoreboard',
        frame: { x: safe.left, y: safe.top, width, height: height + 40 },
        pin: { x: 'left', y: 'top' },
        elements: [team('home'), team('away'), ...middle, time],
      },
    ],
  },
  subcompositions: [],
};
