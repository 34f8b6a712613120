import type { Composition, SubComposition } from '../../../scene/schema/composition.ts';
import type { LogicLayer } from '../../../contract/model/control.ts';
import type { ButtonPress, Color, Field, Payload, TimeControl } from '../../../contract/model/field.ts';
import type { Motion, Update } from '../../../scene/schema/motion.ts';
import type { SceneElement } from '../../../scene/schema/scene.ts';
import { composition, subComposition, testField } from './line-show.ts';
import { pictures as kinds } from '../picture/pictures.ts';

const look = { size: 30, weight: 700, align: 'left', color: '#fff' } as const;
const frame = { x: 100, y: 100, width: 400, height: 200 };
const motion = (offset: Motion['offset'], delay = 0): Motion => ({ offset, delay, duration: 300, easing: 'ease-out' });
const update: Update = { leave: { y: -40 }, enter: { opacity: 0 }, duration: 200, easing: 'linear', overlap: 0.5 };

/** Addresses of pictures that are decoded as soon as they are asked for. */
export const pictures = [kinds.png, kinds.gif].map((bytes, at) => {
  return `data:image/${['png', 'gif'][at]};base64,${Buffer.from(bytes).toString('base64')}`;
});

/** What a sub-composition of the show holds. */
export interface BusyValues extends Payload {
  name: string;
  note: string;
  rows: string;
  level: string;
  score: string;
  fade: string;
  tint: Color;
  live: boolean;
  word: string;
  timer: TimeControl;
  picture: string;
  fire: ButtonPress;
}

/** Fields of the types that a viewer sees something of; `other`: as another composition begins. */
function fields(other: boolean): Field[] {
  return [
    testField('name', 'text', other ? 'Eve' : 'Ann'),
    testField('note', 'textarea', 'a line\nand a second one'),
    testField('rows', 'json', other ? '["x", "y"]' : '["a"]'),
    { ...testField('level', 'number', '50'), min: '0', max: '100' },
    testField('score', 'counter', '0'),
    testField('fade', 'normalizednumber', '100'),
    testField('tint', 'color', { a: 1, b: 0, g: 0, r: 255 }),
    testField('live', 'checkbox', !other),
    { ...testField('word', 'selection', 'goal'), selections: ['goal', 'foul'].map((id) => ({ id, title: id })) },
    testField('timer', 'timecontrol', { UTC: 0, isRunning: false, value: 0 }),
    testField('picture', 'image', ''),
    testField('fire', 'button', { __serviceButton: true, ts: 0 }),
  ];
}

/** What is cut, what changes places, what runs over, what comes one after the other, what loops, what counts, what fires. */
const elements: SceneElement[] = [
  { kind: 'text', id: 'cut', frame, text: { field: 'name' }, ...look, in: motion({ x: -50 }), out2: motion({ y: 50 }) },
  { kind: 'text', id: 'note', frame, text: { field: 'note' }, ...look, lines: 2, out2: motion({ opacity: 0 }, 100) },
  {
    kind: 'group',
    id: 'group',
    frame,
    stagger: 50,
    in: motion({ scaleX: 0, opacity: 0 }, 100),
    elements: [
      { kind: 'text', id: 'swapped', frame, text: { field: 'name' }, ...look, update, in: motion({ blur: 4 }) },
      {
        kind: 'repeater',
        id: 'rows',
        frame,
        items: { field: 'rows' },
        direction: 'down',
        cell: 40,
        stagger: 20,
        elements: [
          { kind: 'text', id: 'row', frame, text: { expression: 'item' }, ...look, in: motion({ opacity: 0 }) },
        ],
      },
    ],
  },
  {
    kind: 'box',
    id: 'bar',
    frame,
    fill: { field: 'tint' },
    level: { field: 'level' },
    opacity: { expression: 'fade / 100' },
    update: { duration: 200, easing: 'linear' },
    loop: { delay: 0, duration: 500, easing: 'linear', through: [{ at: 0.5, offset: { rotate: 10 } }] },
  },
  {
    kind: 'text',
    id: 'score',
    frame,
    text: { expression: "upper(word) & ' ' & score" },
    visible: { field: 'live' },
    ...look,
  },
  { kind: 'timer', id: 'timer', frame, time: { field: 'timer' }, format: 'mm:ss', ...look },
  { kind: 'image', id: 'picture', frame, source: { field: 'picture' }, fit: 'cover', update },
  { kind: 'flash', id: 'flash', frame, fill: '#fff', fire: { field: 'fire' }, duration: 300 },
];

/** The places of a lane: one on its layer, and one around another that is on the layer too. */
export const places = ['alone', 'around', 'inside'] as const;
export type Place = (typeof places)[number];

/** What each place is nested in. */
export const nestedIn: Partial<Record<Place, Place>> = { inside: 'around' };

/** The id of a place in a lane. */
export function idOf(lane: number, place: Place): string {
  return `6d0f7c1e-2b3a-4c5d-8e9f-0a1b2c3d${1_000 + lane * places.length + places.indexOf(place)}`;
}

/**
 * A show of many lanes, each a small show with a logic layer of its own. `other`: another composition of the same
 * sub-compositions, which begins with other values, and of which only what is in groups moves as it comes In.
 */
export function busyShow(lanes: number, other = false): Composition {
  const scene = other ? elements.map(({ in: _, ...element }) => element as SceneElement) : elements;
  return composition(
    ...Array.from({ length: lanes }, (_, lane) => {
      const layer: LogicLayer = { name: `Lane ${lane}`, delay: 'none', tag: '#fff' };
      const sub = (place: Place, rest: Partial<SubComposition>): SubComposition => {
        return { ...subComposition(idOf(lane, place), fields(other), scene), ...rest };
      };
      const inside = sub('inside', { logicLayer: layer });
      return [sub('alone', { logicLayer: layer }), sub('around', { secondTimeline: false, subcompositions: [inside] })];
    }).flat(),
  );
}
