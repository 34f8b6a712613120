import type { SubComposition } from '../scene/schema/composition.ts';
import type { SceneElement } from '../scene/schema/scene.ts';
import { field, inOrder } from '../scene/content/new-field.ts';
import { accentField, capitals, colors, plate, readableOn, safe, words } from './look.ts';
import { appear, crossFade, reveal, rise, roll, wipe } from './motions.ts';

const height = 64;
const y = safe.bottom - height;
const width = safe.right - safe.left;
const label = 252;

const headlines = [
  'Parliament votes tonight on the coastal rail bill',
  'Storm warning lifted for the northern isles',
  'Central bank holds its rate for a fourth month',
  'Harbour City meet Northgate in the cup final on Saturday',
].join('\n');

const directions = [
  { id: 'left', title: 'To the left (Latin, Greek, Japanese …)' },
  { id: 'right', title: 'To the right (Arabic, Hebrew …)' },
];

/** At the edge that the headlines come in by they come out of the plate, not out of a cut. */
function fading(toward: 'left' | 'right'): SceneElement {
  const [edge, color] =
    toward === 'left' ? ([safe.right - 140, colors.slate] as const) : ([safe.left, colors.ink] as const);
  return {
    kind: 'box',
    id: `fading ${toward}`,
    frame: { x: edge, y, width: 140, height },
    pin: { x: toward === 'left' ? 'right' : 'left', y: 'bottom' },
    visible: { expression: `direction = '${toward}'` },
    fill: color,
    fade: { to: `${color}00`, angle: toward === 'left' ? 270 : 90 },
    in: appear(400, 200),
  };
}

/** The crawl and its label for one direction: the label stands at the edge that the headlines leave by. */
function line(toward: 'left' | 'right'): SceneElement[] {
  const labelAt = toward === 'left' ? safe.left : safe.right - label;
  const runs = `direction = '${toward}'`;
  const labeled = { expression: `${runs} and label != ''` };
  const pin = { x: toward, y: 'bottom' } as const;
  return [
    {
      kind: 'crawl',
      id: `headlines ${toward}`,
      frame: { x: safe.left, y, width, height },
      pin: { x: 'stretch', y: 'bottom' },
      visible: { expression: runs },
      text: { field: 'headlines' },
      speed: { field: 'speed' },
      start: label + 36,
      toward,
      separator: { field: 'accent' },
      size: 33,
      weight: 500,
      align: 'left',
      color: colors.white,
      in: { ...reveal('left', 40, 620), offset: { opacity: 0, clip: { right: 100 } } },
    },
    fading(toward),
    {
      kind: 'box',
      id: `label plate ${toward}`,
      frame: { x: labelAt, y, width: label, height },
      pin,
      visible: labeled,
      fill: { field: 'accent' },
      in: reveal(toward, 60, 440),
      update: crossFade,
    },
    {
      ...words,
      id: `label ${toward}`,
      frame: { x: labelAt + 16, y, width: label - 32, height },
      pin,
      visible: labeled,
      text: { field: 'label' },
      size: 29,
      ...capitals,
      align: 'center',
      color: readableOn('accent'),
      in: rise(height, 200, 440),
      update: roll(height),
    },
  ];
}

/** Headlines that run along the lower edge, in either direction, past a label. */
export const ticker: SubComposition = {
  id: '4f6b0a52-8d3c-4a19-b7e5-2c91d04e7a08',
  name: 'Ticker',
  fields: inOrder([
    field({ id: 'headlines', type: 'textarea', title: 'Headlines, one on each line' }, headlines, { height: '160' }),
    field({ id: 'label', type: 'text', title: 'Label (none: leave empty)' }, 'Headlines'),
    field({ id: 'speed', type: 'number', title: 'Speed (pixels a second)' }, '170', {
      step: '10',
      min: '0',
      max: '600',
      immediateUpdate: true,
    }),
    field({ id: 'direction', type: 'selection', title: 'Runs' }, 'left', { selections: directions }),
    accentField(),
  ]),
  logicLayer: null,
  secondTimeline: false,
  scene: {
    elements: [
      {
        ...plate,
        id: 'band',
        frame: { x: safe.left, y, width, height },
        pin: { x: 'stretch', y: 'bottom' },
        in: reveal('left', 0, 620),
      },
      {
        kind: 'box',
        id: 'rule',
        frame: { x: safe.left, y: y - 4, width, height: 4 },
        pin: { x: 'stretch', y: 'bottom' },
        fill: { field: 'accent' },
        in: wipe('left', 80, 620),
        update: crossFade,
      },
      ...line('left'),
      ...line('right'),
    ],
  },
  subcompositions: [],
};
