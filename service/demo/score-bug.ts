import type { SubComposition } from '../../scene/schema/composition.ts';
import type { Color } from '../../contract/model/field.ts';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { field, inOrder, rgb } from '../../scene/content/new-field.ts';
import { appear, rise, slide, wipe } from '../../gallery/motions.ts';
import { colors } from './look.ts';

const left = 96;
const width = 440;
const rowHeight = 68;

interface Team {
  id: string;
  name: string;
  top: number;
  delay: number;
  title: string;
  color: Color;
  crest: string;
}

/** One team's line under the head of the bug; it is taken in and out by itself. */
function team({ id, name, top, delay, title, color, crest }: Team): SubComposition {
  const row = { y: top, height: rowHeight };
  const elements: SceneElement[] = [
    { kind: 'box', id: 'plate', frame: { x: left, width, ...row }, fill: colors.paper, in: wipe('top', delay, 360) },
    {
      kind: 'box',
      id: 'team color',
      frame: { x: left, width: 12, ...row },
      fill: { field: 'color' },
      in: wipe('top', delay, 360),
    },
    {
      kind: 'image',
      id: 'crest',
      frame: { x: left + 26, y: top + 9, width: 50, height: 50 },
      source: { field: 'crest' },
      fit: 'contain',
      in: { ...appear(delay + 120), offset: { opacity: 0, scaleX: 0.6, scaleY: 0.6 } },
    },
    {
      kind: 'text',
      id: 'name',
      frame: { x: left + 92, width: width - 92 - 92, ...row },
      text: { field: 'name' },
      size: 32,
      weight: 700,
      align: 'left',
      color: colors.midnight,
      in: slide({ x: -20 }, delay + 120),
    },
    {
      kind: 'box',
      id: 'score plate',
      frame: { x: left + width - 84, width: 84, ...row },
      fill: colors.midnight,
      fade: { to: colors.dusk, angle: 0 },
      in: wipe('top', delay, 360),
    },
    {
      kind: 'text',
      id: 'score',
      frame: { x: left + width - 84, width: 84, ...row },
      mask: true,
      text: { field: 'score' },
      size: 44,
      weight: 700,
      align: 'center',
      color: colors.white,
      in: rise(rowHeight, delay + 160),
    },
  ];
  return {
    id,
    name,
    fields: inOrder([
      field({ id: 'name', type: 'text', title: 'Team' }, title),
      field({ id: 'score', type: 'number', title: 'Score' }, '0', {
        step: '1',
        min: '0',
        max: '99',
        immediateUpdate: true,
      }),
      field({ id: 'color', type: 'color', title: 'Team color' }, color),
      field({ id: 'crest', type: 'image', title: 'Crest' }, crest),
    ]),
    logicLayer: null,
    secondTimeline: false,
    scene: { elements },
    subcompositions: [],
  };
}

const head: SceneElement[] = [
  {
    kind: 'box',
    id: 'head plate',
    frame: { x: left, y: 54, width, height: 46 },
    fill: colors.crimson,
    in: wipe('left', 0, 440),
  },
  {
    kind: 'text',
    id: 'competition',
    frame: { x: left + 20, y: 54, width: width - 150, height: 46 },
    mask: true,
    text: { field: 'competition' },
    size: 24,
    weight: 700,
    align: 'left',
    color: colors.white,
    tracking: 5,
    uppercase: true,
    in: rise(46, 180),
  },
  {
    kind: 'text',
    id: 'half',
    frame: { x: left + width - 120, y: 54, width: 70, height: 46 },
    mask: true,
    text: 'Half',
    size: 22,
    weight: 400,
    align: 'right',
    color: colors.white,
    tracking: 5,
    uppercase: true,
    in: rise(46, 220),
  },
  {
    kind: 'text',
    id: 'half number',
    frame: { x: left + width - 46, y: 54, width: 28, height: 46 },
    mask: true,
    text: { field: 'half' },
    size: 24,
    weight: 700,
    align: 'right',
    color: colors.white,
    in: rise(46, 220),
  },
];

const possession: SceneElement[] = [
  {
    kind: 'box',
    id: 'possession plate',
    frame: { x: left, y: 100, width, height: 40 },
    fill: colors.midnight,
    fade: { to: colors.dusk, angle: 90 },
    in: wipe('left', 80, 440),
  },
  {
    kind: 'text',
    id: 'possession',
    frame: { x: left + 20, y: 100, width: 140, height: 40 },
    text: 'Possession',
    size: 18,
    weight: 700,
    align: 'left',
    color: colors.mist,
    tracking: 5,
    uppercase: true,
    in: appear(260),
  },
  {
    kind: 'box',
    id: 'possession track',
    frame: { x: left + 172, y: 117, width: 176, height: 6 },
    fill: 'rgba(255, 255, 255, 0.22)',
    in: wipe('left', 260),
  },
  {
    kind: 'box',
    id: 'possession bar',
    frame: { x: left + 172, y: 117, width: 176, height: 6 },
    fill: colors.amber,
    level: { field: 'possession' },
    in: wipe('left', 260, 560),
    update: { duration: 400, easing: 'ease-out' },
  },
  {
    kind: 'text',
    id: 'possession number',
    frame: { x: left + width - 84, y: 100, width: 44, height: 40 },
    text: { field: 'possession' },
    size: 22,
    weight: 700,
    align: 'right',
    color: colors.white,
    in: appear(300),
  },
  {
    kind: 'text',
    id: 'possession unit',
    frame: { x: left + width - 36, y: 100, width: 24, height: 40 },
    text: '%',
    size: 20,
    weight: 400,
    align: 'left',
    color: colors.mist,
    in: appear(300),
  },
];

/** The match in the upper left: competition, half and possession at its head, a line for each team nested under it. */
export const scoreBug: SubComposition = {
  id: '91f6d3c8-27be-4b19-8e45-d0a7c5b2e404',
  name: 'Score Bug',
  fields: inOrder([
    field({ id: 'competition', type: 'text', title: 'Competition' }, 'Cup Final'),
    field({ id: 'half', type: 'counter', title: 'Half' }, '1', {
      step: '1',
      min: '1',
      max: '9',
      immediateUpdate: true,
    }),
    field({ id: 'possession', type: 'normalizednumber', title: 'Home possession (%)' }, '54', {
      step: '1',
      min: '0',
      max: '100',
      immediateUpdate: true,
    }),
  ]),
  logicLayer: null,
  secondTimeline: false,
  scene: { elements: [...head, ...possession] },
  subcompositions: [
    team({
      id: '0e5a9d71-6c38-4d82-b7f4-18c2e3a6f505',
      name: 'Home',
      top: 140,
      delay: 160,
      title: 'Harbour City',
      color: rgb(21, 101, 192),
      crest: '/media/demo/harbour-city.svg',
    }),
    team({
      id: 'a87c4f20-d15e-4936-9b6a-7e0f2c8d1606',
      name: 'Away',
      top: 140 + rowHeight + 2,
      delay: 220,
      title: 'Northgate',
      color: rgb(200, 132, 12),
      crest: '/media/demo/northgate.svg',
    }),
  ],
};
