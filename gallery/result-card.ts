import type { SubComposition } from '../scene/schema/composition.ts';
import type { SceneElement } from '../scene/schema/scene.ts';
import type { WidgetUi } from '../scene/schema/widget-ui.ts';
import { widgetFields } from '../scene/content/widget-fields.ts';
import { capitals, colors, fullFrameLayer, given, plate, readableOn, words } from './look.ts';
import { appear, cover, crossFade, goUp, reveal, rise, roll, wipe } from './motions.ts';

const width = 1440;
const head = 84;
const body = 380;
const foot = 66;
const half = width / 2;
const middle = 420;
const room = half - middle / 2;

type Side = 'home' | 'away';

/** One team: crest over name over those who scored, beside the score in the middle. */
function team(id: Side): SceneElement[] {
  const x = id === 'home' ? 0 : half + middle / 2;
  const delay = id === 'home' ? 260 : 320;
  const inner = { x: x + 40, width: room - 80 };
  return [
    {
      kind: 'box',
      id: `${id} color`,
      frame: { x: id === 'home' ? 0 : width - 14, y: head, width: 14, height: body },
      fill: { field: `${id}Color` },
      in: wipe('top', 180, 480),
      out2: cover('top', 180, 360),
      update: crossFade,
    },
    {
      kind: 'image',
      id: `${id} crest`,
      frame: { x: x + room / 2 - 75, y: head + 34, width: 150, height: 150 },
      source: { field: `${id}Crest` },
      fit: 'contain',
      in: { ...appear(delay, 420), offset: { opacity: 0, scaleX: 0.7, scaleY: 0.7 } },
      out2: appear(0, 200),
      update: crossFade,
    },
    {
      ...words,
      id: `${id} name`,
      frame: {
        y: { expression: `${id}Crest = '' ? ${head + 84} : ${head + 190}` },
        height: 84,
        ...inner,
      },
      text: { field: `${id}Name` },
      size: 50,
      weight: 700,
      align: 'center',
      tracking: -1,
      in: rise(84, delay + 60, 460),
      out2: goUp(84, 0),
      update: roll(84),
    },
    {
      ...words,
      id: `${id} scorers`,
      frame: {
        y: { expression: `${id}Crest = '' ? ${head + 164} : ${head + 270}` },
        height: 90,
        ...inner,
      },
      text: { field: `${id}Scorers` },
      size: 26,
      weight: 500,
      align: 'center',
      place: 'top',
      color: colors.fog,
      lines: 3,
      in: rise(90, delay + 120, 460),
      out2: goUp(90, 40),
      update: roll(90),
    },
  ];
}

function score(id: Side, x: number): SceneElement {
  return {
    ...words,
    id: `${id} score`,
    frame: { x, y: head + 90, width: 176, height: 190 },
    text: { field: `${id}Score` },
    size: 150,
    weight: 800,
    align: 'center',
    tracking: -3,
    smallest: 0.4,
    in: rise(190, 300, 520),
    out2: goUp(190, 20),
    update: roll(190, 560),
  };
}

const elements: SceneElement[] = [
  {
    kind: 'box',
    id: 'head plate',
    frame: { x: 0, y: 0, width, height: head },
    fill: { field: 'accent' },
    in: reveal('left', 0, 520),
    out2: cover('left', 160),
    update: crossFade,
  },
  {
    ...words,
    id: 'title',
    frame: { x: 40, y: 0, width: width - 80, height: head },
    text: { field: 'title' },
    size: 36,
    ...capitals,
    align: 'center',
    color: readableOn('accent'),
    in: rise(head, 160, 460),
    out2: goUp(head, 0),
    update: roll(head),
  },
  {
    ...plate,
    id: 'body plate',
    frame: { x: 0, y: head, width, height: body },
    in: reveal('top', 100, 560),
    out2: cover('top', 180, 360),
  },
  ...team('home'),
  ...team('away'),
  score('home', half - 200),
  {
    kind: 'box',
    id: 'dash',
    frame: { x: half - 14, y: head + 182, width: 28, height: 8 },
    fill: { field: 'accent' },
    in: wipe('left', 420, 320),
    out2: appear(0, 180),
    update: crossFade,
  },
  score('away', half + 24),
  {
    kind: 'box',
    id: 'foot plate',
    frame: { x: 0, y: head + body, width, height: foot },
    fill: colors.ink,
    visible: given('footer'),
    in: reveal('top', 260, 420),
    out2: cover('top', 140, 300),
  },
  {
    ...words,
    id: 'footer',
    frame: { x: 40, y: head + body, width: width - 80, height: foot },
    text: { field: 'footer' },
    size: 26,
    weight: 500,
    align: 'center',
    color: colors.fog,
    in: rise(foot, 380, 420),
    out2: goUp(foot, 0),
    update: roll(foot),
  },
];

function fieldsOf(id: Side, name: string, of: { score: string; color: string; crest: string; scorers: string }) {
  return [
    { id: `${id}Name`, type: 'text', title: 'Name', defaultValue: name },
    { id: `${id}Score`, type: 'number', title: 'Score', defaultValue: of.score, min: '0', max: '999', step: '1' },
    { id: `${id}Scorers`, type: 'textarea', title: 'Who scored', defaultValue: of.scorers, rows: '3' },
    { id: `${id}Crest`, type: 'image', title: 'Crest', defaultValue: of.crest },
    { id: `${id}Color`, type: 'color', title: 'Color', defaultValue: of.color },
  ] satisfies WidgetUi['model']['fields'];
}

const home = fieldsOf('home', 'Harbour City', {
  score: '2',
  color: 'rgb(38, 132, 255)',
  crest: '/media/demo/harbour-city.svg',
  scorers: "Okafor 23'\nLindqvist 71'",
});
const away = fieldsOf('away', 'Northgate', {
  score: '1',
  color: 'rgb(255, 176, 32)',
  crest: '/media/demo/northgate.svg',
  scorers: "Moreau 58'",
});
const idsOf = (fields: { id: string }[]): string[] => fields.map(({ id }) => id);

const widget: WidgetUi = {
  model: {
    fields: [
      { id: 'title', type: 'text', title: 'Title', defaultValue: 'Full time' },
      {
        id: 'footer',
        type: 'text',
        title: 'Line at the foot',
        defaultValue: 'Cup final, Harbour Stadium, 48,210 spectators',
      },
      { id: 'accent', type: 'color', title: 'Accent color', defaultValue: 'rgb(24, 92, 255)' },
      ...home,
      ...away,
    ],
    groups: [
      { id: 'match', title: 'Match', width: 'double', childIds: ['title', 'footer', 'accent'] },
      { id: 'home', title: 'Home', width: 'single', childIds: idsOf(home) },
      { id: 'away', title: 'Away', width: 'single', childIds: idsOf(away) },
    ],
  },
};

/** The result of a match over the whole picture, with those who scored. */
export const resultCard: SubComposition = {
  id: '4f6b0a52-8d3c-4a19-b7e5-2c91d04e7a0b',
  name: 'Result Card',
  fields: widgetFields(widget),
  widget,
  logicLayer: fullFrameLayer,
  secondTimeline: true,
  scene: {
    elements: [
      {
        kind: 'group',
        id: 'card',
        frame: { x: (1920 - width) / 2, y: (1080 - head - body - foot) / 2, width, height: head + body + foot },
        elements,
      },
    ],
  },
  subcompositions: [],
};
