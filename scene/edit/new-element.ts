import type { StillElement } from '../schema/scene.ts';

type StillKind = StillElement['kind'];

const frame = { x: 560, y: 440, width: 800, height: 200 };
const style = { size: 56, weight: 700, align: 'left', color: '#ffffff' } as const;

/** Centered in a frame of 1920 x 1080. `field` is the id of the shown field. */
const made: { [K in StillKind]: (field: string) => Extract<StillElement, { kind: K }> } = {
  box: () => ({ kind: 'box', id: 'box', frame, fill: '#1a2c4c' }),
  text: () => ({ kind: 'text', id: 'text', frame, text: 'Text', ...style }),
  image: () => ({ kind: 'image', id: 'picture', frame, source: '/media/no-picture.svg', fit: 'contain' }),
  video: () => ({ kind: 'video', id: 'video', frame, source: '', fit: 'contain' }),
  path: () => ({
    kind: 'path',
    id: 'shape',
    frame,
    path: 'M0 0 L100 0 L80 100 L0 100 Z',
    box: { width: 100, height: 100 },
    fill: '#cf1f38',
  }),
  crawl: () => ({
    kind: 'crawl',
    id: 'crawl',
    frame,
    text: 'One\nTwo',
    speed: 120,
    start: 800,
    separator: '#cf1f38',
    ...style,
  }),
  timer: (field) => ({ kind: 'timer', id: 'timer', frame, time: { field }, format: 'mm:ss', ...style }),
  clock: () => ({ kind: 'clock', id: 'clock', frame, zone: 'local', format: 'HH:mm', ...style }),
  list: () => ({
    kind: 'list',
    id: 'list',
    frame,
    items: { expression: 'json(\'["One", "Two"]\')' },
    lineHeight: 72,
    valueColor: '#f2b134',
    rule: '#a9b9d3',
    ...style,
  }),
  sound: (field) => ({
    kind: 'sound',
    id: 'sound',
    frame: { ...frame, width: 0, height: 0 },
    source: '',
    play: { field },
  }),
  flash: (field) => ({ kind: 'flash', id: 'flash', frame, fill: '#ffffff', fire: { field }, duration: 600 }),
  graphic: () => ({ kind: 'graphic', id: 'graphic', frame, graphic: '-', data: {}, actions: {} }),
  group: () => ({ kind: 'group', id: 'group', frame, elements: [] }),
  mask: () => ({ kind: 'mask', id: 'mask', frame, shape: { radius: 24 }, elements: [] }),
  repeater: (field) => ({
    kind: 'repeater',
    id: 'rows',
    frame,
    items: { field },
    direction: 'down',
    cell: 80,
    elements: [],
  }),
};

export const kindWords: Record<StillKind, string> = {
  text: 'Text',
  box: 'Box',
  image: 'Picture',
  path: 'Shape',
  video: 'Video',
  group: 'Group',
  mask: 'Mask',
  repeater: 'Repeater',
  timer: 'Timer',
  clock: 'Clock',
  crawl: 'Crawl',
  list: 'List',
  flash: 'Flash',
  sound: 'Sound',
  graphic: 'OGraf graphic',
};

const fieldTypes: Partial<Record<StillKind, readonly string[]>> = {
  timer: ['timecontrol'],
  sound: ['button'],
  flash: ['button'],
  repeater: ['json'],
};

/** Binds the first field of the required type; if none exists, the check reports it. */
export function newElement(kind: StillKind, fields: readonly { id: string; type: string }[]): StillElement {
  const field = fields.find(({ type }) => fieldTypes[kind]?.includes(type.toLowerCase()))?.id ?? '';
  return made[kind](field);
}
