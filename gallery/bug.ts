import type { SubComposition } from '../scene/schema/composition.ts';
import type { Loop } from '../scene/schema/motion.ts';
import type { SceneElement } from '../scene/schema/scene.ts';
import { field, inOrder } from '../scene/content/new-field.ts';
import { accentField, capitals, plate, readableOn, safe, words } from './look.ts';
import { appear, crossFade, reveal, rise, roll, wipe } from './motions.ts';

const height = 72;
const name = 236;
const live = 132;
const gap = 8;
const width = live + gap + name;

/** The mark of a live picture goes dim and comes back, slowly enough not to draw the eye. */
const pulse: Loop = {
  delay: 1_200,
  duration: 1_600,
  easing: 'ease-in-out',
  through: [{ at: 0.5, offset: { opacity: 0.25 } }],
  pause: 600,
};

/** A gleam crosses the plate every now and then: from left of it to right of it, and back while nobody sees it. */
const gleam: Loop = {
  delay: 4_000,
  duration: 1_800,
  easing: 'ease-in-out',
  through: [
    { at: 0.9, offset: { x: name + 160 } },
    { at: 0.901, offset: { x: name + 160, opacity: 0 } },
    { at: 0.999, offset: { opacity: 0 } },
  ],
  pause: 12_000,
};

const brand: SceneElement = {
  kind: 'mask',
  id: 'brand',
  frame: { x: live + gap, y: 0, width: name, height },
  shape: { radius: 4 },
  in: reveal('right', 0, 520),
  elements: [
    { ...plate, id: 'plate', frame: { x: 0, y: 0, width: name, height } },
    {
      kind: 'box',
      id: 'accent',
      frame: { x: 0, y: height - 6, width: name, height: 6 },
      fill: { field: 'accent' },
      in: wipe('right', 160, 520),
      update: crossFade,
    },
    {
      kind: 'image',
      id: 'logo',
      frame: { x: 18, y: 8, width: name - 36, height: height - 22 },
      source: { field: 'logo' },
      fit: 'contain',
      in: appear(200),
      update: crossFade,
    },
    {
      ...words,
      id: 'text',
      frame: { x: 16, y: 0, width: name - 32, height: height - 6 },
      text: { field: 'text' },
      visible: { expression: "logo = ''" },
      size: 36,
      weight: 800,
      align: 'center',
      lines: 2,
      leading: 1.05,
      tracking: 1,
      in: rise(height, 200, 440),
      update: roll(height),
    },
    {
      kind: 'path',
      id: 'gleam',
      frame: { x: -140, y: 0, width: 120, height },
      path: 'M60 0H120L60 72H0Z',
      box: { width: 120, height },
      fill: 'rgba(255, 255, 255, 0.16)',
      loop: gleam,
    },
  ],
};

const mark: SceneElement = {
  kind: 'mask',
  id: 'live',
  frame: { x: 0, y: 0, width: live, height },
  shape: { radius: 4 },
  visible: { field: 'live' },
  in: reveal('right', 180, 420),
  elements: [
    { kind: 'box', id: 'live plate', frame: { x: 0, y: 0, width: live, height }, fill: { field: 'liveColor' } },
    {
      kind: 'box',
      id: 'dot',
      frame: { x: 20, y: height / 2 - 7, width: 14, height: 14 },
      fill: readableOn('liveColor'),
      radius: 7,
      loop: pulse,
    },
    {
      ...words,
      id: 'live word',
      frame: { x: 44, y: 0, width: live - 56, height },
      text: { field: 'liveWord' },
      size: 28,
      ...capitals,
      color: readableOn('liveColor'),
      in: rise(height, 300),
      update: roll(height),
    },
  ],
};

/** Whose picture it is, in the upper right for as long as the programme lasts, with a mark when it is live. */
export const bug: SubComposition = {
  id: '4f6b0a52-8d3c-4a19-b7e5-2c91d04e7a03',
  name: 'Bug',
  fields: inOrder([
    field({ id: 'text', type: 'text', title: 'Name of the channel' }, 'NEWS 24'),
    field({ id: 'logo', type: 'image', title: 'Logo instead of the name' }, ''),
    accentField(),
    field({ id: 'live', type: 'checkbox', title: 'Live' }, true, { immediateUpdate: true }),
    field({ id: 'liveWord', type: 'text', title: 'Word for live' }, 'Live'),
    field({ id: 'liveColor', type: 'color', title: 'Color of live' }, { a: 1, r: 220, g: 24, b: 48 }),
  ]),
  logicLayer: null,
  secondTimeline: false,
  scene: {
    elements: [
      {
        kind: 'group',
        id: 'bug',
        frame: { x: safe.right - width, y: safe.top, width, height },
        pin: { x: 'right', y: 'top' },
        elements: [brand, mark],
      },
    ],
  },
  subcompositions: [],
};
