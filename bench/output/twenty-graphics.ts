import { randomUUID } from 'node:crypto';
import type { Composition, SubComposition } from '../../scene/schema/composition.ts';
import type { SceneElement } from '../../scene/schema/scene.ts';
import { field, inOrder } from '../../scene/content/fields.ts';
import type { Motion } from '../../scene/schema/motion.ts';

const colors = { midnight: '#0b1628', dusk: '#1a2c4c', paper: '#f5f7fa', white: '#ffffff' } as const;

/** How many graphics the show has, and how many of them find room in the picture together. */
export const graphics = 20;
export const together = 10;

/** The pictures that its graphics show. */
export const pictures = ['/media/demo/city-at-dusk.svg', '/media/demo/harbour-city.svg', '/media/demo/northgate.svg'];

/**
 * A show as a programme has it: twenty graphics, each two plates, a picture, three texts behind masks, and a way out of
 * its own. The first ten stand beside each other in two columns, the other ten in the same places.
 */
export function twentyGraphics(): Composition {
  const subcompositions = Array.from({ length: graphics }, (_, at) => graphic(at));
  return { version: 1, root: { ...bare('Show'), subcompositions } };
}

function bare(name: string): SubComposition {
  return {
    id: randomUUID(),
    name,
    fields: [],
    logicLayer: null,
    secondTimeline: false,
    scene: { elements: [] },
    subcompositions: [],
  };
}

function graphic(at: number): SubComposition {
  const place = at % together;
  return {
    ...bare(`Graphic ${at + 1}`),
    fields: inOrder([
      field({ id: 'name', type: 'text', title: 'Name' }, `Eleanor Marsh ${at + 1}`),
      field({ id: 'role', type: 'text', title: 'Description' }, 'Chief Political Correspondent'),
      field({ id: 'points', type: 'number', title: 'Points' }, String(at)),
      field({ id: 'picture', type: 'image', title: 'Picture' }, pictures[at % pictures.length]!),
    ]),
    secondTimeline: true,
    scene: { elements: elements(60 + 920 * (place % 2), 60 + 196 * Math.floor(place / 2)) },
  };
}

/** How long (ms) a graphic takes to come, and to go either way. */
export const comes = 880;

/** One graphic of 880 x 172 with its upper left corner here. */
function elements(x: number, y: number): SceneElement[] {
  return [
    {
      kind: 'box',
      id: 'plate',
      frame: { x, y, width: 880, height: 104 },
      fill: colors.white,
      fade: { to: colors.paper, angle: 180 },
      in: wipe(0),
      out2: leaveRight(460),
    },
    {
      kind: 'box',
      id: 'low plate',
      frame: { x, y: y + 104, width: 880, height: 68 },
      fill: colors.midnight,
      fade: { to: colors.dusk, angle: 90 },
      in: wipe(120),
      out2: leaveRight(520),
    },
    {
      kind: 'image',
      id: 'picture',
      frame: { x, y, width: 172, height: 172 },
      mask: true,
      source: { field: 'picture' },
      fit: 'cover',
      in: { offset: { x: -172, opacity: 0 }, delay: 240, duration: 560, easing: 'ease-out' },
      out2: leaveRight(0, 172),
    },
    text('name', { x: x + 196, y, width: 520, height: 104 }, 60),
    text('role', { x: x + 196, y: y + 104, width: 660, height: 68 }, 32),
    {
      ...text('points', { x: x + 730, y, width: 130, height: 104 }, 64),
      in: { offset: { opacity: 0 }, delay: 400, duration: 480, easing: 'ease-in-out' },
      out2: leaveRight(120, 130),
    },
  ];
}

function text(id: string, frame: { x: number; y: number; width: number; height: number }, size: number): SceneElement {
  return {
    kind: 'text',
    id,
    frame,
    mask: true,
    text: { field: id },
    size,
    weight: 700,
    align: 'left',
    color: id === 'role' ? colors.white : colors.midnight,
    in: rise(frame.height),
    out2: leaveRight(60, frame.width),
  };
}

/** A plate opens from the left. */
function wipe(delay: number): Motion {
  return { offset: { scaleX: 0 }, delay, duration: 560, easing: 'ease-out', origin: 'left' };
}

/** A plate closes to the right; a masked text or picture runs there by its own width. */
function leaveRight(delay: number, travel?: number): Motion {
  const offset = travel === undefined ? { scaleX: 0 } : { x: travel };
  return { offset, delay, duration: 360, easing: 'ease-in', origin: 'right' };
}

/** A masked text rises from behind the lower edge of its frame. */
function rise(height: number): Motion {
  return { offset: { y: height }, delay: 320, duration: 560, easing: 'ease-out' };
}
