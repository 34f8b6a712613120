import { ControlName, hasPosition, isTurned, type PicturedControl } from '../../contract/desk-api/controller.ts';
import type { ControlEvent, Face, Surface, SurfaceControl } from '../surface.ts';

/** How many controls of which nobody knows where they lie are drawn in a row. */
const perRow = 8;

/** How a surface looks at this moment. */
export interface Appearance {
  surface: Pick<Surface, 'controls' | 'shown'>;
  /** What its controls show. */
  faces: ReadonlyMap<string, Face>;
  /** Where those stand that were used, from 0 to 1. */
  stands: ReadonlyMap<string, number>;
  /** Its controls that do something on some page. */
  mapped: ReadonlySet<string>;
}

/** The picture of a surface: what is known of its controls by their places, and below them what is mapped besides. */
export function pictureOf({ surface, faces, stands, mapped }: Appearance): PicturedControl[] {
  const placed = surface.controls.flatMap((one) => (one.at ? [{ ...one, at: one.at }] : []));
  const known = new Map(surface.controls.map((one) => [one.name, one]));
  const below = Math.max(-1, ...placed.map(({ at }) => at.row)) + 1;
  const others = [...mapped].filter((name) => !known.get(name)?.at && ControlName.safeParse(name).success);
  const unplaced = others.map((name, nth) => {
    const at = { row: below + Math.floor(nth / perRow), column: nth % perRow };
    const one: SurfaceControl = known.get(name) ?? { name, kind: kindOf(name), has: {} };
    return { ...one, at };
  });
  return [...placed, ...unplaced].map(({ name, kind, counts, at }) => {
    const { due: _due, state, ...face } = faces.get(name) ?? {};
    // Nobody who stands before the device should see less there than here.
    const lamp = state && (surface.shown?.(name, state) ?? state);
    const standing = stands.get(name);
    return {
      ...face,
      control: name,
      use: kind,
      ...at,
      ...(lamp && { state: lamp }),
      ...(counts && { encoder: counts }),
      ...(standing !== undefined && { stands: standing }),
    };
  });
}

/** Where a control stands after an event; undefined for one that has no ends. */
export function standsAfter(event: ControlEvent): number | undefined {
  switch (event.kind) {
    case 'position':
      return event.value;
    case 'down':
      return 1;
    case 'up':
      return 0;
    case 'turned':
      return undefined;
  }
}

/** What a control seems to be of which only the name is known. */
function kindOf(name: string): SurfaceControl['kind'] {
  if (isTurned(name)) return 'encoder';
  return hasPosition(name) ? 'fader' : 'button';
}
