import type { SubComposition } from '../../scene/schema/composition.ts';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { button, field, inOrder } from '../../scene/content/new-field.ts';
import { mainLayer } from './layers.ts';
import { appear, rise, slide, wipe } from '../../gallery/motions.ts';
import { colors } from './look.ts';

const tonight = [
  { label: 'Coastal rail bill goes to the vote', value: '19:02' },
  { label: 'After the storm: the northern isles', value: '19:11' },
  { label: 'Interview: the governor of the central bank', value: '19:18' },
  { label: 'Cup final preview', value: '19:26' },
];

const elements: SceneElement[] = [
  {
    kind: 'image',
    id: 'background',
    frame: { x: 0, y: 0, width: 1920, height: 1080 },
    mask: true,
    source: { field: 'background' },
    fit: 'cover',
    in: { offset: { opacity: 0, scaleX: 1.06, scaleY: 1.06 }, delay: 0, duration: 600, easing: 'ease-out' },
  },
  {
    kind: 'box',
    id: 'shade',
    frame: { x: 0, y: 0, width: 1920, height: 1080 },
    fill: 'rgba(6, 13, 26, 0.92)',
    fade: { to: 'rgba(6, 13, 26, 0.05)', angle: 90 },
    in: appear(0, 500),
  },
  {
    kind: 'box',
    id: 'kicker plate',
    frame: { x: 96, y: 214, width: 216, height: 54 },
    fill: colors.crimson,
    in: wipe('left', 160),
  },
  {
    kind: 'text',
    id: 'kicker',
    frame: { x: 108, y: 214, width: 192, height: 54 },
    mask: true,
    text: { field: 'kicker' },
    size: 28,
    weight: 700,
    align: 'center',
    color: colors.white,
    tracking: 6,
    uppercase: true,
    in: rise(54, 280),
  },
  {
    kind: 'text',
    id: 'title',
    frame: { x: 92, y: 284, width: 1300, height: 150 },
    mask: true,
    text: { field: 'title' },
    size: 122,
    weight: 700,
    align: 'left',
    color: colors.white,
    tracking: -2,
    in: rise(150, 240, 600),
  },
  {
    kind: 'box',
    id: 'rule',
    frame: { x: 96, y: 462, width: 1000, height: 4 },
    fill: colors.white,
    in: wipe('left', 320, 560),
  },
  {
    kind: 'list',
    id: 'stories',
    frame: { x: 96, y: 466, width: 1000, height: 400 },
    items: { field: 'stories' },
    lineHeight: 80,
    size: 38,
    weight: 400,
    align: 'left',
    color: colors.white,
    valueColor: colors.amber,
    rule: 'rgba(255, 255, 255, 0.18)',
    in: slide({ y: 36 }, 400, 520),
  },
  {
    kind: 'sound',
    id: 'sting',
    frame: { x: 0, y: 0, width: 0, height: 0 },
    source: { field: 'sting' },
    play: { field: 'playSting' },
  },
];

/** The programme's title with what is to come; it shares its layer with the lower third. */
export const fullFrameTitle: SubComposition = {
  id: '5c29e0b7-f84a-4c71-83d6-9b1e7a4d0c07',
  name: 'Full Frame Title',
  fields: inOrder([
    field({ id: 'kicker', type: 'text', title: 'Kicker' }, 'Tonight'),
    field({ id: 'title', type: 'text', title: 'Title' }, 'Evening News'),
    field({ id: 'background', type: 'image', title: 'Background' }, '/media/demo/city-at-dusk.svg'),
    field({ id: 'stories', type: 'json', title: 'Stories: [{"label", "value"}]' }, JSON.stringify(tonight), {
      height: '160',
    }),
    field({ id: 'sting', type: 'audio', title: 'Sting' }, '/media/demo/sting.wav'),
    button('playSting', 'Play sting'),
  ]),
  logicLayer: mainLayer,
  secondTimeline: false,
  scene: { elements },
  subcompositions: [],
};
