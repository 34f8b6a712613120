import type { SubComposition } from '../scene/schema/composition.ts';
import type { Loop } from '../scene/schema/motion.ts';
import type { SceneElement } from '../scene/schema/scene.ts';
import { field, inOrder } from '../scene/content/new-field.ts';
import { accentField, capitals, colors, fullFrameLayer, given, readableOn, safe, when, words } from './look.ts';
import { appear, cover, crossFade, goUp, reveal, rise, roll, slide, wipe } from './motions.ts';

const whole = { x: 0, y: 0, width: 1920, height: 1080 };
const everywhere = { x: 'stretch', y: 'stretch' } as const;
const noPicture = { expression: "picture = ''" };

/** How far the drawn ground reaches above and below the frame, for pictures that are higher than wide. */
const beyond = 1200;
const high = 1080 + 2 * beyond;

/** A band leans to the right and goes on beyond the right edge; `x` is where its left side crosses the lower edge of the frame. */
function leaning(x: number): string {
  const lean = 0.352;
  return `M${x - lean * beyond} ${high}L${x + lean * (1080 + beyond)} 0H2800V${high}Z`;
}

/** The bands of the drawn ground drift a little to the side and back, too slowly to be watched. */
function drift(x: number, seconds: number): Loop {
  return { delay: 0, duration: seconds * 1_000, easing: 'ease-in-out', through: [{ at: 0.5, offset: { x } }] };
}

function band(id: string, x: number, look: { opacity: number; loop: Loop; delay: number }): SceneElement {
  return {
    kind: 'path',
    id,
    frame: { x: 0, y: -beyond, width: 1920, height: high },
    pin: { x: 'right', y: 'center' },
    visible: noPicture,
    path: leaning(x),
    box: { width: 1920, height: high },
    fill: { field: 'accent' },
    opacity: look.opacity,
    in: slide({ x: 260 }, look.delay, 620),
    out2: appear(120, 300),
    loop: look.loop,
  };
}

const ground: SceneElement[] = [
  {
    kind: 'box',
    id: 'ground',
    frame: whole,
    pin: everywhere,
    fill: colors.ink,
    fade: { to: colors.slate, angle: 115 },
    in: appear(0, 360),
    out2: appear(160, 360),
  },
  band('band far', 1300, { opacity: 0.28, loop: drift(-46, 14), delay: 60 }),
  band('band middle', 1500, { opacity: 0.5, loop: drift(34, 11), delay: 140 }),
  band('band near', 1690, { opacity: 1, loop: drift(-24, 9), delay: 220 }),
  {
    kind: 'image',
    id: 'picture',
    frame: whole,
    pin: everywhere,
    mask: true,
    source: { field: 'picture' },
    fit: 'cover',
    in: { offset: { opacity: 0, scaleX: 1.06, scaleY: 1.06 }, delay: 0, duration: 700, easing: 'ease-out' },
    out2: appear(160, 360),
    update: crossFade,
  },
  {
    kind: 'box',
    id: 'shade',
    frame: whole,
    pin: everywhere,
    visible: given('picture'),
    fill: 'rgba(8, 13, 28, 0.94)',
    fade: { to: 'rgba(8, 13, 28, 0.12)', angle: 90 },
    in: appear(0, 500),
    out2: appear(160, 360),
  },
];

const lines: SceneElement[] = [
  {
    kind: 'box',
    id: 'accent',
    frame: { x: 0, y: 0, width: 14, height: 616 },
    fill: { field: 'accent' },
    in: wipe('top', 120, 560),
    out2: wipe('bottom', 60, 360),
    update: crossFade,
  },
  {
    kind: 'box',
    id: 'kicker plate',
    frame: { x: 54, y: 0, width: 330, height: 60 },
    fill: { field: 'accent' },
    visible: given('kicker'),
    in: reveal('left', 160, 420),
    out2: cover('left', 0, 300),
    update: crossFade,
  },
  {
    ...words,
    id: 'kicker',
    frame: { x: 72, y: 0, width: 294, height: 60 },
    text: { field: 'kicker' },
    size: 30,
    ...capitals,
    align: 'center',
    color: readableOn('accent'),
    in: rise(60, 260),
    out2: goUp(60, 0),
    update: roll(60),
  },
  {
    ...words,
    mask: false,
    id: 'title',
    frame: { x: 54, y: when("kicker = ''", 0, 92), width: 1330, height: when("kicker = ''", 470, 378) },
    text: { field: 'title' },
    size: 138,
    weight: 800,
    tracking: -2,
    lines: 5,
    leading: 1.12,
    place: 'bottom',
    smallest: 0.4,
    in: { ...rise(120, 260, 560), offset: { y: 120, opacity: 0 } },
    out2: { ...goUp(80, 30, 340), offset: { y: -80, opacity: 0 } },
    update: { ...roll(120), leave: { y: -60, opacity: 0 }, enter: { y: 60, opacity: 0 } },
  },
  {
    ...words,
    mask: false,
    id: 'subtitle',
    frame: { x: 54, y: 490, width: 1230, height: 126 },
    text: { field: 'subtitle' },
    size: 50,
    weight: 400,
    color: colors.fog,
    lines: 2,
    leading: 1.2,
    place: 'top',
    in: { ...rise(70, 360, 520), offset: { y: 70, opacity: 0 } },
    out2: { ...goUp(50, 70), offset: { y: -50, opacity: 0 } },
    update: { ...roll(60), leave: { y: -40, opacity: 0 }, enter: { y: 40, opacity: 0 } },
  },
];

/** A title over the whole picture: on a picture of yours, or on a ground that is drawn in the accent color. */
export const fullFrame: SubComposition = {
  id: '4f6b0a52-8d3c-4a19-b7e5-2c91d04e7a04',
  name: 'Full Frame',
  fields: inOrder([
    field({ id: 'kicker', type: 'text', title: 'Kicker over the title' }, 'Tonight'),
    field({ id: 'title', type: 'textarea', title: 'Title' }, 'The Vote on the Coast', { height: '80' }),
    field(
      { id: 'subtitle', type: 'textarea', title: 'Subtitle' },
      'What the rail bill means for the towns along the line',
      { height: '80' },
    ),
    field({ id: 'picture', type: 'image', title: 'Background picture (none: a drawn ground)' }, ''),
    accentField(),
  ]),
  logicLayer: fullFrameLayer,
  secondTimeline: true,
  scene: {
    elements: [
      ...ground,
      {
        kind: 'group',
        id: 'words',
        frame: { x: safe.left, y: 232, width: 1440, height: 616 },
        pin: { x: 'left', y: 'center' },
        elements: lines,
      },
    ],
  },
  subcompositions: [],
};
