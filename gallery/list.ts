import type { SubComposition } from '../scene/schema/composition.ts';
import type { SceneElement } from '../scene/schema/scene.ts';
import { field, inOrder } from '../scene/content/new-field.ts';
import { accentField, colors, fullFrameLayer, given, plate, readableOn, safe, words } from './look.ts';
import { appear, cover, crossFade, goUp, reveal, rise, roll, wipe } from './motions.ts';

const width = 1080;
const head = 112;
const row = 84;
const gap = 6;
const most = 8;

const table = [
  { label: 'Harbour City', detail: '12 played', value: 31, picture: '/media/demo/harbour-city.svg' },
  { label: 'Northgate', detail: '12 played', value: 27, picture: '/media/demo/northgate.svg' },
  { label: 'Saltmarsh Rovers', detail: '12 played', value: 22 },
  { label: 'Old Quay', detail: '11 played', value: 19 },
  { label: 'Westmoor', detail: '12 played', value: 17 },
];

/** Where the words of a row begin: behind its number, and behind the pictures where any row has one. */
const begin = `(numbered ? 96 : 32) + (contains(rows, '"picture"') ? 84 : 0)`;
/** Half of the row for the words, where there is a value; it never reaches into them. */
const room = `${width} - (${begin}) - (default(item.value, '') = '' ? 32 : 240)`;

const cells: SceneElement[] = [
  {
    ...plate,
    id: 'row plate',
    frame: { x: 0, y: 0, width, height: row },
    in: reveal('left', 140, 460),
    out2: cover('left', 120, 300),
  },
  {
    kind: 'box',
    id: 'row accent',
    frame: { x: 0, y: 0, width: 8, height: row },
    fill: { field: 'accent' },
    opacity: { expression: 'index = 0 ? 1 : 0.35' },
    in: wipe('top', 140, 300),
    out2: cover('left', 100, 100),
  },
  {
    ...words,
    id: 'number',
    frame: { x: 20, y: 0, width: 60, height: row },
    text: { expression: 'index + 1' },
    visible: { field: 'numbered' },
    size: 38,
    weight: 700,
    align: 'center',
    color: colors.fog,
    in: rise(row, 260),
    out2: goUp(row, 0),
  },
  {
    kind: 'image',
    id: 'row picture',
    frame: { x: { expression: 'numbered ? 96 : 32' }, y: 12, width: 60, height: 60 },
    source: { expression: "default(item.picture, '')" },
    fit: 'contain',
    in: { ...appear(300), offset: { opacity: 0, scaleX: 0.7, scaleY: 0.7 } },
    out2: appear(0, 180),
    update: crossFade,
  },
  {
    ...words,
    id: 'label',
    frame: {
      x: { expression: begin },
      y: { expression: "default(item.detail, '') = '' ? 0 : -2" },
      width: { expression: room },
      height: { expression: `default(item.detail, '') = '' ? ${row} : 62` },
    },
    text: { expression: 'item.label' },
    size: 38,
    weight: 600,
    in: rise(row, 260),
    out2: goUp(row, 0),
    update: roll(row),
  },
  {
    ...words,
    id: 'detail',
    frame: { x: { expression: begin }, y: 47, width: { expression: room }, height: 36 },
    text: { expression: "default(item.detail, '')" },
    size: 22,
    weight: 400,
    color: colors.fog,
    smallest: 0.8,
    in: rise(36, 320),
    out2: goUp(36, 0),
    update: roll(36),
  },
  {
    ...words,
    id: 'value',
    frame: { x: width - 208, y: 0, width: 176, height: row },
    text: { expression: "default(item.value, '')" },
    size: 44,
    weight: 800,
    align: 'right',
    in: rise(row, 340),
    out2: goUp(row, 0),
    update: roll(row),
  },
];

const title: SceneElement[] = [
  {
    kind: 'box',
    id: 'head plate',
    frame: { x: 0, y: 0, width, height: head },
    fill: { field: 'accent' },
    in: reveal('left', 0, 520),
    out2: cover('left', 180),
    update: crossFade,
  },
  {
    ...words,
    id: 'title',
    frame: { x: 32, y: { expression: "subtitle = '' ? 15 : 1" }, width: width - 64, height: 82 },
    text: { field: 'title' },
    size: 52,
    weight: 800,
    tracking: -1,
    color: readableOn('accent'),
    in: rise(82, 160, 460),
    out2: goUp(82, 0),
    update: roll(82),
  },
  {
    ...words,
    id: 'subtitle',
    frame: { x: 32, y: 69, width: width - 64, height: 38 },
    text: { field: 'subtitle' },
    visible: given('subtitle'),
    size: 24,
    weight: 500,
    smallest: 0.8,
    color: readableOn('accent'),
    opacity: 0.85,
    in: rise(38, 240, 440),
    out2: goUp(38, 40),
    update: roll(38),
  },
];

/** A table or a list: a row for each member of a JSON array, each with a detail, a picture and a value where it has them. */
export const list: SubComposition = {
  id: '4f6b0a52-8d3c-4a19-b7e5-2c91d04e7a06',
  name: 'List',
  fields: inOrder([
    field({ id: 'title', type: 'text', title: 'Title' }, 'The Table'),
    field({ id: 'subtitle', type: 'text', title: 'Subtitle' }, 'After twelve rounds'),
    field(
      { id: 'rows', type: 'json', title: `Up to ${most} rows: [{"label", "detail", "value", "picture"}]` },
      JSON.stringify(table, null, 1),
      { height: '240' },
    ),
    field({ id: 'numbered', type: 'checkbox', title: 'Number the rows' }, true),
    accentField(),
  ]),
  logicLayer: fullFrameLayer,
  secondTimeline: true,
  scene: {
    elements: [
      {
        kind: 'group',
        id: 'list',
        frame: { x: safe.left, y: 132, width, height: head + gap + most * (row + gap) },
        pin: { x: 'left', y: 'center' },
        elements: [
          ...title,
          {
            kind: 'repeater',
            id: 'rows',
            frame: { x: 0, y: head + gap, width, height: most * (row + gap) },
            items: { field: 'rows' },
            direction: 'down',
            cell: row,
            gap,
            most,
            stagger: 50,
            elements: cells,
          },
        ],
      },
    ],
  },
  subcompositions: [],
};
